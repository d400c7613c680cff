import type { BaseSchema, RecordAction, Result, Role, RuleTree, Scope, Table } from '@plinth/domain'
import { useQueryClient } from '@tanstack/react-query'
import { useBackend } from '../../lib/backend-context.ts'
import { queries } from '../../lib/queries.ts'
import { toast } from '../../ui/Toast.tsx'
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

/** Sets a grant; back to what the role's kind says, no grant is kept. */
export function useSetGrant(schema: BaseSchema, role: Role) {
  const backend = useBackend()
  const refresh = useRefreshRoles(schema)
  return async (
    table: Table,
    action: RecordAction,
    scope: Scope,
    rule: RuleTree | null = null,
  ): Promise<Result<null>> => {
    const kept = scope === defaultScope(role.kind, action) ? null : scope
    const result = await backend.roles.setGrant(role.id, table.id, action, kept, rule)
    if (!result.ok) toast.error(result.error)
    await refresh()
    return result
  }
}
