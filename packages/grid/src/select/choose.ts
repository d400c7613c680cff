/** What a click or a key makes of a selection. Each answers a new one; nothing is changed in place. */
import type { ColumnKey, RowKey } from '../model/grid-source.ts'
import type { CellRange, CellRef, GridSelection, GridStop, RowRange, RowRef } from '../model/selection.ts'
import { type ColumnIndex, columnIndex, type RowIndex, rowIndex } from '../units.ts'
import {
  type CellPlace,
  cellRefAt,
  clampColumn,
  clampRow,
  columnOf,
  type GridTable,
  isSameRow,
  placeOf,
  type Rectangle,
  rowOf,
  rowRefAt,
} from './place.ts'
import { isRowSelected, rectangles } from './resolve.ts'

const noKeys: ReadonlySet<RowKey> = new Set()
const noRows: GridSelection['chosen'] = { kind: 'rows', ranges: [], plus: noKeys, without: noKeys }

/** Before there is anything to select. */
export const emptySelection: GridSelection = {
  cursor: null,
  stop: 'cell',
  chosen: { kind: 'cells', ranges: [] },
}

export function selectCell(table: GridTable, place: CellPlace): GridSelection {
  const cursor = refNear(table, place)
  return cursor === null ? emptySelection : ofOne(cursor)
}

/** One more range (Ctrl and a click), beside those that are there. */
export function addCell(table: GridTable, selection: GridSelection, place: CellPlace): GridSelection {
  const cursor = refNear(table, place)
  if (cursor === null) return selection
  const ranges = selection.chosen.kind === 'cells' ? selection.chosen.ranges : []
  return {
    cursor,
    stop: 'cell',
    chosen: { kind: 'cells', ranges: [...ranges, { anchor: cursor, focus: cursor }] },
  }
}

/**
 * The cells of an area, with the cursor where it is: the range begins there where that is a corner of it. Only where cells are selected.
 */
export function chooseArea(table: GridTable, selection: GridSelection, area: Rectangle): GridSelection {
  const { cursor, stop, chosen } = selection
  const place = placeOf(table, cursor)
  if (place === null || stop !== 'cell' || chosen.kind !== 'cells') return selection
  const [row, otherRow] = place.row === area.bottom ? [area.bottom, area.top] : [area.top, area.bottom]
  const [column, otherColumn] =
    place.column === area.right ? [area.right, area.left] : [area.left, area.right]
  const anchor = refNear(table, { row, column })
  const focus = refNear(table, { row: otherRow, column: otherColumn })
  if (anchor === null || focus === null) return selection
  return { cursor, stop, chosen: { kind: 'cells', ranges: [{ anchor, focus }] } }
}

/**
 * Moves the far end of the active range: the one that begins at the cursor. After the cursor has moved about in a
 * selection a range of its own begins there.
 */
export function extendTo(table: GridTable, selection: GridSelection, place: CellPlace): GridSelection {
  const { cursor, chosen } = selection
  const focus = refNear(table, place)
  if (focus === null) return selection
  if (cursor === null) return ofOne(focus)
  const range = { anchor: cursor, focus }
  const isActive = chosen.kind === 'cells' && activeRange(selection) !== null
  const ranges = isActive ? [...chosen.ranges.slice(0, -1), range] : [range]
  return { cursor, stop: 'cell', chosen: { kind: 'cells', ranges } }
}

/** The range that extending goes on with. */
function activeRange({ cursor, chosen }: GridSelection): CellRange | null {
  const last = chosen.kind === 'cells' ? chosen.ranges.at(-1) : undefined
  return cursor && last && isSameCell(last.anchor, cursor) ? last : null
}

/** Where the end stands that extending moves. */
export function focusOf(table: GridTable, selection: GridSelection): CellPlace | null {
  const { cursor, chosen } = selection
  const at = placeOf(table, cursor)
  if (at === null) return null
  if (chosen.kind === 'rows') {
    const end = chosen.ranges.at(-1)
    const row = end ? rowOf(table, end.focus) : null
    return row === null ? at : { row, column: at.column }
  }
  if (chosen.kind === 'columns') {
    const end = chosen.columns.at(-1)
    const column = end === undefined ? null : columnOf(table, end)
    return column === null ? at : { row: at.row, column }
  }
  return placeOf(table, activeRange(selection)?.focus ?? cursor)
}

