import { type FocusEvent, type KeyboardEvent, useRef } from 'react'
import { describeError } from '../../lib/describe-error.ts'
import { firstFocus } from '../../ui/first-focus.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { Popover } from '../../ui/Popover.tsx'
import type { AfterEdit, FloatingEditorProps } from './editor.ts'
import { MentionArea } from './mentions/MentionArea.tsx'
import { useCellDraft } from './use-cell-draft.ts'

/** Text of many lines in a floating field; leaving it stores it, Escape does not. */
export function LongTextEditor({ row, field, initialText, anchor, onClose }: FloatingEditorProps) {
  const draft = useCellDraft(row, field, initialText)
  const { text, error } = draft
  const isDone = useRef(false)
  const close = (after: AfterEdit, isSaved: boolean) => {
    if (isDone.current || (isSaved && !draft.save())) return
    isDone.current = true
    draft.end()
    onClose(after)
  }
  const shared = {
    ...firstFocus,
    'aria-label': field.name,
    'aria-invalid': error !== null,
    rows: 8,
    // What is typed on goes behind what is there.
    onFocus: ({ target }: FocusEvent<HTMLTextAreaElement>) =>
      target.setSelectionRange(target.value.length, target.value.length),
    onKeyDown(event: KeyboardEvent) {
      event.stopPropagation()
      if (event.key === 'Escape') close('stay', false)
      else if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) close('fill', true)
      else if (event.key === 'Tab') {
        event.preventDefault()
        close(event.shiftKey ? 'left' : 'right', true)
      }
    },
    className:
      'scroll-thin block max-h-[50vh] min-h-32 w-full resize-y rounded-control bg-surface px-2 py-1.5 text-sm text-ink outline-none focus-visible:ring-focus-inset coarse:text-[1rem]',
  }
  return (
    <Popover
      label={field.name}
      triggerRef={anchor}
      isOpen
      placement="bottom start"
      offset={-32}
      className="w-[min(26rem,92vw)] p-1.5"
      onOpenChange={() => close('stay', true)}
    >
      {field.type === 'long_text' ? (
        <MentionArea {...shared} value={text} onText={draft.type} />
      ) : (
        <textarea {...shared} value={text} onChange={(event) => draft.type(event.target.value)} />
      )}
      <div className="flex items-center justify-between gap-3 px-2 pt-1.5 text-xs text-ink-muted">
        {error ? (
          <span className="text-danger-text">{describeError(error).text}</span>
        ) : (
          <span>Escape leaves it as it was</span>
        )}
        <span className="flex items-center gap-1">
          <Kbd keys="Mod+Enter" /> saves
        </span>
      </div>
    </Popover>
  )
}
