import { type CellValue, fieldTypes } from '@plinth/domain'
import { useId, useRef } from 'react'
import { DayPicker } from '../../lib/days/DayPicker.tsx'
import { describeError } from '../../lib/describe-error.ts'
import { firstFocus } from '../../ui/first-focus.ts'
import { Popover } from '../../ui/Popover.tsx'
import type { AfterEdit, FloatingEditorProps } from './editor.ts'
import { saveChoice } from './save-cell.ts'
import { useTable } from './table-context.ts'
import { useCellDraft } from './use-cell-draft.ts'

/** A day, or a day and a time: typed, or chosen in a calendar. */
export function DateEditor({ row, field, initialText, anchor, onClose }: FloatingEditorProps) {
  const { session, values, weekStart } = useTable()
  const hasTime = field.type === 'datetime'
  const type = fieldTypes[field.type]
  const draft = useCellDraft(row, field, initialText)
  const { text, error } = draft
  const isDone = useRef(false)
  const isTyped = useRef(initialText !== null)
  const errorId = useId()
  const parsed = type.parseText(text, field, values)
  const value = parsed.ok ? parsed.value : null

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
  return (
    <Popover
      label={field.name}
      triggerRef={anchor}
      isOpen
      placement="bottom start"
      containerPadding={4}
      className="scroll-thin w-72 scroll-pb-14 overflow-y-auto p-2 coarse:w-88"
      onOpenChange={() => save('stay')}
    >
      <input
        {...firstFocus}
        aria-label={field.name}
        aria-keyshortcuts="ArrowDown"
        aria-invalid={error !== null}
        aria-describedby={error ? errorId : undefined}
        placeholder={hasTime ? 'YYYY-MM-DD hh:mm' : 'YYYY-MM-DD'}
        value={text}
        onFocus={({ target }) => {
          if (initialText === null) target.select()
        }}
        onChange={(event) => {
          isTyped.current = true
          draft.type(event.target.value)
        }}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Enter') save('down')
          else if (event.key === 'Tab' && isTyped.current) {
            // Typed: the day needs no calendar any more.
            event.preventDefault()
            save(event.shiftKey ? 'left' : 'right')
          } else if (event.key === 'ArrowDown') {
            event.preventDefault()
            const calendar = event.currentTarget.closest('[role=dialog]')
            calendar?.querySelector<HTMLElement>('[role=grid] [tabindex="0"]')?.focus()
          } else if (event.key === 'Escape') close('stay')
        }}
        className="tabular h-8 w-full rounded-control border border-line-control bg-surface px-2.5 text-sm outline-none focus-visible:ring-focus aria-invalid:border-danger-text coarse:h-11 coarse:text-[1rem]"
      />
      {error && (
        <p id={errorId} role="alert" className="pt-1 text-xs text-danger-text">
          {describeError(error).text}
        </p>
      )}
      <div
        role="presentation"
        // From here too, Escape leaves the cell as it was; any other way out keeps what was chosen.
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          close('stay')
        }}
      >
        <DayPicker
          label={field.name}
          {...{ field, value, values, weekStart }}
          onPick={pick}
          onDone={() => save('stay')}
        />
      </div>
    </Popover>
  )
}
