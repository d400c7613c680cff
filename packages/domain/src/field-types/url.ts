import { hasControlCharacter, isStorable } from '../formats/storable-text.ts'
import { limits } from '../limits.ts'
import { ok, type Result } from '../result.ts'
import type { CellValue } from '../rows.ts'
import { fromAddress } from './conversions.ts'
import { families } from './families.ts'
import { type FieldType, isEmptyValue, refuse } from './field-type.ts'

/** With `hasControlCharacter` the same as the constraint in the database; anything but http and https is refused. */
export const urlPattern = /^https?:\/\/[^\s/?#]+[^\s]*$/i

export function isUrl(text: string): boolean {
  return (
    text.length <= limits.urlLength && urlPattern.test(text) && !hasControlCharacter(text) && isStorable(text)
  )
}

function validate(value: CellValue): Result<CellValue> {
  if (isEmptyValue(value)) return ok(null)
  return typeof value === 'string' && isUrl(value) ? ok(value) : refuse('url_invalid')
}

const asText = (value: CellValue): string => (typeof value === 'string' ? value : '')

export const url: FieldType = {
  ...families.text,
  isComputed: false,
  defaults: ['value'],
  becomes: fromAddress,
  name: 'url',
  label: 'URL',
  description: 'A web address that opens in a new tab.',
  icon: 'link',
  align: 'start',
  parseText: (text) => validate(text.trim()),
  formatText: asText,
  editText: asText,
  toExport: asText,
  validate,
  isEmpty: isEmptyValue,
  compare: null,
}
