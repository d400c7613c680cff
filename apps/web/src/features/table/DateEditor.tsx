import { today } from '@internationalized/date'
import { type CellValue, fieldTypes } from '@plinth/domain'
import { lazy, Suspense, useRef } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { type DateParts, readDay, readInstant, writeDay, writeInstant } from '../../lib/days/date-parts.ts'
import { TimeInput } from '../../lib/days/TimeInput.tsx'
import { Button } from '../../ui/Button.tsx'
import { firstFocus } from '../../ui/first-focus.ts'
import { Popover } from '../../ui/Popover.tsx'
import type { AfterEdit, FloatingEditorProps } from './editor.ts'
import { saveChoice } from './save-cell.ts'
import { useTable } from './table-context.ts'
import { useCellDraft } from './use-cell-draft.ts'

// What a date is typed into is there at once; the calendar below it comes with its first use.
const DayCalendar = lazy(async () => ({
  default: (await import('../../lib/days/DayCalendar.tsx')).DayCalendar,
}))

/** A day, or a day and a time: typed, or chosen in a calendar. */
export function DateEditor({ row, field, initialText, anchor, onClose }: FloatingEditorProps) {
  const { session, values, weekStart } = useTable()
  const { timeZone, locale } = values
  const hasTime = field.type === 'datetime'
  const type = fieldTypes[field.type]
  const draft = useCellDraft(row, field, initialText)
  const { text, error } = draft
  const isDone = useRef(false)
  const parsed = type.parseText(text, field, values)
  const value = parsed.ok ? parsed.value : null
  const read = (moment: CellValue): DateParts => (hasTime ? readInstant(moment, timeZone) : readDay(moment))
  const parts = read(value)

  const close = (after: AfterEdit) => {
    if (isDone.current) return
    isDone.current = true
    draft.end()
    onClose(after)
  }
  const save = (after: AfterEdit) => {
    if (!isDone.current && draft.save()) close(after)
  }
  const pick = (next: CellValue, isFinal: boolean) => {
    draft.type(type.editText(next, field, values))
    if (!isFinal) return
    saveChoice(session, row, field, next, { values, seen: draft.seen })
    close('stay')
  }
  const write = (day: DateParts['day'], time: DateParts['time']): CellValue => {
    if (!day) return null
    return hasTime ? writeInstant(day, time, timeZone) : writeDay(day)
  }
  const onDay = (day: DateParts['day']) => pick(write(day, parts.time), !hasTime)
  return (
    <Popover
      label={field.name}
      triggerRef={anchor}
      isOpen
      placement="bottom start"
      className="w-72 p-2"
      onOpenChange={() => save('stay')}
    >
      <I18nProvider locale={locale}>
        <input
          {...firstFocus}
          aria-label={field.name}
          aria-invalid={error !== null}
          placeholder={hasTime ? 'YYYY-MM-DD hh:mm' : 'YYYY-MM-DD'}
          value={text}
          onFocus={({ target }) => {
            if (initialText === null) target.select()
          }}
          onChange={(event) => draft.type(event.target.value)}
          onKeyDown={(event) => {
            event.stopPropagation()
            if (event.key === 'Enter') save('down')
            else if (event.key === 'Escape') close('stay')
          }}
          className="tabular h-8 w-full rounded-control border border-line-control bg-surface px-2.5 text-sm outline-none focus-visible:ring-focus aria-invalid:border-danger-text coarse:h-11 coarse:text-[1rem]"
        />
        {error && (
          <p role="alert" className="pt-1 text-xs text-danger-text">
            {error.message} {error.hint}
          </p>
        )}
        <Suspense fallback={<div className="h-72 coarse:h-90" />}>
          <DayCalendar
            label={field.name}
            day={parts.day}
            first={read(field.rules?.min ?? null).day}
            last={read(field.rules?.max ?? null).day}
            weekStart={weekStart}
            onDay={onDay}
          />
        </Suspense>
        <div className="flex items-center justify-between gap-2 pt-1">
          <span className="flex gap-1">
            <Button size="sm" variant="ghost" onPress={() => onDay(today(timeZone))}>
              Today
            </Button>
            <Button size="sm" variant="ghost" onPress={() => pick(null, true)}>
              Clear
            </Button>
          </span>
          {hasTime && (
            <span className="flex items-center gap-2">
              <TimeInput
                value={parts.time}
                onChange={(time) => pick(write(parts.day ?? today(timeZone), time), false)}
              />
              <Button size="sm" variant="primary" onPress={() => save('stay')}>
                Done
              </Button>
            </span>
          )}
        </div>
      </I18nProvider>
    </Popover>
  )
}
