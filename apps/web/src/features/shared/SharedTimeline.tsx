/** Records below each other, and beside each a bar over its days: a week, a month, three or a year at a time, as the calendar of the base has them. */
import { useState } from 'react'
import { dayAt } from '../../lib/days/stretch.ts'
import { useWallClock } from '../../lib/days/use-wall-clock.ts'
import { scaleOptions } from '../../lib/scale-words.ts'
import { Select } from '../../ui/Select.tsx'
import { LineOutlines } from './LineOutlines.tsx'
import { NothingHere } from './NothingHere.tsx'
import { SharedSteps } from './SharedSteps.tsx'
import type { DatedLayout, PartedProps } from './shared-kinds.ts'
import { rangeAround, type SharedScale, scaleOf, sharedScales, stepFrom } from './shared-timeline.ts'
import { TimelineHead, TimelineLines, titleOfRange } from './TimelineHead.tsx'
import { TimelineRow } from './TimelineRow.tsx'
import { useRecordDialog } from './use-record-dialog.tsx'
import { useSharedDays } from './use-shared-days.ts'

const asideWidth = '[--aside:15rem] max-sm:[--aside:8.5rem]'
/** Days no narrower than this, names no wider; there is more room for names where there is more for all. */
const widths: Readonly<Record<SharedScale, string>> = {
  week: 'min-w-[calc(var(--aside)+7*6rem)]',
  month: 'min-w-[calc(var(--aside)+31*1.75rem)]',
  quarter: 'min-w-[calc(var(--aside)+94*0.75rem)] max-sm:min-w-[calc(var(--aside)+94*0.4375rem)]',
  year: 'min-w-[calc(var(--aside)+12*5rem)] max-sm:min-w-[calc(var(--aside)+12*3.5rem)]',
}

/** How far one goes on. */
const steps: Readonly<Record<SharedScale, string>> = {
  week: 'week',
  month: 'month',
  quarter: 'three months',
  year: 'year',
}
const options = scaleOptions(sharedScales)

export default function SharedTimeline(props: PartedProps<DatedLayout>) {
  const { page, layout } = props
  const [scale, setScale] = useState(() => scaleOf(layout.scale))
  const today = dayAt(useWallClock(page.timeZone))
  const [anchor, setAnchor] = useState(today)
  const [visits, setVisits] = useState(0)
  const range = rangeAround(scale, anchor, page.weekStart)
  const days = useSharedDays(props, range)
  const { onOpen, dialog } = useRecordDialog(page)
  const title = titleOfRange(scale, range, page.locale)
  const isEmpty = days.isWhole && days.events.length === 0
  return (
    <div className="flex h-full min-h-0 flex-col">
      <SharedSteps
        {...{ title, page, days }}
        what={steps[scale]}
        onStep={(by) => setAnchor(stepFrom(scale, anchor, by))}
        onToday={() => {
          setAnchor(today)
          setVisits(visits + 1)
        }}
      >
        <Select
          label="Scale"
          isLabelHidden
          look="quiet"
          options={options}
          value={scale}
          onChange={setScale}
          className="w-28 shrink-0"
        />
      </SharedSteps>
      <div className="relative flex min-h-0 flex-1 flex-col">
        <div
          key={`${scale} ${range.first} ${visits}`}
          ref={showToday}
          className="scroll-thin min-h-0 flex-1 overflow-auto bg-surface"
        >
          <div className={`relative flex min-h-full flex-col ${asideWidth} ${widths[scale]}`}>
            <TimelineHead {...{ page, scale, range, today }} />
            <TimelineLines {...{ page, scale, range, today }} />
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

/** Where not all of the days fit, today is in sight, or their beginning. */
function showToday(scroller: HTMLElement | null): void {
  if (!scroller) return
  const mark = scroller.querySelector('[data-today]')
  const { left, width } = scroller.getBoundingClientRect()
  const x = mark ? mark.getBoundingClientRect().left - left + scroller.scrollLeft : 0
  scroller.scrollTo({ left: Math.max(0, x - width / 2), behavior: 'instant' })
}
