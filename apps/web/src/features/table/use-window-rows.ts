import type { RowWindow, WindowSnapshot } from '@plinth/record-store'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { ListScroller, type ListShape, type ListView } from './list-scroller.ts'
import { useSnapshot } from './use-table-session.ts'

export interface WindowRows {
  readonly scroller: ListScroller
  readonly view: ListView
  readonly snapshot: WindowSnapshot
}

/** Ties a scroller to a window of rows: what is seen is loaded, and stays in sight when rows move. */
export function useWindowRows(
  window: RowWindow,
  element: RefObject<HTMLElement | null>,
  shape: Omit<ListShape, 'rowCount'>,
): WindowRows {
  const [scroller] = useState(() => new ListScroller())
  const snapshot = useSnapshot(window)
  const { rowCount, shift } = snapshot
  const { rowHeight, before, after } = shape
  const lastShift = useRef({ window, shift: 0 })

  useLayoutEffect(() => {
    scroller.setShape({ rowHeight, before, after, rowCount })
  }, [scroller, rowHeight, before, after, rowCount])

  useLayoutEffect(() => {
    const known = lastShift.current
    if (known.window === window) scroller.shiftBy(shift - known.shift)
    else scroller.toTop()
    lastShift.current = { window, shift }
  }, [scroller, window, shift])

  useEffect(() => (element.current ? scroller.attach(element.current) : undefined), [scroller, element])

  useEffect(() => {
    const tell = () => {
      const { seenFirst, seenLast } = scroller.view()
      window.setViewport(seenFirst, seenLast)
    }
    tell()
    return scroller.subscribe(tell)
  }, [scroller, window])

  const view = useSyncExternalStore(scroller.subscribe, scroller.view)
  return { scroller, view, snapshot }
}
