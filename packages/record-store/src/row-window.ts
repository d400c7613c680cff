/**
 * The rows of one view of a table, in the server's order: blocks of ids around what is looked at.
 *
 * An index is a claim of one generation. When rows may have moved, blocks stay on screen as they are and are fetched
 * again when looked at; what the reader sees stays where it is on screen, because the shift of the first visible
 * record is published with the new rows (`snapshot().shift`).
 */
import type {
  AppError,
  FieldId,
  Mutation,
  RecordId,
  RowsApi,
  RowsWindow,
  Seq,
  ViewQuery,
} from '@plinth/domain'
import { type Anchor, AnchorList } from './anchors.ts'
import { type Block, BlockCache } from './block-cache.ts'
import { BlockLoader, type Span } from './block-loader.ts'
import type { RowEvent } from './change-feed.ts'
import type { Cancel, Clock } from './clock.ts'
import { Emitter } from './emitter.ts'
import { type FetchPlan, planFetch } from './fetch-plan.ts'
import { NewRows } from './new-rows.ts'
import type { RecordStore } from './record-store.ts'
import { ScrollPace, settleMs } from './scroll-pace.ts'
import { minSeq } from './seq.ts'
import { Structure, type StructureChange } from './structure.ts'
import { ToldChanges } from './told-changes.ts'
import { WindowTotal } from './window-total.ts'

export interface WindowSizes {
  /** Rows of a block. */
  readonly block: number
  /** Blocks kept. */
  readonly cache: number
  /** Blocks in one request. */
  readonly span: number
}

/** 200 rows are 1–2 ms for the server and about 60 kB; five blocks fit one answer; 60 are 15–25 MB. */
export const windowSizes: WindowSizes = { block: 200, cache: 60, span: 5 }

const blocksAhead = 2
const blocksBehind = 1
/** Waits before rows that may have moved are fetched again. */
const refetchMs = 250
const remoteJitterMs = 500
/** Many rows, looked at quietly for a while: worth asking for keys all along. */
const manyRows = 50_000
const idleMs = 2_000
const anchorStep = 5_000
const anchorsPauseMs = 30_000

export interface WindowSnapshot {
  readonly rowCount: number
  /** False: the count is an estimate. */
  readonly isExact: boolean
  readonly status: 'loading' | 'ready' | 'failed'
  readonly error: AppError | null
  /** Rows by which the visible records have moved since the window was made; a view scrolls along. */
  readonly shift: number
  /** The window's own look-ups. New functions in each snapshot, so that what is derived from them is derived again. */
  idAt(index: number): RecordId | null
  indexOf(id: RecordId): number | null
  isHeld(id: RecordId): boolean
}

export interface RowWindowOptions {
  readonly query: ViewQuery
  readonly rows: Pick<RowsApi, 'window' | 'stats' | 'anchors'>
  readonly store: RecordStore
  readonly clock: Clock
  readonly sizes?: WindowSizes
  noteAnswer(seq: Seq): void
  /** Rows have come in with a block. */
  onRows(ids: readonly RecordId[]): void
  /** A record that was held has gone to its place, out of sight. */
  onMoved?(id: RecordId): void
}

export class RowWindow {
  readonly query: ViewQuery
  readonly #options: RowWindowOptions
  readonly #sizes: WindowSizes
  readonly #changed = new Emitter()
  readonly #structure = new Structure()
  readonly #anchors = new AnchorList()
  readonly #blocks: BlockCache
  readonly #newRows = new NewRows()
  readonly #pace = new ScrollPace()
  readonly #told: ToldChanges
  readonly #total: WindowTotal
  readonly #loader: BlockLoader
  readonly #sortFields: ReadonlySet<FieldId>
  readonly #held = new Set<RecordId>()
  #released: RecordId | null = null
  #cursor: RecordId | null = null
  #view = { first: 0, last: 0, direction: 1 }
  #shift = 0
  #snapshot: WindowSnapshot
  #staleAfter = 0
  #cancelStale: Cancel | null = null
  #cancelSettle: Cancel | null = null
  #cancelIdle: Cancel | null = null
  #anchorsAskedAt = Number.NEGATIVE_INFINITY
  #anchorsGeneration = 0
  #isClosed = false

