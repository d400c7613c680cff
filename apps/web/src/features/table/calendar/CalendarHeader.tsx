import { type CalendarSpan, calendarSpans } from '@plinth/domain'
import type { RowWindow } from '@plinth/record-store'
import { CalendarOff, ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { stepped } from '../../../lib/days/spans.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useSnapshot } from '../use-table-session.ts'
import { useCalendar } from './calendar-context.ts'

const spanWords: Readonly<Record<CalendarSpan, string>> = {
  month: 'Month',
  week: 'Week',
  day: 'Day',
  agenda: 'Agenda',
}

/** Which days are shown, and the ways to others. */
export function CalendarHeader({ title, tray }: { title: string; tray: ReactNode }) {
  const { goTo, anchor, cursor, today, span } = useCalendar()
  const what = span === 'agenda' ? 'month' : span
  return (
    <header className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-2 gap-y-1.5 border-b border-line bg-page px-3 py-1.5">
      <div className="flex items-center gap-0.5">
        <IconButton
          label={`Previous ${what}`}
          shortcut="PageUp"
          icon={<ChevronLeft aria-hidden />}
          onPress={() => goTo(stepped(span, anchor, -1))}
        />
        <IconButton
          label={`Next ${what}`}
          shortcut="PageDown"
          icon={<ChevronRight aria-hidden />}
          onPress={() => goTo(stepped(span, anchor, 1))}
        />
      </div>
      <h2
        aria-live="polite"
        className="tabular min-w-0 flex-1 truncate text-lg font-semibold max-sm:text-base"
      >
        {title}
      </h2>
      {tray}
      <Button size="sm" onPress={() => goTo(today)}>
        Today
      </Button>
      <RadioGroup
        aria-label="Shows"
        orientation="horizontal"
        value={span}
        onChange={(next) => goTo(cursor, next as CalendarSpan)}
        className="flex rounded-control bg-sunken p-0.5 ring-1 ring-line max-sm:order-last max-sm:w-full"
      >
        {calendarSpans.map((one) => (
          <Radio
            key={one}
            value={one}
            className="flex h-6 cursor-default items-center justify-center rounded-[5px] px-2.5 text-sm font-medium text-ink-muted outline-none select-none hovered:text-ink focus-visible:ring-focus selected:bg-surface selected:text-ink selected:shadow-[0_1px_2px_rgb(28_25_23/0.12)] coarse:h-11 max-sm:flex-1 dark:selected:bg-pressed"
          >
            {spanWords[one]}
          </Radio>
        ))}
      </RadioGroup>
    </header>
  )
}

export function TrayButton({
  window,
  isOpen,
  onToggle,
}: {
  window: RowWindow
  isOpen: boolean
  onToggle: () => void
}) {
  const { rowCount } = useSnapshot(window)
  if (rowCount === 0 && !isOpen) return null
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={<CalendarOff aria-hidden />}
      aria-expanded={isOpen}
      onPress={onToggle}
      className={isOpen ? 'bg-hover' : ''}
    >
      <span className="max-sm:sr-only">Without date </span>
      <span className="tabular">{rowCount.toLocaleString()}</span>
    </Button>
  )
}
