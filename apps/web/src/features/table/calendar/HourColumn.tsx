/* oxlint-disable jsx-a11y/prefer-tag-over-role -- days share the height that there is, which table elements do not allow */
import { useMemo } from 'react'
import { dayMs } from '../../../lib/days/civil-time.ts'
import { type DayNo, isoOf, isWeekend } from '../../../lib/days/days.ts'
import { clockChange, minuteMs, wallOf } from '../../../lib/days/stretch.ts'
import { timeText } from '../../../lib/days/time-words.ts'
import { withText } from '../../../lib/text-size.ts'
import { cx } from '../../../ui/cx.ts'
import { useTable } from '../table-context.ts'
import { useCalendar } from './calendar-context.ts'
import { type Piece, sideBySide } from './columns-of-hours.ts'
import { useDayLabel } from './DayCell.tsx'
import { placedAt } from './drag-times.ts'
import { EventChip } from './EventChip.tsx'
import type { CalendarRecord } from './use-calendar-records.ts'

/** Pixels of an hour. */
export const hourPx = withText(48)
const minutesPerDay = 1_440
/** What takes no time, or less, is drawn as if it took so long: its name is read. */
const leastMinutes = 30
const usualMinutes = 60

/** A day by its hours, as the clock goes: an hour that is skipped is there, and empty. */
export function HourColumn({ day, records }: { day: DayNo; records: readonly CalendarRecord[] }) {
  const calendar = useCalendar()
  const { values } = useTable()
  const { cursor, today, now, drag } = calendar
  const label = useDayLabel(day)
  const placed = useMemo(() => sideBySide(records.map((record) => pieceOf(record, day))), [records, day])
  const minuteNow = (now - today * dayMs) / minuteMs
  const preview = drag?.grip.kind === 'place' && drag.over.day === day ? drag.over : null
  return (
    <div
      role="gridcell"
      tabIndex={day === cursor ? 0 : -1}
      data-cell={isoOf(day)}
      data-day={isoOf(day)}
      data-hours
      aria-label={label}
      aria-current={day === today ? 'date' : undefined}
      className={cx(
        'relative min-w-0 flex-1 border-l border-line outline-none focus-visible:ring-focus-inset',
        isWeekend(day) && 'bg-page',
      )}
      style={{
        backgroundImage: 'linear-gradient(to bottom, var(--line) 1px, transparent 1px)',
        backgroundSize: `100% ${hourPx}px`,
      }}
    >
      <ChangedClock day={day} />
      {placed.map(({ id: record, from, to, column, width, of }) => (
        <EventChip
          key={record.id}
          record={record}
          look="block"
          isBegun={record.stretch.first < day}
          goesOn={record.stretch.last > day}
          className="absolute z-1 pr-0.5 pb-0.5"
          style={{
            top: (from / 60) * hourPx + 1,
            height: ((to - from) / 60) * hourPx - 1,
            left: `calc(${(column / of) * 100}% + 2px)`,
            width: `calc(${(width / of) * 100}% - 4px)`,
          }}
        />
      ))}
      {preview?.minute != null && (
        <span
          className="tabular pointer-events-none absolute inset-x-1 z-2 rounded-[5px] bg-accent-tint px-1.5 text-xs text-accent-text ring-1 ring-accent"
          style={{ top: (preview.minute / 60) * hourPx, height: hourPx }}
        >
          {timeText(
            wallOf(placedAt(preview, calendar.timing), calendar.timing.start, calendar.timing.zone) ?? 0,
            values.locale,
          )}
        </span>
      )}
      {day === today && (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-x-0 z-2 h-0.5 bg-danger before:absolute before:-top-1 before:-left-1 before:size-2.5 before:rounded-full before:bg-danger"
          style={{ top: (minuteNow / 60) * hourPx - 1 }}
        />
      )}
    </div>
  )
}

/** What of a record falls on a day, in minutes of its clock. */
function pieceOf(record: CalendarRecord, day: DayNo): Piece<CalendarRecord> {
  const { from, to, first, last } = record.stretch
  const minute = (wall: number) => (wall - day * dayMs) / minuteMs
  const begins = first < day ? 0 : minute(from)
  const length = to > from ? leastMinutes : usualMinutes
  const ends = last > day ? minutesPerDay : Math.max(minute(to), begins + length)
  return {
    id: record,
    from: Math.min(begins, minutesPerDay - leastMinutes),
    to: Math.min(ends, minutesPerDay),
  }
}

/** Where the clocks are changed that day: what is skipped, or comes twice. */
function ChangedClock({ day }: { day: DayNo }) {
  const { timing } = useCalendar()
  const { values } = useTable()
  const change = useMemo(() => clockChange(day, timing.zone), [day, timing.zone])
  if (!change) return null
  const at = (minute: number) => timeText(day * dayMs + minute * minuteMs, values.locale)
  const words = change.kind === 'skipped' ? 'There is no' : 'Comes twice:'
  return (
    <span
      className="pointer-events-none absolute inset-x-0 flex items-center justify-center overflow-hidden px-1 text-center text-xs text-ink-muted"
      style={{
        top: (change.from / 60) * hourPx,
        height: ((change.to - change.from) / 60) * hourPx,
        backgroundImage: 'repeating-linear-gradient(-45deg, var(--line) 0 1px, transparent 1px 7px)',
      }}
    >
      <span className="rounded-control bg-surface px-1">
        {words} {at(change.from)}–{at(change.to)}
      </span>
    </span>
  )
}
