import type { RecordId, TimelineScale } from '@plinth/domain'
import type { RowWindow, TableSession } from '@plinth/record-store'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { useTable } from '../table-context.ts'
import { useView } from '../view/table-view.ts'
import { shapeOf } from './scales.ts'
import { type SpanFields, spanOf } from './spans.ts'
import { readPlace, writePlace } from './stored-place.ts'
import { TimeScroller } from './time-scroller.ts'

/** Rows among which one in sight is looked for when a timeline is opened for the first time. */
const lookedRows = 50
/** Where the first of them comes to stand then, as a share of what is seen. */
const firstShare = 0.1

interface TimeOptions {
  readonly element: RefObject<HTMLElement | null>
  readonly window: RowWindow
  readonly fields: SpanFields
  readonly scale: TimelineScale
  readonly asidePx: number
  readonly headPx: number
}

/** Time as it is scrolled: it begins where somebody looked last, else today, or where the first records are when none of them is near that. */
export function useTime({ element, window, fields, scale, asidePx, headPx }: TimeOptions): TimeScroller {
  const { session, me, table } = useTable()
  const { saved } = useView()
  const view = saved?.id ?? table.id
  const { msPerPx } = shapeOf(scale)
  const [stored] = useState(() => readPlace(me, view))
  const [time] = useState(() => new TimeScroller(stored ?? Date.now() - 250 * msPerPx, msPerPx))
  useLayoutEffect(() => time.zoom(msPerPx), [time, msPerPx])
  useEffect(() => time.onRest((instant) => writePlace(me, view, instant)), [time, me, view])
  useLayoutEffect(() => {
    if (!element.current) return undefined
    return time.attach(element.current, { asidePx, headPx })
  }, [time, element, asidePx, headPx])
  useEffect(() => {
    if (stored !== null) return undefined
    const look = () => {
      if (showFirst(time, window, session, fields)) stop()
    }
    const stop = window.subscribe(look)
    look()
    return stop
  }, [time, window, session, fields, stored])
  return time
}

/** Goes to the first records where none of them is in sight; answers false while there are none to look at. */
function showFirst(
  time: TimeScroller,
  window: RowWindow,
  session: TableSession,
  fields: SpanFields,
): boolean {
  const { rowCount, idAt } = window.snapshot()
  const ids = Array.from({ length: Math.min(rowCount, lookedRows) }, (_, row) => idAt(row))
  const spans = ids
    .filter((id): id is RecordId => id !== null)
    .flatMap((id) => spanOf(session.store.get(id)?.values ?? {}, fields) ?? [])
  const [first] = spans
  if (!first) return false
  const [from, to] = time.seen()
  if (!spans.some((span) => span.to > from && span.from < to)) time.show(first.from, firstShare)
  return true
}
