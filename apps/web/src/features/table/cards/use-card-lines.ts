import { LineLayout } from '@plinth/grid'
import {
  type GroupsSnapshot,
  isSameButClosed,
  type RowWindow,
  type WindowSnapshot,
} from '@plinth/record-store'
import {
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useSnapshot } from '../use-table-session.ts'
import { ListScroller, type ListView } from './list-scroller.ts'

/** A group with its rows below; `path` is null for those that are too many to have headings. */
export interface CardGroup
  extends Pick<GroupsSnapshot['groups'][number], 'key' | 'depth' | 'firstRow' | 'count' | 'linked'> {
  readonly path: GroupsSnapshot['groups'][number]['path'] | null
  readonly isCollapsed: boolean
}

interface Heights {
  readonly card: number
  readonly heading: number
  /** Below the last line. */
  readonly after: number
  /** Of the scroller, covered at its top by what does not scroll along. */
  readonly covered?: number
}

export interface CardLines {
  readonly scroller: ListScroller
  readonly lines: LineLayout<CardGroup>
  readonly view: ListView
  readonly snapshot: WindowSnapshot
}

/** Cards and the headings above them: what is seen is loaded, and stays in sight when rows move. */
export function useCardLines(
  window: RowWindow,
  element: RefObject<HTMLElement | null>,
  { card, heading, after, covered = 0 }: Heights,
): CardLines {
  const [scroller] = useState(() => new ListScroller())
  const snapshot = useSnapshot(window)
  const groups = useGroups(window)
  const { rowCount, shift } = snapshot
  const lines = useMemo(
    () => new LineLayout({ rowCount, rowHeight: card, groups, headingHeight: heading, addRowHeight: 0 }),
    [rowCount, groups, card, heading],
  )
  const last = useRef({ window, shift: 0 })

  useLayoutEffect(() => {
    const known = last.current
    if (known.window === window) scroller.moveLines(lines, after, shift - known.shift)
    else {
      scroller.setLines(lines, after)
      // A heading that is pressed stays where it is.
      if (!isSameButClosed(known.window.query, window.query)) scroller.toTop()
    }
    last.current = { window, shift }
  }, [scroller, lines, after, window, shift])

  useEffect(
    () => (element.current ? scroller.attach(element.current, covered) : undefined),
    [scroller, element, covered],
  )

  useEffect(() => {
    const tell = () => {
      const { seenFirst, seenLast } = scroller.view()
      window.setViewport(seenFirst, seenLast)
    }
    tell()
    return scroller.subscribe(tell)
  }, [scroller, window])

  const view = useSyncExternalStore(scroller.subscribe, scroller.view)
  return { scroller, lines, view, snapshot }
}

const never = () => () => undefined
const none: readonly CardGroup[] = []

function useGroups({ figures: { groups } }: RowWindow): readonly CardGroup[] {
  const known = useSyncExternalStore(groups?.subscribe ?? never, () => groups?.snapshot() ?? null)
  return useMemo(() => (known ? cardGroups(known) : none), [known])
}

function cardGroups({ groups, shown, beyond }: GroupsSnapshot): readonly CardGroup[] {
  if (beyond === 0) return groups
  const further = { key: 'further', depth: 0, firstRow: shown, count: beyond, linked: null }
  return [...groups, { ...further, path: null, isCollapsed: false }]
}
