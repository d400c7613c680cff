/**
 * Sessions and their refresh tokens.
 *
 * A refresh token is derived from its row's id with a key of the project, and stored as a digest: the
 * database alone opens nothing, yet a token presented twice can be answered with the one that is good now: within
 * the reuse interval (parallel tabs), and as long as its successor was not used (the answer was lost on its way).
 * Any other token presented again means that two parties hold it: the session ends for both.
 */
import { refuseBanned } from './authenticate.ts'
import { after } from './clock.ts'
import { AuthFailure } from './errors.ts'
import { limits } from './limits.ts'
import { keyedDigest, sha256 } from './secrets.ts'
import type { AuthService } from './service.ts'
import type { Database } from './store/database.ts'
import * as sessions from './store/sessions.ts'
import { findUserById, identitiesOf, type UserRow, updateUser } from './store/users.ts'
import { type UserJson, userJson } from './user-json.ts'

export interface SessionJson {
  access_token: string
  token_type: 'bearer'
  /** Seconds. */
  expires_in: number
  /** Seconds of the epoch. */
  expires_at: number
  refresh_token: string
  user: UserJson
}

export type SignInMethod =
  | 'password'
  | 'otp'
  | 'anonymous'
  | 'email/signup'
  | 'invite'
  | 'magiclink'
  | 'recovery'
  | 'email_change'

/** Opens a session for `user`; the caller has proved who they are. */
export async function openSession(
  service: AuthService,
  tx: Database,
  opening: { user: UserRow; method: SignInMethod; client: sessions.ClientMark },
): Promise<SessionJson> {
  const now = service.clock.now()
  const user = await updateUser(tx, opening.user.id, { last_sign_in_at: now }, now)
  const session = await sessions.insertSession(
    tx,
    { userId: user.id, method: opening.method, ...opening.client },
    now,
  )
  const refreshToken = await grantRefreshToken(service, tx, session, null)
  return await describeSession(service, tx, { user, session, refreshToken })
}

/**
 * Exchanges a refresh token for the next one. Errors (400): `refresh_token_not_found`,
 * `refresh_token_already_used` (the session is then gone), `user_banned`.
 */
export async function refreshSession(
  service: AuthService,
  presented: string,
  client: sessions.ClientMark,
): Promise<SessionJson> {
  const digest = sha256(presented)
  // The verdict leaves the transaction as a value: throwing would take the revocation back.
  const outcome = await service.sql.begin(async (tx) => {
    const found = await sessions.findRefreshToken(tx, digest)
    const session = found && (await sessions.lockSession(tx, found.session_id))
    const token = session && (await sessions.findRefreshToken(tx, digest))
    const user = session && (await findUserById(tx, session.user_id))
    if (!session || !token || !user) return notFound()
    refuseBanned(service, user, 400, 'Invalid Refresh Token: ')
    const refreshToken = await nextRefreshToken(service, tx, session, token)
    if (refreshToken === null) {
      await sessions.deleteSession(tx, session.id)
      return alreadyUsed()
    }
    await sessions.markRefreshed(tx, session.id, client, service.clock.now())
    return await describeSession(service, tx, { user, session, refreshToken })
  })
  if (outcome instanceof AuthFailure) throw outcome
  return outcome
}

const notFound = () =>
  new AuthFailure(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
const alreadyUsed = () =>
  new AuthFailure(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')

/** The token that follows `token`; null if its reuse is no longer excusable. */
async function nextRefreshToken(
  service: AuthService,
  tx: Database,
  session: sessions.SessionRow,
  token: sessions.RefreshTokenRow,
): Promise<string | null> {
  const now = service.clock.now()
  if (!token.revoked) {
    await sessions.revokeRefreshToken(tx, token.id, now)
    return await grantRefreshToken(service, tx, session, token.token)
  }
  const active = await sessions.activeRefreshToken(tx, session.id)
  const isExcusable =
    active?.parent === token.token || now <= after(token.updated_at, limits.refreshReuseInterval)
  return active && isExcusable ? deriveRefreshToken(service, session.id, active.id) : null
}

function deriveRefreshToken(service: AuthService, sessionId: string, id: string): string {
  return keyedDigest(service.ctx.keys.jwtSecret, 'refresh token', `${sessionId}:${id}`).toString('base64url')
}

async function grantRefreshToken(
  service: AuthService,
  tx: Database,
  session: sessions.SessionRow,
  parent: string | null,
): Promise<string> {
  const derive = (id: string) => deriveRefreshToken(service, session.id, id)
  const id = await sessions.insertRefreshToken(
    tx,
    { sessionId: session.id, userId: session.user_id, parent, digestOf: (id) => sha256(derive(id)) },
    service.clock.now(),
  )
  return derive(id)
}

async function describeSession(
  service: AuthService,
  tx: Database,
  opened: { user: UserRow; session: sessions.SessionRow; refreshToken: string },
): Promise<SessionJson> {
  const { user, session, refreshToken } = opened
  const { token, expiresAt } = await service.accessTokens.sign({
    sub: user.id,
    aud: user.aud ?? 'authenticated',
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role ?? 'authenticated',
    aal: session.aal ?? 'aal1',
    amr: await sessions.methodsOf(tx, session.id),
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  })
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: service.ctx.config.accessTokenTtl,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: userJson(user, await identitiesOf(tx, [user.id])),
  }
}
