import { errorCatalogue } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { authError, parseDetails, rpcError, storageError } from './to-app-error.ts'

describe('errors of calls', () => {
  it('takes the code that the database raised, with its details', () => {
    const details = JSON.stringify({ table: 't', field: 'f', rule: 'max', limit: 5 })
    expect(rpcError({ code: 'PT403', message: 'read_only', details }, 403)).toEqual({
      code: 'read_only',
      message: errorCatalogue.read_only,
      details: { table: 't', field: 'f', rule: 'max', limit: 5 },
    })
  })

  it.each([
    ['55P03', 500, 'busy'],
    ['40P01', 500, 'busy'],
    ['42703', 400, 'busy'],
    ['42P01', 404, 'busy'],
    ['PGRST204', 400, 'busy'],
    ['57014', 500, 'timeout'],
    ['42501', 403, 'forbidden'],
    ['42501', 401, 'not_signed_in'],
    ['23505', 409, 'not_unique'],
    ['22003', 400, 'number_out_of_range'],
    ['PGRST202', 404, 'schema_missing'],
    ['PGRST106', 406, 'schema_missing'],
    ['PGRST303', 401, 'session_expired'],
    ['PGRST003', 504, 'busy'],
    ['XX000', 500, 'unexpected'],
  ])('maps %s with status %i to %s', (code, status, expected) => {
    expect(rpcError({ code, message: 'whatever the database says' }, status).code).toBe(expected)
  })

  it('says of a table that got another shape that it is this', () => {
    for (const code of ['42703', '42P01', 'PGRST204']) {
      expect(rpcError({ code, message: 'column t.pay does not exist' }, 400).details).toEqual({
        rule: 'shape',
      })
    }
    expect(rpcError({ code: '55P03', message: '' }, 500).details).toBeUndefined()
  })

  it('tells a missing answer from an unexpected one', () => {
    expect(rpcError({ code: '', message: 'TypeError: fetch failed' }, 0).code).toBe('network')
    expect(rpcError({ code: '', message: 'Invalid API key' }, 401).code).toBe('key_invalid')
    expect(rpcError({ message: 'slow down' }, 429).code).toBe('rate_limited')
  })

  it('never shows a text of the provider, which may hold values', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.string(),
        fc.integer({ min: 0, max: 599 }),
        (code, message, details, status) => {
          const error = rpcError({ code, message, details }, status)
          expect(Object.values(errorCatalogue)).toContain(error.message)
          expect(Object.keys(errorCatalogue)).toContain(error.code)
        },
      ),
    )
  })

  it('drops details that are not of the agreed shape', () => {
    expect(parseDetails('Key (email)=(a@b.c) already exists.')).toBeUndefined()
    expect(parseDetails({ table: 't', value: 'secret' })).toEqual({ table: 't' })
    expect(parseDetails({ table: null })).toBeUndefined()
    expect(parseDetails(null)).toBeUndefined()
  })
})

describe('errors of signing in', () => {
  it.each([
    [{ code: 'invalid_credentials', status: 400 }, 'invalid_credentials'],
    [{ code: 'email_not_confirmed', status: 400 }, 'email_not_confirmed'],
    [{ code: 'weak_password', status: 422 }, 'weak_password'],
    [{ code: 'same_password', status: 422 }, 'same_password'],
    [{ code: 'otp_expired', status: 403 }, 'link_invalid'],
    [{ code: 'flow_state_not_found', status: 404 }, 'link_invalid'],
    [{ code: 'signup_disabled', status: 422 }, 'signup_closed'],
    [{ code: 'over_email_send_rate_limit', status: 429 }, 'rate_limited'],
    [{ code: 'refresh_token_already_used', status: 400 }, 'session_expired'],
    [{ code: 'user_already_exists', status: 422 }, 'not_unique'],
    [
      { code: 'validation_failed', message: 'Unable to validate email address: invalid format' },
      'email_invalid',
    ],
    [{ name: 'AuthSessionMissingError', status: 400 }, 'not_signed_in'],
    [{ name: 'AuthRetryableFetchError', status: 0 }, 'network'],
    [{ name: 'AuthApiError', status: 500 }, 'unexpected'],
  ])('maps %j to %s', (failure, expected) => {
    expect(authError(failure).code).toBe(expected)
  })

  it('says where a link works that was opened in another browser', () => {
    const error = authError({
      name: 'AuthPKCECodeVerifierMissingError',
      code: 'pkce_code_verifier_not_found',
    })
    expect(error.code).toBe('link_invalid')
    expect(error.hint).toContain('same browser')
  })
})

describe('errors of files', () => {
  it.each([
    [{ status: 400, statusCode: '404' }, 'read', 'file_missing'],
    [{ status: 400, statusCode: '403' }, 'read', 'file_missing'],
    [{ status: 400, statusCode: '403' }, 'upload', 'forbidden'],
    [{ status: 400, message: 'new row violates row-level security policy' }, 'upload', 'forbidden'],
    [{ status: 413 }, 'upload', 'file_too_large'],
    [{ status: 415 }, 'upload', 'file_refused'],
    [{ status: 400, statusCode: '409' }, 'upload', 'upload_failed'],
    [{ status: 0 }, 'upload', 'network'],
    [{ message: 'fetch failed' }, 'read', 'network'],
    [{ status: 503 }, 'upload', 'network'],
  ] as const)('maps %j while it does %s to %s', (failure, doing, expected) => {
    expect(storageError(failure, doing).code).toBe(expected)
  })
})
