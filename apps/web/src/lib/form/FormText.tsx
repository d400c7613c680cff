import { lazy, Suspense } from 'react'

const MarkdownView = lazy(() => import('../markdown/MarkdownView.tsx'))

/** Nobody is mentioned to people outside. */
const plainMention = ({ name }: { name: string }) => `@${name}`

/** A maker's Markdown. */
export function FormText({ text, label }: { text: string; label: string }) {
  return (
    <Suspense fallback={<p className="text-base whitespace-pre-wrap break-words">{text}</p>}>
      <MarkdownView text={text} label={label} showMention={plainMention} />
    </Suspense>
  )
}
