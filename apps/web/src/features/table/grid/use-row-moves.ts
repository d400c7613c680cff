/** Records get another place in a view that is ordered by hand; where they cannot, the person is told why. */
import type { AppError, ViewId } from '@plinth/domain'
import { type Grid, rowSpans } from '@plinth/grid'
import type { RowWindow } from '@plinth/record-store'
import { useEffect } from 'react'
import { countOf } from '../../../lib/count-of.ts'
import { toast } from '../../../ui/Toast.tsx'
import { type Move, moveOf, rowAfterStep, whyFixed, whyTooMany } from '../row-order.ts'
import { useTable } from '../table-context.ts'
import { useView } from '../view/table-view.ts'

export interface RowMoves {
  /** May records of this view be moved? */
  readonly canMove: boolean
  /** What is selected before the row at a place. */
  move(grid: Grid, before: number): void
  /** What is selected past one neighbour. */
  shift(grid: Grid, by: -1 | 1): void
}

export function useRowMoves(window: RowWindow, tell: (words: string) => void): RowMoves {
  const { session } = useTable()
  const view = useView()
  const why = whyFixed(view)
  useEffect(() => session.onMoveStayed(tellStayed), [session])

  const store = async (id: ViewId, { records, before }: Move): Promise<void> => {
    const answer = await session.moveRecords(id, records, before)
    if (!answer.ok) toast.error(answer.error)
  }
  const move = (grid: Grid, before: number | null): void => {
    const spans = rowSpans(grid.table, grid.selection)
    const count = spans.reduce((sum, { first, last }) => sum + last - first + 1, 0)
    const fixed = why ?? whyTooMany(count)
    if (fixed !== null) return void toast.info('These records stay where they are', { description: fixed })
    const rows = { count: window.snapshot().rowCount, idAt: (row: number) => window.idAt(row) }
    const made = before === null ? null : moveOf(spans, before, rows)
    if (!made || !view.saved) return
    void store(view.saved.id, made)
    grid.focus()
    tell(`${countOf(made.records.length, 'record')} moved to row ${(made.to + 1).toLocaleString()}`)
  }
  return {
    canMove: why === null,
    move,
    shift: (grid, by) =>
      move(grid, rowAfterStep(rowSpans(grid.table, grid.selection), by, window.snapshot().rowCount)),
  }
}

/** Moved records did not get their place: why. */
export function tellStayed(error: AppError | null): void {
  if (error) toast.error(error)
  else toast.info('Somebody has moved these records since', { description: 'They stay where they are.' })
}
