import { currencyDigits, formatMoney, moneyText, readLocaleMoney, writeMoney } from '../formats/money.ts'
import { limits } from '../limits.ts'
import { ok, type Result } from '../result.ts'
import type { CellValue } from '../rows.ts'
import { fromNumber } from './conversions.ts'
import { families } from './families.ts'
import { type FieldShape, type FieldType, isEmptyValue, refuse } from './field-type.ts'

/** Where a field does not say: what the database takes then, too. */
export const usualCurrency = 'USD'

export const currencyOf = ({ options }: FieldShape): string => options.currency ?? usualCurrency

/** How a currency is said in a refusal: EUR has 2 digits after the point. */
function digitsHint(code: string): string {
  const digits = currencyDigits(code)
  if (digits === 0) return `${code} has no digits after the point.`
  return `${code} has ${digits} digits after the point.`
}

function validate(value: CellValue, field: FieldShape): Result<CellValue> {
  if (isEmptyValue(value)) return ok(null)
  if (typeof value !== 'number' || Number.isNaN(value)) return refuse('value_invalid', 'Type a sum of money.')
  if (Math.abs(value) > limits.maxInteger) return refuse('number_out_of_range')
  if (!Number.isInteger(value)) return refuse('value_invalid', digitsHint(currencyOf(field)))
  return ok(value === 0 ? 0 : value)
}

/** Kept in minor units: 12.34 € is 1234. */
export const currency: FieldType = {
  ...families.integer,
  isComputed: false,
  defaults: ['value'],
  becomes: fromNumber,
  name: 'currency',
  label: 'Currency',
  description: 'Sums of money in one currency, exact to the cent.',
  icon: 'banknote',
  align: 'end',
  parseText(text, field, { locale }) {
    if (text.trim() === '') return ok(null)
    const code = currencyOf(field)
    const reading = readLocaleMoney(text, code, locale)
    if (reading === 'wrong_currency') return refuse('value_invalid', `This field holds sums in ${code}.`)
    return validate(reading ?? Number.NaN, field)
  },
  formatText: (value, field, { locale }) =>
    typeof value === 'number'
      ? formatMoney(moneyText(value, currencyOf(field)), currencyOf(field), locale)
      : '',
  editText: (value, field, { locale }) =>
    typeof value === 'number' ? writeMoney(value, currencyOf(field), locale) : '',
  toExport: (value, field) => (typeof value === 'number' ? moneyText(value, currencyOf(field)) : ''),
  validate,
  isEmpty: isEmptyValue,
  compare: (a, b) => Number(a) - Number(b),
}
