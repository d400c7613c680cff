import type { Sql } from 'postgres'
import type { GatewayContext } from '../context.ts'
import { type AccessTokens, createAccessTokens } from './access-tokens.ts'
import { type Clock, systemClock } from './clock.ts'
import { createRateLimiter, type RateLimiter } from './rate-limit.ts'

export interface AuthOptions {
  clock?: Clock
  /** Sign-up without an address. On unless turned off. */
  anonymousSignIns?: boolean
}

/** What every handler of the auth service works with. */
export interface AuthService {
  ctx: GatewayContext
  /** As `supabase_auth_admin`. */
  sql: Sql
  clock: Clock
  limiter: RateLimiter
  accessTokens: AccessTokens
  anonymousSignIns: boolean
}

export function createAuthService(ctx: GatewayContext, options: AuthOptions = {}): AuthService {
  const clock = options.clock ?? systemClock
  return {
    ctx,
    sql: ctx.pools.auth,
    clock,
    limiter: createRateLimiter(clock, ctx.config.rateLimitFactor),
    accessTokens: createAccessTokens(ctx, clock),
    anonymousSignIns: options.anonymousSignIns ?? true,
  }
}
