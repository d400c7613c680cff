import { useEffect, useSyncExternalStore } from 'react'

/** How many dialogs are open: on phones they rise from the bottom, where messages would lie over their buttons. */
let count = 0
const listeners = new Set<() => void>()

function add(change: number): void {
  count += change
  for (const listener of listeners) listener()
}

/** Counts a dialog for as long as it is open. */
export function useCountedDialog(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    add(1)
    return () => add(-1)
  }, [isOpen])
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Is a dialog open? */
export const useHasDialog = (): boolean => useSyncExternalStore(subscribe, () => count > 0)
