import type { Field, FieldId, FieldTypeName, Sort } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatSorts, parseSorts } from './sort-param.ts'

const field = (id: string, type: FieldTypeName = 'text'): Field => ({
  id: id as FieldId,
  name: id,
  type,
  options: {},
  column: id,
  position: 0,
})
const table = { fields: [field('a'), field('b', 'integer'), field('c', 'date'), field('f', 'json')] }

describe('parseSorts', () => {
  it('reads back what formatSorts wrote', () => {
    const direction = fc.constantFrom<Sort['direction']>('asc', 'desc')
    const order = fc.shuffledSubarray(['a', 'b', 'c'] as FieldId[])
    fc.assert(
      fc.property(order, fc.array(direction, { minLength: 3, maxLength: 3 }), (fields, directions) => {
        const sorts = fields.map((id, at): Sort => ({ field: id, direction: directions[at] ?? 'asc' }))
        expect(parseSorts(formatSorts(sorts), table)).toEqual(sorts)
      }),
    )
  })

  it.each([undefined, '', 'a', 'a:up', 'zzz:asc', ':', ',,,', 'f:asc'])('takes nothing from %j', (text) => {
    expect(parseSorts(text, table)).toEqual([])
  })

  it('takes a field once', () => {
    expect(parseSorts('a:asc,a:desc,b:desc', table)).toEqual([
      { field: 'a', direction: 'asc' },
      { field: 'b', direction: 'desc' },
    ])
  })
})
