/**
 * One record as the store holds it: the server's row, and on top, in order, the person's changes that the server
 * has not shown yet. `foldEntry` makes of it what is painted. Pure.
 */
import type { AppError, CellValue, FieldId, RecordId, Row } from '@plinth/domain'
import { foldLinks, isLinkEdit, isWhole, type LinkEdit, type OwnValue } from './link-edit.ts'
import type { OwnMutation, OwnValues } from './own-mutation.ts'

type Values = Readonly<Record<FieldId, CellValue>>

export interface Patch {
  readonly mutation: OwnMutation
  /** Version in which the server stored it; null until acknowledged. */
  readonly ackedVer: number | null
}

/** Why a cell does not hold what the person typed. */
export interface CellProblem {
  readonly error: AppError
  readonly attempted: CellValue
}

export type RowState = 'saved' | 'new' | 'deleting' | 'gone' | 'refused'

/** A record as shown; a new object whenever anything in it changes, so that identity tells. */
export interface RowView {
  readonly id: RecordId
  readonly ver: number
  readonly values: Readonly<Record<FieldId, CellValue>>
  /** `new`: not stored yet; `deleting`: on its way out; `gone`: deleted; `refused`: a new record that was not taken. */
  readonly state: RowState
  /** Fields whose value is not confirmed by the server yet. */
  readonly pending: ReadonlySet<FieldId>
  readonly problems: ReadonlyMap<FieldId, CellProblem>
  /** Why the record as a whole was not created or deleted. */
  readonly problem: AppError | null
}

/** What of a record waits for the person's decision: values that could not be stored, each with the reason. */
export interface Undecided {
  readonly problems: readonly (readonly [FieldId, CellProblem])[]
  readonly problem: AppError | null
  readonly refused: Readonly<Record<FieldId, CellValue>> | null
}

export interface Entry {
  readonly server: Row | null
  readonly patches: readonly Patch[]
  readonly problems: ReadonlyMap<FieldId, CellProblem>
  readonly problem: AppError | null
  /** Values of a new record that the server refused: kept so that nothing typed is lost. */
  readonly refused: Readonly<Record<FieldId, CellValue>> | null
  readonly gone: boolean
}

export const emptyEntry: Entry = {
  server: null,
  patches: [],
  problems: new Map(),
  problem: null,
  refused: null,
  gone: false,
}

const none: ReadonlySet<FieldId> = new Set()

/** Null: nothing of it waits for a decision. */
export function undecidedOf({ problems, problem, refused }: Entry): Undecided | null {
  if (problems.size === 0 && problem === null && refused === null) return null
  return { problems: [...problems], problem, refused }
}

/** What is painted for an entry; null when there is nothing to show. */
export function foldEntry(id: RecordId, entry: Entry): RowView | null {
  const first = entry.patches[0]?.mutation
  const isNew = entry.server === null && first?.kind === 'insert'
  if (entry.server === null && !isNew && entry.refused === null) return null
  let pending: Set<FieldId> | null = null
  let isDeleting = false
  const written: OwnValues[] = []
  for (const { mutation, ackedVer } of entry.patches) {
    if (mutation.kind === 'delete') {
      isDeleting = true
      continue
    }
    if (mutation.kind === 'insert') isDeleting = false
    written.push(mutation.values)
    if (ackedVer !== null) continue
    pending ??= new Set()
    for (const field of Object.keys(mutation.values)) pending.add(field as FieldId)
  }
  const state = stateOf(entry, isNew, isDeleting)
  return {
    id,
    ver: entry.server?.ver ?? 0,
    values: foldValues(entry.server?.values ?? entry.refused ?? {}, written),
    state,
    pending: pending ?? none,
    problems: entry.problems,
    problem: entry.problem,
  }
}

/** Values with what was written on top, in order: of links changes, of all else the last value. */
function foldValues(values: Values, written: readonly OwnValues[]): Values {
  const folded: Record<FieldId, CellValue> = { ...values }
  const edits = new Map<FieldId, LinkEdit[]>()
  for (const [field, value] of written.flatMap(entriesOf)) {
    if (isLinkEdit(value)) edits.set(field, [...(edits.get(field) ?? []), value])
    else folded[field] = value
  }
  for (const [field, list] of edits) folded[field] = foldLinks(folded[field], list)
  return folded
}

const entriesOf = (values: OwnValues) => Object.entries(values) as [FieldId, OwnValue][]

function stateOf(entry: Entry, isNew: boolean, isDeleting: boolean): RowState {
  if (entry.gone) return 'gone'
  if (isDeleting) return 'deleting'
  if (isNew) return 'new'
  return entry.server === null ? 'refused' : 'saved'
}

