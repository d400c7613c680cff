import type { Sql } from 'postgres'
import type { GatewayContext, Identity } from '../context.ts'

/** Statement timeout of each role, in Postgres's notation. */
type Timeouts = Map<string, string>

const cached = new WeakMap<GatewayContext, Promise<Timeouts>>()

/**
 * The statement timeout that a role's own settings name. They would apply at log-in only; requests switch
 * roles inside a session, so the gateway sets it for each transaction. Without one, authenticator's holds.
 */
export async function timeoutOf(ctx: GatewayContext, role: Identity['role']): Promise<string> {
  const known = cached.get(ctx) ?? load(ctx.pools.caller)
  cached.set(ctx, known)
  try {
    const timeouts = await known
    return timeouts.get(role) ?? timeouts.get('authenticator') ?? '8s'
  } catch (error) {
    cached.delete(ctx)
    throw error
  }
}

/** Reads the settings anew at the next request. */
export function forgetRoleSettings(ctx: GatewayContext): void {
  cached.delete(ctx)
}

async function load(sql: Sql): Promise<Timeouts> {
  const rows = await sql<{ role: string; setting: string }[]>`
    select rolname as role, setting
    from pg_catalog.pg_roles, unnest(rolconfig) as setting
    where rolname in ('anon', 'authenticated', 'service_role', 'authenticator')`
  const prefix = 'statement_timeout='
  return new Map(
    rows
      .filter((row) => row.setting.startsWith(prefix))
      .map((row) => [row.role, row.setting.slice(prefix.length)]),
  )
}
