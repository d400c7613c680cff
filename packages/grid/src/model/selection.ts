/**
 * What is selected, by identity: rows that move, come or go never bring other rows into a selection. Places are for
 * painting only and are looked up anew each time.
 */
import type { RowIndex } from '../units.ts'
import type { ColumnKey, RowKey } from './grid-source.ts'

/** The end of a range. `hint` is where the row stood when last seen, for rows that are not loaded. */
export interface CellRef {
  readonly row: RowKey | null
  readonly hint: RowIndex
  readonly column: ColumnKey
}

export interface RowRef {
  readonly row: RowKey | null
  readonly hint: RowIndex
}

/** Cells between two corners. */
export interface CellRange {
  readonly anchor: CellRef
  readonly focus: CellRef
}

/** Whole rows between two ends. */
export interface RowRange {
  readonly anchor: RowRef
  readonly focus: RowRef
}

/**
 * What of the cursor's row has the focus: the cell itself, the row as a whole (in the gutter), or a line that is no row,
 * where the cursor only remembers the column to come back to.
 */
export type GridStop = 'cell' | 'gutter' | 'add-row' | { readonly group: string }

/**
 * `cursor` is the cell with the focus; null only while the table has no cell. `ranges` and `rows` may hold several
 * (Ctrl). `all` holds whatever the view holds, but for `without`.
 */
export interface GridSelection {
  readonly cursor: CellRef | null
  readonly stop: GridStop
  readonly chosen:
    | { readonly kind: 'cells'; readonly ranges: readonly CellRange[] }
    | {
        readonly kind: 'rows'
        readonly ranges: readonly RowRange[]
        readonly plus: ReadonlySet<RowKey>
        readonly without: ReadonlySet<RowKey>
      }
    | { readonly kind: 'columns'; readonly columns: readonly ColumnKey[] }
    | { readonly kind: 'all'; readonly without: ReadonlySet<RowKey> }
}
