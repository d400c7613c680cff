import type { SharedPage } from '@plinth/domain'
import { useEffect, useRef } from 'react'
import { type DayNo, monthOf } from '../../lib/days/days.ts'
import { type DayRange, holds } from '../../lib/days/spans.ts'
import { weekdayName } from '../../lib/days/time-words.ts'
import { cx } from '../../ui/cx.ts'
import { EventLine } from './EventLine.tsx'
import { dayLabel, daysOf, type SharedEvent } from './shared-days.ts'
import type { SharedRow } from './shared-kinds.ts'

export interface DaysProps {
  readonly page: SharedPage
  /** What the shown days are called. */
  readonly label: string
  readonly events: readonly SharedEvent[]
  readonly today: DayNo
  /** A day of the month that is shown. */
  readonly anchor: DayNo
  onOpen(row: SharedRow): void
}

interface AgendaProps extends DaysProps {
  readonly range: DayRange
  /** Nothing more comes above. */
  readonly isWhole: boolean
}

/** The days of a month that have records, one below the other. */
export function SharedAgenda({ page, label, events, today, range, isWhole, onOpen }: AgendaProps) {
  const list = useRef<HTMLOListElement>(null)
  const days = daysOf(events, range)
  const next = isWhole && holds(range, today) ? days.find(({ day }) => day >= today)?.day : undefined
  // What was before today is above.
  useEffect(() => {
    const { current } = list
    const line = next === undefined ? null : current?.querySelector('[data-next]')
    if (current && line) current.scrollTop += topOf(line) - topOf(current)
  }, [next])
  return (
    <ol ref={list} aria-label={label} className="scroll-thin min-h-0 flex-1 overflow-y-auto px-3 pb-6">
      {days.map(({ day, events: here }) => (
        <li
          key={day}
          aria-label={dayLabel(day, here.length, { page, today })}
          data-next={day === next ? '' : undefined}
          aria-current={day === today ? 'date' : undefined}
          className="flex gap-3 border-b border-line py-2 last:border-b-0"
        >
          <div aria-hidden className="flex w-11 shrink-0 flex-col items-center pt-1">
            <span className="text-xs text-ink-muted">{weekdayName(day, page.locale, 'short')}</span>
            <span
              className={cx(
                'tabular grid size-9 place-items-center rounded-full text-lg font-semibold',
                day === today && 'bg-accent text-on-accent',
              )}
            >
              {monthOf(day).date}
            </span>
          </div>
          <div className="flex min-w-0 flex-1 flex-col gap-0.5">
            {here.map((event, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a link tells no ids, and a day is replaced as a whole
              <EventLine key={at} {...{ event, day, page, onOpen }} />
            ))}
          </div>
        </li>
      ))}
    </ol>
  )
}

const topOf = (element: Element): number => element.getBoundingClientRect().top
