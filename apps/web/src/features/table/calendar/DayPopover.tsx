import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { type DayNo, isoOf } from '../../../lib/days/days.ts'
import { longDay } from '../../../lib/days/time-words.ts'
import { DialogTrigger, Popover } from '../../../ui/Popover.tsx'
import { useTable } from '../table-context.ts'
import { useRowWindow } from '../use-table-session.ts'
import { useCalendar } from './calendar-context.ts'
import { RecordLines } from './RecordLines.tsx'

/** All records of a day, for those of which there is no room on it. */
export function DayPopover({ day, more, words }: { day: DayNo; more: number; words?: string }) {
  const { values } = useTable()
  const [isOpen, setOpen] = useState(false)
  const name = longDay(day, values.locale)
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <AriaButton
        excludeFromTabOrder
        data-stop
        aria-label={`${more.toLocaleString()} more on ${name}`}
        className="h-5.5 w-full cursor-default truncate rounded-[5px] px-1.5 text-left text-xs font-medium text-ink-muted outline-none hovered:bg-hover hovered:text-ink focus-visible:ring-focus"
      >
        {words ?? `+${more.toLocaleString()} more`}
      </AriaButton>
      <Popover label={name} placement="right top" className="w-80 max-w-[92vw]">
        <div data-day={isoOf(day)} className="flex max-h-96 flex-col">
          <h3 className="px-4 pt-3 pb-1 text-sm font-semibold">{name}</h3>
          <RecordsOfDay day={day} onOpen={() => setOpen(false)} />
        </div>
      </Popover>
    </DialogTrigger>
  )
}

function RecordsOfDay({ day, onOpen }: { day: DayNo; onOpen: () => void }) {
  const { session } = useTable()
  const { queryOf } = useCalendar()
  const window = useRowWindow(session, queryOf(day))
  return window && <RecordLines window={window} label="Records of the day" day={day} onOpen={onOpen} />
}
