/** Where the grid's cursor stands, for what floats over it. */
import type { Field, RecordId } from '@plinth/domain'
import { type Grid, placeOf } from '@plinth/grid'
import type { RowWindow } from '@plinth/record-store'
import { useEffect } from 'react'
import type { Column } from '../columns.ts'
import { useGridState } from './use-grid-state.ts'

export interface CursorState {
  /** Null where no record is, or none is known yet. */
  readonly id: RecordId | null
  readonly field: Field | null
  readonly row: number | null
  /** −1: the gutter. */
  readonly column: number
}

export function useGridCursor(grid: Grid | null, window: RowWindow, columns: readonly Column[]): CursorState {
  // A new object with each change of the selection, or of what stands where.
  const selection = useGridState(grid, ({ selection }) => selection, null)
  const place = grid && selection ? placeOf(grid.table, selection.cursor) : null
  const isOnRow = selection !== null && (selection.stop === 'cell' || selection.stop === 'gutter')
  const id = place && isOnRow ? window.idAt(place.row) : null
  const column = place === null || selection?.stop === 'gutter' ? -1 : place.column

  useEffect(() => window.setCursor(id), [window, id])
  useEffect(() => () => window.setCursor(null), [window])
  return {
    id,
    column,
    row: place && isOnRow ? place.row : null,
    field: id === null ? null : (columns[column]?.field ?? null),
  }
}
