/** How roles and what they allow are told. */
import type { AccessReason, RecordAction, Role, RoleKind, Scope } from '@plinth/domain'

const kindNames: Record<Exclude<RoleKind, 'custom'>, string> = {
  editor: 'Editor',
  commenter: 'Commenter',
  viewer: 'Viewer',
}

const kindDescriptions: Record<Exclude<RoleKind, 'custom'>, string> = {
  editor: 'Adds, changes and deletes records.',
  commenter: 'Reads, as viewers do.',
  viewer: 'Reads.',
}

type Named = Pick<Role, 'kind' | 'name'>

export const roleName = ({ kind, name }: Named): string => (kind === 'custom' ? name : kindNames[kind])

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

const amounts: Record<Scope, string> = {
  all: 'all records of this table',
  rules: 'the records of this table that match its rule',
  none: 'no records of this table',
}

/** One reason of an explanation, as a sentence. */
export function reasonText({ role, reason, scope }: AccessReason, action: RecordAction): string {
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
    case 'not_readable':
      return 'What cannot be read can be neither changed nor deleted.'
  }
}
