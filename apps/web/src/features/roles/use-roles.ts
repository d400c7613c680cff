import type { BaseSchema, RecordAction, Result, Role, RoleGrant, Table } from '@plinth/domain'
import { useQueryClient } from '@tanstack/react-query'
import { useBackend } from '../../lib/backend-context.ts'
import { describeError, type ErrorNames } from '../../lib/describe-error.ts'
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

/** What reads a table may be a field of another one. */
const namesIn = ({ tables }: BaseSchema): ErrorNames => ({
  fields: new Map(tables.flatMap(({ fields }) => fields.map(({ id, name }) => [id as string, name]))),
})

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
