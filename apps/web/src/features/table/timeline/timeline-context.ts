import type { Field, RecordId, TimelineScale } from '@plinth/domain'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { ShownDates } from './shown-dates.ts'
import type { SpanFields } from './spans.ts'
import type { TimeAxis } from './time-axis.ts'
import type { TimeScroller } from './time-scroller.ts'
import type { BeginDrag } from './use-bar-drag.ts'

/** Start and end as the table has them. */
export interface TimelineFields extends SpanFields {
  readonly start: Field
  readonly end: Field | null
}

/** What the parts of a timeline share. */
export interface TimelineScope {
  readonly fields: TimelineFields
  readonly color: Field | null
  readonly scale: TimelineScale
  readonly time: TimeScroller
  /** The line as it is laid now. */
  readonly axis: TimeAxis
  readonly shown: ShownDates
  /** Names stand above the bars, not beside them. */
  readonly isNarrow: boolean
  /** Of the column of names; 0 where they stand above the bars. */
  readonly asidePx: number
  /** Of the heading. */
  readonly headPx: number
  beginDrag: BeginDrag
  /** Gives a record without dates those of an instant. */
  schedule(id: RecordId, instant: number): void
  /** Names of the records that have not ended when this one begins, though it comes after them. */
  tooEarlyFor(id: RecordId): readonly string[]
  /** The row's name takes the focus when it is there. */
  takeFocus(row: number): boolean
}

export const TimelineContext = createContext<TimelineScope | null>(null)

export function useTimeline(): TimelineScope {
  const timeline = useContext(TimelineContext)
  if (!timeline) throw new Error('useTimeline outside of a timeline')
  return timeline
}

/** Something of what is seen of time; drawn again when it is another. Answers that are no objects alone. */
export function useSeen<T extends string | number | boolean>(
  time: TimeScroller,
  look: (time: TimeScroller) => T,
): T {
  return useSyncExternalStore(time.subscribe, () => look(time))
}
