/** What a saved view holds beside its name: a query, and how it is laid out. */
import type { FieldId, ViewId } from '../ids.ts'
import type { Sort } from '../rows.ts'
import type { FilterGroup } from './filter.ts'

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
}

/** A saved view of a table. Personal ones are told to nobody but their owner. */
export interface View {
  readonly id: ViewId
  readonly name: string
  readonly kind: 'grid'
  readonly isShared: boolean
  /** Its configuration stays as it is until somebody who may change it unlocks it. */
  readonly isLocked: boolean
  /** Among the shared ones of the table, or among one's own. */
  readonly position: number
  /** Without fields that are gone or hidden from the caller. */
  readonly config: ViewConfig
  /** A condition is left out of the filter, because its field is gone or because the caller may not see it. */
  readonly isPartial: boolean
}
