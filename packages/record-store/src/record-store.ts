/**
 * The records of one table by id, shared by every view of it. Windows hold ids and *retain* the records they show;
 * a record that nobody retains, watches or has changes on is forgotten.
 *
 * Requests are numbered (`ticket`): an answer to a request that began before a deletion was known cannot bring the
 * deleted record back.
 */
import {
  type AppError,
  type CellValue,
  type FieldId,
  isLinks,
  type MutationId,
  type RecordId,
  type Row,
  type Seq,
} from '@plinth/domain'
import { Emitter } from './emitter.ts'
import type { OwnMutation } from './own-mutation.ts'
import {
  type CellProblem,
  type Entry,
  emptyEntry,
  foldEntry,
  type RowView,
  type Undecided,
  undecidedOf,
  withAcknowledged,
  withPatch,
  withRejected,
  withServerRow,
} from './record-entry.ts'
import { isOfStep } from './retries.ts'
import { compareSeq } from './seq.ts'

/** Announced versions remembered for rows that are still on their way. */
const rememberedVersions = 2_000
/** Deletions remembered, so that no older answer brings a record back. */
const rememberedDeletions = 10_000
/** Own records of which is remembered when they were made, so that no late word of an earlier deletion takes them away. */
const rememberedInsertions = 10_000

interface Slot {
  entry: Entry
  view: RowView | null
  retained: number
  listeners: Set<() => void>
}

/** A record that is deleted. */
interface Tombstone {
  /** Of the last request that had begun by then. */
  readonly ticket: number
  /** The point at which it was told, for as long as answers may come that are of before; null: they come no more. */
  readonly seq: Seq | null
}

/** A deletion is told a moment before it can be read: an answer that does not prove to contain it says nothing of the record. */
const isUnproven = ({ seq }: Tombstone, asOf: Seq | null): boolean =>
  seq !== null && asOf !== null && compareSeq(asOf, seq) <= 0

export class RecordStore {
  readonly #slots = new Map<RecordId, Slot>()
  readonly #tombstones = new Map<RecordId, Tombstone>()
  readonly #announced = new Map<RecordId, number>()
  readonly #madeAt = new Map<RecordId, Seq>()
  /** Deletions that were told while an insertion waits for its answer: whether they came before or after it is not known yet. */
  readonly #toldGone = new Map<RecordId, Seq>()
  readonly #undecided = new Emitter<[RecordId]>()
  #ticket = 0

  /** What of a record waits for a decision has changed. */
  readonly onUndecided = this.#undecided.subscribe

  /** Number for a request about to be sent; hand it back with the answer. */
  ticket(): number {
    this.#ticket += 1
    return this.#ticket
  }

  get(id: RecordId): RowView | null {
    return this.#slots.get(id)?.view ?? null
  }

  has(id: RecordId): boolean {
    return this.#slots.has(id)
  }

  /** Version held from the server; 0 when there is none. */
  verOf(id: RecordId): number {
    return this.#slots.get(id)?.entry.server?.ver ?? 0
  }

