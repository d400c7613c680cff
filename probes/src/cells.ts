/** Random values of cells, and how a cell looks on each route. */
import {
  type Attachment,
  type CellValue,
  type FieldTypeName,
  inOptionOrder,
  isOptionSet,
} from '@plinth/domain'
import { cellOfValue, contextOf, evaluate } from '@plinth/expression'
import type { BaseModel, Cells, FieldModel, TableModel } from './model.ts'
import { inBase } from './oracle.ts'
import type { Random } from './random.ts'

const words = ['alpha', 'beta', 'EU', 'Größe', 'a b', '12.5', 'İstanbul', 'zz%_\\"', '2024-02-29', '😀 z']
const days = ['2024-02-29', '1999-12-31', '2026-11-22', '0001-01-01', '9999-12-31', '2024-03-31']
const moments = ['2024-03-31T01:00:00.000Z', '2026-01-01T00:00:00.000Z', '1970-01-01T00:00:00.001Z']

/** How many different values a kind of field has is kept small: rules then split the records. */
const drawn: Partial<
  Record<FieldTypeName, (random: Random, field: FieldModel, base: BaseModel) => CellValue>
> = {
  text: (random) => random.oneOf(words),
  long_text: (random) => `${random.oneOf(words)}\n${random.oneOf(words)}`,
  integer: (random) => random.oneOf([random.upTo(20), random.upTo(20), -5, 0, Number.MAX_SAFE_INTEGER]),
  number: (random) => random.oneOf([random.upTo(10) / 4, 0.1, -2.5, 1e21, 1e-7]),
  checkbox: (random) => random.chance(0.5),
  date: (random) => random.oneOf(days),
  datetime: (random) => random.oneOf(moments),
  single_select: (random, field) => random.oneOf(field.options.options!).id,
  status: (random, field) => random.oneOf(field.options.options!).id,
  json: (random) => random.oneOf(['{"a": 1}', '["EU", null]', '"x"', '7.50']),
  multi_select: (random, field) => {
    const ids = random.some(field.options.options!, 2).map(({ id }) => id)
    return ids.length > 0 ? ids.toSorted() : null
  },
  email: (random) => random.oneOf(['ann@example.org', 'bob@example.com', 'x@y.z']),
  url: (random) => random.oneOf(['https://example.org', 'http://example.com/q?a=1']),
  phone: (random) => random.oneOf(['112', '+43 (0)1 234-56-78', '555.0123 x42']),
  percent: (random) => random.oneOf([0.07, 0.125, -1.5, 1e-7, 1]),
  rating: (random) => 1 + random.upTo(5),
  duration: (random) => random.oneOf([0, -61, 5_400, random.upTo(90_000), Number.MAX_SAFE_INTEGER]),
  currency: (random) => random.oneOf([0, -5, 1_250, random.upTo(2_000), Number.MAX_SAFE_INTEGER]),
  person: (random, _, base) => random.oneOf([...base.builtIn.keys()].filter((id) => inBase(base, id))),
}

/** For fields in which each value stands once. */
const drawnOnce: typeof drawn = {
  ...drawn,
  text: (random) => `${random.oneOf(words)} ${random.upTo(300)}`,
  integer: (random) => random.upTo(500),
  number: (random) => random.upTo(2_000) / 4,
  date: (random) => new Date(Date.UTC(2000, 0, random.upTo(700))).toISOString().slice(0, 10),
  datetime: (random) => new Date(Date.UTC(2000, 0, 1, random.upTo(700))).toISOString(),
  email: (random) => `a${random.upTo(400)}@example.org`,
  url: (random) => `https://example.org/${random.upTo(400)}`,
  phone: (random) => `+43 1 ${100 + random.upTo(400)}`,
  percent: (random) => random.upTo(2_000) / 8,
  duration: (random) => random.upTo(500),
  currency: (random) => random.upTo(500),
}

/** The types of fields that worlds have beside attachments, which the calls of files write. */
export const drawnTypes = (Object.keys(drawn) as FieldTypeName[]).filter((type) => type !== 'status')

