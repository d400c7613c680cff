/**
 * One table while somebody works with it: its records, the windows open on them, the feed of changes, and one's own
 * edits with undo. All that the app does with rows goes through here.
 */
import {
  type AppError,
  appError,
  type BulkRequest,
  type CellValue,
  err,
  type FieldId,
  isLinks,
  isOptionSet,
  type LiveApi,
  limits,
  type Mutation,
  type MutationId,
  type MutationResult,
  ok,
  type RecordId,
  type Result,
  type RowsApi,
  type Seq,
  type TableId,
  uuidV7,
  type ViewId,
  type ViewQuery,
  type ViewsApi,
} from '@plinth/domain'
import { ChangeFeed, type FeedState, type RowEvent } from './change-feed.ts'
import type { Clock } from './clock.ts'
import { Computed, type ComputedSources } from './computed.ts'
import { Emitter } from './emitter.ts'
import { inverseOf, isLinkEdit, linkEdit, linksTo, type OwnValue } from './link-edit.ts'
import { LinkedNames, type LinkedTable } from './linked-names.ts'
import { type Edited, inOrder, type Made } from './links-within.ts'
import type { LongStepKind, LongSteps } from './long-steps.ts'
import { OpenWindows } from './open-windows.ts'
import type { Outbox } from './outbox.ts'
import { OwnAnswers } from './own-answers.ts'
import { OwnEvents } from './own-events.ts'
import { type OwnMutation, type OwnValues, ownMutation, wireMutation } from './own-mutation.ts'
import { OwnSteps } from './own-steps.ts'
import type { CellProblem } from './record-entry.ts'
import { RecordStore } from './record-store.ts'
import { Refresher } from './refresher.ts'
import { madeWith, Retries } from './retries.ts'
import { RowMoves } from './row-moves.ts'
import { RowWindow } from './row-window.ts'
import { sameValue } from './same-value.ts'
import { UndecidedKeeper } from './undecided-keeper.ts'
import type { UndecidedStorage } from './undecided-storage.ts'
import type { Act, Change } from './undo-stack.ts'
import { remoteMs, type WindowSizes } from './window-fetcher.ts'

type Values = Readonly<Record<FieldId, CellValue>>

/** New values of a record, over what stood there when the person began where that may be a while ago. */
export interface RecordEdit {
  readonly record: RecordId
  readonly values: OwnValues
  readonly seen?: Values
}

export interface TableSessionOptions {
  readonly table: TableId
  readonly rows: RowsApi
  readonly views: Pick<ViewsApi, 'moveRecords' | 'replacePlaces'>
  readonly live: Pick<LiveApi, 'table'>
  readonly clock: Clock
  readonly sizes?: WindowSizes
  /** Where values wait that could not be stored. */
  readonly undecided: UndecidedStorage
  /** Hands changes to the outbox; `job` names a step of many. */
  send(mutations: readonly OwnMutation[], atomic: boolean, job?: string): void
  readonly outbox: Pick<Outbox, 'hold' | 'resume' | 'drop'>
  /** Changes that will never be sent. */
  onGivenUp(mutations: readonly OwnMutation[]): void
}

/** How often is looked whether own changes are stored. */
const settleMs = 100
const settleTries = 100

/** An answer that is kept true. */
export interface Followed {
  /** Something else is asked for, or somebody asks once more. */
  again(): void
  close(): void
}

/** A deletion, as one step. */
export interface Removal {
  takeBack(): void
  /** It is neither taken back, by whatever way, nor refused (`subscribeUndo`). */
  stands(): boolean
}

