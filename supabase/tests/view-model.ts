/** What a view means, said a second time in plain TypeScript over lists in memory: nothing of the database's code is in it. */
import {
  type FieldTypeName,
  type FilterCondition,
  type FilterGroup,
  fieldTypes,
  isNumeric,
  type SummaryKind,
} from '@plinth/domain'

export type Value = string | number | boolean | null

export interface ModelField {
  readonly id: string
  readonly name: string
  readonly type: FieldTypeName
  /** Options, people, or the records that a link for one record goes to, in their order. */
  readonly choices: readonly { readonly id: string; readonly label: string }[]
}

export interface ModelRow {
  readonly id: string
  /** By the field's id; a cell of files, or of links to several records, holds how many there are, and one of a link to one its id. */
  readonly values: Readonly<Record<string, Value>>
}

export interface ModelSort {
  readonly field: string
  readonly direction: 'asc' | 'desc'
}

export interface ModelQuery {
  readonly table: string
  readonly sorts: readonly ModelSort[]
  readonly filter?: FilterGroup
  readonly search?: string
  readonly groups?: readonly ModelSort[]
  readonly collapsed?: readonly (readonly Value[])[]
}

export interface ModelTable {
  readonly fields: readonly ModelField[]
  readonly rows: readonly ModelRow[]
  readonly timeZone: string
  readonly weekStart: number
  readonly me: string
  /** Places of texts in the order of people, which is the database's own. */
  readonly rankOfText: ReadonlyMap<string, number>
}

const dayMs = 86_400_000
const texts: readonly string[] = ['text', 'long_text', 'email', 'url', 'phone']
const fold = (text: string) => text.toUpperCase()
const isoOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)
const dayNumber = (iso: string) => Date.parse(`${iso}T00:00:00Z`) / dayMs

export function dayIn(zone: string, moment: string | number): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
  return parts.format(new Date(moment))
}

/** Does a cell hold how many there are? A link to one record has choices, one to several has none. */
export const isCounted = ({ type, choices }: ModelField): boolean =>
  type === 'attachment' || (type === 'link' && choices.length === 0)

const fieldOf = (table: ModelTable, id: string) => table.fields.find((field) => field.id === id)!

/** Both days inclusive. */
function daysOf(table: ModelTable, value: FilterCondition['value']): [string, string] | null {
  const today = dayIn(table.timeZone, Date.now())
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d$/.test(value) ? [value, value] : null
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  if ('day' in value) {
    const day = isoOf(dayNumber(today) + value.day)
    return [day, day]
  }
  const { period, unit, count } = value as { period: string; unit: string; count: number }
  const moved = (from: string, units: number): string => {
    if (unit === 'day') return isoOf(dayNumber(from) + units)
    if (unit === 'week') return isoOf(dayNumber(from) + 7 * units)
    const [y, m, d] = from.split('-').map(Number) as [number, number, number]
    const months = y * 12 + (m - 1) + units * (unit === 'year' ? 12 : 1)
    const last = new Date(Date.UTC(Math.floor(months / 12), (months % 12) + 1, 0)).getUTCDate()
    return new Date(Date.UTC(Math.floor(months / 12), months % 12, Math.min(d, last)))
      .toISOString()
      .slice(0, 10)
  }
  const before = (day: string) => isoOf(dayNumber(day) - 1)
  if (period === 'past') return [isoOf(dayNumber(moved(today, -count)) + 1), today]
  if (period === 'next') return [today, before(moved(today, count))]
  const weekday = ((dayNumber(today) + 3) % 7) + 1
  const first =
    unit === 'day'
      ? today
      : unit === 'week'
        ? isoOf(dayNumber(today) - ((weekday - table.weekStart + 7) % 7))
        : `${today.slice(0, unit === 'month' ? 7 : 4)}${unit === 'month' ? '' : '-01'}-01`
  return [first, before(moved(first, 1))]
}

