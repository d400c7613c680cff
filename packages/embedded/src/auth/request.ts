/** Reading requests: bodies, addresses of callers, redirect targets. */

import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { AuthFailure, invalidRequest } from './errors.ts'
import type { Rate } from './limits.ts'
import { allowedRedirect } from './redirects.ts'
import type { AuthService } from './service.ts'
import type { Metadata } from './store/database.ts'
import type { ClientMark } from './store/sessions.ts'

/** A JSON object whose fields are read by type; a field of another type is refused as `bad_json`. */
export interface Body {
  /** The text, or '' if absent or null. */
  text(name: string): string
  /** The text, or null if absent or null: tells "not sent" from "". */
  optionalText(name: string): string | null
  flag(name: string, fallback: boolean): boolean
  object(name: string): Metadata | null
}

const badJson = (detail: string) =>
  new AuthFailure(400, 'bad_json', `Could not parse request body as JSON: ${detail}`)

export async function readBody(c: Context): Promise<Body> {
  const fields = await readObject(c)
  const typed = <T>(name: string, is: (value: unknown) => value is T, kind: string): T | null => {
    const value = Object.hasOwn(fields, name) ? fields[name] : null
    if (value === null || value === undefined) return null
    if (!is(value)) throw badJson(`"${name}" must be ${kind}`)
    return value
  }
  const optionalText = (name: string) => typed(name, (v): v is string => typeof v === 'string', 'a string')
  return {
    text: (name) => optionalText(name) ?? '',
    optionalText,
    flag: (name, fallback) =>
      typed(name, (v): v is boolean => typeof v === 'boolean', 'a boolean') ?? fallback,
    object: (name) => typed(name, isObject, 'an object'),
  }
}

async function readObject(c: Context): Promise<Metadata> {
  const text = await c.req.text()
  if (text === '') return {}
  try {
    const parsed: unknown = JSON.parse(text)
    if (isObject(parsed)) return parsed
  } catch (error) {
    throw badJson(error instanceof Error ? error.message : 'unreadable')
  }
  throw badJson('expected an object')
}

const isObject = (value: unknown): value is Metadata =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isLoopback = (address: string): boolean =>
  address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.')

/**
 * The caller's address. A forwarding header counts only behind a proxy on this machine, and of it only
 * the last entry, which that proxy wrote.
 */
export function callerIp(c: Context): string {
  const peer = peerAddress(c)
  if (!isLoopback(peer)) return peer
  const forwarded = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim()
  return forwarded && isIP(forwarded) ? forwarded : peer
}

function peerAddress(c: Context): string {
  try {
    return getConnInfo(c).remote.address ?? '127.0.0.1'
  } catch {
    // No socket: the application was called in process.
    return '127.0.0.1'
  }
}

export function clientMark(c: Context): ClientMark {
  const ip = callerIp(c)
  return { ip: isIP(ip) ? ip : null, userAgent: c.req.header('user-agent')?.slice(0, 500) ?? null }
}

export function redirectTarget(service: AuthService, c: Context): string {
  return allowedRedirect(c.req.header('redirect_to') ?? c.req.query('redirect_to'), service.ctx.siteUrl)
}

/** Throws `over_request_rate_limit` (429) when `key` asks too often. */
export function limitRequests(service: AuthService, purpose: string, key: string, rate: Rate): void {
  if (service.limiter.take(`${purpose} ${key}`, rate) > 0) {
    throw new AuthFailure(429, 'over_request_rate_limit', 'Request rate limit reached')
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => UUID.test(text)

export function refusePhone(body: Body, message: string): void {
  if (body.text('phone') !== '') throw new AuthFailure(400, 'phone_provider_disabled', message)
}

export function requireText(body: Body, name: string, message: string): string {
  const value = body.text(name)
  if (value === '') throw invalidRequest(message)
  return value
}
