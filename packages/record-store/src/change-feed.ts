/**
 * Others' (and one's own) changes of one table as the server tells them: ids and versions, never values. The feed
 * gathers events until the next paint, fetches the changed records that are held here under the person's own
 * rights, and passes each event on to the windows. After a gap it asks what was missed.
 */
import {
  type ChangeEvent,
  type LiveApi,
  type RecordId,
  type RowsApi,
  readableMs,
  type Seq,
  type TableId,
} from '@plinth/domain'
import { ChangedRows } from './changed-rows.ts'
import type { Cancel, Clock } from './clock.ts'
import type { RecordStore } from './record-store.ts'
import { compareSeq, maxSeq } from './seq.ts'

/** More events than this within `burstMs` count as one bulk change. */
export const burstEvents = 200
export const burstMs = 250
/** How long a deleted record stays on screen, grey. */
export const deletedShownMs = 150
/** A tab that comes back after this long asks what it missed. */
export const awayMs = 60_000
/** Events of this age have surely arrived or been lost: what an answer contained then is the new point to ask from. */
const settledAfterMs = 10_000

/** Pause before what was missed is asked for again. */
const catchUpRetryMs = 5_000

/** Later than every point: nothing already fetched contains it. */
const endOfTime: Seq = '18446744073709551615'
/** Events remembered so that one that comes twice (live, and when catching up) counts once. */
const rememberedEvents = 2_000

export type FeedState = 'connecting' | 'live' | 'lost' | 'refused'
export type RowEvent = Exclude<ChangeEvent, { op: 'schema' }>

export interface ChangeFeedOptions {
  readonly table: TableId
  readonly live: Pick<LiveApi, 'table'>
  readonly rows: Pick<RowsApi, 'byId' | 'changesSince'>
  readonly clock: Clock
  readonly store: RecordStore
  /** An event after its records were noted; windows judge what it moves. */
  onEvent(event: RowEvent): void
  /** The grey time of deleted records is over. */
  onRemoved(ids: readonly RecordId[]): void
  onSchema(): void
  onState(state: FeedState): void
}

export class ChangeFeed {
  readonly #options: ChangeFeedOptions
  readonly #changed: ChangedRows
  #channel: { close(): void } | null = null
  #state: FeedState = 'connecting'
  #epoch: number | null = null
  #buffer: ChangeEvent[] = []
  #cancelFrame: Cancel | null = null
  #since: Seq | null = null
  #candidate: { seq: Seq; at: number } | null = null
  #isCatchingUp = false
  /** What is being asked began before the last gap ended: it has to be asked once more. */
  #asksAgain = false
  #cancelCatchUp: Cancel | null = null
  #lastSync: number
  #arrivals: number[] = []
  readonly #seen = new Set<string>()
  #isClosed = false

  constructor(options: ChangeFeedOptions) {
    this.#options = options
    this.#lastSync = options.clock.now()
    const { table, rows, clock, store } = options
    this.#changed = new ChangedRows({ table, rows, clock, store, onAbsent: (ids) => this.#forget(ids) })
  }

  get state(): FeedState {
    return this.#state
  }

