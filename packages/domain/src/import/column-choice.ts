/** What a column of a file is to become: a field type and, where texts can be read in two ways, the way. */
import type { DayOrder } from '../formats/date-text.ts'
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
        | 'person'
        | 'status'
    }
  | { readonly type: 'integer' | 'number'; readonly mark: DecimalMark }
  | { readonly type: 'date' | 'datetime'; readonly order: DayOrder }

/** Types that a file can fill. */
export type ImportableType = Exclude<FieldTypeName, 'attachment'>

export function choiceKey(choice: ColumnChoice): string {
  if ('mark' in choice) return `${choice.type}:${choice.mark}`
  if ('order' in choice) return `${choice.type}:${choice.order}`
  return choice.type
}
