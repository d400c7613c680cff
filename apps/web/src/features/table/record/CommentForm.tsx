import { type AppError, limits, type Result } from '@plinth/domain'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { ErrorNote } from '../../../lib/ErrorNote.tsx'
import { useAction } from '../../../lib/use-action.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { inputClass } from '../../../ui/Field.tsx'
import { keyNames } from '../../../ui/Kbd.tsx'
import { MentionArea } from '../mentions/MentionArea.tsx'
import { useTable } from '../table-context.ts'
import { keepDraft, readDraft } from './comment-drafts.ts'

export interface CommentFormProps {
  label: string
  actionLabel: string
  /** The record that it is about, or the comment that it changes: under it what was begun is kept, also when Escape leaves it. */
  subject: string
  initialText?: string
  onSend: (body: string) => Promise<Result<unknown>>
  /** Absent: there is nothing to go back to. */
  onCancel?: () => void
}

/** Some lines of text that are sent as a comment. */
export function CommentForm(props: CommentFormProps) {
  const { label, actionLabel, subject, initialText = '', onSend, onCancel } = props
  const { me } = useTable()
  const [text, setText] = useState(() => readDraft(me, subject) || initialText)
  const form = useRef<HTMLFormElement>(null)
  useFocusAfterMenu(form, onCancel !== undefined)
  const action = useAction(onSend)
  const hintId = useId()
  const type = (next: string) => {
    setText(next)
    keepDraft(me, subject, next === initialText ? '' : next)
  }
  const cancel = () => {
    keepDraft(me, subject, '')
    onCancel?.()
  }
  const excess = [...text.trim()].length - limits.commentLength
  const maySend = text.trim() !== '' && excess <= 0
  const send = async () => {
    if (!maySend) return
    const answer = await action.run(text)
    if (!answer.ok) return
    setText('')
    keepDraft(me, subject, '')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
    else if (event.key === 'Escape' && onCancel) onCancel()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const isOpen = text !== '' || onCancel !== undefined
  return (
    <form
      ref={form}
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <MentionArea
        aria-label={label}
        aria-describedby={hintId}
        placeholder={label}
        dir="auto"
        rows={1}
        value={text}
        onText={type}
        onKeyDown={onKeyDown}
        className={cx(
          inputClass,
          'block field-sizing-content scroll-thin h-auto max-h-[40vh] resize-none py-1.5 leading-5 coarse:h-auto coarse:py-2.5',
          isOpen && 'min-h-16',
        )}
      />
      <Refusal error={action.error} excess={excess} />
      <div className={cx('flex items-center gap-2', !isOpen && 'sr-only focus-within:not-sr-only')}>
        <Button type="submit" size="sm" variant="primary" isDisabled={!maySend} isPending={action.isPending}>
          {actionLabel}
        </Button>
        {onCancel && (
          <Button size="sm" variant="ghost" onPress={cancel}>
            Cancel
          </Button>
        )}
        <span id={hintId} className="text-xs text-ink-muted coarse:hidden">
          @ mentions somebody, {keyNames('Mod+Enter').join(' ')} sends it
        </span>
      </div>
    </form>
  )
}

/** A menu that was pressed in takes the focus with it, some frames after what it called for has come up. */
const [everyMs, mostTries] = [50, 12] as const

/** Whoever chose to edit in a menu types on. */
function useFocusAfterMenu(form: RefObject<HTMLFormElement | null>, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return
    const focus = () => form.current?.querySelector('textarea')?.focus()
    focus()
    let tries = 0
    const timer = setInterval(() => {
      tries += 1
      if (tries === mostTries) clearInterval(timer)
      if (document.activeElement === null || document.activeElement === document.body) focus()
    }, everyMs)
    return () => clearInterval(timer)
  }, [form, isWanted])
}

function Refusal({ error, excess }: { error: AppError | null; excess: number }) {
  if (excess <= 0) return <ErrorNote error={error} />
  return (
    <p role="alert" className="text-xs text-danger-text">
      {`A comment has at most ${limits.commentLength.toLocaleString()} characters: ${excess.toLocaleString()} too many.`}
    </p>
  )
}
