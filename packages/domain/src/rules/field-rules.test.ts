import { describe, expect, test } from 'vitest'
import type { FieldId, OptionId, TableRuleId } from '../ids.ts'
import type { CellValue } from '../rows.ts'
import type { Field, FieldRules, FieldTypeName } from '../schema.ts'
import { brokenRuleSentence, ruleProblem } from './field-rules.ts'
import { parsePattern } from './pattern.ts'

const context = { locale: 'en-GB', timeZone: 'Europe/Vienna' }
const fieldWith = (type: FieldTypeName, rules: FieldRules): Field => ({
  id: 'f' as FieldId,
  name: 'Field',
  type,
  options: type === 'single_select' ? { options: [{ id: 'a' as OptionId, label: 'A', hue: 'red' }] } : {},
  rules,
  column: 'field',
  position: 0,
})
const problem = (type: FieldTypeName, rules: FieldRules, value: CellValue) => {
  const error = ruleProblem(fieldWith(type, rules), value, context)
  return error && [error.code, error.message, error.details?.rule]
}

describe('ruleProblem', () => {
  test.each<[FieldTypeName, FieldRules, CellValue, string | null, string | null]>([
    ['text', { required: true }, null, 'value_required', 'This field needs a value.'],
    ['text', { required: true }, '', 'value_required', 'This field needs a value.'],
    ['single_select', { required: true }, 'a', null, null],
    ['integer', { min: 3 }, 2, 'value_out_of_range', 'At least 3.'],
    ['integer', { min: 3 }, 3, null, null],
    ['number', { max: 0.3 }, 0.30000000000000004, 'value_out_of_range', 'At most 0.3.'],
    ['date', { min: '2024-02-01' }, '2024-01-31', 'value_out_of_range', 'Not before 1 Feb 2024.'],
    ['date', { max: '2024-02-01' }, '2024-02-02', 'value_out_of_range', 'Not after 1 Feb 2024.'],
    ['date', { max: '2024-02-01' }, null, null, null],
    ['datetime', { min: '2024-02-01T00:00:00.000Z' }, '2024-02-01T01:00:00+01:00', null, null],
    ['text', { minLength: 2 }, '🙂', 'value_too_short', 'At least 2 characters.'],
    ['text', { minLength: 2 }, '🙂🙂', null, null],
    ['long_text', { maxLength: 1 }, 'ab', 'value_too_long', 'At most 1 character.'],
    ['text', { pattern: { text: '\\d+' } }, 'a', 'pattern_mismatch', 'The text must have the form \\d+'],
    ['text', { pattern: { text: '\\d+', message: 'Digits only.' } }, 'a', 'pattern_mismatch', 'Digits only.'],
    ['text', { pattern: { text: '\\d+' } }, '12', null, null],
    ['text', { pattern: { text: 'not a pattern (' } }, '12', null, null],
    ['text', { unique: true }, 'a', null, null],
  ])('%s with %j: %j', (type, rules, value, code, message) => {
    const found = problem(type, rules, value)
    expect(found && found.slice(0, 2)).toEqual(code && [code, message])
  })

  test('names field and rule', () => {
    expect(ruleProblem(fieldWith('integer', { max: 1 }), 2, context)?.details).toEqual({
      field: 'f',
      rule: 'max',
    })
  })
})

describe('a bound', () => {
  test('is told with all its digits', () => {
    const field = { ...fieldWith('number', { max: 0.25 }), options: { decimals: 1 } }
    expect(ruleProblem(field, 1, context)?.message).toBe('At most 0.25.')
  })
})

describe('brokenRuleSentence', () => {
  const table = {
    fields: [fieldWith('integer', { max: 1, unique: true })],
    rules: [{ id: 'r' as TableRuleId, message: 'Ends after it begins.' }],
  }
  test('has the maker’s words for a rule of the table, and ours for one of a field', () => {
    expect(brokenRuleSentence(table, { rule: 'r' }, context)).toBe('Ends after it begins.')
    expect(brokenRuleSentence(table, { field: 'f', rule: 'max' }, context)).toBe('At most 1.')
    expect(brokenRuleSentence(table, { field: 'f', rule: 'unique' }, context)).toContain('once')
  })
  test('is silent about what it does not know', () => {
    expect(brokenRuleSentence(table, { rule: 'gone' }, context)).toBeNull()
    expect(brokenRuleSentence(table, { field: 'f', rule: 'min' }, context)).toBeNull()
    expect(brokenRuleSentence(table, { field: 'gone', rule: 'max' }, context)).toBeNull()
    expect(brokenRuleSentence(table, {}, context)).toBeNull()
  })
})

describe('a pattern', () => {
  test.each([
    ['[A-Z]{2}-\\d+', 'AB-12', true],
    ['[A-Z]{2}-\\d+', 'xAB-12', false],
    ['a|b', 'ab', false],
    ['(ab?)+', 'aaba', true],
    ['[^\\s-]+', 'a-b', false],
    ['.{2}', '🙂\n', true],
    ['(a*)*', '', true],
  ])('%s on %j', (source, text, isMatch) => {
    expect(parsePattern(source)?.matches(text)).toBe(isMatch)
  })
  test.each([
    '',
    '(',
    ')',
    'a**',
    '^a',
    'a$',
    '[]',
    '[b-a]',
    '(|a)',
    '\\b',
    'a{3,2}',
    '(?=a)',
    '(a{255}){4}',
    '\ud800',
  ])('%j is none', (source) => expect(parsePattern(source)).toBeNull())
  test('that others could not finish takes one walk over the text', () => {
    expect(parsePattern('((a|aa)*)*b')?.matches('a'.repeat(2_000))).toBe(false)
  })
})
