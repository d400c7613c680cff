/** What roles may do with single fields, and how it is told. */
import type { Field, FieldAccess, Role, Table, UserId } from '@plinth/domain'
import { grantOf } from './grant-of.ts'
import { usualAccess } from './role-words.ts'

/** `usual`: nothing is said of the field, the role has in it what it has in the table. */
export type FieldChoice = FieldAccess | 'usual'

export const choiceOf = (role: Pick<Role, 'fieldGrants'>, { id }: Pick<Field, 'id'>): FieldChoice =>
  role.fieldGrants.find(({ field }) => field === id)?.access ?? 'usual'

export const choiceNames: Record<FieldChoice, string> = {
  usual: 'As in the table',
  write: 'May change',
  read: 'Read only',
  hidden: 'Hidden',
}

/** What the role has in a table where nothing is said of a field; null: nothing. */
export const usualIn = (role: Role, table: Table) =>
  usualAccess((action) => grantOf(role, table, action).scope)

/** The rules of one role alone: does it show the field? */
function shows(role: Role, field: Field, table: Table): boolean {
  const choice = choiceOf(role, field)
  return choice === 'usual' ? usualIn(role, table) !== null : choice !== 'hidden'
}

export interface SeenThrough {
  readonly role: Role
  readonly people: readonly UserId[]
}

/** Other roles through which holders of this one go on seeing a field that it hides: the strongest of one's roles wins. */
export function seenThrough(
  role: Role,
  field: Field,
  table: Table,
  roles: readonly Role[],
): readonly SeenThrough[] {
  return roles.flatMap((other) => {
    if (other.id === role.id || !shows(other, field, table)) return []
    const people = other.members.filter((person) => role.members.includes(person))
    return people.length > 0 ? [{ role: other, people }] : []
  })
}

/** Why a field cannot be hidden, as far as it shows in itself; the database knows of rules that look at it. */
export function unhideableBy(field: Field, table: Table): 'primary' | 'status' | 'required' | null {
  if (table.fields[0]?.id === field.id) return 'primary'
  if (field.type === 'status') return 'status'
  return field.rules?.required ? 'required' : null
}
