import {
  type CellValue,
  type Field,
  type FieldId,
  type FieldTypeName,
  fieldTypes,
  type OptionId,
} from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { cellText, pastedText } from './grid-clipboard.ts'

const context = { locale: 'en-GB', timeZone: 'Europe/Vienna' }
const field = (type: FieldTypeName): Field => ({
  id: 'f' as FieldId,
  name: 'Field',
  type,
  column: 'f',
  position: 0,
  options: { options: [{ id: 'o1' as OptionId, label: 'Open', hue: 'teal' }] },
})

describe('copying and pasting one cell', () => {
  it.each<[FieldTypeName, CellValue]>([
    ['text', 'Ada Lovelace'],
    ['long_text', 'first line\nsecond line'],
    ['integer', -1_234_567],
    ['number', 0.1],
    ['checkbox', true],
    ['date', '2024-02-29'],
    ['datetime', '2024-06-12T06:30:00.000Z'],
    ['single_select', 'o1'],
    ['email', 'ada@example.org'],
    ['url', 'https://example.org/a?b=c'],
    ['text', null],
  ])('gives a value of type %s back: %j', (type, value) => {
    const shape = field(type)
    const text = pastedText(shape, `${cellText(shape, value, context)}\r\n`)
    expect(fieldTypes[type].parseText(text, shape, context)).toEqual({ ok: true, value })
  })

  it('loses nothing of a cell of several lines', () => {
    expect(pastedText(field('text'), 'one\r\ntwo\tthree\n')).toBe('one\ntwo three')
    expect(pastedText(field('email'), 'ada@example.org\nben@example.org')).toBe(
      'ada@example.org ben@example.org',
    )
  })
})
