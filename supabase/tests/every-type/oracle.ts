/** What a view of a stage has to answer, said once more in plain TypeScript: nothing of the database's code is in it. */
import {
  type CellValue,
  type FilterOperator,
  type FilterValue,
  familyOf,
  type LinkValue,
  type SummaryKind,
} from '@plinth/domain'
import { dayIn } from '../view-model.ts'
import type { Cell, Stage } from './matrix.ts'
import { options } from './samples.ts'

export type Direction = 'asc' | 'desc'
const zone = 'Europe/Vienna'
const inOptionOrder = (ids: readonly string[]) =>
  options.options.map(({ id }) => id).filter((id) => ids.includes(id))
const isEmpty = (value: CellValue): boolean => value === null
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** What orders and groups a value: of files, and of links to several records, how many they are; of a link to one, that record. */
function keyOf({ type, isSingle }: Stage, value: CellValue): CellValue {
  if (isEmpty(value)) return null
  if (type === 'attachment') return (value as unknown as readonly unknown[]).length
  if (type !== 'link') return value
  const { count, items } = value as LinkValue
  return isSingle ? items[0]![0] : count
}

/** The place of a value among those of its stage, empty ones behind all of them whatever the direction. */
function rankOf(stage: Stage, value: CellValue, direction: Direction): number {
  const { ranked } = stage
  if (isEmpty(value)) return ranked.length
  const place = ranked.findIndex((one) => same(keyOf(stage, one), keyOf(stage, value)))
  return direction === 'asc' ? place : ranked.length - 1 - place
}

/** Titles in the order of the values; among equals the records stand as they were made, or the other way. */
export function sortedTitles(stage: Stage, direction: Direction): readonly string[] {
  const made = direction === 'asc' ? stage.cells : stage.cells.toReversed()
  return made
    .toSorted((a, b) => rankOf(stage, a.value, direction) - rankOf(stage, b.value, direction))
    .map(({ title }) => title)
}

/** What a group is told by: the value, of a moment its day, of a set its options in their order; a box never ticked is one that is not. */
export function groupKeyOf(stage: Stage, value: CellValue): CellValue {
  switch (familyOf(stage.type)) {
    case 'checkbox':
      return value === true
    case 'datetime':
      return isEmpty(value) ? null : dayIn(zone, value as string)
    case 'multi_select':
      return isEmpty(value) ? null : inOptionOrder(value as readonly string[]).join(' ')
    default:
      return keyOf(stage, value)
  }
}

export function groupsOf(
  stage: Stage,
  direction: Direction,
): readonly { readonly path: readonly CellValue[]; readonly count: number }[] {
  const ranked = direction === 'asc' ? stage.ranked : stage.ranked.toReversed()
  const keys = [...new Set([...ranked, null].map((value) => groupKeyOf(stage, value)))]
  return keys
    .map((key) => ({
      path: [key],
      count: stage.cells.filter(({ value }) => same(groupKeyOf(stage, value), key)).length,
    }))
    .filter(({ count }) => count > 0)
}

const least = <T>(values: readonly T[], isBefore: (a: T, b: T) => boolean): T =>
  values.reduce((first, value) => (isBefore(value, first) ? value : first))

function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2
}

const counts: ReadonlySet<SummaryKind> = new Set(['count', 'empty', 'filled', 'unique', 'checked'])

export function figureOf({ cells }: Stage, kind: SummaryKind): CellValue {
  const filled = cells.map(({ value }) => value).filter((value) => !isEmpty(value))
  const numbers = filled as readonly number[]
  const texts = filled as readonly string[]
  const sum = () => numbers.reduce((total, value) => total + value, 0)
  // Of nothing there are counts alone.
  if (filled.length === 0 && !counts.has(kind)) return null
  const figures: Record<SummaryKind, () => CellValue> = {
    count: () => cells.length,
    empty: () => cells.length - filled.length,
    filled: () => filled.length,
    unique: () => new Set(filled.map((value) => JSON.stringify(value))).size,
    checked: () => filled.filter((value) => value === true).length,
    sum,
    average: () => sum() / numbers.length,
    median: () => medianOf(numbers),
    min: () => Math.min(...numbers),
    max: () => Math.max(...numbers),
    earliest: () => least(texts, (a, b) => a < b),
    latest: () => least(texts, (a, b) => a > b),
  }
  return figures[kind]()
}