  constructor(options: RowWindowOptions) {
    this.#options = options
    this.query = options.query
    this.#sizes = options.sizes ?? windowSizes
    this.#sortFields = new Set(options.query.sorts.map((sort) => sort.field))
    this.#blocks = new BlockCache(this.#sizes.block)
    this.#snapshot = {
      rowCount: 0,
      isExact: false,
      status: 'loading',
      error: null,
      shift: 0,
      ...this.#lookUps(),
    }
    const { rows, query, clock, store, noteAnswer } = options
    this.#told = new ToldChanges(clock, (change) => this.#onReadable(change))
    this.#total = new WindowTotal({
      rows,
      query,
      clock,
      structure: this.#structure,
      noteAnswer,
      onChange: (began) => this.#onTotal(began),
    })
    this.#loader = new BlockLoader({
      rows,
      query,
      clock,
      store,
      plan: (span) => this.#plan(span),
      generation: () => this.#structure.generation,
      onRows: (plan, answer, request) => this.#onRows(plan, answer, request),
      onIdle: () => {
        this.#pump()
        this.#publish()
      },
    })
  }

  readonly subscribe = this.#changed.subscribe
  readonly snapshot = (): WindowSnapshot => this.#snapshot

  /** Begins to load; until then nothing is asked for. */
  open(): void {
    void this.#total.ask('quick')
    this.#pump()
    this.#watchIdle()
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#loader.close()
    this.#total.close()
    this.#told.close()
    this.#cancelStale?.()
    this.#cancelSettle?.()
    this.#cancelIdle?.()
    this.#options.store.release(this.#blocks.ids())
    this.#options.store.release(this.#newRows.remove(() => true))
    if (this.#released !== null) this.#options.store.release([this.#released])
  }

  /** The record at a row; null while it is not known. */
  idAt(index: number): RecordId | null {
    const id = this.#blocks.idAt(index)
    if (id !== null) return id
    const fromEnd = this.#snapshot.rowCount - index
    const { list } = this.#newRows
    return fromEnd >= 1 && fromEnd <= list.length ? (list[list.length - fromEnd]?.id ?? null) : null
  }

  /** Where a loaded record stands; null when it is not loaded. */
  indexOf(id: RecordId): number | null {
    const at = this.#newRows.list.findIndex((row) => row.id === id)
    if (at >= 0) return this.#snapshot.rowCount - this.#newRows.list.length + at
    return this.#blocks.indexOf(id)
  }

  /** Tells which rows are on screen (inclusive). Call on every scroll. */
  setViewport(first: number, last: number): void {
    if (first === this.#view.first && last === this.#view.last) return
    const direction = first === this.#view.first ? this.#view.direction : first > this.#view.first ? 1 : -1
    this.#view = { first, last, direction }
    this.#releaseUnseen()
    this.#watchIdle()
    const { clock } = this.#options
    this.#cancelSettle?.()
    this.#cancelSettle = null
    if (this.#pace.note(clock.now(), first, last - first + 1)) {
      this.#cancelSettle = clock.after(settleMs, () => {
        this.#cancelSettle = null
        this.#pace.settle()
        this.#pump()
      })
    } else this.#pump()
  }

  /** Tells which record the cursor is on; leaving a held record lets it go to its place. */
  setCursor(id: RecordId | null): void {
    const left = this.#cursor
    this.#cursor = id
    if (left !== null && left !== id) this.release(left)
  }

  isHeld(id: RecordId): boolean {
    return this.#held.has(id)
  }

  /** Lets a held record go to its place. */
  release(id: RecordId): void {
    if (!this.#held.delete(id)) return
    // Kept until it is known where it has gone.
    this.#options.store.retain([id])
    if (this.#released !== null) this.#options.store.release([this.#released])
    this.#released = id
    this.#dropNewRows((row) => row.id === id && row.ackedAt !== null)
    this.#raise({ seq: null, behind: null })
    this.#refetchIn(0)
    this.#publish()
  }

  /** A change of one's own, before it is sent. */
  onOwnChange(mutation: Mutation): void {
    if (mutation.kind === 'insert') {
      if (this.#blocks.indexOf(mutation.record) === null && !this.#newRows.has(mutation.record)) {
        this.#newRows.add(mutation.record)
        this.#options.store.retain([mutation.record])
      }
      if (this.#sortFields.size > 0) this.#held.add(mutation.record)
    } else if (mutation.kind === 'update' && this.#movesRows(mutation.values)) {
      if (this.#cursor === mutation.record) this.#held.add(mutation.record)
    }
    this.#publish()
  }

  /** The server took a change of one's own. `isLive`: its event will come and tell the rest. */
  onAcknowledged(mutation: Mutation, isLive: boolean): void {
    const { clock } = this.#options
    if (mutation.kind === 'insert') this.#newRows.acknowledge(mutation.record, clock.now())
    if (mutation.kind === 'update' && !this.#movesRows(mutation.values)) return
    if (!isLive) {
      if (mutation.kind === 'insert') this.#count(mutation.record)
      if (mutation.kind === 'delete') this.#total.adjust(-1, null)
      this.invalidate(0)
    }
    if (mutation.kind === 'delete') this.#dropNewRows((row) => row.id === mutation.record)
    if (mutation.kind === 'insert' && this.#sortFields.size > 0 && this.#cursor !== mutation.record) {
      // The cursor left it before it was stored: it goes to its place now.
      this.#held.add(mutation.record)
      this.release(mutation.record)
    }
    this.#publish()
  }

  /** A new record that will never be stored. */
  onDiscarded(id: RecordId): void {
    this.#held.delete(id)
    this.#dropNewRows((row) => row.id === id)
    this.#publish()
  }

  /** A change event of the table. `isOwn`: it tells of one's own change. */
  onEvent(event: RowEvent, isOwn: boolean): void {
    if (event.op === 'update' && !this.#mayMove(event.fields)) return
    if (event.op !== 'bulk') this.#holdUnderCursor(event)
    this.#countEvent(event)
    const change = { seq: event.seq, behind: this.#behind(event) }
    this.#raise(change)
    this.#told.add(change)
    const { clock } = this.#options
    this.#refetchIn(isOwn ? 0 : refetchMs + clock.random() * remoteJitterMs)
    this.#total.askSoon(refetchMs + clock.random() * remoteJitterMs)
    this.#publish()
  }

  /** Deleted records have been shown grey long enough. */
  onRemoved(ids: readonly RecordId[]): void {
    for (const id of ids) this.#held.delete(id)
    this.#dropNewRows((row) => ids.includes(row.id))
    if (ids.some((id) => this.#blocks.indexOf(id) !== null)) this.invalidate(0)
    this.#publish()
  }

  /** Everything fetched so far may be wrong. */
  invalidate(ms: number): void {
    this.#raise({ seq: null, behind: null })
    this.#refetchIn(ms)
    this.#total.askSoon(ms)
  }

  /** Tries again after a failure. */
  retry(): void {
    this.#loader.retry()
    if (this.#total.value === null) void this.#total.ask('quick')
    this.#pump()
    this.#publish()
  }

  #movesRows(values: Readonly<Record<FieldId, unknown>>): boolean {
    return Object.keys(values).some((field) => this.#sortFields.has(field as FieldId))
  }

  #mayMove(fields: readonly FieldId[] | null): boolean {
    if (this.#sortFields.size === 0) return false
    return fields === null || fields.some((field) => this.#sortFields.has(field))
  }

  /** In creation order nothing before the smallest id of the change can have moved. */
  #behind(event: RowEvent): RecordId | null {
    if (this.#sortFields.size > 0 || event.op === 'bulk') return null
    return event.items.reduce<RecordId | null>(
      (least, [id]) => (least === null || id < least ? id : least),
      null,
    )
  }

  #holdUnderCursor(event: Exclude<RowEvent, { op: 'bulk' }>): void {
    const cursor = this.#cursor
    if (event.op === 'delete' || cursor === null || this.#sortFields.size === 0) return
    const isHere = this.#blocks.indexOf(cursor) !== null
    if (isHere && event.items.some(([id, ver]) => id === cursor && ver > 0)) this.#held.add(cursor)
  }

  #countEvent(event: RowEvent): void {
    if (event.op === 'bulk' || event.op === 'update') return
    const gone = event.items.filter(([, ver]) => ver === 0).length
    const came = event.op === 'insert' ? event.items.length - gone : 0
    this.#total.adjust(came - gone, event.seq)
    if (event.op === 'insert') for (const [id] of event.items) this.#newRows.count(id)
  }

  #count(id: RecordId): void {
    const isUncounted = this.#newRows.list.some((row) => row.id === id && !row.isCounted)
    if (!isUncounted) return
    this.#total.adjust(1, null)
    this.#newRows.count(id)
  }

  #raise(change: StructureChange): void {
    this.#structure.raise(change)
    this.#blocks.rewrite((block) => ({
      ...block,
      generation: this.#structure.generationOf(claimOf(block, this.#sizes.block)),
    }))
    this.#anchors.rewrite((anchor) => ({
      ...anchor,
      generation: this.#structure.generationOf({ ...anchor, lastId: this.#keyId(anchor) }),
    }))
  }

  /** What was fetched since a change was told, and does not prove to contain it, is fetched again. */
  #onReadable(change: StructureChange): void {
    this.#raise(change)
    if (this.#total.current === null) this.#total.askSoon(0)
    this.#pump()
  }

  /** The id in a key of creation order; null in other orders, where ids tell nothing about places. */
  #keyId(anchor: Anchor): RecordId | null {
    const id = this.#sortFields.size === 0 && anchor.isFirm ? anchor.key.at(-1) : null
    return typeof id === 'string' ? (id as RecordId) : null
  }

  #refetchIn(ms: number): void {
    const { clock } = this.#options
    const at = clock.now() + ms
    if (this.#cancelStale && this.#staleAfter <= at) return
    this.#cancelStale?.()
    this.#staleAfter = at
    this.#cancelStale = clock.after(ms, () => {
      this.#cancelStale = null
      this.#pump()
    })
  }

  #blockOf(index: number): number {
    return Math.floor(index / this.#sizes.block)
  }

  /** The last block that exists as far as is known; one more than known rows need while the count is open. */
  #lastBlock(): number {
    const total = this.#total.value
    if (total === null) return 0
    return Math.max(0, this.#blockOf(Math.max(0, total.count - 1)))
  }

  #isMissing(no: number): boolean {
    return this.#blocks.get(no) === undefined
  }

  #isStale(no: number): boolean {
    const block = this.#blocks.get(no)
    if (!block) return true
    if (block.isDrifting && this.#anchorsGeneration === this.#structure.generation) return true
    return block.generation < this.#structure.generation
  }

  #pump(): void {
    if (this.#isClosed || this.#cancelSettle) return
    const lastBlock = this.#lastBlock()
    const from = Math.min(this.#blockOf(this.#view.first), lastBlock)
    const to = Math.min(
      this.#blockOf(Math.max(this.#view.first, this.#view.last)),
      lastBlock,
      from + this.#sizes.span - 1,
    )
    // Asked of the timer, not of the clock: timers may run part of a millisecond early.
    const isSettled = this.#cancelStale === null
    const spans: Span[] = []
    const seen = this.#visibleSpan(from, to, isSettled)
    if (seen) spans.push(seen)
    const { direction } = this.#view
    for (let step = 1; step <= blocksAhead; step++) {
      const ahead = direction > 0 ? to + step : from - step
      spans.push(...this.#single(ahead, lastBlock))
      if (step <= blocksBehind)
        spans.push(...this.#single(direction > 0 ? from - step : to + step, lastBlock))
    }
    const reach = blocksAhead + this.#sizes.span
    this.#loader.want(spans, (span) => span.lastBlock >= from - reach && span.firstBlock <= to + reach)
  }

  #visibleSpan(from: number, to: number, isSettled: boolean): Span | null {
    const holds = [...this.#held].some((id) => {
      const index = this.#blocks.indexOf(id)
      return index !== null && this.#blockOf(index) >= from && this.#blockOf(index) <= to
    })
    const needed: number[] = []
    for (let no = from; no <= to; no++) {
      const isNeeded = this.#isMissing(no) || (isSettled && !holds && this.#isStale(no))
      if (isNeeded && !this.#loader.covers(no)) needed.push(no)
      this.#blocks.touch(no)
    }
    const first = needed[0]
    const last = needed.at(-1)
    return first === undefined || last === undefined ? null : { firstBlock: first, lastBlock: last }
  }

  #single(no: number, lastBlock: number): Span[] {
    const isWanted = no >= 0 && no <= lastBlock && this.#isMissing(no) && !this.#loader.covers(no)
    return isWanted ? [{ firstBlock: no, lastBlock: no }] : []
  }

  #plan(span: Span): FetchPlan {
    const { block } = this.#sizes
    return planFetch({
      first: span.firstBlock * block,
      take: (span.lastBlock - span.firstBlock + 1) * block,
      anchors: this.#anchors,
      generation: this.#structure.generation,
      total: this.#total.current,
      mayDrift: (this.#total.value?.count ?? 0) > manyRows,
    })
  }

  #onRows(
    plan: FetchPlan,
    answer: RowsWindow,
    request: { began: number; generation: number; ticket: number },
  ): void {
    if (this.#isClosed) return
    const { store, noteAnswer } = this.#options
    noteAnswer(answer.atSeq)
    const asOf = plan.asOf === null ? answer.atSeq : minSeq(plan.asOf, answer.atSeq)
    const ids = answer.rows.map((row) => row.id)
    if (plan.direction === 'backward' && ids.length < plan.take) {
      // Fewer rows before this point than its number says: the numbers are wrong.
      this.#anchors.clear()
      this.invalidate(refetchMs)
      return
    }
    const anchored = this.#firstVisible()
    // Kept until the blocks keep them: nothing on the way may forget what has just come.
    store.retain(ids)
    const taken = new Set(store.upsert(answer.rows, request.ticket))
    const lastId = this.#sortFields.size === 0 ? (ids.at(-1) ?? null) : null
    const isOpenEnd = plan.direction === 'forward' && answer.atEnd
    const generation = this.#structure.generationOf({
      asOf,
      generation: request.generation,
      lastId: isOpenEnd || !plan.isFirm ? null : lastId,
    })
    const shown = ids.flatMap((id) => {
      // A new record held at the end: it is one of the rows, and shown there alone.
      if (this.#held.has(id) && this.#newRows.has(id)) return []
      return taken.has(id) && !this.#isHeldElsewhere(id, plan) ? [id] : [null]
    })
    this.#noteEnd(plan, answer, asOf, generation, request.began)
    // A record deleted since the request began: the rows behind it have moved up, ask again.
    const isWhole = taken.size === ids.length
    this.#putBlocks(plan, shown, { asOf, generation: isWhole ? generation : -1 })
    this.#noteAnchors(plan, answer, asOf, generation)
    this.#followVisible(anchored)
    this.#tellMoved()
    this.#evict()
    store.release(ids)
    this.#options.onRows(ids)
  }

  #isHeldElsewhere(id: RecordId, plan: FetchPlan): boolean {
    if (!this.#held.has(id)) return false
    const index = this.#blocks.indexOf(id)
    return index !== null && (index < plan.first || index >= plan.first + plan.take)
  }

  #noteEnd(plan: FetchPlan, answer: RowsWindow, asOf: Seq, generation: number, began: number): void {
    if (plan.direction !== 'forward' || plan.isDrifting) return
    const end = plan.first + answer.rows.length
    if (answer.atEnd && (answer.rows.length > 0 || plan.first === 0)) {
      this.#total.note({ count: end, isExact: true, asOf, generation })
      this.#newRows.countedSince(began)
      this.#dropNewRows((row) => row.ackedAt !== null && row.ackedAt <= began && !this.#held.has(row.id))
      this.#trim(end)
    } else if (answer.atEnd) {
      this.#total.cap(plan.first)
      this.#trim(plan.first)
      this.#total.askSoon(0)
    } else if ((this.#total.value?.count ?? 0) <= end) {
      this.#total.note({ count: end + 1, isExact: false, asOf, generation })
      this.#total.askSoon(refetchMs)
    }
  }

  /** Forgets blocks wholly behind the end. */
  #trim(end: number): void {
    for (const no of this.#blocks.numbers()) {
      if (no > 0 && no * this.#sizes.block >= end) this.#options.store.release(this.#blocks.remove(no))
    }
  }

  #putBlocks(
    plan: FetchPlan,
    ids: readonly (RecordId | null)[],
    claim: { asOf: Seq; generation: number },
  ): void {
    const { block: size } = this.#sizes
    const { store } = this.#options
    for (let at = 0; at < Math.max(1, ids.length); at += size) {
      const first = plan.first + at
      const part = ids.slice(at, at + size)
      const { added, removed } = this.#blocks.put({
        no: this.#blockOf(first),
        first,
        ids: part,
        isFirm: plan.isFirm,
        isDrifting: plan.isDrifting,
        ...claim,
      })
      store.retain(added)
      store.release(removed)
    }
    this.#dropNewRows((row) => this.#blocks.indexOf(row.id) !== null && !this.#held.has(row.id))
  }

  #noteAnchors(plan: FetchPlan, answer: RowsWindow, asOf: Seq, claimed: number): void {
    const { firstKey, lastKey, rows } = answer
    if (rows.length === 0) return
    // Keys reached from a doubtful one are doubtful themselves.
    const generation = plan.isDrifting ? 0 : claimed
    const claim = { asOf, generation, isFirm: plan.isFirm }
    const added: Anchor[] = []
    if (firstKey) added.push({ index: plan.first, key: firstKey, ...claim })
    if (lastKey) added.push({ index: plan.first + rows.length - 1, key: lastKey, ...claim })
    this.#anchors.add(added)
  }

  #firstVisible(): { id: RecordId; index: number }[] {
    const { first, last } = this.#view
    const found: { id: RecordId; index: number }[] = []
    // At the very top the reader watches the top, whatever comes in there.
    if (first === 0) return found
    for (let index = first; index <= last; index++) {
      const id = this.#blocks.idAt(index)
      if (id !== null) found.push({ id, index })
    }
    return found
  }

  #followVisible(before: readonly { id: RecordId; index: number }[]): void {
    for (const { id, index } of before) {
      if (id === this.#released) continue
      const now = this.#blocks.indexOf(id)
      if (now === null) continue
      const delta = now - index
      this.#shift += delta
      const { first, last, direction } = this.#view
      this.#view = { first: Math.max(0, first + delta), last: Math.max(0, last + delta), direction }
      return
    }
  }

  #tellMoved(): void {
    const id = this.#released
    if (id === null || this.#held.size > 0) return
    this.#released = null
    const index = this.#blocks.indexOf(id)
    const isInSight = index !== null && index >= this.#view.first && index <= this.#view.last
    const { store, onMoved } = this.#options
    const isThere = store.verOf(id) > 0 && !store.isDeleted(id)
    store.release([id])
    if (!isInSight && isThere) onMoved?.(id)
  }

  #dropNewRows(test: Parameters<NewRows['remove']>[0]): void {
    this.#options.store.release(this.#newRows.remove(test))
  }

  #releaseUnseen(): void {
    for (const id of this.#held) {
      const index = this.indexOf(id)
      if (index === null || (index >= this.#view.first && index <= this.#view.last)) continue
      if (id !== this.#cursor) this.release(id)
    }
  }

  #evict(): void {
    const { store } = this.#options
    const from = this.#blockOf(this.#view.first) - blocksBehind
    const to = this.#blockOf(this.#view.last) + blocksBehind
    const gone = this.#blocks.evict(
      this.#sizes.cache,
      (block) =>
        (block.no >= from && block.no <= to) ||
        block.ids.some(
          (id) => id !== null && (id === this.#cursor || this.#held.has(id) || store.hasChanges(id)),
        ),
    )
    store.release(gone)
  }

  #onTotal(began: number | null): void {
    if (began !== null) this.#newRows.countedSince(began)
    this.#pump()
    this.#publish()
  }

  #watchIdle(): void {
    this.#cancelIdle?.()
    this.#cancelIdle = this.#options.clock.after(idleMs, () => {
      this.#cancelIdle = null
      void this.#askAnchors()
    })
  }

  async #askAnchors(): Promise<void> {
    const { rows, query, clock, noteAnswer } = this.#options
    const { generation } = this.#structure
    if ((this.#total.value?.count ?? 0) <= manyRows || this.#anchorsGeneration === generation) return
    if (clock.now() - this.#anchorsAskedAt < anchorsPauseMs) return
    this.#anchorsAskedAt = clock.now()
    const answer = await rows.anchors(query, anchorStep)
    // Without them a jump costs more, nothing else.
    if (!answer.ok || this.#isClosed) return
    const { anchors, atSeq: asOf } = answer.value
    noteAnswer(asOf)
    this.#anchors.add(
      anchors.map(([index, key]) => ({
        index,
        key,
        asOf,
        isFirm: true,
        generation: this.#structure.generationOf({ asOf, generation, lastId: null }),
      })),
    )
    this.#anchorsGeneration = generation
    this.#pump()
  }

  #lookUps(): Pick<WindowSnapshot, 'idAt' | 'indexOf' | 'isHeld'> {
    return {
      idAt: (index) => this.idAt(index),
      indexOf: (id) => this.indexOf(id),
      isHeld: (id) => this.isHeld(id),
    }
  }

  #publish(): void {
    const total = this.#total.value
    const error = this.#loader.error
    const hasRows =
      total !== null && !this.#isMissing(Math.min(this.#blockOf(this.#view.first), this.#lastBlock()))
    const isEmpty = total?.isExact === true && total.count === 0
    const next: WindowSnapshot = {
      rowCount: (total?.count ?? 0) + this.#newRows.uncounted,
      isExact: total?.isExact ?? false,
      status: error !== null && !hasRows ? 'failed' : hasRows || isEmpty ? 'ready' : 'loading',
      error,
      shift: this.#shift,
      ...this.#lookUps(),
    }
    this.#snapshot = next
    this.#changed.emit()
  }
}

/** What a block claims: a short block ends where the rows end, so nothing that comes in lies behind it. */
function claimOf(block: Block, size: number): { asOf: Seq; generation: number; lastId: RecordId | null } {
  const isFull = block.ids.length === size && block.isFirm
  return {
    asOf: block.asOf,
    generation: block.generation,
    lastId: isFull ? (block.ids.at(-1) ?? null) : null,
  }
}