export class TableSession {
  readonly table: TableId
  readonly store = new RecordStore()
  readonly #options: TableSessionOptions
  readonly #feed: ChangeFeed
  readonly #windows = new OpenWindows((...asked) => this.#openWindow(...asked))
  readonly #ownEvents: OwnEvents
  readonly #unsent = new Map<MutationId, OwnMutation>()
  readonly #stateChanged = new Emitter()
  readonly #schemaChanged = new Emitter()
  readonly #changed = new Emitter()
  readonly #moved = new Emitter<[RecordId]>()
  readonly #undeleted = new Emitter<[RecordId, AppError]>()
  readonly #answers: OwnAnswers
  readonly #steps: OwnSteps
  readonly #rowMoves: RowMoves
  readonly #retries: Retries
  readonly #undecided: UndecidedKeeper
  readonly #linkedNames: LinkedNames
  /** Of what was refused with this error: how many cells and new records are tried again at once. */
  readonly togetherWith: Retries['count']
  /** Steps of many changes, on their way and just over. */
  readonly long: LongSteps
  readonly #computed = new Computed()
  readonly #followed = new Set<Refresher>()
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
    this.#answers = new OwnAnswers({
      store: this.store,
      windows: this.#windows,
      ownEvents: this.#ownEvents,
      feed: this.#feed,
      computed: this.#computed,
      onChanged: () => this.#changed.emit(),
    })
    this.onHandedOver = this.#answers.onHandedOver
    this.#steps = new OwnSteps({
      clock: options.clock,
      outbox: options.outbox,
      make: (changes, atomic, kind) => this.#make(changes, atomic, kind),
      onGivenUp: (mutations) => this.#giveUp(mutations),
      isOutOfSight: (record) => this.#answers.isOutOfSight(record),
      table: options.table,
      rows: options.rows,
      onBulkStep: () => this.#feed.refresh(),
    })
    this.#retries = new Retries({
      store: this.store,
      send: ({ edits, made }) => this.#takeMany(this.#editsOf(edits), made),
    })
    this.togetherWith = (error) => this.#retries.count(error)
    this.#rowMoves = new RowMoves({
      views: options.views,
      windows: this.#windows,
      noteAct: (act, step) => this.#steps.noteAct(act, step),
    })
    this.onMoveStayed = this.#rowMoves.onStayed
    this.#undecided = new UndecidedKeeper({
      table: options.table,
      rows: options.rows,
      store: this.store,
      windows: this.#windows,
      storage: options.undecided,
      hasField: (field) => this.#fields === null || this.#fields.includes(field),
    })
    this.onRecalled = this.#undecided.onRecalled
    void this.#undecided.recall()
    this.#linkedNames = new LinkedNames({
      live: options.live,
      clock: options.clock,
      store: this.store,
      onRenamed: (ids) => this.#feed.want(ids),
      onOrder: (links) => this.#windows.each((window) => window.onNamesChanged(links)),
    })
    this.long = this.#steps.long
    this.subscribeUndo = this.#steps.subscribe
    this.onUndoRefused = this.#steps.onRefused
  }

  readonly subscribeState = this.#stateChanged.subscribe
  readonly state = (): FeedState => this.#feed.state
  readonly subscribeUndo: OwnSteps['subscribe']
  readonly canUndo = (): boolean => this.#steps.canUndo()
  readonly canRedo = (): boolean => this.#steps.canRedo()
  readonly onSchema = this.#schemaChanged.subscribe
  /** Values of these records, which an earlier page could not store, are shown again. */
  readonly onRecalled: UndecidedKeeper['onRecalled']
  /** Records have changed at the server, by whomever. */
  readonly onChange = this.#changed.subscribe
  readonly onMoved = this.#moved.subscribe
  /** A record was to be deleted, and the server refused it: it is here again. */
  readonly onUndeleted = this.#undeleted.subscribe
  /** A change of one's own took a record out of one's sight. */
  readonly onHandedOver: OwnAnswers['onHandedOver']
  /** A step stays as it is, because a record of it is out of one's sight. */
  readonly onUndoRefused: OwnSteps['onRefused']
  /** A move stays as it is: others have moved the records since (null), or it was refused. */
  readonly onMoveStayed: RowMoves['onStayed']

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

  /** Tells which fields the server computes, with what they are computed from: after a change they are read again, and they are never sent. */
  noteComputed(sources: ComputedSources): void {
    this.#computed.set(sources)
  }

  /** Follows the names of records of other tables that are linked here. */
  followLinks(epoch: number, linked: readonly LinkedTable[]): void {
    this.#linkedNames.follow(epoch, linked)
  }

  /** More may be in sight now than was told: what is on screen is fetched again. */
  refresh(): void {
    this.#feed.refresh()
  }

  onFocus(): void {
    this.#feed.onFocus()
  }

  close(): void {
    this.#undecided.close()
    this.#linkedNames.close()
    this.#steps.bulks.close()
    this.#feed.close()
    this.#ownEvents.close()
    for (const refresher of this.#followed) refresher.close()
    this.#windows.close()
  }

  /**
   * Keeps true what the server answers about the records of the table: `ask` is called at once, and again when changes make it out of
   * date. It answers the point before which everything is in its answer; `onError` is told what failed, and that it is over.
   */
  follow(
    ask: (signal: AbortSignal) => Promise<Result<Seq>>,
    onError: (error: AppError | null) => void,
  ): Followed {
    const refresher = new Refresher(this.#options.clock, ask, onError)
    this.#followed.add(refresher)
    refresher.want(0)
    return {
      again: () => refresher.again(),
      close: () => {
        this.#followed.delete(refresher)
        refresher.close()
      },
    }
  }

  /** The window of a query, shared by all who ask; give it back with `leaveWindow`. `sizes`: for who shows few rows of many windows. */
  enterWindow(query: ViewQuery, sizes: WindowSizes | null = null): RowWindow {
    return this.#windows.enter(query, sizes)
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
    this.store.upsert(answer.value.rows, ticket, answer.value.atSeq)
    this.#feed.check([record])
    return ok(answer.value.rows.length > 0)
  }

  /**
   * Changes values of a record. `seen` holds what stood there when the person began, where that may be a while ago: what
   * they left as it was is no change, and what somebody else has changed since is a conflict.
   */
  edit(record: RecordId, values: OwnValues, seen: Values = {}): void {
    const edits = this.#editsOf([{ record, values, seen }])
    if (edits.length > 0) this.#steps.take(edits.map(forth), edits.map(backOf))
  }

  /**
   * Changes many records and makes new ones as one step: a paste, a fill, a clearing. What the server takes in one go is
   * stored whole or not at all; more than that goes record by record, in parts (`long`). Answers the ids of the new records.
   * `ids`: those of the new records, where links of the same step name them.
   */
  editMany(
    wanted: readonly RecordEdit[],
    added: readonly Values[] = [],
    ids: readonly RecordId[] = [],
  ): readonly RecordId[] {
    const made = added.map((values, at) => ({ record: ids[at] ?? (uuidV7() as RecordId), values }))
    this.#takeMany(this.#editsOf(wanted), made)
    return made.map(({ record }) => record)
  }

  #takeMany(edited: readonly Edited[], made: readonly Made[]): void {
    const { edits, inserts, later } = inOrder(edited, made)
    const deletions = inserts.map(({ record }): Change => ({ kind: 'delete', record }))
    const again = [...edits.map(forth), ...inserts.map(insertOf), ...later.map(forth)]
    const back = [...edits.map(backOf), ...deletions, ...later.map(backOf)]
    if (again.length > 0) this.#steps.take(again, back, { atomic: true })
  }

  /** What really changes, each value with the one that the person saw in its place. */
  #editsOf(edits: readonly RecordEdit[]): Edited[] {
    return edits.flatMap(({ record, values, seen = {} }) => {
      const row = this.store.get(record)
      if (!row) return []
      const before: Values = { ...row.values, ...seen }
      const entries = Object.entries(values) as [FieldId, OwnValue][]
      const changed = entries.flatMap(([field, value]): Changed[] => {
        const [now, was] = [row.values[field], before[field]]
        if (isLinkEdit(value) || isLinks(value) || isLinks(now)) return changedLinks(field, now, value)
        return sameValue(was, value) || sameValue(now, value) ? [] : [[field, value, was ?? null]]
      })
      for (const field of Object.keys(values)) this.store.clearProblem(record, field as FieldId)
      if (changed.length === 0) return []
      const base = Object.fromEntries(changed.map(([field, , was]) => [field, was]))
      return [{ record, values: Object.fromEntries(changed), base }]
    })
  }

  /** Makes a record; answers its id. It is shown at once, at the end. */
  create(values: Values = {}): RecordId {
    const record = uuidV7() as RecordId
    this.#steps.take([{ kind: 'insert', record, values }], [{ kind: 'delete', record }])
    return record
  }

  /**
   * Deletes records. The answer takes this very step back, whatever was done since: the records are made again with their
   * values (files stay deleted, and links are made to the records that were seen).
   */
  remove(records: readonly RecordId[]): Removal {
    const rows = records.map((id) => ({ id, row: this.store.get(id) }))
    for (const { id, row } of rows) if (row?.state === 'refused') this.discardRecord(id)
    const stored = rows.filter(({ row }) => row?.state !== 'refused')
    const changes = stored.map(({ id }): Change => ({ kind: 'delete', record: id }))
    const back = stored.flatMap(({ id, row }): Change[] =>
      row ? [{ kind: 'insert', record: id, values: this.#computed.written(madeAgain(row.values)) }] : [],
    )
    const step = this.#steps.take(changes, back, { kind: 'delete' })
    return { takeBack: () => this.#steps.takeBack(step), stands: () => this.#steps.stands(step) }
  }

  /**
   * Changes more records of a view than are here, on the server: deletes them, or sets one field of them. It goes on by itself
   * (`long`), and is one step to be taken back. Own changes that are not stored yet go first.
   */
  async changeMany(wanted: Omit<BulkRequest, 'bulk'>): Promise<Result<null>> {
    return (await this.#isAllStored()) ? this.#steps.bulks.begin(wanted) : err(appError('busy'))
  }

  /**
   * Makes a record, of whatever table, and changes one of this table with it: the server takes both or neither, and the answer tells why.
   * Nothing of it is shown before. What changes here is a step; a record that was refused as new is made with it. Own changes that are
   * not stored yet go first.
   */
  async changeWith(made: Mutation, record: RecordId, values: OwnValues): Promise<Result<null>> {
    if (!(await this.#isAllStored())) return err(appError('busy'))
    const step = this.#stepWith(record, values)
    if (!step) return err(appError('not_found'))
    const mutation = ownMutation(uuidV7() as MutationId, this.table, step.change)
    const mutations = [made, wireMutation(mutation)]
    const answer = await this.#options.rows.apply({ mutations, atomic: true })
    if (!answer.ok) return answer
    const refused = answer.value.find((result) => result.status !== 'ok' && !isDragged(result))
    if (refused) return err(refused.status === 'error' ? refused.error : appError('conflict'))
    const stored = answer.value.find(({ id }) => id === mutation.id)
    if (!stored) return err(appError('unexpected'))
    this.#windows.quietly(() => this.#show(mutation))
    this.#steps.note({ again: [step.change], back: [step.back], mutations: [mutation.id] })
    this.onSettled(mutation, stored)
    return ok(null)
  }

  #stepWith(record: RecordId, values: OwnValues): { change: Change; back: Change } | null {
    const row = this.store.get(record)
    if (row?.state === 'refused') {
      const change = { kind: 'insert', record, values: madeWith(row.values, values) } as const
      return { change, back: { kind: 'delete', record } }
    }
    const [edit] = this.#editsOf([{ record, values }])
    return edit ? { change: forth(edit), back: backOf(edit) } : null
  }

  /** False: own changes wait still. */
  async #isAllStored(): Promise<boolean> {
    for (let tries = 0; this.#unsent.size > 0; tries += 1) {
      if (tries === settleTries) return false
      await new Promise<void>((resolve) => {
        this.#options.clock.after(settleMs, resolve)
      })
    }
    return true
  }

  /** Sends no more of a step of many changes; the cells that were not sent go back to what they held. */
  stop(job: string): void {
    this.#steps.stop(job)
  }

  /** Takes back what is stored of a step of many changes, whatever was done since. */
  takeBackLong(job: string): void {
    this.#steps.takeBackLong(job)
  }

  dismissLong(job: string): void {
    this.#steps.dismissLong(job)
  }

  /** Runs many answers of the server: what they mean is shown once. */
  together(run: () => void): void {
    this.#windows.quietly(run)
    this.long.tell()
  }

  /** Keeps what is known of selected records, so that their deletion can be taken back; answers how to let go. */
  keep(records: Iterable<RecordId>): () => void {
    const kept = [...records]
    this.store.retain(kept)
    return () => this.store.release(kept)
  }

  undo(): boolean {
    return this.#steps.undo()
  }

  redo(): boolean {
    return this.#steps.redo()
  }

  /** Notes a step that is no change of records, in the order of what the person does. */
  noteAct(act: Act): void {
    this.#steps.noteAct(act)
  }

  /**
   * Puts records, in this order, before another one of a view that is ordered by hand, or at the end. `values`: what changes in them with
   * that, as one step.
   */
  moveRecords(
    view: ViewId,
    records: readonly RecordId[],
    before: RecordId | null,
    values: OwnValues = {},
  ): Promise<Result<null>> {
    const edits = this.#editsOf(records.map((record) => ({ record, values })))
    const step = edits.length > 0 ? this.#steps.take(edits.map(forth), edits.map(backOf)) : null
    return this.#rowMoves.move(view, records, before, step)
  }

  /** Sends a refused value again, and what goes together with it (`togetherWith`). */
  retryCell(record: RecordId, field: FieldId): void {
    this.#retries.cell(record, field)
  }

  /** Keeps a text that is no value of its field beside the cell, so that it is not lost. */
  refuse(record: RecordId, field: FieldId, problem: CellProblem): void {
    this.store.noteProblem(record, field, problem)
  }

  dismissCell(record: RecordId, field: FieldId): void {
    this.store.clearProblem(record, field)
  }

  /** Sends a refused new record again, with changed values; without, what goes together with it too. */
  retryRecord(record: RecordId, values: Values = {}): void {
    this.#retries.record(record, values)
  }

  discardRecord(record: RecordId): void {
    this.store.discardRefused(record)
    this.#windows.each((window) => window.onDiscarded(record))
  }

  /** Shows changes that an earlier page left in the outbox. */
  adopt(mutations: readonly OwnMutation[]): void {
    this.#windows.quietly(() => {
      for (const mutation of mutations) {
        if (this.#unsent.has(mutation.id)) continue
        this.#unsent.set(mutation.id, mutation)
        this.store.addPatch(mutation)
        this.#windows.each((window) => window.onOwnChange(mutation))
        if (mutation.kind !== 'insert') this.fetch([mutation.record])
      }
    })
  }

  /** The outbox has the final answer of a change. Answers false when nothing on screen can tell of it. */
  onSettled(mutation: OwnMutation, result: MutationResult): boolean {
    this.#unsent.delete(mutation.id)
    const isLong = this.long.has(mutation.id)
    this.long.settle(mutation, result)
    if (!isLong && result.status !== 'ok') this.#steps.forget(mutation.id)
    const isSeen = this.#answers.note(mutation, result, isLong)
    const { kind, record } = mutation
    const isBack = kind === 'delete' && this.store.get(record)?.state === 'saved'
    if (isBack && !isLong && result.status === 'error') this.#undeleted.emit(record, result.error)
    return isSeen
  }

  #onEvent(event: RowEvent): void {
    this.#changed.emit()
    if (event.op === 'bulk') {
      this.#windows.each((window) => window.onEvent(event, false))
      this.#noteFollowed(event.seq, false)
      return
    }
    const isOwn = event.items.every(
      ([id, ver]) => this.#ownEvents.isAwaited({ id, ver, seq: event.seq }) || this.store.hasChanges(id),
    )
    this.#ownEvents.note(event)
    this.#windows.each((window) => window.onEvent(event, isOwn))
    this.#noteFollowed(event.seq, isOwn)
  }

  #noteFollowed(seq: Seq, isOwn: boolean): void {
    for (const refresher of this.#followed) refresher.note(seq, isOwn ? 0 : remoteMs(this.#options.clock))
  }

  #make(changes: readonly Change[], atomic: boolean, kind: LongStepKind): readonly MutationId[] {
    const mutations = changes.map((change): OwnMutation => {
      return ownMutation(uuidV7() as MutationId, this.table, change)
    })
    this.#windows.quietly(() => {
      for (const mutation of mutations) this.#show(mutation)
    })
    const [first] = mutations
    if (first && mutations.length > limits.mutationsPerBatch) {
      this.long.begin(first.id, kind, mutations)
      this.#options.send(mutations, false, first.id)
    } else this.#options.send(mutations, atomic)
    return mutations.map((mutation) => mutation.id)
  }

  #show(mutation: OwnMutation): void {
    this.#unsent.set(mutation.id, mutation)
    this.store.addPatch(mutation)
    this.#windows.each((window) => window.onOwnChange(mutation))
  }

  #giveUp(mutations: readonly OwnMutation[]): void {
    this.together(() => {
      for (const mutation of mutations) {
        this.#unsent.delete(mutation.id)
        this.store.abandon(mutation)
      }
      this.#windows.each((window) => window.onGivenUp(mutations))
    })
    this.#options.onGivenUp(mutations)
  }

  #openWindow(query: ViewQuery, sibling: RowWindow | null, own: WindowSizes | null): RowWindow {
    const { rows, clock } = this.#options
    const sizes = own ?? this.#options.sizes
    const window = new RowWindow({
      query,
      rows,
      store: this.store,
      clock,
      computed: this.#computed,
      ...(sizes ? { sizes } : {}),
      noteAnswer: (seq) => this.#feed.noteAnswer(seq),
      onRows: (ids) => this.#feed.check(ids),
      onMoved: (id) => this.#moved.emit(id),
    })
    for (const mutation of this.#unsent.values()) {
      if (mutation.kind === 'insert') window.onOwnChange(mutation)
    }
    for (const record of this.store.refused()) window.onRefusedRecord(record)
    if (sibling) window.carryFrom(sibling)
    window.open()
    return window
  }
}

