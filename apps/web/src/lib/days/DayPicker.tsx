import { today } from '@internationalized/date'
import type { CellValue, Field, ValueContext } from '@plinth/domain'
import { lazy, Suspense } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Button } from '../../ui/Button.tsx'
import { type DateParts, readDay, readInstant, writeDay, writeInstant } from './date-parts.ts'
import { TimeInput } from './TimeInput.tsx'

// What a date is typed into is there at once; the calendar comes with its first use.
const DayCalendar = lazy(async () => ({ default: (await import('./DayCalendar.tsx')).DayCalendar }))

export interface DayPickerProps {
  label: string
  field: Pick<Field, 'type' | 'rules'>
  value: CellValue
  values: Pick<ValueContext, 'timeZone' | 'locale'>
  /** 1 Monday … 7 Sunday. */
  weekStart: number
  /** `isFinal`: nothing is left to be chosen. */
  onPick: (value: CellValue, isFinal: boolean) => void
  /** What was picked so far is enough. */
  onDone: () => void
}

/** The calendar below a date that is typed, and, where the field has a time, the time. */
export function DayPicker(props: DayPickerProps) {
  const { label, field, value, weekStart, onPick, onDone } = props
  const { timeZone, locale } = props.values
  const hasTime = field.type === 'datetime'
  const read = (moment: CellValue): DateParts => (hasTime ? readInstant(moment, timeZone) : readDay(moment))
  const { day, time } = read(value)
  const pick = (next: NonNullable<DateParts['day']>, at: DateParts['time'], isFinal: boolean) =>
    onPick(hasTime ? writeInstant(next, at, timeZone) : writeDay(next), isFinal)
  return (
    <I18nProvider locale={locale}>
      <Suspense fallback={<div className="h-72 coarse:h-90" />}>
        <DayCalendar
          label={label}
          day={day}
          first={read(field.rules?.min ?? null).day}
          last={read(field.rules?.max ?? null).day}
          weekStart={weekStart}
          onDay={(next) => pick(next, time, !hasTime)}
        />
      </Suspense>
      {/* In sight, with its distance from the edge, also where the window is too low for all of the calendar: the line says that it goes on below. */}
      <div className="sticky -bottom-2 z-1 -mx-2 -mb-2 flex flex-wrap items-center justify-between gap-2 border-t border-line bg-raised px-2 pt-1.5 pb-2">
        <span className="flex gap-1">
          <Button size="sm" variant="ghost" onPress={() => pick(today(timeZone), time, !hasTime)}>
            Today
          </Button>
          <Button size="sm" variant="ghost" onPress={() => onPick(null, true)}>
            Clear
          </Button>
        </span>
        {hasTime && (
          <span className="flex items-center gap-2">
            <TimeInput value={time} onChange={(at) => pick(day ?? today(timeZone), at, false)} />
            <Button size="sm" variant="primary" onPress={onDone}>
              Done
            </Button>
          </span>
        )}
      </div>
    </I18nProvider>
  )
}
