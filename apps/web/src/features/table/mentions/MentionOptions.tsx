import { type BaseMember, labelOfPerson } from '@plinth/domain'
import { PersonAvatar } from '../../../lib/PersonAvatar.tsx'
import { Suggestions } from '../../../ui/Suggestions.tsx'
import type { MentionList } from './use-mention-list.ts'

export interface MentionOptionsProps {
  id: string
  list: MentionList
  everybody: readonly BaseMember[]
}

/** Who could be meant. */
export function MentionOptions({ id, list, everybody }: MentionOptionsProps) {
  return (
    <Suggestions
      id={id}
      label="People to mention"
      items={list.people}
      active={list.active}
      keyOf={(person) => person.id}
      onPoint={list.point}
      onTake={list.take}
      className="left-0 max-h-44 w-72 max-w-full"
    >
      {(person) => (
        <>
          <PersonAvatar person={person} size={20} />
          <span className="truncate text-ink">{labelOfPerson(person, everybody)}</span>
        </>
      )}
    </Suggestions>
  )
}
