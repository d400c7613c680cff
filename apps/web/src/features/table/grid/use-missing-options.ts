import type { Field, FieldId } from '@plinth/domain'
import { noteFieldChange } from '../../../lib/field-steps.ts'
import { useSessionCache } from '../../../lib/session-cache.ts'
import { toast } from '../../../ui/Toast.tsx'
import { useTable } from '../table-context.ts'
import { type MissingOption, makeOptions, missingOptions } from './missing-options.ts'
import type { IncomingCell, RefusedCell } from './pasted-values.ts'

/** Options that a paste would need: found by those who shape the base, and made as they are in the editor of a cell. */
export function useMissingOptions() {
  const { backend, base, table, mayShape } = useTable()
  const { bases } = backend
  const cache = useSessionCache()

  /** The fields that have more options now; what could not be made is told. */
  const make = async (missing: readonly MissingOption[]): Promise<ReadonlyMap<FieldId, Field>> => {
    const { fields, error } = await makeOptions(bases, missing)
    for (const before of new Set(missing.map(({ field }) => field))) {
      const after = fields.get(before.id)
      if (after) noteFieldChange({ bases, cache, base, table: table.id }, before, after)
    }
    await cache.refreshBase(base)
    if (error) toast.error(error, { description: 'Not all options could be created.' })
    return fields
  }

  return {
    find: (refused: readonly RefusedCell[]) => (mayShape ? missingOptions(refused) : []),
    /** Makes them; answers the cells, for fields that have them. */
    async makeFor(
      cells: readonly IncomingCell[],
      missing: readonly MissingOption[],
    ): Promise<readonly IncomingCell[]> {
      if (missing.length === 0) return cells
      const fields = await make(missing)
      return cells.map((cell) => ({ ...cell, field: fields.get(cell.field.id) ?? cell.field }))
    },
  }
}
