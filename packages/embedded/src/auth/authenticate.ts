/** Who calls: a project key on every route but the public ones, a user's token or the secret key on some. */
import type { Context, MiddlewareHandler } from 'hono'
import { AuthFailure } from './errors.ts'
import { isUuid } from './request.ts'
import { sameSecret } from './secrets.ts'
import type { AuthService } from './service.ts'
import { findSession, type SessionRow } from './store/sessions.ts'
import { findUserById, type UserRow } from './store/users.ts'

const ADMIN_ROLES = new Set(['service_role', 'supabase_admin'])

/** Opened by browsers from mails, by redirects, or before a key is known. */
const isPublic = (method: string, path: string): boolean =>
  path.endsWith('/.well-known/jwks.json') ||
  path.endsWith('/health') ||
  path.endsWith('/authorize') ||
  path.endsWith('/callback') ||
  (path.endsWith('/verify') && !path.includes('/factors/') && (method === 'GET' || method === 'HEAD'))

export interface Caller {
  user: UserRow
  /** Null for a token that names no session. */
  session: SessionRow | null
}

/** Refuses requests without a key of this project, in the words of the hosted provider's gateway. */
export function requireProjectKey(service: AuthService): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method === 'OPTIONS' || isPublic(c.req.method, c.req.path)) return await next()
    const key = c.req.header('apikey') ?? c.req.query('apikey')
    if (!key) {
      const hint = 'No `apikey` request header or url param was found.'
      return c.json({ message: 'No API key found in request', hint }, 401)
    }
    if (!(await isProjectKey(service, key))) {
      return c.json({ message: 'Invalid API key', hint: 'Double check your API key.' }, 401)
    }
    return await next()
  }
}

/** The two keys, or a token of role `anon` or `service_role` that the legacy secret signed. */
async function isProjectKey(service: AuthService, key: string): Promise<boolean> {
  const { publishableKey, secretKey } = service.ctx.keys
  if (sameSecret(key, publishableKey) || sameSecret(key, secretKey)) return true
  if (!key.includes('.')) return false
  const claims = await service.accessTokens.verify(key).catch(() => null)
  return claims !== null && (claims['role'] === 'anon' || claims['role'] === 'service_role')
}

function bearerToken(c: Context): string {
  const match = /^bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')
  const token = match?.[1]
  if (!token) {
    throw new AuthFailure(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  }
  return token
}

const badJwt = (message: string) => new AuthFailure(403, 'bad_jwt', message)

/** The user of the token, if its session still stands. Throws 401 or 403 as the hosted service does. */
export async function requireUser(service: AuthService, c: Context): Promise<Caller> {
  const token = bearerToken(c)
  const { publishableKey, secretKey } = service.ctx.keys
  // The hosted gateway swaps a key for a token of its role, which has no subject.
  if (sameSecret(token, publishableKey) || sameSecret(token, secretKey)) {
    throw badJwt('invalid claim: missing sub claim')
  }
  const claims = await service.accessTokens.verify(token)
  if (!claims.sub) throw badJwt('invalid claim: missing sub claim')
  if (!isUuid(claims.sub)) throw badJwt('invalid claim: sub claim must be a UUID')
  const user = await findUserById(service.sql, claims.sub)
  if (!user) throw new AuthFailure(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  const session = await sessionOf(service, user, claims['session_id'])
  refuseBanned(service, user, 403)
  return { user, session }
}

async function sessionOf(service: AuthService, user: UserRow, claim: unknown): Promise<SessionRow | null> {
  if (claim === undefined || claim === '') return null
  if (typeof claim !== 'string' || !isUuid(claim))
    throw badJwt('invalid claim: session_id claim must be a UUID')
  const session = await findSession(service.sql, claim)
  if (!session || session.user_id !== user.id) {
    throw new AuthFailure(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  return session
}

export function refuseBanned(service: AuthService, user: UserRow, status: 400 | 403, prefix = ''): void {
  if (user.banned_until && user.banned_until > service.clock.now()) {
    throw new AuthFailure(status, 'user_banned', `${prefix}User is banned`)
  }
}

/** The secret key, or a token of an administrative role. */
export async function requireAdmin(service: AuthService, c: Context): Promise<void> {
  const apikey = c.req.header('apikey') ?? ''
  const hasBearer = c.req.header('authorization') !== undefined
  const credential = hasBearer ? bearerToken(c) : apikey
  if (sameSecret(credential, service.ctx.keys.secretKey)) return
  if (sameSecret(credential, service.ctx.keys.publishableKey)) throw notAdmin()
  const claims = await service.accessTokens.verify(credential)
  if (!ADMIN_ROLES.has(String(claims['role']))) throw notAdmin()
}

const notAdmin = () => new AuthFailure(403, 'not_admin', 'User not allowed')
