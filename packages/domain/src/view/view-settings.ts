/** What a kind of view needs to know of a table: what its settings say, where that suits, else what the table's fields suggest. */

import { isGroupable } from '../field-types/traits.ts'
import type { FieldId } from '../ids.ts'
import { limits } from '../limits.ts'
import { type Field, type FieldTypeName, fieldTypeNames } from '../schema.ts'
import { fitForm } from './form-settings.ts'
import {
  calendarSpans,
  cardSizes,
  chartOrders,
  chartTypes,
  chartUnits,
  coverFits,
  summaryKinds,
  tileWidths,
  timelineScales,
  type ViewKind,
  type ViewSettings,
} from './view-config.ts'

type SettingField = Pick<Field, 'id' | 'type' | 'onRead'> & Partial<Pick<Field, 'formula' | 'rollup'>>
/** Settings that name a field. */
export type FieldSetting =
  | 'stacks'
  | 'lanes'
  | 'cover'
  | 'start'
  | 'end'
  | 'color'
  | 'after'
  | 'by'
  | 'split'
  | 'of'

const stackTypes: readonly FieldTypeName[] = ['status', 'single_select', 'person', 'link', 'checkbox']
const laneTypes: readonly FieldTypeName[] = ['status', 'single_select', 'person', 'checkbox', 'created_by']
const dayTypes: readonly FieldTypeName[] = ['date', 'datetime']
const momentTypes: readonly FieldTypeName[] = [...dayTypes, 'created_time', 'changed_time']

/** What says most by itself comes first. */
const chartedFirst: readonly FieldTypeName[] = [
  'status',
  'single_select',
  'multi_select',
  'person',
  'date',
  'datetime',
  'checkbox',
  'rating',
]
const chartedTypes: readonly FieldTypeName[] = [
  ...chartedFirst,
  ...fieldTypeNames.filter(
    (type) => isGroupable(type) && !chartedFirst.includes(type) && type !== 'attachment',
  ),
]

/** Types that suit a setting, those that it is chosen from by itself first. */
const suiting: Readonly<Record<FieldSetting, readonly FieldTypeName[]>> = {
  stacks: stackTypes,
  lanes: laneTypes,
  cover: ['attachment'],
  start: momentTypes,
  end: dayTypes,
  color: ['status', 'single_select'],
  after: ['link'],
  by: chartedTypes,
  split: chartedTypes,
  of: fieldTypeNames,
}

const words = {
  coverFit: coverFits,
  cardSize: cardSizes,
  span: calendarSpans,
  scale: timelineScales,
  chart: chartTypes,
  chartOrder: chartOrders,
  byUnit: chartUnits,
  splitUnit: chartUnits,
  figure: summaryKinds,
} as const

/** Fields that may be chosen for a setting. Records are found by stacks and by days, and not by what is computed when it is read. */
export function fieldsFor<F extends SettingField>(setting: FieldSetting, fields: readonly F[]): F[] {
  return fields.filter(({ type, onRead }) => suiting[setting].includes(type) && onRead !== true)
}

/** Settings as far as they suit the fields. */
export function fitSettings(raw: unknown, fields: readonly SettingField[]): ViewSettings {
  const given = typeof raw === 'object' && raw !== null ? (raw as Readonly<Record<string, unknown>>) : {}
  const suits = ([key, value]: [string, unknown]): boolean => {
    if ((key === 'cover' || key === 'end') && value === 'none') return true
    if (key === 'tiles') return areTiles(value)
    if (key === 'form') return typeof value === 'object' && value !== null
    if (Object.hasOwn(suiting, key))
      return fieldsFor(key as FieldSetting, fields).some(({ id }) => id === value)
    return (
      Object.hasOwn(words, key) && (words[key as keyof typeof words] as readonly unknown[]).includes(value)
    )
  }
  const fitted: ViewSettings = Object.fromEntries(Object.entries(given).filter(suits))
  return fitted.form ? { ...fitted, form: fitForm(fitted.form, fields) } : fitted
}

/** Charts of a dashboard; those whose view is gone are no matter here. */
function areTiles(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length <= limits.tilesPerDashboard &&
    value.every(
      (tile: { view?: unknown; width?: unknown } | null) =>
        typeof tile?.view === 'string' && (tileWidths as readonly unknown[]).includes(tile.width),
    )
  )
}

/** Fields by which a kind of view can not do without. */
const needed: Readonly<Record<ViewKind, readonly FieldSetting[]>> = {
  grid: [],
  list: [],
  board: ['stacks'],
  gallery: [],
  calendar: ['start'],
  timeline: ['start'],
  chart: [],
  dashboard: [],
  form: [],
}

/** What a kind of view lacks in a table: nothing, or the setting for which it has no field. */
export function lackedBy(kind: ViewKind, fields: readonly SettingField[]): FieldSetting | null {
  return needed[kind].find((setting) => fieldsFor(setting, fields).length === 0) ?? null
}

/** The field of a setting: the one that was chosen, else the first of the type that suits best; null: there is none. */
export function fieldOf<F extends SettingField>(
  setting: FieldSetting,
  settings: ViewSettings,
  fields: readonly F[],
): F | null {
  if (settings[setting] === 'none') return null
  const able = fieldsFor(setting, fields)
  const chosen = able.find(({ id }) => id === settings[setting])
  return chosen ?? (isChosenByItself(setting) ? firstBy(suiting[setting], able) : null)
}

/** Lanes, ends, colours and arrows are there where somebody wants them. */
const isChosenByItself = (setting: FieldSetting): boolean =>
  setting === 'stacks' || setting === 'start' || setting === 'by'

/** The field of the covers: a gallery shows pictures where there are any, a board where somebody wants that. */
export function coverOf<F extends SettingField>(
  kind: ViewKind,
  settings: ViewSettings,
  fields: readonly F[],
): F | null {
  const chosen = fieldOf('cover', settings, fields)
  const isFree = kind === 'gallery' && settings.cover === undefined
  return chosen ?? (isFree ? (fieldsFor('cover', fields)[0] ?? null) : null)
}

/** When records end: a timeline has bars by itself where another field behind the first is like it, a calendar where somebody wants that. */
export function endOf<F extends SettingField>(
  kind: ViewKind,
  settings: ViewSettings,
  fields: readonly F[],
): F | null {
  const chosen = fieldOf('end', settings, fields)
  if (chosen || kind !== 'timeline' || settings.end !== undefined) return chosen
  const start = fieldOf('start', settings, fields)
  const behind = start ? fields.slice(fields.indexOf(start) + 1) : []
  return fieldsFor('end', behind).find(({ type }) => type === start?.type) ?? null
}

function firstBy<F extends SettingField>(types: readonly FieldTypeName[], fields: readonly F[]): F | null {
  const ranked = types.flatMap((type) => fields.filter((field) => field.type === type))
  return ranked[0] ?? null
}

/** Other settings; null takes one away. */
export function withSetting(
  settings: ViewSettings,
  changes: { readonly [S in keyof ViewSettings]?: ViewSettings[S] | FieldId | string | null },
): ViewSettings {
  const entries = Object.entries({ ...settings, ...changes })
  return Object.fromEntries(entries.filter(([, value]) => value !== null))
}
