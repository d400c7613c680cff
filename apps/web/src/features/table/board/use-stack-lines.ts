import { LineLayout } from '@plinth/grid'
import type { RowWindow } from '@plinth/record-store'
import {
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { ListScroller, type ListView } from '../cards/list-scroller.ts'
import type { StackRows } from './stack-rows.ts'

/** Pixels below the last card. */
const afterPx = 8
/** Several stacks are drawn at once: of each, few cards beyond what is seen. */
const overscan = 3

export interface StackLines {
  readonly scroller: ListScroller
  readonly lines: LineLayout<never>
  readonly view: ListView
}

/** The cards of a stack, all of one height: what is seen is loaded, and stays in sight when cards come and go. */
export function useStackLines(
  window: RowWindow,
  rows: StackRows,
  element: RefObject<HTMLElement | null>,
  cardPx: number,
): StackLines {
  const [scroller] = useState(() => new ListScroller(overscan))
  const { count } = rows
  const lines = useMemo(
    () =>
      new LineLayout<never>({
        rowCount: count,
        rowHeight: cardPx,
        groups: [],
        headingHeight: 0,
        addRowHeight: 0,
      }),
    [count, cardPx],
  )
  const { shift } = window.snapshot()
  const last = useRef({ window, shift: 0 })
  useLayoutEffect(() => {
    const known = last.current
    if (known.window === window) scroller.moveLines(lines, afterPx, shift - known.shift)
    else {
      scroller.setLines(lines, afterPx)
      scroller.toTop()
    }
    last.current = { window, shift }
  }, [scroller, lines, window, shift])
  useEffect(() => (element.current ? scroller.attach(element.current) : undefined), [scroller, element])
  useEffect(() => {
    const tell = () => {
      const { seenFirst, seenLast } = scroller.view()
      window.setViewport(...rows.windowSpan(seenFirst, seenLast))
    }
    tell()
    return scroller.subscribe(tell)
  }, [scroller, window, rows])
  const view = useSyncExternalStore(scroller.subscribe, scroller.view)
  return { scroller, lines, view }
}
