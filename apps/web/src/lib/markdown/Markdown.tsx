import { splitMentions } from '@plinth/domain'
import { type ComponentProps, Fragment, lazy, Suspense } from 'react'

const MarkdownView = lazy(() => import('./MarkdownView.tsx'))

type MarkdownProps = Omit<ComponentProps<typeof MarkdownView>, 'showMention'> &
  Partial<Pick<ComponentProps<typeof MarkdownView>, 'showMention'>>

/** To people outside nobody is more than their name. */
const plainMention = ({ name }: { name: string }) => `@${name}`

/** A text as its Markdown reads; as it is written until what reads it is loaded. */
export function Markdown({ showMention = plainMention, ...props }: MarkdownProps) {
  const shown = { ...props, showMention }
  return (
    <Suspense fallback={<AsWritten {...shown} />}>
      <MarkdownView {...shown} />
    </Suspense>
  )
}

/** Those who are mentioned by name all the same: as stored they are addresses. */
function AsWritten({ text, showMention }: ComponentProps<typeof MarkdownView>) {
  return (
    <p dir="auto" className="text-base whitespace-pre-wrap break-words">
      {splitMentions(text).map((piece, at) => (
        // Places in a text that is read anew as a whole.
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={at}>{typeof piece === 'string' ? piece : showMention(piece)}</Fragment>
      ))}
    </p>
  )
}
