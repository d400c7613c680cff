/** Records below each other, and beside each a bar over its days: three months at a time, as the calendar of the base has them. */
import { useState } from 'react'
import { addMonths } from '../../lib/days/days.ts'
import { dayAt } from '../../lib/days/stretch.ts'
import { monthsText } from '../../lib/days/time-words.ts'
import { useWallClock } from '../../lib/days/use-wall-clock.ts'
import { LineOutlines } from './LineOutlines.tsx'
import { NothingHere } from './NothingHere.tsx'
import { SharedSteps } from './SharedSteps.tsx'
import type { DatedLayout, PartedProps } from './shared-kinds.ts'
import { monthsAround, shownMonths } from './shared-timeline.ts'
import { TimelineHead, TimelineLines } from './TimelineHead.tsx'
import { TimelineRow } from './TimelineRow.tsx'
import { useRecordDialog } from './use-record-dialog.tsx'
import { useSharedDays } from './use-shared-days.ts'

/** Days no narrower than this, names no wider; there is more room for names where there is more for all. */
const widths =
  'min-w-[calc(var(--aside)+94*0.75rem)] [--aside:15rem] max-sm:min-w-[calc(var(--aside)+94*0.4375rem)] max-sm:[--aside:8.5rem]'

export default function SharedTimeline(props: PartedProps<DatedLayout>) {
  const { page } = props
  const today = dayAt(useWallClock(page.timeZone))
  const [anchor, setAnchor] = useState(today)
  const [visits, setVisits] = useState(0)
  const range = monthsAround(anchor)
  const days = useSharedDays(props, range)
  const { onOpen, dialog } = useRecordDialog(page)
  const title = monthsText(range, page.locale)
  const isEmpty = days.isWhole && days.events.length === 0
  return (
    <div className="flex h-full min-h-0 flex-col">
      <SharedSteps
        {...{ title, page, days }}
        what="three months"
        onStep={(by) => setAnchor(addMonths(anchor, by * shownMonths))}
        onToday={() => {
          setAnchor(today)
          setVisits(visits + 1)
        }}
      />
      <div className="relative flex min-h-0 flex-1 flex-col">
        <div
          key={`${range.first} ${visits}`}
          ref={showToday}
          className="scroll-thin min-h-0 flex-1 overflow-auto bg-surface"
        >
          <div className={`relative flex min-h-full flex-col ${widths}`}>
            <TimelineHead {...{ page, range, today }} />
            <TimelineLines {...{ page, range, today }} />
            <ul aria-label={title} className="flex flex-col">
              {days.events.map((event, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a link tells no ids, and what is shown is replaced as a whole
                <TimelineRow key={at} {...{ event, range, onOpen }} locale={page.locale} />
              ))}
            </ul>
            {days.isLoading && days.events.length === 0 && <LineOutlines />}
          </div>
        </div>
        {isEmpty && <NothingHere source={props} range={range} onGo={setAnchor} />}
      </div>
      {dialog}
    </div>
  )
}

/** Where not all of the months fit, today is in sight, or their beginning. */
function showToday(scroller: HTMLElement | null): void {
  if (!scroller) return
  const mark = scroller.querySelector('[data-today]')
  const { left, width } = scroller.getBoundingClientRect()
  const x = mark ? mark.getBoundingClientRect().left - left + scroller.scrollLeft : 0
  scroller.scrollTo({ left: Math.max(0, x - width / 2), behavior: 'instant' })
}
