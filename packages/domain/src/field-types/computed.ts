/**
 * What the database knows of each record by itself: when and by whom it was made and last changed. Shown, exported and compared as
 * moments and people are; a person's text is never a value of theirs.
 */
import { ok, type Result } from '../result.ts'
import type { CellValue } from '../rows.ts'
import { datetime } from './datetime.ts'
import { type FieldType, isEmptyValue, refuse } from './field-type.ts'
import { person } from './person.ts'

const refusal = (value: CellValue): Result<CellValue> =>
  !isEmptyValue(value) ? refuse('field_read_only', 'The database fills this field in by itself.') : ok(null)

/** Of a type that nobody writes: neither text nor a value is taken. */
export const filledIn = {
  isComputed: true,
  defaults: [],
  becomes: [],
  parseText: (text: string) => refusal(text.trim()),
  validate: refusal,
} as const

type Looks = Pick<FieldType, 'name' | 'label' | 'description' | 'icon'>

const computedType = (shown: FieldType, looks: Looks): FieldType => ({
  ...shown,
  ...looks,
  ...filledIn,
})

export const createdTime = computedType(datetime, {
  name: 'created_time',
  label: 'Created time',
  description: 'When each record was made. Fills itself in.',
  icon: 'calendar-plus',
})

export const changedTime = computedType(datetime, {
  name: 'changed_time',
  label: 'Changed time',
  description: 'When each record was last changed. Fills itself in.',
  icon: 'calendar-sync',
})

export const createdBy = computedType(person, {
  name: 'created_by',
  label: 'Created by',
  description: 'Who made each record. Fills itself in.',
  icon: 'user-plus',
})

export const changedBy = computedType(person, {
  name: 'changed_by',
  label: 'Changed by',
  description: 'Who last changed each record. Fills itself in.',
  icon: 'user-pen',
})
