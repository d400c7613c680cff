import { randomBytes } from 'node:crypto'
import type { Duplex } from 'node:stream'
import postgres, { type Sql } from 'postgres'
import { type MessageRow, messageRow } from './message-row.ts'
import { PgOutputReader, type StreamEvent, standbyStatus } from './pgoutput.ts'

const PUBLICATION = 'supabase_realtime_messages_publication'

/** How often the server is told what was received, so that it can drop its log. */
const STATUS_INTERVAL_MS = 10_000

/** Silence after which the connection counts as lost; the server answers each status. */
const SILENCE_MS = 35_000

const CONNECT_TIMEOUT_S = 5

export interface ReplicationStream {
  /** Settles when the stream ends, for whatever reason. */
  ended: Promise<void>
  stop(): Promise<void>
}

/**
 * Opens a temporary logical replication slot and passes on each committed row of
 * `realtime.messages`, in order of commit. Rejects when the database does not allow it. `signal` ends the stream,
 * and the wait for it.
 */
export async function openReplication(
  url: string,
  onRow: (row: MessageRow) => void,
  signal: AbortSignal,
): Promise<ReplicationStream> {
  const sql = postgres(url, {
    max: 1,
    fetch_types: false,
    idle_timeout: 0,
    connect_timeout: CONNECT_TIMEOUT_S,
    max_lifetime: null,
    onnotice: () => undefined,
    connection: { application_name: 'realtime_replication', replication: 'database' } as Record<
      string,
      string
    >,
  })
  const close = async () => {
    signal.removeEventListener('abort', close)
    await sql.end({ timeout: 0 })
  }
  signal.addEventListener('abort', close)
  try {
    const stream = await startStream(sql)
    return consume(stream, close, onRow)
  } catch (error) {
    await close()
    throw error
  }
}

async function startStream(sql: Sql): Promise<Duplex> {
  const slot = `supabase_realtime_messages_${randomBytes(8).toString('hex')}`
  const [created] = await sql.unsafe(
    `CREATE_REPLICATION_SLOT ${slot} TEMPORARY LOGICAL pgoutput NOEXPORT_SNAPSHOT`,
  )
  const start = String(created?.['consistent_point'])
  return (await sql
    .unsafe(
      `START_REPLICATION SLOT ${slot} LOGICAL ${start} (proto_version '1', publication_names '${PUBLICATION}')`,
    )
    .writable()) as unknown as Duplex
}

function consume(
  stream: Duplex,
  close: () => Promise<void>,
  onRow: (row: MessageRow) => void,
): ReplicationStream {
  const reader = new PgOutputReader()
  let walEnd = 0n
  let lastFrameMs = Date.now()
  const confirm = (wantsReply: boolean) => {
    if (walEnd > 0n && !stream.destroyed) stream.write(standbyStatus(walEnd, wantsReply))
  }
  const status = setInterval(() => {
    if (Date.now() - lastFrameMs > SILENCE_MS) stream.destroy()
    else confirm(true)
  }, STATUS_INTERVAL_MS)
  status.unref()
  const ended = new Promise<void>((resolve) => {
    stream.on('close', resolve)
    stream.on('end', resolve)
    stream.on('error', () => resolve())
  }).finally(() => clearInterval(status))
  stream.on('data', (frame: Buffer) => {
    lastFrameMs = Date.now()
    const event = reader.read(frame)
    if (!event) return
    if (event.walEnd > walEnd) walEnd = event.walEnd
    deliver(event, onRow)
    if (event.type === 'keepalive' && event.wantsReply) confirm(false)
  })
  return {
    ended,
    stop: async () => {
      stream.destroy()
      await close()
    },
  }
}

function deliver(event: StreamEvent, onRow: (row: MessageRow) => void): void {
  if (event.type !== 'insert') return
  const { relation, values } = event.row
  if (relation.schema !== 'realtime' || relation.table !== 'messages') return
  const row = messageRow(values)
  if (row) onRow(row)
}
