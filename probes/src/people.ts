/** The people of a world: each in the part that the account is named for. */
import type { BaseRole, WorkspaceRole } from '@plinth/domain'
import type { Canaries } from './canaries.ts'
import type { AccountName, Accounts } from './identities.ts'
import { must, type Workshop } from './make-world.ts'
import {
  type BaseModel,
  type Person,
  type TableModel,
  tablesOf,
  type WorkspaceModel,
  type World,
} from './model.ts'
import { fellowsOf, reached, seesField, standingOf } from './oracle.ts'

interface Place {
  readonly role?: WorkspaceRole
  readonly base?: BaseModel
  readonly baseRole?: BaseRole
  readonly custom?: number
}

export async function bringPeople(shop: Workshop, base: BaseModel, other: BaseModel): Promise<void> {
  const custom = () => shop.random.upTo(2) + 1
  const places: readonly (readonly [AccountName, Place])[] = [
    ['admin', { role: 'admin' }],
    ['creator', { base, baseRole: 'creator' }],
    ['editor', { base, baseRole: 'editor' }],
    ['commenter', { base, baseRole: 'commenter' }],
    ['viewer', { base, baseRole: 'viewer' }],
    ['holder of a role', { base, custom: 1 }],
    ['holder of roles', { base, custom: 3 }],
    ['viewer with a role', { base, baseRole: 'viewer', custom: custom() }],
    ['editor with roles', { base, baseRole: 'editor', custom: custom() }],
    ['member', { role: 'member' }],
    ['guest of another base', { role: 'guest', base: other, baseRole: 'editor' }],
    ['creator of another base', { base: other, baseRole: 'creator' }],
    ['removed member', { base, baseRole: 'editor' }],
  ]
  for (const [who, place] of places) await bring(shop, base.workspace, who, place)
}

async function bring(
  shop: Workshop,
  workspace: WorkspaceModel,
  who: AccountName,
  place: Place,
): Promise<void> {
  const { random, accounts } = shop
  const { base, baseRole = null } = place
  const role = place.role ?? random.oneOf<WorkspaceRole>(['guest', 'member', 'guest', 'admin'])
  const roles = base
    ? random.some(
        base.roles.filter(({ kind }) => kind === 'custom'),
        place.custom ?? 0,
      )
    : []
  const { token } = await must<{ token: string }>(shop, 'owner', 'create_invitation', {
    workspace: workspace.id,
    role,
    base: base?.id ?? null,
    base_role: baseRole,
    email: null,
    custom_role: roles[0]?.id ?? null,
  })
  await must(shop, who, 'accept_invitation', { token })
  const person = accounts.idOf(who)
  for (const one of roles.slice(1)) {
    await must(shop, 'owner', 'set_role_member', { role: one.id, member: person, holds: true })
  }
  workspace.members.set(person, role)
  if (baseRole !== null) base?.builtIn.set(person, baseRole)
  for (const { holders } of roles) holders.add(person)
}

/** Names and addresses of people are known to their colleagues, and to readers of a text that a name was made part of. */
export function markPeople(
  canaries: Canaries,
  accounts: Accounts,
  names: ReadonlyMap<AccountName, string>,
  world: World,
) {
  for (const [who, name] of names) {
    const id = accounts.idOf(who)
    canaries.mark(
      name,
      `the name of "${who}"`,
      (person) =>
        person === id ||
        world.workspaces.some((one) => fellowsOf(one, person).has(id)) ||
        hasLeft(world, id, person) ||
        tablesOf(world).some((table) => isWrittenOut(table, id, person)),
    )
  }
}

/** Whoever is in a base knows who was: records there keep their names. */
const hasLeft = (world: World, id: string, person: Person): boolean =>
  world.workspaces.some(({ bases }) =>
    bases.some((base) => base.former.has(id) && standingOf(base, person) !== null),
  )

/**
 * While a field of people is made a text, the names that it will hold stand beside it: from then on they are values of the
 * record, for all who read the record and the field, whether they know the one that is named or not.
 */
function isWrittenOut(table: TableModel, named: string, person: Person): boolean {
  const changing = table.fields.filter(
    (field) => field.isChanging && field.type === 'person' && seesField(table, field, person),
  )
  return (
    changing.length > 0 &&
    reached(table, person, 'read').some(({ cells }) => changing.some(({ id }) => cells[id] === named))
  )
}