  /** Listens on the topic of this access epoch; a new epoch leaves the old topic. */
  open(epoch: number): void {
    if (this.#isClosed || (this.#epoch === epoch && this.#state !== 'refused')) return
    const rightsChanged = this.#epoch !== null && this.#epoch !== epoch
    this.#channel?.close()
    this.#epoch = epoch
    this.#setState('connecting')
    this.#channel = this.#options.live.table(this.#options.table, epoch, {
      onEvent: (event) => this.#take(event),
      onState: (state) => this.#onChannelState(state),
    })
    // Somebody lost a right, perhaps this person: nothing on screen is taken for readable any more.
    if (rightsChanged) this.refresh()
  }

  /** Everything counts as old: what is on screen is fetched again. */
  refresh(): void {
    if (!this.#isClosed) this.#onBulk({ op: 'bulk', seq: endOfTime, count: 0 })
  }

  close(): void {
    this.#isClosed = true
    this.#channel?.close()
    this.#cancelFrame?.()
    this.#changed.close()
    this.#cancelCatchUp?.()
  }

  /** Tells that an answer contained everything before `seq`. */
  noteAnswer(seq: Seq): void {
    const now = this.#options.clock.now()
    if (this.#since === null) {
      this.#since = seq
      // The request may be older than the channel: whatever fell between the two is asked for.
      if (this.#state === 'live') void this.catchUp()
    }
    if (this.#state !== 'live') return
    if (this.#candidate && now - this.#candidate.at >= settledAfterMs) {
      if (compareSeq(this.#candidate.seq, this.#since) > 0) this.#since = this.#candidate.seq
      this.#candidate = null
    }
    this.#candidate ??= { seq, at: now }
  }

  /** The tab is looked at again. */
  onFocus(): void {
    const isLate = this.#options.clock.now() - this.#lastSync >= awayMs
    if (isLate || this.#cancelCatchUp !== null) void this.catchUp()
  }

  /** Fetches records by id, gathered with others. */
  want(ids: Iterable<RecordId>): void {
    this.#changed.want(ids)
  }

  /** Rows have come in from elsewhere: those that are older than what was told of them are fetched again. */
  check(ids: readonly RecordId[]): void {
    this.#changed.want(ids.filter((id) => this.#options.store.isOutdated(id)))
  }

  /** Asks for everything since the last certain point. */
  async catchUp(): Promise<void> {
    if (this.#since === null || this.#isClosed) return
    this.#asksAgain = this.#isCatchingUp
    if (this.#isCatchingUp) return
    this.#isCatchingUp = true
    this.#cancelCatchUp?.()
    this.#cancelCatchUp = null
    this.#candidate = null
    const since = this.#since
    const answer = await this.#options.rows.changesSince(this.#options.table, since)
    this.#isCatchingUp = false
    if (this.#isClosed) return
    if (!answer.ok) {
      // Until an answer comes everything counts as old.
      this.#options.onEvent({ op: 'bulk', seq: endOfTime, count: 0 })
      this.#cancelCatchUp = this.#options.clock.after(catchUpRetryMs, () => void this.catchUp())
      return
    }
    this.#lastSync = this.#options.clock.now()
    this.#since = answer.value.seq
    if (answer.value.reset) this.#onBulk({ op: 'bulk', seq: answer.value.seq, count: 0 })
    else this.#apply(answer.value.events)
    if (this.#asksAgain) await this.catchUp()
  }

  #onChannelState(state: 'live' | 'lost' | 'refused'): void {
    if (this.#isClosed) return
    this.#setState(state)
    this.#candidate = null
    if (state === 'live') void this.catchUp()
  }

  #setState(state: FeedState): void {
    if (this.#state === state) return
    this.#state = state
    this.#options.onState(state)
  }

  #take(event: ChangeEvent): void {
    if (this.#isClosed) return
    this.#lastSync = this.#options.clock.now()
    this.#buffer.push(event)
    this.#cancelFrame ??= this.#options.clock.frame(() => {
      this.#cancelFrame = null
      const events = this.#buffer
      this.#buffer = []
      this.#apply(events)
    })
  }

  #apply(events: readonly ChangeEvent[]): void {
    const rowEvents = events.filter((event): event is RowEvent => event.op !== 'schema')
    if (rowEvents.length < events.length) this.#options.onSchema()
    const fresh = rowEvents.filter((event) => this.#isNews(event))
    if (fresh.length > 0 && this.#isBurst(fresh.length)) {
      for (const event of fresh) if (event.op !== 'bulk') this.#noteItems(event)
      const seq = fresh.map((event) => event.seq).reduce(maxSeq)
      this.#onBulk({ op: 'bulk', seq, count: fresh.length })
      return
    }
    for (const event of fresh) {
      if (event.op === 'bulk') this.#onBulk(event)
      else {
        this.#noteItems(event)
        this.#options.onEvent(event)
      }
    }
  }

  #isNews(event: RowEvent): boolean {
    const key = event.op === 'bulk' ? `${event.seq} ${event.count}` : `${event.seq} ${event.items.join(' ')}`
    if (this.#seen.has(key)) return false
    this.#seen.add(key)
    for (const oldest of this.#seen) {
      if (this.#seen.size <= rememberedEvents) break
      this.#seen.delete(oldest)
    }
    return true
  }

  #isBurst(count: number): boolean {
    const now = this.#options.clock.now()
    this.#arrivals = this.#arrivals.filter((at) => now - at < burstMs)
    for (let n = 0; n < Math.min(count, burstEvents + 1); n++) this.#arrivals.push(now)
    return this.#arrivals.length > burstEvents
  }

  /** Drops what is known already, marks the deleted, and asks for the rest. */
  #noteItems({ seq, items }: Exclude<RowEvent, { op: 'bulk' }>): void {
    const { store } = this.#options
    const deleted: RecordId[] = []
    const changed: RecordId[] = []
    for (const [id, ver] of items) {
      if (ver === 0) {
        deleted.push(id)
        continue
      }
      store.announce(id, ver)
      if (store.has(id) && (store.isDeleted(id) || store.isOutdated(id))) changed.push(id)
    }
    this.want(changed)
    this.noteGone(deleted, seq)
  }

  /** Reads a record when what was told by now can be read. */
  wantReadable(id: RecordId): void {
    this.#options.clock.after(readableMs, () => this.want([id]))
  }

  /** Takes word of deletions at this point: what is deleted is shown grey for a while, and goes then. */
  noteGone(ids: readonly RecordId[], seq: Seq): void {
    const { store, clock } = this.#options
    const deleted = ids.filter((id) => store.noteDeletion(id, seq))
    if (deleted.length === 0) return
    clock.after(readableMs, () => store.noteReadable(deleted, seq))
    clock.after(deletedShownMs, () => {
      const still = deleted.filter((id) => store.isDeleted(id))
      if (!this.#isClosed && still.length > 0) this.#options.onRemoved(still)
    })
  }

  #onBulk(event: Extract<RowEvent, { op: 'bulk' }>): void {
    this.want(this.#options.store.watched())
    this.#options.onEvent(event)
  }

  /** Records that exist no more, or that the person may not read any more. */
  #forget(ids: readonly RecordId[]): void {
    const { store } = this.#options
    for (const id of ids) store.markGone(id)
    this.#options.onRemoved(ids)
  }
}
