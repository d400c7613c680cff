/** What records are filtered by where a field holds one of a few: its options, or people. */
import { type Field, isOfPeople, type SelectOption, type UserId } from '@plinth/domain'
import type { Selection } from 'react-aria-components/ListBox'

export interface FieldChoice {
  readonly id: string
  readonly label: string
  /** Of an option. */
  readonly hue?: SelectOption['hue']
}

export interface Person {
  readonly id: UserId
  readonly name: string
  readonly email: string
}

/** `me` is whoever looks. */
export function fieldChoices({ type, options }: Field, people: readonly Person[]): readonly FieldChoice[] {
  if (!isOfPeople(type)) return options.options ?? []
  return [{ id: 'me', label: 'Me' }, ...people.map(({ id, name, email }) => ({ id, label: name || email }))]
}

/** The ids that are selected, in the order of the choices. */
export const selectedIds = (choices: readonly FieldChoice[], keys: Selection): readonly string[] =>
  choices.flatMap(({ id }) => (keys === 'all' || keys.has(id) ? [id] : []))