/** One in five is empty; where each value stands once, some try one that stands. */
export function drawCell(random: Random, { base, records }: TableModel, field: FieldModel): CellValue {
  if (random.chance(0.2)) return null
  const isOnce = field.rules.unique === true
  if (isOnce && records.size > 0 && random.chance(0.3))
    return random.oneOf([...records.values()]).cells[field.id] ?? null
  return (isOnce ? drawnOnce : drawn)[field.type]?.(random, field, base) ?? null
}

/** Cells of a new record; the first one is its secret, a text that stands nowhere else. */
export function drawCells(random: Random, table: TableModel, secret: string): Cells {
  const cells: Cells = {}
  for (const [index, field] of table.fields.entries()) {
    cells[field.id] = index === 0 ? secret : drawCell(random, table, field)
  }
  return cells
}

/** Fields that a person writes into a cell of. */
export const writable = (table: TableModel) =>
  table.fields.filter(({ type, computes }) => type !== 'attachment' && !computes)

/** The cells with what is computed from them. */
export function computed(table: TableModel, cells: Cells): Cells {
  // Nobody asks, at no time: a formula depends on neither.
  const situation = { now: 0, timeZone: table.base.timeZone, me: null, role: null, roles: [] }
  const all = { ...cells }
  for (const { id, type, computes } of table.fields) {
    if (computes) all[id] = cellOfValue(evaluate(computes, contextOf(table.fields, all, situation)), type)
  }
  return all
}

/** Those of them that are not on their way to another type. */
export const settled = (table: TableModel) => writable(table).filter(({ isChanging }) => !isChanging)

/** A cell as a table route takes and shows it: documents are no texts there. */
export const onRoute = ({ type }: FieldModel, cell: CellValue): unknown =>
  type === 'json' && typeof cell === 'string' ? (JSON.parse(cell) as unknown) : cell

/** What stays of cells that are written by a table route: the JSON of JavaScript has no zeros at the end of a number. */
export const asWritten = (fields: readonly FieldModel[], cells: Cells): Cells => {
  const written = { ...cells }
  for (const field of fields) {
    const value = onRoute(field, cells[field.id] ?? null)
    if (field.type === 'json' && typeof value === 'number') written[field.id] = String(value)
  }
  return written
}

/** A cell as a filter of a table route says it. */
export const saidOnRoute = (cell: CellValue): string =>
  isOptionSet(cell) ? `{${cell.join()}}` : String(cell)

/** Sets are the same whichever list holds them: what is written again is stored as nothing, and never told. */
export const sameCell = (one: CellValue, other: CellValue): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Is this what a table route shows of the cell? */
export function sameOnRoute(field: FieldModel, cell: CellValue, shown: unknown): boolean {
  if (field.type === 'attachment') {
    const ids = ((cell ?? []) as readonly Attachment[]).map(({ id }) => id)
    return JSON.stringify(shown) === JSON.stringify(ids)
  }
  if (cell === null || shown === null || shown === undefined) return cell === (shown ?? null)
  if (field.type === 'datetime') return Date.parse(cell as string) === Date.parse(shown as string)
  if (field.type === 'multi_select' || field.type === 'json') return sameList(onRoute(field, cell), shown)
  return cell === shown
}

const sameList = (cell: unknown, shown: unknown) => JSON.stringify(cell) === JSON.stringify(shown)

/** Is this what the calls show of it? */
export function sameInCall(field: FieldModel, cell: CellValue, shown: unknown): boolean {
  if (field.type === 'multi_select') return sameList(cell, shown)
  if (field.type !== 'attachment' || cell === null) return cell === shown
  return idsOf(cell) === idsOf(shown)
}

const idsOf = (files: unknown) => (files as readonly Attachment[] | null)?.map(({ id }) => id).join()

/** The value of a field as a group of records is told, but for days and moments. */
export function groupKey(cell: CellValue, field: Pick<FieldModel, 'type' | 'options'>): CellValue {
  if (field.type === 'checkbox') return cell === true
  return isOptionSet(cell) ? inOptionOrder(cell, field).join(' ') : cell
}
