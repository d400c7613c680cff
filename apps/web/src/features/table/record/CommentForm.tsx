import { type AppError, limits, type Result } from '@plinth/domain'
import { type KeyboardEvent, useId, useState } from 'react'
import { ErrorNote } from '../../../lib/ErrorNote.tsx'
import { useAction } from '../../../lib/use-action.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { inputClass } from '../../../ui/Field.tsx'
import { keyNames } from '../../../ui/Kbd.tsx'
import { MentionArea } from '../mentions/MentionArea.tsx'

/**
 * What was begun and not sent, by person and record or comment: a step to the next record and back does not lose it, nor does
 * Escape while a comment is edited.
 */
const drafts = new Map<string, string>()

export interface CommentFormProps {
  label: string
  actionLabel: string
  /** Under which the text is kept while the page is open; absent: it is not. */
  draftKey?: string
  initialText?: string
  onSend: (body: string) => Promise<Result<unknown>>
  /** Absent: there is nothing to go back to. */
  onCancel?: () => void
}

/** Some lines of text that are sent as a comment. */
export function CommentForm(props: CommentFormProps) {
  const { label, actionLabel, draftKey, initialText = '', onSend, onCancel } = props
  const [text, setText] = useState(() => (draftKey && drafts.get(draftKey)) || initialText)
  const action = useAction(onSend)
  const hintId = useId()
  const type = (next: string) => {
    setText(next)
    if (draftKey) drafts.set(draftKey, next)
  }
  const cancel = () => {
    if (draftKey) drafts.delete(draftKey)
    onCancel?.()
  }
  const excess = [...text.trim()].length - limits.commentLength
  const maySend = text.trim() !== '' && excess <= 0
  const send = async () => {
    if (!maySend) return
    const answer = await action.run(text)
    if (!answer.ok) return
    setText('')
    if (draftKey) drafts.delete(draftKey)
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
        // Whoever chose to edit types on.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={onCancel !== undefined}
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

function Refusal({ error, excess }: { error: AppError | null; excess: number }) {
  if (excess <= 0) return <ErrorNote error={error} />
  return (
    <p role="alert" className="text-xs text-danger-text">
      {`A comment has at most ${limits.commentLength.toLocaleString()} characters: ${excess.toLocaleString()} too many.`}
    </p>
  )
}
