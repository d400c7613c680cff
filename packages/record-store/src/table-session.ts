/**
 * One table while somebody works with it: its records, the windows open on them, the feed of changes, and one's own
 * edits with undo. All that the app does with rows goes through here.
 */
import {
  appError,
  type CellValue,
  type FieldId,
  type LiveApi,
  limits,
  type Mutation,
  type MutationId,
  type MutationResult,
  ok,
  type RecordId,
  type Result,
  type RowsApi,
  type TableId,
  uuidV7,
  type ViewQuery,
} from '@plinth/domain'
import { ChangeFeed, type FeedState, type RowEvent } from './change-feed.ts'
import type { Clock } from './clock.ts'
import { Emitter } from './emitter.ts'
import { OpenWindows } from './open-windows.ts'
import { OwnEvents } from './own-events.ts'
import type { CellProblem } from './record-entry.ts'
import { RecordStore } from './record-store.ts'
import { RowWindow } from './row-window.ts'
import { sameValue } from './same-value.ts'
import { type Change, type Step, UndoStack } from './undo-stack.ts'
import type { WindowSizes } from './window-fetcher.ts'

export type Refusal = Exclude<MutationResult, { status: 'ok' }>

type Values = Readonly<Record<FieldId, CellValue>>

export interface TableSessionOptions {
  readonly table: TableId
  readonly rows: RowsApi
  readonly live: Pick<LiveApi, 'table'>
  readonly clock: Clock
  readonly sizes?: WindowSizes
  /** Hands changes to the outbox. */
  send(mutations: readonly Mutation[], atomic: boolean): void
}

export class TableSession {
  readonly table: TableId
  readonly store = new RecordStore()
  readonly #options: TableSessionOptions
  readonly #feed: ChangeFeed
  readonly #undo = new UndoStack()
  readonly #windows = new OpenWindows((query) => this.#openWindow(query))
  readonly #ownEvents: OwnEvents
  readonly #unsent = new Map<MutationId, Mutation>()
  readonly #stateChanged = new Emitter()
  readonly #undoChanged = new Emitter()
  readonly #schemaChanged = new Emitter()
  readonly #moved = new Emitter<[RecordId]>()
  readonly #left = new Emitter<[RecordId]>()
  readonly #undoRefused = new Emitter()
  readonly #handedOver = new Set<RecordId>()
  #fields: string | null = null

