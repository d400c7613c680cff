/** Tab and Enter inside a selection of several cells: the cursor goes through it, range by range, and begins again. */
import type { GridSelection } from '../model/selection.ts'
import { columnIndex, rowIndex } from '../units.ts'
import { type CellPlace, cellRefAt, type GridTable, isInside, placeOf, type Rectangle } from './place.ts'
import { rectangles } from './resolve.ts'

/** `rows`: along each row (Tab); `columns`: down each column (Enter). The selection is the same but for its cursor. */
export function moveInside(
  table: GridTable,
  selection: GridSelection,
  { along, by }: { along: 'rows' | 'columns'; by: 1 | -1 },
): GridSelection {
  const all = rectangles(table, selection)
  const at = placeOf(table, selection.cursor)
  // The range made last has the cursor where ranges lie over each other, but going on never falls back to an earlier one.
  const inside = at === null ? -1 : all.findLastIndex((rectangle) => isInside(rectangle, at))
  const rectangle = all[inside]
  if (rectangle === undefined || at === null) return withCursor(table, selection, all[0], 0, along)
  const next = orderIn(rectangle, at, along) + by
  if (next >= 0 && next < sizeOf(rectangle)) return withCursor(table, selection, rectangle, next, along)
  const other = all[(inside + by + all.length) % all.length] ?? rectangle
  return withCursor(table, selection, other, by > 0 ? 0 : sizeOf(other) - 1, along)
}

function withCursor(
  table: GridTable,
  selection: GridSelection,
  rectangle: Rectangle | undefined,
  order: number,
  along: 'rows' | 'columns',
): GridSelection {
  if (rectangle === undefined) return selection
  const cursor = cellRefAt(table, placeIn(rectangle, order, along))
  return cursor === null ? selection : { ...selection, cursor, stop: 'cell' }
}

const widthOf = ({ left, right }: Rectangle) => right - left + 1
const heightOf = ({ top, bottom }: Rectangle) => bottom - top + 1
const sizeOf = (rectangle: Rectangle) => widthOf(rectangle) * heightOf(rectangle)

function orderIn(rectangle: Rectangle, { row, column }: CellPlace, along: 'rows' | 'columns'): number {
  return along === 'rows'
    ? (row - rectangle.top) * widthOf(rectangle) + (column - rectangle.left)
    : (column - rectangle.left) * heightOf(rectangle) + (row - rectangle.top)
}

function placeIn(rectangle: Rectangle, order: number, along: 'rows' | 'columns'): CellPlace {
  const line = along === 'rows' ? widthOf(rectangle) : heightOf(rectangle)
  const [across, on] = [Math.floor(order / line), order % line]
  return along === 'rows'
    ? { row: rowIndex(rectangle.top + across), column: columnIndex(rectangle.left + on) }
    : { row: rowIndex(rectangle.top + on), column: columnIndex(rectangle.left + across) }
}