/** The entry after the server's row arrived: older rows are ignored, patches that the row contains are dropped. */
export function withServerRow(entry: Entry, row: Row): Entry {
  // A record that was deleted and made again starts over at version 1.
  if (!entry.gone && entry.server !== null && entry.server.ver > row.ver) return entry
  const patches = entry.patches.filter((patch) => patch.ackedVer === null || patch.ackedVer > row.ver)
  // A stored row whose own insert waits for its answer: the insert has happened.
  const rest = patches.filter((patch) => patch.mutation.kind !== 'insert' || patch.ackedVer === null)
  return { ...entry, server: row, patches: rest, gone: false, refused: null }
}

/**
 * The entry after the server took a mutation as version `ver`. `complete` is false when somebody else's change lies
 * between the stored row and `ver`, so that the row must be fetched.
 */
export function withAcknowledged(
  entry: Entry,
  mutation: OwnMutation,
  ver: number,
): { entry: Entry; complete: boolean } {
  const at = entry.patches.findIndex((patch) => patch.mutation.id === mutation.id)
  // What was done to a record before it was deleted and made again went with it: versions start over.
  const before = mutation.kind === 'insert' ? [] : entry.patches.slice(0, Math.max(0, at))
  const without = [...before, ...entry.patches.slice(at + 1)]
  if (mutation.kind === 'delete') {
    return { entry: { ...entry, patches: without, gone: true }, complete: true }
  }
  const { server } = entry
  if (server !== null && server.ver >= ver) return { entry: { ...entry, patches: without }, complete: true }
  const follows = mutation.kind === 'insert' ? server === null : server !== null && server.ver + 1 === ver
  if (follows && isKnownAfter(mutation, server)) {
    const values = foldValues(server?.values ?? {}, [mutation.values])
    return {
      entry: { ...entry, server: { id: mutation.record, ver, values }, patches: without, gone: false },
      complete: true,
    }
  }
  const patches = entry.patches.map((patch) =>
    patch.mutation.id === mutation.id ? { ...patch, ackedVer: ver } : patch,
  )
  return { entry: { ...entry, patches }, complete: false }
}

/**
 * Does the stored row with the change on top hold what the server has now? Not where links changed of which not all are told, and
 * where the record links itself, which shows in other fields too.
 */
function isKnownAfter(
  { record, values }: Exclude<OwnMutation, { kind: 'delete' }>,
  server: Row | null,
): boolean {
  return entriesOf(values).every(([field, value]) => {
    if (!isLinkEdit(value)) return true
    return isWhole(server?.values[field]) && ![...value.link, ...value.unlink].some(([id]) => id === record)
  })
}

/** The entry after a mutation was refused: the patch goes, what was typed is kept beside the error. */
export function withRejected(entry: Entry, mutation: OwnMutation, error: AppError): Entry {
  const patches = entry.patches.filter((patch) => patch.mutation.id !== mutation.id)
  if (mutation.kind === 'delete') return { ...entry, patches, problem: error }
  if (mutation.kind === 'insert' || entry.refused !== null) {
    const refused = foldValues(entry.refused ?? {}, [mutation.values])
    const attempted = attemptedBy(mutation.values, entry.refused)
    const problems = withProblems(entry.problems, attempted, error, error.details?.field ?? null)
    return { ...entry, patches, refused, problem: entry.problem ?? error, problems }
  }
  const attempted = attemptedBy(mutation.values, entry.server?.values)
  return { ...entry, patches, problems: withProblems(entry.problems, attempted, error, null) }
}

/** What the cells were to hold. */
function attemptedBy(written: OwnValues, before: Values | null | undefined): Values {
  const attempted = entriesOf(written).map(([field, value]) => {
    return [field, isLinkEdit(value) ? foldLinks(before?.[field], [value]) : value] as const
  })
  return Object.fromEntries(attempted)
}

function withProblems(
  problems: Entry['problems'],
  values: Readonly<Record<FieldId, CellValue>>,
  error: AppError,
  only: string | null,
): Entry['problems'] {
  const next = new Map(problems)
  for (const [field, attempted] of Object.entries(values) as [FieldId, CellValue][]) {
    if (only === null || only === field) next.set(field, { error, attempted })
  }
  return next
}

/** The entry with a new change on top; a fresh value clears the old problem of its cell. */
export function withPatch(entry: Entry, mutation: OwnMutation): Entry {
  const patches = [...entry.patches, { mutation, ackedVer: null }]
  if (mutation.kind === 'delete') return { ...entry, patches, problem: null }
  const problems = new Map(entry.problems)
  for (const field of Object.keys(mutation.values)) problems.delete(field as FieldId)
  if (mutation.kind === 'update') return { ...entry, patches, problems }
  return { ...entry, patches, problems, problem: null, refused: null, server: null, gone: false }
}
