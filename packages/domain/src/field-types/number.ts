import { formatLocaleNumber, readLocaleNumber, writeNumber, writePercent } from '../formats/locale-numbers.ts'
import { limits } from '../limits.ts'
import { ok, type Result } from '../result.ts'
import type { CellValue } from '../rows.ts'
import { fromNumber, fromPlainNumber } from './conversions.ts'
import { families } from './families.ts'
import { type FieldShape, type FieldType, isEmptyValue, refuse } from './field-type.ts'

function validateInteger(value: CellValue): Result<CellValue> {
  if (isEmptyValue(value)) return ok(null)
  if (typeof value !== 'number' || Number.isNaN(value)) return refuse('value_invalid', 'Type a whole number.')
  if (Math.abs(value) > limits.maxInteger) return refuse('number_out_of_range')
  if (!Number.isInteger(value)) return refuse('value_invalid', 'This field holds whole numbers.')
  return ok(value === 0 ? 0 : value)
}

function validateNumber(value: CellValue): Result<CellValue> {
  if (isEmptyValue(value)) return ok(null)
  if (typeof value !== 'number') return refuse('value_invalid', 'Type a number.')
  if (!Number.isFinite(value)) return refuse('number_out_of_range')
  return ok(value === 0 ? 0 : value)
}

function numericType(
  name: 'integer' | 'number',
  validate: (value: CellValue) => Result<CellValue>,
  decimalsOf: (field: FieldShape) => number | undefined,
  looks: Pick<FieldType, 'label' | 'description' | 'icon'>,
): FieldType {
  return {
    name,
    ...looks,
    ...families[name],
    isComputed: false,
    defaults: ['value'],
    becomes: fromPlainNumber,
    align: 'end',
    parseText(text, _field, { locale }) {
      if (text.trim() === '') return ok(null)
      const reading = readLocaleNumber(text, locale)
      return reading ? validate(reading.value) : validate(Number.NaN)
    },
    formatText: (value, field, { locale }) =>
      typeof value === 'number' ? formatLocaleNumber(value, locale, decimalsOf(field)) : '',
    editText: (value, _field, { locale }) => (typeof value === 'number' ? writeNumber(value, locale) : ''),
    toExport: (value) => (typeof value === 'number' ? String(value) : ''),
    validate,
    isEmpty: isEmptyValue,
    compare: (a, b) => Number(a) - Number(b),
  }
}

export const integer = numericType('integer', validateInteger, () => 0, {
  label: 'Integer',
  description: 'Whole numbers: counts, years, identifiers.',
  icon: 'hash',
})

export const number = numericType(
  'number',
  (value) => (Number.isNaN(value) ? refuse('value_invalid', 'Type a number.') : validateNumber(value)),
  (field) => field.options.decimals,
  {
    label: 'Number',
    description: 'Numbers with a fraction: measures, coordinates, ratios.',
    icon: 'decimals-arrow-right',
  },
)

/** A share: 12.5 % is kept as 0.125. */
export const percent: FieldType = {
  ...number,
  becomes: fromNumber,
  name: 'percent',
  label: 'Percent',
  description: 'Shares of a hundred: progress, discounts, rates.',
  icon: 'percent',
  // What is typed without the sign is meant with it.
  parseText(text, field, context) {
    const trimmed = text.trim()
    return number.parseText(trimmed === '' || /[%٪]$/.test(trimmed) ? trimmed : `${trimmed}%`, field, context)
  },
  formatText: (value, field, { locale }) =>
    typeof value === 'number' ? formatLocaleNumber(value, locale, field.options.decimals, 'percent') : '',
  editText: (value, _field, { locale }) => (typeof value === 'number' ? writePercent(value, locale) : ''),
  toExport: (value) => (typeof value === 'number' ? writePercent(value, 'en') : ''),
}
