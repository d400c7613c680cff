import type { RecordAction, Role, RoleGrant, Table } from '@plinth/domain'
import { defaultScope } from './role-words.ts'

/** What is said of a role, a table and an action. */
export function grantOf(
  role: Role,
  table: Table,
  action: RecordAction,
): Pick<RoleGrant, 'scope' | 'rule' | 'handOver'> {
  const said = role.grants.find((grant) => grant.table === table.id && grant.action === action)
  return said ?? { scope: defaultScope(role.kind, action), rule: null, handOver: false }
}
