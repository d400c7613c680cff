/**
 * A table in memory that answers as the database does: keyset windows, versions, conflicts per field, mutations
 * remembered by id, one event a transaction. Latency, lost connections and the order of events are in the test's
 * hands.
 */
import {
  type AppError,
  appError,
  type BulkRequest,
  type BulkStep,
  type CellValue,
  type ChangeEvent,
  err,
  type FieldId,
  type FindRequest,
  type FoundRows,
  isLinks,
  type LinkChange,
  type LinkItem,
  type LiveApi,
  type Mutation,
  type MutationBatch,
  type MutationId,
  type MutationResult,
  ok,
  type PlaceChanges,
  type RecordId,
  type Result,
  type Row,
  type RowKey,
  type RowsApi,
  type RowsWindow,
  type Seq,
  type TableId,
  type ViewId,
  type ViewQuery,
  type ViewsApi,
  type WindowRequest,
  type WrittenValue,
} from '@plinth/domain'
import { compareSeq } from '../seq.ts'
import type { FakeClock } from './fake-clock.ts'
import { figuresIn, groupsIn } from './group-rows.ts'
import { compareKeys, isIn, keyOf, type Places } from './row-order.ts'

export const table = 'table-1' as TableId
export const nameField = 'name' as FieldId
export const rankField = 'rank' as FieldId

type Handlers = Parameters<LiveApi['table']>[2]

export class FakeBackend {
  readonly #clock: FakeClock
  readonly #rows = new Map<RecordId, Row>()
  /** What a new look at the data sees: a commit may be told before it can be read. */
  readonly #visible = new Map<RecordId, Row>()
  /** Where records were put by hand, and what a new look sees of it. */
  readonly #places = new Map<RecordId, readonly [RecordId, number]>()
  readonly #seenPlaces = new Map<RecordId, readonly [RecordId, number]>()
  readonly #hidden = new Set<number>()
  readonly #answers = new Map<MutationId, MutationResult>()
  readonly #events: ChangeEvent[] = []
  #seq = 1_000
  #listeners = new Set<Handlers>()
  /** Milliseconds from the request to its look at the data, and again to the answer. */
  latencyMs = 5
  /** Milliseconds from a commit to its event; called for each delivery. */
  eventDelayMs: (event: ChangeEvent) => number = () => 10
  /** Milliseconds from somebody else's commit to the moment when it can be read; called for each commit. */
  visibleAfterMs: () => number = () => 0
  isOnline = true
  isLive = true
  /** Answers name the point of their commit. */
  tellsPoint = true
  /** Answers the error that a write gets, or null to take it. */
  refuse: (mutation: Mutation) => AppError | null = () => null
  /** Does this write take the record out of the person's sight? */
  handsOver: (mutation: Mutation) => boolean = () => false
  /** What the server computes of the values that are written. */
  computes: (values: Row['values']) => Row['values'] = () => ({})
  /** Writes stored; each mutation once. */
  readonly stored: MutationId[] = []
  readonly requests: WindowRequest[] = []
  readonly calls = {
    find: 0,
    byId: 0,
    stats: 0,
    anchors: 0,
    groups: 0,
    summary: 0,
    apply: 0,
    changesSince: 0,
    aborted: 0,
  }
  /** Rows that an estimate is off by. */
  estimateError = 0
  exactUpTo = Number.POSITIVE_INFINITY

  constructor(clock: FakeClock) {
    this.#clock = clock
  }

  /** Records of a bulk that are worked off in one step. */
  bulkStep = 10
  readonly #bulks = new Map<
    string,
    {
      request: BulkRequest
      pass: number
      ids: RecordId[]
      todo: RecordId[]
      done: Set<RecordId>
      before: Map<RecordId, Row>
    }
  >()

