import type { RecordId } from '@plinth/domain'
import type { RowWindow } from '@plinth/record-store'
import { useCallback, useRef, useState } from 'react'

export interface RowFocus {
  /** The row that Tab comes to: the one that had the focus last, or else the first that is drawn. */
  isStop(row: number, drawn: readonly number[]): boolean
  /** The row's name takes the focus when it is there. */
  want(row: number): void
  /** Is it this one that was waited for? It waits no more then. */
  take(row: number): boolean
  /** This record has the focus now, or none of them. */
  note(id: RecordId | null): void
}

/** One of the rows is a stop of the Tab key; from there keys go on. */
export function useRowFocus(window: RowWindow): RowFocus {
  const wanted = useRef<number | null>(null)
  const [stop, setStop] = useState<RecordId | null>(null)
  const note = useCallback(
    (id: RecordId | null) => {
      if (id === null) return
      setStop(id)
      window.setCursor(id)
    },
    [window],
  )
  const take = useCallback((row: number) => {
    if (wanted.current !== row) return false
    wanted.current = null
    return true
  }, [])
  return {
    isStop(row, drawn) {
      const at = stop === null ? null : window.indexOf(stop)
      return row === (at !== null && drawn.includes(at) ? at : drawn[0])
    },
    want(row) {
      wanted.current = row
      const id = window.idAt(row)
      if (id !== null) setStop(id)
    },
    take,
    note,
  }
}
