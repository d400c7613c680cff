/** Stores where records stand, as far as that may be. */
import { type Field, isComputedField, type RecordId } from '@plinth/domain'
import { useCallback, useMemo } from 'react'
import type { Times } from '../../../lib/days/stretch.ts'
import { mayAddRecords } from '../../../lib/table-access.ts'
import { useTable } from '../table-context.ts'
import { useMoveRefusals } from '../use-move-refusals.ts'
import type { Grip } from './drag-times.ts'

interface PutOptions {
  readonly start: Field
  readonly end: Field | null
  /** It stands there at once, whatever is read. */
  note(id: RecordId): void
}

export interface EventRights {
  /** May it be dragged? Where not, says why. */
  mayDrag(grip: Pick<Grip, 'kind' | 'id'>): boolean
  /** Answers false where it may not be, and says why, as where the server does not take it (`onRefused`). */
  put(id: RecordId, times: Times, onRefused?: () => void): boolean
  readonly mayCreate: boolean
  readonly hasEnds: boolean
}

export function usePutEvent({ start, end, note }: PutOptions): EventRights {
  const { session, table, isReadOnly, refuseEdit } = useTable()
  const { refuse, tellRefusal } = useMoveRefusals()
  const put = useCallback(
    (id: RecordId, times: Times, onRefused?: () => void) => {
      const row = session.store.get(id)
      if (!row) return false
      const wanted = [
        { field: start, value: times.start },
        ...(end ? [{ field: end, value: times.end }] : []),
      ]
      const changed = wanted.filter(({ field, value }) => (row.values[field.id] ?? null) !== value)
      const values = Object.fromEntries(changed.map(({ field, value }) => [field.id, value]))
      if (refuse(id, values)) return false
      if (changed.length === 0) return true
      note(id)
      session.edit(id, values)
      tellRefusal(id, values, onRefused)
      return true
    },
    [session, start, end, note, refuse, tellRefusal],
  )
  return useMemo(() => {
    const isFree = (field: Field) =>
      field.access !== 'read' && !isComputedField(field) && field.changing === undefined
    return {
      put,
      mayDrag({ kind, id }) {
        const row = session.store.get(id)
        if (kind === 'end') return end !== null && !refuseEdit(row, end)
        const hasEnd = end !== null && (row?.values[end.id] ?? null) !== null
        return !refuseEdit(row, start) && !(hasEnd && refuseEdit(row, end))
      },
      mayCreate: mayAddRecords(table) && isFree(start),
      hasEnds: end !== null && !isReadOnly && isFree(end),
    }
  }, [put, session, table, isReadOnly, start, end, refuseEdit])
}
