/**
 * Queries as questions: filters, searches, groups, figures, ranks and finds about records and fields that are not for whoever asks.
 * What they tell must be what the same question tells of the records in reach alone.
 */
import {
  type CellValue,
  type FilterCondition,
  figuresOf,
  isNumeric,
  isOptionSet,
  type SummaryKind,
} from '@plinth/domain'
import { groupKey } from '../cells.ts'
import type { FieldModel, RecordModel, TableModel } from '../model.ts'
import { seesField } from '../oracle.ts'
import type { Place, Prober } from '../prober.ts'
import { figureOf } from '../view-model.ts'
import { aField, ask, visible } from './asking.ts'

type Form = (prober: Prober, table: TableModel) => Promise<void>

const texts: readonly string[] = ['text', 'long_text', 'email', 'url', 'json']
const fold = (text: string) => text.toUpperCase()
const cellOf = (record: RecordModel, field: FieldModel): CellValue => record.cells[field.id] ?? null
const idsOf = (records: readonly RecordModel[]) => records.map(({ id }) => id)
const anyRecord = ({ random }: Prober, table: TableModel) => random.oneOf([...table.records.values()])

export interface Question {
  readonly condition: FilterCondition
  readonly holds: (record: RecordModel) => boolean
}

/** A condition made of a value that stands somewhere, in reach or not. */
export function questionOf(prober: Prober, table: TableModel, field: FieldModel): Question {
  const cell = cellOf(anyRecord(prober, table), field)
  const about = (
    operator: FilterCondition['operator'],
    value: string | number | boolean | readonly string[],
  ) => ({
    field: field.id,
    operator,
    value,
  })
  if (cell === null || field.type === 'attachment' || prober.random.chance(0.2)) {
    const condition: FilterCondition = { field: field.id, operator: 'not_empty' }
    if (field.type !== 'checkbox') return { condition, holds: (record) => cellOf(record, field) !== null }
  }
  if (field.type === 'checkbox') {
    return { condition: about('is', true), holds: (record) => cellOf(record, field) === true }
  }
  if (texts.includes(field.type)) {
    // By characters: half of one is no text.
    const piece = [...(cell as string)].slice(0, 5).join('')
    const holds = (record: RecordModel) => fold(String(cellOf(record, field) ?? '')).includes(fold(piece))
    return { condition: about('contains', piece), holds }
  }
  const isAmount = field.type === 'integer' || field.type === 'number'
  if (isOptionSet(cell)) {
    const same = (other: CellValue) => JSON.stringify(other) === JSON.stringify(cell)
    return { condition: about('is', cell), holds: (record) => same(cellOf(record, field)) }
  }
  const value = cell as string | number
  if (isAmount || field.type === 'date') {
    const holds = (record: RecordModel) => {
      const other = cellOf(record, field) as string | number | null
      return other !== null && other >= value
    }
    return { condition: about('ge', value), holds }
  }
  return { condition: about('is', value), holds: (record) => cellOf(record, field) === value }
}

const filtered: Form = async (prober, table) => {
  const field = aField(prober, table, () => true)
  const { condition, holds } = questionOf(prober, table, field)
  const query = { table: table.id, sorts: [], fields: [], filter: { join: 'and', items: [condition] } }
  const expected = idsOf(visible(prober, table).filter(holds))
  const call = { query, anchor: null, direction: 'forward', skip: 0, take: 1000 }
  const answer = await ask(prober, table, 'rows_window', call, [field])
  const place = { action: `rows where ${field.column} ${condition.operator}`, table }
  if (answer) {
    const { rows } = answer.data as { rows: [string][] }
    prober.judgeList(
      place,
      expected,
      rows.map(([id]) => id),
    )
  }
  const stats = await ask(prober, table, 'view_stats', { query, exact: prober.random.chance(0.5) }, [field])
  if (stats) prober.judgeNumber(place, expected.length, (stats.data as { total: number }).total)
  const asked = prober.random.some([...table.records.keys()], 10)
  const byId = await ask(prober, table, 'rows_by_id', { query, ids: asked }, [field])
  if (!byId) return
  const inReach = new Set(idsOf(visible(prober, table)))
  const outside = asked.filter((id) => inReach.has(id) && !expected.includes(id)).toSorted()
  prober.judgeList(place, outside, (byId.data as { outside: string[] }).outside)
}

/** The secret of a record, or what stands in a field that is hidden from some: texts that stand nowhere else. */
function secretOf(prober: Prober, table: TableModel): string | null {
  const record = anyRecord(prober, table)
  const fields = table.fields.filter((field, n) => n === 0 || field.isPrivate)
  const cell = cellOf(record, prober.random.oneOf(fields))
  return typeof cell === 'string' && /^[nvrp][0-9a-f]{10}x$/.test(cell) ? cell : null
}

const fieldsHolding = (prober: Prober, table: TableModel, record: RecordModel, text: string) =>
  table.fields.filter(
    (field) =>
      texts.includes(field.type) &&
      seesField(table, field, prober.person) &&
      fold(String(cellOf(record, field) ?? '')).includes(fold(text)),
  )

const searched: Form = async (prober, table) => {
  const text = secretOf(prober, table)
  if (text === null) return
  const holders = visible(prober, table).filter(
    (record) => fieldsHolding(prober, table, record, text).length > 0,
  )
  const query = { table: table.id, sorts: [], search: text.toUpperCase() }
  const stats = await ask(prober, table, 'view_stats', { query, exact: false })
  const place = { action: 'a search', table }
  if (stats) prober.judgeNumber(place, holders.length, (stats.data as { total: number }).total)
  const call = { query: { table: table.id, sorts: [] }, text, after: null, direction: 'forward', take: 50 }
  const found = await ask(prober, table, 'find_in_view', call)
  if (!found) return
  const list = (found.data as { found: { id: string; fields: string[] }[] }).found
  const expected = holders.map((record) => [
    record.id,
    fieldsHolding(prober, table, record, text).map(({ id }) => id),
  ])
  prober.judgeList(
    { action: 'a find', table },
    expected.map(String),
    list.map(({ id, fields }) => String([id, fields])),
  )
}

