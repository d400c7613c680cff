/**
 * The one place where failures of the provider become codes of our catalogue. Four kinds arrive here: answers of
 * the REST API (`fromRpc`), of auth, of storage, and failures without an answer (network, abort). Texts of the provider
 * are never shown: they may hold values, and they are not written for people.
 */
import { type AppError, appError, type ErrorCode, type ErrorDetails, isErrorCode } from '@plinth/domain'
import * as v from 'valibot'

/** What the REST API answers on failure; `code` is `PT4xx`, a SQLSTATE, `PGRSTnnn` or empty. */
export interface RpcFailure {
  readonly code?: string | null | undefined
  readonly message?: string | null | undefined
  readonly details?: string | null | undefined
}

/** A map and not an object: a code called `toString` must find nothing. */
function codes(table: Readonly<Record<string, ErrorCode>>): ReadonlyMap<string, ErrorCode> {
  return new Map(Object.entries(table))
}

/** What a SQLSTATE, or a code of the REST API, stands for. */
export const codeOfSqlState = codes({
  // Another transaction was in the way: nothing was stored, the same call may succeed a moment later.
  '55P03': 'busy',
  '40001': 'busy',
  '40P01': 'busy',
  '53300': 'busy',
  '57014': 'timeout',
  '42501': 'forbidden',
  '23505': 'not_unique',
  '23502': 'value_required',
  '23514': 'value_invalid',
  '23503': 'not_found',
  '22P02': 'value_invalid',
  '22P05': 'value_invalid',
  '22021': 'value_invalid',
  '22001': 'value_too_long',
  '22003': 'number_out_of_range',
  '22007': 'date_invalid',
  '22008': 'date_invalid',
  '22023': 'invalid_input',
  '54000': 'limit_exceeded',
  '42883': 'schema_missing',
  '3F000': 'schema_missing',
  '57P01': 'network',
  '57P03': 'network',
  PGRST000: 'network',
  PGRST001: 'network',
  PGRST002: 'network',
  PGRST003: 'busy',
  PGRST106: 'schema_missing',
  PGRST202: 'schema_missing',
  PGRST205: 'schema_missing',
  PGRST301: 'session_expired',
  PGRST302: 'not_signed_in',
  PGRST303: 'session_expired',
})

/**
 * A column or table went between the first look at it and the last, or the REST API has not heard of a new column yet. The same call may
 * succeed; who gets this again and again should ask for the schema anew.
 */
const shapeStates: ReadonlySet<string> = new Set(['42703', '42P01', 'PGRST204'])

const codeOfAuth = codes({
  invalid_credentials: 'invalid_credentials',
  user_not_found: 'invalid_credentials',
  user_banned: 'forbidden',
  email_not_confirmed: 'email_not_confirmed',
  provider_email_needs_verification: 'email_not_confirmed',
  weak_password: 'weak_password',
  same_password: 'same_password',
  otp_expired: 'link_invalid',
  flow_state_expired: 'link_invalid',
  flow_state_not_found: 'link_invalid',
  bad_code_verifier: 'link_invalid',
  pkce_code_verifier_not_found: 'link_invalid',
  bad_oauth_callback: 'link_invalid',
  bad_oauth_state: 'link_invalid',
  access_denied: 'link_invalid',
  signup_disabled: 'signup_closed',
  email_provider_disabled: 'signup_closed',
  otp_disabled: 'signup_closed',
  email_address_invalid: 'email_invalid',
  email_address_not_authorized: 'email_invalid',
  validation_failed: 'invalid_input',
  bad_jwt: 'session_expired',
  session_expired: 'session_expired',
  session_not_found: 'session_expired',
  refresh_token_not_found: 'session_expired',
  refresh_token_already_used: 'session_expired',
  no_authorization: 'not_signed_in',
  reauthentication_needed: 'session_expired',
  over_request_rate_limit: 'rate_limited',
  over_email_send_rate_limit: 'rate_limited',
  request_timeout: 'timeout',
})

/** Messages that the browsers and Node give to a request that got no answer. */
const networkFailure = /fetch failed|failed to fetch|load failed|networkerror|network request failed|ECONN/i

const roleName = v.object({ id: v.string(), kind: v.string(), name: v.string() })

const detailsSchema = v.object({
  table: v.optional(v.nullable(v.string())),
  field: v.optional(v.nullable(v.string())),
  rule: v.optional(v.nullable(v.string())),
  limit: v.optional(v.nullable(v.number())),
  line: v.optional(v.nullable(v.number())),
  seconds: v.optional(v.nullable(v.number())),
  action: v.optional(v.nullable(v.string())),
  role: v.optional(v.nullable(v.string())),
  roles: v.optional(v.nullable(v.array(roleName))),
  fields: v.optional(v.nullable(v.array(v.string()))),
  formula: v.optional(v.nullable(v.string())),
  link: v.optional(v.nullable(v.string())),
  target: v.optional(v.nullable(v.string())),
  needed: v.optional(
    v.nullable(v.object({ kind: v.picklist(['rule', 'lock', 'workflow']), name: v.string() })),
  ),
  ring: v.optional(v.nullable(v.array(v.string()))),
})

