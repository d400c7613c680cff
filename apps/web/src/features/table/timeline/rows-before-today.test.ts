import type { FieldId, TableId, ViewQuery } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { rowsBeforeToday } from './rows-before-today.ts'

const [start, other] = ['start', 'other'] as FieldId[] as [FieldId, FieldId]
const query = (by: FieldId, direction: 'asc' | 'desc'): ViewQuery => ({
  table: 'table' as TableId,
  sorts: [{ field: by, direction }],
})

describe('the rows above today', () => {
  it('are those that begin before it, or after it where the last one stands first', () => {
    expect(rowsBeforeToday(query(start, 'asc'), start)?.filter).toEqual({
      join: 'and',
      items: [{ field: start, operator: 'lt', value: { day: 0 } }],
    })
    expect(rowsBeforeToday(query(start, 'desc'), start)?.filter?.items).toEqual([
      { field: start, operator: 'gt', value: { day: 0 } },
    ])
  })

  it('are among those that the view lets through', () => {
    const filter = { join: 'and', items: [{ field: other, operator: 'not_empty' }] } as const
    expect(rowsBeforeToday({ ...query(start, 'asc'), filter }, start)?.filter?.items).toHaveLength(2)
  })

  it('are not asked for in another order', () => {
    expect(rowsBeforeToday(query(other, 'asc'), start)).toBeNull()
    expect(rowsBeforeToday({ ...query(start, 'asc'), sorts: [] }, start)).toBeNull()
    const groups = [{ field: other, direction: 'asc' }] as const
    expect(rowsBeforeToday({ ...query(start, 'asc'), groups }, start)).toBeNull()
  })
})
