/** Endpoints of the hosted service that are off here: each answers as a project with that feature off. */
import { Hono } from 'hono'
import { requireAdmin, requireUser } from './authenticate.ts'
import { type AuthErrorCode, AuthFailure } from './errors.ts'
import { readBody } from './request.ts'
import type { AuthService } from './service.ts'

const off = (status: 400 | 404 | 422, code: AuthErrorCode, message: string) => () => {
  throw new AuthFailure(status, code, message)
}

const factorMessages = new Map<string, [AuthErrorCode, string]>([
  ['totp', ['mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP']],
  ['phone', ['mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone']],
  ['webauthn', ['mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn']],
])

export function createDisabledRoutes(service: AuthService): Hono {
  const app = new Hono()
  const noProvider = off(400, 'validation_failed', 'Unsupported provider: provider is not enabled')
  app.get('/authorize', noProvider)
  app.all('/callback', noProvider)

  const noLinking = off(404, 'manual_linking_disabled', 'Manual linking is disabled')
  app.get('/user/identities/authorize', noLinking)
  app.delete('/user/identities/:id', noLinking)

  app.post('/factors', async (c) => {
    await requireUser(service, c)
    const type = (await readBody(c)).text('factor_type')
    const [code, message] = factorMessages.get(type) ?? []
    if (!code || !message) {
      throw new AuthFailure(400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn')
    }
    throw new AuthFailure(422, code, message)
  })
  app.all('/factors/:id/*', async (c) => {
    await requireUser(service, c)
    throw new AuthFailure(404, 'mfa_factor_not_found', 'Factor not found')
  })
  app.delete('/factors/:id', async (c) => {
    await requireUser(service, c)
    throw new AuthFailure(404, 'mfa_factor_not_found', 'Factor not found')
  })

  const noSso = off(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
  app.all('/sso', noSso)
  app.all('/sso/*', noSso)
  app.all('/passkeys', off(404, 'passkey_disabled', 'Passkeys are disabled'))
  app.all('/passkeys/*', off(404, 'passkey_disabled', 'Passkeys are disabled'))
  app.all('/oauth/*', off(404, 'feature_disabled', 'OAuth server is disabled'))
  app.all('/user/oauth/*', off(404, 'feature_disabled', 'OAuth server is disabled'))

  app.get('/admin/users/:id/factors', async (c) => {
    await requireAdmin(service, c)
    return c.json([])
  })
  app.all('/admin/*', async (c) => {
    await requireAdmin(service, c)
    throw new AuthFailure(404, 'feature_disabled', 'This administrative endpoint is not available')
  })
  return app
}
