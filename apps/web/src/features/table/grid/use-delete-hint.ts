/**
 * Where no row is selected, the key that deletes records is the browser's, which makes the page smaller: who meant records is told how,
 * once while the table is open, so that nobody is told at each step of making the page smaller.
 */
import { type KeyboardEvent, useRef } from 'react'
import { toast } from '../../../ui/Toast.tsx'
import { useTable } from '../table-context.ts'

export function useDeleteHint(): (event: KeyboardEvent<HTMLElement>) => void {
  const { isReadOnly } = useTable()
  const isTold = useRef(false)
  return (event) => {
    const isMeant = event.key === '-' && (event.ctrlKey || event.metaKey) && !event.altKey
    const isAtCell = (event.target as HTMLElement).closest('[data-active]') !== null
    // What the grid acts on, it keeps from the browser.
    if (!isMeant || !isAtCell || event.defaultPrevented || isReadOnly || isTold.current) return
    isTold.current = true
    toast.info('No record is selected, so nothing is deleted', {
      description:
        'Select its row first, with Shift and Space or on its number. Then the same keys delete it.',
    })
  }
}
