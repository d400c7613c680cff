import { isStorable, isTooLong } from '../formats/storable-text.ts'
import { ok, type Result } from '../result.ts'
import type { CellValue } from '../rows.ts'
import type { FieldTypeName } from '../schema.ts'
import { fromText } from './conversions.ts'
import { families } from './families.ts'
import { type FieldType, isEmptyValue, refuse } from './field-type.ts'

/** Checks plain text against a limit in characters; spaces are kept as they are. */
function validateText(value: CellValue, limit: number): Result<CellValue> {
  if (isEmptyValue(value)) return ok(null)
  if (typeof value !== 'string') return refuse('value_invalid', 'This field holds text.')
  if (!isStorable(value)) return refuse('value_invalid', 'This text holds characters that cannot be stored.')
  if (isTooLong(value, limit)) {
    return refuse('value_too_long', `At most ${limit.toLocaleString('en')} characters fit.`)
  }
  return ok(value)
}

export const asText = (value: CellValue): string => (typeof value === 'string' ? value : '')

/** A type of texts of so many characters at most. */
export function textType(
  name: FieldTypeName,
  limit: number,
  looks: Pick<FieldType, 'label' | 'description' | 'icon'>,
): FieldType {
  return {
    name,
    ...looks,
    ...families.text,
    isComputed: false,
    defaults: ['value'],
    becomes: fromText,
    align: 'start',
    parseText: (text) => validateText(text, limit),
    formatText: asText,
    editText: asText,
    toExport: asText,
    validate: (value) => validateText(value, limit),
    isEmpty: isEmptyValue,
    compare: null,
  }
}
