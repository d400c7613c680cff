/** The server's order of rows: sort values, empty ones last, ties by id. */
import type { Row, RowKey, ViewQuery } from '@plinth/domain'

export function keyOf(query: ViewQuery, row: Row): RowKey {
  const values = query.sorts.map((sort) => row.values[sort.field] ?? null)
  return [...values, row.id] as RowKey
}

export function compareKeys(query: ViewQuery, a: RowKey, b: RowKey): number {
  for (const [at, sort] of query.sorts.entries()) {
    const order = compareValues(a[at] ?? null, b[at] ?? null, sort.direction)
    if (order !== 0) return order
  }
  const isDown = query.sorts[0]?.direction === 'desc'
  const order = String(a.at(-1)) < String(b.at(-1)) ? -1 : String(a.at(-1)) > String(b.at(-1)) ? 1 : 0
  return isDown ? -order : order
}

function compareValues(a: RowKey[number], b: RowKey[number], direction: 'asc' | 'desc'): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return (a < b ? -1 : 1) * (direction === 'asc' ? 1 : -1)
}