/** Keeps the named details and drops everything else: what the database adds by itself may hold values. */
export function parseDetails(raw: unknown): ErrorDetails | undefined {
  const parsed = v.safeParse(detailsSchema, typeof raw === 'string' ? jsonOrNull(raw) : raw)
  if (!parsed.success) return undefined
  const entries = Object.entries(parsed.output).filter(([, value]) => value != null)
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as ErrorDetails)
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function withDetails(code: ErrorCode, raw: unknown): AppError {
  const details = parseDetails(raw)
  return appError(code, details === undefined ? {} : { details })
}

/** The error that a call tells in its answer. */
export function answeredError(answer: {
  readonly code: string
  readonly details?: unknown
  readonly hint?: string | undefined
}): AppError {
  const error = isErrorCode(answer.code) ? withDetails(answer.code, answer.details) : appError('unexpected')
  return answer.hint === undefined ? error : { ...error, hint: answer.hint }
}

/** `status` is the HTTP status, 0 when no answer came. */
export function rpcError(failure: RpcFailure, status: number): AppError {
  const message = failure.message ?? ''
  if (isErrorCode(message)) return withDetails(message, failure.details)
  const code = failure.code ?? ''
  // PostgREST answers 401 instead of 403 when the caller has no token at all.
  if (code === '42501' && status === 401) return appError('not_signed_in')
  if (shapeStates.has(code)) return appError('busy', { details: { rule: 'shape' } })
  const known = codeOfSqlState.get(code)
  if (known !== undefined) return withDetails(known, failure.details)
  return appError(codeOfStatus(status) ?? (networkFailure.test(message) ? 'network' : 'unexpected'))
}

function codeOfStatus(status: number): ErrorCode | undefined {
  switch (status) {
    case 0:
    case 502:
    case 503:
    case 521:
    case 522:
      return 'network'
    case 401:
      return 'key_invalid'
    case 403:
      return 'forbidden'
    case 404:
      return 'not_found'
    case 413:
      return 'limit_exceeded'
    case 429:
      return 'rate_limited'
    case 504:
      return 'timeout'
    default:
      return undefined
  }
}

/** Shape of the auth client's errors; those without an answer have no status. */
export interface AuthFailure {
  readonly name?: string | undefined
  readonly code?: string | undefined
  readonly status?: number | undefined
  readonly message?: string | undefined
}

export function authError(failure: AuthFailure): AppError {
  const code = failure.code ?? ''
  if (code === 'pkce_code_verifier_not_found' || failure.name === 'AuthPKCECodeVerifierMissingError') {
    return appError('link_invalid', {
      hint: 'Open the link in the same browser in which you asked for it, or sign in there.',
    })
  }
  if (code === 'user_already_exists' || code === 'email_exists') {
    return appError('not_unique', {
      message: 'There is an account with this e-mail address already. Sign in instead.',
      details: { field: 'email' },
    })
  }
  if (code === 'validation_failed' && /email/i.test(failure.message ?? '')) return appError('email_invalid')
  const known = codeOfAuth.get(code)
  if (known !== undefined) return appError(known)
  if (failure.name === 'AuthSessionMissingError') return appError('not_signed_in')
  if (failure.name === 'AuthRetryableFetchError' || failure.status === 0) return appError('network')
  if (networkFailure.test(failure.message ?? '')) return appError('network')
  return appError(codeOfStatus(failure.status ?? -1) ?? 'unexpected')
}

/** Shape of the storage API's failures: `statusCode` repeats or refines the HTTP status. */
export interface StorageFailure {
  readonly status?: number | undefined
  readonly statusCode?: string | undefined
  readonly message?: string | undefined
}

export function storageError(failure: StorageFailure, doing: 'upload' | 'read' | 'remove'): AppError {
  const { message = '' } = failure
  const refined = Number(failure.statusCode)
  const status = Number.isInteger(refined) && refined >= 400 ? refined : failure.status
  if (status === undefined || status === 0) {
    return appError(networkFailure.test(message) || status === 0 ? 'network' : fallbackOf(doing))
  }
  switch (status) {
    case 401:
      return appError(/jwt|exp/i.test(message) ? 'session_expired' : 'not_signed_in')
    case 403:
      // What one may not read answers like what is not there.
      return appError(doing === 'read' ? 'file_missing' : 'forbidden')
    case 404:
      return appError(doing === 'upload' ? 'upload_failed' : 'file_missing')
    case 413:
      return appError('file_too_large')
    case 415:
    case 422:
      return appError('file_refused')
    case 429:
      return appError('rate_limited')
    case 400:
      if (doing === 'read') return appError('file_missing')
      return appError(/row-level security/i.test(message) ? 'forbidden' : fallbackOf(doing))
    default:
      return appError(status >= 502 && status <= 504 ? 'network' : fallbackOf(doing))
  }
}

function fallbackOf(doing: 'upload' | 'read' | 'remove'): ErrorCode {
  return doing === 'upload' ? 'upload_failed' : 'unexpected'
}

/** The caller's own `AbortSignal` ended the call; callers look at their signal, not at this. */
export function abortedError(code: 'network' | 'upload_failed' = 'network'): AppError {
  return appError(code, { details: { rule: 'aborted' } })
}
