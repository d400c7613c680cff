import { useEffect, useRef } from 'react'

/** The dialog's own return of the focus takes a frame or two; only then is it known to have failed. */
const settleMs = 100

/**
 * A dialog gives the focus back to what opened it. Where that is gone (an import replaces the page it began on), the focus
 * goes into the page that is there: to the cell with the cursor in a table.
 */
export function useFocusAfterDialogs(isOpen: boolean): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (!hasClosed) return
    const timer = setTimeout(() => {
      if (document.activeElement !== document.body) return
      const main = document.getElementById('main')
      const cursor = main?.querySelector<HTMLElement>('[data-active]')
      ;(cursor ?? main)?.focus({ preventScroll: true })
    }, settleMs)
    return () => clearTimeout(timer)
  }, [isOpen])
}
