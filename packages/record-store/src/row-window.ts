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
import { type FieldId, limits, type RecordId, type RowsApi, type Seq, type ViewQuery } from '@plinth/domain'
import { carryRows, isSameButClosed } from './carry-rows.ts'
import type { RowEvent } from './change-feed.ts'
import type { Clock } from './clock.ts'
import type { Computed } from './computed.ts'
import { Emitter } from './emitter.ts'
import type { Lived } from './own-lives.ts'
import type { OwnMutation } from './own-mutation.ts'
import { PlacedRows } from './placed-rows.ts'
import type { RecordStore } from './record-store.ts'
import type { StructureChange } from './structure.ts'
import { ToldChanges } from './told-changes.ts'
import { ViewAnchor } from './view-anchor.ts'
import { Viewport } from './viewport.ts'
import { refetchMs, remoteMs, WindowFetcher, type WindowSizes, windowSizes } from './window-fetcher.ts'
import { WindowFigures } from './window-figures.ts'
import { type HeldReason, WindowOrder } from './window-order.ts'
import type { WindowSnapshot } from './window-snapshot.ts'
import { WindowTotal } from './window-total.ts'

export interface RowWindowOptions {
  readonly query: ViewQuery
  readonly rows: Pick<RowsApi, 'window' | 'stats' | 'anchors' | 'byId' | 'groups' | 'summary'>
  readonly store: RecordStore
  readonly clock: Clock
  readonly sizes?: WindowSizes
  /** What changes with what is written; absent: nothing else does. */
  readonly computed?: Pick<Computed, 'touchedBy'>
  noteAnswer(seq: Seq): void
  /** Rows have come in with a block. */
  onRows(ids: readonly RecordId[]): void
  /** A record that was held has gone to its place, out of sight. */
  onMoved?(id: RecordId): void
}

export class RowWindow {
  readonly query: ViewQuery
  /** What is told of the rows as a whole. */
  readonly figures: WindowFigures
  readonly #options: RowWindowOptions
  readonly #changed = new Emitter()
  readonly #order: WindowOrder
  readonly #placed: PlacedRows
  readonly #viewport: Viewport
  readonly #anchor: ViewAnchor
  readonly #told: ToldChanges
  readonly #total: WindowTotal
  readonly #fetcher: WindowFetcher
  #snapshot: WindowSnapshot
  #isClosed = false
  /** While many changes are noted: what they mean for the window is gathered, and shown at the end. */
  #hushed: { judge: Set<RecordId>; release: Set<RecordId> } | null = null

