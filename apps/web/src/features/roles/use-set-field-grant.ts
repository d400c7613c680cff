import type { BaseSchema, Field, FieldId, Result, Role, Table } from '@plinth/domain'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { describeError } from '../../lib/describe-error.ts'
import { useSessionCache } from '../../lib/session-cache.ts'
import { toast } from '../../ui/Toast.tsx'
import type { FieldChoice } from './field-words.ts'

/** Says what a role may do with a field; the base is loaded again, since the field itself tells whether it is kept from somebody. */
export function useSetFieldGrant({ base }: BaseSchema, role: Role, table: Table) {
  const { roles } = useBackend()
  const cache = useSessionCache()
  const [busy, setBusy] = useState<FieldId | null>(null)
  const fields = new Map(table.fields.map(({ id, name }) => [id as string, name]))
  const set = async (field: Field, choice: FieldChoice): Promise<Result<null>> => {
    setBusy(field.id)
    const result = await roles.setFieldGrant(role.id, field.id, choice === 'usual' ? null : choice)
    if (!result.ok) toast.error(describeError(result.error, { fields }).text)
    await cache.refreshBase(base.id)
    setBusy(null)
    return result
  }
  return { set, busy }
}
