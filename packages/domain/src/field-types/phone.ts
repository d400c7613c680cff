import { ok, type Result } from '../result.ts'
import type { CellValue } from '../rows.ts'
import { phonePattern } from '../rules/ready-patterns.ts'
import { families } from './families.ts'
import { type FieldType, isEmptyValue, refuse } from './field-type.ts'

/** The same as the constraint in the database. */
const pattern = new RegExp(`^(?:${phonePattern.text})$`)

export const isPhone = (text: string): boolean => pattern.test(text)

function validate(value: CellValue): Result<CellValue> {
  if (isEmptyValue(value)) return ok(null)
  return typeof value === 'string' && isPhone(value) ? ok(value) : refuse('phone_invalid')
}

const asText = (value: CellValue): string => (typeof value === 'string' ? value : '')

/** What a phone dials: digits and the plus of a country; an extension is for whoever answers. */
export const dialledNumber = (text: string): string =>
  text.replace(/ ?(x|ext\.?).*$/, '').replace(/[^\d+]/g, '')

export const phone: FieldType = {
  ...families.text,
  isComputed: false,
  defaults: ['value'],
  becomes: ['text', 'long_text', 'single_select'],
  name: 'phone',
  label: 'Phone',
  description: 'A phone number that a tap calls.',
  icon: 'phone',
  align: 'start',
  parseText: (text) => validate(text.trim()),
  formatText: asText,
  editText: asText,
  toExport: asText,
  validate,
  isEmpty: isEmptyValue,
  compare: null,
}
