import { hasControlCharacter, isStorable } from '../formats/storable-text.ts'
import { limits } from '../limits.ts'
import { ok, type Result } from '../result.ts'
import type { CellValue } from '../rows.ts'
import { fromAddress } from './conversions.ts'
import { families } from './families.ts'
import { type FieldType, isEmptyValue, refuse } from './field-type.ts'

/** With `hasControlCharacter` the same as the constraint in the database. */
export const emailPattern = /^[^\s@<>()",;:\\]+@[^\s@<>()",;:\\.]+(\.[^\s@<>()",;:\\.]+)+$/

export function isEmail(text: string): boolean {
  return (
    text.length <= limits.emailLength &&
    emailPattern.test(text) &&
    !hasControlCharacter(text) &&
    isStorable(text)
  )
}

function validate(value: CellValue): Result<CellValue> {
  if (isEmptyValue(value)) return ok(null)
  return typeof value === 'string' && isEmail(value) ? ok(value) : refuse('email_invalid')
}

const asText = (value: CellValue): string => (typeof value === 'string' ? value : '')

export const email: FieldType = {
  ...families.text,
  isComputed: false,
  defaults: ['value'],
  becomes: [...fromAddress, 'person', 'link'],
  name: 'email',
  label: 'E-mail',
  description: 'An e-mail address that opens a new message.',
  icon: 'at-sign',
  align: 'start',
  parseText: (text) => validate(text.trim()),
  formatText: asText,
  editText: asText,
  toExport: asText,
  validate,
  isEmpty: isEmptyValue,
  compare: null,
}
