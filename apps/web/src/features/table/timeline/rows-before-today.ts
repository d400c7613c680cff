/** How far down today is. Pure. */
import type { FieldId, ViewQuery } from '@plinth/domain'
import { narrowed } from '../board/stacks.ts'

/**
 * Asks for the rows above those that begin today, where rows go down by when they begin, or up by it; null where they stand in another order.
 * Days are the base's, as the database has them.
 */
export function rowsBeforeToday(query: ViewQuery, start: FieldId): ViewQuery | null {
  const [first] = query.sorts
  if (first?.field !== start || (query.groups ?? []).length > 0) return null
  const operator = first.direction === 'asc' ? 'lt' : 'gt'
  return { ...query, filter: narrowed(query.filter, [{ field: start, operator, value: { day: 0 } }]) }
}