  /** One step: what it changes, of these records. */
  #stepBulk(
    todo: readonly RecordId[],
    part: number,
    change: (id: RecordId) => Row | null,
  ): { changed: RecordId[]; answer: BulkStep } {
    const now = todo.slice(part, part + this.bulkStep)
    const errors: BulkStep['errors'][number][] = []
    const changes: { id: RecordId; values: Record<FieldId, CellValue> | null }[] = []
    for (const id of now) {
      const error = this.refuse({ id: id as string as MutationId, kind: 'delete', table, record: id })
      if (error) errors.push({ record: id, error })
      else changes.push({ id, values: change(id)?.values ?? null })
    }
    this.write(changes)
    const next = part + now.length
    const counts = { done: changes.length, refused: errors.length, changed: 0 }
    const answer = { ...counts, errors, next, atEnd: next >= todo.length }
    return { changed: changes.map(({ id }) => id), answer }
  }

  readonly rows: RowsApi = {
    countWhen: () => this.#call(() => ok({ total: 0, matching: 0 })),
    beginBulk: (request) =>
      this.#call(() => {
        const ids = this.ordered(request.query).map(({ id }) => id)
        if (ids.length !== request.count) return err(appError('selection_changed'))
        this.#bulks.set(request.bulk, {
          request,
          pass: 0,
          ids,
          todo: ids,
          done: new Set(),
          before: new Map(this.#rows),
        })
        return ok({ total: ids.length })
      }),
    stepBulk: (bulk, pass, part) =>
      this.#call(() => {
        const known = this.#bulks.get(bulk)
        if (!known) return err(appError('not_found'))
        const isBack = pass % 2 === 1
        if (pass > known.pass) {
          const todo = known.ids.filter((id) => known.done.has(id) === isBack)
          Object.assign(known, { pass, todo })
        }
        const { change } = known.request
        const { changed, answer } = this.#stepBulk(known.todo, part, (id) => {
          if (isBack) return known.before.get(id) ?? null
          const row = this.#rows.get(id)
          return change.kind === 'delete' || !row
            ? null
            : { ...row, values: { ...row.values, [change.field]: change.value } }
        })
        for (const id of changed) known.done[isBack ? 'delete' : 'add'](id)
        return ok(answer)
      }),
    window: (request, signal) => this.#call(() => this.#window(request), signal),
    byId: (query, ids) => {
      this.calls.byId += 1
      return this.#call(() => {
        const rows = ids.flatMap((id) => this.#visible.get(id) ?? [])
        const outside = rows.filter((row) => !isIn(query, row)).map((row) => row.id)
        return ok({ rows, outside, atSeq: this.#atSeq() })
      })
    },
    stats: (query, mode) => {
      this.calls.stats += 1
      return this.#call(() => {
        const exact = mode === 'exact' || this.#visible.size <= this.exactUpTo
        const size = this.#visibleIn(query).length
        const total = Math.max(0, size + (exact ? 0 : this.estimateError))
        return ok({ total, exact, atSeq: this.#atSeq() })
      })
    },
    anchors: (query, step) => {
      this.calls.anchors += 1
      return this.#call(() => {
        const all = this.#visibleIn(query)
        const anchors: [number, RowKey][] = []
        for (let index = step; index < all.length; index += step) {
          const row = all[index]
          if (row) anchors.push([index, keyOf(query, row, this.#seenPlaces)])
        }
        return ok({ anchors, atSeq: this.#atSeq() })
      })
    },
    groups: (request) => {
      this.calls.groups += 1
      return this.#call(() => {
        const rows = this.#visibleIn({ ...request.query, collapsed: [] })
        const all = groupsIn(request, rows)
        const end = request.skip + request.take
        const shown = this.#visibleIn(request.query).length
        const groups = all.slice(request.skip, end)
        return ok({ groups, total: rows.length, shown, atEnd: end >= all.length, atSeq: this.#atSeq() })
      })
    },
    summary: (query, figures) => {
      this.calls.summary += 1
      return this.#call(() => {
        const rows = this.#visibleIn({ ...query, collapsed: [] })
        return ok({ total: rows.length, figures: figuresIn(figures, rows), atSeq: this.#atSeq() })
      })
    },
    find: (request, signal) => {
      this.calls.find += 1
      return this.#call(() => this.#find(request), signal)
    },
    chart: () =>
      this.#call(() =>
        ok({
          keys: [],
          keyCount: 0,
          series: [],
          seriesCount: 0,
          cells: [],
          whole: null,
          atSeq: this.#atSeq(),
        }),
      ),
    cost: () => this.#call(() => ok({ state: 'small', order: null, filter: null, indexes: [] })),
    indexes: () => this.#call(() => ok([])),
    createIndex: () => this.#call(() => ok(null)),
    dropIndex: () => this.#call(() => ok(null)),
    rank: ({ query, record }) =>
      this.#call(() => {
        const all = this.#visibleIn(query)
        const index = all.findIndex(({ id }) => id === record)
        const row = all[index]
        return ok({
          index: row ? index : null,
          key: row ? keyOf(query, row, this.#seenPlaces) : null,
          atSeq: this.#atSeq(),
        })
      }),
    previewDeletion: () => this.#call(() => ok({ along: [], linked: [] })),
    apply: (batch) => {
      this.calls.apply += 1
      return this.#call(() => this.#apply(batch))
    },
    changesSince: (_table, seq) => {
      this.calls.changesSince += 1
      return this.#call(() => {
        const events = this.#events.filter(
          (event) => event.op !== 'schema' && compareSeq(event.seq, seq) >= 0,
        )
        return ok({ seq: this.#atSeq(), reset: false, events })
      })
    },
  }

  readonly views: Pick<ViewsApi, 'moveRecords' | 'replacePlaces'> = {
    moveRecords: (_view, records, before) =>
      this.#call(() => {
        if ([...records, ...(before ? [before] : [])].some((id) => !this.#rows.has(id)))
          return err(appError('not_found'))
        return ok(this.#move(records, before, 0))
      }),
    replacePlaces: (_view, changes) =>
      this.#call(() => {
        const standing = Object.entries(changes).filter(
          ([id, { from }]) => String(this.#places.get(id as RecordId) ?? null) === String(from),
        )
        for (const [id, { to }] of standing) this.#put(id as RecordId, to)
        this.#tellMoved(Object.keys(changes) as RecordId[], 0)
        return ok(standing.length)
      }),
  }

  /** Somebody else puts records before another one, or at the end. */
  move(records: readonly RecordId[], before: RecordId | null): void {
    this.#move(records, before, this.visibleAfterMs())
  }

  #move(records: readonly RecordId[], before: RecordId | null, visibleAfterMs: number): PlaceChanges {
    const from = records.map((id) => this.#places.get(id) ?? null)
    for (const id of records) this.#places.delete(id)
    const query = { table, sorts: [], view: 'by hand' as ViewId }
    const rest = this.ordered(query).filter(({ id }) => !records.includes(id))
    const at = before === null ? rest.length : rest.findIndex(({ id }) => id === before)
    const [above, below] = [rest[at - 1], rest[at]].map((row) => row && keyOf(query, row, this.#places))
    const [anchor, end] = (below ?? [above?.[0] ?? records[0], Number.POSITIVE_INFINITY]) as [
      RecordId,
      number,
    ]
    const start = above?.[0] === anchor ? Number(above[1]) : below ? end - 1 : 0
    const step = Number.isFinite(end) ? (end - start) / (records.length + 1) : 1
    records.forEach((id, no) => this.#put(id, [anchor, start + step * (no + 1)]))
    this.#tellMoved(records, visibleAfterMs)
    return Object.fromEntries(
      records.map((id, no) => [id, { from: from[no] ?? null, to: this.#places.get(id) ?? null }]),
    )
  }

  #put(id: RecordId, place: readonly [RecordId, number] | null): void {
    if (place) this.#places.set(id, place)
    else this.#places.delete(id)
  }

  #tellMoved(records: readonly RecordId[], visibleAfterMs: number): void {
    this.#seq += 1
    this.#show(records, visibleAfterMs)
    this.#deliver({ op: 'bulk', seq: String(this.#seq), count: records.length })
  }

  readonly live: Pick<LiveApi, 'table'> = {
    table: (_table, _epoch, handlers) => {
      this.#listeners.add(handlers)
      this.#clock.after(3, () => {
        if (this.#listeners.has(handlers) && this.isLive) handlers.onState('live')
      })
      return { close: () => void this.#listeners.delete(handlers) }
    },
  }

  /** The connection for events breaks; events are lost until `reconnect`. */
  drop(): void {
    this.isLive = false
    for (const listener of this.#listeners) listener.onState('lost')
  }

  reconnect(): void {
    this.isLive = true
    for (const listener of this.#listeners) listener.onState('live')
  }

  /** All rows in the order of the query. */
  ordered(query: ViewQuery): Row[] {
    return inOrder(query, this.#rows, this.#places)
  }

  get(id: RecordId): Row | undefined {
    return this.#rows.get(id)
  }

  /** Fills the table before anybody looks; no events. */
  seed(rows: readonly Row[]): void {
    for (const row of rows) {
      this.#rows.set(row.id, row)
      this.#visible.set(row.id, row)
    }
  }

  /** Somebody else's transaction. */
  write(changes: readonly { id: RecordId; values: Record<FieldId, CellValue> | null }[]): void {
    const touched: [RecordId, number, FieldId[]][] = []
    const ops = new Set<'insert' | 'update' | 'delete'>()
    for (const { id, values } of changes) {
      const row = this.#rows.get(id)
      if (values === null) {
        if (!row) continue
        this.#rows.delete(id)
        ops.add('delete')
        touched.push([id, 0, []])
        continue
      }
      ops.add(row ? 'update' : 'insert')
      const next = { id, ver: (row?.ver ?? 0) + 1, values: { ...row?.values, ...values } }
      this.#rows.set(id, next)
      touched.push([id, next.ver, Object.keys(values) as FieldId[]])
    }
    this.#commit(ops, touched, this.visibleAfterMs())
  }

  /** Sends an event that names no records. */
  bulk(count: number): void {
    this.#seq += 1
    this.#deliver({ op: 'bulk', seq: String(this.#seq), count })
  }

  #commit(
    ops: ReadonlySet<'insert' | 'update' | 'delete'>,
    touched: readonly (readonly [RecordId, number, readonly FieldId[]])[],
    visibleAfterMs: number,
  ): void {
    if (touched.length === 0) return
    this.#seq += 1
    this.#show(
      touched.map(([id]) => id),
      visibleAfterMs,
    )
    const [only] = ops
    const op = ops.size === 1 && only ? only : 'mixed'
    const items = touched.map(([id, ver]) => [id, ver] as const)
    const fields = op === 'update' ? [...new Set(touched.flatMap(([, , changed]) => changed))] : null
    this.#deliver({ op, seq: String(this.#seq), items, fields })
  }

  #show(ids: readonly RecordId[], afterMs: number): void {
    const seq = this.#seq
    const show = () => {
      this.#hidden.delete(seq)
      for (const id of ids) {
        const row = this.#rows.get(id)
        if (row) this.#visible.set(id, row)
        else this.#visible.delete(id)
        const place = this.#places.get(id)
        if (place) this.#seenPlaces.set(id, place)
        else this.#seenPlaces.delete(id)
      }
    }
    if (afterMs <= 0) return show()
    this.#hidden.add(seq)
    this.#clock.after(afterMs, show)
  }

  #deliver(event: ChangeEvent): void {
    this.#events.push(event)
    if (!this.isLive) return
    for (const listener of this.#listeners) {
      this.#clock.after(this.eventDelayMs(event), () => {
        if (this.isLive && this.#listeners.has(listener)) listener.onEvent(event)
      })
    }
  }

  #visibleIn(query: ViewQuery): Row[] {
    return inOrder(query, this.#visible, this.#seenPlaces)
  }

  #atSeq(): Seq {
    return String(Math.min(this.#seq + 1, ...this.#hidden))
  }

  async #call<T>(look: () => Result<T>, signal?: AbortSignal): Promise<Result<T>> {
    await this.#clock.wait(this.latencyMs)
    if (!this.isOnline) return err(appError('network'))
    if (signal?.aborted) {
      this.calls.aborted += 1
      return err(appError('network'))
    }
    const answer = look()
    await this.#clock.wait(this.latencyMs)
    return this.isOnline ? answer : err(appError('network'))
  }

  #window(request: WindowRequest): Result<RowsWindow> {
    this.requests.push(request)
    const { query, anchor, direction, skip, take } = request
    const all = this.#visibleIn(query)
    const isBehind = (row: Row) => {
      if (anchor === null) return true
      const order = compareKeys(query, keyOf(query, row, this.#seenPlaces), anchor)
      return direction === 'forward' ? order > 0 : order < 0
    }
    const side = all.filter(isBehind)
    const from = direction === 'forward' ? skip : Math.max(0, side.length - skip - take)
    const to = direction === 'forward' ? skip + take : Math.max(0, side.length - skip)
    const rows = side.slice(from, to)
    const first = rows[0]
    const last = rows.at(-1)
    return ok({
      rows,
      firstKey: first ? keyOf(query, first, this.#seenPlaces) : null,
      lastKey: last ? keyOf(query, last, this.#seenPlaces) : null,
      atSeq: this.#atSeq(),
      atEnd: direction === 'forward' ? to >= side.length : from === 0,
    })
  }

  #find({ query, text, after, direction, take }: FindRequest): Result<FoundRows> {
    const step = direction === 'forward' ? 1 : -1
    const side = this.#visibleIn(query).filter(
      (row) => after === null || compareKeys(query, keyOf(query, row, this.#seenPlaces), after) * step > 0,
    )
    const nearest = direction === 'forward' ? side : side.toReversed()
    const found = nearest.flatMap((row) => {
      const fields = (Object.keys(row.values) as FieldId[]).filter((field) =>
        String(row.values[field] ?? '').includes(text),
      )
      return fields.length > 0 ? [{ id: row.id, key: keyOf(query, row, this.#seenPlaces), fields }] : []
    })
    return ok({ found: found.slice(0, take), atEnd: found.length <= take, atSeq: this.#atSeq() })
  }

  #refuseAll({ mutations }: MutationBatch): Result<readonly MutationResult[]> {
    const results = mutations.map((mutation): MutationResult => {
      const error = this.refuse(mutation) ?? appError('batch_refused')
      return { id: mutation.id, status: 'error', error }
    })
    for (const result of results) this.#answers.set(result.id, result)
    return ok(results)
  }

  #apply(batch: MutationBatch): Result<readonly MutationResult[]> {
    if (batch.atomic && batch.mutations.some((mutation) => this.refuse(mutation)))
      return this.#refuseAll(batch)
    const results: MutationResult[] = []
    const touched: [RecordId, number, FieldId[]][] = []
    const ops = new Set<'insert' | 'update' | 'delete'>()
    for (const mutation of batch.mutations) {
      const known = this.#answers.get(mutation.id)
      if (known) {
        results.push(known)
        continue
      }
      const result = this.#withPoint(this.#applyOne(mutation))
      this.#answers.set(mutation.id, result)
      results.push(result)
      if (result.status !== 'ok' || result.left) continue
      ops.add(mutation.kind)
      const written = mutation.kind === 'delete' ? {} : this.#withComputed(stored({}, mutation.values))
      const fields = Object.keys(written) as FieldId[]
      touched.push([mutation.record, mutation.kind === 'delete' ? 0 : result.ver, fields])
    }
    // The caller hears of it when it can be read.
    this.#commit(ops, touched, 0)
    return ok(results)
  }

  /** With the point of the commit that follows. */
  #withPoint(result: MutationResult): MutationResult {
    return result.status === 'ok' && this.tellsPoint ? { ...result, seq: String(this.#seq + 1) } : result
  }

  #applyOne(mutation: Mutation): MutationResult {
    const { id, record } = mutation
    const refusal = this.refuse(mutation)
    if (refusal) return { id, status: 'error', error: refusal }
    const row = this.#rows.get(record)
    if (mutation.kind === 'insert') {
      if (row) return { id, status: 'error', error: appError('invalid_input') }
      this.stored.push(id)
      this.#rows.set(record, { id: record, ver: 1, values: this.#withComputed(stored({}, mutation.values)) })
      return { id, status: 'ok', ver: 1 }
    }
    if (!row) return { id, status: 'error', error: appError('not_found') }
    if (mutation.kind === 'delete') {
      this.stored.push(id)
      this.#rows.delete(record)
      return { id, status: 'ok', ver: row.ver + 1 }
    }
    const fields = Object.keys(mutation.values) as FieldId[]
    const inConflict = fields.filter((field) => {
      const now = row.values[field] ?? null
      if (isChange(mutation.values[field])) return false
      return now !== (mutation.base[field] ?? null) && now !== mutation.values[field]
    })
    if (inConflict.length > 0) {
      const current = Object.fromEntries(inConflict.map((field) => [field, row.values[field] ?? null]))
      return { id, status: 'conflict', ver: row.ver, current }
    }
    this.stored.push(id)
    if (this.handsOver(mutation)) {
      this.#rows.delete(record)
      this.#visible.delete(record)
      return { id, status: 'ok', ver: row.ver + 1, left: true }
    }
    const values = this.#withComputed(stored(row.values, mutation.values))
    this.#rows.set(record, { id: record, ver: row.ver + 1, values })
    return { id, status: 'ok', ver: row.ver + 1 }
  }

  #withComputed(values: Row['values']): Row['values'] {
    return { ...values, ...this.computes(values) }
  }
}

type Values = Row['values']

const isChange = (value: WrittenValue | undefined): value is LinkChange =>
  typeof value === 'object' && value !== null && ('link' in value || 'unlink' in value)

/** Linked records are called by their ids. */
function stored(before: Values, written: Readonly<Record<FieldId, WrittenValue>>): Values {
  const entries = Object.entries(written).map(([field, value]) => {
    if (!isChange(value)) return [field, value] as const
    const now = before[field as FieldId]
    const kept = isLinks(now) ? now.items.filter(([id]) => !value.unlink?.includes(id)) : []
    const added = (value.link ?? []).filter((id) => kept.every(([other]) => other !== id))
    const items = [...kept, ...added.map((id): LinkItem => [id, id])]
    return [field, items.length > 0 ? { count: items.length, items } : null] as const
  })
  return { ...before, ...Object.fromEntries(entries) }
}

function inOrder(query: ViewQuery, rows: ReadonlyMap<RecordId, Row>, places: Places): Row[] {
  const found = [...rows.values()].filter((row) => isIn(query, row))
  return found.sort((a, b) => compareKeys(query, keyOf(query, a, places), keyOf(query, b, places)))
}
