/** Charts: one figure of the records of a view for each value of a field, and within that for each value of another. */
import type { FieldId } from '../ids.ts'
import type { LinkItem, ViewQuery } from '../rows.ts'
import type { ChartUnit, SummaryKind } from './view-config.ts'

/**
 * A value by which records are counted together: of choices, people and links to one record the id, of days the first one of the
 * stretch, of files and links to several records how many they are.
 */
export type ChartKey = string | number | boolean | null
/** Sums that JavaScript does not carry exactly come as text of digits; null: there is nothing of which it would be a figure. */
export type ChartFigure = number | string | null

export interface ChartAsked {
  readonly figure: SummaryKind
  /** Of what; null: records are counted. */
  readonly field: FieldId | null
  /** For each group of the query the stretch of days that is one key; null: each value. */
  readonly units: readonly (ChartUnit | null)[]
  /** What orders the keys, in the direction of the first group. */
  readonly by: 'key' | 'figure'
  /** Keys at most: 1 to `limits.keysPerChart`. */
  readonly take: number
  /** Is the figure of all records wanted too? It is told without, where there are no groups. */
  readonly totals: boolean
}

/** The query's groups, none to two, are the field of the keys and that of the series. */
export interface ChartRequest {
  readonly query: ViewQuery
  readonly chart: ChartAsked
}

export interface ChartEntry {
  readonly key: ChartKey
  /** Records. */
  readonly count: number
  readonly value: ChartFigure
}

export interface ChartCell {
  /** Places in `keys` and `series`. */
  readonly at: number
  readonly series: number
  readonly count: number
  readonly value: ChartFigure
}

/** The figures of a chart. */
export interface ChartFigures {
  readonly keys: readonly ChartEntry[]
  /** How many there are. */
  readonly keyCount: number
  /** The most frequent ones, in their own order; at most `limits.seriesPerChart`. */
  readonly series: readonly ChartKey[]
  readonly seriesCount: number
  /** Those that hold records. */
  readonly cells: readonly ChartCell[]
  /** Over all records; null: not asked for. */
  readonly whole: { readonly count: number; readonly value: ChartFigure } | null
  /** Of the linked records among keys and series, those that may be read; absent: there are none. */
  readonly linked?: readonly LinkItem[]
}

export interface ChartData extends ChartFigures {
  readonly atSeq: string
}