/** A whole row. With `isAdded` beside those that are chosen. */
export function selectRow(
  table: GridTable,
  row: RowIndex,
  added: GridSelection | null = null,
): GridSelection {
  const cursor = refNear(table, { row, column: columnIndex(0) })
  if (cursor === null) return emptySelection
  const ref: RowRef = rowRefAt(table, clampRow(table, row))
  const before = added?.chosen.kind === 'rows' ? added.chosen : { ranges: [], plus: noKeys, without: noKeys }
  return {
    cursor,
    stop: 'gutter',
    chosen: {
      kind: 'rows',
      ranges: [...before.ranges, { anchor: ref, focus: ref }],
      plus: before.plus,
      without: ref.row === null ? before.without : lessKey(before.without, ref.row),
    },
  }
}

/** Whole rows from where the last ones began to this one. */
export function extendRows(table: GridTable, selection: GridSelection, row: RowIndex): GridSelection {
  const { cursor, chosen } = selection
  if (cursor === null || table.source.rowCount === 0) return selectRow(table, row)
  const focus = rowRefAt(table, clampRow(table, row))
  const last = chosen.kind === 'rows' ? chosen.ranges.at(-1) : undefined
  const range: RowRange = { anchor: last?.anchor ?? { row: cursor.row, hint: cursor.hint }, focus }
  const others = chosen.kind === 'rows' ? chosen.ranges.slice(0, -1) : []
  const plus = chosen.kind === 'rows' ? chosen.plus : noKeys
  return {
    cursor,
    stop: selection.stop,
    chosen: { kind: 'rows', ranges: [...others, range], plus, without: noKeys },
  }
}

/** The rows of what is selected, as a whole (Shift Space). */
export function selectRowsOfSelection(table: GridTable, selection: GridSelection): GridSelection {
  const spans = rectangles(table, selection).map(({ top, bottom }) => ({ first: top, last: bottom }))
  const ranges = spans.map(({ first, last }) => ({
    anchor: rowRefAt(table, first),
    focus: rowRefAt(table, last),
  }))
  return { ...selection, chosen: { kind: 'rows', ranges, plus: noKeys, without: noKeys } }
}

/** Into the chosen rows, or out of them. A row that is not loaded has no identity to choose, and is left. */
export function toggleRow(table: GridTable, selection: GridSelection, row: RowIndex): GridSelection {
  const key = table.source.keyAt(row)
  const at = refNear(table, { row, column: columnIndex(0) })
  if (key === null || at === null) return selection
  const column = selection.cursor?.column
  const cursor: CellRef = column === undefined ? at : { ...at, column }
  const base: GridSelection = { cursor, stop: 'gutter', chosen: selection.chosen }
  const { chosen } = selection
  if (chosen.kind === 'all') {
    const without = chosen.without.has(key) ? lessKey(chosen.without, key) : moreKey(chosen.without, key)
    return { ...base, chosen: { kind: 'all', without } }
  }
  if (chosen.kind !== 'rows') {
    return { ...base, chosen: { kind: 'rows', ranges: [], plus: new Set([key]), without: noKeys } }
  }
  if (!isRowSelected(table, selection, row)) {
    return chosen.without.has(key)
      ? { ...base, chosen: { ...chosen, without: lessKey(chosen.without, key) } }
      : { ...base, chosen: { ...chosen, plus: moreKey(chosen.plus, key) } }
  }
  const plus = lessKey(chosen.plus, key)
  const isStill = isRowSelected(table, { ...base, chosen: { ...chosen, plus } }, row)
  const without = isStill ? moreKey(chosen.without, key) : chosen.without
  return { ...base, chosen: { ...chosen, plus, without } }
}

/** Whether rows are chosen as a whole; along the gutter there may be none. */
export function hasChosenRows(chosen: GridSelection['chosen']): boolean {
  return (
    chosen.kind === 'all' || (chosen.kind === 'rows' && (chosen.ranges.length > 0 || chosen.plus.size > 0))
  )
}