/** Of an order: what is empty is in none, and so is only not the same. */
function compares(operator: FilterOperator, order: number | null): boolean {
  if (order === null) return operator === 'is_not'
  if (operator === 'is' || operator === 'within') return order === 0
  if (operator === 'is_not') return order !== 0
  if (operator === 'lt') return order < 0
  if (operator === 'le') return order <= 0
  return operator === 'gt' ? order > 0 : order >= 0
}

const orderOf = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0)

function holdsText(cell: CellValue, operator: FilterOperator, wanted: string): boolean {
  if (isEmpty(cell)) return operator === 'is_not' || operator === 'not_contains'
  const [text, piece] = [String(cell).toUpperCase(), wanted.toUpperCase()]
  switch (operator) {
    case 'is':
      return text === piece
    case 'is_not':
      return text !== piece
    case 'contains':
      return text.includes(piece)
    case 'not_contains':
      return !text.includes(piece)
    case 'starts_with':
      return text.startsWith(piece)
    default:
      return text.endsWith(piece)
  }
}

/** Whole days, as those of the base's time zone; a moment as a moment. */
function holdsTime(cell: CellValue, operator: FilterOperator, wanted: FilterValue): boolean {
  if (isEmpty(cell)) return compares(operator, null)
  const time = cell as string
  const today = dayIn(zone, Date.now())
  const day = time.length > 10 ? dayIn(zone, time) : time
  if (typeof wanted === 'string')
    return wanted.length > 10
      ? compares(operator, orderOf(time, wanted))
      : compares(operator, orderOf(day, wanted))
  const { period } = wanted as { period?: string }
  if (period === 'past') return day <= today
  // As far as the next thousand years go: no sample is within.
  if (period === 'next') return day >= today && day < '4000-01-01'
  return compares(operator, orderOf(day, today))
}

function holdsSome(held: readonly string[], operator: FilterOperator, wanted: readonly string[]): boolean {
  const has = (id: string) => held.includes(id)
  switch (operator) {
    case 'any_of':
      return wanted.some(has)
    case 'none_of':
      return !wanted.some(has)
    case 'all_of':
      return wanted.every(has)
    case 'is':
      return wanted.every(has) && held.length === wanted.length
    default:
      return !(wanted.every(has) && held.length === wanted.length)
  }
}

function holdsLinks(cell: CellValue, operator: FilterOperator, wanted: FilterValue): boolean {
  const items = isEmpty(cell) ? [] : (cell as LinkValue).items
  if (typeof wanted !== 'string')
    return holdsSome(
      items.map(([id]) => id),
      operator,
      wanted as readonly string[],
    )
  const named = items.some(([, name]) => holdsText(name, 'contains', wanted))
  return named === (operator === 'contains')
}

function hasKey(cell: CellValue, key: FilterValue): boolean {
  const held: unknown = isEmpty(cell) ? null : JSON.parse(cell as string)
  return typeof held === 'object' && held !== null && !Array.isArray(held) && Object.hasOwn(held, String(key))
}

/** `me`: who looks. */
function holds(stage: Stage, value: CellValue, condition: Condition, me: string): boolean {
  const { operator, value: wanted = '' } = condition
  if (operator === 'empty') return isEmpty(value)
  if (operator === 'not_empty') return !isEmpty(value)
  const ids = (Array.isArray(wanted) ? wanted : [wanted]).map((id: string) => (id === 'me' ? me : id))
  switch (familyOf(stage.type)) {
    case 'text':
      return holdsText(value, operator, wanted as string)
    case 'json':
      return operator === 'has_key' ? hasKey(value, wanted) : holdsText(value, operator, wanted as string)
    case 'integer':
    case 'number':
      return compares(operator, isEmpty(value) ? null : orderOf(value as number, wanted as number))
    case 'checkbox':
      return (value === true) === wanted
    case 'date':
    case 'datetime':
      return holdsTime(value, operator, wanted)
    case 'link':
      return holdsLinks(value, operator, wanted)
    case 'multi_select':
      return holdsSome((value ?? []) as readonly string[], operator, ids)
    default:
      return holdsSome(isEmpty(value) ? [] : [value as string], operator, ids)
  }
}

export interface Condition {
  readonly operator: FilterOperator
  readonly value?: FilterValue
}

export const foundBy = (stage: Stage, condition: Condition, me: string): readonly string[] =>
  stage.cells.filter(({ value }: Cell) => holds(stage, value, condition, me)).map(({ title }) => title)
