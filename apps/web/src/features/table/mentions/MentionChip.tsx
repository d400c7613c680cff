import { type Mention, splitMentions } from '@plinth/domain'
import { Fragment } from 'react'
import { cx } from '../../../ui/cx.ts'
import { usePeople } from '../record/use-people.ts'

/** Somebody who is mentioned, by their present name. */
export function MentionChip({ mention: { person, name } }: { mention: Mention }) {
  const { find, nameOf } = usePeople()
  const now = nameOf(person)
  // Nobody is known yet.
  const isHere = now === '' || find(person) !== null
  return (
    <span
      className={cx(
        'rounded-[4px] px-1 [box-decoration-break:clone] [unicode-bidi:isolate] forced-colors:border',
        isHere ? 'bg-accent-tint font-medium text-accent-text' : 'bg-pressed text-ink-muted italic',
      )}
    >
      @{now || name}
    </span>
  )
}

/** A text as it is stored, with those who are mentioned as chips. */
export function TextWithMentions({ text }: { text: string }) {
  return splitMentions(text).map((piece, at) => (
    // Places in a text that is read anew as a whole.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={at}>{typeof piece === 'string' ? piece : <MentionChip mention={piece} />}</Fragment>
  ))
}
