/** What lies over the cells and never makes them be painted again. */
import type { Hue } from '../model/cell-content.ts'
import type { GridHit } from '../model/grid-hit.ts'
import type { ColumnKey, RowKey } from '../model/grid-source.ts'
import type { GridSelection } from '../model/selection.ts'
import type { Rectangle } from '../select/place.ts'

/** Somebody else's cursor. */
export interface GridPeer {
  readonly id: string
  readonly name: string
  readonly hue: Hue
  readonly row: RowKey
  readonly column: ColumnKey
}

/** What was found. Asked for the cells on the screen only. */
export interface GridHighlights {
  has(row: RowKey, column: ColumnKey): boolean
  readonly current: { readonly row: RowKey; readonly column: ColumnKey } | null
}

/** Where what is dragged would be put: before a row or a column, or after the last. */
export type GridDrop =
  | { readonly kind: 'row'; readonly before: number }
  | { readonly kind: 'column'; readonly before: number }

export interface OverlayMarks {
  readonly selection: GridSelection | null
  readonly isEditing: boolean
  /** Knobs at the corners of the selection, for fingers. */
  readonly hasKnobs: boolean
  /** May cells be filled from others, by the handle at the corner of the selection? */
  readonly canFill: boolean
  readonly hover: GridHit | null
  readonly highlights: GridHighlights | null
  readonly peers: readonly GridPeer[]
  readonly drop: GridDrop | null
  /** The range that a dragged fill handle would fill. */
  readonly fill: Rectangle | null
}

export const noMarks: OverlayMarks = {
  selection: null,
  isEditing: false,
  hasKnobs: false,
  canFill: true,
  hover: null,
  highlights: null,
  peers: [],
  drop: null,
  fill: null,
}
