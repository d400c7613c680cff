/** What a press on a column's heading makes of a selection. The cursor comes to a row in sight: nothing scrolls. */
import type { GridSelection } from '../model/selection.ts'
import { selectColumns, toggleColumn } from './choose.ts'
import { type CellPlace, cellRefAt, clampRow, columnOf, type GridTable, rowOf } from './place.ts'

/** `extend`: from the column with the cursor to this one; `toggle`: beside the others, or no more. */
export type ColumnChoice = 'only' | 'extend' | 'toggle'

export function chooseColumn(
  table: GridTable,
  selection: GridSelection,
  { place, how }: { readonly place: CellPlace; readonly how: ColumnChoice },
): GridSelection {
  if (table.source.rowCount === 0) return selection
  const { chosen, cursor } = selection
  const from = cursor === null ? null : columnOf(table, cursor.column)
  const row = cursor === null ? null : rowOf(table, cursor)
  if (how === 'extend' && from !== null && row !== null) {
    return { ...selectColumns(table, from, place.column), cursor, stop: 'cell' }
  }
  const there = cellRefAt(table, { ...place, row: clampRow(table, place.row) })
  if (there === null) return selection
  if (how === 'toggle' && chosen.kind === 'columns') {
    const toggled = toggleColumn(table, selection, place.column)
    // Without the last one, what is left is a cell.
    if (toggled.chosen.kind === 'columns' && toggled.chosen.columns.length > 0) {
      return { ...toggled, cursor: there, stop: 'cell' }
    }
    return {
      cursor: there,
      stop: 'cell',
      chosen: { kind: 'cells', ranges: [{ anchor: there, focus: there }] },
    }
  }
  return { ...selectColumns(table, place.column, place.column), cursor: there }
}

/** The columns that are chosen as a whole, in their order. */
export function chosenColumns(table: GridTable, { chosen }: GridSelection): readonly number[] {
  if (chosen.kind !== 'columns') return []
  return chosen.columns
    .map((key) => columnOf(table, key) as number | null)
    .filter((at) => at !== null)
    .toSorted((a, b) => a - b)
}
