import { formatLocaleNumber, readLocaleNumber, writeNumber } from '../formats/locale-numbers.ts'
import { ok, type Result } from '../result.ts'
import type { CellValue } from '../rows.ts'
import { fromPlainNumber } from './conversions.ts'
import { families } from './families.ts'
import { type FieldShape, type FieldType, isEmptyValue } from './field-type.ts'

/** A type of numbers, read and written as the language of the base does. */
export function numericType(
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
    // Whole numbers are keys, too.
    becomes: name === 'integer' ? [...fromPlainNumber, 'link'] : fromPlainNumber,
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