  constructor(options: RowWindowOptions) {
    const { query, rows, clock, store, noteAnswer, sizes = windowSizes } = options
    this.#options = options
    this.query = query
    const order = new WindowOrder(query)
    const placed = new PlacedRows({ store, order, blockSize: sizes.block })
    const viewport = new Viewport(clock, () => this.#fetcher.pump())
    const anchor = new ViewAnchor(viewport, placed)
    const total = new WindowTotal({
      rows,
      query,
      clock,
      structure: placed.structure,
      noteAnswer,
      onChange: (began) => this.#onTotal(began),
    })
    const parts = { order, placed, viewport, anchor, total }
    this.figures = new WindowFigures({ query, rows, clock, noteAnswer })
    this.figures.groups?.subscribe(() => this.#publish())
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
    this.#anchor = anchor
    this.#total = total
    this.#told = new ToldChanges(clock, (change) => this.#onReadable(change))
    this.#snapshot = this.#look()
  }

  readonly subscribe = this.#changed.subscribe
  readonly snapshot = (): WindowSnapshot => this.#snapshot

  /** Begins to load; until then nothing is asked for. */
  open(): void {
    if (!this.#options.sizes?.isCountedLate) void this.#total.ask('quick')
    this.figures.open()
    this.#fetcher.open()
  }

  /** Has it the same rows as a query, but for those of closed groups? */
  isSiblingOf(query: ViewQuery): boolean {
    return isSameButClosed(this.query, query)
  }

  /** Begins with the rows that a sibling shows, where the counts of the groups put them. */
  carryFrom(sibling: RowWindow): void {
    this.figures.carryFrom(sibling.figures)
    const [before, after] = [sibling.figures.groups?.snapshot(), this.figures.groups?.snapshot()]
    if (!before?.isKnown || !after?.isKnown) return
    this.#total.note({ count: after.shown + after.beyond, isExact: true, asOf: '0', generation: 0 })
    const { store } = this.#options
    carryRows({ placed: sibling.#placed, layout: before }, { placed: this.#placed, layout: after }, store)
    const { first, last } = sibling.#viewport
    this.#viewport.moveTo(first, last)
    this.#publish()
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.figures.close()
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

  heldBy(id: RecordId): HeldReason | null {
    return this.#placed.held.reasonOf(id)
  }

  /** Lets a held record go to its place. */
  release(id: RecordId): void {
    this.#releaseAll(new Set([id]))
  }

  /** Many changes follow: nothing is shown of them until `speak`. */
  hush(): void {
    this.#hushed ??= { judge: new Set(), release: new Set() }
  }

  speak(): void {
    const hushed = this.#hushed
    this.#hushed = null
    if (!hushed || this.#isClosed) return
    if (hushed.judge.size > 0) void this.#judge([...hushed.judge])
    this.#releaseAll(hushed.release)
    this.#publish()
  }

  #releaseAll(ids: ReadonlySet<RecordId>): void {
    const { held } = this.#placed
    const gone = new Set<RecordId>()
    for (const id of ids) {
      const isOutside = held.isOutside(id)
      if (!held.letGo(id)) continue
      gone.add(id)
      // Who leaves the view has no place to be told of.
      if (isOutside) held.forgetReleased()
    }
    if (gone.size === 0) return
    this.#placed.dropNewRows((row) => gone.has(row.id) && row.ackedAt !== null)
    this.#placed.raise({ seq: null, behind: null })
    this.#fetcher.refetchIn(0)
    this.#publish()
  }

  /** A change of one's own, before it is sent. */
  onOwnChange(mutation: OwnMutation): void {
    const { held } = this.#placed
    const { kind, record } = mutation
    if (kind !== 'update') this.#placed.lives.begin(mutation)
    if (kind === 'insert') {
      this.#placed.addNewRow(record)
      if (!this.#order.isPlain) held.hold(record, this.#order.reasonFor(null))
    } else if (kind === 'update' && this.#order.dependsOn(this.#touchedBy(mutation))) {
      if (held.cursor === record) held.hold(record, this.#order.reasonFor(this.#touchedBy(mutation)))
    }
    this.#publish()
  }

  /** The server took a change of one's own, at the point `seq` where its answer tells. `isLive`: its event will come and tell the rest. */
  onAcknowledged(mutation: OwnMutation, seq: Seq | null, isLive: boolean): void {
    const { newRows, lives, held } = this.#placed
    const { kind, record } = mutation
    const now = this.#options.clock.now()
    if (kind !== 'update') lives.answer(mutation, seq, now)
    if (kind === 'insert' && !lives.isMaking(record)) newRows.acknowledge(record, now)
    const fields = kind === 'update' ? this.#touchedBy(mutation) : null
    const moves = fields === null || this.#order.dependsOn(fields)
    this.figures.noteChange(fields, moves, null, 0)
    if (!moves) return
    if (!isLive) {
      if (kind !== 'update') this.#countUntold(mutation, seq)
      this.#fetcher.invalidate(0)
    } else if (seq === null && kind !== 'update') {
      // Of an unknown point: only what is asked for from now on contains it surely.
      this.#fetcher.invalidate(refetchMs)
    }
    // Unless it was made again meanwhile.
    if (kind === 'delete' && !lives.isThere(record)) this.#placed.dropNewRows((row) => row.id === record)
    if (kind !== 'delete' && held.has(record)) {
      if (this.#hushed) this.#hushed.judge.add(record)
      else void this.#judge([record])
    }
    if (kind === 'insert' && !this.#order.isPlain && held.cursor !== record) {
      // The cursor left it before it was stored: it goes to its place now.
      held.hold(record)
      if (this.#hushed) this.#hushed.release.add(record)
      else this.release(record)
    }
    this.#publish()
  }

  /** The server did not take a change of one's own. */
  onRefused(mutation: OwnMutation): void {
    this.#placed.lives.drop(mutation)
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
    if (this.#placed.newRows.has(id)) this.#placed.dropNewRows((row) => row.id === id)
    this.#publish()
  }

  /** Changes that were never sent, and will not be. */
  onGivenUp(mutations: readonly OwnMutation[]): void {
    for (const mutation of mutations) this.#placed.lives.drop(mutation)
    const gone = new Set(mutations.flatMap(({ kind, record }) => (kind === 'insert' ? [record] : [])))
    for (const id of gone) this.#placed.held.drop(id)
    if (gone.size > 0) this.#placed.dropNewRows((row) => gone.has(row.id))
    this.#publish()
  }

  /** A change event of the table. `isOwn`: it tells of one's own change. */
  onEvent(event: RowEvent, isOwn: boolean): void {
    const { clock } = this.#options
    // Rows and headings are fetched at one time, so that they stand by one another.
    const ms = isOwn ? 0 : remoteMs(clock)
    this.#noteFigures(event, ms)
    if (event.op === 'update' && !this.#order.dependsOn(event.fields)) return
    this.#holdUnderCursor(event)
    this.#countEvent(event)
    const change = { seq: event.seq, behind: this.#order.firstMoved(event) }
    this.#placed.raise(change)
    this.#told.add(change)
    this.#fetcher.refetchIn(ms)
    this.#total.askSoon(remoteMs(clock))
    this.#publish()
  }

  /** Records that these fields link have got other names: no record here has changed, but their order may have. */
  onNamesChanged(links: readonly FieldId[]): void {
    if (!this.#order.dependsOn(links)) return
    this.figures.noteChange(links, true, null, 0)
    this.#fetcher.invalidate(0)
    this.#publish()
  }

  /** Deleted records have been shown grey long enough. */
  onRemoved(ids: readonly RecordId[]): void {
    for (const id of ids) this.#placed.held.drop(id)
    this.#placed.dropNewRows((row) => ids.includes(row.id))
    if (ids.some((id) => this.#placed.blocks.indexOf(id) !== null)) this.#fetcher.invalidate(0)
    this.#publish()
  }

  /** Records of an order by hand are moved: they are shown there before the server has them there. */
  showMoved(ids: readonly RecordId[], before: RecordId | null): void {
    const count = this.#total.value?.count ?? 0
    this.#anchor.during(() => this.#placed.reorder(ids, before, count), ids)
    this.#fetcher.holdOrder()
    this.#publish()
  }

  /** All moves are stored, or refused: the server knows the order. */
  onReordered(): void {
    this.#placed.raise({ seq: null, behind: null })
    this.#fetcher.releaseOrder()
  }

  /** Tries again after a failure. */
  retry(): void {
    if (this.#total.value === null) void this.#total.ask('quick')
    this.#fetcher.retry()
    this.#publish()
  }

  #touchedBy({ values }: Extract<OwnMutation, { kind: 'update' }>): readonly FieldId[] {
    const fields = Object.keys(values) as FieldId[]
    return this.#options.computed?.touchedBy(fields) ?? fields
  }

  #noteFigures(event: RowEvent, ms: number): void {
    const fields = event.op === 'update' ? event.fields : null
    const moves = event.op !== 'update' || this.#order.dependsOn(fields)
    this.figures.noteChange(fields, moves, event.seq, ms)
  }

  #holdUnderCursor(event: RowEvent): void {
    const { held, blocks } = this.#placed
    const { cursor } = held
    if (event.op === 'bulk' || event.op === 'delete' || cursor === null || this.#order.isPlain) return
    const isHere = blocks.indexOf(cursor) !== null
    if (!isHere || !event.items.some(([id, ver]) => id === cursor && ver > 0)) return
    held.hold(cursor, this.#order.reasonFor(event.fields))
  }

  #countEvent(event: RowEvent): void {
    if (event.op === 'bulk' || event.op === 'update') return
    const { lives } = this.#placed
    // Whether what came or went is a row of a view that picks is not known here: it is counted again.
    const { picks } = this.#order
    let delta = 0
    for (const [id, ver] of event.items) {
      if (lives.has(id)) delta += lives.tell(id, { seq: event.seq, isThere: ver > 0 }, !picks)
      else if (ver === 0) delta -= 1
      else if (event.op === 'insert') delta += 1
    }
    if (!picks) this.#total.adjust(delta, event.seq)
  }

  /** Counts a change of one's own of which no event will tell. */
  #countUntold(mutation: Lived, seq: Seq | null): void {
    if (this.#order.picks) return
    const { lives } = this.#placed
    const isKnown = lives.has(mutation.record)
    const delta = isKnown ? lives.lose(mutation) : mutation.kind === 'delete' ? -1 : 0
    this.#total.adjust(delta, seq)
  }

  /** What was fetched since a change was told, and does not prove to contain it, is fetched again. */
  #onReadable(change: StructureChange): void {
    this.#placed.raise(change)
    void this.#judge(this.#placed.held.ids())
    if (this.#total.current === null) this.#total.askSoon(0)
    this.#fetcher.pump()
  }

  /** Asks whether held records are rows of the view still; the server alone can tell. */
  async #judge(ids: readonly RecordId[]): Promise<void> {
    if (!this.#order.picks || ids.length === 0) return
    const { clock, rows } = this.#options
    const at = clock.now()
    const answer = await rows.byId(this.query, ids.slice(0, limits.idsPerRequest))
    if (this.#isClosed || !answer.ok) return
    const { held, newRows } = this.#placed
    const outside = new Set(answer.value.outside)
    for (const { id } of answer.value.rows) {
      const isOutside = outside.has(id)
      held.judge(id, isOutside ? this.#order.reasonOutside : null, at)
      newRows.judge(id, isOutside)
      if (!held.has(id) || isOutside || held.reasonOf(id) !== null) continue
      // It may stay where it is. Rows fetched while a new one was held at the end are without it.
      held.drop(id)
      if (newRows.has(id)) this.#placed.raise({ seq: null, behind: null })
    }
    this.#fetcher.refetchIn(0)
    this.#total.askSoon(0)
    this.#publish()
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
    const { asOf } = this.#total
    if (began !== null && asOf !== null && !this.#placed.awaitsJudgement) this.#placed.onCount(asOf, began)
    this.#fetcher.pump()
    this.#publish()
  }

  #look(): WindowSnapshot {
    const total = this.#total.value
    const { error } = this.#fetcher
    const hasRows = total !== null && this.#fetcher.hasRowsInView
    const isEmpty = total?.isExact === true && total.count === 0
    return {
      rowCount: Math.max(0, (total?.count ?? 0) + this.#placed.uncounted),
      isExact: total?.isExact ?? false,
      status: error !== null && !hasRows ? 'failed' : hasRows || isEmpty ? 'ready' : 'loading',
      error,
      shift: this.#viewport.shift,
      idAt: (index) => this.idAt(index),
      indexOf: (id) => this.indexOf(id),
      isHeld: (id) => this.isHeld(id),
      heldBy: (id) => this.heldBy(id),
    }
  }

  #publish(): void {
    if (this.#hushed) return
    // Until the rows have moved too.
    const { held } = this.#placed
    this.figures.groups?.setHolding(held.size > 0 || held.released !== null)
    this.#snapshot = this.#look()
    this.#changed.emit()
  }
}
