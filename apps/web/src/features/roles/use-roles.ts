import type { BaseSchema, RecordAction, Result, Role, RoleGrant, Table } from '@plinth/domain'
import { useQueryClient } from '@tanstack/react-query'
import { useBackend } from '../../lib/backend-context.ts'
import { describeError } from '../../lib/describe-error.ts'
import { namesIn } from '../../lib/names-in.ts'
import { queries } from '../../lib/queries.ts'
import { toast } from '../../ui/Toast.tsx'
import { grantOf } from './grant-of.ts'
import { defaultScope } from './role-words.ts'

/** After anything about roles changed: who may do what is asked again. */
export function useRefreshRoles(schema: BaseSchema) {
  const backend = useBackend()
  const client = useQueryClient()
  const { id } = schema.base
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: queries.roles(backend, id).queryKey }),
      client.invalidateQueries({ queryKey: queries.baseMembers(backend, id).queryKey }),
      client.invalidateQueries({ queryKey: ['base', id, 'access'] }),
    ])
}

/** After a lock changed: it stands in the base's schema. */
export function useRefreshLocks(schema: BaseSchema) {
  const backend = useBackend()
  const client = useQueryClient()
  const { id } = schema.base
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: queries.baseSchema(backend, id).queryKey }),
      client.invalidateQueries({ queryKey: ['base', id, 'access'] }),
    ])
}

/** Sets a grant, the rest of it stays; back to what the role's kind says, no grant is kept. */
export function useSetGrant(schema: BaseSchema, role: Role) {
  const backend = useBackend()
  const refresh = useRefreshRoles(schema)
  return async (
    table: Table,
    action: RecordAction,
    changes: Partial<Pick<RoleGrant, 'scope' | 'rule' | 'handOver'>>,
  ): Promise<Result<null>> => {
    const wanted = { ...grantOf(role, table, action), ...changes }
    const rule = wanted.scope === 'rules' ? wanted.rule : null
    const handOver = wanted.scope !== 'none' && wanted.handOver
    const isUsual = wanted.scope === defaultScope(role.kind, action) && !handOver
    const grant = isUsual ? null : { scope: wanted.scope, rule, handOver }
    const result = await backend.roles.setGrant(role.id, table.id, action, grant)
    if (!result.ok) toast.error(describeError(result.error, namesIn(schema)).text)
    await refresh()
    return result
  }
}
