import { fieldTypes } from '@plinth/domain'
import { type KeyboardEvent, useId, useRef } from 'react'
import { cx } from '../../ui/cx.ts'
import { firstFocus } from '../../ui/first-focus.ts'
import { EditorProblem } from './EditorProblem.tsx'
import type { AfterEdit, EditorProps } from './editor.ts'
import { useCellDraft } from './use-cell-draft.ts'

/** One line of text over its cell. Enter, Tab and going elsewhere store it, Escape does not. */
export function TextEditor({ row, field, initialText, onClose }: EditorProps) {
  const draft = useCellDraft(row, field, initialText)
  const { text, error } = draft
  const type = fieldTypes[field.type]
  const isDone = useRef(false)
  const errorId = useId()
  const close = (after: AfterEdit) => {
    isDone.current = true
    draft.end()
    onClose(after)
  }
  const save = (after: AfterEdit) => {
    if (draft.save()) close(after)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') close('stay')
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save('fill')
    else if (event.key === 'Enter') save(event.shiftKey ? 'up' : 'down')
    else if (event.key === 'Tab') {
      event.preventDefault()
      save(event.shiftKey ? 'left' : 'right')
    }
  }
  const onBlur = () => {
    if (isDone.current) return
    draft.leave()
    close('left-by-pointer')
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
        onChange={(event) => draft.type(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        // What is typed on goes behind what is there, as in any spreadsheet; typing without opening the cell first replaces it.
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        className={cx(
          'absolute inset-0 z-10 w-full rounded-[2px] bg-surface px-2 text-sm text-ink outline-2 -outline-offset-2 coarse:text-[1rem]',
          error ? 'outline-danger-text' : 'outline-focus',
          type.align === 'end' && 'tabular text-right',
        )}
      />
      {error && <EditorProblem id={errorId} error={error} />}
    </>
  )
}

const inputModes: Partial<
  Record<EditorProps['field']['type'], 'decimal' | 'numeric' | 'email' | 'url' | 'tel'>
> = {
  integer: 'numeric',
  number: 'decimal',
  email: 'email',
  url: 'url',
  phone: 'tel',
  percent: 'decimal',
  currency: 'decimal',
  rating: 'numeric',
}