  constructor(options: TableSessionOptions) {
    this.#options = options
    this.table = options.table
    this.#ownEvents = new OwnEvents(options.clock)
    this.#feed = new ChangeFeed({
      table: options.table,
      live: options.live,
      rows: options.rows,
      clock: options.clock,
      store: this.store,
      onEvent: (event) => this.#onEvent(event),
      onRemoved: (ids) => this.#windows.each((window) => window.onRemoved(ids)),
      onSchema: () => this.#schemaChanged.emit(),
      onState: () => this.#stateChanged.emit(),
    })
  }

  readonly subscribeState = this.#stateChanged.subscribe
  readonly state = (): FeedState => this.#feed.state
  readonly subscribeUndo = this.#undoChanged.subscribe
  readonly canUndo = (): boolean => this.#undo.canUndo
  readonly canRedo = (): boolean => this.#undo.canRedo
  readonly onSchema = this.#schemaChanged.subscribe
  readonly onMoved = this.#moved.subscribe
  /** A change of one's own took a record out of one's sight. */
  readonly onHandedOver = this.#left.subscribe
  /** A step stays as it is, because a record of it is out of one's sight. */
  readonly onUndoRefused = this.#undoRefused.subscribe

  /** Listens on the topic of the base's access epoch. */
  listen(epoch: number): void {
    this.#feed.open(epoch)
  }

  /**
   * Tells which fields the person sees. No event tells of values that came or went with a field, since their records did not
   * change: when other fields are seen than before, what is on screen is fetched again.
   */
  noteFields(fields: readonly FieldId[]): void {
    const seen = fields.toSorted().join(' ')
    const isOther = this.#fields !== null && this.#fields !== seen
    this.#fields = seen
    if (isOther) this.#feed.refresh()
  }

  /** More may be in sight now than was told: what is on screen is fetched again. */
  refresh(): void {
    this.#feed.refresh()
  }

  onFocus(): void {
    this.#feed.onFocus()
  }

  close(): void {
    this.#feed.close()
    this.#ownEvents.close()
    this.#windows.close()
  }

  /** The window of a query, shared by all who ask; give it back with `leaveWindow`. */
  enterWindow(query: ViewQuery): RowWindow {
    return this.#windows.enter(query)
  }

  leaveWindow(window: RowWindow): void {
    this.#windows.leave(window)
  }

  /** Fetches records that no window shows, or whose content changed outside of the outbox (files). */
  fetch(ids: readonly RecordId[]): void {
    this.#feed.want(ids)
  }

  /** Loads one record, in a window or not; false: it does not exist, or may not be read. */
  async load(record: RecordId): Promise<Result<boolean>> {
    const ticket = this.store.ticket()
    const answer = await this.#options.rows.byId({ table: this.table, sorts: [] }, [record])
    if (!answer.ok) return answer
    this.store.upsert(answer.value.rows, ticket)
    this.#feed.check([record])
    return ok(answer.value.rows.length > 0)
  }

  /**
   * Changes values of a record. `seen` holds what stood there when the person began, where that may be a while ago: what
   * they left as it was is no change, and what somebody else has changed since is a conflict.
   */
  edit(record: RecordId, values: Values, seen: Values = {}): void {
    const row = this.store.get(record)
    if (!row) return
    const before: Values = { ...row.values, ...seen }
    const changed = (Object.entries(values) as [FieldId, CellValue][]).filter(
      ([field, value]) => !sameValue(before[field], value) && !sameValue(row.values[field], value),
    )
    for (const field of Object.keys(values)) this.store.clearProblem(record, field as FieldId)
    if (changed.length === 0) return
    const next: Values = Object.fromEntries(changed)
    const base: Values = Object.fromEntries(changed.map(([field]) => [field, before[field] ?? null]))
    const change: Change = { kind: 'update', record, values: next, base }
    const back: Change = { kind: 'update', record, values: base, base: next }
    this.#step([change], [back])
  }

  /** Makes a record; answers its id. It is shown at once, at the end. */
  create(values: Values = {}): RecordId {
    const record = uuidV7() as RecordId
    this.#step([{ kind: 'insert', record, values }], [{ kind: 'delete', record }])
    return record
  }

  /**
   * Deletes records. The answer takes this very step back, whatever was done since: the records are made again with their
   * values (files stay deleted).
   */
  remove(records: readonly RecordId[]): () => void {
    const rows = records.map((id) => ({ id, row: this.store.get(id) }))
    for (const { id, row } of rows) if (row?.state === 'refused') this.discardRecord(id)
    const stored = rows.filter(({ row }) => row?.state !== 'refused')
    const changes = stored.map(({ id }): Change => ({ kind: 'delete', record: id }))
    const back = stored.flatMap(({ id, row }): Change[] =>
      row ? [{ kind: 'insert', record: id, values: withoutFiles(row.values) }] : [],
    )
    const step = this.#step(changes, back)
    return () => {
      this.#undo.takeBack(step, (undone) => this.#make(undone, true))
      this.#undoChanged.emit()
    }
  }

  /** Keeps what is known of selected records, so that their deletion can be taken back; answers how to let go. */
  keep(records: Iterable<RecordId>): () => void {
    const kept = [...records]
    this.store.retain(kept)
    return () => this.store.release(kept)
  }

  undo(): boolean {
    if (this.#undo.last?.back.some(({ record }) => this.#isOutOfSight(record))) {
      this.#undo.dropLast()
      this.#undoChanged.emit()
      this.#undoRefused.emit()
      return false
    }
    const step = this.#undo.undo((changes) => this.#make(changes, true))
    this.#undoChanged.emit()
    return step !== null
  }

  redo(): boolean {
    const step = this.#undo.redo((changes) => this.#make(changes, true))
    this.#undoChanged.emit()
    return step !== null
  }

  /** Sends a refused value again, over what is stored now. */
  retryCell(record: RecordId, field: FieldId): void {
    const problem = this.store.get(record)?.problems.get(field)
    if (problem) this.edit(record, { [field]: problem.attempted })
  }

  /** Keeps a text that is no value of its field beside the cell, so that it is not lost. */
  refuse(record: RecordId, field: FieldId, problem: CellProblem): void {
    this.store.noteProblem(record, field, problem)
  }

  dismissCell(record: RecordId, field: FieldId): void {
    this.store.clearProblem(record, field)
  }

  /** Sends a refused new record again, with changed values. */
  retryRecord(record: RecordId, values: Values = {}): void {
    const row = this.store.get(record)
    if (row?.state !== 'refused') return
    const filled = Object.entries({ ...row.values, ...values }).filter(([, value]) => value !== null)
    this.#step([{ kind: 'insert', record, values: Object.fromEntries(filled) }], [{ kind: 'delete', record }])
  }

  discardRecord(record: RecordId): void {
    this.store.discardRefused(record)
    this.#windows.each((window) => window.onDiscarded(record))
  }

  /** Shows changes that an earlier page left in the outbox. */
  adopt(mutations: readonly Mutation[]): void {
    for (const mutation of mutations) {
      if (this.#unsent.has(mutation.id)) continue
      this.#unsent.set(mutation.id, mutation)
      this.store.addPatch(mutation)
      this.#windows.each((window) => window.onOwnChange(mutation))
      if (mutation.kind !== 'insert') this.fetch([mutation.record])
    }
  }

  /** The outbox has the final answer of a change. Answers false when nothing on screen can tell of it. */
  onSettled(mutation: Mutation, result: MutationResult): boolean {
    this.#unsent.delete(mutation.id)
    if (result.status !== 'ok') return this.#onRefused(mutation, result)
    if (result.left) this.#onLeft(mutation, result.ver)
    else this.#onAcknowledged(mutation, result.ver)
    return true
  }

  /** The record was handed over: it leaves the screen, and what was done to it cannot be taken back. */
  #onLeft(mutation: Mutation, ver: number): void {
    const { record } = mutation
    this.store.acknowledge(mutation, ver)
    this.#handedOver.add(record)
    this.#left.emit(record)
    this.store.markGone(record)
    this.#windows.each((window) => window.onRemoved([record]))
  }

  /** Handed over, and not come back since. */
  #isOutOfSight(record: RecordId): boolean {
    return this.#handedOver.has(record) && this.store.isDeleted(record)
  }

  #onAcknowledged(mutation: Mutation, ver: number): void {
    const isComplete = this.store.acknowledge(mutation, ver)
    if (!isComplete) this.fetch([mutation.record])
    const isLive = this.#feed.state === 'live'
    this.#windows.each((window) => window.onAcknowledged(mutation, isLive))
    if (!isLive) return
    this.#ownEvents.await(mutation.record, mutation.kind === 'delete' ? 0 : ver, () =>
      this.#windows.each((window) => window.onAcknowledged(mutation, false)),
    )
  }

  #onRefused(mutation: Mutation, result: Refusal): boolean {
    this.#undo.forget(mutation.id)
    this.#undoChanged.emit()
    if (result.status === 'conflict') {
      this.store.noteCurrent(mutation.record, result.ver, result.current)
      this.store.reject(mutation, appError('conflict'))
      this.fetch([mutation.record])
      return true
    }
    const isGone = result.error.code === 'not_found' || result.error.code === 'record_gone'
    if (mutation.kind === 'delete' && isGone) {
      // Somebody was faster: the record is gone, as wanted.
      this.store.acknowledge(mutation, 0)
      this.#windows.each((window) => window.onAcknowledged(mutation, false))
      return true
    }
    if (mutation.kind === 'update' && isGone && this.store.get(mutation.record)?.state !== 'refused') {
      this.fetch([mutation.record])
      this.store.abandon(mutation)
      return false
    }
    this.store.reject(mutation, result.error)
    if (mutation.kind === 'update') this.fetch([mutation.record])
    return true
  }

  #onEvent(event: RowEvent): void {
    if (event.op === 'bulk') {
      this.#windows.each((window) => window.onEvent(event, false))
      return
    }
    const isOwn = event.items.every(
      ([id, ver]) => this.#ownEvents.isAwaited(id, ver) || this.store.hasChanges(id),
    )
    this.#ownEvents.note(event.items)
    this.#windows.each((window) => window.onEvent(event, isOwn))
  }

  #step(again: readonly Change[], back: readonly Change[]): Step {
    const step = { again, back, mutations: this.#make(again, false) }
    if (again.length > 0) this.#undo.push(step)
    this.#undoChanged.emit()
    return step
  }

  #make(changes: readonly Change[], atomic: boolean): readonly MutationId[] {
    const mutations = changes.map((change): Mutation => {
      return { id: uuidV7() as MutationId, table: this.table, ...change }
    })
    for (const mutation of mutations) {
      this.#unsent.set(mutation.id, mutation)
      this.store.addPatch(mutation)
      this.#windows.each((window) => window.onOwnChange(mutation))
    }
    for (let at = 0; at < mutations.length; at += limits.mutationsPerBatch) {
      this.#options.send(mutations.slice(at, at + limits.mutationsPerBatch), atomic)
    }
    return mutations.map((mutation) => mutation.id)
  }

  #openWindow(query: ViewQuery): RowWindow {
    const { rows, clock, sizes } = this.#options
    const window = new RowWindow({
      query,
      rows,
      store: this.store,
      clock,
      ...(sizes ? { sizes } : {}),
      noteAnswer: (seq) => this.#feed.noteAnswer(seq),
      onRows: (ids) => this.#feed.check(ids),
      onMoved: (id) => this.#moved.emit(id),
    })
    for (const mutation of this.#unsent.values()) {
      if (mutation.kind === 'insert') window.onOwnChange(mutation)
    }
    for (const record of this.store.refused()) window.onRefusedRecord(record)
    window.open()
    return window
  }
}

function withoutFiles(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && typeof value !== 'object'),
  )
}
