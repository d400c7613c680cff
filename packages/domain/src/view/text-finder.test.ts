import { describe, expect, it } from 'vitest'
import type { OptionId, UserId } from '../ids.ts'
import type { CellValue } from '../rows.ts'
import type { Field, FieldTypeName } from '../schema.ts'
import { textFinder } from './text-finder.ts'

const people = [{ id: 'p1' as UserId, name: 'Zoë Ångström', email: 'z@example.org' }]
const options = { options: [{ id: 'o1' as OptionId, label: 'In Arbeit', hue: 'red' as const }] }

function holds(text: string, type: FieldTypeName, value: CellValue, timeZone = 'Europe/Berlin'): boolean {
  const field = { type, options } as unknown as Field
  return textFinder(text, { timeZone, people })(field, value)
}

describe('textFinder', () => {
  it.each([
    ['strasse', 'text', 'Lange Straße 5', true],
    ['ΣΊΣΥΦΟΣ', 'long_text', 'der σίσυφος', true],
    ['  Lange  ', 'text', 'lange', true],
    ['a b', 'text', 'b a', false],
    ['', 'text', 'anything', false],
    ['x', 'text', null, false],
    ['arbeit', 'single_select', 'o1', true],
    ['arbeit', 'status', 'gone', false],
    ['o1', 'single_select', 'o1', false],
    ['ZOË', 'person', 'p1', true],
    ['example', 'person', 'p1', false],
    ['23', 'integer', 1234, true],
    ['1,2', 'integer', 12, false],
    ['-1', 'integer', -12, true],
    ['.5', 'number', 2.5, true],
    ['100000000000000000000000', 'number', 1e23, true],
    ['0.00000012', 'number', 1.2e-7, true],
    ['1e', 'number', 1e23, false],
    ['2024-06-12', 'date', '2024-06-12', true],
    ['2024-06', 'date', '2024-06-12', false],
    ['2024-06-13', 'datetime', '2024-06-12T22:30:00.000Z', true],
    ['2024-06-12', 'datetime', '2024-06-12T22:30:00.000Z', false],
    ['1:30', 'duration', 5_400, true],
    ['1:30:00', 'duration', 5_400, false],
    ['-0:01', 'duration', -61, true],
    ['12.50', 'currency', 1_250, true],
    ['.5%', 'percent', 0.125, true],
    ['ZOË', 'created_by', 'p1', true],
    ['2024-06-13', 'changed_time', '2024-06-12T22:30:00.000Z', true],
    ['true', 'checkbox', true, false],
  ] as const)('looks for “%s” in a value of %s: %s → %s', (text, type, value, is) => {
    expect(holds(text, type, value)).toBe(is)
  })
})
