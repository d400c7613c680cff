import type { BaseMember, RuleTree, UserId } from '@plinth/domain'

/** Does a condition ask which roles somebody holds? */
export function asksForRoles(rule: RuleTree): boolean {
  if (rule['call'] === 'has_role') return true
  return Object.values(rule).some((part) => (Array.isArray(part) ? part.some(isAsking) : isAsking(part)))
}

const isAsking = (part: unknown): boolean =>
  typeof part === 'object' && part !== null && asksForRoles(part as RuleTree)

/** Names of all roles that somebody holds in the base; null where that is not known. */
export function rolesOf(people: readonly BaseMember[] | undefined, id: UserId): readonly string[] | null {
  const person = people?.find((one) => one.id === id)
  if (!person) return null
  return [...(person.role ? [person.role] : []), ...person.customRoles.map(({ name }) => name)]
}
