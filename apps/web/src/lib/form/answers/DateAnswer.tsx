import { today } from '@internationalized/date'
import type { CellValue } from '@plinth/domain'
import { CalendarDays } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { inputClass } from '../../../ui/Field.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { type DateParts, readDay, readInstant, writeDay, writeInstant } from '../../days/date-parts.ts'
import { TimeInput } from '../../days/TimeInput.tsx'
import { useFormHost } from '../form-host.ts'
import { type AnswerProps, answerNames } from './answer-props.ts'
import { useAnswerText } from './use-answer-text.ts'

const DayCalendar = lazy(async () => ({ default: (await import('../../days/DayCalendar.tsx')).DayCalendar }))

/** A day, or a day and a time: typed, or chosen in a calendar. */
export function DateAnswer(props: AnswerProps) {
  const { question, isInvalid } = props
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const text = useAnswerText(props)
  const hasTime = question.field.type === 'datetime'
  return (
    <span className="flex items-center gap-1.5">
      <input
        {...answerNames(props)}
        aria-required={question.isRequired || undefined}
        autoComplete="off"
        placeholder={hasTime ? 'YYYY-MM-DD hh:mm' : 'YYYY-MM-DD'}
        value={text.shown}
        onBlur={text.settle}
        onChange={(event) => text.type(event.target.value)}
        className={cx(inputClass, 'tabular h-9 max-w-60 text-base!', isInvalid && 'border-danger-text')}
      />
      <AriaButton
        ref={button}
        aria-label={`Calendar for ${question.label}`}
        onPress={() => setOpen(true)}
        className={buttonClass('ghost', 'square', 'size-9 coarse:size-11')}
      >
        <CalendarDays aria-hidden />
      </AriaButton>
      {isOpen && (
        <Popover
          label={question.label}
          triggerRef={button}
          isOpen
          placement="bottom start"
          className="w-72 p-2"
          onOpenChange={() => setOpen(false)}
        >
          <Days {...props} onClose={() => setOpen(false)} />
        </Popover>
      )}
    </span>
  )
}

function Days({ question, value, onValue, onClose }: AnswerProps & { onClose: () => void }) {
  const { values, weekStart } = useFormHost()
  const { timeZone, locale } = values
  const { field, label } = question
  const hasTime = field.type === 'datetime'
  const read = (moment: CellValue): DateParts => (hasTime ? readInstant(moment, timeZone) : readDay(moment))
  const { day, time } = read(value)
  const choose = (next: NonNullable<DateParts['day']>, at: DateParts['time']) =>
    onValue(hasTime ? writeInstant(next, at, timeZone) : writeDay(next))
  return (
    <I18nProvider locale={locale}>
      <Suspense fallback={<div className="h-72 coarse:h-90" />}>
        <DayCalendar
          label={label}
          day={day}
          first={read(field.rules?.min ?? null).day}
          last={read(field.rules?.max ?? null).day}
          weekStart={weekStart}
          onDay={(next) => {
            choose(next, time)
            if (!hasTime) onClose()
          }}
        />
      </Suspense>
      <div className="flex items-center justify-between gap-2 pt-1">
        <Button
          size="sm"
          variant="ghost"
          onPress={() => {
            choose(today(timeZone), time)
            if (!hasTime) onClose()
          }}
        >
          Today
        </Button>
        {hasTime && (
          <span className="flex items-center gap-2">
            <TimeInput value={time} onChange={(at) => choose(day ?? today(timeZone), at)} />
            <Button size="sm" variant="primary" onPress={onClose}>
              Done
            </Button>
          </span>
        )}
      </div>
    </I18nProvider>
  )
}
