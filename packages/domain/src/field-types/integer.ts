import { limits } from '../limits.ts'
import { ok, type Result } from '../result.ts'
import type { CellValue } from '../rows.ts'
import { isEmptyValue, refuse } from './field-type.ts'
import { numericType } from './numeric-type.ts'

const bounds = `It holds whole numbers within ±${limits.maxInteger.toLocaleString('en-US')}.`

function validateInteger(value: CellValue): Result<CellValue> {
  if (isEmptyValue(value)) return ok(null)
  if (typeof value !== 'number' || Number.isNaN(value)) return refuse('value_invalid', 'Type a whole number.')
  if (Math.abs(value) > limits.maxInteger) return refuse('number_out_of_range', bounds)
  if (!Number.isInteger(value)) return refuse('value_invalid', 'This field holds whole numbers.')
  return ok(value === 0 ? 0 : value)
}

export const integer = numericType('integer', validateInteger, () => 0, {
  label: 'Integer',
  description: 'Whole numbers: counts, years, identifiers.',
  icon: 'hash',
})
