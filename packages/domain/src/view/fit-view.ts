/**
 * What a view says, as far as it suits the table as it is today. Types change, fields go, and an address may hold anything:
 * what does not suit is left out, and where that is a condition of the filter the view is partial.
 */

import { optionSet } from '../field-types/multi-select.ts'
import { isComputed, isGroupable, isSortable, operatorsOf } from '../field-types/traits.ts'
import type { FieldId, OptionId } from '../ids.ts'
import { limits } from '../limits.ts'
import type { CellValue, Sort } from '../rows.ts'
import { type Field, isKept } from '../schema.ts'
import { fitColors } from './color-rules.ts'
import type { FilterCondition, FilterGroup, FilterOperator, FilterValue } from './filter.ts'
import { fitQuick } from './quick-filters.ts'
import {
  emptyViewConfig,
  rowHeights,
  type SummaryKind,
  summaryKinds,
  type ViewConfig,
} from './view-config.ts'
import { fitSettings } from './view-settings.ts'

type Loose = Readonly<Record<string, unknown>>
type Fields = ReadonlyMap<string, Pick<Field, 'id' | 'type'>>

const isLoose = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const knownField = (known: Fields, id: unknown) => (typeof id === 'string' ? known.get(id) : undefined)
const isIn = <T extends string>(list: readonly T[], value: unknown): value is T => list.includes(value as T)

export function fitView(
  raw: unknown,
  fields: readonly (Pick<Field, 'id' | 'type' | 'onRead'> & Partial<Pick<Field, 'formula' | 'rollup'>>)[],
): { config: ViewConfig; isPartial: boolean } {
  const known: Fields = new Map(fields.map((field) => [field.id, field]))
  const kept: Fields = new Map(fields.filter(isKept).map((field) => [field.id, field]))
  const view = isLoose(raw) ? raw : {}
  const lost = { count: 0 }
  const filter = isLoose(view['filter']) ? fitGroup(view['filter'], kept, 1, lost) : null
  const { frozen, rowHeight } = view
  const config: ViewConfig = {
    filter: filter && filter.items.length > 0 ? filter : null,
    sorts: fitSorts(view['sorts'], kept, isSortable),
    groups: fitSorts(view['groups'], kept, isGroupable).slice(0, limits.groupingsPerView),
    hidden: fitIds(view['hidden'], known),
    order: fitIds(view['order'], known),
    widths: fitEntries(view['widths'], known, (width): width is number => typeof width === 'number'),
    frozen: typeof frozen === 'number' && frozen >= 1 ? Math.round(frozen) : emptyViewConfig.frozen,
    rowHeight: isIn(rowHeights, rowHeight) ? rowHeight : emptyViewConfig.rowHeight,
    summaries: fitEntries(view['summaries'], kept, (kind): kind is SummaryKind => isIn(summaryKinds, kind)),
    settings: fitSettings(view['settings'], fields),
    colors: fitColors(view['colors'], known),
    quick: fitQuick(view['quick'], fields),
  }
  return { config, isPartial: lost.count > 0 }
}

function fitIds(raw: unknown, known: Fields): FieldId[] {
  const ids = listOf(raw).flatMap((id) => knownField(known, id)?.id ?? [])
  return [...new Set(ids)]
}

function fitEntries<T>(
  raw: unknown,
  known: Fields,
  suits: (value: unknown) => value is T,
): Record<FieldId, T> {
  const entries = Object.entries(isLoose(raw) ? raw : {})
  return Object.fromEntries(entries.filter(([id, value]) => known.has(id) && suits(value))) as Record<
    FieldId,
    T
  >
}

function fitSorts(raw: unknown, known: Fields, suits: (type: Field['type']) => boolean): Sort[] {
  const sorts = new Map<FieldId, Sort>()
  for (const item of listOf(raw)) {
    const sort = isLoose(item) ? item : {}
    const field = knownField(known, sort['field'])
    const { direction } = sort
    if (!field || !suits(field.type) || sorts.has(field.id)) continue
    if (direction === 'asc' || direction === 'desc') sorts.set(field.id, { field: field.id, direction })
  }
  return [...sorts.values()]
}

function fitGroup(raw: Loose, known: Fields, depth: number, lost: { count: number }): FilterGroup {
  const items = listOf(raw['items']).flatMap((item): (FilterCondition | FilterGroup)[] => {
    const fitted = isLoose(item) ? fitItem(item, known, depth, lost) : null
    if (fitted === null) lost.count += 1
    return fitted ? [fitted] : []
  })
  return { join: raw['join'] === 'or' ? 'or' : 'and', items }
}

