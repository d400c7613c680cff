import type { Mention } from '@plinth/domain'
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
