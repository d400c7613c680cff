import { useRef, useState } from 'react'
import { type DayNo, daysFrom, daysPerWeek, weeksOfMonth } from '../../lib/days/days.ts'
import { inLanes } from '../../lib/days/lanes.ts'
import { longDay, weekdayName } from '../../lib/days/time-words.ts'
import { useHeightOf } from '../../lib/use-height-of.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { EventLine } from './EventLine.tsx'
import type { DaysProps } from './SharedAgenda.tsx'
import { headPx, lanePx, SharedDay } from './SharedDay.tsx'
import { eventsOn } from './shared-days.ts'

const leastLanes = 2
const leastPx = headPx + leastLanes * lanePx

/** The weeks of a month: a list of days, which stands as a grid. */
export function SharedMonth(props: DaysProps) {
  const { page, label, events, anchor, onOpen } = props
  const [open, setOpen] = useState<DayNo | null>(null)
  const body = useRef<HTMLOListElement>(null)
  const weeks = weeksOfMonth(anchor, page.weekStart)
  const room = Math.max(leastLanes, Math.floor((useHeightOf(body) / weeks.length - headPx) / lanePx))
  return (
    <div className="scroll-thin flex min-h-0 flex-1 flex-col overflow-y-auto bg-surface">
      <div aria-hidden className="sticky top-0 z-3 grid shrink-0 grid-cols-7 border-b border-line bg-page">
        {daysFrom(weeks[0]!, daysPerWeek).map((day) => (
          <span key={day} className="truncate px-2 py-1.5 text-xs font-medium text-ink-muted">
            {weekdayName(day, page.locale, 'short')}
          </span>
        ))}
      </div>
      <ol
        ref={body}
        aria-label={label}
        className="grid flex-1 grid-cols-7"
        style={{ gridTemplateRows: `repeat(${weeks.length}, minmax(${leastPx}px, 1fr))` }}
      >
        {weeks.flatMap((first) => {
          const bars = events.map((event) => ({
            id: event,
            first: event.stretch.first,
            last: event.stretch.last,
          }))
          const { bars: placed, hidden } = inLanes(bars, { first, days: daysPerWeek }, room)
          return daysFrom(first, daysPerWeek).map((day, at) => (
            <SharedDay
              key={day}
              {...props}
              day={day}
              bars={placed.filter(({ from }) => from === at)}
              hidden={hidden[at] ?? 0}
              room={room}
              onMore={() => setOpen(day)}
            />
          ))
        })}
      </ol>
      {open !== null && (
        <Dialog isOpen onOpenChange={() => setOpen(null)} title={longDay(open, page.locale)}>
          <ul aria-label="Records of the day" className="-mx-2 flex flex-col">
            {eventsOn(events, open).map((event, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a link tells no ids, and a day is replaced as a whole
              <li key={at}>
                <EventLine {...{ event, page, onOpen }} day={open} />
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </div>
  )
}
