/** What a key, a menu or a gesture asks for. The grid moves cursor and selection itself; the rest is for its owner. */
import type { ViewX, ViewY } from '../units.ts'
import type { ColumnKey } from './grid-source.ts'
import type { CellRange, GridSelection } from './selection.ts'

export type Direction = 'up' | 'down' | 'left' | 'right'

export type GridCommand =
  /** Opens the editor of the cell with the cursor; `text`: what was typed to open it. */
  | { readonly kind: 'edit'; readonly text: string | null }
  | { readonly kind: 'clear' | 'cut' | 'copy' | 'undo' | 'redo' | 'help' | 'escape' | 'delete-rows' }
  /** `find` goes from match to match among all rows; `search` leaves only those that match. */
  | { readonly kind: 'find' | 'find-next' | 'find-previous' | 'search' }
  /** Opens the record under the cursor. */
  | { readonly kind: 'open' }
  /** Checks or unchecks the cell, or whatever stands for it in its type. */
  | { readonly kind: 'toggle' }
  | { readonly kind: 'add-row'; readonly where: 'end' | 'below' }
  /** The menu of what is selected; `at`: the point that was pressed, null for the cursor (a key asked). */
  | { readonly kind: 'menu'; readonly at: { readonly x: ViewX; readonly y: ViewY } | null }
  /** Follows the link in the cursor's cell. */
  | { readonly kind: 'follow' }
  /** The first cells of the selection into all of it: Ctrl D downwards, Ctrl R to the right. */
  | { readonly kind: 'fill'; readonly direction: 'down' | 'right' }
  /** The fill handle was dragged from a range to a larger or smaller one; `isSeries`: not held to mere copies by Ctrl. */
  | {
      readonly kind: 'fill-range'
      readonly from: CellRange
      readonly to: CellRange
      readonly isSeries: boolean
    }
  /** The value of the cursor's cell into every selected cell (Ctrl Enter). */
  | { readonly kind: 'fill-all' }
  | { readonly kind: 'insert-now'; readonly what: 'date' | 'time' }
  /** Rows are dragged: before the row at a place, or at the end. */
  | { readonly kind: 'move-rows'; readonly selection: GridSelection; readonly before: number }
  /** The rows of what is selected, one place up (below 0) or down. */
  | { readonly kind: 'shift-rows'; readonly by: -1 | 1 }
  /** Columns are dragged by their headings: before the column at a place, or behind the last. */
  | { readonly kind: 'move-columns'; readonly columns: readonly ColumnKey[]; readonly before: number }
  /** The columns of what is selected, one place to the left (below 0) or to the right. */
  | { readonly kind: 'shift-columns'; readonly by: -1 | 1 }
  | { readonly kind: 'toggle-group'; readonly key: string }
