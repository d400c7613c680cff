/** What the records of a group have in common, by the path of the group. */
import {
  type CellValue,
  type Field,
  fieldTypes,
  type GroupPath,
  isCounted,
  isOfMoments,
  type LinkItem,
  setOfKey,
  type ValueContext,
} from '@plinth/domain'
import { countedText } from '../../lib/counted-text.ts'

type GroupValue = GroupPath[number]

/** What a cell of such a record holds. `linked`: the record of a link to one, where it may be read. */
export function cellOfGroup(field: Field, value: GroupValue, linked: LinkItem | null): CellValue {
  if (typeof value !== 'string') return value
  if (field.type === 'multi_select') return setOfKey(value)
  return field.type === 'link' ? { count: 1, items: linked ? [linked] : [] } : value
}

/** What the group is called that is called by no value: moments stand together by days, what is counted by how much there is. */
export function textOfGroup(field: Field, value: GroupValue, values: ValueContext): string | null {
  if (typeof value === 'number' && isCounted(field)) return countedText(field, value)
  if (typeof value !== 'string' || !isOfMoments(field.type)) return null
  return fieldTypes.date.formatText(value, field, values)
}
