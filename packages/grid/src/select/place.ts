/** Between identity and place: where the ends of a selection stand now, and what an end at a place is. */
import type { ColumnKey, GridSource, RowKey } from '../model/grid-source.ts'
import type { CellRef, RowRef } from '../model/selection.ts'
import { type ColumnIndex, columnIndex, type RowIndex, rowIndex } from '../units.ts'

/** What a selection is made over: rows, and the columns that are shown, in their order. */
export interface GridTable {
  readonly source: GridSource
  readonly columns: readonly ColumnKey[]
}

export interface CellPlace {
  readonly row: RowIndex
  readonly column: ColumnIndex
}

/** All four sides belong to it. */
export interface Rectangle {
  readonly top: RowIndex
  readonly bottom: RowIndex
  readonly left: ColumnIndex
  readonly right: ColumnIndex
}

/** Both ends belong to it. */
export interface RowSpan {
  readonly first: RowIndex
  readonly last: RowIndex
}

export function clampRow(table: GridTable, row: number): RowIndex {
  return rowIndex(Math.max(0, Math.min(table.source.rowCount - 1, row)))
}

export function clampColumn(table: GridTable, column: number): ColumnIndex {
  return columnIndex(Math.max(0, Math.min(table.columns.length - 1, column)))
}

export function rowRefAt(table: GridTable, row: RowIndex): RowRef {
  return { row: table.source.keyAt(row), hint: row }
}

/** Null where there is no such column. */
export function cellRefAt(table: GridTable, place: CellPlace): CellRef | null {
  const column = table.columns[place.column]
  return column === undefined ? null : { ...rowRefAt(table, place.row), column }
}

/**
 * Where a row stands. One that is not loaded is where it was last seen; one that is gone leaves its place to the row now
 * there. Null only while there is no row at all.
 */
export function rowOf(table: GridTable, ref: RowRef): RowIndex | null {
  if (table.source.rowCount === 0) return null
  const known = ref.row === null ? null : table.source.indexOf(ref.row)
  return clampRow(table, known ?? ref.hint)
}

/** Null for a hidden column: an end there must not fall on another column. */
export function columnOf(table: GridTable, key: ColumnKey): ColumnIndex | null {
  const index = table.columns.indexOf(key)
  return index < 0 ? null : columnIndex(index)
}

export function placeOf(table: GridTable, ref: CellRef | null): CellPlace | null {
  if (ref === null) return null
  const row = rowOf(table, ref)
  const column = columnOf(table, ref.column)
  return row === null || column === null ? null : { row, column }
}

export function rectangleOf(one: CellPlace, other: CellPlace): Rectangle {
  return {
    top: rowIndex(Math.min(one.row, other.row)),
    bottom: rowIndex(Math.max(one.row, other.row)),
    left: columnIndex(Math.min(one.column, other.column)),
    right: columnIndex(Math.max(one.column, other.column)),
  }
}

export function isInside(rectangle: Rectangle, place: CellPlace): boolean {
  return (
    place.row >= rectangle.top &&
    place.row <= rectangle.bottom &&
    place.column >= rectangle.left &&
    place.column <= rectangle.right
  )
}

export function isSamePlace(one: CellPlace | null, other: CellPlace | null): boolean {
  return one !== null && other !== null && one.row === other.row && one.column === other.column
}

export function isSameRow(one: RowRef, other: RowRef): boolean {
  return one.row === null || other.row === null
    ? one.row === other.row && one.hint === other.hint
    : one.row === other.row
}

export function keysOf(table: GridTable, span: RowSpan): readonly (RowKey | null)[] {
  const keys: (RowKey | null)[] = []
  for (let row = span.first as number; row <= span.last; row += 1) {
    keys.push(table.source.keyAt(rowIndex(row)))
  }
  return keys
}
