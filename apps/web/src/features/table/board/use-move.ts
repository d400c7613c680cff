import type { RecordId } from '@plinth/domain'
import { useCallback } from 'react'
import { tellStays, useMoveRefusals } from '../use-move-refusals.ts'
import type { BoardScope } from './board-context.ts'
import type { BoardMoves } from './use-board-moves.ts'
import type { Put } from './use-put.ts'
import type { RefusalOf } from './use-refusals.ts'

interface MoveOptions {
  readonly put: Put
  readonly moves: BoardMoves
  readonly refusalOf: RefusalOf
  /** Why the order is not made by hand; null: it is. */
  readonly fixed: string | null
  /** What was moved is to be seen. */
  openLane(lane: string): void
  readonly wantFocus: BoardScope['wantFocus']
}

/** Moves a record where that may be, and says why where it may not, however it was moved. */
export function useMove({
  put,
  moves,
  refusalOf,
  fixed,
  openLane,
  wantFocus,
}: MoveOptions): BoardScope['move'] {
  const { refuse, tellRefusal } = useMoveRefusals()
  const { forget } = moves
  return useCallback(
    (id, from, to, before) => {
      const isOther = from.stack !== to.stack || from.lane !== to.lane
      const values = put.valuesBetween(from, to)
      if (isOther && refuse(id, values)) return false
      const reason = isOther ? refusalOf(id, from, to) : fixed
      if (reason !== null) {
        tellStays(reason)
        return false
      }
      put.store(id, values, to, before)
      openLane(to.lane)
      tellRefusal(id, values, () => {
        if (hasFocus(id)) wantFocus(id, from)
        forget(id)
      })
      return true
    },
    [put, refuse, tellRefusal, refusalOf, fixed, openLane, wantFocus, forget],
  )
}

/** Whoever has gone on meanwhile is not called back. */
const hasFocus = (id: RecordId): boolean =>
  document.activeElement instanceof HTMLElement && document.activeElement.dataset['card'] === id
