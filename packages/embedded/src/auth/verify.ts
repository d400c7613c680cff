/** GET /verify (links of mails, answers by redirect) and POST /verify (codes and token hashes, answers JSON). */
import type { Context } from 'hono'
import { refuseBanned } from './authenticate.ts'
import { normalizeEmail } from './email-address.ts'
import { confirmEmailChange } from './email-change.ts'
import { codeDigest, flowMethodOf } from './emails.ts'
import { AuthFailure, invalidRequest, toAuthFailure } from './errors.ts'
import { limits, rates } from './limits.ts'
import { PKCE_PREFIX } from './pkce.ts'
import { codeRedirect, errorRedirect, messageRedirect, sessionRedirect } from './redirects.ts'
import { callerIp, clientMark, limitRequests, readBody, redirectTarget, refusePhone } from './request.ts'
import { randomToken, sameSecret, sha256 } from './secrets.ts'
import type { AuthService } from './service.ts'
import { openSession } from './sessions.ts'
import type { Database } from './store/database.ts'
import * as tokens from './store/one-time-tokens.ts'
import * as users from './store/users.ts'

const TOKEN_TYPES: Record<string, readonly tokens.OneTimeTokenType[]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  magiclink: ['recovery_token'],
  recovery: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
}

const ONE_SIDE_MESSAGE = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

const expiredLink = () => new AuthFailure(403, 'otp_expired', 'Email link is invalid or has expired')
const expiredCode = () => new AuthFailure(403, 'otp_expired', 'Token has expired or is invalid')

function tokenTypesOf(type: string): readonly tokens.OneTimeTokenType[] {
  const types = Object.hasOwn(TOKEN_TYPES, type) ? TOKEN_TYPES[type] : undefined
  if (!types) throw invalidRequest('Unsupported verification type')
  return types
}

export async function verifyLink(service: AuthService, c: Context): Promise<Response> {
  // A HEAD request (link previews) must not use the link up.
  if (c.req.method === 'HEAD') return c.body(null, 405, { allow: 'GET, POST' })
  const type = c.req.query('type') ?? ''
  const token = c.req.query('token') ?? c.req.query('token_hash') ?? ''
  if (type === '') throw invalidRequest('Verify requires a verification type')
  if (token === '') throw invalidRequest('Verify requires a token or a token hash')
  const target = redirectTarget(service, c)
  const isPkce = token.startsWith(PKCE_PREFIX)
  c.header('referrer-policy', 'no-referrer')
  c.header('cache-control', 'no-store')
  try {
    limitRequests(service, 'verify', callerIp(c), rates.verify)
    return c.redirect(await followLink(service, c, { type, token, target, isPkce }), 303)
  } catch (error) {
    const failure = toAuthFailure(error)
    if (failure.status === 500) service.ctx.log(`verify: ${String(error)}`)
    return c.redirect(errorRedirect(target, failure, isPkce), 303)
  }
}

interface Link {
  type: string
  token: string
  target: string
  isPkce: boolean
}

/** Where the browser goes next. */
async function followLink(service: AuthService, c: Context, link: Link): Promise<string> {
  return await service.sql.begin(async (tx) => {
    const token = await takeLink(service, tx, tokenTypesOf(link.type), link.token)
    const user = await applyToken(service, tx, token)
    if (user === null) return messageRedirect(link.target, ONE_SIDE_MESSAGE, link.isPkce)
    if (link.isPkce) return codeRedirect(link.target, await issueAuthCode(service, tx, user, link.type))
    const session = await openSession(service, tx, { user, method: 'otp', client: clientMark(c) })
    return sessionRedirect(link.target, link.type, session)
  })
}

async function issueAuthCode(
  service: AuthService,
  tx: Database,
  user: users.UserRow,
  type: string,
): Promise<string> {
  const code = randomToken()
  const flow = { userId: user.id, method: flowMethodOf(type), codeHash: sha256(code) }
  if (await tokens.issueAuthCode(tx, flow, service.clock.now())) return code
  throw new AuthFailure(400, 'flow_state_not_found', 'No associated flow state found.')
}

