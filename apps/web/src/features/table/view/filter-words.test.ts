import { type FieldId, fieldTypeNames, fitView, isComplete, operatorsOf } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { newCondition, operatorWords, withOperator } from './filter-words.ts'

const of = (type: (typeof fieldTypeNames)[number]) => ({ id: 'f' as FieldId, type })

describe('conditions', () => {
  it.each(fieldTypeNames)('of %s begin and change to such as suit the field', (type) => {
    const field = of(type)
    for (const operator of operatorsOf(type)) {
      const changed = withOperator(newCondition(field), operator)
      const fitted = fitView({ filter: { join: 'and', items: [changed] } }, [field])
      expect(fitted).toMatchObject({ isPartial: false, config: { filter: { items: [changed] } } })
    }
  })

  it('of checkboxes filter at once, others when there is something to compare with', () => {
    expect(fieldTypeNames.filter((type) => isComplete(newCondition(of(type))))).toEqual([
      'checkbox',
      'attachment',
    ])
  })

  it('keep what they compare with where that suits the operator', () => {
    const one = { field: 'f' as FieldId, operator: 'is', value: 'a' } as const
    expect(withOperator(one, 'any_of')).toEqual({ field: 'f', operator: 'any_of', value: ['a'] })
    expect(withOperator(withOperator(one, 'none_of'), 'is_not')).toEqual({ ...one, operator: 'is_not' })
    expect(withOperator(one, 'empty')).toEqual({ field: 'f', operator: 'empty' })
    const day = { field: 'f' as FieldId, operator: 'lt', value: { day: 0 } } as const
    expect(withOperator(day, 'within')).toEqual({ field: 'f', operator: 'within' })
  })

  it('on links compare with records, or with a text, and none turns into the other', () => {
    const text = { field: 'f' as FieldId, operator: 'contains', value: 'Heat' } as const
    expect(withOperator(text, 'any_of', 'link')).toEqual({ field: 'f', operator: 'any_of' })
    const records = { field: 'f' as FieldId, operator: 'any_of', value: ['r1'] } as const
    expect(withOperator(records, 'contains', 'link')).toEqual({ field: 'f', operator: 'contains' })
    expect(withOperator(records, 'none_of', 'link')).toEqual({ ...records, operator: 'none_of' })
  })

  it('have words of their own for each operator of a type', () => {
    for (const type of fieldTypeNames) {
      const words = operatorsOf(type).map((operator) => operatorWords(type, operator))
      expect(new Set(words).size).toBe(words.length)
    }
  })
})
