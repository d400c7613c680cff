import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { type Column, gutterWidth } from './columns.ts'
import type { ListScroller } from './list-scroller.ts'
import type { GridCursor } from './use-grid-cursor.ts'

export interface GridFocus {
  /** The cursor has moved by the person's hand: scroll to it and put the focus there. */
  take(): void
}

/** Keeps the browser's focus on the cell with the cursor, and the cell in sight when the cursor moves. */
export function useGridFocus(options: {
  scrollElement: RefObject<HTMLElement | null>
  scroller: ListScroller
  columns: readonly Column[]
  cursor: GridCursor
  rowCount: number
}): GridFocus {
  const { scrollElement, scroller, columns, cursor, rowCount } = options
  const isWanted = useRef(false)
  const { row, col } = cursor.place

  useLayoutEffect(() => scroller.keepInSight(row >= 0 ? row : null), [scroller, row])

  // The row with the focus may be drawn anew elsewhere: then the focus goes along.
  const hasFocus = useRef(false)
  useEffect(() => {
    const element = scrollElement.current
    if (!element) return
    const onFocusIn = () => {
      hasFocus.current = true
    }
    const onFocusOut = (event: FocusEvent) => {
      const left = event.target as HTMLElement
      const to = event.relatedTarget as Node | null
      queueMicrotask(() => {
        if (left.isConnected && !element.contains(to)) hasFocus.current = false
      })
    }
    element.addEventListener('focusin', onFocusIn)
    element.addEventListener('focusout', onFocusOut)
    return () => {
      element.removeEventListener('focusin', onFocusIn)
      element.removeEventListener('focusout', onFocusOut)
    }
  }, [scrollElement])

  const putFocus = () => {
    const element = scrollElement.current
    const isLost = hasFocus.current && document.activeElement === document.body
    if (!element || !(isWanted.current || isLost)) return
    if (isWanted.current && row >= 0 && row <= rowCount) scroller.reveal(row)
    const column = columns[col - 1]
    if (isWanted.current && column) revealColumn(element, column, columns[0])
    const active = element.querySelector<HTMLElement>('[data-active]')
    const target = active?.querySelector<HTMLElement>(':is([data-focus], input[type=checkbox])') ?? active
    if (!target) return
    target.focus({ preventScroll: true })
    if (document.activeElement === target) isWanted.current = false
  }
  // After every drawing: the row may have to be drawn first.
  useLayoutEffect(putFocus)
  // A floating editor that has just closed keeps the grid inert until its own effects are undone; these run after them.
  useEffect(putFocus)

  const take = useCallback(() => {
    isWanted.current = true
    // The cursor may be there already: then nothing is drawn again, and the focus moves at once.
    const active = scrollElement.current?.querySelector<HTMLElement>('[data-active]')
    queueMicrotask(() => {
      if (isWanted.current && active?.isConnected) active.focus({ preventScroll: true })
    })
  }, [scrollElement])
  return useMemo(() => ({ take }), [take])
}

function revealColumn(element: HTMLElement, column: Column, primary: Column | undefined): void {
  if (column.isPrimary) {
    if (window.innerWidth < 768) element.scrollLeft = 0
    return
  }
  const frozen = window.innerWidth < 768 ? gutterWidth : gutterWidth + (primary?.width ?? 0)
  const right = column.left + column.width
  if (column.left - element.scrollLeft < frozen) element.scrollLeft = column.left - frozen
  else if (right - element.scrollLeft > element.clientWidth) element.scrollLeft = right - element.clientWidth
}