type Changed = readonly [FieldId, OwnValue, OwnValue]

function changedLinks(field: FieldId, now: CellValue | undefined, wanted: OwnValue): Changed[] {
  const edit = linkEdit(now, wanted)
  return edit ? [[field, edit, inverseOf(edit)]] : []
}

const insertOf = ({ record, values }: Made): Change => ({ kind: 'insert', record, values })
const forth = ({ record, values, base }: Edited): Change => ({ kind: 'update', record, values, base })
const backOf = ({ record, values, base }: Edited): Change => {
  return { kind: 'update', record, values: base, base: values }
}

/** The server took back what went well, because something else of the batch did not. */
const isDragged = (result: MutationResult): boolean =>
  result.status === 'error' && result.error.code === 'batch_refused'

const isFiles = (value: CellValue) => Array.isArray(value) && (value.length === 0 || !isOptionSet(value))

/** Values with which a deleted record is made again: without its files, with those of its links that were seen. */
function madeAgain(values: Values): Values {
  const entries = Object.entries(values).flatMap(([field, value]): [string, CellValue][] => {
    if (isLinks(value)) return value.items.length > 0 ? [[field, linksTo(value.items)]] : []
    return value === null || isFiles(value) ? [] : [[field, value]]
  })
  return Object.fromEntries(entries)
}
