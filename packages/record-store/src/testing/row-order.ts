/** The server's order of rows: groups, sort values, empty ones last, ties by id; and which rows are in a view. */
import type { FieldId, FilterCondition, FilterGroup, GroupPath, Row, RowKey, ViewQuery } from '@plinth/domain'

const orderOf = ({ groups = [], sorts }: ViewQuery) => [...groups, ...sorts]

export function keyOf(query: ViewQuery, row: Row): RowKey {
  const values = orderOf(query).map((sort) => row.values[sort.field] ?? null)
  return [...values, row.id] as RowKey
}

export function compareKeys(query: ViewQuery, a: RowKey, b: RowKey): number {
  for (const [at, sort] of orderOf(query).entries()) {
    const order = compareValues(a[at] ?? null, b[at] ?? null, sort.direction)
    if (order !== 0) return order
  }
  const isDown = orderOf(query)[0]?.direction === 'desc'
  const order = String(a.at(-1)) < String(b.at(-1)) ? -1 : String(a.at(-1)) > String(b.at(-1)) ? 1 : 0
  return isDown ? -order : order
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
