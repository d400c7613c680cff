/** What a column of a file is to become: a field type and, where texts can be read in two ways, the way. */
import type { DayOrder } from '../formats/date-text.ts'
import type { DurationUnit } from '../formats/duration-text.ts'
import type { DecimalMark } from '../formats/number-text.ts'
import type { FieldTypeName } from '../schema.ts'

export type ColumnChoice =
  | {
      readonly type:
        | 'text'
        | 'long_text'
        | 'checkbox'
        | 'single_select'
        | 'email'
        | 'url'
        | 'phone'
        | 'person'
        | 'status'
        | 'multi_select'
        | 'json'
        /** Names of records of another table. */
        | 'link'
    }
  | { readonly type: 'integer' | 'number' | 'percent'; readonly mark: DecimalMark }
  /** `currency`: of the field; absent where it is made of what the file holds. */
  | { readonly type: 'currency'; readonly mark: DecimalMark; readonly currency?: string }
  /** `max`: the best that the field gives; absent where it is made of what the file holds. */
  | { readonly type: 'rating'; readonly max?: number }
  /** What a number alone is, and 1:30. */
  | { readonly type: 'duration'; readonly unit?: DurationUnit }
  | { readonly type: 'date' | 'datetime'; readonly order: DayOrder }

/** Types that a file can fill. */
export type ImportableType = Exclude<
  FieldTypeName,
  'attachment' | 'created_time' | 'changed_time' | 'created_by' | 'changed_by' | 'autonumber'
>

export function choiceKey(choice: ColumnChoice): string {
  if ('mark' in choice) return `${choice.type}:${choice.mark}`
  if ('order' in choice) return `${choice.type}:${choice.order}`
  return choice.type
}