function holdsText(value: string | null, operator: string, wanted: string): boolean {
  const [cell, text] = [fold(value ?? ''), fold(wanted)]
  switch (operator) {
    case 'is':
      return value !== null && cell === text
    case 'is_not':
      return value === null || cell !== text
    case 'contains':
      return value !== null && cell.includes(text)
    case 'not_contains':
      return value === null || !cell.includes(text)
    case 'starts_with':
      return value !== null && cell.startsWith(text)
    default:
      return value !== null && cell.endsWith(text)
  }
}

function compares(order: number | null, operator: string): boolean {
  if (order === null) return operator === 'is_not'
  const answers: Record<string, boolean> = {
    is: order === 0,
    is_not: order !== 0,
    lt: order < 0,
    le: order <= 0,
    gt: order > 0,
    ge: order >= 0,
  }
  return answers[operator]!
}

/** The options of a set, which the model holds as ids with spaces between, in their order. */
const membersOf = (value: Value) => (value === null ? [] : String(value).split(' '))

function holdsSet(value: Value, operator: string, wanted: readonly string[]): boolean {
  const members = membersOf(value)
  const has = (id: string) => members.includes(id)
  if (operator === 'any_of') return wanted.some(has)
  if (operator === 'none_of') return !wanted.some(has)
  return wanted.every(has) && (operator === 'all_of' || members.every((id) => wanted.includes(id)))
}

/** Null: not complete, so that it filters nothing. */
function holdsCondition(table: ModelTable, condition: FilterCondition, row: ModelRow): boolean | null {
  const field = fieldOf(table, condition.field)
  const { operator, value: wanted } = condition
  const value = row.values[condition.field] ?? null
  const isEmpty = isCounted(field) ? !value : value === null
  if (operator === 'empty') return isEmpty
  if (operator === 'not_empty') return !isEmpty
  if (wanted === undefined || wanted === '' || (Array.isArray(wanted) && wanted.length === 0)) return null
  if (texts.includes(field.type)) return holdsText(value as string | null, operator, wanted as string)
  if (field.type === 'multi_select') return holdsSet(value, operator, wanted as readonly string[])
  if (field.type === 'json')
    return operator === 'has_key'
      ? value !== null && Object.hasOwn(JSON.parse(value as string) as object, wanted as string)
      : holdsText(value as string | null, operator, wanted as string)
  if (isNumeric(field.type))
    return compares(value === null ? null : (value as number) - (wanted as number), operator)
  if (field.type === 'checkbox') return (value === true) === wanted
  if (field.type === 'date' || field.type === 'datetime') {
    const days = daysOf(table, wanted)
    if (days === null)
      return compares(
        value === null ? null : Date.parse(value as string) - Date.parse(wanted as string),
        operator,
      )
    const day =
      value === null || field.type === 'date'
        ? (value as string | null)
        : dayIn(table.timeZone, value as string)
    const order = day === null ? null : day < days[0] ? -1 : day > days[1] ? 1 : 0
    return compares(order, operator === 'within' ? 'is' : operator)
  }
  if (field.type === 'link' && typeof wanted === 'string') {
    const label = field.choices.find(({ id }) => id === value)?.label ?? ''
    return fold(label).includes(fold(wanted)) === (operator === 'contains')
  }
  const list = (Array.isArray(wanted) ? wanted : [wanted]).map((id) =>
    id === 'me' && field.type === 'person' ? table.me : id,
  )
  const isIn = value !== null && list.includes(value as string)
  return operator === 'is' || operator === 'any_of' ? isIn : !isIn
}

function holdsFilter(table: ModelTable, node: FilterGroup | FilterCondition, row: ModelRow): boolean | null {
  if (!('items' in node)) return holdsCondition(table, node, row)
  const parts = node.items.map((item) => holdsFilter(table, item, row)).filter((part) => part !== null)
  if (parts.length === 0) return null
  return node.join === 'and' ? parts.every(Boolean) : parts.some(Boolean)
}

