import type { SharedPart } from '@plinth/domain'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { clampDay, type DayNo, isoOf } from '../../lib/days/days.ts'
import type { DayRange } from '../../lib/days/spans.ts'
import { fullDay } from '../../lib/days/time-words.ts'
import { Button } from '../../ui/Button.tsx'
import { eventsIn } from './shared-days.ts'
import type { DatedLayout, PartedProps } from './shared-kinds.ts'
import { useSharedPart } from './use-shared-part.ts'

interface NothingProps {
  readonly source: PartedProps<DatedLayout>
  readonly range: DayRange
  onGo(day: DayNo): void
}

/** Where nothing stands on the shown days: the way to the next that does, and to the first of all. */
export function NothingHere({ source, range, onGo }: NothingProps) {
  const { locale } = source.page
  const first = useFirstDay(source, { first: clampDay(-Infinity), last: range.first - 1 })
  const next = useFirstDay(source, { first: range.last + 1, last: clampDay(Infinity) })
  // Both at once: what comes up under the pointer is pressed by mistake.
  if (first === undefined || next === undefined) return null
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-6 z-5 flex justify-center px-3">
      <output className="pointer-events-auto flex flex-wrap items-center gap-x-2 rounded-card bg-raised py-1.5 pr-1.5 pl-4 text-sm shadow-float">
        <span className="py-1 pr-2.5 text-ink-muted">
          {first === null && next === null ? 'No records have a date yet.' : 'No records on these days.'}
        </span>
        {first !== null && (
          <Button size="sm" variant="ghost" icon={<ArrowLeft aria-hidden />} onPress={() => onGo(first)}>
            First: {fullDay(first, locale)}
          </Button>
        )}
        {next !== null && (
          <Button size="sm" variant="ghost" icon={<ArrowRight aria-hidden />} onPress={() => onGo(next)}>
            Next: {fullDay(next, locale)}
          </Button>
        )}
      </output>
    </div>
  )
}

/** The first day of a range on which a record stands; null: there is none, or it is not to be known; undefined: not yet. */
function useFirstDay(source: PartedProps<DatedLayout>, range: DayRange): DayNo | null | undefined {
  const part: SharedPart = { from: isoOf(range.first), to: isoOf(range.last) }
  const { rows, isOld, isLoading } = useSharedPart(source, part, { take: 1 })
  if (isLoading) return undefined
  const [event] = isOld || !rows ? [] : eventsIn(source.page, source.layout, rows, range)
  return event ? Math.max(event.stretch.first, range.first) : null
}
