import { describe, expect, it } from 'vitest'
import type { FieldId, UserId } from '../ids.ts'
import { withPeopleAsOptions } from '../import/people-as-options.ts'
import type { Field } from '../schema.ts'
import { labelOfPerson, person } from './person.ts'

const ada = {
  id: '3f1c0a52-7b1d-4c3e-9a55-0c7be1d20001' as UserId,
  name: 'Ada Lovelace',
  email: 'ada@example.org',
}
const ben = { id: '3f1c0a52-7b1d-4c3e-9a55-0c7be1d20002' as UserId, name: 'Ben', email: 'ben@example.org' }
const otherBen = {
  id: '3f1c0a52-7b1d-4c3e-9a55-0c7be1d20003' as UserId,
  name: 'Ben',
  email: 'b.b@example.org',
}
const people = [ada, ben, otherBen]
const context = { locale: 'en-US', timeZone: 'UTC', people }
const field = { options: {} }
const read = (text: string) => {
  const parsed = person.parseText(text, field, context)
  return parsed.ok ? parsed.value : parsed.error.code
}

describe('a person', () => {
  it('is read by name, e-mail address or id, whatever the case', () => {
    expect(read(' ada lovelace ')).toBe(ada.id)
    expect(read('BEN@example.org')).toBe(ben.id)
    expect(read(otherBen.id.toUpperCase())).toBe(otherBen.id)
  })

  it('is not guessed: a name of two and the id of a stranger are refused', () => {
    expect(read('Ben')).toBe('value_invalid')
    expect(read('3f1c0a52-7b1d-4c3e-9a55-0c7be1d2ffff')).toBe('value_invalid')
    expect(person.parseText('Ada Lovelace', field, { locale: 'en', timeZone: 'UTC' }).ok).toBe(false)
  })

  it('is shown by name, or by address where two have the name', () => {
    expect(people.map((one) => labelOfPerson(one, people))).toEqual([
      'Ada Lovelace',
      'ben@example.org',
      'b.b@example.org',
    ])
  })

  it('who has left is a former member to read, and their id in a file', () => {
    const gone = '3f1c0a52-7b1d-4c3e-9a55-0c7be1d2ffff'
    expect(person.formatText(gone, field, context)).toBe('Former member')
    expect(person.toExport(gone, field, context)).toBe(gone)
  })

  it('stands for an import under name and address', () => {
    const assignee: Field = {
      id: 'f' as FieldId,
      name: 'Assignee',
      type: 'person',
      options: {},
      column: 'assignee',
      position: 0,
    }
    const { options } = withPeopleAsOptions(assignee, people).options
    expect(options!.map(({ id, label }) => [id, label])).toEqual([
      [ada.id, 'Ada Lovelace'],
      [ada.id, 'ada@example.org'],
      [ben.id, 'ben@example.org'],
      [otherBen.id, 'b.b@example.org'],
    ])
    expect(withPeopleAsOptions({ ...assignee, type: 'text' }, people).options).toEqual({})
  })
})
