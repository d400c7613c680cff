import type { Presence, UserId } from '@plinth/domain'
import { useMemo } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { PersonAvatar } from '../../lib/PersonAvatar.tsx'
import { AvatarStack } from '../../ui/Avatar.tsx'
import { DialogTrigger, Popover } from '../../ui/Popover.tsx'
import { describePeople, type PersonHere, peopleHere } from './people-here.ts'

export interface PresenceAvatarsProps {
  people: readonly Presence[]
  self: UserId
  /** Avatars before they become a number. */
  max?: number
}

/** Who else is in this base now; pressing it shows the names. Nothing while one is alone. */
export function PresenceAvatars({ people, self, max = 4 }: PresenceAvatarsProps) {
  const here = useMemo(() => peopleHere(people, self), [people, self])
  const others = here.filter((person) => person.userId !== self)
  if (others.length === 0) return null
  const stack = others.map((person) => ({
    id: person.userId,
    avatar: <PersonAvatar person={{ ...person, id: person.userId }} size={24} isDecorative />,
  }))
  return (
    <DialogTrigger>
      <AriaButton
        aria-label={describePeople(others)}
        className="flex items-center rounded-full p-0.5 outline-none focus-visible:ring-focus coarse:min-h-11"
      >
        <AvatarStack people={stack} max={max} />
      </AriaButton>
      <Popover label="People here" placement="bottom end" className="w-64 p-2">
        <h2 className="px-2 pt-1 pb-1.5 text-xs font-medium text-ink-muted">In this base now</h2>
        <ul className="scroll-thin max-h-80 overflow-auto">
          {here.map((person) => (
            <PersonLine key={person.userId} person={person} isSelf={person.userId === self} />
          ))}
        </ul>
      </Popover>
    </DialogTrigger>
  )
}

function PersonLine({ person, isSelf }: { person: PersonHere; isSelf: boolean }) {
  return (
    <li className="flex items-center gap-2 px-2 py-1.5 text-sm">
      <PersonAvatar person={{ ...person, id: person.userId }} size={24} isDecorative />
      <span className="truncate">{person.name}</span>
      {isSelf && <span className="text-ink-muted">(you)</span>}
    </li>
  )
}
