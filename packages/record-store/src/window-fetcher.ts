/** Fetches the rows that are looked at, and again when they may have moved. */
import type { AppError, RecordId, RowsApi, RowsWindow, Seq, ViewQuery } from '@plinth/domain'
import { AnswerPlacer, type RequestBegin } from './answer-placer.ts'
import { BlockLoader, type Span } from './block-loader.ts'
import type { Cancel, Clock } from './clock.ts'
import { FarKeys, manyRows } from './far-keys.ts'
import { type FetchPlan, planFetch } from './fetch-plan.ts'
import type { PlacedRows } from './placed-rows.ts'
import type { RecordStore } from './record-store.ts'
import type { ViewAnchor } from './view-anchor.ts'
import type { Viewport } from './viewport.ts'
import { isUseful, type SeenBlocks, wantedSpans } from './wanted-spans.ts'
import type { WindowOrder } from './window-order.ts'
import type { WindowTotal } from './window-total.ts'

export interface WindowSizes {
  /** Rows of a block. */
  readonly block: number
  /** Blocks kept. */
  readonly cache: number
  /** Blocks in one request. */
  readonly span: number
  /** Blocks that are fetched before they are looked at; absent: as many as one scrolls to in a moment. */
  readonly ahead?: number
  /** Nobody looks at the rows: they are counted, and none is fetched before somebody says where they look. */
  readonly isUnseen?: boolean
  /** How many rows there are is told elsewhere: it is asked only where the first answer does not reach their end. */
  readonly isCountedLate?: boolean
}

/** 200 rows are 1–2 ms for the server and about 60 kB; five blocks fit one answer; 60 are 15–25 MB. */
export const windowSizes: WindowSizes = { block: 200, cache: 60, span: 5 }

/** Of one of several lists beside each other, each of which shows a few rows: a board has them for its stacks. */
export const stackSizes: WindowSizes = { ...windowSizes, block: 50, isCountedLate: true }

/** Of a query whose rows are shown in other windows. */
export const unseenSizes: WindowSizes = { ...windowSizes, isUnseen: true }

/** Pause before rows that may have moved are fetched again. */
export const refetchMs = 250
/** What others change is asked for by everybody: not by all at once. */
const remoteJitterMs = 500

/** How long one waits before asking for what somebody else has changed. */
export const remoteMs = (clock: Clock): number => refetchMs + clock.random() * remoteJitterMs

export interface WindowFetcherOptions {
  readonly query: ViewQuery
  readonly rows: Pick<RowsApi, 'window' | 'anchors'>
  readonly store: RecordStore
  readonly clock: Clock
  readonly sizes: WindowSizes
  readonly order: WindowOrder
  readonly placed: PlacedRows
  readonly viewport: Viewport
  readonly anchor: ViewAnchor
  readonly total: WindowTotal
  noteAnswer(seq: Seq): void
  /** Rows have come in and are placed. */
  onRows(ids: readonly RecordId[]): void
  /** A request has ended, well or not. */
  onChange(): void
}

export class WindowFetcher {
  readonly #options: WindowFetcherOptions
  readonly #loader: BlockLoader
  readonly #placer: AnswerPlacer
  readonly #farKeys: FarKeys
  #staleAfter = 0
  #cancelStale: Cancel | null = null
  #isOrderHeld = false
  #isUnseen: boolean
  #isClosed = false

