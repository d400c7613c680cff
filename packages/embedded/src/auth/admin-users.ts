/** /admin/users: for holders of the secret key. */
import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { requireAdmin } from './authenticate.ts'
import { after } from './clock.ts'
import { parseDuration } from './durations.ts'
import { normalizeEmail } from './email-address.ts'
import { AuthFailure, emailExists, invalidRequest, isUniqueViolation } from './errors.ts'
import { limits } from './limits.ts'
import { checkPasswordStrength, hashPassword } from './passwords.ts'
import { type Body, isUuid, readBody, refusePhone } from './request.ts'
import type { AuthService } from './service.ts'
import { createEmailUser } from './signup.ts'
import type { Database } from './store/database.ts'
import { clearOneTimeTokens } from './store/one-time-tokens.ts'
import { deleteSessionsOf } from './store/sessions.ts'
import * as users from './store/users.ts'
import { userJson } from './user-json.ts'
import { confirmUser } from './verify.ts'

async function answer(service: AuthService, c: Context, user: users.UserRow): Promise<Response> {
  return c.json(userJson(user, await users.identitiesOf(service.sql, [user.id])))
}

async function userOf(service: AuthService, c: Context): Promise<users.UserRow> {
  await requireAdmin(service, c)
  const id = c.req.param('id') ?? ''
  if (!isUuid(id)) throw new AuthFailure(404, 'validation_failed', 'user_id must be an UUID')
  const user = await users.findUserById(service.sql, id)
  if (!user) throw new AuthFailure(404, 'user_not_found', 'User not found')
  return user
}

export async function adminGetUser(service: AuthService, c: Context): Promise<Response> {
  return await answer(service, c, await userOf(service, c))
}

