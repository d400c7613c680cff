import { appError, type FieldId, type TableId, type ViewCost, type ViewQuery } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { refusalWords, workedOut } from './cost-words.ts'

const field = 'f' as FieldId
const plain: ViewQuery = { table: 't' as TableId, sorts: [{ field, direction: 'asc' }] }
const filter = { join: 'and', items: [{ field, operator: 'is', value: 1 }] } as const
const cost = (order: boolean, found: boolean): ViewCost => {
  return { state: order && found ? 'served' : 'unserved', order, filter: found, indexes: [] }
}

const limit = (rule: string) => appError('limit_exceeded', { details: { rule } })

describe('what a view costs', () => {
  it.each([
    [cost(false, true), plain, ['The order of the records.']],
    [cost(false, true), { ...plain, groups: plain.sorts }, ['The groups and their order.']],
    [cost(true, false), { ...plain, filter }, ['What the filter lets through.']],
    [cost(true, false), { ...plain, search: 'x' }, ['What the search finds.']],
    [
      cost(false, false),
      { ...plain, filter, search: 'x' },
      ['The order of the records.', 'What the filter lets through and the search finds.'],
    ],
    [cost(true, true), plain, []],
  ])('of %o is told part by part', (told, query, lines) => {
    expect(workedOut(told, query)).toEqual(lines)
  })
})

describe('why an index is refused', () => {
  it('is said of its limits, and of everything else as everywhere', () => {
    expect(refusalWords(limit('indexes'), {})).toContain('as many indexes')
    expect(refusalWords(limit('index'), {})).toContain('too long')
    expect(refusalWords(appError('busy'), {})).toContain('busy')
  })
})