/** The fields of a row in which a piece of text stands. */
export function fieldsHolding(table: ModelTable, row: ModelRow, piece: string): string[] {
  return table.fields
    .filter(({ id, type, choices }) => {
      const value = row.values[id] ?? null
      if (
        value === null ||
        type === 'checkbox' ||
        (typeof value === 'number' && choices.length === 0 && !isNumeric(type))
      )
        return false
      if (texts.includes(type) || type === 'json') return fold(value as string).includes(fold(piece))
      if (type === 'percent') return /^-?\d*\.?\d+%?$/.test(piece) && shareText(value).includes(piece)
      if (type === 'duration') return /^-?[\d:]*\d[\d:]*$/.test(piece) && lengthText(value).includes(piece)
      if (type === 'currency') return /^-?\d*\.?\d+$/.test(piece) && sumText(value).includes(piece)
      if (type === 'autonumber') return fold(numberText(value)).includes(fold(piece))
      if (isNumeric(type)) return /^-?\d*\.?\d+$/.test(piece) && String(value).includes(piece)
      if (type === 'date') return value === piece
      if (type === 'datetime') return dayIn(table.timeZone, value as string) === piece
      if (type === 'multi_select')
        return choices.some(
          ({ id: one, label }) => membersOf(value).includes(one) && fold(label).includes(fold(piece)),
        )
      const label = choices.find((choice) => choice.id === value)?.label
      return label !== undefined && fold(label).includes(fold(piece))
    })
    .map(({ id }) => id)
}

const shareText = (value: Value) => fieldTypes.percent.toExport(value as number, { options: {} })

const lengthText = (value: Value) =>
  fieldTypes.duration.formatText(value as number, { options: {} }, { locale: 'en', timeZone: 'UTC' })

const numberText = (value: Value) =>
  fieldTypes.autonumber.toExport(value as number, { options: { prefix: 'N-', digits: 3 } })

const sumText = (value: Value) =>
  fieldTypes.currency.toExport(value as number, { options: { currency: 'EUR' } })

const words = (search: string) => search.split(/\s+/u).filter((word) => word !== '')

const wants = (table: ModelTable, query: ModelQuery, row: ModelRow): boolean =>
  (query.filter === undefined || holdsFilter(table, query.filter, row) !== false) &&
  words(query.search ?? '').every((word) => fieldsHolding(table, row, word).length > 0)

/** What orders a record: nothing where there are none. */
function orderValue(table: ModelTable, id: string, row: ModelRow): Value {
  const value = row.values[id] ?? null
  return value === 0 && isCounted(fieldOf(table, id)) ? null : value
}

export function groupValue(table: ModelTable, id: string, row: ModelRow): Value {
  const value = orderValue(table, id, row)
  const { type } = fieldOf(table, id)
  if (type === 'checkbox') return value === true
  return type === 'datetime' && value !== null ? dayIn(table.timeZone, value as string) : value
}

/** The place of a value among those of its field. */
function placeOf(table: ModelTable, id: string, value: Value): number | string {
  const { type, choices } = fieldOf(table, id)
  if (texts.includes(type)) return table.rankOfText.get(value as string)!
  if (type === 'multi_select')
    return membersOf(value)
      .map((one) => String(choices.findIndex((choice) => choice.id === one)).padStart(4, '0'))
      .join('')
  if (type !== 'single_select' && type !== 'status' && type !== 'person' && type !== 'link')
    return value as number | string
  if (typeof value === 'number') return value
  const place = choices.findIndex((choice) => choice.id === value)
  return type === 'person' ? `${String(place < 0 ? 999_999 : place).padStart(6, '0')}${value}` : place
}

function compareValues(table: ModelTable, sort: ModelSort, a: Value, b: Value): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  const [x, y] = [placeOf(table, sort.field, a), placeOf(table, sort.field, b)]
  return (x < y ? -1 : x > y ? 1 : 0) * (sort.direction === 'desc' ? -1 : 1)
}

const pathOf = (table: ModelTable, query: ModelQuery, row: ModelRow): Value[] =>
  (query.groups ?? []).map(({ field }) => groupValue(table, field, row))