/** Pages are counted from 1; `Link` and `X-Total-Count` as the client parses them (`page` comes first). */
export async function adminListUsers(service: AuthService, c: Context): Promise<Response> {
  await requireAdmin(service, c)
  const page = readCount(c.req.query('page'), 1, Number.MAX_SAFE_INTEGER / limits.usersPerPageMax)
  const perPage = readCount(c.req.query('per_page'), limits.usersPerPage, limits.usersPerPageMax)
  const filter = c.req.query('filter') ?? ''
  const slice = { limit: perPage, offset: (page - 1) * perPage, filter }
  const { users: rows, total } = await users.listUsers(service.sql, slice)
  const identities = await users.identitiesOf(
    service.sql,
    rows.map((row) => row.id),
  )
  const last = Math.ceil(total / perPage)
  const link = (target: number, rel: string) =>
    `</admin/users?page=${target}&per_page=${perPage}>; rel="${rel}"`
  c.header('link', [...(last > page ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '))
  c.header('x-total-count', String(total))
  return c.json({ users: rows.map((row) => userJson(row, identities)), aud: 'authenticated' })
}

function readCount(text: string | undefined, fallback: number, max: number): number {
  if (!text) return fallback
  if (!/^\d{1,15}$/.test(text) || Number(text) === 0) {
    throw invalidRequest(`Bad Pagination Parameters: "${text}"`)
  }
  return Math.min(Number(text), max)
}

export async function adminCreateUser(service: AuthService, c: Context): Promise<Response> {
  await requireAdmin(service, c)
  const body = await readBody(c)
  refusePhone(body, 'Phone signups are disabled')
  if (body.text('email') === '') {
    throw invalidRequest('Cannot create a user without either an email or phone')
  }
  const email = normalizeEmail(body.text('email'))
  const id = body.text('id')
  if (id !== '' && !isUuid(id)) throw invalidRequest('ID must conform to the uuid v4 format')
  const bannedUntil = readBan(service, body)
  const fresh = {
    ...(id ? { id } : {}),
    ...(body.text('role') ? { role: body.text('role') } : {}),
    email,
    passwordHash: await readPasswordHash(body),
    data: body.object('user_metadata') ?? {},
    appMetadata: body.object('app_metadata') ?? {},
    confirmed: body.flag('email_confirm', false),
  }
  try {
    const user = await service.sql.begin(async (tx) => {
      const created = await createEmailUser(service, tx, fresh)
      if (!bannedUntil) return created
      return await users.updateUser(tx, created.id, { banned_until: bannedUntil }, service.clock.now())
    })
    return await answer(service, c, user)
  } catch (error) {
    throw isUniqueViolation(error) ? emailExists() : error
  }
}

/** bcrypt's own form; other algorithms are not accepted. */
const BCRYPT_HASH = /^\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}$/

async function readPasswordHash(body: Body): Promise<string | null> {
  const given = body.text('password_hash')
  const password = body.text('password')
  if (given !== '' && password !== '') {
    throw invalidRequest('Only a password or a password hash should be provided')
  }
  if (given !== '' && !BCRYPT_HASH.test(given)) throw invalidRequest('password_hash must be a bcrypt hash')
  if (given !== '') return given
  if (password === '') return null
  checkPasswordStrength(password)
  return await hashPassword(password)
}

/** Until when the user is banned; null lifts a ban, undefined leaves it as it is. */
function readBan(service: AuthService, body: Body): Date | null | undefined {
  const text = body.text('ban_duration')
  if (text === '') return undefined
  if (text === 'none') return null
  const seconds = parseDuration(text)
  if (seconds === null) throw invalidRequest(`invalid format for ban duration: "${text}"`)
  return after(service.clock.now(), seconds)
}

export async function adminUpdateUser(service: AuthService, c: Context): Promise<Response> {
  const known = await userOf(service, c)
  const body = await readBody(c)
  refusePhone(body, 'Phone signups are disabled')
  const email = body.text('email') === '' ? null : normalizeEmail(body.text('email'))
  const passwordHash = await readPasswordHash(body)
  const bannedUntil = readBan(service, body)
  const patch: users.UserPatch = {
    ...(body.text('role') ? { role: body.text('role') } : {}),
    ...(email ? { email } : {}),
    ...(passwordHash ? { encrypted_password: passwordHash } : {}),
    ...(bannedUntil === undefined ? {} : { banned_until: bannedUntil }),
  }
  try {
    const user = await service.sql.begin((tx) =>
      applyAdminUpdate(service, tx, { known, body, email, patch, endsSessions: passwordHash !== null }),
    )
    return await answer(service, c, user)
  } catch (error) {
    throw isUniqueViolation(error) ? emailExists() : error
  }
}

async function applyAdminUpdate(
  service: AuthService,
  tx: Database,
  update: {
    known: users.UserRow
    body: Body
    email: string | null
    patch: users.UserPatch
    endsSessions: boolean
  },
): Promise<users.UserRow> {
  const { known, body, email } = update
  const now = service.clock.now()
  const confirm = body.flag('email_confirm', false)
  let user = await users.updateUser(tx, known.id, update.patch, now)
  if (email) {
    user = await users.upsertEmailIdentity(tx, { id: user.id, email, verified: confirm }, now)
    if (confirm && user.is_anonymous) user = await users.updateUser(tx, user.id, { is_anonymous: false }, now)
  }
  if (confirm) user = await confirmUser(service, tx, user)
  const userData = body.object('user_metadata')
  if (userData) user = await users.mergeMetadata(tx, user.id, 'raw_user_meta_data', userData, now)
  const appData = body.object('app_metadata')
  if (appData) user = await users.mergeMetadata(tx, user.id, 'raw_app_meta_data', appData, now)
  if (update.endsSessions) {
    await clearOneTimeTokens(tx, user.id)
    await deleteSessionsOf(tx, user.id)
  }
  return user
}

export async function adminDeleteUser(service: AuthService, c: Context): Promise<Response> {
  const user = await userOf(service, c)
  const body = await readBody(c)
  if (!body.flag('should_soft_delete', false)) {
    await users.deleteUser(service.sql, user.id)
    return c.json({})
  }
  await service.sql.begin(async (tx) => {
    const mark = createHash('sha256')
      .update(`${user.id}${user.email ?? ''}`)
      .digest('base64url')
    await users.anonymizeUser(tx, user.id, mark, service.clock.now())
    await clearOneTimeTokens(tx, user.id)
    await deleteSessionsOf(tx, user.id)
  })
  return c.json({})
}
