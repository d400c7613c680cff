/** What the mirror shows of a grid at a moment. */
import type { GridSelection } from '../model/selection.ts'
import { type GridTable, isInside, placeOf } from '../select/place.ts'
import { countCells, rectangles, selectedRows } from '../select/resolve.ts'
import type { GridLayout } from '../surface/grid-layout.ts'
import type { GridSurface } from '../surface.ts'
import { columnIndex, rowIndex } from '../units.ts'
import type { MirrorFrame, MirrorPlace } from './mirror-frame.ts'

/** Rows beyond the edges, so that a screen reader's next step finds something. */
const overscan = 4
/** So many columns are all there; of more, those on screen and some beside them. */
const allColumns = 40
const columnOverscan = 6

export interface MirroredMoment {
  readonly table: GridTable
  readonly selection: GridSelection
  /** False while the focus is on a heading: no cell has the cursor. */
  readonly hasCursor: boolean
  readonly isReadOnly: boolean
}

export function mirrorFrame(surface: GridSurface, layout: GridLayout, moment: MirroredMoment): MirrorFrame {
  const { table, selection, hasCursor, isReadOnly } = moment
  const { source } = table
  const { columns, gutterWidth, addRowHeight } = layout
  const view = surface.view
  // The cell with the cursor alone is told by its focus: to call each cell selected on the way says nothing.
  const hasCells = selection.chosen.kind === 'cells' || selection.chosen.kind === 'columns'
  const areas = hasCells && countCells(table, selection) > 1 ? rectangles(table, selection) : []
  const rows = selectedRows(table, selection)
  const all = columns.length <= allColumns
  const lefts = leftsOf(layout)
  const cursor = hasCursor ? placeOfCursor(table, selection) : null
  const firstRow = Math.max(0, view.firstRow - overscan)
  const lastRow = Math.min(source.rowCount - 1, view.lastRow + overscan)
  const tops = topsOf(
    surface,
    columns.length === 0 ? [] : [...span(firstRow, lastRow), cursor?.row, source.rowCount],
  )
  return {
    source,
    columns,
    frozen: layout.frozen,
    scrollLeft: view.scrollLeft,
    firstRow,
    lastRow,
    firstColumn: all ? 0 : Math.max(0, view.firstColumn - columnOverscan),
    lastColumn: all ? columns.length - 1 : view.lastColumn + columnOverscan,
    groups: surface.headings(),
    rowHeight: layout.rowHeight,
    headingHeight: surface.lines.headingHeight,
    gutterWidth,
    width: (lefts.at(-1) ?? gutterWidth) + layout.trailingWidth,
    viewWidth: view.width,
    hasAddRow: addRowHeight > 0,
    isReadOnly,
    cursor,
    activeGroup: hasCursor && typeof selection.stop === 'object' ? selection.stop.group : null,
    linesBefore: 1,
    linesAbove: (row) => surface.lines.linesAboveRow(row),
    topOf: (row) => tops.get(row) ?? 0,
    leftOf: (column) => lefts[column] ?? gutterWidth,
    isRowSelected: (row) => rows.some(({ first, last }) => row >= first && row <= last),
    isCellSelected: (row, column) =>
      areas.some((area) => isInside(area, { row: rowIndex(row), column: columnIndex(column) })),
  }
}

const span = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)

/** Asked for all at once, before anything is written: else the browser would lay out the page for each. */
function topsOf(surface: GridSurface, rows: readonly (number | undefined)[]): ReadonlyMap<number, number> {
  const tops = new Map<number, number>()
  for (const row of rows) if (row !== undefined) tops.set(row, surface.rectOf(row, 0).body.y)
  return tops
}

function placeOfCursor(table: GridTable, { cursor, stop }: GridSelection): MirrorPlace | null {
  if (typeof stop === 'object') return null
  if (stop === 'add-row') return { row: table.source.rowCount, column: 0 }
  const place = placeOf(table, cursor)
  return place && { row: place.row, column: stop === 'gutter' ? -1 : place.column }
}

/** Left edges from the start of the line, and after the last its right edge. */
function leftsOf({ columns, gutterWidth }: GridLayout): number[] {
  const lefts = [gutterWidth]
  for (const { width } of columns) lefts.push((lefts.at(-1) ?? 0) + width)
  return lefts
}
