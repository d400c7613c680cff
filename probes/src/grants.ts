/** Random grants, and granting them. */
import type { RecordAction } from '@plinth/domain'
import type { AccountName } from './identities.ts'
import { must, type Workshop } from './make-world.ts'
import {
  type FieldModel,
  type Grant,
  grantKey,
  isRead,
  type LockModel,
  type RoleModel,
  ruleFields,
  type TableModel,
} from './model.ts'
import { isCreator, isHidden, sees } from './oracle.ts'
import { drawRule } from './rules.ts'
import { bringBack } from './under-way.ts'
import { isOk, send } from './wire.ts'

/** Null: as the role's kind has it. */
export function drawGrant(shop: Workshop, table: TableModel, action: RecordAction): Grant | null {
  const { random, canaries } = shop
  const scope = random.oneOf([
    null,
    'none',
    'all',
    'rules',
    'rules',
    'rules',
    action === 'read' ? 'rules' : 'all',
  ] as const)
  const handsOver = action === 'update' && scope !== 'none' && random.chance(0.4)
  if (scope !== 'rules') return scope && { scope, rule: null, handsOver }
  const text = canaries.draw(random, 'r')
  canaries.mark(text, 'the text of a rule', (person) => isCreator(table.base, person))
  const names = [...table.base.roles.map(({ name }) => name), 'creator', 'custom']
  return { scope, rule: drawRule(random, ruleFields(table), text, names), handsOver }
}

interface Granting {
  readonly role: RoleModel
  readonly table: TableModel
  readonly action: RecordAction
  readonly grant: Grant | null
}

export async function setGrant(
  shop: Pick<Workshop, 'project' | 'accounts'>,
  who: AccountName,
  { role, table, action, grant }: Granting,
): Promise<void> {
  await must(shop, who, 'set_grant', {
    role: role.id,
    table: table.id,
    action,
    scope: grant?.scope ?? null,
    rule: grant?.rule?.ast ?? null,
    hand_over: grant?.handsOver ?? false,
  })
  if (grant) role.grants.set(grantKey(table, action), grant)
  else role.grants.delete(grantKey(table, action))
}

/** Says at random what a role may do with one of the fields. The secret stays writable: every new record has one. */
export async function setFieldGrant(shop: Workshop, role: RoleModel, table: TableModel): Promise<void> {
  const { random } = shop
  const own = table.fields.find(({ isPrivate }) => isPrivate)
  const field =
    own && random.chance(0.5) ? own : random.oneOf(table.fields.slice(1).filter((one) => !one.computes))
  const accesses = isHideable(table, field)
    ? (['hidden', 'hidden', 'read', 'write', null] as const)
    : (['read', 'write', null] as const)
  await grantField(shop, role, table, { field, access: random.oneOf(accesses) })
}

interface FieldGranting {
  readonly field: FieldModel
  readonly access: 'hidden' | 'read' | 'write' | null
}

export async function grantField(
  shop: Workshop,
  role: RoleModel,
  table: TableModel,
  { field, access }: FieldGranting,
): Promise<void> {
  await must(shop, 'owner', 'set_field_grant', { role: role.id, field: field.id, access })
  if (access) role.fieldGrants.set(field.id, access)
  else role.fieldGrants.delete(field.id)
  if (isHidden(table, field) === (field.side !== null)) return
  field.side = await shop.sideOf(field.id)
  if (!isHidden(table, field) && field.side !== null) await bringBack(shop, table, field)
  else await settleColumn(shop, table, field)
}

/** REST knows a column in its new place a moment after it moved. */
export async function settleColumn({ project, accounts }: Workshop, table: TableModel, field: FieldModel) {
  if (isHidden(table, field) && field.side === null)
    throw new Error(`${field.column} stands in the wrong place`)
  const token = accounts.identities[0]!.token()
  const headers = { 'accept-profile': 'data' }
  const relation = field.side ?? table.relation
  const there = `/rest/v1/${relation}?select=${field.column}&limit=0`
  const gone = `/rest/v1/${table.relation}?select=${field.column}&limit=0`
  for (let tries = 0; ; tries++) {
    const isThere = isOk(await send(project, token, { path: there, headers }))
    const isGone = field.side === null || !isOk(await send(project, token, { path: gone, headers }))
    if (isThere && isGone) return
    if (tries === 100) throw new Error(`no route to ${relation}.${field.column}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** May a role have it hidden? Not what names a record, states, what must be filled, and what rules look at. */
export function isHideable(table: TableModel, field: FieldModel): boolean {
  if (
    field.computes ||
    field === table.fields[0] ||
    field.type === 'status' ||
    field.rules.required ||
    field.isChanging
  )
    return false
  return !isRead(table, field)
}

/** Locks some records of the table. Who reads it sees the lock; creators are bound unless it names them. */
export async function setLock(shop: Workshop, table: TableModel): Promise<void> {
  const { random, canaries } = shop
  const text = canaries.draw(random, 'r')
  canaries.mark(text, 'the text of a lock', (person) => sees(table, person))
  const names = [...table.base.roles.map(({ name }) => name), 'creator']
  const rule = drawRule(random, ruleFields(table), text, names)
  const roles = random.some(table.base.roles, random.upTo(3)).map(({ id }) => id)
  const lock: LockModel = { id: random.uuid(), rule, creators: random.chance(0.5), roles: new Set(roles) }
  const name = canaries.draw(random, 'n')
  for (const token of [lock.id, name]) canaries.mark(token, 'a lock', (person) => sees(table, person))
  const definition = { name, rule: rule.ast, creators: lock.creators, roles }
  await must(shop, 'owner', 'save_record_lock', { table: table.id, lock: lock.id, definition })
  table.locks.push(lock)
}

export async function removeLock(
  shop: Pick<Workshop, 'project' | 'accounts'>,
  table: TableModel,
): Promise<void> {
  const lock = table.locks.pop()
  if (lock) await must(shop, 'owner', 'delete_record_lock', { lock: lock.id })
}
