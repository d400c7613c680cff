/**
 * The rows of one view of a table, in the server's order: blocks of ids around what is looked at.
 *
 * An index is a claim of one generation. When rows may have moved, blocks stay on screen as they are and are fetched
 * again when looked at; what the reader sees stays where it is on screen, because the shift of the first visible
 * record is published with the new rows (`snapshot().shift`).
 *
 * `PlacedRows` knows what stands where, `Viewport` what is looked at, `WindowTotal` how many rows there are;
 * `WindowFetcher` fetches. This file ties them together and judges what a change means for them.
 */
import type { Mutation, RecordId, RowsApi, Seq, ViewQuery } from '@plinth/domain'
import type { RowEvent } from './change-feed.ts'
import type { Clock } from './clock.ts'
import { Emitter } from './emitter.ts'
import { PlacedRows } from './placed-rows.ts'
import type { RecordStore } from './record-store.ts'
import type { StructureChange } from './structure.ts'
import { ToldChanges } from './told-changes.ts'
import { Viewport } from './viewport.ts'
import { refetchMs, WindowFetcher, type WindowSizes, windowSizes } from './window-fetcher.ts'
import { WindowOrder } from './window-order.ts'
import type { WindowSnapshot } from './window-snapshot.ts'
import { WindowTotal } from './window-total.ts'

