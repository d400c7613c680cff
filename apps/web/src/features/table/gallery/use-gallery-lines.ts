import { LineLayout } from '@plinth/grid'
import type { RowWindow, WindowSnapshot } from '@plinth/record-store'
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
import { useSnapshot } from '../use-table-session.ts'
import { cardsIn, type GalleryLayout, gapPx, rowNow, rowsOf } from './gallery-layout.ts'

/** Pixels below the last row. */
const afterPx = 12
/** Rows of cards are high: few are drawn beyond what is seen. */
const overscan = 2

export interface GalleryLines {
  readonly scroller: ListScroller
  readonly lines: LineLayout<never>
  readonly view: ListView
  readonly snapshot: WindowSnapshot
}

/** Rows of cards: what is seen is loaded, and stays in sight when cards come and go, or more of them fit side by side. */
export function useGalleryLines(
  window: RowWindow,
  element: RefObject<HTMLElement | null>,
  { columns, heightPx }: GalleryLayout,
): GalleryLines {
  const [scroller] = useState(() => new ListScroller(overscan))
  const snapshot = useSnapshot(window)
  const { rowCount, shift } = snapshot
  const rowCountOfCards = rowsOf(rowCount, columns)
  const rowHeight = heightPx + gapPx
  const lines = useMemo(
    () =>
      new LineLayout<never>({
        rowCount: rowCountOfCards,
        rowHeight,
        groups: [],
        headingHeight: 0,
        addRowHeight: 0,
      }),
    [rowCountOfCards, rowHeight],
  )
  const last = useRef({ window, shift: 0, columns })
  useLayoutEffect(() => {
    const known = last.current
    const moved = shift - known.shift
    last.current = { window, shift, columns }
    if (known.window !== window) {
      scroller.setLines(lines, afterPx)
      scroller.toTop()
    } else if (moved === 0 && known.columns === columns) {
      scroller.moveLines(lines, afterPx, 0)
    } else {
      const row = scroller.topRow()
      scroller.layAnew(lines, afterPx, rowNow({ row, columns: known.columns }, moved, columns))
    }
  }, [scroller, lines, window, shift, columns])
  useEffect(() => (element.current ? scroller.attach(element.current) : undefined), [scroller, element])
  useEffect(() => {
    const tell = () => {
      const { seenFirst, seenLast } = scroller.view()
      const { first, last } = cardsIn({ first: seenFirst, last: seenLast }, columns, rowCount)
      window.setViewport(first, Math.max(first, last))
    }
    tell()
    return scroller.subscribe(tell)
  }, [scroller, window, columns, rowCount])
  const view = useSyncExternalStore(scroller.subscribe, scroller.view)
  return { scroller, lines, view, snapshot }
}
