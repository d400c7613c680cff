import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GatewayContext } from '../context.ts'
import { createMailbox, type Mailbox } from './mailer.ts'
import { createMailboxRoutes } from './routes.ts'
import { composeMail } from './templates.ts'

const SECRET = 'printed at start'
let folder: string
let mailbox: Mailbox
let port: number
let close: () => void

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-mailbox-'))
  mailbox = createMailbox(join(folder, 'mailbox.json'))
  const app = new Hono()
  app.route('/mailbox', createMailboxRoutes({ mailer: mailbox } as unknown as GatewayContext, SECRET))
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  port = (server.address() as AddressInfo).port
  close = () => server.close()
  const content = {
    to: 'ada@example.org',
    link: 'http://127.0.0.1/verify?token=1&type=signup',
    code: '123456',
  }
  await mailbox.send(composeMail('signup', content))
  await mailbox.send(composeMail('magiclink', { ...content, to: 'bob@example.org' }))
})
afterAll(async () => {
  close()
  await rm(folder, { recursive: true })
})

/** `fetch` does not let a caller choose the Host header. */
function get(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port, path, headers }, (answer) => {
        let text = ''
        answer.on('data', (part) => (text += part))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
      })
      asked.on('error', reject)
      asked.end()
    },
  )
}

describe('the mailbox', () => {
  it('refuses who does not know the secret', async () => {
    for (const path of ['/mailbox', '/mailbox/messages.json', '/mailbox?key=wrong']) {
      expect((await get(path)).status).toBe(403)
    }
  })

  it('refuses requests under another host name: a rebound domain does not reach it', async () => {
    const path = `/mailbox/messages.json?key=${encodeURIComponent(SECRET)}`
    expect((await get(path, { host: 'evil.example' })).status).toBe(404)
    expect((await get(path, { host: '127.0.0.1.evil.example' })).status).toBe(404)
    expect((await get(path, { host: `localhost:${port}` })).status).toBe(200)
  })

  it('refuses requests that a proxy passed on', async () => {
    const headers = { 'x-mailbox-key': SECRET, 'x-forwarded-for': '203.0.113.7' }
    expect((await get('/mailbox/messages.json', headers)).status).toBe(404)
  })

  it('turns the key into a cookie of this site alone and takes it out of the address', async () => {
    const first = await get(`/mailbox?key=${encodeURIComponent(SECRET)}`)
    expect(first.status).toBe(303)
    expect(first.headers['location']).toBe('/mailbox')
    const cookie = String(first.headers['set-cookie'])
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Strict/)
    expect(cookie).toMatch(/Path=\/mailbox/)
    const page = await get('/mailbox', { cookie: cookie.split(';')[0] ?? '' })
    expect(page.status).toBe(200)
    expect(page.text).toContain('Your sign-in link')
    expect(page.text).toContain('ada@example.org')
    expect(String(page.headers['content-security-policy'])).toContain("default-src 'none'")
  })

  it('lists mails as JSON, newest first, for one address if asked', async () => {
    const headers = { 'x-mailbox-key': SECRET }
    const all = JSON.parse((await get('/mailbox/messages.json', headers)).text)
    expect(all.messages.map((mail: { to: string }) => mail.to)).toEqual([
      'bob@example.org',
      'ada@example.org',
    ])
    const one = JSON.parse((await get('/mailbox/messages.json?to=ADA@example.org', headers)).text)
    expect(one.messages).toHaveLength(1)
    expect(one.messages[0]).toMatchObject({
      subject: 'Confirm your e-mail address',
      text: expect.any(String),
    })
  })

  it('shows the message asked for, and the newest otherwise', async () => {
    const headers = { 'x-mailbox-key': SECRET }
    const [, older] = mailbox.list()
    const page = (await get(`/mailbox?message=${older?.id}`, headers)).text
    expect(page).toMatch(/aria-current="true">\s*<strong>Confirm your e-mail address/)
    expect((await get('/mailbox?message=unknown', headers)).text).toMatch(
      /aria-current="true">\s*<strong>Your sign-in link/,
    )
  })

  it('does not exist when mails go out by SMTP', async () => {
    const mailer = { send: async () => undefined }
    const app = createMailboxRoutes({ mailer } as unknown as GatewayContext, SECRET)
    expect((await app.request('/')).status).toBe(404)
  })
})
