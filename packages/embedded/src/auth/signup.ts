/** POST /signup: by address and password, or anonymously when no address is given. */
import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { normalizeEmail } from './email-address.ts'
import { answerUniformly, deliver, issueMailToken, limitMails, rememberFlow } from './emails.ts'
import { AuthFailure, invalidRequest, isUniqueViolation } from './errors.ts'
import { rates } from './limits.ts'
import { checkPasswordStrength, hashPassword } from './passwords.ts'
import { type Challenge, readChallenge } from './pkce.ts'
import { callerIp, clientMark, limitRequests, readBody, redirectTarget, refusePhone } from './request.ts'
import type { AuthService } from './service.ts'
import { openSession } from './sessions.ts'
import type { Database, Metadata } from './store/database.ts'
import * as users from './store/users.ts'
import { userJson } from './user-json.ts'

const EMAIL_PROVIDER = { provider: 'email', providers: ['email'] }

export async function signUp(service: AuthService, c: Context): Promise<Response> {
  const body = await readBody(c)
  refusePhone(body, 'Phone signups are disabled')
  if (body.text('email') === '') return await signUpAnonymously(service, c, body.object('data') ?? {})
  limitRequests(service, 'sign-up', callerIp(c), rates.signUp)
  const password = body.text('password')
  if (password === '') throw invalidRequest('Signup requires a valid password')
  checkPasswordStrength(password)
  const challenge = readChallenge(body)
  const email = normalizeEmail(body.text('email'))
  if (service.ctx.config.requireConfirmation) limitMails(service, 'sign-up', email)
  // Hashed before anything is looked up: the time is the same for known and unknown addresses.
  const passwordHash = await hashPassword(password)
  const request = {
    email,
    passwordHash,
    data: body.object('data') ?? {},
    challenge,
    redirectTo: redirectTarget(service, c),
  }
  const user = await answerUniformly(registerOrGreet(service, request))
  if (user === null) return c.json(obfuscatedUser(service, request))
  if (user.email_confirmed_at) return c.json(await openPasswordSession(service, c, user))
  return c.json(await describeUnconfirmed(service, user))
}

export interface Registration {
  email: string
  passwordHash: string | null
  data: Metadata
  challenge: Challenge | null
  redirectTo: string
}

/**
 * The new or still unconfirmed user, after sending the confirmation; null if the address belongs to a
 * confirmed account (no mail then). A second sign-up does not change the first one's password: nobody
 * has proved yet whose address it is.
 */
export async function registerOrGreet(
  service: AuthService,
  request: Registration,
): Promise<users.UserRow | null> {
  const needsConfirmation = service.ctx.config.requireConfirmation
  const { user, isNew } = await findOrCreate(service, request)
  if (user.email_confirmed_at && !isNew) {
    if (needsConfirmation) return null
    throw new AuthFailure(422, 'user_already_exists', 'User already registered')
  }
  if (!needsConfirmation) return user
  const issued = await service.sql.begin(async (tx) => {
    await rememberFlow(service, tx, { user, kind: 'signup', challenge: request.challenge })
    const { challenge, redirectTo, email } = request
    return await issueMailToken(service, tx, { kind: 'signup', user, to: email, redirectTo, challenge })
  })
  await deliver(service, issued)
  return (await users.findUserById(service.sql, user.id)) ?? user
}

async function findOrCreate(
  service: AuthService,
  request: Registration,
): Promise<{ user: users.UserRow; isNew: boolean }> {
  const known = await users.findUserByEmail(service.sql, request.email)
  if (known) return { user: known, isNew: false }
  try {
    const user = await service.sql.begin((tx) =>
      createEmailUser(service, tx, { ...request, confirmed: !service.ctx.config.requireConfirmation }),
    )
    return { user, isNew: true }
  } catch (error) {
    // Somebody signed up with the same address in the same moment.
    const rival = isUniqueViolation(error) ? await users.findUserByEmail(service.sql, request.email) : null
    if (rival) return { user: rival, isNew: false }
    throw error
  }
}

/** A user with an e-mail identity. Throws a unique violation if the address is taken. */
export async function createEmailUser(
  service: AuthService,
  tx: Database,
  fresh: {
    id?: string
    email: string
    passwordHash: string | null
    data: Metadata
    confirmed: boolean
    role?: string
    appMetadata?: Metadata
  },
): Promise<users.UserRow> {
  const now = service.clock.now()
  const user = await users.insertUser(
    tx,
    {
      ...(fresh.id ? { id: fresh.id } : {}),
      ...(fresh.role ? { role: fresh.role } : {}),
      email: fresh.email,
      passwordHash: fresh.passwordHash,
      appMetadata: { ...EMAIL_PROVIDER, ...fresh.appMetadata },
      userMetadata: fresh.data,
    },
    now,
  )
  const identity = { id: user.id, email: fresh.email, verified: fresh.confirmed, extra: fresh.data }
  const withIdentity = await users.upsertEmailIdentity(tx, identity, now)
  if (!fresh.confirmed) return withIdentity
  await users.updateUser(tx, user.id, { email_confirmed_at: now }, now)
  return await users.mergeMetadata(tx, user.id, 'raw_user_meta_data', { email_verified: true }, now)
}

async function openPasswordSession(service: AuthService, c: Context, user: users.UserRow) {
  return await service.sql.begin((tx) =>
    openSession(service, tx, { user, method: 'password', client: clientMark(c) }),
  )
}

async function describeUnconfirmed(service: AuthService, user: users.UserRow) {
  // Whoever repeats an invited person's sign-up learns nothing of them.
  if (user.invited_at) return userJson({ ...user, raw_user_meta_data: {} }, [])
  return userJson(user, await users.identitiesOf(service.sql, [user.id]))
}

/** What a sign-up with a confirmed account's address gets: a user that does not exist, without identities. */
function obfuscatedUser(service: AuthService, request: Registration) {
  const now = service.clock.now().toISOString()
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    email: request.email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: EMAIL_PROVIDER,
    user_metadata: request.data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}

async function signUpAnonymously(service: AuthService, c: Context, data: Metadata): Promise<Response> {
  if (!service.anonymousSignIns) {
    throw new AuthFailure(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  }
  limitRequests(service, 'anonymous', callerIp(c), rates.anonymous)
  const session = await service.sql.begin(async (tx) => {
    const fresh = { email: null, passwordHash: null, appMetadata: {}, userMetadata: data, isAnonymous: true }
    const user = await users.insertUser(tx, fresh, service.clock.now())
    return await openSession(service, tx, { user, method: 'anonymous', client: clientMark(c) })
  })
  return c.json(session)
}
