/**
 * Records on their days: a month, a week, a day, or a list of days. What is read are the shown days, by windows of their own; the
 * clocks are those of the base. Records are moved and made longer by pointer and by keys, as one step that can be taken back.
 */
import { type Field, fieldOf } from '@plinth/domain'
import { RotateCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { dayOf, weeksOfMonth } from '../../../lib/days/days.ts'
import { titleOf } from '../../../lib/days/spans.ts'
import { Button } from '../../../ui/Button.tsx'
import { TableDrawing } from '../../../ui/Drawings.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import type { KindViewProps } from '../kinds/kind-views.ts'
import { useTable } from '../table-context.ts'
import { useRowWindow } from '../use-table-session.ts'
import { useView } from '../view/table-view.ts'
import { Agenda } from './Agenda.tsx'
import { CalendarHeader, TrayButton } from './CalendarHeader.tsx'
import { CalendarContext, type CalendarScope } from './calendar-context.ts'
import { Legend } from './Legend.tsx'
import { MonthGrid } from './MonthGrid.tsx'
import { NearbyRecords } from './NearbyRecords.tsx'
import { PhoneMonth } from './PhoneMonth.tsx'
import { TimeGrid } from './TimeGrid.tsx'
import { Tray } from './Tray.tsx'
import { useCalendarKeys } from './use-calendar-keys.ts'
import { useCalendarScope } from './use-calendar-scope.ts'
import { spotAt } from './use-event-drag.ts'

export default function Calendar(props: KindViewProps) {
  const { table } = useTable()
  const { config } = useView()
  const start = fieldOf('start', config.settings, table.fields)
  const other = fieldOf('end', config.settings, table.fields)
  const end = other?.id === start?.id ? null : other
  if (start) return <CalendarBy key={`${start.id} ${end?.id}`} start={start} end={end} {...props} />
  return (
    <EmptyState
      className="min-h-0 flex-1 justify-center"
      drawing={<TableDrawing />}
      title="Nothing says when"
    >
      A calendar needs a field of dates, or of dates with times. Add one to this table.
    </EmptyState>
  )
}

function CalendarBy(props: KindViewProps & { start: Field; end: Field | null }) {
  const { weekStart, session, values } = useTable()
  const root = useRef<HTMLDivElement>(null)
  const { scope, records, undatedQuery, onFocus, onAct } = useCalendarScope({ ...props, root })
  const onKeyDown = useCalendarKeys({ scope, root, weekStart })
  const undated = useRowWindow(undatedQuery ? session : null, undatedQuery ?? noQuery)
  const [isTrayOpen, setTrayOpen] = useState(false)
  const title = titleOf(scope, values.locale, scope.isPhone)
  const isEmpty = records.status === 'ready' && records.count === 0 && scope.records.length === 0
  return (
    <CalendarContext value={scope}>
      <div
        ref={root}
        role="presentation"
        className="relative flex min-h-0 flex-1 flex-col"
        onKeyDownCapture={onAct}
        onPointerDownCapture={onAct}
        onKeyDown={onKeyDown}
        onClick={({ target }) => {
          const day = dayOf(
            (target as HTMLElement).closest<HTMLElement>('[data-cell]')?.dataset['cell'] ?? '',
          )
          if (day !== null) scope.setCursor(day)
        }}
        onDoubleClick={({ target, clientX, clientY }) => {
          const isFree = (target as HTMLElement).dataset['day'] !== undefined && !scope.isPhone
          const spot = isFree ? spotAt(clientX, clientY) : null
          if (spot) scope.createOn?.(spot.day, spot.minute === null ? undefined : halfHour(spot.minute))
        }}
        onFocusCapture={onFocus}
      >
        <CalendarHeader
          title={title}
          tray={
            undatedQuery &&
            undated && (
              <TrayButton window={undated} isOpen={isTrayOpen} onToggle={() => setTrayOpen(!isTrayOpen)} />
            )
          }
        />
        <Legend />
        {records.status === 'failed' && <Failed onRetry={() => records.retry()} />}
        <div className="relative flex min-h-0 flex-1">
          <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
            {scope.isLoading && (
              <span className="animate-shimmer absolute inset-x-0 top-0 z-10 h-0.5" aria-hidden />
            )}
            <Span scope={scope} title={title} />
            {isEmpty && <NearbyRecords window={props.window} />}
          </div>
          {isTrayOpen && undated && <Tray window={undated} onClose={() => setTrayOpen(false)} />}
        </div>
      </div>
    </CalendarContext>
  )
}

const noQuery = { sorts: [] }
const halfHour = (minute: number): number => Math.floor(minute / 30) * 30

function Span({ scope, title }: { scope: CalendarScope; title: string }) {
  const { weekStart } = useTable()
  const { span, range, isPhone, timing, anchor } = scope
  const weeks = span === 'month' ? weeksOfMonth(anchor, weekStart) : [range.first]
  // Keyed by what is shown: each begins at its own morning, and at its own day.
  const key = `${span} ${range.first}`
  if (span === 'agenda') return <Agenda key={key} label={title} />
  if (span === 'month' && isPhone) return <PhoneMonth weeks={weeks} label={title} />
  if (span === 'month') return <MonthGrid weeks={weeks} label={title} />
  if (timing.start !== 'date') return <TimeGrid key={key} label={title} />
  // Days without hours: what there is, as a list of a day or as a row of seven.
  if (span === 'day' || isPhone) return <Agenda key={key} label={title} />
  return <MonthGrid weeks={weeks} label={title} />
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <output className="flex shrink-0 items-center gap-3 border-b border-warn-line bg-warn-tint px-4 py-1.5 text-sm text-warn-text">
      <span className="flex-1">The records of these days could not be loaded.</span>
      <Button size="sm" variant="ghost" icon={<RotateCw aria-hidden />} onPress={onRetry}>
        Try again
      </Button>
    </output>
  )
}
