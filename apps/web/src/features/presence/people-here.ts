import type { Presence, UserId } from '@plinth/domain'

export interface PersonHere extends Pick<Presence, 'userId' | 'name' | 'avatarKey'> {
  /** Tabs that the person has open. */
  readonly tabs: number
}

/** One entry a person, not a tab: others by name, oneself last. */
export function peopleHere(people: readonly Presence[], self: UserId): PersonHere[] {
  const byUser = new Map<UserId, PersonHere>()
  for (const { userId, name, avatarKey } of people) {
    const known = byUser.get(userId)
    byUser.set(userId, { userId, name, avatarKey, tabs: (known?.tabs ?? 0) + 1 })
  }
  return [...byUser.values()].sort((a, b) => {
    if (a.userId === self) return 1
    if (b.userId === self) return -1
    return a.name.localeCompare(b.name)
  })
}

/** The same in words: "Ada, Grace and 3 more are here". */
export function describePeople(others: readonly PersonHere[]): string {
  const names = others.slice(0, 2).map((person) => person.name)
  const more = others.length - names.length
  if (names.length === 0) return 'Nobody else is here'
  const all = more > 0 ? [...names, `${more} more`] : names
  const last = all.at(-1) ?? ''
  const text = all.length === 1 ? last : `${all.slice(0, -1).join(', ')} and ${last}`
  return `${text} ${others.length === 1 ? 'is' : 'are'} here`
}
