import type { Sql } from 'postgres'
import { type MessageRow, messageRow } from './message-row.ts'

/** Transactions that run longer than this may have their messages missed by polling. */
const LOOK_BACK_MS = 5 * 60_000

/**
 * A point in the order of transactions: every transaction below it had ended, so its messages were seen.
 * The text of a transaction id.
 */
export type Watermark = string

/** The present watermark. */
export async function readWatermark(pool: Sql): Promise<Watermark> {
  const [row] = await pool`select pg_snapshot_xmin(pg_current_snapshot())::text as mark`
  return String(row?.['mark'])
}

/**
 * Reads the messages of transactions at or above `mark`, which was read `markAgeMs` ago, that are committed
 * now, with the next watermark. The same message may come twice: the caller remembers what it delivered.
 */
export async function pollMessages(
  pool: Sql,
  mark: Watermark,
  markAgeMs: number,
): Promise<{ rows: MessageRow[]; mark: Watermark }> {
  return pool.begin('isolation level repeatable read', async (sql) => {
    await sql`select set_config('role', 'service_role', true)`
    const next = await readWatermark(sql as unknown as Sql)
    // A row's xmin has 32 bits; its age compares it with the watermark across wrap-arounds.
    const found = await sql<Record<string, string | null>[]>`
      select id::text, topic, event, extension, private::text, payload::text
      from realtime.messages
      where inserted_at > localtimestamp - ${LOOK_BACK_MS + markAgeMs} * interval '1 ms' and extension = 'broadcast'
        and age(xmin) <= age(mod(${mark}::text::numeric, 4294967296)::text::xid)
      order by inserted_at`
    return { rows: found.map(messageRow).filter((row) => row !== null), mark: next }
  })
}
