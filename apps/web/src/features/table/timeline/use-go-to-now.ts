import type { FieldId, Result, ViewStats } from '@plinth/domain'
import type { RowWindow } from '@plinth/record-store'
import type { ListScroller } from '../cards/list-scroller.ts'
import { useTable } from '../table-context.ts'
import { rowsBeforeToday } from './rows-before-today.ts'
import type { TimeScroller } from './time-scroller.ts'

/** Goes to this moment, and to the rows that begin today where they stand in that order. */
export function useGoToNow(
  time: TimeScroller,
  window: RowWindow,
  scroller: ListScroller,
  start: FieldId,
): () => void {
  const { backend } = useTable()
  const bringRow = async (asked: Promise<Result<ViewStats>>) => {
    const answer = await asked
    const { rowCount } = window.snapshot()
    // Where it is not told, the rows stay where they are.
    if (answer.ok && rowCount > 0) scroller.bring(Math.min(answer.value.total, rowCount - 1))
  }
  return () => {
    time.show(Date.now())
    const above = rowsBeforeToday(window.query, start)
    if (!above) return
    void bringRow(backend.rows.stats(above, 'exact'))
  }
}
