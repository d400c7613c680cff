/* oxlint-disable jsx-a11y/prefer-tag-over-role -- days share the height that there is, which table elements do not allow */
/** Days beside one another by their hours, with what takes days above them. */
import { useEffect, useMemo, useRef } from 'react'
import { dayMs } from '../../../lib/days/civil-time.ts'
import { type DayNo, daysFrom, isoOf, isWeekend, monthOf } from '../../../lib/days/days.ts'
import { inLanes } from '../../../lib/days/lanes.ts'
import { hourText, weekdayName } from '../../../lib/days/time-words.ts'
import { withText } from '../../../lib/text-size.ts'
import { cx } from '../../../ui/cx.ts'
import { useTable } from '../table-context.ts'
import { useCalendar } from './calendar-context.ts'
import { useDayLabel } from './DayCell.tsx'
import { DayPopover } from './DayPopover.tsx'
import { EventChip } from './EventChip.tsx'
import { HourColumn, hourPx } from './HourColumn.tsx'
import { lanePx } from './MonthGrid.tsx'
import type { CalendarRecord } from './use-calendar-records.ts'

const stripRoom = 4
const firstHour = 7

export function TimeGrid({ label }: { label: string }) {
  const { range, records } = useCalendar()
  const days = useMemo(() => daysFrom(range.first, range.last - range.first + 1), [range])
  const scroller = useRef<HTMLDivElement>(null)
  useStartOfDay(scroller)
  return (
    <div role="grid" data-week aria-label={label} className="flex min-h-0 flex-1 flex-col bg-surface">
      <DayHeads days={days} />
      <AllDayStrip days={days} records={records.filter((record) => !isOfHours(record))} />
      <div
        ref={scroller}
        data-scrolls
        className="scroll-thin relative min-h-0 flex-1 overflow-y-auto [scrollbar-gutter:stable]"
      >
        <div role="row" className="flex" style={{ height: 24 * hourPx }}>
          <HourNames />
          {days.map((day) => (
            <HourColumn
              key={day}
              day={day}
              records={records.filter(
                (record) => isOfHours(record) && record.stretch.first <= day && day <= record.stretch.last,
              )}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

/** A day or more stands above the hours. */
const isOfHours = ({ stretch }: CalendarRecord): boolean =>
  stretch.isTimed && (stretch.first === stretch.last || stretch.to - stretch.from < dayMs)

/** The morning is what one looks at first, or the hour that it is. */
function useStartOfDay(scroller: React.RefObject<HTMLDivElement | null>): void {
  const { now, today, range } = useCalendar()
  const first = useRef({ now, today, range })
  useEffect(() => {
    const { now: at, today: day, range: shown } = first.current
    const isToday = shown.first <= day && day <= shown.last
    const hour = isToday ? Math.floor((at - day * dayMs) / 3_600_000) - 1 : firstHour
    scroller.current?.scrollTo({
      top: Math.max(0, Math.min(hour, firstHour)) * hourPx - 8,
      behavior: 'instant',
    })
  }, [scroller])
}

function DayHeads({ days }: { days: readonly DayNo[] }) {
  const { values } = useTable()
  const { today, isPhone, goTo, span } = useCalendar()
  return (
    <div
      role="row"
      className="scroll-thin flex shrink-0 overflow-y-hidden border-b border-line bg-page [scrollbar-gutter:stable]"
    >
      <span role="columnheader" className="w-14 shrink-0 max-sm:w-11">
        <span className="sr-only">Hour</span>
      </span>
      {days.map((day) => {
        const { date } = monthOf(day)
        return (
          <div key={day} role="columnheader" className="min-w-0 flex-1 py-1 text-center">
            <button
              type="button"
              tabIndex={-1}
              disabled={span === 'day'}
              aria-label={`${weekdayName(day, values.locale, 'long')} ${date}`}
              onClick={() => goTo(day, 'day')}
              className="inline-flex cursor-default items-center gap-1.5 rounded-control px-1.5 py-0.5 text-xs text-ink-muted outline-none enabled:hover:bg-hover focus-visible:ring-focus max-sm:w-full max-sm:flex-col max-sm:gap-0 max-sm:px-0"
            >
              {weekdayName(day, values.locale, isPhone && span === 'week' ? 'narrow' : 'short')}
              <span
                className={cx(
                  'tabular grid h-6 min-w-6 place-items-center rounded-full px-1 text-sm font-semibold',
                  day === today ? 'bg-accent text-on-accent' : 'text-ink',
                )}
              >
                {date}
              </span>
            </button>
          </div>
        )
      })}
    </div>
  )
}

function AllDayStrip({ days, records }: { days: readonly DayNo[]; records: readonly CalendarRecord[] }) {
  const { beyond } = useCalendar()
  const bars = records.map((record) => ({
    id: record,
    first: record.stretch.first,
    last: record.stretch.last,
  }))
  const { bars: placed, hidden } = inLanes(
    bars,
    { first: days[0]!, days: days.length, hasMore: (day) => beyond(day) > 0 },
    stripRoom,
  )
  const lanes = Math.max(
    1,
    ...placed.map(({ lane }) => lane + 1),
    ...hidden.map((count, at) => (count > 0 || beyond(days[at]!) > 0 ? stripRoom : 0)),
  )
  return (
    <div
      role="row"
      className="scroll-thin flex shrink-0 overflow-y-hidden border-b border-line-strong [scrollbar-gutter:stable]"
      style={{ height: lanes * lanePx + 6 }}
    >
      <span
        role="rowheader"
        className="w-14 shrink-0 pt-1.5 pr-2 text-right text-xs whitespace-nowrap text-ink-muted max-sm:w-11 max-sm:pr-1"
      >
        All day
      </span>
      {days.map((day, at) => (
        <AllDayCell
          key={day}
          day={day}
          bars={placed.filter(({ from }) => from === at)}
          hidden={hidden[at] ?? 0}
        />
      ))}
    </div>
  )
}

function AllDayCell({
  day,
  bars,
  hidden,
}: {
  day: DayNo
  bars: ReturnType<typeof inLanes<CalendarRecord>>['bars']
  hidden: number
}) {
  const { drag, beyond } = useCalendar()
  const label = useDayLabel(day)
  const isOver = drag?.over.day === day && drag.over.minute === null
  const more = hidden + beyond(day)
  return (
    <div
      role="gridcell"
      tabIndex={-1}
      data-day={isoOf(day)}
      aria-label={`All day, ${label}`}
      className={cx(
        'relative min-w-0 flex-1 border-l border-line',
        isOver ? 'bg-accent-tint ring-2 ring-accent ring-inset' : isWeekend(day) && 'bg-page',
      )}
    >
      {bars.map(({ id: record, lane, from, to, isBegun, goesOn }) => (
        <EventChip
          key={record.id}
          record={record}
          look="bar"
          isBegun={isBegun}
          goesOn={goesOn}
          className="absolute z-1 h-5.5"
          style={{
            top: 3 + lane * lanePx,
            left: isBegun ? 0 : 3,
            width: `calc(${(to - from + 1) * 100}% + ${to - from}px - ${(isBegun ? 0 : 3) + (goesOn ? 0 : 4)}px)`,
          }}
        />
      ))}
      {more > 0 && (
        <div className="absolute inset-x-0.5 z-1" style={{ top: 3 + (stripRoom - 1) * lanePx }}>
          <DayPopover day={day} more={more} />
        </div>
      )}
    </div>
  )
}

function HourNames() {
  const { values } = useTable()
  return (
    <div role="rowheader" className="relative w-14 shrink-0 max-sm:w-11">
      <span className="sr-only">Hours</span>
      {Array.from({ length: 23 }, (_, at) => at + 1).map((hour) => (
        <span
          key={hour}
          aria-hidden
          className="tabular absolute right-2 text-xs whitespace-nowrap text-ink-faint max-sm:right-1"
          style={{ top: hour * hourPx - withText(8) }}
        >
          {hourText(hour, values.locale)}
        </span>
      ))}
    </div>
  )
}
