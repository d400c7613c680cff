/** Random grants, and granting them. */
import type { RecordAction } from '@plinth/domain'
import type { AccountName } from './identities.ts'
import { must, type Workshop } from './make-world.ts'
import { type Grant, grantKey, type RoleModel, type TableModel } from './model.ts'
import { isCreator } from './oracle.ts'
import { drawRule } from './rules.ts'

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
  if (scope !== 'rules') return scope && { scope, rule: null }
  const text = canaries.draw(random, 'r')
  canaries.mark(text, 'the text of a rule', (person) => isCreator(table.base, person))
  const names = [...table.base.roles.map(({ name }) => name), 'creator', 'custom']
  return { scope, rule: drawRule(random, table.fields, text, names) }
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
  })
  if (grant) role.grants.set(grantKey(table, action), grant)
  else role.grants.delete(grantKey(table, action))
}
