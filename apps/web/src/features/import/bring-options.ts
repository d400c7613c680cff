/** Options that columns bring along for select fields that exist. */
import { appError, type Backend, type BaseId, err, type Field, ok, type Result } from '@plinth/domain'
import { withBroughtOptions } from './destinations.ts'
import type { PreviewState } from './import-state.ts'

/**
 * Gives fields the options that the person wants, beside those that they have by now, and answers the state with the table
 * as it is then. For those who shape the base only.
 */
export async function bringOptions(
  bases: Backend['bases'],
  base: BaseId,
  state: PreviewState,
): Promise<Result<PreviewState>> {
  const { destination, profile } = state
  if (destination.kind === 'new' || destination.newOptions.size === 0) return ok(state)
  const schema = await bases.schema(base)
  if (!schema.ok) return schema
  const table = schema.value.tables.find(({ id }) => id === destination.table.id)
  if (!table) return err(appError('not_found'))
  const fields: Field[] = []
  for (const field of table.fields) {
    const wanted = withBroughtOptions(field, profile, destination)
    const changed =
      wanted === field ? ok(field) : await bases.updateField(field.id, { options: wanted.options })
    if (!changed.ok) return changed
    fields.push(changed.value)
  }
  return ok({ ...state, destination: { ...destination, table: { ...table, fields } } })
}
