/** How roles and what they allow are told. */
import type { AccessReason, FieldAccess, RecordAction, Role, RoleKind, Scope } from '@plinth/domain'
import { roleName } from '../../lib/role-name.ts'

const kindDescriptions: Record<Exclude<RoleKind, 'custom'>, string> = {
  editor: 'Adds, changes and deletes records.',
  commenter: 'Reads, as viewers do.',
  viewer: 'Reads.',
}

export { roleName }

export const roleDescription = ({ kind, description }: Pick<Role, 'kind' | 'description'>): string =>
  description || (kind === 'custom' ? '' : kindDescriptions[kind])

export const actionNames: Record<RecordAction, string> = {
  read: 'Read',
  create: 'Add',
  update: 'Change',
  delete: 'Delete',
}

export const scopeNames: Record<Scope, string> = { all: 'All', rules: 'By rule', none: 'None' }

/** What a role allows where nothing else was said. */
export function defaultScope(kind: RoleKind, action: RecordAction): Scope {
  if (kind === 'editor') return 'all'
  return kind !== 'custom' && action === 'read' ? 'all' : 'none'
}

/** What a role may do with a field where nothing was said of the field; null: nothing. */
export function usualAccess(scopeOf: (action: RecordAction) => Scope): FieldAccess | null {
  if (scopeOf('create') !== 'none' || scopeOf('update') !== 'none') return 'write'
  return scopeOf('read') === 'none' ? null : 'read'
}

const amounts: Record<Scope, string> = {
  all: 'all records of this table',
  rules: 'the records of this table that match its rule',
  none: 'no records of this table',
}

/** One reason of an explanation, as a sentence. */
export function reasonText({ role, reason, scope, lock }: AccessReason, action: RecordAction): string {
  const verb = actionNames[action].toLowerCase()
  const who = role === null ? 'Their role' : `The role “${roleName(role)}”`
  switch (reason) {
    case 'not_a_member':
      return 'Is no member of this base.'
    case 'creator':
      return 'Creators may do everything in their base.'
    case 'default':
      return `${who} may ${verb} ${amounts[scope]} unless something else is said.`
    case 'grant':
    case 'rule':
      return `${who} may ${verb} ${amounts[scope]}.`
    case 'rule_matches':
      return `${who} may ${verb} records that match its rule, and this one does.`
    case 'rule_does_not_match':
      return `${who} may ${verb} records that match its rule, and this one does not.`
    case 'locked':
      return `Locked by “${lock?.name}”. Only those whom the lock names may ${verb} it.`
    case 'not_readable':
      return 'What cannot be read can be neither changed nor deleted.'
  }
}
