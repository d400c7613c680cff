import type { RecordId } from '@plinth/domain'
import type { Grid, RowKey } from '@plinth/grid'
import { useEffect, useRef } from 'react'

/**
 * The cursor goes along with the record that is open: keys typed after it is closed go into the one that was read last. When
 * it closes and left the focus nowhere, the cursor takes it.
 */
export function useOpenRecord(grid: Grid | null, id: RecordId | null): void {
  useEffect(() => {
    if (!grid || id === null) return
    grid.accompany(id as string as RowKey)
    // One that never came is not gone to once it is closed.
    return () => grid.accompany(null)
  }, [grid, id])
  const isOpen = id !== null
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) grid?.focus()
    wasOpen.current = isOpen
  }, [grid, isOpen])
}
