/** How roles and what they allow are told. */
import type {
  AccessReason,
  Base,
  BaseMember,
  FieldAccess,
  FieldId,
  GuardFault,
  RecordAction,
  Role,
  RoleKind,
  Scope,
} from '@plinth/domain'
import { listOf } from '../../lib/list-of.ts'
import { roleName } from '../../lib/role-name.ts'

const kindDescriptions: Record<Exclude<RoleKind, 'custom'>, string> = {
  editor: 'Adds, changes and deletes records.',
  commenter: 'Reads, and comments on records.',
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

/** Beside the actions: changes that take a record out of the role's reach. */
export const handOverName = 'Hand over'

export const scopeNames: Record<Scope, string> = { all: 'All', rules: 'By rule', none: 'None' }

/** What a role allows where nothing else was said. */
export function defaultScope(kind: RoleKind, action: RecordAction): Scope {
  if (kind === 'editor') return 'all'
  return kind !== 'custom' && action === 'read' ? 'all' : 'none'
}

/** What a role may do with a field where nothing was said of the field; null: nothing. */
export function usualAccess(scopeOf: (action: RecordAction) => Scope): 'read' | 'write' | null {
  if (scopeOf('create') !== 'none' || scopeOf('update') !== 'none') return 'write'
  return scopeOf('read') === 'none' ? null : 'read'
}

/** What is wrong with the guard of a table, or of a hidden field of it. */
export function faultText(fault: GuardFault, fields: ReadonlyMap<FieldId, string>): string {
  const field = fault.field ? fields.get(fault.field) : undefined
  return field ? `Hidden field “${field}”: ${faultSentence(fault)}` : faultSentence(fault)
}

function faultSentence({ guard, action, name }: GuardFault): string {
  switch (guard) {
    case 'side':
      return `Its values are not all where they should be (${name}).`
    case 'missing_grants':
      return `Signed-in people lack a right on ${name} that the app needs.`
    case 'foreign_trigger':
      return `The trigger ${name} was not made by Plinth.`
    case 'relation':
      return 'Its records are not there.'
    case 'row_security':
      return 'Row-level security is off: whoever reaches the table reaches every record.'
    case 'policy':
      return `The policy ${name} is not as it should be${action ? ` (${actionNames[action].toLowerCase()})` : ''}.`
    case 'grants':
      return 'Somebody was granted more on it than roles need.'
    case 'trigger':
      return `The trigger ${name} is off or gone.`
  }
}

/** Who can change what roles allow, by name. */
export function whomToAsk(members: readonly BaseMember[], { name }: Pick<Base, 'name'>): string {
  const creators = members.filter(({ role }) => role === 'creator').map((member) => member.name)
  const shown = creators.slice(0, 5)
  const rest = creators.length - shown.length
  const names = [...shown, ...(rest > 0 ? [`${rest} more`] : [])]
  return `${creators.length === 1 ? 'A creator' : 'Creators'} of ${name} can change it: ask ${listOf(names, 'or')}.`
}

const amounts: Record<Scope, string> = {
  all: 'all records of this table',
  rules: 'the records of this table that match its rule',
  none: 'no records of this table',
}

const fieldVerbs: Record<FieldAccess, string> = {
  hidden: 'has this field hidden',
  read: 'only reads this field',
  write: 'may change this field',
}

/** One reason of an explanation, in sentences. */
export function reasonText(reason: AccessReason, action: RecordAction): string {
  const text = reasonSentence(reason, action)
  return reason.handOver ? `${text} ${handOverText}` : text
}

/** Said of a role that may let go of records. */
const handOverText = 'It may hand records over: a change may take one out of what it reaches.'

function reasonSentence({ role, reason, scope, lock, access }: AccessReason, action: RecordAction): string {
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
    case 'field_grant':
      return `${who} ${fieldVerbs[access ?? 'hidden']}.`
    case 'field_default':
      return access ? `${who} ${fieldVerbs[access]}, as in the table.` : `${who} has nothing in this table.`
  }
}
