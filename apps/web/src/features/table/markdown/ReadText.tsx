import type { Mention } from '@plinth/domain'
import { Markdown } from '../../../lib/markdown/Markdown.tsx'
import { MentionChip } from '../mentions/MentionChip.tsx'

const showMention = (mention: Mention) => <MentionChip mention={mention} />

/** A text as its Markdown reads, with those who are mentioned as chips. */
export function ReadText(props: { text: string; label?: string }) {
  return <Markdown {...props} showMention={showMention} />
}
