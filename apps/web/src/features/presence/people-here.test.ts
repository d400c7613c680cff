import type { Presence, UserId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { describePeople, peopleHere } from './people-here.ts'

const tab = (userId: string, name: string, no = 1): Presence => ({
  tab: `${userId}-${no}`,
  userId: userId as UserId,
  name,
  avatarKey: null,
})

describe('peopleHere', () => {
  it('shows a person with three tabs once', () => {
    const people = [tab('a', 'Ada', 1), tab('a', 'Ada', 2), tab('b', 'Grace'), tab('a', 'Ada', 3)]
    expect(peopleHere(people, 'b' as UserId).map(({ userId, tabs }) => [userId, tabs])).toEqual([
      ['a', 3],
      ['b', 1],
    ])
  })

  it('orders others by name and oneself last', () => {
    const people = [tab('me', 'Aaron'), tab('z', 'Zoe'), tab('b', 'Bea')]
    expect(peopleHere(people, 'me' as UserId).map((person) => person.name)).toEqual(['Bea', 'Zoe', 'Aaron'])
  })
})

const others = (...names: string[]) =>
  peopleHere(
    names.map((name) => tab(name, name)),
    'me' as UserId,
  )

describe('describePeople', () => {
  it.each([
    [[], 'Nobody else is here'],
    [['Ada'], 'Ada is here'],
    [['Ada', 'Grace'], 'Ada and Grace are here'],
    [['Ada', 'Grace', 'Joan', 'Mary', 'Radia'], 'Ada, Grace and 3 more are here'],
  ])('says who is here: %j', (names, text) => {
    expect(describePeople(others(...names))).toBe(text)
  })
})
