import { CalendarDays } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { buttonClass } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { inputClass } from '../../../ui/Field.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { DayPicker } from '../../days/DayPicker.tsx'
import { useFormHost } from '../form-host.ts'
import { type AnswerProps, answerNames } from './answer-props.ts'
import { useAnswerText } from './use-answer-text.ts'

/** A day, or a day and a time: typed, or chosen in a calendar. */
export function DateAnswer(props: AnswerProps) {
  const { question, value, onValue } = props
  const { values, weekStart } = useFormHost()
  const { field } = question
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const text = useAnswerText(props)
  const hasTime = field.type === 'datetime'
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
        className={cx(inputClass, 'tabular h-9 max-w-60 text-base!')}
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
          containerPadding={4}
          className="scroll-thin w-72 scroll-pb-14 overflow-y-auto p-2 coarse:w-88"
          onOpenChange={() => setOpen(false)}
        >
          <DayPicker
            {...{ field, value, values, weekStart }}
            label={question.label}
            onPick={(next, isFinal) => {
              onValue(next)
              if (isFinal) setOpen(false)
            }}
            onDone={() => setOpen(false)}
          />
        </Popover>
      )}
    </span>
  )
}
