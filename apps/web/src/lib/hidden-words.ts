/** What is said of fields that are kept from some people. */
import type { AppError, Field, Role } from '@plinth/domain'
import { listOf } from './list-of.ts'
import { roleName } from './role-name.ts'

/** Why a field cannot be hidden, and what to do about it. */
export const unhideableTexts: Readonly<Record<string, string>> = {
  primary:
    'The first field names the records to everybody who sees them. Move another field to the first place, then hide this one.',
  formula:
    'It is computed from fields that everybody sees, and tells nothing that they do not. Hide what it reads, without the formula.',
  status: 'Everybody who sees the records sees in which state they are.',
  required:
    'It is required, and who does not see it could not fill it in. Take the rule “Required” away first, then hide it.',
}

/** What a hidden field cannot do or be used for. */
const hiddenTexts: Readonly<Record<string, string>> = {
  required:
    'This field is hidden from some roles, who could not fill it in: it cannot be required. Let every role see it first.',
  type: 'This field is hidden from some roles. Let every role see it, change its type, then hide it again.',
  primary: 'This field is hidden from some roles: it cannot stand first, where it would name the records.',
  expression:
    'A rule or a formula cannot look at a field that is hidden from some roles. Let every role see the field first.',
  requires:
    'A step cannot ask for a field that is hidden from some roles. Let every role see the field first.',
  grant: 'A role hides this field again: its values stay aside.',
}

/** The sentence for a refusal that is about hidden fields; null for others. */
export function hiddenSentence({ code, details }: AppError): string | null {
  if (code === 'field_unhideable') return unhideableTexts[details?.rule ?? ''] ?? null
  return code === 'field_hidden' ? (hiddenTexts[details?.rule ?? ''] ?? null) : null
}

/** From whom a field is kept: by name for those who know the roles; null where it is kept from nobody. */
export function hiddenFrom(field: Field, roles: readonly Role[] | undefined): string | null {
  if (field.aside) return 'Everybody sees this field again. Its values are not back in the table yet.'
  if (!field.hidden) return null
  const names = (roles ?? [])
    .filter((role) => role.fieldGrants.some((grant) => grant.field === field.id && grant.access === 'hidden'))
    .map((role) => `“${roleName(role)}”`)
  return names.length === 0
    ? 'Some people do not see this field.'
    : `Hidden from ${names.length === 1 ? 'the role' : 'the roles'} ${listOf(names)}.`
}
