import { Plus } from 'lucide-react'
import { type DayNo, isoOf } from '../../../lib/days/days.ts'
import { longDay } from '../../../lib/days/time-words.ts'
import { Button } from '../../../ui/Button.tsx'
import { useTable } from '../table-context.ts'
import { useCalendar } from './calendar-context.ts'
import { DayPopover } from './DayPopover.tsx'
import { MonthGrid } from './MonthGrid.tsx'
import { RecordLine } from './RecordLines.tsx'

/** A month on a phone: dots on the days, and below it the records of the day that is chosen. */
export function PhoneMonth({ weeks, label }: { weeks: readonly DayNo[]; label: string }) {
  const { values } = useTable()
  const { cursor, recordsOn, beyond, createOn } = useCalendar()
  const here = recordsOn(cursor)
  const more = beyond(cursor)
  const name = longDay(cursor, values.locale)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 flex-col border-b border-line">
        <MonthGrid weeks={weeks} label={label} />
      </div>
      <section
        aria-label={name}
        data-day={isoOf(cursor)}
        data-scrolls
        className="scroll-thin min-h-0 flex-1 overflow-y-auto bg-page px-3 pb-6"
      >
        <header className="flex min-h-12 items-center gap-2 pl-2">
          <h3 className="min-w-0 flex-1 truncate text-sm font-semibold">{name}</h3>
          {createOn && (
            <Button size="sm" variant="ghost" icon={<Plus aria-hidden />} onPress={() => createOn(cursor)}>
              New record
            </Button>
          )}
        </header>
        {here.length === 0 && more === 0 && <p className="px-2 text-sm text-ink-muted">No records</p>}
        <ul className="flex flex-col gap-1">
          {here.map((record) => (
            <li key={record.id} className="h-12">
              <RecordLine record={record} day={cursor} isStop />
            </li>
          ))}
        </ul>
        {more > 0 && <DayPopover day={cursor} more={more} words={`and ${more.toLocaleString()} more`} />}
      </section>
    </div>
  )
}
