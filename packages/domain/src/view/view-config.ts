/** What a saved view holds beside its name: a query, and how it is laid out. */
import type { IconName } from '../icons.ts'
import type { FieldId, ViewId, ViewSectionId } from '../ids.ts'
import type { Sort } from '../rows.ts'
import type { ColorRule } from './color-rules.ts'
import type { FilterGroup } from './filter.ts'
import type { FormSettings } from './form-settings.ts'

/** Figures under a column. */
export const summaryKinds = [
  'count',
  'empty',
  'filled',
  'unique',
  'sum',
  'average',
  'median',
  'min',
  'max',
  'earliest',
  'latest',
  'checked',
] as const
export type SummaryKind = (typeof summaryKinds)[number]

export const rowHeights = ['short', 'medium', 'tall', 'extra'] as const
export type RowHeight = (typeof rowHeights)[number]

/** What a view looks like. It is made as one of them, and stays one. */
export const viewKinds = [
  'grid',
  'list',
  'board',
  'gallery',
  'calendar',
  'timeline',
  'chart',
  'dashboard',
  'form',
] as const
export type ViewKind = (typeof viewKinds)[number]

export const cardSizes = ['small', 'medium', 'large'] as const
export type CardSize = (typeof cardSizes)[number]
/** Where a view names none. */
export const usualCardSize: CardSize = 'medium'
export const coverFits = ['crop', 'fit'] as const
export type CoverFit = (typeof coverFits)[number]
export const calendarSpans = ['month', 'week', 'day', 'agenda'] as const
export type CalendarSpan = (typeof calendarSpans)[number]
export const timelineScales = ['day', 'week', 'month', 'quarter', 'year'] as const
export type TimelineScale = (typeof timelineScales)[number]

export const chartTypes = ['bar', 'line', 'area', 'pie', 'number', 'table', 'pivot'] as const
export type ChartType = (typeof chartTypes)[number]
/** Stretches of days that are counted together. */
export const chartUnits = ['day', 'week', 'month', 'quarter', 'year'] as const
export type ChartUnit = (typeof chartUnits)[number]
export const chartOrders = ['key', 'figure'] as const
export type ChartOrder = (typeof chartOrders)[number]
export const tileWidths = ['third', 'half', 'full'] as const
export type TileWidth = (typeof tileWidths)[number]

/** A chart on a dashboard: a view of kind `chart`, of its table or another one of the base. */
export interface Tile {
  readonly view: ViewId
  readonly width: TileWidth
}

/** What kinds of views beside the grid need to know. What is absent is chosen by the table's fields (`settings-of.ts`). */
export interface ViewSettings {
  /** Board: the field of whose values each has a stack. */
  readonly stacks?: FieldId
  /** Board: the field of whose values each has a row of stacks. */
  readonly lanes?: FieldId
  /** Board, gallery: the field whose first picture stands on the card; `none`: no picture, though there is such a field. */
  readonly cover?: FieldId | 'none'
  readonly coverFit?: CoverFit
  readonly cardSize?: CardSize
  /** Calendar, timeline: when a record begins and ends; `none`: it has no end, though there is such a field. */
  readonly start?: FieldId
  readonly end?: FieldId | 'none'
  /** Calendar, timeline, board: the field of choices whose colour a record has. */
  readonly color?: FieldId
  readonly span?: CalendarSpan
  readonly scale?: TimelineScale
  /** Timeline: the link field whose records come before a record. */
  readonly after?: FieldId
  readonly chart?: ChartType
  /** Chart: the field of whose values each has a bar, a point, a slice, a row. */
  readonly by?: FieldId
  readonly byUnit?: ChartUnit
  /** Chart: the field of whose values each has a colour or a column. */
  readonly split?: FieldId
  readonly splitUnit?: ChartUnit
  /** Chart: the figure, over `of`; absent: records are counted. */
  readonly figure?: SummaryKind
  readonly of?: FieldId
  readonly chartOrder?: ChartOrder
  /** Dashboard: its charts, in their order. */
  readonly tiles?: readonly Tile[]
  readonly form?: FormSettings
}

/** Groups come before the sorts in the order of rows. At most three. */
export type Grouping = Sort

export interface ViewConfig {
  readonly filter: FilterGroup | null
  readonly sorts: readonly Sort[]
  readonly groups: readonly Grouping[]
  /** Fields that the view does not show; new fields are shown. */
  readonly hidden: readonly FieldId[]
  /** Order of the columns; fields that it does not name follow in the table's own order. */
  readonly order: readonly FieldId[]
  readonly widths: Readonly<Record<FieldId, number>>
  /** Columns that stay when the rest scrolls sideways, from the first on; at least one. */
  readonly frozen: number
  readonly rowHeight: RowHeight
  readonly summaries: Readonly<Record<FieldId, SummaryKind>>
  readonly settings: ViewSettings
  /** The first that is true paints. */
  readonly colors: readonly ColorRule[]
  /** Fields for which values are picked above the records, in their order. */
  readonly quick: readonly FieldId[]
}

export const emptyViewConfig: ViewConfig = {
  filter: null,
  sorts: [],
  groups: [],
  hidden: [],
  order: [],
  widths: {},
  frozen: 1,
  rowHeight: 'short',
  summaries: {},
  settings: {},
  colors: [],
  quick: [],
}

/** A saved view of a table. Personal ones are told to nobody but their owner. */
export interface View {
  readonly id: ViewId
  readonly name: string
  readonly kind: ViewKind
  readonly isShared: boolean
  /** Its configuration stays as it is until somebody who may change it unlocks it. */
  readonly isLocked: boolean
  /** Among the shared ones of the table, or among one's own. */
  readonly position: number
  /** Null: that of its kind. */
  readonly icon: IconName | null
  /** Of a shared one; null: it is in none. */
  readonly section: ViewSectionId | null
  /** Without fields that are gone or hidden from the caller. */
  readonly config: ViewConfig
  /** A condition is left out of the filter, because its field is gone or because the caller may not see it. */
  readonly isPartial: boolean
  /** A colour rule is left out for one of these reasons. */
  readonly lacksColors: boolean
}
