import type { FieldId, MoveRefusal } from '@plinth/domain'
import { listOf } from './list-of.ts'

/** Names of the fields of a table, by their ids. */
export type FieldNames = ReadonlyMap<string, string>

const roleNames: Readonly<Record<string, string>> = {
  creator: 'Creators',
  editor: 'Editors',
  commenter: 'Commenters',
  viewer: 'Viewers',
}

/** Roles in a sentence: built-in ones in the plural, custom ones by their name in quotes. */
export function nameRoles(roles: NonNullable<MoveRefusal['roles']>): string {
  return listOf(
    roles.map(({ kind, name }) => roleNames[kind] ?? `“${name}”`),
    'or',
  )
}

function nameFields(ids: readonly FieldId[] | undefined, names: FieldNames): string {
  return listOf(
    (ids ?? []).flatMap((id) => names.get(id) ?? []).map((name) => `“${name}”`),
    'and',
  )
}

/** Why a record may not go into a state, and whom to ask. */
export function refusalSentence({ rule, roles, fields }: MoveRefusal, names: FieldNames): string {
  const known = nameFields(fields, names)
  switch (rule) {
    case 'no_transition':
      return 'No step leads there from the present state; creators of this base draw the steps.'
    case 'initial':
      return 'Records begin in another state; creators of this base say in which.'
    case 'role':
      return `Only for ${nameRoles(roles ?? [])}. Ask one of them.`
    case 'four_eyes':
      return roles
        ? `Needs a second person: you brought it here. Ask somebody else of ${nameRoles(roles)}.`
        : 'Needs a second person: you brought it here. Ask somebody else.'
    case 'required':
      return known === '' ? 'Other fields must be filled first.' : `Fill in ${known} first.`
    case 'guard':
      return known === ''
        ? 'The condition of this step is not met; creators of this base set it.'
        : `The condition of this step, which creators of this base set, is not met. It looks at ${known}.`
    case 'read_only':
      return 'Your role may not change this record. Ask a creator of this base.'
  }
}
