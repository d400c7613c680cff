/** Rights that change in the middle, by the calls that the app uses, and in the model. */
import type { BaseRole, WorkspaceRole } from '@plinth/domain'
import { drawGrant, grantField, isHideable, removeLock, setFieldGrant, setGrant, setLock } from './grants.ts'
import { must, type Workshop } from './make-world.ts'
import { actions, type BaseModel, grantKey, liveTables, type TableModel, type World } from './model.ts'
import { accessOfRole } from './oracle.ts'
import { turnField, turnTable } from './trash.ts'
import { turnUnderWay } from './under-way.ts'
import { removeTableRule, setFieldRules, setTableRule, setTransitions } from './validation.ts'

type Change = (shop: Workshop, base: BaseModel) => Promise<void>

/** A few changes of rights in the main base. */
export async function changeRights(shop: Workshop, { workspaces }: World, count: number): Promise<void> {
  const base = workspaces[0]!.bases[0]!
  for (let n = 0; n < count; n++) await shop.random.oneOf(changes)(shop, base)
}

const otherThanOwner = ({ accounts, random }: Workshop, { workspace }: BaseModel) =>
  random.oneOf([...workspace.members.keys()].filter((id) => id !== accounts.idOf('owner')))

const regrant: Change = async (shop, base) => {
  const { random } = shop
  const [role, table, action] = [
    random.oneOf(base.roles),
    random.oneOf(liveTables(base)),
    random.oneOf(actions),
  ]
  await setGrant(shop, 'owner', { role, table, action, grant: drawGrant(shop, table, action) })
}

const changes: readonly Change[] = [
  regrant,
  regrant,
  regrant,
  async (shop, base) => {
    const role = shop.random.oneOf(base.roles.filter(({ kind }) => kind === 'custom'))
    const member = otherThanOwner(shop, base)
    const holds = !role.holders.has(member)
    await must(shop, 'owner', 'set_role_member', { role: role.id, member, holds })
    if (holds) role.holders.add(member)
    else if (role.holders.delete(member)) base.former.add(member)
  },
  async (shop, base) => {
    const role = shop.random.oneOf<BaseRole | null>(['creator', 'editor', 'commenter', 'viewer', null])
    const member = otherThanOwner(shop, base)
    await must(shop, 'owner', 'set_base_role', { base: base.id, member, role })
    if (role !== null) base.builtIn.set(member, role)
    else if (base.builtIn.delete(member)) base.former.add(member)
  },
  async (shop, { workspace }) => {
    const owner = shop.accounts.idOf('owner')
    const member = shop.random.oneOf([...workspace.members.keys()].filter((id) => id !== owner))
    const role = shop.random.oneOf<WorkspaceRole>(['admin', 'member', 'guest'])
    await must(shop, 'owner', 'set_workspace_role', { workspace: workspace.id, member, role })
    workspace.members.set(member, role)
  },
  async (shop, base) =>
    setFieldGrant(shop, shop.random.oneOf(base.roles), shop.random.oneOf(liveTables(base))),
  async (shop, base) => {
    const table = shop.random.oneOf(liveTables(base))
    if (table.locks.length > 0 && shop.random.chance(0.5)) await removeLock(shop, table)
    else await setLock(shop, table)
  },
  async (shop, base) => setFieldRules(shop, shop.random.oneOf(liveTables(base))),
  async (shop, base) => {
    const table = shop.random.oneOf(liveTables(base))
    if (table.rules.length > 0 && shop.random.chance(0.6)) await removeTableRule(shop, table)
    else await setTableRule(shop, table)
  },
  async (shop, base) => {
    const table = shop.random.oneOf(liveTables(base))
    const field = table.fields.find(({ type }) => type === 'status')
    if (field) await setTransitions(shop, table, field)
  },
  turnTable,
  async (shop, base) => turnUnderWay(shop, shop.random.oneOf(liveTables(base))),
  async (shop, base) => turnField(shop, shop.random.oneOf(liveTables(base))),
  async (shop, base) => {
    const timeZone = shop.random.oneOf(['UTC', 'America/New_York', 'Pacific/Chatham'])
    await must(shop, 'owner', 'update_base', { base: base.id, changes: { timeZone } })
    base.timeZone = timeZone
  },
]

/** Takes a right of reading away; answers false where there was none to take. */
export async function takeSomethingAway(shop: Workshop, table: TableModel): Promise<boolean> {
  const { random } = shop
  if (random.chance(0.3) && (await hideSomething(shop, table))) return true
  const { base } = table
  const roles = base.roles.filter((role) => {
    const grant = role.grants.get(grantKey(table, 'read'))
    return grant ? grant.scope !== 'none' : role.kind !== 'custom'
  })
  if (roles.length > 0 && random.chance(0.5)) {
    const grant = { scope: 'none', rule: null } as const
    await setGrant(shop, 'owner', { role: random.oneOf(roles), table, action: 'read', grant })
    return true
  }
  const owner = shop.accounts.idOf('owner')
  const members = [...base.builtIn.keys()].filter((id) => id !== owner)
  if (members.length === 0) return false
  const member = random.oneOf(members)
  await must(shop, 'owner', 'set_base_role', { base: base.id, member, role: null })
  base.builtIn.delete(member)
  base.former.add(member)
  return true
}

/** Hides a field from a role to which the table gave it. */
async function hideSomething(shop: Workshop, table: TableModel): Promise<boolean> {
  const open = table.fields.filter((field) => isHideable(table, field))
  const pairs = table.base.roles.flatMap((role) =>
    open.filter((field) => accessOfRole(role, table, field) !== null).map((field) => ({ role, field })),
  )
  if (pairs.length === 0) return false
  const { role, field } = shop.random.oneOf(pairs)
  await grantField(shop, role, table, { field, access: 'hidden' })
  return true
}
