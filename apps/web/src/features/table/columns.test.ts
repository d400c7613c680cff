import type { Field, FieldId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { type Column, colOf, endOfFrozen, frozenThatFit } from './columns.ts'

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

describe('frozen columns', () => {
  const columns = [248, 200, 200].map(
    (width, at): Column => ({
      field: { id: `${at}` as FieldId } as Field,
      width,
      left: 72 + [0, 248, 448][at]!,
      isPrimary: at === 0,
    }),
  )

  it('are as many as the view says, while about half of the width is left to scroll', () => {
    expect(frozenThatFit(columns, 1, 1400)).toBe(1)
    expect(frozenThatFit(columns, 2, 1400)).toBe(2)
    expect(frozenThatFit(columns, 3, 1400)).toBe(3)
    expect(frozenThatFit(columns, 3, 1000)).toBe(2)
    expect(frozenThatFit(columns, 9, 4000)).toBe(3)
    expect(frozenThatFit(columns, 3, 500)).toBe(0)
  })

  it('end where the others begin', () => {
    expect(endOfFrozen(columns, 0)).toBe(72)
    expect(endOfFrozen(columns, 2)).toBe(520)
  })
})
