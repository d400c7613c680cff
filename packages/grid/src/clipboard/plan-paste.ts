/** Which cell of what was copied goes where. */
import type { Rectangle } from '../select/place.ts'
import { type ColumnIndex, columnIndex, type RowIndex, rowIndex } from '../units.ts'

interface BlockSize {
  readonly rows: number
  readonly columns: number
}

/** How large the table is, new rows not counted; unless it is told otherwise it can grow by rows. */
interface PasteRoom extends BlockSize {
  readonly canAddRows?: boolean
}

interface PastedCell {
  readonly row: RowIndex
  readonly column: ColumnIndex
  /** The place in what was copied. */
  readonly from: { readonly row: number; readonly column: number }
}

export interface PastePlan {
  /** What is written, new rows included; null where nothing has a place. */
  readonly area: Rectangle | null
  /** The last so many rows of the area are new. */
  readonly newRows: number
  /** Cells that have no place: beyond the last column, or below the last row where none can be added. */
  readonly leftOut: number
  /** Row by row. Made when asked for: a plan for a column of a million rows is small without them. */
  readonly cells: readonly PastedCell[]
}

/**
 * A block is repeated where the selection is a whole multiple of it, and so a single cell fills any selection; else it is
 * written once, from the corner, as large as it is.
 */
export function planPaste(block: BlockSize, selection: Rectangle, room: PasteRoom): PastePlan {
  const { top, left } = selection
  const selected = { rows: selection.bottom - top + 1, columns: selection.right - left + 1 }
  const isRepeated = selected.rows % block.rows === 0 && selected.columns % block.columns === 0
  const wanted = isRepeated ? selected : block
  const rowsThere = Math.max(0, room.rows - top)
  const rows = room.canAddRows === false ? Math.min(wanted.rows, rowsThere) : wanted.rows
  const columns = Math.max(0, Math.min(wanted.columns, room.columns - left))
  const placed = rows * columns
  const bottom = rowIndex(top + rows - 1)
  const right = columnIndex(left + columns - 1)
  return {
    area: placed === 0 ? null : { top, left, bottom, right },
    newRows: placed === 0 ? 0 : Math.max(0, rows - rowsThere),
    leftOut: wanted.rows * wanted.columns - placed,
    get cells() {
      return Array.from({ length: placed }, (_, order) => {
        const [row, column] = [Math.floor(order / columns), order % columns]
        return {
          row: rowIndex(top + row),
          column: columnIndex(left + column),
          from: { row: row % block.rows, column: column % block.columns },
        }
      })
    },
  }
}