export async function verifyCode(service: AuthService, c: Context): Promise<Response> {
  limitRequests(service, 'verify', callerIp(c), rates.verify)
  const body = await readBody(c)
  const type = body.text('type')
  const code = body.text('token')
  const tokenHash = body.text('token_hash')
  if (type === '') throw invalidRequest('Verify requires a verification type')
  if ((code === '') === (tokenHash === '')) {
    throw invalidRequest('Verify requires either a token or a token hash')
  }
  refusePhone(body, 'Phone logins are disabled')
  const types = tokenTypesOf(type)
  const email = body.text('email')
  if (tokenHash !== '' && email !== '')
    throw invalidRequest('Only the token_hash and type should be provided')
  const take =
    tokenHash === ''
      ? await guessCode(service, types, normalizeEmail(email), code)
      : (tx: Database) => takeLink(service, tx, types, tokenHash)
  const session = await service.sql.begin(async (tx) => {
    const user = await applyToken(service, tx, await take(tx))
    return user && (await openSession(service, tx, { user, method: 'otp', client: clientMark(c) }))
  })
  return c.json(session ?? { msg: ONE_SIDE_MESSAGE, code: '200' })
}

type TakeToken = (tx: Database) => Promise<tokens.OneTimeTokenRow>

async function takeLink(
  service: AuthService,
  tx: Database,
  types: readonly tokens.OneTimeTokenType[],
  tokenInLink: string,
): Promise<tokens.OneTimeTokenRow> {
  const digest = sha256(tokenInLink)
  const owner = await tokens.findLinkOwner(tx, digest)
  if (owner) await users.lockUser(tx, owner)
  const token = await tokens.consumeLinkToken(tx, types, digest, service.clock.now())
  if (!token) throw expiredLink()
  return token
}

/** Counts the guess, then says how to take the code that it hit. Throws `otp_expired` for a miss. */
export async function guessCode(
  service: AuthService,
  types: readonly tokens.OneTimeTokenType[],
  address: string,
  code: string,
): Promise<TakeToken> {
  const now = service.clock.now()
  const live = await tokens.countCodeAttempt(service.sql, types, address, limits.codeAttempts, now)
  const digest = codeDigest(service, address, code)
  const hit = live.find((token) => sameSecret(token.code_hash, digest))
  if (!hit) throw expiredCode()
  return async (tx) => {
    await users.lockUser(tx, hit.user_id)
    if (!(await tokens.consumeCodeToken(tx, hit))) throw expiredCode()
    return hit
  }
}

/** What a proved token does to its user; null if an e-mail change still waits for the other address. */
async function applyToken(
  service: AuthService,
  tx: Database,
  token: tokens.OneTimeTokenRow,
): Promise<users.UserRow | null> {
  const user = await users.lockUser(tx, token.user_id)
  if (!user) throw expiredLink()
  refuseBanned(service, user, 403)
  if (token.token_type.startsWith('email_change')) return await confirmEmailChange(service, tx, user)
  return await confirmUser(service, tx, user)
}

/** Who reads the mail owns the address: other links and codes of the user die with its confirmation. */
export async function confirmUser(
  service: AuthService,
  tx: Database,
  user: users.UserRow,
): Promise<users.UserRow> {
  if (user.email_confirmed_at || !user.email) return user
  const now = service.clock.now()
  await users.updateUser(tx, user.id, { email_confirmed_at: now }, now)
  await users.mergeMetadata(tx, user.id, 'raw_user_meta_data', { email_verified: true }, now)
  await tokens.clearOneTimeTokens(tx, user.id)
  return await users.upsertEmailIdentity(tx, { id: user.id, email: user.email, verified: true }, now)
}
