/**
 * Filters that a view offers above its records: fields that its maker pinned, for which whoever looks picks values. What is picked is
 * added to the view's own filter; it stands in the address, and changes nothing that is saved.
 */
import type { FieldId } from '../ids.ts'
import { limits } from '../limits.ts'
import { type Field, type FieldTypeName, isKept } from '../schema.ts'
import type { FilterCondition, FilterGroup, FilterValue } from './filter.ts'

/** Days that are picked by a word. */
export const quickDays = [
  'overdue',
  'yesterday',
  'today',
  'tomorrow',
  'this_week',
  'this_month',
  'this_year',
  'past_7',
  'past_30',
  'next_7',
  'next_30',
  'none',
] as const
export type QuickDay = (typeof quickDays)[number]

/** Picked for records without a value. No option, person or record has this id. */
export const quickEmpty = 'none'

/** What is picked for a field: ids of options, people (`me`) or records, one word for days, or whether it is ticked. */
export type QuickValue = readonly string[] | QuickDay | boolean
export type QuickValues = Readonly<Record<FieldId, QuickValue>>

const lists: readonly FieldTypeName[] = [
  'single_select',
  'multi_select',
  'status',
  'person',
  'created_by',
  'changed_by',
  'link',
]
/** Of these a record has one. */
const singles: readonly FieldTypeName[] = ['single_select', 'status', 'person', 'created_by', 'changed_by']
const days: readonly FieldTypeName[] = ['date', 'datetime', 'created_time', 'changed_time']

type QuickField = Pick<Field, 'id' | 'type' | 'onRead'>

/** Can records be filtered at once by such a field? */
export const isQuick = (field: Pick<Field, 'type' | 'onRead'>): boolean =>
  isKept(field) && (lists.includes(field.type) || days.includes(field.type) || field.type === 'checkbox')

/** Pinned fields, as far as there are such. */
export function fitQuick(raw: unknown, fields: readonly QuickField[]): FieldId[] {
  const able = new Map<unknown, FieldId>(fields.filter(isQuick).map(({ id }) => [id, id]))
  const ids = (Array.isArray(raw) ? (raw as unknown[]) : []).flatMap((id) => able.get(id) ?? [])
  return [...new Set(ids)].slice(0, limits.quickFiltersPerView)
}

/** What is picked, as far as it suits the pinned fields. */
export function fitQuickValues(
  raw: unknown,
  pinned: readonly FieldId[],
  fields: readonly QuickField[],
): QuickValues {
  const given = typeof raw === 'object' && raw !== null ? (raw as Readonly<Record<string, unknown>>) : {}
  const suiting = pinned.flatMap((id) => {
    const type = fields.find((field) => field.id === id)?.type
    const value = type && fitQuickValue(type, given[id])
    return value === undefined || value === null ? [] : [[id, value] as const]
  })
  return Object.fromEntries(suiting)
}

function fitQuickValue(type: FieldTypeName, value: unknown): QuickValue | null {
  if (type === 'checkbox') return typeof value === 'boolean' ? value : null
  if (days.includes(type))
    return (quickDays as readonly unknown[]).includes(value) ? (value as QuickDay) : null
  if (!Array.isArray(value)) return null
  const ids = (value as unknown[]).filter((id) => typeof id === 'string').slice(0, limits.filterListLength)
  return ids.length > 0 ? ids : null
}

const ofDays: Readonly<Record<Exclude<QuickDay, 'none'>, Pick<FilterCondition, 'operator' | 'value'>>> = {
  overdue: { operator: 'lt', value: { day: 0 } },
  yesterday: { operator: 'is', value: { day: -1 } },
  today: { operator: 'is', value: { day: 0 } },
  tomorrow: { operator: 'is', value: { day: 1 } },
  this_week: within('this', 'week', 1),
  this_month: within('this', 'month', 1),
  this_year: within('this', 'year', 1),
  past_7: within('past', 'day', 7),
  past_30: within('past', 'day', 30),
  next_7: within('next', 'day', 7),
  next_30: within('next', 'day', 30),
}

function within(period: 'this' | 'past' | 'next', unit: 'day' | 'week' | 'month' | 'year', count: number) {
  return { operator: 'within' as const, value: { period, unit, count } }
}

/** What records have to be like for a picked value. */
export function quickCondition(
  field: Pick<Field, 'id' | 'type'>,
  value: QuickValue,
): FilterCondition | FilterGroup {
  const of = (operator: FilterCondition['operator'], by?: FilterValue): FilterCondition => ({
    field: field.id,
    operator,
    ...(by === undefined ? {} : { value: by }),
  })
  if (typeof value === 'boolean') return of('is', value)
  if (typeof value === 'string') {
    if (value === 'none') return of('empty')
    const { operator, value: by } = ofDays[value]
    return of(operator, by)
  }
  const ids = value.filter((id) => id !== quickEmpty)
  const [only] = value
  // An equality: a new record begins with it.
  if (value.length === 1 && only && only !== quickEmpty && singles.includes(field.type)) return of('is', only)
  if (ids.length === value.length) return of('any_of', ids)
  if (ids.length === 0) return of('empty')
  return { join: 'or', items: [of('any_of', ids), of('empty')] }
}

/** A filter with what is picked beside it; all of it has to hold. */
export function withQuickValues(
  filter: FilterGroup | null,
  values: QuickValues,
  fields: readonly Pick<Field, 'id' | 'type'>[],
): FilterGroup | null {
  const conditions = Object.entries(values).flatMap(([id, value]) => {
    const field = fields.find((one) => one.id === id)
    return field ? [quickCondition(field, value)] : []
  })
  if (conditions.length === 0) return filter
  const own = filter === null ? [] : filter.join === 'and' ? filter.items : [filter]
  return { join: 'and', items: [...own, ...conditions] }
}
