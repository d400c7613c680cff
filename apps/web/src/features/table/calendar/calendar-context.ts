import type { CalendarSpan, Field, Hue, RecordId, ViewQuery } from '@plinth/domain'
import { createContext, useContext } from 'react'
import type { DayNo } from '../../../lib/days/days.ts'
import type { DayRange } from '../../../lib/days/spans.ts'
import type { Times, Timing, WallMs } from '../../../lib/days/stretch.ts'
import type { CalendarRecord } from './use-calendar-records.ts'
import type { EventDrag, EventDragging } from './use-event-drag.ts'

/** What the focus goes to when it is there: a record, or a day. */
export interface FocusTarget {
  readonly id?: RecordId
  readonly day: DayNo
}

/** What the parts of a calendar share. */
export interface CalendarScope {
  readonly start: Field
  readonly end: Field | null
  readonly color: Field | null
  readonly timing: Timing
  readonly isPhone: boolean
  readonly span: CalendarSpan
  readonly range: DayRange
  readonly today: DayNo
  readonly now: WallMs
  /** The day around which days are shown. */
  readonly anchor: DayNo
  /** The day that keys go from: one of those that are shown. */
  readonly cursor: DayNo
  setCursor(day: DayNo): void
  goTo(day: DayNo, span?: CalendarSpan): void
  /** In order; one that is dragged, where it would come. */
  readonly records: readonly CalendarRecord[]
  recordsOn(day: DayNo): readonly CalendarRecord[]
  /** Records of a day that are not read. */
  beyond(day: DayNo): number
  readonly isLoading: boolean
  readonly drag: EventDrag | null
  beginDrag: EventDragging['begin']
  /** Stores where a record stands; false: that is not allowed, and said. What the server refuses goes back. */
  put(id: RecordId, times: Times, onRefused?: () => void): boolean
  /** Puts a record without a date on the day that keys go from. */
  place(id: RecordId): void
  /** Makes a record on a day, at a minute of it; null: nobody makes one here. */
  readonly createOn: ((day: DayNo, minute?: number) => void) | null
  /** Can its end be put elsewhere? */
  readonly hasEnds: boolean
  queryOf(day: DayNo): Omit<ViewQuery, 'table'>
  wantFocus(target: FocusTarget): void
  /** Of a record: its colour, and what that colour says; `by`: a rule of the view, or the field of choices. */
  colorOf(
    record: Pick<CalendarRecord, 'row'>,
  ): { readonly hue: Hue; readonly label: string; readonly by: string; readonly isRule: boolean } | null
}

export const CalendarContext = createContext<CalendarScope | null>(null)

export function useCalendar(): CalendarScope {
  const calendar = useContext(CalendarContext)
  if (!calendar) throw new Error('useCalendar outside of a calendar')
  return calendar
}
