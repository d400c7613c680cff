import { useEffect, useRef } from 'react'

/** The dialog's own return of the focus takes a frame or two; only then is it known to have failed. */
const settleMs = 100
/** One that fades away has the focus until it is gone. */
const mostTries = 10

const dialogs = '[role=dialog], [role=alertdialog]'

/**
 * A dialog gives the focus back to what opened it. Where that is gone (an import replaces the page it began on), or stands
 * beside another page than before (a table was chosen in the palette), the focus goes into the page that is there: in a table
 * to the cell with the cursor, or to its grid.
 */
export function useFocusAfterDialogs(isOpen: boolean): void {
  const wasOpen = useRef(false)
  const openedAt = useRef('')
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen
    if (isOpen && !wasOpen.current) openedAt.current = location.pathname
    wasOpen.current = isOpen
    if (!hasClosed) return
    let tries = 0
    let nowhere = 0
    const timer = setInterval(() => {
      tries += 1
      const main = document.getElementById('main')
      const isLeaving = document.activeElement?.closest(dialogs) != null
      nowhere = document.activeElement === document.body ? nowhere + 1 : 0
      // Once, it may be on its way back still.
      const mayChange = isLeaving || isComing(main) || nowhere === 1
      if (mayChange && tries < mostTries) return
      clearInterval(timer)
      const hasMoved = location.pathname !== openedAt.current
      if (document.activeElement === document.body || (hasMoved && !isLeaving && isBeside(main))) enter(main)
    }, settleMs)
    return () => clearInterval(timer)
  }, [isOpen])
}

const isComing = (main: HTMLElement | null) =>
  main === null || main.querySelector('[aria-busy=true]') !== null

const isBeside = (main: HTMLElement | null) => main !== null && !main.contains(document.activeElement)

function enter(main: HTMLElement | null): void {
  const cursor = main?.querySelector<HTMLElement>('[data-active]')
  // Steps are taken back from within the table alone.
  const place = cursor ?? main?.querySelector<HTMLElement>('[role=grid]') ?? main
  place?.focus({ preventScroll: true })
}
