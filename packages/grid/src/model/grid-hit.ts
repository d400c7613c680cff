/** What lies under a point of the body. */
import type { ColumnIndex, RowIndex } from '../units.ts'

export type GridHit =
  | {
      readonly zone: 'cell'
      readonly row: RowIndex
      readonly column: ColumnIndex
      /** `first-handle` and `last-handle`: the knobs at a selection's corners, shown to fingers. */
      readonly part: 'body' | 'check' | 'link' | 'fill-handle' | 'first-handle' | 'last-handle'
    }
  /** Left of the first column: the row's number, its box, the sign that opens the record. */
  | { readonly zone: 'gutter'; readonly row: RowIndex; readonly part: 'number' | 'select' | 'open' }
  | { readonly zone: 'group'; readonly key: string; readonly part: 'toggle' | 'body' }
  | { readonly zone: 'add-row' }
  | { readonly zone: 'nothing' }
