import type { RecordId } from '@plinth/domain'
import type { Grid } from '@plinth/grid'
import type { RowWindow } from '@plinth/record-store'
import type { Column } from '../columns.ts'
import { useTable } from '../table-context.ts'
import { useRow } from '../use-table-session.ts'
import { ActiveCell } from './ActiveCell.tsx'
import type { EditingState } from './use-editing.ts'
import type { CursorState } from './use-grid-cursor.ts'
import { useGridState } from './use-grid-state.ts'

export interface CursorCellProps {
  readonly grid: Grid | null
  readonly cursor: CursorState
  readonly columns: readonly Column[]
  /** How many of the first columns stay while the others scroll. */
  readonly frozen: number
  readonly width: number
  readonly editing: EditingState
  /** It says for itself what of it is not stored. */
  readonly openRecord: RecordId | null
  readonly window: RowWindow
  /** How often Escape was pressed in the grid. */
  readonly escapes: number
}

/** Farther below, what is in the way is not covered: why a cell is refused takes so many pixels. */
const noteHeight = 160

/** What floats over the cell with the cursor, where there is something to float. */
export function CursorCell(props: CursorCellProps) {
  const { grid, cursor, columns, frozen, width, editing, openRecord, window, escapes } = props
  const { session } = useTable()
  const row = useRow(session, cursor.id)
  const { field, column } = cursor
  // Far down in a long table the body slides under its scroll bar: what stands in it goes along.
  const top = useGridState(grid, (shown) => (cursor.row === null ? null : shown.topOf(cursor.row)), null)
  const rowOf = (id: RecordId) => window.indexOf(id)
  const problem = (field && row?.problems.get(field.id)?.error) ?? row?.problem
  const inTheWay = (problem?.details?.inTheWay?.record ?? null) as RecordId | null
  const other = inTheWay === null ? null : rowOf(inTheWay)
  const way = useGridState(grid, (shown) => (other === null ? null : shown.topOf(other)), null)
  const shown = columns[column]
  if (!row || !field || !shown || top === null || !grid) return null
  const isRefused = row.problems.has(field.id) || (row.state === 'refused' && row.problem !== null)
  const hasNote = isRefused && row.id !== openRecord
  if (!hasNote && editing.now === null) return null
  const gap = way === null ? 0 : way - top
  return (
    <ActiveCell
      key={`${row.id} ${field.id}`}
      row={row}
      field={field}
      place={{ top, left: shown.left, width: shown.width, height: grid.rowHeight }}
      isFrozen={column < frozen}
      lineWidth={width}
      editText={editing.now?.text}
      onClose={editing.close}
      noteGap={gap > 0 && gap <= noteHeight ? gap : 0}
      rowOf={rowOf}
      escapes={escapes}
    />
  )
}
