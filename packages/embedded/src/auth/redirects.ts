/** Where a mail link may lead, and what the address then carries. */
import type { AuthFailure } from './errors.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

const portOf = (url: URL): string => url.port || (url.protocol === 'https:' ? '443' : '80')

/**
 * `wanted` if it lies on the site's own origin or on a loopback origin of the same port and scheme,
 * else `siteUrl`. Only absolute addresses without credentials count; the result is normalized.
 */
export function allowedRedirect(wanted: string | null | undefined, siteUrl: string): string {
  if (!wanted || !URL.canParse(wanted)) return siteUrl
  const url = new URL(wanted)
  const site = new URL(siteUrl)
  if (url.username !== '' || url.password !== '') return siteUrl
  if (url.protocol !== site.protocol || portOf(url) !== portOf(site)) return siteUrl
  return url.hostname === site.hostname || LOOPBACK.has(url.hostname) ? url.href : siteUrl
}

/** Marks a fragment as ours for clients; the hosted service adds it too. */
const MARK: [string, string] = ['sb', '']

function withFragment(target: string, fields: Record<string, string>): string {
  const url = new URL(target)
  url.hash = new URLSearchParams([...Object.entries(fields), MARK]).toString()
  return url.href
}

function withQuery(target: string, fields: Record<string, string>): string {
  const url = new URL(target)
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return url.href
}

const OAUTH_ERRORS: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/** Errors go into the fragment; in the PKCE flow into the query as well. */
export function errorRedirect(target: string, failure: AuthFailure, isPkce: boolean): string {
  const error = OAUTH_ERRORS[failure.status]
  const fields = {
    ...(error ? { error } : {}),
    error_code: failure.code,
    error_description: failure.message,
  }
  return withFragment(isPkce ? withQuery(target, fields) : target, fields)
}

export function messageRedirect(target: string, message: string, isPkce: boolean): string {
  return withFragment(isPkce ? withQuery(target, { message }) : target, { message })
}

export const codeRedirect = (target: string, code: string): string => withQuery(target, { code })

/** Tokens of the implicit flow, in the fragment: no server log sees them. */
export function sessionRedirect(
  target: string,
  type: string,
  session: {
    access_token: string
    token_type: string
    expires_in: number
    expires_at: number
    refresh_token: string
  },
): string {
  return withFragment(target, {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
    type,
  })
}
