/** A month of records on their days, as the clocks of the base have them; on phones a list of the days that have some. */
import { useState } from 'react'
import { addMonths, firstOfMonth, lastOfMonth } from '../../lib/days/days.ts'
import { rangeOf, titleOf } from '../../lib/days/spans.ts'
import { dayAt } from '../../lib/days/stretch.ts'
import { useWallClock } from '../../lib/days/use-wall-clock.ts'
import { phoneQuery, useMedia } from '../../lib/use-media.ts'
import { LineOutlines } from './LineOutlines.tsx'
import { NothingHere } from './NothingHere.tsx'
import { SharedAgenda } from './SharedAgenda.tsx'
import { SharedMonth } from './SharedMonth.tsx'
import { SharedSteps } from './SharedSteps.tsx'
import { overlaps } from './shared-days.ts'
import type { DatedLayout, PartedProps } from './shared-kinds.ts'
import { useRecordDialog } from './use-record-dialog.tsx'
import { useSharedDays } from './use-shared-days.ts'

export default function SharedCalendar(props: PartedProps<DatedLayout>) {
  const { page } = props
  const today = dayAt(useWallClock(page.timeZone))
  const [anchor, setAnchor] = useState(today)
  const isPhone = useMedia(phoneQuery)
  const range = rangeOf('month', anchor, page.weekStart)
  const days = useSharedDays(props, range)
  const { onOpen, dialog } = useRecordDialog(page)
  const title = titleOf({ span: 'month', range, anchor }, page.locale)
  const month = { first: firstOfMonth(anchor), last: lastOfMonth(anchor) }
  // A list of days has none of other months.
  const seen = isPhone ? month : range
  const isEmpty = days.isWhole && !days.events.some(({ stretch }) => overlaps(stretch, seen))
  const shown = { page, label: title, events: days.events, today, anchor, onOpen }
  return (
    <div className="flex h-full min-h-0 flex-col">
      <SharedSteps
        {...{ title, page, days }}
        what="month"
        onStep={(by) => setAnchor(addMonths(anchor, by))}
        onToday={() => setAnchor(today)}
      />
      <div className="relative flex min-h-0 flex-1 flex-col">
        {isPhone && days.isLoading && days.events.length === 0 && <LineOutlines />}
        {isPhone ? (
          <SharedAgenda key={month.first} {...shown} range={month} isWhole={days.isWhole} />
        ) : (
          <SharedMonth {...shown} />
        )}
        {isEmpty && <NothingHere source={props} range={seen} onGo={setAnchor} />}
      </div>
      {dialog}
    </div>
  )
}
