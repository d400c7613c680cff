import type { OptionId } from '@plinth/domain'
import { describe, expect, test } from 'vitest'
import { sampleFields } from '../testing/sample-fields.ts'
import { typeOfField, valueOfCell } from './expression-field.ts'
import { FieldNames } from './field-names.ts'
import { describeType, type Type } from './type.ts'

const set: readonly OptionId[] = ['a1' as OptionId, 'b2' as OptionId]
const file = { id: 'f1' as never, name: 'a', mime: 'b', bytes: 1, key: 'k', thumbKey: null }

describe('the value of a cell', () => {
  test.each([
    ['text', 'a', 'a'],
    ['text', '', null],
    ['text', null, null],
    ['number', 1.5, 1.5],
    ['checkbox', false, false],
    ['date', '2024-02-29', '2024-02-29'],
    ['datetime', '2024-02-29T12:00:00.500Z', 1_709_208_000_500],
    ['datetime', '0001-01-01T00:00:00.000Z', -62_135_596_800_000],
    ['single_select', 'a1', 'a1'],
    ['multi_select', set, set],
    ['json', '{"a": 1}', '{"a": 1}'],
    ['attachment', [file], ['f1']],
    ['attachment', [], null],
  ] as const)('of a %s field with %j', (type, cell, value) => {
    expect(valueOfCell({ type }, cell)).toEqual(value)
  })

  test('that is not there is empty', () => {
    expect(valueOfCell({ type: 'text' }, undefined)).toBe(null)
  })
})

describe('the type of a field', () => {
  test('is one of the language', () => {
    const kinds = sampleFields.map((field) => typeOfField(field).kind)
    expect(kinds.join(' ')).toBe(
      'text text text text number number boolean date datetime option option attachments person option text number number duration number number datetime person number list text',
    )
  })
})

describe('names of fields', () => {
  const fields = new FieldNames(sampleFields)

  test('are found in any case and with blanks around', () => {
    expect(fields.byName(' budget ')?.name).toBe('Budget')
    expect(fields.byName('GRÖSSE')).toBe(undefined)
    expect(fields.byName('GRÖßE')?.name).toBe('Größe')
    expect(fields.byName('nope')).toBe(undefined)
  })

  test('are exact first', () => {
    const twins = new FieldNames(
      ['a', 'A'].map((name) => ({ id: name as never, name, type: 'text' as const })),
    )
    expect([twins.byName('a')?.id, twins.byName('A')?.id]).toEqual(['a', 'A'])
  })

  test('of what is gone are ids', () => {
    expect(fields.nameOf('gone' as never)).toBe('gone')
    expect(fields.optionsOf('gone' as never)).toEqual([])
  })
})

describe('a type in a sentence', () => {
  test.each([
    [{ kind: 'number' }, 'a number'],
    [{ kind: 'boolean' }, 'true or false'],
    [{ kind: 'option', field: 'f' }, 'an option of {F}'],
    [{ kind: 'list', of: { kind: 'person' } }, 'a list of people'],
    [{ kind: 'list', of: { kind: 'option', field: 'f' } }, 'a list of options of {F}'],
    [{ kind: 'attachments' }, 'attachments'],
  ])('%j', (type, text) => {
    expect(describeType(type as Type, (id) => id.toUpperCase())).toBe(text)
  })
})
