import type { Field, FieldDefault, FieldId, FieldOptions, FieldTypeName, OptionId } from '@plinth/domain'
import { expect, it } from 'vitest'
import { defaultDraftOf, defaultOfDraft, noDefault } from './default-draft.ts'

const context = { locale: 'en-GB', timeZone: 'Europe/Vienna' }
const options: FieldOptions = { options: [{ id: 'a' as OptionId, label: 'Low', hue: 'red' }] }
const fieldWith = (type: FieldTypeName, value: FieldDefault | null): Field => ({
  id: 'f' as FieldId,
  name: 'F',
  type,
  options: type === 'single_select' ? options : {},
  column: 'f',
  position: 0,
  default: value,
})

const plain = (type: FieldTypeName) => ({ id: 'f' as FieldId, type, options: {}, rules: {} })

it.each([
  ['text', 'New'],
  ['integer', 1_234],
  ['number', -0.5],
  ['checkbox', false],
  ['date', '2026-03-04'],
  ['datetime', '2026-03-04T05:06:00.000Z'],
  ['single_select', 'a'],
  ['email', 'a@example.org'],
] as const)('a default of type %s is the same after a look at it', (type, value) => {
  const field = fieldWith(type, { kind: 'value', value })
  const shape = { ...plain(type), options: field.options }
  expect(defaultOfDraft(defaultDraftOf(field, context), shape, context)).toEqual({
    ok: true,
    value: { kind: 'value', value },
  })
})

it('of today, now and none is kept as it is', () => {
  for (const kind of ['today', 'now'] as const) {
    const draft = defaultDraftOf(fieldWith('date', { kind }), context)
    expect(defaultOfDraft(draft, plain('date'), context)).toEqual({ ok: true, value: { kind } })
  }
  expect(defaultDraftOf(fieldWith('text', null), context)).toEqual(noDefault)
  expect(defaultOfDraft({ kind: 'value', text: ' ' }, plain('text'), context)).toEqual({
    ok: true,
    value: null,
  })
})

it('that is no value of its type is refused', () => {
  expect(defaultOfDraft({ kind: 'value', text: 'seven' }, plain('integer'), context).ok).toBe(false)
})

it('goes with the option that it names', () => {
  expect(
    defaultOfDraft({ kind: 'value', text: 'gone' }, { ...plain('single_select'), options }, context),
  ).toEqual({
    ok: true,
    value: null,
  })
})

it('that breaks a rule of its field is refused in the words of the rule', () => {
  const field = plain('number')
  const draft = { kind: 'value', text: '500' } as const
  const refused = defaultOfDraft(draft, { ...field, rules: { max: 100 } }, context)
  expect(refused).toMatchObject({
    ok: false,
    error: { code: 'value_out_of_range', message: 'At most 100.' },
  })
  expect(defaultOfDraft(draft, { ...field, rules: { max: 500 } }, context).ok).toBe(true)
  // Rules are about the values of records, and "none" is none of them.
  expect(defaultOfDraft(noDefault, { ...field, rules: { required: true } }, context).ok).toBe(true)
})
