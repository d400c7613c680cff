/* oxlint-disable jsx-a11y/prefer-tag-over-role -- days share the height that there is, which table elements do not allow */
/** Weeks of days, with what stands on them: a month, or one week of a table whose records have no times of day. */
import { useRef } from 'react'
import { type DayNo, daysFrom, daysPerWeek, isoWeek, isWeekend } from '../../../lib/days/days.ts'
import { inLanes } from '../../../lib/days/lanes.ts'
import { weekdayName } from '../../../lib/days/time-words.ts'
import { withText } from '../../../lib/text-size.ts'
import { useHeightOf } from '../../../lib/use-height-of.ts'
import { cx } from '../../../ui/cx.ts'
import { useTable } from '../table-context.ts'
import { useCalendar } from './calendar-context.ts'
import { DayCell } from './DayCell.tsx'

/** Pixels of a record with the gap below it, and of the number above them. */
export const lanePx = withText(24)
const headPx = withText(30)
const leastLanes = 2

export function MonthGrid({ weeks, label }: { weeks: readonly DayNo[]; label: string }) {
  const { values } = useTable()
  const { isPhone, range } = useCalendar()
  const hasWeeks = useWeekNumbers()
  const body = useRef<HTMLDivElement>(null)
  const height = useHeightOf(body)
  const room = Math.max(leastLanes, Math.floor((height / weeks.length - headPx) / lanePx))
  return (
    <div role="grid" aria-label={label} className="flex min-h-0 flex-1 flex-col bg-surface">
      <div role="row" className="flex shrink-0 border-b border-line bg-page">
        {hasWeeks && (
          <span role="columnheader" className="w-8 shrink-0">
            <span className="sr-only">Week</span>
          </span>
        )}
        {daysFrom(range.first, daysPerWeek).map((day) => (
          <span
            key={day}
            role="columnheader"
            aria-label={weekdayName(day, values.locale, 'long')}
            className={cx(
              'min-w-0 flex-1 truncate px-2 py-1.5 text-xs font-medium text-ink-muted max-sm:px-0 max-sm:text-center',
            )}
          >
            {weekdayName(day, values.locale, isPhone ? 'narrow' : 'short')}
          </span>
        ))}
      </div>
      <div ref={body} data-scrolls className="scroll-thin flex min-h-0 flex-1 flex-col overflow-y-auto">
        {weeks.map((week) => (
          <WeekRow key={week} first={week} room={room} />
        ))}
      </div>
    </div>
  )
}

/** Weeks have numbers where they begin with a Monday: by ISO 8601 those of other weeks would be of parts of two. */
function useWeekNumbers(): boolean {
  const { weekStart } = useTable()
  const { isPhone } = useCalendar()
  return weekStart === 1 && !isPhone
}

function WeekRow({ first, room }: { first: DayNo; room: number }) {
  const { records, isPhone, beyond } = useCalendar()
  const hasWeeks = useWeekNumbers()
  const bars = records.map((record) => ({
    id: record,
    first: record.stretch.first,
    last: record.stretch.last,
  }))
  const { bars: placed, hidden } = inLanes(
    bars,
    { first, days: daysPerWeek, hasMore: (day) => beyond(day) > 0 },
    room,
  )
  return (
    <div
      role="row"
      data-week
      className="flex flex-1 border-b border-line last:border-b-0"
      style={{ minHeight: isPhone ? withText(52) : headPx + leastLanes * lanePx }}
    >
      {hasWeeks && (
        <span
          role="rowheader"
          className="tabular w-8 shrink-0 border-r border-line bg-page pt-2 text-center text-xs text-ink-faint"
        >
          <span className="sr-only">Week </span>
          {isoWeek(first)}
        </span>
      )}
      {daysFrom(first, daysPerWeek).map((day, at) => (
        <DayCell
          key={day}
          day={day}
          bars={placed.filter(({ from }) => from === at)}
          hidden={hidden[at] ?? 0}
          room={room}
          isTinted={isWeekend(day)}
        />
      ))}
    </div>
  )
}
