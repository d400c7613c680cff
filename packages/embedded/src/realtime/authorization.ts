import { randomUUID } from 'node:crypto'
import type { Sql, TransactionSql } from 'postgres'
import type { Identity } from '../context.ts'

/** What a caller may do in one private topic. */
export interface Verdict {
  broadcast: { read: boolean; write: boolean }
  presence: { read: boolean; write: boolean }
}

/** The verdict for public topics, which no policy guards. */
export const PUBLIC_VERDICT: Verdict = {
  broadcast: { read: true, write: true },
  presence: { read: true, write: true },
}

/** Ends the probing transaction: nothing of a probe is ever committed. */
class ProbeDone extends Error {}

/** No policy may hold a connection longer than this. */
const PROBE_TIMEOUT_MS = 5_000

/**
 * Asks the policies of `realtime.messages` as the provider does: inserts a row per extension, reads them
 * back under the caller's role and claims with `realtime.topic` set, tries to insert as the caller, and
 * rolls all of it back. A policy that raises denies.
 */
export async function probeTopic(pool: Sql, identity: Identity, topic: string): Promise<Verdict> {
  let verdict: Verdict | null = null
  try {
    await pool.begin(async (sql) => {
      verdict = await runProbes(sql, identity, topic)
      throw new ProbeDone()
    })
  } catch (error) {
    if (!(error instanceof ProbeDone)) throw error
  }
  if (!verdict) throw new Error('the probe of a topic ended without a verdict')
  return verdict
}

async function runProbes(sql: TransactionSql, identity: Identity, topic: string): Promise<Verdict> {
  const probes = { broadcast: randomUUID(), presence: randomUUID() }
  await sql`select set_config('role', 'service_role', true), set_config('realtime.topic', ${topic}, true),
    set_config('statement_timeout', ${String(PROBE_TIMEOUT_MS)}, true)`
  await sql`insert into realtime.messages (id, topic, extension)
    values (${probes.broadcast}, ${topic}, 'broadcast'), (${probes.presence}, ${topic}, 'presence')`
  await sql`select set_config('role', ${identity.role}, true),
    set_config('request.jwt.claims', ${JSON.stringify(identity.claims)}, true),
    set_config('request.jwt.claim.sub', ${identity.userId ?? ''}, true),
    set_config('request.jwt.claim.role', ${identity.role}, true),
    set_config('request.headers', '{}', true)`
  const readable = await attempt(
    sql,
    (nested) =>
      nested<{ id: string }[]>`select id from realtime.messages
        where topic = ${topic} and id in (${probes.broadcast}, ${probes.presence})`,
  )
  const ids = new Set(readable?.map((row) => row.id))
  return {
    broadcast: { read: ids.has(probes.broadcast), write: await mayInsert(sql, topic, 'broadcast') },
    presence: { read: ids.has(probes.presence), write: await mayInsert(sql, topic, 'presence') },
  }
}

async function mayInsert(
  sql: TransactionSql,
  topic: string,
  extension: 'broadcast' | 'presence',
): Promise<boolean> {
  const inserted = await attempt(
    sql,
    (nested) => nested`insert into realtime.messages (topic, extension) values (${topic}, ${extension})`,
  )
  return inserted !== null
}

/** Runs inside a savepoint; null when the database refuses or a policy raises. */
async function attempt<T>(
  sql: TransactionSql,
  run: (nested: TransactionSql) => Promise<T>,
): Promise<T | null> {
  try {
    return (await sql.savepoint(run)) as T
  } catch (error) {
    if (isDatabaseRefusal(error)) return null
    throw error
  }
}

function isDatabaseRefusal(error: unknown): boolean {
  return error instanceof Error && error.name === 'PostgresError'
}
