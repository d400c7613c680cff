/**
 * The development mailbox: what a person who tries Plinth on their own machine reads instead of e-mail.
 *
 * It shows sign-in links of every account, so it answers only to a browser on this machine (peer and
 * Host header are both loopback, which also defeats DNS rebinding) that knows the secret printed at
 * start: `?key=…` once, then a cookie that other sites cannot send along.
 */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { getConnInfo } from '@hono/node-server/conninfo'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { GatewayContext } from '../context.ts'
import { isLoopbackName } from '../gateway/host-check.ts'
import type { Mailbox } from './mailbox.ts'
import { isMailbox } from './mailer.ts'
import { renderMailboxPage } from './page.ts'

const COOKIE = 'plinth_mailbox'
const HEADER = 'x-mailbox-key'

/**
 * Mount at `/mailbox`. Without a mailbox (SMTP is configured) every route answers 404. Tests and
 * scripts read `GET /mailbox/messages.json?to=…` with the secret in `?key=` or header `x-mailbox-key`.
 */
export function createMailboxRoutes(ctx: GatewayContext, secret: string): Hono {
  const app = new Hono()
  const { mailer } = ctx
  if (!isMailbox(mailer)) return app.all('*', (c) => c.text('Not found', 404))
  app.use(requireLocalBrowser(secret))
  app.get('/messages.json', (c) => c.json({ messages: mailer.list(c.req.query('to')) }, 200, PRIVATE))
  app.get('/', (c) => page(c, mailer))
  return app
}

const PRIVATE = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

function page(c: Context, mailbox: Mailbox): Response | Promise<Response> {
  const key = c.req.query('key')
  if (key !== undefined) {
    // The key leaves the address bar, and with it the history.
    setCookie(c, COOKIE, key, {
      httpOnly: true,
      sameSite: 'Strict',
      path: c.req.path.replace(/\/$/, '') || '/',
    })
    return c.redirect(c.req.path, 303)
  }
  const nonce = randomBytes(16).toString('base64')
  const policy = [
    `default-src 'none'`,
    `style-src 'unsafe-inline'`,
    `script-src 'nonce-${nonce}'`,
    `connect-src 'self'`,
    `frame-src 'self'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
  const shown = c.req.query('message')
  const html = renderMailboxPage({ mails: mailbox.list(), shownId: shown, path: c.req.path, nonce })
  return c.html(html, 200, { ...PRIVATE, 'content-security-policy': policy })
}

function requireLocalBrowser(secret: string): MiddlewareHandler {
  const expected = digest(secret)
  return async (c, next) => {
    if (!isLoopbackPeer(c) || !isLoopbackName(c.req.header('host'))) return c.text('Not found', 404)
    const given = c.req.header(HEADER) ?? c.req.query('key') ?? getCookie(c, COOKIE) ?? ''
    if (!timingSafeEqual(digest(given), expected)) {
      return c.text('Open the mailbox by the address that Plinth printed when it started.', 403, PRIVATE)
    }
    return await next()
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

function isLoopbackPeer(c: Context): boolean {
  // A proxy in front would make everybody a loopback peer.
  if (c.req.header('x-forwarded-for') || c.req.header('forwarded')) return false
  try {
    const address = getConnInfo(c).remote.address ?? ''
    return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.')
  } catch {
    return false
  }
}
