import type { Mention } from '../mentions.ts'
import { ok } from '../result.ts'
import type { CellValue } from '../rows.ts'
import { isUuid } from '../uuid.ts'
import { families } from './families.ts'
import { type FieldType, isEmptyValue, type PersonName, refuse, type ValueContext } from './field-type.ts'

const fold = (text: string): string => text.trim().toLocaleLowerCase('en')

/** The one person with this e-mail address, else the one with this name. */
export function personNamed(text: string, people: readonly PersonName[]): PersonName | null {
  const sought = fold(text)
  const byEmail = people.filter(({ email }) => fold(email) === sought)
  const found = byEmail.length > 0 ? byEmail : people.filter(({ name }) => fold(name) === sought)
  return found.length === 1 ? found[0]! : null
}

/** What names a person among these and no other: the name if it does, else the address. */
export function labelOfPerson(person: PersonName, people: readonly PersonName[]): string {
  return personNamed(person.name, people)?.id === person.id ? person.name : person.email
}

type People = Pick<ValueContext, 'people'> | undefined

const personOf = (value: CellValue, context: People): PersonName | undefined =>
  context?.people?.find(({ id }) => id === value)

/** For files and editors: what `parseText` reads back; who is in the base no more is their id. */
function textOf(value: CellValue, context: People): string {
  const person = personOf(value, context)
  if (person) return labelOfPerson(person, context?.people ?? [])
  return typeof value === 'string' ? value : ''
}

/** What somebody is called who has left. */
export const nameOfFormer = (
  value: CellValue,
  { formerPeople = [] }: Pick<ValueContext, 'formerPeople'>,
): string => formerPeople.find(({ id }) => id === value)?.name || 'Former member'

/** What somebody who is mentioned is called now; until the people of the base are known, what they were called then. */
export function mentionName(
  { person: id, name }: Mention,
  context: Pick<ValueContext, 'people' | 'formerPeople'>,
): string {
  if (!context.people) return name
  return personOf(id, context) ? textOf(id, context) : nameOfFormer(id, context)
}

export const person: FieldType = {
  ...families.person,
  isComputed: false,
  defaults: ['me'],
  becomes: ['text', 'long_text', 'single_select', 'email'],
  name: 'person',
  label: 'Person',
  description: 'Somebody in this base.',
  icon: 'circle-user-round',
  align: 'start',
  parseText(text, _, context) {
    if (text.trim() === '') return ok(null)
    const people = context.people ?? []
    const found = people.find(({ id }) => id === fold(text)) ?? personNamed(text, people)
    return found
      ? ok(found.id)
      : refuse('value_invalid', 'Nobody in this base has this name or e-mail address.')
  },
  formatText(value, _, context) {
    if (isEmptyValue(value) || !context.people) return textOf(value, context)
    return personOf(value, context) ? textOf(value, context) : nameOfFormer(value, context)
  },
  editText: (value, _, context) => textOf(value, context),
  toExport: (value, _, context) => textOf(value, context),
  /** Whether the person is in the base, the database decides. */
  validate(value) {
    if (isEmptyValue(value)) return ok(null)
    return typeof value === 'string' && isUuid(value) ? ok(value.toLowerCase()) : refuse('value_invalid')
  },
  isEmpty: isEmptyValue,
  compare: null,
}
