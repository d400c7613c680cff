import { readLocaleNumber } from '../formats/locale-numbers.ts'
import { ok, type Result } from '../result.ts'
import type { CellValue } from '../rows.ts'
import { fromNumber } from './conversions.ts'
import { families } from './families.ts'
import { type FieldShape, type FieldType, isEmptyValue, refuse } from './field-type.ts'

/** More stars are no easier to tell apart. */
export const mostPoints = 10
/** The best that a field gives, where it does not say. */
const usualMost = 5

export const mostOfRating = (field: FieldShape): number => field.options.max ?? usualMost

function validate(value: CellValue, field: FieldShape): Result<CellValue> {
  if (isEmptyValue(value)) return ok(null)
  if (typeof value !== 'number' || !Number.isInteger(value))
    return refuse('value_invalid', `Type a whole number from 1 to ${mostOfRating(field)}.`)
  if (value < 1 || value > mostOfRating(field))
    return refuse('number_out_of_range', `This field takes 1 to ${mostOfRating(field)}.`)
  return ok(value)
}

const asText = (value: CellValue): string => (typeof value === 'number' ? String(value) : '')

/** As it is drawn: full stars, then empty ones. */
export function starsOf(value: number, field: FieldShape): string {
  return '★'.repeat(value) + '☆'.repeat(Math.max(0, mostOfRating(field) - value))
}

export const rating: FieldType = {
  ...families.integer,
  isComputed: false,
  defaults: ['value'],
  becomes: fromNumber,
  name: 'rating',
  label: 'Rating',
  description: 'Stars, up to ten of them.',
  icon: 'star',
  align: 'start',
  parseText(text, field, { locale }) {
    const trimmed = text.trim()
    if (trimmed === '') return ok(null)
    if (/^★+☆*$/.test(trimmed)) return validate(trimmed.replaceAll('☆', '').length, field)
    return validate(readLocaleNumber(trimmed, locale)?.value ?? Number.NaN, field)
  },
  formatText: asText,
  editText: asText,
  toExport: asText,
  validate,
  isEmpty: isEmptyValue,
  compare: (a, b) => Number(a) - Number(b),
}
