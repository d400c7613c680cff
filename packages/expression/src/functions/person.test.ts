import type { UserId } from '@plinth/domain'
import { expect, test } from 'vitest'
import { samplePeople } from '../testing/records.ts'
import { valueOfText } from '../testing/value-of-text.ts'

const [me] = samplePeople as [UserId]

test('me() is who is asking, or empty', () => {
  expect(valueOfText('me()', {}, { me })).toBe(me)
  expect(valueOfText('me()', {}, { me: null })).toBe(null)
  expect(valueOfText('{Assignee} in [me()]', { Assignee: me }, { me })).toBe(true)
})

test('my_role() is the role in the base', () => {
  expect(valueOfText('my_role()')).toBe('editor')
  expect(valueOfText('my_role()', {}, { role: null })).toBe(null)
})

test('has_role() asks for a role by its exact name', () => {
  expect(valueOfText('has_role("Reviewer")')).toBe(true)
  expect(valueOfText('has_role("reviewer")')).toBe(false)
  expect(valueOfText('has_role(empty)')).toBe(false)
})

test('person_name() is what a person is called, where that is known', () => {
  const nameOf = (person: UserId) => (person === me ? 'Ada' : null)
  expect(valueOfText('person_name({Assignee}) & "!"', { Assignee: me }, { nameOf })).toBe('Ada!')
  expect(valueOfText('person_name({Assignee})', { Assignee: samplePeople[1]! }, { nameOf })).toBe(null)
  expect(valueOfText('person_name(me())', {}, { me })).toBe(null)
})