/** Columns from one to another; the first is where extending begins. */
export function selectColumns(table: GridTable, from: ColumnIndex, to: ColumnIndex): GridSelection {
  const cursor = refNear(table, { row: rowIndex(0), column: from })
  const first = clampColumn(table, from)
  const last = clampColumn(table, to)
  const step = first <= last ? 1 : -1
  const columns: ColumnKey[] = []
  for (let at = first as number; at !== last + step; at += step) {
    const key = table.columns[at]
    if (key !== undefined) columns.push(key)
  }
  return { cursor, stop: 'cell', chosen: { kind: 'columns', columns } }
}

/** One more column, or one less (Ctrl and a click on its heading). */
export function toggleColumn(table: GridTable, selection: GridSelection, column: ColumnIndex): GridSelection {
  const key = table.columns[column]
  if (key === undefined) return selection
  const { chosen } = selection
  if (chosen.kind !== 'columns') return selectColumns(table, column, column)
  const rest = chosen.columns.filter((other) => other !== key)
  const columns = rest.length === chosen.columns.length ? [...rest, key] : rest
  return { ...selection, chosen: { kind: 'columns', columns } }
}

/** The columns of what is selected, as a whole (Ctrl Space). The cursor stays. */
export function selectColumnsOfSelection(table: GridTable, selection: GridSelection): GridSelection {
  const focus = focusOf(table, selection)
  const at = placeOf(table, selection.cursor)
  if (focus === null || at === null) return selection
  return { ...selectColumns(table, at.column, focus.column), cursor: selection.cursor }
}

/** Whatever the view holds. The cursor stays. */
export function selectAll(table: GridTable, selection: GridSelection): GridSelection {
  const cursor = selection.cursor ?? refNear(table, { row: rowIndex(0), column: columnIndex(0) })
  return { cursor, stop: selection.stop, chosen: { kind: 'all', without: noKeys } }
}

/** Only the cell with the cursor; in the gutter nothing. */
export function collapse(selection: GridSelection): GridSelection {
  if (selection.cursor === null) return emptySelection
  return selection.stop === 'cell' ? ofOne(selection.cursor) : { ...selection, chosen: noRows }
}

/** The focus on a line, on a row as a whole, or back on the cell. Chosen rows stay chosen along the gutter. */
export function stopAt(selection: GridSelection, stop: GridStop, cursor: CellRef | null): GridSelection {
  if (stop === 'cell') return cursor === null ? emptySelection : ofOne(cursor)
  const { chosen } = selection
  const isKept = chosen.kind === 'rows' || chosen.kind === 'all'
  return { cursor, stop, chosen: isKept ? chosen : noRows }
}

/** The cursor in another row, in its column or the gutter still. Rows that are chosen stay chosen. */
export function toRow(table: GridTable, selection: GridSelection, row: RowIndex): GridSelection {
  const before = selection.cursor
  const cursor = refNear(table, { row, column: placeOf(table, before)?.column ?? columnIndex(0) })
  if (cursor === null || (before !== null && isSameRow(before, cursor))) return selection
  const stop = selection.stop === 'gutter' ? 'gutter' : 'cell'
  const { chosen } = selection
  if (chosen.kind === 'rows' || chosen.kind === 'all') return { cursor, stop, chosen }
  return stopAt(selection, stop, cursor)
}

function ofOne(cursor: CellRef): GridSelection {
  return { cursor, stop: 'cell', chosen: { kind: 'cells', ranges: [{ anchor: cursor, focus: cursor }] } }
}

function refNear(table: GridTable, place: CellPlace): CellRef | null {
  if (table.source.rowCount === 0) return null
  return cellRefAt(table, { row: clampRow(table, place.row), column: clampColumn(table, place.column) })
}

function isSameCell(one: CellRef, other: CellRef): boolean {
  return one.column === other.column && isSameRow(one, other)
}

function moreKey(keys: ReadonlySet<RowKey>, key: RowKey): ReadonlySet<RowKey> {
  return new Set(keys).add(key)
}

function lessKey(keys: ReadonlySet<RowKey>, key: RowKey): ReadonlySet<RowKey> {
  if (!keys.has(key)) return keys
  const rest = new Set(keys)
  rest.delete(key)
  return rest
}
