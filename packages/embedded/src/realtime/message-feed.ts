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
 * Delivers each message of `realtime.messages` once that is committed after this resolves: by logical replication,
 * and by polling where the database does not offer it. Until a stream is open (the server waits for every
 * transaction that writes), and after one broke, polling reads what it misses.
 */
export async function startMessageFeed(options: MessageFeedOptions): Promise<MessageFeed> {
  const run = new FeedRun(options, await readWatermark(options.pool))
  const done = run.run()
  return {
    ready: () => run.ready,
    get mode() {
      return run.mode
    },
    stop: async () => {
      run.stop()
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
  private markedMs = performance.now()

  constructor(
    private readonly options: MessageFeedOptions,
    private mark: Watermark,
  ) {
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

  stop(): void {
    this.stopping.abort()
  }

  private async replicate(): Promise<void> {
    const { replicationUrl } = this.options
    const { signal } = this.stopping
    const opening = openReplication(replicationUrl, (row) => this.deliver(row), signal)
    await this.pollWhile(opening)
    const stream = await opening
    try {
      await this.follow(stream)
    } finally {
      await stream.stop()
    }
  }

  private async follow(stream: ReplicationStream): Promise<void> {
    // What was committed while no stream was open; the slot sees everything after.
    this.setMark(await this.pollOnce())
    this.mode = 'replication'
    this.setReady()
    const renew = setInterval(() => void this.renewMark(), WATERMARK_MS)
    renew.unref()
    await stream.ended
    clearInterval(renew)
  }

  private async pollWhile(opening: Promise<unknown>): Promise<void> {
    const opened = opening.then(
      () => true,
      () => true,
    )
    while (!(await Promise.race([opened, this.pause(POLL_MS)]))) {
      if (this.stopping.signal.aborted) return
      // On failure the opening fails, too, and says so.
      await this.pollOnce().then(
        (mark) => this.setMark(mark),
        () => undefined,
      )
    }
  }

  private async renewMark(): Promise<void> {
    // On failure the old mark stays: the stream's own end tells of a lost database.
    const mark = await readWatermark(this.options.pool).catch(() => null)
    if (mark !== null) this.setMark(mark)
  }

  private async poll(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        this.setMark(await this.pollOnce())
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

  /** Delivers what was committed since the mark; gives the next one. */
  private async pollOnce(): Promise<Watermark> {
    const age = performance.now() - this.markedMs
    const polled = await pollMessages(this.options.pool, this.mark, age)
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