  constructor(options: WindowFetcherOptions) {
    const { query, rows, clock, store, placed, total, anchor, order, noteAnswer } = options
    this.#options = options
    this.#isUnseen = options.sizes.isUnseen ?? false
    this.#loader = new BlockLoader({
      rows,
      query,
      clock,
      store,
      plan: (span) => this.#plan(span),
      generation: () => placed.structure.generation,
      onRows: (plan, answer, request) => this.#onRows(plan, answer, request),
      onIdle: () => {
        this.pump()
        options.onChange()
      },
    })
    this.#placer = new AnswerPlacer({ store, placed, total, anchor, order, recountMs: refetchMs })
    this.#farKeys = new FarKeys({
      rows,
      query,
      clock,
      placed,
      rowCount: () => total.value?.count ?? 0,
      noteAnswer,
      onKeys: () => this.pump(),
    })
  }

  get error(): AppError | null {
    return this.#loader.error
  }

  /** Whether the first of the rows in view are here, or none is looked at. */
  get hasRowsInView(): boolean {
    return this.#isUnseen || !this.#isMissing(this.#seenBlocks().from)
  }

  /** Begins with the rows at the beginning, if anybody looks at them. */
  open(): void {
    if (!this.#isUnseen) this.onViewport()
  }

  /** Somebody looks elsewhere. */
  onViewport(): void {
    this.#isUnseen = false
    this.#farKeys.watch()
    this.pump()
  }

  /** Rows may have moved: looks at them again in `ms`, or sooner where that is planned already. */
  refetchIn(ms: number): void {
    const { clock } = this.#options
    const at = clock.now() + ms
    if (this.#cancelStale && this.#staleAfter <= at) return
    this.#cancelStale?.()
    this.#staleAfter = at
    this.#cancelStale = clock.after(ms, () => {
      this.#cancelStale = null
      this.pump()
    })
  }

  /** What is shown is ahead of the server: until `releaseOrder` only rows that are missing are fetched, and what is on its way is left. */
  holdOrder(): void {
    this.#isOrderHeld = true
    this.#loader.want([], (span) => !this.#isHere(span))
  }

  /** The server has caught up: what has become doubtful meanwhile is fetched again. */
  releaseOrder(): void {
    this.#isOrderHeld = false
    this.refetchIn(0)
  }

  /** Everything fetched so far may be wrong. */
  invalidate(ms: number): void {
    this.#options.placed.raise({ seq: null, behind: null })
    this.refetchIn(ms)
    this.#options.total.askSoon(ms)
  }

  /** Forgets the last failure. */
  retry(): void {
    this.#loader.retry()
    this.pump()
  }

  /** Begins what is to be fetched now, ends what nobody needs any more. */
  pump(): void {
    if (this.#isClosed || this.#isUnseen || this.#options.viewport.isFlinging) return
    const seen = this.#seenBlocks()
    // Asked of the timer, not of the clock: timers may run part of a millisecond early.
    const mayRefetch = this.#cancelStale === null && !this.#isOrderHeld && !this.#holdsIn(seen)
    for (let no = seen.from; no <= seen.to; no++) this.#options.placed.blocks.touch(no)
    const tests = {
      isMissing: (no: number) => this.#isMissing(no),
      isNeeded: (no: number) => this.#isMissing(no) || (mayRefetch && this.#isStale(no)),
      isCovered: (no: number) => this.#loader.covers(no),
    }
    const spans = wantedSpans(seen, tests, this.#options.sizes.ahead)
    this.#loader.want(spans, (span) => isUseful(span, seen, this.#options.sizes.span))
  }

  close(): void {
    this.#isClosed = true
    this.#loader.close()
    this.#farKeys.close()
    this.#cancelStale?.()
  }

  #seenBlocks(): SeenBlocks {
    const { placed, viewport, total, sizes } = this.#options
    const { first, last, direction } = viewport
    const lastBlock = placed.blockOf(Math.max(0, (total.value?.count ?? 0) - 1))
    const from = Math.min(placed.blockOf(first), lastBlock)
    const to = Math.min(placed.blockOf(Math.max(first, last)), lastBlock, from + sizes.span - 1)
    return { from, to, lastBlock, direction }
  }

  /** While a record in view is held, the rows around it stay as they are. */
  #holdsIn(seen: SeenBlocks): boolean {
    const { placed } = this.#options
    return placed.held.ids().some((id) => {
      const index = placed.blocks.indexOf(id)
      const no = index === null ? -1 : placed.blockOf(index)
      return no >= seen.from && no <= seen.to
    })
  }

  #isHere({ firstBlock, lastBlock }: Span): boolean {
    for (let no = firstBlock; no <= lastBlock; no++) if (this.#isMissing(no)) return false
    return true
  }

  #isMissing(no: number): boolean {
    return this.#options.placed.blocks.get(no) === undefined
  }

  #isStale(no: number): boolean {
    const { blocks, structure } = this.#options.placed
    const block = blocks.get(no)
    if (!block || block.generation < structure.generation) return true
    return block.isDrifting && this.#farKeys.generation === structure.generation
  }

  #plan(span: Span): FetchPlan {
    const { placed, total, sizes } = this.#options
    return planFetch({
      first: span.firstBlock * sizes.block,
      take: (span.lastBlock - span.firstBlock + 1) * sizes.block,
      anchors: placed.anchors,
      generation: placed.structure.generation,
      total: total.current,
      mayDrift: (total.value?.count ?? 0) > manyRows,
    })
  }

  #onRows(plan: FetchPlan, answer: RowsWindow, request: RequestBegin): void {
    if (this.#isClosed) return
    const { placed, sizes, noteAnswer, onRows } = this.#options
    noteAnswer(answer.atSeq)
    if (!this.#placer.place(plan, answer, request)) {
      placed.anchors.clear()
      this.invalidate(refetchMs)
      return
    }
    if (plan.isDrifting) this.#farKeys.want()
    const { from, to } = this.#seenBlocks()
    placed.evict(sizes.cache, from - 1, to + 1)
    onRows(answer.rows.map((row) => row.id))
  }
}
