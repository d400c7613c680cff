import type { FieldRules, FieldTypeName } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { type RulesDraft, readRules, rulesDraftOf, sameRules } from './rules-draft.ts'

const context = { locale: 'en-GB', timeZone: 'Europe/Vienna' }
const read = (type: FieldTypeName, changes: Partial<RulesDraft['texts']>, rest: Partial<RulesDraft> = {}) => {
  const draft = rulesDraftOf({ type, options: {} }, {}, context)
  return readRules(
    { type, options: {} },
    { ...draft, ...rest, texts: { ...draft.texts, ...changes } },
    context,
  )
}

describe('readRules', () => {
  it.each<[FieldTypeName, FieldRules]>([
    [
      'text',
      {
        required: true,
        unique: true,
        minLength: 2,
        maxLength: 5,
        pattern: { text: '\\d+', message: 'Digits.' },
      },
    ],
    ['integer', { min: -3, max: 1_000_000 }],
    ['number', { min: 0.25 }],
    ['date', { min: '2024-02-29', max: '2024-12-31' }],
    ['datetime', { max: '2024-02-29T12:30:00.000Z' }],
    ['checkbox', {}],
  ])('gives back what a draft was made of: %s', (type, rules) => {
    expect(
      readRules({ type, options: {} }, rulesDraftOf({ type, options: {} }, rules, context), context),
    ).toEqual({ rules })
  })

  it('reads what people write', () => {
    expect(read('integer', { min: ' 1 000 ' })).toEqual({ rules: { min: 1000 } })
    expect(read('text', { pattern: '[A-Z]+' }, { patternMessage: '  ' })).toEqual({
      rules: { pattern: { text: '[A-Z]+' } },
    })
  })

  it('leaves out what a type does not have', () => {
    expect(read('text', { min: '3' })).toEqual({ rules: {} })
    expect(read('single_select', {}, { required: true, unique: true })).toEqual({ rules: { required: true } })
  })

  it.each<[FieldTypeName, Partial<RulesDraft['texts']>, string]>([
    ['integer', { min: 'x' }, 'min'],
    ['integer', { min: '5', max: '4' }, 'max'],
    ['date', { min: '2024-02-02', max: '2024-02-01' }, 'max'],
    ['text', { minLength: '0' }, 'minLength'],
    ['text', { minLength: '3', maxLength: '2' }, 'maxLength'],
    ['text', { pattern: '^a$' }, 'pattern'],
  ])('names the place of what is wrong: %s %j', (type, texts, rule) => {
    expect(read(type, texts)).toMatchObject({ problem: { rule } })
  })
})

describe('sameRules', () => {
  it('looks at the rules alone', () => {
    expect(sameRules({ min: 1, max: 2, newOnly: ['max'] }, { max: 2, min: 1 })).toBe(true)
    expect(sameRules({ min: 1 }, { min: 2 })).toBe(false)
  })
})
