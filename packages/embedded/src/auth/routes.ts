import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { GatewayContext } from '../context.ts'
import * as admin from './admin-users.ts'
import { requireProjectKey } from './authenticate.ts'
import { createDisabledRoutes } from './disabled.ts'
import { AuthFailure, renderAuthError, toAuthFailure } from './errors.ts'
import { generateLink, invite } from './invitations.ts'
import { limits } from './limits.ts'
import { recover, resend, sendSignInLink } from './mail-sign-in.ts'
import { type AuthOptions, type AuthService, createAuthService } from './service.ts'
import { describeHealth, describeSettings, publicKeys } from './settings.ts'
import { signUp } from './signup.ts'
import { grantToken } from './token-grants.ts'
import { getUser, listIdentities, logOut, putUser, reauthenticate } from './user.ts'
import { verifyCode, verifyLink } from './verify.ts'

type Handler = (service: AuthService, c: Context) => Promise<Response>

/** Clients may keep the key set this long; the hosted service says the same. */
const JWKS_CACHE = 'public, max-age=600'

/** Everything under `/auth/v1`; mount it there. */
export function createAuthRoutes(ctx: GatewayContext, options: AuthOptions = {}): Hono {
  const service = createAuthService(ctx, options)
  const app = new Hono()
  const on = (handler: Handler) => (c: Context) => handler(service, c)

  app.use(bodyLimit({ maxSize: limits.bodyMaxBytes, onError: refuseLargeBody }))
  app.use(requireProjectKey(service))

  app.get('/health', (c) => c.json(describeHealth()))
  app.get('/settings', (c) => c.json(describeSettings(service)))
  app.get('/.well-known/jwks.json', (c) => c.json(publicKeys(service), 200, { 'cache-control': JWKS_CACHE }))

  app.post('/signup', on(signUp))
  app.post('/token', on(grantToken))
  app.post('/otp', on(sendSignInLink))
  app.post('/magiclink', on(sendSignInLink))
  app.post('/recover', on(recover))
  app.post('/resend', on(resend))
  app.get('/verify', on(verifyLink))
  app.post('/verify', on(verifyCode))

  app.get('/user', on(getUser))
  app.put('/user', on(putUser))
  app.get('/user/identities', on(listIdentities))
  app.get('/reauthenticate', on(reauthenticate))
  app.post('/logout', on(logOut))

  app.post('/invite', on(invite))
  app.post('/admin/generate_link', on(generateLink))
  app.get('/admin/users', on(admin.adminListUsers))
  app.post('/admin/users', on(admin.adminCreateUser))
  app.get('/admin/users/:id', on(admin.adminGetUser))
  app.put('/admin/users/:id', on(admin.adminUpdateUser))
  app.delete('/admin/users/:id', on(admin.adminDeleteUser))
  app.route('/', createDisabledRoutes(service))

  app.all('*', (c) => renderAuthError(c, new AuthFailure(404, 'not_found', 'No such endpoint')))
  app.onError((error, c) => {
    const failure = toAuthFailure(error)
    if (failure.status === 500) ctx.log(`auth ${c.req.method} ${c.req.path}: ${describe(error)}`)
    return renderAuthError(c, failure)
  })
  return app
}

function refuseLargeBody(c: Context): Response {
  // The rest of the body stays unread, so the connection cannot carry another request.
  c.header('connection', 'close')
  return renderAuthError(c, new AuthFailure(413, 'request_entity_too_large', 'Request body is too large'))
}

/** Database errors carry values in their detail: only the message goes to the log. */
const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error))
