/** What keys ask of the cursor and the selection. */
import type { Direction } from '../model/grid-command.ts'

export type GridMove =
  /** An arrow; with Ctrl to the edge of what is filled. */
  | {
      readonly kind: 'arrow'
      readonly direction: Direction
      readonly isFar: boolean
      readonly isExtending: boolean
    }
  | { readonly kind: 'page'; readonly direction: Direction; readonly isExtending: boolean }
  /** Home and End in the row; with Ctrl in the table. */
  | {
      readonly kind: 'end'
      readonly of: 'row' | 'table'
      readonly isFirst: boolean
      readonly isExtending: boolean
    }
  /** Tab and Enter, and with Shift backwards. */
  | { readonly kind: 'next'; readonly along: 'rows' | 'columns'; readonly by: 1 | -1 }
  | { readonly kind: 'select-all' | 'select-rows' | 'select-columns' | 'toggle-row' | 'collapse' }
