import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** Codes of the hosted service that this one answers with. */
export type AuthErrorCode =
  | 'anonymous_provider_disabled'
  | 'bad_code_verifier'
  | 'bad_json'
  | 'bad_jwt'
  | 'email_exists'
  | 'email_not_confirmed'
  | 'feature_disabled'
  | 'flow_state_expired'
  | 'flow_state_not_found'
  | 'invalid_credentials'
  | 'manual_linking_disabled'
  | 'mfa_factor_not_found'
  | 'mfa_totp_enroll_not_enabled'
  | 'mfa_phone_enroll_not_enabled'
  | 'mfa_webauthn_enroll_not_enabled'
  | 'no_authorization'
  | 'not_admin'
  | 'not_found'
  | 'otp_disabled'
  | 'otp_expired'
  | 'over_email_send_rate_limit'
  | 'over_request_rate_limit'
  | 'passkey_disabled'
  | 'phone_provider_disabled'
  | 'provider_disabled'
  | 'reauthentication_needed'
  | 'reauthentication_not_valid'
  | 'refresh_token_already_used'
  | 'refresh_token_not_found'
  | 'request_entity_too_large'
  | 'same_password'
  | 'saml_provider_disabled'
  | 'session_not_found'
  | 'signup_disabled'
  | 'unexpected_failure'
  | 'user_already_exists'
  | 'user_banned'
  | 'user_not_found'
  | 'validation_failed'
  | 'weak_password'
  | 'web3_provider_disabled'

/** An expected refusal: thrown inside a handler, rendered by {@link renderAuthError}. */
export class AuthFailure extends Error {
  readonly status: ContentfulStatusCode
  readonly code: AuthErrorCode
  /** Reasons of a weak password, else empty. */
  readonly reasons: readonly string[]

  constructor(
    status: ContentfulStatusCode,
    code: AuthErrorCode,
    message: string,
    reasons: readonly string[] = [],
  ) {
    super(message)
    this.name = 'AuthFailure'
    this.status = status
    this.code = code
    this.reasons = reasons
  }
}

export const invalidRequest = (message: string) => new AuthFailure(400, 'validation_failed', message)
export const emailExists = () =>
  new AuthFailure(422, 'email_exists', 'A user with this email address has already been registered')

const API_VERSION_HEADER = 'x-supabase-api-version'
const API_VERSION = '2024-01-01'

/**
 * The body that the hosted service sends: `{code, message}` to clients that name API version
 * 2024-01-01, else the older `{code: status, error_code, msg}`.
 */
export function renderAuthError(c: Context, failure: AuthFailure): Response {
  c.header('x-sb-error-code', failure.code)
  const weak = failure.code === 'weak_password' ? { weak_password: { reasons: failure.reasons } } : {}
  const asked = c.req.header(API_VERSION_HEADER)
  if (asked && asked >= API_VERSION) {
    c.header(API_VERSION_HEADER, API_VERSION)
    return c.json({ code: failure.code, message: failure.message, ...weak }, failure.status)
  }
  const old = { code: failure.status, error_code: failure.code, msg: failure.message }
  return c.json({ ...old, ...weak }, failure.status)
}

const SQLSTATE_UNIQUE = '23505'

export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === SQLSTATE_UNIQUE

/** Maps what a handler threw: refusals as they are, unstorable text to 400, all else to a mute 500. */
export function toAuthFailure(error: unknown): AuthFailure {
  if (error instanceof AuthFailure) return error
  if (sqlState(error)?.startsWith('22'))
    return invalidRequest('The request holds a value that cannot be stored')
  return new AuthFailure(
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
  )
}

function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
