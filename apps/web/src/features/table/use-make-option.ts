import { type Field, limits, type OptionId } from '@plinth/domain'
import { noteFieldChange } from '../../lib/field-steps.ts'
import { newOption } from '../../lib/new-option.ts'
import { useBaseSchema } from '../../lib/queries.ts'
import { useSessionCache } from '../../lib/session-cache.ts'
import { toast } from '../../ui/Toast.tsx'
import { useTable } from './table-context.ts'

/**
 * Gives a field one option more, from within the editor of a cell; answers its id, or null where it could not be made. Absent: this
 * person does not shape the base, or the field has as many options as it may.
 */
export function useMakeOption(field: Field): ((label: string) => Promise<OptionId | null>) | undefined {
  const { backend, base, table } = useTable()
  const { role } = useBaseSchema(base)
  const cache = useSessionCache()
  const options = field.options.options ?? []
  if (role !== 'creator' || options.length >= limits.optionsPerField) return undefined
  return async (label) => {
    const option = newOption(options, label)
    const answer = await backend.bases.addOption(field.id, option)
    if (!answer.ok) {
      toast.error(`“${label}” could not be created`, { description: answer.error.message })
      return null
    }
    noteFieldChange({ bases: backend.bases, cache, base, table: table.id }, field, answer.value)
    await cache.refreshBase(base)
    return option.id
  }
}
