/** What the mirror shows at a moment: the part of the grid that is on screen, and the cell with the cursor. */
import type { GridColumn, GridGroup, GridSource } from '../model/grid-source.ts'

/** A place for the keyboard: column −1 is the gutter; row `rowCount` is the line that adds a row. */
export interface MirrorPlace {
  readonly row: number
  readonly column: number
}

export interface MirrorGroup {
  readonly group: GridGroup
  /** CSS pixels in the body. */
  readonly top: number
  /** Rows and other headings above it, in the whole table. */
  readonly linesAbove: number
}

export interface MirrorFrame {
  readonly source: GridSource
  readonly columns: readonly GridColumn[]
  /** Columns from the first on that stay when the rest scrolls sideways. */
  readonly frozen: number
  readonly scrollLeft: number
  /** Rows on screen, both included; empty when `firstRow > lastRow`. */
  readonly firstRow: number
  readonly lastRow: number
  /** Free columns on screen, both included. */
  readonly firstColumn: number
  readonly lastColumn: number
  readonly groups: readonly MirrorGroup[]
  readonly rowHeight: number
  readonly headingHeight: number
  readonly gutterWidth: number
  /** Width of all columns and the gutter. */
  readonly width: number
  /** Of it, as much as is on screen. */
  readonly viewWidth: number
  readonly hasAddRow: boolean
  readonly isReadOnly: boolean
  readonly cursor: MirrorPlace | null
  /** The heading that has the cursor, by its group's key. */
  readonly activeGroup: string | null
  /** The lines before the first row that count for screen readers: the header. */
  readonly linesBefore: number
  /** Rows and headings above a row in the whole table; also for the line behind the last row. */
  linesAbove(row: number): number
  /** CSS pixels from the top of the body; also for the line behind the last row. */
  topOf(row: number): number
  /** CSS pixels from the start of the line. */
  leftOf(column: number): number
  isRowSelected(row: number): boolean
  isCellSelected(row: number, column: number): boolean
}
