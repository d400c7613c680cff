import type { Grid } from '@plinth/grid'
import { useEffect, useRef } from 'react'

/**
 * Brings the focus back to the cursor when something that floated over it has closed. What has just closed keeps the grid
 * out of reach until its own effects are undone: so it is tried at once, and again after them.
 */
export function useFocusBack(grid: Grid | null): () => void {
  const isWanted = useRef(false)
  useEffect(() => {
    if (!isWanted.current || !grid) return
    grid.focus()
    if (grid.hasFocus) isWanted.current = false
  })
  return () => {
    isWanted.current = true
    grid?.focus()
  }
}
