/**
 * Fetches changed records by id, gathered with others: one request at a time, at most every 100 ms. A change is told
 * from the log of commits, a moment before the database lets anybody read it: a record that is still older than
 * announced, or not there yet, is asked for again a few times.
 */
import { limits, type RecordId, type RowsApi, type TableId } from '@plinth/domain'
import type { Cancel, Clock } from './clock.ts'
import type { RecordStore } from './record-store.ts'

/** Pause between fetches of changed records. */
const fetchEveryMs = 100
/** Pause after a fetch that failed. */
const fetchRetryMs = 2_000
/** Waits for a commit that was told but cannot be read yet; after the last one the answer is believed. */
const tooEarlyMs = [30, 60, 120, 240, 480] as const

export interface ChangedRowsOptions {
  readonly table: TableId
  readonly rows: Pick<RowsApi, 'byId'>
  readonly clock: Clock
  readonly store: RecordStore
  /** Records that exist no more, or that the person may not read any more. */
  onAbsent(ids: readonly RecordId[]): void
}

export class ChangedRows {
  readonly #options: ChangedRowsOptions
  readonly #wanted = new Set<RecordId>()
  readonly #tries = new Map<RecordId, number>()
  #cancelFetch: Cancel | null = null
  #isFetching = false
  #isClosed = false

  constructor(options: ChangedRowsOptions) {
    this.#options = options
  }

  want(ids: Iterable<RecordId>): void {
    for (const id of ids) this.#wanted.add(id)
    if (this.#wanted.size > 0) this.#schedule(0)
  }

  close(): void {
    this.#isClosed = true
    this.#cancelFetch?.()
  }

  #schedule(ms: number): void {
    if (this.#cancelFetch || this.#isFetching || this.#isClosed) return
    this.#cancelFetch = this.#options.clock.after(ms, () => {
      this.#cancelFetch = null
      void this.#fetch()
    })
  }

  async #fetch(): Promise<void> {
    const ids = [...this.#wanted].slice(0, limits.idsPerRequest)
    for (const id of ids) this.#wanted.delete(id)
    if (ids.length === 0) return
    const { store, rows, table } = this.#options
    this.#isFetching = true
    const ticket = store.ticket()
    const answer = await rows.byId({ table, sorts: [] }, ids)
    this.#isFetching = false
    if (this.#isClosed) return
    if (answer.ok) {
      store.upsert(answer.value.rows, ticket, answer.value.atSeq)
      this.#judge(ids, new Set(answer.value.rows.map((row) => row.id)))
    } else for (const id of ids) this.#wanted.add(id)
    if (this.#wanted.size > 0) this.#schedule(answer.ok ? fetchEveryMs : fetchRetryMs)
  }

  /** Asks again for what is older than announced; gives up what is not there. */
  #judge(ids: readonly RecordId[], found: ReadonlySet<RecordId>): void {
    const { store, onAbsent } = this.#options
    const absent: RecordId[] = []
    for (const id of ids) {
      if (store.isOutdated(id) && this.#askAgain(id)) continue
      this.#tries.delete(id)
      store.believe(id)
      if (!found.has(id) && store.verOf(id) > 0) absent.push(id)
    }
    if (absent.length > 0) onAbsent(absent)
  }

  #askAgain(id: RecordId): boolean {
    const tries = this.#tries.get(id) ?? 0
    const wait = tooEarlyMs[tries]
    if (wait === undefined) return false
    this.#tries.set(id, tries + 1)
    this.#options.clock.after(wait, () => {
      if (this.#options.store.has(id)) this.want([id])
      else this.#tries.delete(id)
    })
    return true
  }
}