function fitItem(item: Loose, known: Fields, depth: number, lost: { count: number }) {
  if (!('items' in item)) return fitCondition(item, known)
  return depth < limits.filterDepth ? fitGroup(item, known, depth + 1, lost) : null
}

function fitCondition(raw: Loose, known: Fields): FilterCondition | null {
  const field = knownField(known, raw['field'])
  const { operator, value } = raw
  if (!field || !isIn(operatorsOf(field.type), operator)) return null
  const condition = { field: field.id, operator }
  if (value === undefined || value === null || operator === 'empty' || operator === 'not_empty')
    return condition
  const fitted = fitValue(field.type, operator, value)
  return fitted === null ? null : { ...condition, value: fitted }
}

function fitValue(type: Field['type'], operator: FilterOperator, value: unknown): FilterValue | null {
  switch (type) {
    case 'integer':
    case 'number':
    case 'percent':
    case 'rating':
    case 'duration':
    case 'currency':
    case 'autonumber':
      return typeof value === 'number' && Number.isFinite(value) ? value : null
    case 'checkbox':
      return typeof value === 'boolean' ? value : null
    case 'date':
    case 'datetime':
    case 'created_time':
    case 'changed_time':
      return fitTime(operator, value)
    case 'single_select':
    case 'status':
    case 'person':
    case 'created_by':
    case 'changed_by':
      if (operator === 'is' || operator === 'is_not') return typeof value === 'string' ? value : null
      return isIdList(value) ? value : null
    case 'multi_select':
      return isIdList(value) ? value : null
    case 'link':
      if (operator === 'contains' || operator === 'not_contains')
        return typeof value === 'string' ? value : null
      return isIdList(value) ? value : null
    default:
      return typeof value === 'string' ? value : null
  }
}

const isIdList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((id) => typeof id === 'string')

function fitTime(operator: FilterOperator, value: unknown): FilterValue | null {
  if (typeof value === 'string') return operator === 'within' ? null : value
  if (!isLoose(value)) return null
  const { day, period, unit, count } = value
  if (operator !== 'within') return typeof day === 'number' && Number.isInteger(day) ? { day } : null
  if (!isIn(['this', 'past', 'next'], period) || !isIn(['day', 'week', 'month', 'year'], unit)) return null
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > 1_000) return null
  return { period, unit, count: period === 'this' ? 1 : count }
}

/** A condition that has something to compare with, where it needs that. */
export function isComplete({ operator, value }: FilterCondition): boolean {
  if (operator === 'empty' || operator === 'not_empty') return true
  return value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
}

/** What of a filter filters: without conditions that are not complete yet; null: nothing. */
export function completeFilter(filter: FilterGroup | null): FilterGroup | null {
  const items = (filter?.items ?? []).flatMap((item): (FilterCondition | FilterGroup)[] => {
    if (!('items' in item)) return isComplete(item) ? [item] : []
    const inner = completeFilter(item)
    return inner ? [inner] : []
  })
  return filter && items.length > 0 ? { join: filter.join, items } : null
}

/** Conditions of a filter, at any depth. */
export function conditionsOf(filter: FilterGroup | null): FilterCondition[] {
  return (filter?.items ?? []).flatMap((item) => ('items' in item ? conditionsOf(item) : [item]))
}

/** What a new record has to have so that it is in the view: the equalities that all have to hold. `me`: whoever makes it. */
export function valuesForFilter(
  filter: FilterGroup | null,
  fields: readonly Pick<Field, 'id' | 'type' | 'access'>[],
  me: string,
): Record<FieldId, CellValue> {
  if (!filter || filter.join !== 'and') return {}
  const values: Record<string, CellValue> = {}
  for (const item of filter.items) {
    if ('items' in item) {
      Object.assign(values, valuesForFilter(item, fields, me))
      continue
    }
    const field = fields.find(({ id }) => id === item.field)
    if (
      !field ||
      field.access === 'read' ||
      isComputed(field.type) ||
      !(item.operator === 'is' || item.operator === 'all_of') ||
      !isComplete(item)
    )
      continue
    const { value } = item
    if (field.type === 'multi_select') {
      if (Array.isArray(value)) values[field.id] = optionSet(value as readonly OptionId[])
      continue
    }
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue
    // A day does not say the moment, and a record begins in the first state.
    if (field.type === 'datetime' || field.type === 'status') continue
    values[field.id] = field.type === 'person' && value === 'me' ? me : value
  }
  return values
}
