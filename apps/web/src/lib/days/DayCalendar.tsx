import type { CalendarDate } from '@internationalized/date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar'
import { Heading } from 'react-aria-components/Heading'
import { buttonClass } from '../../ui/Button.tsx'

const weekDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

export function DayCalendar({
  label,
  day,
  first,
  last,
  weekStart,
  onDay,
}: {
  label: string
  day: CalendarDate | null
  /** Days before and after these cannot be chosen. */
  first: CalendarDate | null
  last: CalendarDate | null
  /** 1 Monday … 7 Sunday. */
  weekStart: number
  onDay: (day: CalendarDate) => void
}) {
  const [focused, setFocused] = useState<CalendarDate | null>(null)
  const shown = focused ?? day
  return (
    <Calendar
      aria-label={label}
      value={day}
      {...(first ? { minValue: first } : {})}
      {...(last ? { maxValue: last } : {})}
      onChange={(next) => onDay(next as CalendarDate)}
      {...(shown ? { focusedValue: shown } : {})}
      onFocusChange={(next) => setFocused(next as CalendarDate)}
      firstDayOfWeek={weekDays[weekStart - 1] ?? 'mon'}
      className="pt-2"
    >
      <header className="flex items-center justify-between pb-1">
        <AriaButton slot="previous" className={buttonClass('ghost', 'square', 'size-7 coarse:size-11')}>
          <ChevronLeft aria-hidden />
        </AriaButton>
        <Heading className="text-sm font-medium" />
        <AriaButton slot="next" className={buttonClass('ghost', 'square', 'size-7 coarse:size-11')}>
          <ChevronRight aria-hidden />
        </AriaButton>
      </header>
      <CalendarGrid className="w-full border-separate border-spacing-0.5">
        <CalendarGridHeader>
          {(name) => (
            <CalendarHeaderCell className="pb-1 text-xs font-normal text-ink-muted">
              {name}
            </CalendarHeaderCell>
          )}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => (
            <CalendarCell
              date={date}
              className="tabular mx-auto grid h-8 w-full cursor-default place-items-center rounded-control text-sm outline-none hovered:bg-hover focus-visible:ring-focus selected:bg-accent selected:text-on-accent outside-month:text-ink-faint disabled:text-ink-faint not-outside-month:disabled:line-through data-today:font-semibold data-today:not-selected:text-accent-text coarse:h-11"
            />
          )}
        </CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  )
}
