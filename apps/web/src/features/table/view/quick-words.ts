/** Quick filters in plain words. */
import { type Field, isOfPeople, type QuickDay, type QuickValue, quickDays, quickEmpty } from '@plinth/domain'
import { type FieldChoice, fieldChoices, type Person } from './field-choices.ts'

const dayWords: Readonly<Record<QuickDay, string>> = {
  overdue: 'Before today',
  yesterday: 'Yesterday',
  today: 'Today',
  tomorrow: 'Tomorrow',
  this_week: 'This week',
  this_month: 'This month',
  this_year: 'This year',
  past_7: 'Past 7 days',
  past_30: 'Past 30 days',
  next_7: 'Next 7 days',
  next_30: 'Next 30 days',
  none: 'No date',
}

/** What is offered for a field; of links nothing: their records are looked for. */
export function quickChoices(field: Field, people: readonly Person[]): readonly FieldChoice[] {
  const { type, options } = field
  if (type === 'link') return []
  if (type === 'checkbox')
    return [
      { id: 'on', label: 'Checked' },
      { id: 'off', label: 'Not checked' },
    ]
  if (isOfPeople(type))
    return [...fieldChoices(field, people), ...(type === 'person' ? [emptyOf('Nobody')] : [])]
  if (options.options)
    return [...fieldChoices(field, people), ...(type === 'status' ? [] : [emptyOf('Empty')])]
  const days = type === 'created_time' || type === 'changed_time' ? quickDays.filter(isPast) : quickDays
  return days.map((id) => ({ id, label: dayWords[id] }))
}

const emptyOf = (label: string): FieldChoice => ({ id: quickEmpty, label })
const isPast = (day: QuickDay): boolean => !['tomorrow', 'next_7', 'next_30', 'none'].includes(day)

/** Is one picked at a time? Days and ticks exclude one another. */
export const isSingle = ({ type, options }: Field): boolean =>
  type !== 'link' && !isOfPeople(type) && options.options === undefined

/** What is picked, as ids of choices. */
export function pickedIds(value: QuickValue | undefined): readonly string[] {
  if (value === undefined) return []
  if (typeof value === 'boolean') return [value ? 'on' : 'off']
  return typeof value === 'string' ? [value] : value
}

/** The value of the picked choices; null: none is. */
export function valueOfIds(field: Field, ids: readonly string[]): QuickValue | null {
  const [first] = ids
  if (first === undefined) return null
  if (field.type === 'checkbox') return first === 'on'
  return isSingle(field) ? (first as QuickDay) : ids
}
