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

/** A host of two or more names, the last one of letters alone, with what may follow it: no number, no file in a folder, no e-mail address. */
const hostPattern =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_-]*[\p{L}\p{M}\p{N}])?\.)+(?:xn--[a-z0-9-]+|\p{L}[\p{L}\p{M}]+)(?::\d{1,5})?(?:[/?#]\S*)?$/iu

/** Many write an address without how it is fetched; only what looks like a host is taken for one. */
const completed = (text: string): string => (hostPattern.test(text) ? `https://${text}` : text)

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
  parseText: (text) => validate(completed(text.trim())),
  formatText: asText,
  editText: asText,
  toExport: asText,
  validate,
  isEmpty: isEmptyValue,
  compare: null,
}
