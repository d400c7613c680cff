/** What keys do with the record that has the cursor, in a gallery as in a list. */
import type { RecordId } from '@plinth/domain'
import type { RowWindow } from '@plinth/record-store'
import type { KeyboardEvent } from 'react'
import { useTable } from '../table-context.ts'
import { type CardMenuPlace, menuBelow } from './CardMenu.tsx'

interface CardKeysInput {
  readonly window: RowWindow
  onMenu(place: CardMenuPlace): void
  /** Moves a record by so many places. */
  onShift(id: RecordId, by: number): void
  /** How many places one row up or down is. */
  readonly columns: number
}

export function useCardKeys({ window, onMenu, onShift, columns }: CardKeysInput) {
  const { session, askDelete, refuseEdit } = useTable()
  const shifts: Readonly<Record<string, number>> = {
    ArrowUp: -columns,
    ArrowDown: columns,
    ...(columns > 1 ? { ArrowLeft: -1, ArrowRight: 1 } : {}),
  }
  return (event: KeyboardEvent<HTMLElement>, id: RecordId | null): void => {
    const row = id === null ? null : session.store.get(id)
    if (id === null || !row) return
    const { key, altKey, shiftKey, ctrlKey, metaKey } = event
    const isPlain = !altKey && !ctrlKey && !metaKey
    const by = altKey && shiftKey ? shifts[key] : undefined
    if (by !== undefined) onShift(id, by)
    else if (isPlain && (key === 'ContextMenu' || (shiftKey && key === 'F10'))) {
      onMenu(menuBelow(id, event.target as Element))
    } else if (isPlain && !shiftKey && key === 'Delete') {
      if (!refuseEdit(row)) askDelete([id])
    } else if (isPlain && key === 'Escape' && window.isHeld(id)) window.release(id)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
}
