/** GET /settings, /health and /.well-known/jwks.json. */
import type { AuthService } from './service.ts'

const EXTERNAL_PROVIDERS = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'snapchat',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'keycloak',
  'kakao',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'spotify',
  'slack',
  'slack_oidc',
  'workos',
  'twitch',
  'twitter',
  'phone',
  'zoom',
]

export function describeSettings(service: AuthService) {
  const off = Object.fromEntries(EXTERNAL_PROVIDERS.map((name) => [name, false]))
  return {
    external: { ...off, email: true, anonymous_users: service.anonymousSignIns },
    disable_signup: false,
    mailer_autoconfirm: !service.ctx.config.requireConfirmation,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    passkeys_enabled: false,
  }
}

export const describeHealth = () => ({
  version: 'plinth',
  name: 'GoTrue',
  description: 'GoTrue is a user registration and authentication API',
})

/** The public half only: its members are named one by one. */
export function publicKeys(service: AuthService) {
  const { kid, publicJwk } = service.ctx.keys.signingKey
  const { kty, crv, x, y } = publicJwk
  return { keys: [{ kty, crv, x, y, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'], ext: true }] }
}
