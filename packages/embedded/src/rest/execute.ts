import type { TransactionSql } from 'postgres'
import type { GatewayContext, Identity } from '../context.ts'
import { refuse } from '../gateway/api-error.ts'
import { asCaller, type CallerOptions, type CallerRequest } from '../gateway/identity.ts'
import { Lane } from './lane.ts'
import type { Media } from './media.ts'
import type { Preferences } from './preferences.ts'
import { boundValues, type SqlText } from './sql-text.ts'

/** The one row that every statement of the REST routes gives. */
export interface StatementResult {
  body: string | null
  /** Rows in the body, or rows written. */
  rows: number
  /** All rows that fit, if asked for. */
  total: number | null
  /** Status and headers that a function set for the answer. */
  status: string | null
  headers: string | null
}

/** Select list that reads what a function set for the answer; stands behind the data. */
export const RESPONSE_SETTINGS = `nullif(current_setting('response.status', true), '') as status,
  nullif(current_setting('response.headers', true), '') as headers`

export interface Execution {
  ctx: GatewayContext
  identity: Identity
  request: CallerRequest
  media: Media
  preferences: Preferences
  options: CallerOptions
  /** Reuse of the statement's plan pays only where texts repeat. */
  prepare: boolean
}

/** Thrown to undo a transaction whose result was asked for only to be seen. */
class RolledBack extends Error {
  readonly result: StatementResult

  constructor(result: StatementResult) {
    super('rolled back')
    this.result = result
  }
}

/** Runs one statement as the caller and checks what the request demands of its result. */
export async function execute(execution: Execution, text: string, sql: SqlText): Promise<StatementResult> {
  const { ctx, identity, request, options } = execution
  const run = async (tx: TransactionSql) => {
    const values = boundValues((value, type) => ctx.pools.caller.typed(value as never, type), sql.values)
    const [row] = await tx.unsafe<StatementResult[]>(text, values, { prepare: execution.prepare })
    const result = { ...(row as StatementResult), rows: Number(row?.rows ?? 0) }
    if (result.total !== null && result.total !== undefined) result.total = Number(result.total)
    checkResult(execution, result)
    if (execution.preferences.rollback) throw new RolledBack(result)
    return result
  }
  try {
    const call = () => asCaller(ctx, identity, request, run, options)
    return await (identity.role === 'anon' ? (visitorsOf(ctx).run(call) ?? refuseVisitor()) : call())
  } catch (error) {
    if (error instanceof RolledBack) return error.result
    throw error
  }
}

const visitors = new WeakMap<GatewayContext, Lane>()

/** The few connections for callers who are nobody in particular: however many come by links, people who are signed in have the others. */
function visitorsOf(ctx: GatewayContext): Lane {
  const known = visitors.get(ctx) ?? new Lane(4, 100)
  visitors.set(ctx, known)
  return known
}

/** As PostgREST says it when all of its connections are taken for long. */
const refuseVisitor = (): never =>
  refuse(504, 'PGRST003', 'Timed out acquiring connection from connection pool.')

function checkResult({ media, preferences }: Execution, result: StatementResult): void {
  if (media.kind === 'object' && result.rows !== 1) {
    refuse(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
      details: `The result contains ${result.rows} rows`,
    })
  }
  const { maxAffected } = preferences
  if (maxAffected !== undefined && result.rows > maxAffected) {
    refuse(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
      details: `The query affects ${result.rows} rows`,
    })
  }
}
