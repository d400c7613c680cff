import type { TransactionSql } from 'postgres'
import type { GatewayContext, Identity } from '../context.ts'
import { failureOfSqlState } from './storage-failure.ts'

/** The service itself: reads buckets, serves what a checked signature or a public bucket allows. */
export const SERVICE: Identity = { role: 'service_role', claims: { role: 'service_role' }, userId: null }

/** No policy may hold a connection longer than this. */
const STATEMENT_TIMEOUT_MS = 15_000

/** Ends a transaction that was only to ask whether something is allowed. */
class OnlyAsked extends Error {}

/**
 * Runs `fn` in one transaction as the caller, with the route's name in `storage.operation`: policies
 * decide. Database refusals become storage refusals.
 */
export async function asCaller<T>(
  ctx: GatewayContext,
  identity: Identity,
  operation: string,
  fn: (sql: TransactionSql) => Promise<T>,
): Promise<T> {
  try {
    return (await ctx.pools.storage.begin(async (sql) => {
      const settings = sql`
        select set_config('role', ${identity.role}, true),
          set_config('request.jwt.claims', ${JSON.stringify(identity.claims)}, true),
          set_config('request.jwt.claim.sub', ${identity.userId ?? ''}, true),
          set_config('request.jwt.claim.role', ${identity.role}, true),
          set_config('request.headers', '{}', true),
          set_config('storage.operation', ${operation}, true),
          set_config('storage.allow_delete_query', 'true', true),
          set_config('statement_timeout', ${String(STATEMENT_TIMEOUT_MS)}, true)`.execute()
      // `execute` sends the settings now, before anything of `fn`; a connection works in order. Without
      // it they would be sent when first awaited, and `fn` could run past the policies.
      const [, value] = await Promise.all([settings, fn(sql)])
      return value
    })) as T
  } catch (error) {
    throw failureOfSqlState((error as { code?: string }).code) ?? error
  }
}

/** Asks whether the policies allow what `fn` does; nothing of it stays. Throws the refusal. */
export async function tryAsCaller(
  ctx: GatewayContext,
  identity: Identity,
  operation: string,
  fn: (sql: TransactionSql) => Promise<unknown>,
): Promise<void> {
  try {
    await asCaller(ctx, identity, operation, async (sql) => {
      await fn(sql)
      throw new OnlyAsked()
    })
  } catch (error) {
    if (!(error instanceof OnlyAsked)) throw error
  }
}
