import type { RecordId } from '@plinth/domain'
import type { RowWindow } from '@plinth/record-store'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { type RecordShown, useTable } from '../table-context.ts'
import { useNeighbours } from './use-neighbours.ts'

/**
 * Keys of an open record, wherever in it the focus is, or nowhere: to the records beside it, to the `other` way of showing it, and out. It takes the
 * focus when it opens, and when a step to another record has left it nowhere.
 */
export function useRecordKeys(
  root: RefObject<HTMLElement | null>,
  { id, rows, onClose, other }: { id: RecordId; rows: RowWindow; onClose: () => void; other: RecordShown },
): void {
  const { openRecord } = useTable()
  const { step } = useNeighbours(id, rows)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // A menu or a dialog that was pressed in leaves the focus nowhere once it is gone: then the open record is what keys are for.
    const isFor = event.target === document.body || root.current?.contains(event.target as Node)
    if (event.defaultPrevented || !isFor) return
    if (event.key === 'Escape') return onClose()
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.key === 'Enter') openRecord(id, other)
    else if (event.key === 'PageDown') step(1)
    else if (event.key === 'PageUp') step(-1)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    root.current?.focus()
    // Behind React, which listens where the app begins: what a field or a form has taken a key for, it has said by then.
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [root])
  useEffect(() => {
    if (id && (document.activeElement === null || document.activeElement === document.body))
      root.current?.focus()
  }, [root, id])
}