/** Added to the pause after others' changes, so that not everybody asks at once. */
const remoteJitterMs = 500

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
  readonly #changed = new Emitter()
  readonly #order: WindowOrder
  readonly #placed: PlacedRows
  readonly #viewport: Viewport
  readonly #told: ToldChanges
  readonly #total: WindowTotal
  readonly #fetcher: WindowFetcher
  #snapshot: WindowSnapshot
  #isClosed = false

  constructor(options: RowWindowOptions) {
    const { query, rows, clock, store, noteAnswer, sizes = windowSizes } = options
    this.#options = options
    this.query = query
    const order = new WindowOrder(query)
    const placed = new PlacedRows({ store, order, blockSize: sizes.block })
    const viewport = new Viewport(clock, () => this.#fetcher.pump())
    const total = new WindowTotal({
      rows,
      query,
      clock,
      structure: placed.structure,
      noteAnswer,
      onChange: (began) => this.#onTotal(began),
    })
    const parts = { order, placed, viewport, total }
    this.#fetcher = new WindowFetcher({
      query,
      rows,
      store,
      clock,
      sizes,
      noteAnswer,
      ...parts,
      onRows: (ids) => {
        this.#tellMoved()
        options.onRows(ids)
      },
      onChange: () => this.#publish(),
    })
    this.#order = order
    this.#placed = placed
    this.#viewport = viewport
    this.#total = total
    this.#told = new ToldChanges(clock, (change) => this.#onReadable(change))
    this.#snapshot = this.#look()
  }

  readonly subscribe = this.#changed.subscribe
  readonly snapshot = (): WindowSnapshot => this.#snapshot

  /** Begins to load; until then nothing is asked for. */
  open(): void {
    void this.#total.ask('quick')
    this.#fetcher.onViewport()
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    for (const part of [this.#fetcher, this.#total, this.#told, this.#viewport, this.#placed]) part.close()
  }

  /** The record at a row; null while it is not known. */
  idAt(index: number): RecordId | null {
    return this.#placed.idAt(index, this.#snapshot.rowCount)
  }

  /** Where a loaded record stands; null when it is not loaded. */
  indexOf(id: RecordId): number | null {
    return this.#placed.indexOf(id, this.#snapshot.rowCount)
  }

  /** Tells which rows are on screen (inclusive). Call on every scroll. */
  setViewport(first: number, last: number): void {
    if (!this.#viewport.moveTo(first, last)) return
    this.#releaseUnseen()
    this.#fetcher.onViewport()
  }

  /** Tells which record the cursor is on; leaving a held record lets it go to its place. */
  setCursor(id: RecordId | null): void {
    const { held } = this.#placed
    const left = held.cursor
    held.cursor = id
    if (left !== null && left !== id) this.release(left)
  }

  isHeld(id: RecordId): boolean {
    return this.#placed.held.has(id)
  }

  /** Lets a held record go to its place. */
  release(id: RecordId): void {
    if (!this.#placed.held.letGo(id)) return
    this.#placed.dropNewRows((row) => row.id === id && row.ackedAt !== null)
    this.#placed.raise({ seq: null, behind: null })
    this.#fetcher.refetchIn(0)
    this.#publish()
  }

  /** A change of one's own, before it is sent. */
  onOwnChange(mutation: Mutation): void {
    const { held } = this.#placed
    const { kind, record } = mutation
    if (kind === 'insert') {
      this.#placed.addNewRow(record)
      if (!this.#order.isCreation) held.hold(record)
    } else if (kind === 'update' && this.#order.isMovedBy(mutation.values)) {
      if (held.cursor === record) held.hold(record)
    }
    this.#publish()
  }

  /** The server took a change of one's own. `isLive`: its event will come and tell the rest. */
  onAcknowledged(mutation: Mutation, isLive: boolean): void {
    const { newRows, held } = this.#placed
    const { kind, record } = mutation
    if (kind === 'insert') newRows.acknowledge(record, this.#options.clock.now())
    if (kind === 'update' && !this.#order.isMovedBy(mutation.values)) return
    if (!isLive) {
      if (kind === 'insert') this.#count(record)
      if (kind === 'delete') this.#total.adjust(-1, null)
      this.#fetcher.invalidate(0)
    }
    if (kind === 'delete') this.#placed.dropNewRows((row) => row.id === record)
    if (kind === 'insert' && !this.#order.isCreation && held.cursor !== record) {
      // The cursor left it before it was stored: it goes to its place now.
      held.hold(record)
      this.release(record)
    }
    this.#publish()
  }

  /** A new record that the server refused before this window was made: it waits at the end for a decision. */
  onRefusedRecord(id: RecordId): void {
    this.#placed.addNewRow(id)
    this.#publish()
  }

  /** A new record that will never be stored. */
  onDiscarded(id: RecordId): void {
    this.#placed.held.drop(id)
    this.#placed.dropNewRows((row) => row.id === id)
    this.#publish()
  }

  /** A change event of the table. `isOwn`: it tells of one's own change. */
  onEvent(event: RowEvent, isOwn: boolean): void {
    if (event.op === 'update' && !this.#order.dependsOn(event.fields)) return
    this.#holdUnderCursor(event)
    this.#countEvent(event)
    const change = { seq: event.seq, behind: this.#order.firstMoved(event) }
    this.#placed.raise(change)
    this.#told.add(change)
    const { clock } = this.#options
    this.#fetcher.refetchIn(isOwn ? 0 : refetchMs + clock.random() * remoteJitterMs)
    this.#total.askSoon(refetchMs + clock.random() * remoteJitterMs)
    this.#publish()
  }

  /** Deleted records have been shown grey long enough. */
  onRemoved(ids: readonly RecordId[]): void {
    for (const id of ids) this.#placed.held.drop(id)
    this.#placed.dropNewRows((row) => ids.includes(row.id))
    if (ids.some((id) => this.#placed.blocks.indexOf(id) !== null)) this.#fetcher.invalidate(0)
    this.#publish()
  }

  /** Tries again after a failure. */
  retry(): void {
    if (this.#total.value === null) void this.#total.ask('quick')
    this.#fetcher.retry()
    this.#publish()
  }

  #holdUnderCursor(event: RowEvent): void {
    const { held, blocks } = this.#placed
    const { cursor } = held
    if (event.op === 'bulk' || event.op === 'delete' || cursor === null || this.#order.isCreation) return
    const isHere = blocks.indexOf(cursor) !== null
    if (isHere && event.items.some(([id, ver]) => id === cursor && ver > 0)) held.hold(cursor)
  }

  #countEvent(event: RowEvent): void {
    if (event.op === 'bulk' || event.op === 'update') return
    const gone = event.items.filter(([, ver]) => ver === 0).length
    const came = event.op === 'insert' ? event.items.length - gone : 0
    this.#total.adjust(came - gone, event.seq)
    if (event.op === 'insert') for (const [id] of event.items) this.#placed.newRows.count(id)
  }

  #count(id: RecordId): void {
    if (this.#placed.newRows.count(id)) this.#total.adjust(1, null)
  }

  /** What was fetched since a change was told, and does not prove to contain it, is fetched again. */
  #onReadable(change: StructureChange): void {
    this.#placed.raise(change)
    if (this.#total.current === null) this.#total.askSoon(0)
    this.#fetcher.pump()
  }

  #tellMoved(): void {
    const { held, blocks } = this.#placed
    const id = held.released
    if (id === null || held.size > 0) return
    const { store, onMoved } = this.#options
    const index = blocks.indexOf(id)
    const isInSight = index !== null && this.#viewport.shows(index)
    const isThere = store.verOf(id) > 0 && !store.isDeleted(id)
    held.forgetReleased()
    if (!isInSight && isThere) onMoved?.(id)
  }

  #releaseUnseen(): void {
    const { held } = this.#placed
    for (const id of held.ids()) {
      const index = this.indexOf(id)
      if (index !== null && !this.#viewport.shows(index) && id !== held.cursor) this.release(id)
    }
  }

  #onTotal(began: number | null): void {
    if (began !== null) this.#placed.newRows.countedSince(began)
    this.#fetcher.pump()
    this.#publish()
  }

  #look(): WindowSnapshot {
    const total = this.#total.value
    const { error } = this.#fetcher
    const hasRows = total !== null && this.#fetcher.hasRowsInView
    const isEmpty = total?.isExact === true && total.count === 0
    return {
      rowCount: (total?.count ?? 0) + this.#placed.newRows.uncounted,
      isExact: total?.isExact ?? false,
      status: error !== null && !hasRows ? 'failed' : hasRows || isEmpty ? 'ready' : 'loading',
      error,
      shift: this.#viewport.shift,
      idAt: (index) => this.idAt(index),
      indexOf: (id) => this.indexOf(id),
      isHeld: (id) => this.isHeld(id),
    }
  }

  #publish(): void {
    this.#snapshot = this.#look()
    this.#changed.emit()
  }
}
