/** GET and PUT /user, GET /reauthenticate, POST /logout: what a signed-in person does to their account. */
import type { Context } from 'hono'
import { type Caller, requireUser } from './authenticate.ts'
import { after } from './clock.ts'
import { normalizeEmail } from './email-address.ts'
import { sendEmailChange } from './email-change.ts'
import { deliver, issueMailToken, limitMails } from './emails.ts'
import { AuthFailure, emailExists, invalidRequest } from './errors.ts'
import { rates } from './limits.ts'
import { checkPasswordStrength, hashPassword, verifyPassword } from './passwords.ts'
import { readChallenge } from './pkce.ts'
import { type Body, callerIp, limitRequests, readBody, redirectTarget, refusePhone } from './request.ts'
import type { AuthService } from './service.ts'
import type { Database } from './store/database.ts'
import { clearOneTimeTokens } from './store/one-time-tokens.ts'
import { deleteOtherSessionsOf, deleteSession, deleteSessionsOf } from './store/sessions.ts'
import * as users from './store/users.ts'
import { identityJson, userJson } from './user-json.ts'
import { guessCode } from './verify.ts'

export async function getUser(service: AuthService, c: Context): Promise<Response> {
  const { user } = await requireUser(service, c)
  return c.json(userJson(user, await users.identitiesOf(service.sql, [user.id])))
}

export async function listIdentities(service: AuthService, c: Context): Promise<Response> {
  const { user } = await requireUser(service, c)
  const identities = await users.identitiesOf(service.sql, [user.id])
  return c.json({ identities: identities.map(identityJson) })
}

/** Changes password, metadata and address; the address only once both mailboxes confirm. */
export async function putUser(service: AuthService, c: Context): Promise<Response> {
  const caller = await requireUser(service, c)
  limitRequests(service, 'user', callerIp(c), rates.userUpdate)
  const body = await readBody(c)
  refusePhone(body, 'Phone logins are disabled')
  if (body.object('app_metadata')) {
    throw new AuthFailure(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  }
  const newEmail = await readNewEmail(service, caller.user, body)
  const challenge = readChallenge(body)
  const passwordHash = await readNewPassword(service, caller, body, newEmail)
  const data = body.object('data')
  if (newEmail) {
    const redirectTo = redirectTarget(service, c)
    await sendEmailChange(service, { user: caller.user, newEmail, redirectTo, challenge })
  }
  const user = await service.sql.begin(async (tx) => {
    if (passwordHash) await storePassword(service, tx, caller, passwordHash, newEmail !== null)
    if (data) await users.mergeMetadata(tx, caller.user.id, 'raw_user_meta_data', data, service.clock.now())
    return await users.findUserById(tx, caller.user.id)
  })
  const shown = user ?? caller.user
  return c.json(userJson(shown, await users.identitiesOf(service.sql, [shown.id])))
}

/** The address to change to, or null. Throws `email_exists` (422), as the hosted service does. */
async function readNewEmail(service: AuthService, user: users.UserRow, body: Body): Promise<string | null> {
  if (body.text('email') === '') return null
  const email = normalizeEmail(body.text('email'))
  if (email === user.email) return null
  if (await users.findUserByEmail(service.sql, email)) throw emailExists()
  return email
}

const REAUTHENTICATION_AGE_SECONDS = 86_400

async function readNewPassword(
  service: AuthService,
  caller: Caller,
  body: Body,
  newEmail: string | null,
): Promise<string | null> {
  const password = body.text('password')
  if (password === '') return null
  checkPasswordStrength(password)
  const { user, session } = caller
  if (user.is_anonymous && !newEmail) {
    const message = 'Updating password of an anonymous user without an email or phone is not allowed'
    throw new AuthFailure(422, 'validation_failed', message)
  }
  const isOld = !session || service.clock.now() > after(session.created_at, REAUTHENTICATION_AGE_SECONDS)
  const nonce = body.text('nonce')
  if (nonce !== '' && isOld) await checkNonce(service, user, nonce)
  if (user.encrypted_password && (await verifyPassword(password, user.encrypted_password))) {
    throw new AuthFailure(422, 'same_password', 'New password should be different from the old password.')
  }
  return await hashPassword(password)
}

async function checkNonce(service: AuthService, user: users.UserRow, nonce: string): Promise<void> {
  const invalid = new AuthFailure(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
  if (!user.email) throw invalid
  try {
    const take = await guessCode(service, ['reauthentication_token'], user.email, nonce)
    await take(service.sql)
  } catch (error) {
    throw error instanceof AuthFailure ? invalid : error
  }
}

/** A new password ends every other session and every link and code that is under way. */
async function storePassword(
  service: AuthService,
  tx: Database,
  caller: Caller,
  passwordHash: string,
  keepsMails: boolean,
): Promise<void> {
  const { user, session } = caller
  await users.updateUser(tx, user.id, { encrypted_password: passwordHash }, service.clock.now())
  if (!keepsMails) await clearOneTimeTokens(tx, user.id)
  if (session) await deleteOtherSessionsOf(tx, user.id, session.id)
  else await deleteSessionsOf(tx, user.id)
}

/** Sends a code that allows to change the password in an old session. */
export async function reauthenticate(service: AuthService, c: Context): Promise<Response> {
  const { user } = await requireUser(service, c)
  const to = user.email
  if (!to) {
    throw invalidRequest('Reauthentication requires the user to have an email or a phone number')
  }
  if (!user.email_confirmed_at) {
    throw new AuthFailure(422, 'validation_failed', 'Please verify your email first.')
  }
  limitMails(service, 'reauthentication', to)
  const redirectTo = service.ctx.siteUrl
  const issued = await service.sql.begin((tx) =>
    issueMailToken(service, tx, { kind: 'reauthentication', user, to, redirectTo }),
  )
  await deliver(service, issued)
  return c.json({})
}

export async function logOut(service: AuthService, c: Context): Promise<Response> {
  const scope = c.req.query('scope') || 'global'
  if (!['global', 'local', 'others'].includes(scope)) {
    throw invalidRequest(`Unsupported logout scope "${scope}"`)
  }
  const { user, session } = await requireUser(service, c)
  if (session && scope === 'local') await deleteSession(service.sql, session.id)
  else if (session && scope === 'others') await deleteOtherSessionsOf(service.sql, user.id, session.id)
  else await deleteSessionsOf(service.sql, user.id)
  return c.body(null, 204)
}
