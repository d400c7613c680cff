/**
 * What a paste, a fill or a clearing means for the records that it falls on: texts become values of their fields, or are
 * refused with the reason. Pure; nothing is stored here.
 */
import {
  type AppError,
  appError,
  type CellValue,
  dayOrderOfColumn,
  type Field,
  type FieldId,
  fieldTypes,
  isLinks,
  limits,
  type RecordId,
  restrictedLinks,
  ruleProblem,
  type Table,
  type ValueContext,
} from '@plinth/domain'
import type { RecordEdit, RowView } from '@plinth/record-store'
import { whomToAsk } from '../../../lib/rules/broken-rule.ts'
import { cellText, pastedText } from '../grid-clipboard.ts'
import { manyLinks } from '../links/link-words.ts'
import { LinkedOnce } from '../links/linked-once.ts'

/** A value on its way to a cell: text from outside, or a value of this field or of another (`from`). */
export type Incoming =
  | { readonly text: string }
  /** It is known already why it is no value of the field. `missing`: names of a linked table of which records could be made. */
  | { readonly text: string; readonly error: AppError; readonly missing?: readonly MissingName[] }
  | { readonly value: CellValue; readonly from?: Field }

export interface MissingName {
  readonly target: Table
  readonly name: string
}

export interface IncomingCell {
  /** An index into the new records where the table grows. */
  readonly target: RowView | number
  readonly field: Field
  readonly incoming: Incoming
  /** Of its row in the view, from 0. */
  readonly place: number
}

export interface RefusedCell {
  /** Null for a record that would be new. */
  readonly record: RecordId | null
  /** Of its row in the view, from 0. */
  readonly row: number
  readonly field: Field
  readonly text: string
  readonly error: AppError
}

export interface CellChanges {
  readonly edits: readonly RecordEdit[]
  readonly added: readonly Readonly<Record<FieldId, CellValue>>[]
  readonly refused: readonly RefusedCell[]
  /** Cells that may not be changed by this person, or not in this way: left as they are. */
  readonly fixed: number
  /** Links in emptied cells to records that this person may not read: no change of theirs takes them out. */
  readonly staying: number
}

export interface ChangeScope {
  readonly values: ValueContext
  isFixed(row: RowView | null, field: Field): boolean
  /** Can the records of this field be linked by one record only? Absent: of no field. */
  isLinkedOnce?(field: Field): boolean
}

type Values = Record<FieldId, CellValue>

export function changesOf(cells: readonly IncomingCell[], scope: ChangeScope): CellChanges {
  const edits = new Map<RecordId, Values>()
  const added: Values[] = []
  const refused: RefusedCell[] = []
  let fixed = 0
  let staying = 0
  const judge = judgeOf(cells, scope)
  for (const cell of cells) {
    const { target, field, incoming, place } = cell
    const row = rowIn(cell)
    if (field.type === 'attachment' || scope.isFixed(row, field)) {
      fixed += 1
      continue
    }
    const read = judge(cell)
    if ('error' in read) {
      const text = textOf(incoming, field, scope.values)
      refused.push({ record: row?.id ?? null, row: place, field, text, ...read })
      continue
    }
    if (read.value === null) staying += unreadLinks(field, row)
    if (typeof target === 'number') {
      const values = (added[target] ??= {})
      values[field.id] = read.value
    } else {
      const values = edits.get(target.id) ?? {}
      values[field.id] = read.value
      edits.set(target.id, values)
    }
  }
  return {
    edits: [...edits].map(([record, values]) => ({ record, values })),
    added: Array.from(added, (values) => values ?? {}),
    refused,
    fixed,
    staying,
  }
}

/** The names of linked tables that nobody has, as they are written. */
export const everyMissing = (cells: readonly IncomingCell[]): readonly MissingName[] =>
  cells.flatMap(({ incoming }) => ('error' in incoming ? (incoming.missing ?? []) : []))

/** Each of them once, whatever its case. */
export function missingNames(cells: readonly IncomingCell[]): readonly MissingName[] {
  const byName = new Map<string, MissingName>()
  for (const one of everyMissing(cells)) {
    const key = `${one.target.id} ${one.name.toUpperCase()}`
    if (!byName.has(key)) byName.set(key, one)
  }
  return [...byName.values()]
}

/**
 * What the records that these cells fall on are called then; `first`: the field that names them, `ids`: those of the new records. A value
 * that is refused names nobody.
 */
