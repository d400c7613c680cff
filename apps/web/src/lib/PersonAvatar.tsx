import type { UserId } from '@plinth/domain'
import { useQuery } from '@tanstack/react-query'
import { Avatar, type AvatarProps } from '../ui/Avatar.tsx'
import { useBackend } from './backend-context.ts'
import { queries } from './queries.ts'

export interface Person {
  readonly id: UserId
  readonly name: string
  readonly avatarKey: string | null
}

/** The avatar of a person; a picture is downloaded with the session, never from a public address. */
export function PersonAvatar({
  person,
  ...props
}: { person: Person } & Omit<AvatarProps, 'id' | 'name' | 'pictureUrl'>) {
  const backend = useBackend()
  const picture = useQuery({
    ...queries.picture(backend, person.avatarKey ?? ''),
    enabled: person.avatarKey !== null,
  })
  const pictureUrl = person.avatarKey === null ? null : (picture.data ?? null)
  return <Avatar {...props} id={person.id} name={person.name} pictureUrl={pictureUrl} />
}
