import type { Field, FieldId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { colOf } from './columns.ts'

const columns = (...ids: string[]) => ids.map((id) => ({ field: { id: id as FieldId } as Field }))
const due = 'due' as FieldId

describe('the column with the cursor', () => {
  it('stays on its field when others come and go before it', () => {
    expect(colOf(columns('name', 'budget', 'due'), due, 3)).toBe(3)
    expect(colOf(columns('name', 'due'), due, 3)).toBe(2)
    expect(colOf(columns('name', 'pay', 'budget', 'due'), due, 3)).toBe(4)
  })

  it('keeps its place when its own field has gone, and never stands beyond the last', () => {
    expect(colOf(columns('name', 'budget', 'notes'), due, 2)).toBe(2)
    expect(colOf(columns('name'), due, 3)).toBe(1)
    expect(colOf(columns('name', 'budget'), null, 0)).toBe(0)
  })
})
