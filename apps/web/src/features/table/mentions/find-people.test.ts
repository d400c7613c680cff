import type { BaseMember, UserId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { findPeople } from './use-mention-list.ts'

const person = (id: string, name: string, email = `${id}@example.org`): BaseMember => ({
  id: id as UserId,
  name,
  email,
  avatarKey: null,
  role: 'editor',
  inherited: false,
  customRoles: [],
})
const everybody = [
  person('c', 'Cem Aydın'),
  person('a', 'Ada Berg'),
  person('b', 'Ben', 'ben.one@example.org'),
  person('d', 'Ben', 'ben.two@example.org'),
]
const found = (sought: string) => findPeople(everybody, sought).map(({ id }) => id)

describe('people who could be mentioned', () => {
  it('are all of the base, in the order of what they are called', () => {
    expect(found('')).toEqual(['a', 'b', 'd', 'c'])
  })

  it('are found by any part of their name or address, without regard to case and accents', () => {
    expect(found('BERG')).toEqual(['a'])
    expect(found('çem')).toEqual(['c'])
    expect(found('two')).toEqual(['d'])
    expect(found('nobody')).toEqual([])
  })

  it('are as many as a list shows', () => {
    const many = Array.from({ length: 100 }, (_, no) => person(`p${no}`, `Person ${no}`))
    expect(findPeople(many, 'person')).toHaveLength(20)
  })
})
