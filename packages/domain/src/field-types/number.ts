import { ok, type Result } from '../result.ts'
import type { CellValue } from '../rows.ts'
import { isEmptyValue, refuse } from './field-type.ts'
import { numericType } from './numeric-type.ts'

function validateNumber(value: CellValue): Result<CellValue> {
  if (isEmptyValue(value)) return ok(null)
  if (typeof value !== 'number') return refuse('value_invalid', 'Type a number, such as 1.5.')
  if (!Number.isFinite(value)) return refuse('number_out_of_range')
  return ok(value === 0 ? 0 : value)
}

export const number = numericType(
  'number',
  (value) =>
    Number.isNaN(value) ? refuse('value_invalid', 'Type a number, such as 1.5.') : validateNumber(value),
  (field) => field.options.decimals,
  {
    label: 'Number',
    description: 'Numbers with a fraction: measures, coordinates, ratios.',
    icon: 'decimals-arrow-right',
  },
)
