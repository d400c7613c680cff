import type { Mention } from '@plinth/domain'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { MentionChip } from '../mentions/MentionChip.tsx'
import type { RecordFieldProps } from '../record/RecordField.tsx'
import { TypedValue } from '../record/TypedValue.tsx'

const showMention = (mention: Mention) => <MentionChip mention={mention} />

const MarkdownView = lazy(() => import('../../../lib/markdown/MarkdownView.tsx'))

/** A long text as its Markdown reads, its mentions as chips. */
export function ReadText({ text, label }: { text: string; label: string }) {
  return (
    <Suspense fallback={<p className="text-base whitespace-pre-wrap break-words">{text}</p>}>
      <MarkdownView text={text} label={label} showMention={showMention} />
    </Suspense>
  )
}

/** A long text: as it is written, or as its Markdown reads. */
export function LongTextField(props: RecordFieldProps & { labelId: string }) {
  const { row, field } = props
  const [isShown, setShown] = useState(false)
  const value = row.values[field.id] ?? null
  const text = typeof value === 'string' ? value : ''
  return (
    <>
      {isShown && text !== '' ? <ReadText text={text} label={field.name} /> : <TypedValue {...props} />}
      {text !== '' && (
        <Button size="sm" variant="ghost" className="self-start" onPress={() => setShown(!isShown)}>
          {isShown ? `Write ${field.name}` : `Preview ${field.name}`}
        </Button>
      )}
    </>
  )
}
