import { useEffect, useRef } from 'react'

/** The dialog's own return of the focus takes a frame or two; only then is it known to have failed. */
const settleMs = 100
/** One that fades away has the focus until it is gone. */
const mostTries = 10

/**
 * A dialog gives the focus back to what opened it. Where that is gone (an import replaces the page it began on), the focus
 * goes into the page that is there: in a table to the cell with the cursor, or to its grid.
 */
export function useFocusAfterDialogs(isOpen: boolean): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (!hasClosed) return
    let tries = 0
    const timer = setInterval(() => {
      tries += 1
      const focused = document.activeElement
      if (focused?.closest('[role=dialog], [role=alertdialog]') && tries < mostTries) return
      clearInterval(timer)
      if (focused !== document.body) return
      const main = document.getElementById('main')
      const cursor = main?.querySelector<HTMLElement>('[data-active]')
      // Steps are taken back from within the table alone.
      const place = cursor ?? main?.querySelector<HTMLElement>('[role=grid]') ?? main
      place?.focus({ preventScroll: true })
    }, settleMs)
    return () => clearInterval(timer)
  }, [isOpen])
}