export function comingNames(
  cells: readonly IncomingCell[],
  { first, ids }: { readonly first: Field | undefined; readonly ids: readonly RecordId[] },
  scope: ChangeScope,
): ReadonlyMap<RecordId, CellValue> {
  const names = new Map<RecordId, CellValue>()
  if (first?.type === 'link') return names
  const contextIn = contextsOf(cells, scope)
  for (const { target, field, incoming } of cells) {
    const row = typeof target === 'number' ? null : target
    if (field.id !== first?.id || scope.isFixed(row, field)) continue
    const id = typeof target === 'number' ? ids[target] : target.id
    const read = valueOf(field, incoming, contextIn(field))
    if (id && 'value' in read) names.set(id, read.value)
  }
  return names
}

/** How many new records the cells make. */
export const addedBy = (cells: readonly IncomingCell[]): number =>
  cells.reduce((count, { target }) => (typeof target === 'number' ? Math.max(count, target + 1) : count), 0)

type Judged = { readonly value: CellValue } | { readonly error: AppError }

const rowIn = ({ target }: IncomingCell): RowView | null => (typeof target === 'number' ? null : target)

/** Judges the cells in their order: of records that can be linked once, it knows which cell before has them. */
function judgeOf(cells: readonly IncomingCell[], scope: ChangeScope): (cell: IncomingCell) => Judged {
  const contextIn = contextsOf(cells, scope)
  const once = new LinkedOnce(scope.values)
  for (const cell of cells) {
    const { field, incoming, place } = cell
    const row = rowIn(cell)
    if (!row || !('value' in incoming) || !scope.isLinkedOnce?.(field) || scope.isFixed(row, field)) continue
    once.keep(field, row.values[field.id], { next: incoming.value, row: place })
  }
  return (cell) => {
    const { field, incoming, place } = cell
    const judged = keptLinks(field, rowIn(cell)) ?? valueOf(field, incoming, contextIn(field))
    if ('error' in judged || !scope.isLinkedOnce?.(field)) return judged
    const error = once.take(field, judged.value, place)
    return error ? { error } : judged
  }
}

/** How values of a field are read: days in the order that those of its column tell together. */
function contextsOf(cells: readonly IncomingCell[], { values }: ChangeScope): (field: Field) => ValueContext {
  const known = new Map<FieldId, ValueContext>()
  return (field) => {
    if (field.type !== 'date' && field.type !== 'datetime') return values
    const before = known.get(field.id)
    if (before) return before
    const texts = cells.flatMap((cell) =>
      cell.field.id === field.id && 'text' in cell.incoming ? [cell.incoming.text] : [],
    )
    const dayOrder = dayOrderOfColumn(texts)
    const context = dayOrder ? { ...values, dayOrder } : values
    known.set(field.id, context)
    return context
  }
}

function valueOf(field: Field, incoming: Incoming, values: ValueContext): Judged {
  if ('error' in incoming) return { error: incoming.error }
  const type = fieldTypes[field.type]
  const read =
    'text' in incoming || isOther(field, incoming.from)
      ? type.parseText(cellTextIn(field, textOf(incoming, field, values)), field, values)
      : type.validate(incoming.value, field)
  if (!read.ok) return { error: read.error }
  // An unchecked box is written as such: an empty one would look the same and not count the same.
  const value = read.value === null && field.type === 'checkbox' ? false : read.value
  const problem = ruleProblem(field, value, values)
  return problem ? { error: { ...problem, hint: whomToAsk } } : { value }
}

/** A cell with more records than are told is not overwritten: what would go is not to be seen. */
function keptLinks(field: Field, row: RowView | null): { readonly error: AppError } | null {
  const value = field.type === 'link' ? row?.values[field.id] : undefined
  if (!isLinks(value) || value.count <= limits.linksPerCell) return null
  return { error: appError('value_invalid', { hint: manyLinks }) }
}

/** Linked records of a cell that this person may not read. */
export function unreadLinks(field: Field, row: RowView | null): number {
  const value = field.type === 'link' ? row?.values[field.id] : undefined
  return isLinks(value) ? restrictedLinks(value) : 0
}

/**
 * Options are ids of their own field, and records of their own table: to another field of options they go by their names, and to
 * links of another table too.
 */
const isOther = (field: Field, from: Field = field): boolean =>
  from.type !== field.type ||
  from.options.target !== field.options.target ||
  (from.id !== field.id && from.options.options !== undefined)

function textOf(incoming: Incoming, field: Field, values: ValueContext): string {
  if ('text' in incoming) return incoming.text
  const source = incoming.from ?? field
  return cellText(source, incoming.value, values)
}

/** The lines of a cell of a block are its own. */
const cellTextIn = (field: Field, text: string): string =>
  field.type === 'long_text' ? text : pastedText(field, text)
