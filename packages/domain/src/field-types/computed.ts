/**
 * What the database knows of each record by itself: when and by whom it was made and last changed. Shown, exported and compared as
 * moments and people are; a person's text is never a value of theirs.
 */
import { ok, type Result } from '../result.ts'
import type { CellValue } from '../rows.ts'
import { type FieldType, isEmptyValue, refuse } from './field-type.ts'

const refusal = (value: CellValue): Result<CellValue> =>
  !isEmptyValue(value) ? refuse('field_read_only', 'The database fills this field in by itself.') : ok(null)

/** Of a type that nobody writes: neither text nor a value is taken. */
export const filledIn = {
  isComputed: true,
  defaults: [],
  parseText: (text: string) => refusal(text.trim()),
  validate: refusal,
} as const

type Looks = Pick<FieldType, 'name' | 'label' | 'description' | 'icon' | 'becomes'>

/** A type that is shown as another is. */
export const computedType = (shown: FieldType, looks: Looks): FieldType => ({
  ...shown,
  ...looks,
  ...filledIn,
})
