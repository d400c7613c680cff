import { type AppError, fieldTypes } from '@plinth/domain'
import { TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { firstFocus } from '../../ui/first-focus.ts'
import type { EditorProps } from './editor.ts'
import { saveText } from './save-cell.ts'
import { useTable } from './table-context.ts'

/** One line of text over its cell. Enter and Tab store it, Escape leaves it. */
export function TextEditor({ row, field, initialText, onClose }: EditorProps) {
  const { session, values } = useTable()
  const type = fieldTypes[field.type]
  const [text, setText] = useState(
    () => initialText ?? type.editText(row.values[field.id] ?? null, field, values),
  )
  const [error, setError] = useState<AppError | null>(null)
  const isDone = useRef(false)
  const errorId = useId()
  const save = (move: Parameters<typeof onClose>[0]) => {
    const refusal = saveText(session, row, field, text, values)
    setError(refusal)
    if (refusal) return
    isDone.current = true
    onClose(move)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      isDone.current = true
      onClose('stay')
    } else if (event.key === 'Enter') save(event.shiftKey ? 'up' : 'down')
    else if (event.key === 'Tab') {
      event.preventDefault()
      save(event.shiftKey ? 'left' : 'right')
    }
  }
  const onBlur = () => {
    if (isDone.current) return
    isDone.current = true
    const refusal = saveText(session, row, field, text, values)
    // The person has gone on: the text waits in its cell, marked.
    if (refusal) session.refuse(row.id, field.id, { error: refusal, attempted: text })
    onClose('left-by-pointer')
  }
  return (
    <>
      <input
        {...firstFocus}
        aria-label={field.name}
        aria-invalid={error !== null}
        aria-describedby={error ? errorId : undefined}
        inputMode={inputModes[field.type]}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setError(null)
        }}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        onFocus={(event) => {
          if (initialText === null) event.target.select()
        }}
        className={cx(
          'absolute inset-0 z-10 w-full rounded-[2px] bg-surface px-2 text-sm text-ink outline-2 -outline-offset-2 coarse:text-[1rem]',
          error ? 'outline-danger-text' : 'outline-focus',
          type.align === 'end' && 'tabular text-right',
        )}
      />
      {error && (
        <p
          id={errorId}
          role="alert"
          className="absolute top-full left-0 z-40 mt-0.5 flex w-max max-w-80 gap-1.5 rounded-control border border-danger-line bg-danger-tint px-2 py-1.5 text-left text-xs whitespace-normal text-danger-text shadow-float"
        >
          <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          <span>
            {error.message} {error.hint}
          </span>
        </p>
      )}
    </>
  )
}

const inputModes: Partial<Record<EditorProps['field']['type'], 'decimal' | 'numeric' | 'email' | 'url'>> = {
  integer: 'numeric',
  number: 'decimal',
  email: 'email',
  url: 'url',
}
