import type { BaseMember, UserId } from '@plinth/domain'

/** Names of all roles that somebody holds in the base; null where that is not known. */
export function rolesOf(people: readonly BaseMember[] | undefined, id: UserId): readonly string[] | null {
  const person = people?.find((one) => one.id === id)
  if (!person) return null
  return [...(person.role ? [person.role] : []), ...person.customRoles.map(({ name }) => name)]
}
