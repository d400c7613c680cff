/** POST /token: password, refresh token, PKCE code. */
import type { Context } from 'hono'
import { refuseBanned } from './authenticate.ts'
import { after } from './clock.ts'
import { AuthFailure, invalidRequest } from './errors.ts'
import { limits, rates } from './limits.ts'
import { verifyPassword } from './passwords.ts'
import { answersChallenge } from './pkce.ts'
import { type Body, callerIp, clientMark, limitRequests, readBody, refusePhone } from './request.ts'
import { sha256 } from './secrets.ts'
import type { AuthService } from './service.ts'
import { openSession, refreshSession, type SignInMethod } from './sessions.ts'
import { consumeFlowState, findFlowState } from './store/one-time-tokens.ts'
import { findUserByEmail, findUserById, type UserRow } from './store/users.ts'

export async function grantToken(service: AuthService, c: Context): Promise<Response> {
  switch (c.req.query('grant_type')) {
    case 'password':
      limitRequests(service, 'password', callerIp(c), rates.password)
      return await grantByPassword(service, c, await readBody(c))
    case 'refresh_token':
      limitRequests(service, 'refresh', callerIp(c), rates.refresh)
      return await grantByRefreshToken(service, c, await readBody(c))
    case 'pkce':
      limitRequests(service, 'verify', callerIp(c), rates.verify)
      return await grantByAuthCode(service, c, await readBody(c))
    case 'id_token':
      throw new AuthFailure(400, 'provider_disabled', 'Provider is not enabled')
    case 'web3':
      throw new AuthFailure(422, 'web3_provider_disabled', 'Web3 provider is disabled')
    default:
      throw new AuthFailure(400, 'invalid_credentials', 'unsupported_grant_type')
  }
}

async function grantByPassword(service: AuthService, c: Context, body: Body): Promise<Response> {
  refusePhone(body, 'Phone logins are disabled')
  const email = body.text('email').toLowerCase()
  if (email === '') throw invalidRequest('missing email or phone')
  const user = await findUserByEmail(service.sql, email)
  const isRight = await verifyPassword(body.text('password'), user?.encrypted_password ?? null)
  if (!user || !isRight) throw new AuthFailure(400, 'invalid_credentials', 'Invalid login credentials')
  // Only who knows the password learns that the account is banned or unconfirmed.
  refuseBanned(service, user, 400)
  if (!user.email_confirmed_at) throw new AuthFailure(400, 'email_not_confirmed', 'Email not confirmed')
  return c.json(await open(service, c, user, 'password'))
}

async function grantByRefreshToken(service: AuthService, c: Context, body: Body): Promise<Response> {
  const token = body.text('refresh_token')
  if (token === '') throw invalidRequest('refresh_token required')
  return c.json(await refreshSession(service, token, clientMark(c)))
}

async function grantByAuthCode(service: AuthService, c: Context, body: Body): Promise<Response> {
  const code = body.text('auth_code')
  const verifier = body.text('code_verifier')
  if (code === '' || verifier === '') {
    throw invalidRequest('invalid request: both auth code and code verifier should be non-empty')
  }
  const flow = await findFlowState(service.sql, sha256(code))
  const user = flow && (await findUserById(service.sql, flow.user_id))
  if (!flow || !user) throw flowNotFound()
  if (service.clock.now() > after(flow.auth_code_issued_at, limits.authCodeTtl)) {
    throw new AuthFailure(422, 'flow_state_expired', 'invalid flow state, flow state has expired')
  }
  const challenge = { challenge: flow.code_challenge, challengeMethod: flow.code_challenge_method }
  if (!answersChallenge(verifier, challenge)) {
    const message = 'code challenge does not match previously saved code verifier'
    throw new AuthFailure(400, 'bad_code_verifier', message)
  }
  refuseBanned(service, user, 400)
  const session = await service.sql.begin(async (tx) => {
    if (!(await consumeFlowState(tx, flow.id, service.clock.now()))) throw flowNotFound()
    const method = flow.authentication_method as SignInMethod
    return await openSession(service, tx, { user, method, client: clientMark(c) })
  })
  return c.json(session)
}

const flowNotFound = () =>
  new AuthFailure(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')

async function open(service: AuthService, c: Context, user: UserRow, method: SignInMethod) {
  return await service.sql.begin((tx) => openSession(service, tx, { user, method, client: clientMark(c) }))
}
