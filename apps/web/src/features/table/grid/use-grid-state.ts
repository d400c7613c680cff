/** Something of the grid, read again when its selection changes, or where things stand in its body. */
import type { Grid } from '@plinth/grid'
import { useCallback, useSyncExternalStore } from 'react'

const nothing = () => () => undefined

/** `read` answers a value, or an object that is another one when it has changed; `none` is for while there is no grid. */
export function useGridState<T, N>(grid: Grid | null, read: (grid: Grid) => T, none: N): T | N {
  const subscribe = useCallback((listener: () => void) => grid?.subscribe(listener) ?? nothing(), [grid])
  return useSyncExternalStore(subscribe, () => (grid ? read(grid) : none))
}
