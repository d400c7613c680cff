import { type ComponentProps, lazy, Suspense } from 'react'

const MarkdownView = lazy(() => import('./MarkdownView.tsx'))

type MarkdownProps = Omit<ComponentProps<typeof MarkdownView>, 'showMention'> &
  Partial<Pick<ComponentProps<typeof MarkdownView>, 'showMention'>>

/** To people outside nobody is more than their name. */
const plainMention = ({ name }: { name: string }) => `@${name}`

/** A text as its Markdown reads; as it is written until what reads it is loaded. */
export function Markdown({ text, label, showMention = plainMention }: MarkdownProps) {
  return (
    <Suspense fallback={<p className="text-base whitespace-pre-wrap break-words">{text}</p>}>
      <MarkdownView text={text} label={label} showMention={showMention} />
    </Suspense>
  )
}
