import { type Field, limits, type OptionId } from '@plinth/domain'
import type { RowView } from '@plinth/record-store'
import { noteFieldChange } from '../../lib/field-steps.ts'
import { newOption } from '../../lib/new-option.ts'
import { useBaseSchema } from '../../lib/queries.ts'
import { useSessionCache } from '../../lib/session-cache.ts'
import { useTable } from './table-context.ts'

/**
 * Gives a field one option more, from within the editor of a cell of this record; answers its id. Where it could not be made, what was
 * typed is kept beside the cell, and it is null. Absent: this person does not shape the base, or the field has as many options as it may.
 */
export function useMakeOption(
  { id }: Pick<RowView, 'id'>,
  field: Field,
): ((label: string) => Promise<OptionId | null>) | undefined {
  const { backend, base, table, session } = useTable()
  const { role } = useBaseSchema(base)
  const cache = useSessionCache()
  const options = field.options.options ?? []
  if (role !== 'creator' || options.length >= limits.optionsPerField) return undefined
  return async (label) => {
    const option = newOption(options, label)
    const answer = await backend.bases.addOption(field.id, option)
    if (!answer.ok) {
      const message = `The option “${label}” could not be created. ${answer.error.message}`
      session.refuse(id, field.id, { error: { ...answer.error, message }, attempted: label })
      return null
    }
    noteFieldChange({ bases: backend.bases, cache, base, table: table.id }, field, answer.value)
    await cache.refreshBase(base)
    return option.id
  }
}
