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
  expect(defaultOfDraft(defaultDraftOf(field, context), type, field.options, context)).toEqual({
    ok: true,
    value: { kind: 'value', value },
  })
})

it('of today, now and none is kept as it is', () => {
  for (const kind of ['today', 'now'] as const) {
    const draft = defaultDraftOf(fieldWith('date', { kind }), context)
    expect(defaultOfDraft(draft, 'date', {}, context)).toEqual({ ok: true, value: { kind } })
  }
  expect(defaultDraftOf(fieldWith('text', null), context)).toEqual(noDefault)
  expect(defaultOfDraft({ kind: 'value', text: ' ' }, 'text', {}, context)).toEqual({ ok: true, value: null })
})

it('that is no value of its type is refused', () => {
  expect(defaultOfDraft({ kind: 'value', text: 'seven' }, 'integer', {}, context).ok).toBe(false)
})

it('goes with the option that it names', () => {
  expect(defaultOfDraft({ kind: 'value', text: 'gone' }, 'single_select', options, context)).toEqual({
    ok: true,
    value: null,
  })
})
