/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { type BaseMember, labelOfPerson } from '@plinth/domain'
import { useEffect, useRef } from 'react'
import { PersonAvatar } from '../../../lib/PersonAvatar.tsx'
import { cx } from '../../../ui/cx.ts'
import { itemClass } from '../../../ui/ListBox.tsx'
import { floatClass } from '../../../ui/Popover.tsx'
import type { MentionList } from './use-mention-list.ts'

/** Who could be meant; the focus stays in the text. */
export function MentionOptions({
  id,
  list,
  everybody,
}: {
  id: string
  list: MentionList
  everybody: readonly BaseMember[]
}) {
  const box = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    box.current?.querySelector(`[data-at="${list.active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [list.active])
  return (
    <span
      ref={box}
      id={`${id}-list`}
      role="listbox"
      aria-label="People to mention"
      className={cx(
        floatClass,
        'scroll-thin absolute top-full left-0 z-10 mt-1 block max-h-44 w-72 max-w-full overflow-y-auto p-1',
      )}
    >
      {list.people.map((person, at) => (
        // Keys reach it through the text above.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <span
          key={person.id}
          role="option"
          id={`${id}-${at}`}
          data-at={at}
          aria-selected={at === list.active}
          onPointerMove={() => at !== list.active && list.point(at)}
          // Before the text loses the focus.
          onPointerDown={(event) => {
            event.preventDefault()
            list.take(at)
          }}
          className={cx(itemClass, at === list.active && 'bg-hover forced-colors:outline-2')}
        >
          <PersonAvatar person={person} size={20} />
          <span className="truncate text-ink">{labelOfPerson(person, everybody)}</span>
        </span>
      ))}
    </span>
  )
}
