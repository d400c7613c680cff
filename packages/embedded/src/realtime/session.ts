import type { GatewayContext, Identity } from '../context.ts'
import { identify, identifyToken } from '../gateway/identity.ts'

/** A caller with the moment at which the token ends. */
export interface RealtimeSession {
  identity: Identity
  /** Milliseconds since 1970; null for the project's own keys. */
  expiresAtMs: number | null
  /** The token by which the caller is known; null for the project's own keys. */
  token: string | null
}

/** Why a token was not accepted, in the provider's words. */
export interface SessionFault {
  fault: string
  message: string
}

/** Reads callers from tokens and requests. */
export interface SessionReader {
  read(token: string): Promise<RealtimeSession | SessionFault>
  /** By the key and, when there is one, the bearer token of a request. */
  readRequest(request: Request): Promise<RealtimeSession | SessionFault>
}

export function createSessionReader(ctx: GatewayContext): SessionReader {
  return {
    read: async (token) => {
      const found = await identifyToken(ctx, token)
      return found.ok ? sessionOf(found.value, token) : fault(found.error.message)
    },
    readRequest: async (request) => {
      const found = await identify(ctx, request)
      return found.ok ? sessionOf(found.value, null) : fault(found.error.message)
    },
  }
}

function sessionOf(identity: Identity, token: string | null): RealtimeSession | SessionFault {
  const { exp } = identity.claims
  if (typeof exp !== 'number') return { identity, expiresAtMs: null, token }
  const expiredMs = Date.now() - exp * 1000
  if (expiredMs >= 0) return fault(`Token has expired ${Math.floor(expiredMs / 1000)} seconds ago`)
  return { identity, expiresAtMs: exp * 1000, token }
}

function fault(message: string): SessionFault {
  return { fault: 'InvalidJWTToken', message }
}
