import { type CellValue, fieldTypes } from '@plinth/domain'
import { useState } from 'react'
import { useFormHost } from '../form-host.ts'
import type { AnswerProps } from './answer-props.ts'

/** The text of an answer that is typed. What was typed stays as it is while the focus is there, however the field would write it. */
export function useAnswerText({ question, value, unread, onText }: AnswerProps) {
  const { values } = useFormHost()
  const { field } = question
  const type = fieldTypes[field.type]
  const [typed, setTyped] = useState<{ text: string; value: CellValue } | null>(null)
  const shown = unread ?? (typed && typed.value === value ? typed.text : type.editText(value, field, values))
  return {
    shown,
    type(text: string) {
      const read = type.parseText(text, field, values)
      setTyped({ text, value: read.ok ? read.value : null })
      onText(text, read.ok ? read.value : undefined)
    },
    /** The focus is gone: the field writes it. */
    settle: () => setTyped(null),
  }
}