  /** Notes that a version exists, held here or not: whatever older one arrives is not the last word. */
  announce(id: RecordId, ver: number): void {
    // It may have been made again.
    this.#forgetPoint(id)
    if (this.verOf(id) >= ver && !this.isDeleted(id)) return
    const known = this.#announced.get(id) ?? 0
    this.#announced.delete(id)
    this.#announced.set(id, Math.max(ver, known))
    forgetOldest(this.#announced, rememberedVersions)
  }

  /** A newer version than the one held is known to exist. */
  isOutdated(id: RecordId): boolean {
    const announced = this.#announced.get(id)
    return announced !== undefined && (announced > this.verOf(id) || this.isDeleted(id))
  }

  /** What is held counts as the last word, whatever was announced. */
  believe(id: RecordId): void {
    this.#announced.delete(id)
  }

  /** Runs `listener` at each change of the record; answers how to leave. */
  subscribe(id: RecordId, listener: () => void): () => void {
    const slot = this.#slot(id)
    slot.listeners.add(listener)
    return () => {
      slot.listeners.delete(listener)
      this.#forgetIfUnused(id)
    }
  }

  retain(ids: Iterable<RecordId>): void {
    for (const id of ids) this.#slot(id).retained += 1
  }

  release(ids: Iterable<RecordId>): void {
    for (const id of ids) {
      const slot = this.#slots.get(id)
      if (!slot) continue
      slot.retained -= 1
      this.#forgetIfUnused(id)
    }
  }

  /** Ids with a listener: what is on screen somewhere. */
  watched(): RecordId[] {
    return [...this.#slots].filter(([, slot]) => slot.listeners.size > 0).map(([id]) => id)
  }

  /** Records in which one of these is shown as linked; null: those with any links. */
  linking(ids: ReadonlySet<RecordId> | null): RecordId[] {
    const shows = ({ values }: RowView) =>
      Object.values(values).some(
        (value) => isLinks(value) && (ids === null || value.items.some(([id]) => ids.has(id))),
      )
    return [...this.#slots].filter(([, { view }]) => view !== null && shows(view)).map(([id]) => id)
  }

  hasChanges(id: RecordId): boolean {
    const entry = this.#slots.get(id)?.entry
    return entry !== undefined && (entry.patches.length > 0 || entry.refused !== null)
  }

  /** Takes rows as the server sent them, as of a point; answers the ids that were taken (deleted ones are not). */
  upsert(rows: readonly Row[], ticket: number, asOf: Seq | null = null): RecordId[] {
    const taken: RecordId[] = []
    for (const row of rows) {
      const tombstone = this.#tombstones.get(row.id)
      if (tombstone && (ticket <= tombstone.ticket || isUnproven(tombstone, asOf))) continue
      this.#tombstones.delete(row.id)
      const wasHeld = this.#slots.has(row.id)
      this.#update(row.id, (entry) => withServerRow(entry, row))
      if (!this.isOutdated(row.id)) this.#announced.delete(row.id)
      if (wasHeld) this.#forgetIfUnused(row.id)
      taken.push(row.id)
    }
    return taken
  }

  /** Marks a record as deleted: it is shown grey until nobody retains it. */
  markGone(id: RecordId, seq: Seq | null = null): void {
    this.#bury(id, seq)
    this.#announced.delete(id)
    if (this.#slots.has(id)) this.#update(id, (entry) => ({ ...entry, gone: true }))
  }

  /** Takes word of a deletion at this point; false: it was before the record was made again, or may have been. */
  noteDeletion(id: RecordId, seq: Seq): boolean {
    const madeAt = this.#madeAt.get(id)
    if (madeAt !== undefined && compareSeq(madeAt, seq) > 0) return false
    if (this.#isMaking(id)) {
      this.#toldGone.set(id, seq)
      return false
    }
    this.markGone(id, seq)
    return true
  }

  /** The deletion that was told while an insertion waited for its answer, unless it came before that; asked once, after the answer. */
  takeToldGone(id: RecordId): Seq | null {
    const goneAt = this.#toldGone.get(id) ?? null
    this.#toldGone.delete(id)
    return goneAt
  }

  /** Whatever is read from now on contains the deletions of these records that were told of up to this point. */
  noteReadable(ids: readonly RecordId[], upTo: Seq): void {
    for (const id of ids) {
      const tombstone = this.#tombstones.get(id)
      if (tombstone?.seq && compareSeq(tombstone.seq, upTo) <= 0) this.#forgetPoint(id)
    }
  }

  #forgetPoint(id: RecordId): void {
    const tombstone = this.#tombstones.get(id)
    if (tombstone) this.#tombstones.set(id, { ...tombstone, seq: null })
  }

  isDeleted(id: RecordId): boolean {
    return this.#tombstones.has(id)
  }

  addPatch(mutation: OwnMutation): void {
    if (mutation.kind === 'insert') this.#tombstones.delete(mutation.record)
    this.#update(mutation.record, (entry) => withPatch(entry, mutation))
  }

  hasPatch(id: RecordId, mutation: MutationId): boolean {
    return this.#slots.get(id)?.entry.patches.some((patch) => patch.mutation.id === mutation) ?? false
  }

  /** Answers false when the row must be fetched to be complete, or to know that it is there still. */
  acknowledge(
    mutation: OwnMutation,
    { ver, seq }: { readonly ver: number; readonly seq: Seq | null },
  ): boolean {
    let complete = true
    if (mutation.kind === 'insert') complete = this.#noteMade(mutation.record, seq)
    this.#update(mutation.record, (entry) => {
      const next = withAcknowledged(entry, mutation, ver)
      complete &&= next.complete
      return next.entry
    })
    if (mutation.kind === 'delete') this.#bury(mutation.record, null)
    else if (mutation.kind === 'insert') this.#tombstones.delete(mutation.record)
    this.#forgetIfUnused(mutation.record)
    return complete
  }

  reject(mutation: OwnMutation, error: AppError): void {
    if (mutation.kind === 'insert') this.#toldGone.delete(mutation.record)
    this.#update(mutation.record, (entry) => withRejected(entry, mutation, error))
  }

  /** Forgets a change that can never be stored, without a mark: its record is gone. */
  abandon(mutation: OwnMutation): void {
    this.#update(mutation.record, (entry) => ({
      ...entry,
      patches: entry.patches.filter((patch) => patch.mutation.id !== mutation.id),
    }))
    this.#forgetIfUnused(mutation.record)
  }

  /** Something waits for the person's decision: a refused value, a refused record. */
  get hasProblems(): boolean {
    return [...this.#slots.values()].some(({ entry }) => undecidedOf(entry) !== null)
  }

  undecided(id: RecordId): Undecided | null {
    const slot = this.#slots.get(id)
    return slot ? undecidedOf(slot.entry) : null
  }

  /** Shows again what waited for a decision on an earlier page. */
  recall(id: RecordId, { problems, problem, refused }: Undecided): void {
    this.#update(id, (entry) => ({ ...entry, problems: new Map(problems), problem, refused }))
  }

  /** New records that the server refused, and that were neither sent again nor discarded. */
  refused(): RecordId[] {
    return [...this.#slots].filter(([, { entry }]) => entry.refused !== null).map(([id]) => id)
  }

  /** Records of which something was refused only because of another change of this step. */
  refusedIn(step: string): RowView[] {
    const views = [...this.#slots.values()].flatMap(({ view }) => view ?? [])
    return views.filter(({ problem, problems }) => {
      return isOfStep(problem, step) || [...problems.values()].some(({ error }) => isOfStep(error, step))
    })
  }

  /** Takes what the server says is stored now for some fields (the answer to a conflict). */
  noteCurrent(id: RecordId, ver: number, current: Readonly<Record<FieldId, CellValue>>): void {
    this.#update(id, (entry) =>
      entry.server === null || entry.server.ver > ver
        ? entry
        : { ...entry, server: { ...entry.server, values: { ...entry.server.values, ...current } } },
    )
  }

  /** Marks a cell with what was typed there and cannot be stored; nothing is sent. */
  noteProblem(id: RecordId, field: FieldId, problem: CellProblem): void {
    this.#update(id, (entry) => ({ ...entry, problems: new Map(entry.problems).set(field, problem) }))
  }

  clearProblem(id: RecordId, field: FieldId | null): void {
    this.#update(id, (entry) => {
      if (entry.problems.size === 0 && entry.problem === null) return entry
      const problems = new Map(entry.problems)
      if (field === null) problems.clear()
      else problems.delete(field)
      return { ...entry, problems, problem: field === null ? null : entry.problem }
    })
  }

  /** Forgets a new record that the server refused. */
  discardRefused(id: RecordId): void {
    this.#update(id, (entry) => ({ ...entry, refused: null, problem: null, problems: new Map() }))
    this.#forgetIfUnused(id)
  }

  get size(): number {
    return this.#slots.size
  }

  #isMaking(id: RecordId): boolean {
    const patches = this.#slots.get(id)?.entry.patches ?? []
    return patches.some(({ mutation, ackedVer }) => mutation.kind === 'insert' && ackedVer === null)
  }

  /** Answers false when a deletion was told that may have come after: `takeToldGone` says which. */
  #noteMade(id: RecordId, seq: Seq | null): boolean {
    const goneAt = this.#toldGone.get(id)
    this.#madeAt.delete(id)
    if (seq !== null) this.#madeAt.set(id, seq)
    forgetOldest(this.#madeAt, rememberedInsertions)
    if (goneAt === undefined || (seq !== null && compareSeq(goneAt, seq) < 0)) {
      this.#toldGone.delete(id)
      return true
    }
    return false
  }

  #bury(id: RecordId, seq: Seq | null): void {
    this.#tombstones.delete(id)
    this.#tombstones.set(id, { ticket: this.#ticket, seq })
    forgetOldest(this.#tombstones, rememberedDeletions)
  }

  #slot(id: RecordId): Slot {
    let slot = this.#slots.get(id)
    if (!slot) {
      slot = { entry: emptyEntry, view: null, retained: 0, listeners: new Set() }
      this.#slots.set(id, slot)
    }
    return slot
  }

  #update(id: RecordId, change: (entry: Entry) => Entry): void {
    const slot = this.#slot(id)
    const before = slot.entry
    const next = change(before)
    if (next === before) return
    slot.entry = next
    slot.view = foldEntry(id, next)
    for (const listener of Array.from(slot.listeners)) listener()
    const isSame =
      next.problem === before.problem &&
      next.refused === before.refused &&
      !isOther(next.problems, before.problems)
    if (!isSame) this.#undecided.emit(id)
  }

  #forgetIfUnused(id: RecordId): void {
    const slot = this.#slots.get(id)
    if (!slot || slot.retained > 0 || slot.listeners.size > 0) return
    if (slot.entry.patches.length > 0 || undecidedOf(slot.entry) !== null) return
    this.#slots.delete(id)
  }
}

/** Maps are made anew at every change of a record; both empty is the same. */
const isOther = (one: ReadonlyMap<unknown, unknown>, other: ReadonlyMap<unknown, unknown>): boolean =>
  one !== other && one.size + other.size > 0

/** Shortens a map that keeps the order in which its keys came. */
function forgetOldest(map: Map<unknown, unknown>, keep: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= keep) return
    map.delete(oldest)
  }
}
