import { type Field, limits, type OptionId } from '@plinth/domain'
import type { RowView } from '@plinth/record-store'
import { useEffect, useRef } from 'react'
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
  // One is made after the other: whoever types fast names the next one before the field is known to have the first.
  const latest = useRef(field)
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(() => {
    latest.current = field
  }, [field])
  const make = async (label: string) => {
    const option = newOption(latest.current.options.options ?? [], label)
    const answer = await backend.bases.addOption(field.id, option)
    if (!answer.ok) {
      const message = `The option “${label}” could not be created. ${answer.error.message}`
      session.refuse(id, field.id, { error: { ...answer.error, message }, attempted: label })
      return null
    }
    noteFieldChange({ bases: backend.bases, cache, base, table: table.id }, latest.current, answer.value)
    latest.current = answer.value
    await cache.refreshBase(base)
    return option.id
  }
  const count = field.options.options?.length ?? 0
  if (role !== 'creator' || count >= limits.optionsPerField) return undefined
  return (label) => {
    const made = turn.current.then(() => make(label))
    turn.current = made.catch(() => null)
    return made
  }
}
