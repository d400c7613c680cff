/** What an invitation gives, said a second time from docs/security.md: what one may offer, and what becomes of whoever accepts. */
import type { BaseRole, WorkspaceRole } from '@plinth/domain'
import type { BaseModel, Person, RoleModel, WorkspaceModel } from './model.ts'
import { isCreator } from './oracle.ts'

export const ranks: readonly WorkspaceRole[] = ['guest', 'member', 'admin', 'owner']
export const baseRanks: readonly BaseRole[] = ['viewer', 'commenter', 'editor', 'creator']

/** What somebody is to become. */
export interface Offer {
  readonly workspace: WorkspaceModel
  readonly role: WorkspaceRole
  readonly base: BaseModel | null
  readonly baseRole: BaseRole | null
  readonly customRole: RoleModel | null
}

/** Nobody gives what they do not have: only admins invite without a base, and roles in a base are its creators' to give. */
export function mayOffer({ workspace, role, base }: Offer, person: Person): boolean {
  const own = person === null ? undefined : workspace.members.get(person)
  if (own === undefined || (base && !isCreator(base, person))) return false
  if (own === 'owner') return true
  if (own === 'admin') return role !== 'owner'
  return base !== null && ranks.indexOf(role) <= ranks.indexOf(own)
}

export type Standing = readonly [WorkspaceRole | null, BaseRole | null, readonly string[]]

/** What somebody is in the workspace and the base of an offer. */
export const standingIn = ({ workspace, base }: Offer, person: string): Standing => [
  workspace.members.get(person) ?? null,
  base?.builtIn.get(person) ?? null,
  base?.roles.filter(({ holders }) => holders.has(person)).map(({ id }) => id) ?? [],
]

const higher = <T>(list: readonly T[], one: T | null, other: T | null): T | null =>
  list.indexOf(one as T) >= list.indexOf(other as T) ? one : other

/** Nothing is taken from who accepts. */
export function standingAfter(offer: Offer, person: string): Standing {
  const [role, baseRole, held] = standingIn(offer, person)
  const given = offer.customRole ? [offer.customRole.id] : []
  return [
    higher(ranks, role, offer.role),
    higher(baseRanks, baseRole, offer.baseRole),
    [...new Set([...held, ...given])],
  ]
}

/** The model follows, so that the answer is searched for what is for who has become somebody. */
export function stand({ workspace, base }: Offer, person: string, [role, baseRole, held]: Standing): void {
  if (role === null) workspace.members.delete(person)
  else workspace.members.set(person, role)
  if (baseRole === null) base?.builtIn.delete(person)
  else base?.builtIn.set(person, baseRole)
  for (const { id, holders } of base?.roles ?? []) {
    if (held.includes(id)) holders.add(person)
    else holders.delete(person)
  }
}

/** Owners of a workspace were in all of its bases. */
export function leaveBases(
  { bases }: WorkspaceModel,
  role: WorkspaceRole | null,
  base: BaseModel | null,
  person: string,
): void {
  if (role === 'owner') for (const { former } of bases) former.add(person)
  else base?.former.add(person)
}