/** What somebody reads, by the value of a field as a group is told. */
function byGroup(prober: Prober, table: TableModel, field: FieldModel): Map<unknown, RecordModel[]> {
  const expected = new Map<unknown, RecordModel[]>()
  for (const record of visible(prober, table)) {
    const value = groupKey(cellOf(record, field), field)
    expected.set(value, [...(expected.get(value) ?? []), record])
  }
  return expected
}

/** A group, or a key of a chart, as it is told. */
interface Part {
  readonly value: unknown
  readonly count: number
  readonly figure: unknown
}

/** Each part of a view has as many records as are in reach, and its figure is one of those alone. */
function judgeParts(
  prober: Prober,
  place: Place,
  { field, amount, kind }: { field: FieldModel; amount: FieldModel; kind: SummaryKind },
  parts: readonly Part[],
): void {
  const expected = byGroup(prober, place.table!, field)
  prober.judgeList(
    place,
    [...expected].map(([value, list]) => String([value, list.length])).toSorted(),
    parts.map(({ value, count }) => String([value, count])).toSorted(),
  )
  for (const { value, figure } of parts) {
    const cells = expected.get(value)?.map((record) => cellOf(record, amount))
    const action = `${kind} of ${amount.column} in ${place.action}`
    if (cells) prober.judgeFigure({ ...place, action }, figureOf(amount, kind, cells), figure)
  }
}

const isGroupable = ({ type }: FieldModel) => !['attachment', 'long_text', 'datetime', 'json'].includes(type)

/** A field to make parts by, one to make figures of, and which. */
function drawParts(prober: Prober, table: TableModel) {
  const field = aField(prober, table, isGroupable)
  const amount = aField(prober, table, ({ type }) => isNumeric(type))
  return { field, amount, kind: prober.random.oneOf(figuresOf(amount.type)) }
}

const grouped: Form = async (prober, table) => {
  const drawn = drawParts(prober, table)
  const { field, amount, kind } = drawn
  const query = { table: table.id, sorts: [], groups: [{ field: field.id, direction: 'asc' }] }
  const call = { query, figures: { [amount.id]: kind }, skip: 0, take: 2000 }
  const answer = await ask(prober, table, 'view_groups', call, [field, amount])
  if (!answer) return
  const { groups, total } = answer.data as {
    groups: { path: unknown[]; count: number; figures: Record<string, unknown> }[]
    total: number
  }
  const place = { action: `groups by ${field.column}`, table }
  prober.judgeNumber(place, visible(prober, table).length, total)
  const parts = groups.map(({ path, count, figures }) => ({
    value: path[0],
    count,
    figure: figures[amount.id],
  }))
  judgeParts(prober, place, drawn, parts)
}

const charted: Form = async (prober, table) => {
  const drawn = drawParts(prober, table)
  const { field, amount, kind } = drawn
  const query = { table: table.id, sorts: [], groups: [{ field: field.id, direction: 'desc' }] }
  const by = prober.random.oneOf(['key', 'figure'])
  const chart = { figure: kind, field: amount.id, units: [null], by, take: 1000, totals: true }
  const answer = await ask(prober, table, 'view_chart', { query, chart }, [field, amount])
  if (!answer) return
  const { keys, whole } = answer.data as { keys: [unknown, number, unknown][]; whole: [number, unknown] }
  const place = { action: `a chart by ${field.column}`, table }
  prober.judgeNumber(place, visible(prober, table).length, whole[0])
  judgeParts(
    prober,
    place,
    drawn,
    keys.map(([value, count, figure]) => ({ value, count, figure })),
  )
}

/** A figure of any kind, of the records in reach that a condition leaves; of a text of JSON, how many are filled. */
const summed: Form = async (prober, table) => {
  const field = aField(prober, table, ({ type }) => type !== 'attachment')
  const kind = prober.random.oneOf(figuresOf(field.type))
  const filter = questionOf(
    prober,
    table,
    aField(prober, table, ({ id }) => id === field.id),
  )
  const query = { table: table.id, sorts: [], filter: { join: 'or', items: [filter.condition] } }
  const answer = await ask(prober, table, 'view_summary', { query, figures: { [field.id]: kind } }, [field])
  if (!answer) return
  const cells = visible(prober, table)
    .filter(filter.holds)
    .map((record) => cellOf(record, field))
  const got = (answer.data as { figures: Record<string, unknown> }).figures[field.id]
  prober.judgeFigure({ action: `${kind} of ${field.column}`, table }, figureOf(field, kind, cells), got)
}

const ranked: Form = async (prober, table) => {
  const record = anyRecord(prober, table)
  const ids = idsOf(visible(prober, table))
  const near = ids.length > 0 && prober.random.chance(0.5) ? [0, [ids[0]]] : null
  const query = { table: table.id, sorts: [] }
  const answer = await ask(prober, table, 'row_rank', { query, record: record.id, near })
  if (!answer) return
  const { index } = answer.data as { index: number | null }
  const expected = ids.includes(record.id) ? ids.indexOf(record.id) : -1
  prober.judgeNumber({ action: 'the rank of a record', table, record }, expected, index ?? -1)
}

export const views: readonly Form[] = [filtered, searched, grouped, charted, summed, ranked]
