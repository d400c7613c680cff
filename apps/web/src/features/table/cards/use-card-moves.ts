/** Cards and lines get another place in a view that is ordered by hand, by keys and menu; where they cannot, the person is told why. */
import type { RecordId } from '@plinth/domain'
import type { RowWindow } from '@plinth/record-store'
import { useEffect } from 'react'
import { toast } from '../../../ui/Toast.tsx'
import { tellStayed } from '../grid/use-row-moves.ts'
import { moveOf, whyFixed } from '../row-order.ts'
import { useTable } from '../table-context.ts'
import { useView } from '../view/table-view.ts'

export interface CardMoves {
  readonly canMove: boolean
  /** A record so many places further; below 0: back. */
  shift(id: RecordId, by: number): void
}

export function useCardMoves(window: RowWindow): CardMoves {
  const { session } = useTable()
  const view = useView()
  const why = whyFixed(view)
  useEffect(() => session.onMoveStayed(tellStayed), [session])

  const store = async (id: RecordId, by: number) => {
    const { rowCount: count, idAt, indexOf } = window.snapshot()
    const row = indexOf(id)
    if (row === null || !view.saved) return
    const to = Math.max(0, Math.min(row + by, count - 1))
    const move = moveOf([{ first: row, last: row }], to < row ? to : to + 1, { count, idAt })
    if (!move) return
    const answer = await session.moveRecords(view.saved.id, move.records, move.before)
    if (!answer.ok) toast.error(answer.error)
  }
  return {
    canMove: why === null,
    shift(id, by) {
      if (why !== null) return void toast.info('This record stays where it is', { description: why })
      void store(id, by)
    },
  }
}
