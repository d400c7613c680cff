// The list belongs to the text: ARIA's pattern for completion steers it from there.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { type BaseMember, labelOfPerson } from '@plinth/domain'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useEffectEvent, useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { countOf } from '../../../lib/count-of.ts'
import { queries } from '../../../lib/queries.ts'
import { useTable } from '../table-context.ts'
import { MentionOptions } from './MentionOptions.tsx'
import { useMentionList } from './use-mention-list.ts'
import { useWrittenText } from './use-written-text.ts'

export interface MentionAreaProps extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> {
  /** As it is stored. */
  value: string
  onText: (stored: string) => void
}

const nobody: readonly BaseMember[] = []

/** A text in which `@` mentions people of the base. Keys: arrows choose, Enter or Tab takes, Escape closes the list. */
export function MentionArea({ value, onText, onBlur, ...props }: MentionAreaProps) {
  const { backend, base } = useTable()
  const { data: everybody = nobody } = useQuery(queries.baseMembers(backend, base))
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const draft = useWrittenText(value, onText)
  const list = useMentionList(everybody, (person, from, to) => {
    const name = labelOfPerson(person, everybody)
    // At once: the next key that is typed comes behind the name.
    const cursor = flushSync(() => draft.mention({ person: person.id, name }, from, to))
    area.current?.setSelectionRange(cursor, cursor)
  })
  const onKey = useEffectEvent(list.onKey)
  // Before all that is around the text, and before React: an open record would take Escape for itself.
  useEffect(() => {
    const text = area.current
    text?.addEventListener('keydown', onKey)
    return () => text?.removeEventListener('keydown', onKey)
  }, [])
  const isOpen = list.people.length > 0
  return (
    <span className="relative block">
      <textarea
        {...props}
        ref={area}
        value={draft.text}
        aria-autocomplete="list"
        {...(isOpen
          ? { 'aria-controls': `${id}-list`, 'aria-activedescendant': `${id}-${list.active}` }
          : {})}
        onChange={({ target }) => {
          draft.type(target.value)
          list.follow(target.value, target.selectionStart)
        }}
        onPointerDown={list.close}
        onBlur={(event) => {
          list.close()
          onBlur?.(event)
        }}
      />
      {isOpen && <MentionOptions id={id} list={list} everybody={everybody} />}
      <span aria-live="polite" className="sr-only">
        {isOpen &&
          `${countOf(list.people.length, 'person', 'people')} to mention: arrows choose, Enter takes`}
      </span>
    </span>
  )
}