function inOrder(table: ModelTable, query: ModelQuery) {
  const groups = query.groups ?? []
  const sign = (groups[0] ?? query.sorts[0])?.direction === 'desc' ? -1 : 1
  return (a: ModelRow, b: ModelRow): number => {
    for (const group of groups) {
      const [x, y] = [groupValue(table, group.field, a), groupValue(table, group.field, b)]
      const order = compareValues(table, group, x, y)
      if (order !== 0) return order
    }
    for (const sort of query.sorts) {
      const isGrouped = groups.some(({ field }) => field === sort.field)
      // What is grouped by has no other order, but for the times within a day.
      if (isGrouped && fieldOf(table, sort.field).type !== 'datetime') continue
      const [x, y] = [orderValue(table, sort.field, a), orderValue(table, sort.field, b)]
      const order = compareValues(table, sort, x, y)
      if (order !== 0) return order
    }
    return (a.id < b.id ? -1 : 1) * sign
  }
}

const samePath = (a: readonly Value[], b: readonly Value[]) =>
  a.length === b.length && a.every((value, n) => value === b[n])

const isCollapsed = (query: ModelQuery, path: readonly Value[]) =>
  (query.collapsed ?? []).some((one) => samePath(one, path.slice(0, one.length)))

/** The rows of a view in order: all, and those that no collapsed group holds. */
export function viewOf(table: ModelTable, query: ModelQuery): { all: ModelRow[]; shown: ModelRow[] } {
  const all = table.rows.filter((row) => wants(table, query, row)).toSorted(inOrder(table, query))
  return { all, shown: all.filter((row) => !isCollapsed(query, pathOf(table, query, row))) }
}

export interface ModelGroup {
  readonly path: readonly Value[]
  readonly rows: readonly ModelRow[]
  readonly collapsed: boolean
}

/** The groups in order, parents before what is in them; what is in collapsed ones is left out. */
export function groupsOf(table: ModelTable, query: ModelQuery): ModelGroup[] {
  const { all } = viewOf(table, query)
  const depth = query.groups?.length ?? 0
  const found: { path: Value[]; rows: ModelRow[] }[] = []
  for (const row of all)
    for (let n = 1; n <= depth; n++) {
      const path = pathOf(table, query, row).slice(0, n)
      const known = found.find((one) => samePath(one.path, path))
      if (known) known.rows.push(row)
      else found.push({ path, rows: [row] })
    }
  return found
    .filter(({ path }) => !isCollapsed(query, path.slice(0, -1)))
    .map(({ path, rows }) => ({ path, rows, collapsed: isCollapsed(query, path) }))
}

/** A figure over rows; numbers to be compared roughly. */
export function figureOf(table: ModelTable, id: string, kind: SummaryKind, rows: readonly ModelRow[]): Value {
  const field = fieldOf(table, id)
  const cells = rows.map((row) => row.values[id] ?? null)
  const filled = cells.filter((value) => (isCounted(field) ? value !== 0 : value !== null))
  const numbers = filled.map(Number).toSorted((a, b) => a - b)
  const sum = numbers.reduce((total, value) => total + value, 0)
  const middle = (numbers.length - 1) / 2
  switch (kind) {
    case 'count':
      return rows.length
    case 'empty':
      return rows.length - filled.length
    case 'filled':
      return filled.length
    case 'unique':
      return new Set(filled).size
    case 'checked':
      return filled.filter((value) => value === true).length
    case 'sum':
      return numbers.length === 0 ? null : sum
    case 'average':
      return numbers.length === 0 ? null : sum / numbers.length
    case 'median':
      return numbers.length === 0 ? null : (numbers[Math.floor(middle)]! + numbers[Math.ceil(middle)]!) / 2
    case 'min':
      return numbers[0] ?? null
    case 'max':
      return numbers.at(-1) ?? null
    case 'earliest':
      return filled.toSorted()[0] ?? null
    default:
      return filled.toSorted().at(-1) ?? null
  }
}
