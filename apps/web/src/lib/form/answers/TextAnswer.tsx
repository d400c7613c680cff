import { type FieldTypeName, isNumeric } from '@plinth/domain'
import type { HTMLAttributes } from 'react'
import { cx } from '../../../ui/cx.ts'
import { inputClass } from '../../../ui/Field.tsx'
import { type AnswerProps, answerNames } from './answer-props.ts'
import { useAnswerText } from './use-answer-text.ts'

type Keyboard = NonNullable<HTMLAttributes<HTMLElement>['inputMode']>

const keyboards: Readonly<Partial<Record<FieldTypeName, Keyboard>>> = {
  email: 'email',
  url: 'url',
  phone: 'tel',
  integer: 'numeric',
  number: 'decimal',
  percent: 'decimal',
  currency: 'decimal',
}

/** What browsers know of the people before them. */
const known: Readonly<Partial<Record<FieldTypeName, string>>> = { email: 'email', phone: 'tel', url: 'url' }

/** An answer that is typed: texts, addresses, numbers and documents. */
export function TextAnswer(props: AnswerProps) {
  const { question } = props
  const { type, options } = question.field
  const text = useAnswerText(props)
  const shared = {
    ...answerNames(props),
    'aria-required': question.isRequired || undefined,
    value: text.shown,
    onBlur: text.settle,
    onChange: (event: { target: { value: string } }) => text.type(event.target.value),
  }
  const look = cx(inputClass, 'h-9 text-base!')
  if (type === 'long_text' || type === 'json') {
    return (
      <textarea
        {...shared}
        dir="auto"
        rows={4}
        className={cx(
          look,
          'block field-sizing-content scroll-thin h-auto max-h-[60vh] min-h-26 resize-y py-2 coarse:h-auto',
          type === 'json' && 'font-mono text-sm!',
        )}
      />
    )
  }
  const isShort = isNumeric(type)
  return (
    <span className="flex items-center gap-2">
      <input
        {...shared}
        dir={isShort ? undefined : 'auto'}
        inputMode={keyboards[type]}
        autoComplete={known[type] ?? 'off'}
        className={cx(look, isShort && 'tabular max-w-60')}
      />
      {type === 'percent' && <span className="text-sm text-ink-muted">%</span>}
      {type === 'currency' && <span className="text-sm text-ink-muted">{options.currency ?? 'EUR'}</span>}
      {type === 'duration' && <span className="text-sm text-ink-muted">hours:minutes</span>}
    </span>
  )
}
