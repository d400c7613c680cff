import { type DurationUnit, durationText, readDuration } from '../formats/duration-text.ts'
import { limits } from '../limits.ts'
import { ok, type Result } from '../result.ts'
import type { CellValue } from '../rows.ts'
import { fromNumber } from './conversions.ts'
import { families } from './families.ts'
import { type FieldShape, type FieldType, isEmptyValue, refuse } from './field-type.ts'

const unitOf = ({ options }: FieldShape): DurationUnit => options.unit ?? 'minute'

function validate(value: CellValue): Result<CellValue> {
  if (isEmptyValue(value)) return ok(null)
  if (
    typeof value !== 'number' ||
    Number.isNaN(value) ||
    (Number.isFinite(value) && !Number.isInteger(value))
  )
    return refuse('value_invalid', 'Type a length of time, such as 1:30 or 2h 15m.')
  if (Math.abs(value) > limits.maxInteger) return refuse('number_out_of_range')
  return ok(value === 0 ? 0 : value)
}

export const duration: FieldType = {
  ...families.integer,
  isComputed: false,
  defaults: ['value'],
  becomes: fromNumber,
  name: 'duration',
  label: 'Duration',
  description: 'A length of time, such as 1:30 for an hour and a half.',
  icon: 'timer',
  align: 'end',
  parseText(text, field) {
    return text.trim() === '' ? ok(null) : validate(readDuration(text.trim(), unitOf(field)) ?? Number.NaN)
  },
  formatText: (value, field) => (typeof value === 'number' ? durationText(value, unitOf(field)) : ''),
  // Seconds that are not shown are not lost.
  editText: (value, field) => (typeof value === 'number' ? durationText(value, unitOf(field), true) : ''),
  toExport: (value) => (typeof value === 'number' ? durationText(value, 'second') : ''),
  validate,
  isEmpty: isEmptyValue,
  compare: (a, b) => Number(a) - Number(b),
}
