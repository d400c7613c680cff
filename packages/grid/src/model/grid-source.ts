/** What the grid is fed with: columns, rows by place and by identity, and groups as runs of rows. */
import type { RowIndex } from '../units.ts'
import type { CellColor, CellContent, CellMark } from './cell-content.ts'

declare const brand: unique symbol
/** Identity of a row: stays the same wherever the row stands. Opaque to the grid. */
export type RowKey = string & { readonly [brand]: 'RowKey' }
/** Identity of a column. Opaque to the grid. */
export type ColumnKey = string & { readonly [brand]: 'ColumnKey' }

export interface GridColumn {
  readonly key: ColumnKey
  /** Said to screen readers. */
  readonly title: string
  /** CSS pixels. */
  readonly width: number
  readonly align: 'start' | 'center' | 'end'
  /** Painted in a medium weight: the column by which people know a row. */
  readonly isPrimary: boolean
}

/** Why a row is not like the others: a sign in the gutter, with a text. */
export interface RowMark {
  readonly kind: 'moving' | 'refused' | 'locked'
  readonly text: string
}

/** One row; the same object while nothing in it has changed. */
export interface GridRow {
  readonly key: RowKey
  /** `leaving`: deleted, shown grey and struck for a moment. */
  readonly look: 'plain' | 'leaving'
  readonly mark: RowMark | null
  /** By which the whole row is coloured. */
  readonly color: CellColor | null
  /** By which one cell of it is; that of the row holds for the others. */
  colorOf(column: ColumnKey): CellColor | undefined
  cell(column: ColumnKey): CellContent
  /** Undefined where there is nothing to mark: the common case. */
  markOf(column: ColumnKey): CellMark | undefined
}

/**
 * A heading above a run of rows. Groups come in the order of the rows, outer before inner; a collapsed group has no rows
 * (they are not counted in `rowCount`) and no inner groups.
 */
export interface GridGroup {
  readonly key: string
  /** 0 outermost; at most 2. */
  readonly depth: number
  /** Place of the first row below the heading. */
  readonly firstRow: RowIndex
  /** Null: it can not be closed. */
  readonly isCollapsed: boolean | null
  /** Name of the column by which the rows are grouped. */
  readonly by: string
  readonly label: CellContent
  /** Rows in the group, shown or not. */
  readonly count: number
  /** Figures of columns, such as "Sum 1,204", already in words. */
  readonly summaries: ReadonlyMap<ColumnKey, string>
}

export interface GridSource {
  /** Rows shown; those of collapsed groups are not. */
  readonly rowCount: number
  readonly groups: readonly GridGroup[]
  /** Null while the row is not known: it is painted as a skeleton. */
  keyAt(row: RowIndex): RowKey | null
  /** Where a known row stands, or null. */
  indexOf(key: RowKey): RowIndex | null
  /** Null while the row's values are not there. */
  rowAt(row: RowIndex): GridRow | null
}
