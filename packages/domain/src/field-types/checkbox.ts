import { ok } from '../result.ts'
import { fromNumber } from './conversions.ts'
import { families } from './families.ts'
import { type FieldType, isEmptyValue, refuse } from './field-type.ts'

/** Words for checked and unchecked that people and files use. */
export const checkboxWords: ReadonlyMap<string, boolean> = new Map([
  ...['true', 't', 'yes', 'y', 'on', '1', 'x', '✓', '✔', '☑'].map((word) => [word, true] as const),
  ...['false', 'f', 'no', 'n', 'off', '0', '☐'].map((word) => [word, false] as const),
])

export const checkbox: FieldType = {
  ...families.checkbox,
  isComputed: false,
  defaults: ['value'],
  becomes: fromNumber,
  name: 'checkbox',
  label: 'Checkbox',
  description: 'Yes or no.',
  icon: 'square-check',
  align: 'center',
  parseText(text) {
    const word = text.trim().toLowerCase()
    if (word === '') return ok(null)
    const value = checkboxWords.get(word)
    return value === undefined ? refuse('value_invalid', 'Type yes or no.') : ok(value)
  },
  formatText: (value) => (typeof value === 'boolean' ? (value ? 'Yes' : 'No') : ''),
  editText: (value) => (typeof value === 'boolean' ? String(value) : ''),
  toExport: (value) => (typeof value === 'boolean' ? String(value) : ''),
  validate(value) {
    if (isEmptyValue(value)) return ok(null)
    return typeof value === 'boolean' ? ok(value) : refuse('value_invalid', 'This field is checked or not.')
  },
  isEmpty: isEmptyValue,
  compare: (a, b) => Number(a) - Number(b),
}
