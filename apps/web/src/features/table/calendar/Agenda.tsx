/** Days one below the other, with their records; days without any are left out, but for today. */
import { CalendarPlus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type DayNo, daysFrom, isoOf, monthOf } from '../../../lib/days/days.ts'
import { longDay, weekdayName } from '../../../lib/days/time-words.ts'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useTable } from '../table-context.ts'
import { useCalendar } from './calendar-context.ts'
import { useDayLabel } from './DayCell.tsx'
import { DayPopover } from './DayPopover.tsx'
import { RecordLine } from './RecordLines.tsx'

export function Agenda({ label }: { label: string }) {
  const { range, today, cursor, recordsOn, beyond, isLoading, span, records } = useCalendar()
  const list = useRef<HTMLDivElement>(null)
  const days = daysFrom(range.first, range.last - range.first + 1).filter(
    (day) =>
      day === today || day === cursor || span === 'day' || recordsOn(day).length > 0 || beyond(day) > 0,
  )
  const hasRecords = records.length > 0
  const start = useRef(cursor)
  useEffect(() => {
    const day = list.current?.querySelector(`[data-day="${isoOf(start.current)}"]`)
    if (hasRecords) day?.scrollIntoView({ block: 'start', behavior: 'instant' })
  }, [hasRecords])
  return (
    <div
      ref={list}
      aria-busy={isLoading}
      data-scrolls
      className="scroll-thin min-h-0 flex-1 overflow-y-auto bg-page"
    >
      <ul aria-label={label} className="mx-auto flex max-w-200 flex-col px-3 pb-16 sm:px-6">
        {days.map((day) => (
          <AgendaDay key={day} day={day} />
        ))}
      </ul>
    </div>
  )
}

function AgendaDay({ day }: { day: DayNo }) {
  const { values } = useTable()
  const { recordsOn, beyond, drag, cursor, today, createOn } = useCalendar()
  const here = recordsOn(day)
  const more = beyond(day)
  const label = useDayLabel(day)
  const { date } = monthOf(day)
  return (
    // The day takes the focus: keys go from day to day as in a month.
    <li
      data-cell={isoOf(day)}
      data-day={isoOf(day)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={day === cursor ? 0 : -1}
      aria-label={label}
      aria-current={day === today ? 'date' : undefined}
      className={cx(
        'flex gap-3 border-b border-line py-2 last:border-b-0 outline-none [contain-intrinsic-size:auto_4rem] [content-visibility:auto] focus-visible:ring-focus-inset sm:gap-5',
        drag?.over.day === day && 'bg-accent-tint ring-2 ring-accent ring-inset',
      )}
    >
      <div aria-hidden className="flex w-11 shrink-0 flex-col items-center pt-1">
        <span className="text-xs text-ink-muted">{weekdayName(day, values.locale, 'short')}</span>
        <span
          className={cx(
            'tabular grid size-9 place-items-center rounded-full text-lg font-semibold',
            day === today && 'bg-accent text-on-accent',
          )}
        >
          {date}
        </span>
      </div>
      <ul aria-label={longDay(day, values.locale)} className="flex min-w-0 flex-1 flex-col gap-0.5">
        {here.map((record) => (
          <li key={record.id} className="h-9 coarse:h-12">
            <RecordLine record={record} day={day} isStop={false} />
          </li>
        ))}
        {more > 0 && (
          <li className="flex h-9 items-center coarse:h-12">
            <DayPopover day={day} more={more} words={`and ${more.toLocaleString()} more`} />
          </li>
        )}
        {here.length === 0 && more === 0 && (
          <li className="flex h-9 items-center px-2 text-sm text-ink-muted coarse:h-12">No records</li>
        )}
      </ul>
      {createOn && (
        <IconButton
          label={`New record on ${longDay(day, values.locale)}`}
          icon={<CalendarPlus aria-hidden />}
          excludeFromTabOrder
          onPress={() => createOn(day)}
        />
      )}
    </li>
  )
}
