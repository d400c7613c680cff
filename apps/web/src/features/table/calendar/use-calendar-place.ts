/** Where one looks in a calendar: in the address, so that a link leads there; else today, as the view is laid out. */
import { type CalendarSpan, calendarSpans } from '@plinth/domain'
import { useCallback } from 'react'
import { type DayNo, dayOf, isoOf } from '../../../lib/days/days.ts'
import { dayAt, type WallMs } from '../../../lib/days/stretch.ts'
import { useWallClock } from '../../../lib/days/use-wall-clock.ts'
import { phoneQuery, useMedia } from '../../../lib/use-media.ts'
import { useTable } from '../table-context.ts'
import { useView } from '../view/table-view.ts'

export interface CalendarPlace {
  readonly day: DayNo
  readonly span: CalendarSpan
  readonly today: DayNo
  /** What the clocks of the base show. */
  readonly now: WallMs
  goTo(day: DayNo, span?: CalendarSpan): void
}

export function useCalendarPlace(): CalendarPlace {
  const { place, lookAt, config } = useView()
  const { values } = useTable()
  const isPhone = useMedia(phoneQuery)
  const now = useWallClock(values.timeZone)
  const today = dayAt(now)
  // Where there is little room a list of days says most.
  const usual: CalendarSpan = isPhone ? 'agenda' : (config.settings.span ?? 'month')
  const span = calendarSpans.find((one) => one === place.span) ?? usual
  const goTo = useCallback(
    (day: DayNo, next: CalendarSpan = span) => {
      const isPlain = day === today
      lookAt({ day: isPlain ? undefined : isoOf(day), span: next === usual ? undefined : next })
    },
    [lookAt, span, usual, today],
  )
  return { day: dayOf(place.day ?? '') ?? today, span, today, now, goTo }
}
