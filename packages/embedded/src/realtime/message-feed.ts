import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from 'postgres'
import type { MessageRow } from './message-row.ts'
import { pollMessages, readWatermark, type Watermark } from './polling.ts'
import { openReplication, type ReplicationStream } from './replication.ts'

export interface MessageFeed {
  /** Resolves when messages flow for the first time. */
  ready(): Promise<void>
  readonly mode: 'replication' | 'polling' | 'starting'
  stop(): Promise<void>
}

export interface MessageFeedOptions {
  replicationUrl: string
  /** A pool that may switch to `service_role`. */
  pool: Sql
  onMessage: (row: MessageRow) => void
  log: (line: string) => void
}

const RETRY_MS = [100, 500, 1_000, 2_000, 5_000]
const POLL_MS = 250
/** The watermark from which a broken stream is caught up is renewed this often. */
const WATERMARK_MS = 30_000
/** Ids remembered against double delivery: more than a poll can see again. */
const REMEMBERED = 20_000

/** SQLSTATEs by which a database says that it offers no logical replication. */
const NOT_OFFERED = new Set(['55000', '42501', '0A000', '42704', '53400', '28000'])

/**
 * Delivers each committed message of `realtime.messages` once: by logical replication, and by polling
 * where the database does not offer it. After a broken connection, what was missed is read by polling.
 */
export function startMessageFeed(options: MessageFeedOptions): MessageFeed {
  const run = new FeedRun(options)
  const done = run.run()
  return {
    ready: () => run.ready,
    get mode() {
      return run.mode
    },
    stop: async () => {
      await run.stop()
      await done
    },
  }
}

class FeedRun {
  mode: MessageFeed['mode'] = 'starting'
  readonly ready: Promise<void>
  private setReady: () => void = () => undefined
  private readonly stopping = new AbortController()
  private readonly delivered = new Set<string>()
  private stream: ReplicationStream | null = null
  private mark: Watermark | null = null
  private markedMs = 0

  constructor(private readonly options: MessageFeedOptions) {
    this.ready = new Promise((resolve) => {
      this.setReady = resolve
    })
  }

  async run(): Promise<void> {
    for (let failures = 0; !this.stopping.signal.aborted; ) {
      try {
        await this.replicate()
        failures = 0
      } catch (error) {
        if (this.stopping.signal.aborted) return
        if (NOT_OFFERED.has((error as { code?: string }).code ?? '')) {
          this.options.log(`realtime: no logical replication (${text(error)}), polling instead`)
          return this.poll()
        }
        if (failures === 0) this.options.log(`realtime: replication failed: ${text(error)}`)
        failures += 1
      }
      await this.pause(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? POLL_MS)
    }
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    await this.stream?.stop()
  }

  private async replicate(): Promise<void> {
    const stream = await openReplication(this.options.replicationUrl, (row) => this.deliver(row))
    this.stream = stream
    if (this.stopping.signal.aborted) return stream.stop()
    // What was committed while no stream was open; the slot sees everything after.
    if (this.mark !== null) await this.pollOnce(this.mark)
    this.setMark(await readWatermark(this.options.pool))
    this.mode = 'replication'
    this.setReady()
    const renew = setInterval(() => void this.renewMark(), WATERMARK_MS)
    renew.unref()
    await stream.ended
    clearInterval(renew)
    await stream.stop()
    this.stream = null
  }

  private async renewMark(): Promise<void> {
    // On failure the old mark stays: the stream's own end tells of a lost database.
    const mark = await readWatermark(this.options.pool).catch(() => null)
    if (mark !== null) this.setMark(mark)
  }

  private async poll(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        this.setMark(await this.pollOnce(this.mark ?? (await readWatermark(this.options.pool))))
        this.mode = 'polling'
        this.setReady()
      } catch (error) {
        if (!this.stopping.signal.aborted) this.options.log(`realtime: polling failed: ${text(error)}`)
      }
      await this.pause(POLL_MS)
    }
  }

  private setMark(mark: Watermark): void {
    this.mark = mark
    this.markedMs = performance.now()
  }

  private async pollOnce(mark: Watermark): Promise<Watermark> {
    const polled = await pollMessages(
      this.options.pool,
      mark,
      this.mark === null ? 0 : performance.now() - this.markedMs,
    )
    for (const row of polled.rows) this.deliver(row)
    return polled.mark
  }

  private deliver(row: MessageRow): void {
    if (this.delivered.has(row.id)) return
    this.delivered.add(row.id)
    if (this.delivered.size > REMEMBERED) {
      // A Set iterates in order of insertion: the first is the oldest.
      for (const oldest of this.delivered) {
        this.delivered.delete(oldest)
        break
      }
    }
    this.options.onMessage(row)
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.stopping.signal, ref: false }).catch(() => undefined)
  }
}

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
