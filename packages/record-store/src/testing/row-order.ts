/** The server's order of rows: groups, sort values, empty ones last, ties by id; or by hand; and which rows are in a view. */
import type {
  FieldId,
  FilterCondition,
  FilterGroup,
  GroupPath,
  RecordId,
  Row,
  RowKey,
  ViewQuery,
} from '@plinth/domain'

/** Beside which record another one stands, and how far, where it was moved. */
export type Places = ReadonlyMap<RecordId, readonly [RecordId, number]>

const orderOf = ({ groups = [], sorts }: ViewQuery) => [...groups, ...sorts]
const isByHand = (query: ViewQuery) => query.view !== undefined && orderOf(query).length === 0

export function keyOf(query: ViewQuery, row: Row, places: Places): RowKey {
  if (isByHand(query)) return [...(places.get(row.id) ?? [row.id, 0]), row.id]
  const values = orderOf(query).map((sort) => row.values[sort.field] ?? null)
  return [...values, row.id] as RowKey
}

export function compareKeys(query: ViewQuery, a: RowKey, b: RowKey): number {
  if (isByHand(query))
    return compareValues(a[0]!, b[0]!, 'asc') || compareValues(a[1]!, b[1]!, 'asc') || byId(a, b)
  for (const [at, sort] of orderOf(query).entries()) {
    const order = compareValues(a[at] ?? null, b[at] ?? null, sort.direction)
    if (order !== 0) return order
  }
  return orderOf(query)[0]?.direction === 'desc' ? -byId(a, b) : byId(a, b)
}

function byId(a: RowKey, b: RowKey): number {
  return compareValues(String(a.at(-1)), String(b.at(-1)), 'asc')
}

function compareValues(a: RowKey[number], b: RowKey[number], direction: 'asc' | 'desc'): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return (a < b ? -1 : 1) * (direction === 'asc' ? 1 : -1)
}

/** Filters by `is` and `ge`, searches for words in texts, and leaves out what is in closed groups. */
export function isIn({ filter, search = '', groups = [], collapsed = [] }: ViewQuery, row: Row): boolean {
  const isClosed = (path: GroupPath) =>
    path.every((value, at) => value === (row.values[groups[at]?.field as FieldId] ?? null))
  if (collapsed.some(isClosed)) return false
  const text = Object.values(row.values).join(' ').toLowerCase()
  const words = search.toLowerCase().split(' ')
  return (!filter || holds(filter, row)) && words.every((word) => text.includes(word))
}

function holds(node: FilterCondition | FilterGroup, row: Row): boolean {
  if ('items' in node)
    return node.join === 'and'
      ? node.items.every((item) => holds(item, row))
      : node.items.some((item) => holds(item, row))
  const value = row.values[node.field] ?? null
  return node.operator === 'ge' ? Number(value) >= Number(node.value) : value === node.value
}
