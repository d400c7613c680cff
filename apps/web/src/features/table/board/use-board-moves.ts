/** Cards that were put into other stacks a moment ago: they stand there until the server has told of it. */
import type { FieldId, RecordId } from '@plinth/domain'
import type { TableSession } from '@plinth/record-store'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { StackPlace } from './use-card-drag.ts'

export interface BoardMove {
  readonly id: RecordId
  readonly to: StackPlace
  readonly before: RecordId | null
}

/** After it is stored a move is shown for so long at most: by then the stacks have been read again. */
const shownMs = 4_000

export interface BoardMoves {
  readonly list: readonly BoardMove[]
  note(move: BoardMove): void
  /** It stays where it was. */
  forget(id: RecordId): void
}

export function useBoardMoves(session: TableSession, fields: readonly FieldId[]): BoardMoves {
  const [list, setList] = useState<readonly BoardMove[]>([])
  const ids = useMemo(() => list.map(({ id }) => id), [list])
  const pending = usePending(session, ids, fields)
  useEffect(() => {
    const stored = list.filter(({ id }) => !pending.includes(id))
    if (stored.length === 0) return undefined
    const timer = setTimeout(() => setList((now) => now.filter((move) => !stored.includes(move))), shownMs)
    return () => clearTimeout(timer)
  }, [list, pending])
  const note = useCallback(
    (move: BoardMove) => setList((now) => [...now.filter(({ id }) => id !== move.id), move]),
    [],
  )
  const forget = useCallback((id: RecordId) => setList((now) => now.filter((move) => move.id !== id)), [])
  return useMemo(() => ({ list, note, forget }), [list, note, forget])
}

/** Which of these records have values of these fields on their way. Told again whenever one of the records changes. */
function usePending(session: TableSession, ids: readonly RecordId[], fields: readonly FieldId[]): string {
  const { store } = session
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = ids.map((id) => store.subscribe(id, listener))
      return () => {
        for (const stop of stops) stop()
      }
    },
    [store, ids],
  )
  return useSyncExternalStore(subscribe, () =>
    ids
      .filter((id) => fields.some((field) => store.get(id)?.pending.has(field)))
      .map((id) => `${id} ${JSON.stringify(fields.map((field) => store.get(id)?.values[field]))}`)
      .join('|'),
  )
}
