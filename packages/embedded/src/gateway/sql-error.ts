import postgres from 'postgres'
import { isConnectionLoss } from '../connection-loss.ts'
import { type ApiError, ApiFailure, apiError } from './api-error.ts'

/** HTTP status by SQLSTATE, then by its class, as PostgREST maps them; anything else is 400. */
const STATUS_BY_STATE: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  // Depth of what the caller sent.
  '54001': 400,
  '57P01': 503,
  P0001: 400,
}
const STATUS_BY_CLASS: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
}

/**
 * Postgres looks for similar names in what the caller may not read (undefined column, table, function), and tells its
 * settings when a value is nested too deep. These hints stay here.
 */
const HINTS_KEPT_BACK = new Set(['42703', '42P01', '42883', '54001'])

/**
 * Maps what a database call threw to a refusal. `signedIn` tells 403 (this user may not) from 401 (nobody
 * signed in). Rethrows what did not come from the database or from our own refusals.
 */
export function sqlError(error: unknown, signedIn: boolean): ApiError {
  if (error instanceof ApiFailure) return error.error
  if (error instanceof postgres.PostgresError) {
    const headers = statusHeaders(error.code, signedIn)
    return apiError(statusOf(error, signedIn), error.code, error.message, {
      details: error.detail ?? null,
      hint: HINTS_KEPT_BACK.has(error.code) ? null : (error.hint ?? null),
      ...(headers ? { headers } : {}),
    })
  }
  if (isConnectionLoss(error)) {
    return apiError(503, 'PGRST001', 'Database connection lost. Retrying the connection.')
  }
  throw error
}

function statusOf(error: postgres.PostgresError, signedIn: boolean): number {
  const { code, message } = error
  // Below 200 there is no final answer: such a code counts as any other unknown one.
  const custom = /^PT([2-5]\d\d)$/.exec(code)
  if (custom) return Number(custom[1])
  if (code === '42501') return signedIn ? 403 : 401
  if (code === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500
  return STATUS_BY_STATE[code] ?? STATUS_BY_CLASS[code.slice(0, 2)] ?? 400
}

function statusHeaders(code: string, signedIn: boolean): Record<string, string> | undefined {
  return code === '42501' && !signedIn ? { 'www-authenticate': 'Bearer' } : undefined
}
