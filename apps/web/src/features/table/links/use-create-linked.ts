import {
  type Field,
  type LinkItem,
  type Mutation,
  type MutationId,
  ok,
  type RecordId,
  type Result,
  type Table,
  uuidV7,
} from '@plinth/domain'
import type { RowView } from '@plinth/record-store'
import { mayMakeNamed, nameValue } from '../../../lib/records-named.ts'
import { useTable } from '../table-context.ts'
import { saveLinks, shownLinks, toggledLink } from './save-links.ts'

/** Makes a record and links it. */
export type CreateLinked = (row: RowView, field: Field) => Promise<Result<LinkItem>>

/**
 * Makes a record of the target that is called by a text, and links it: both, or neither where either is refused. Null: this person
 * cannot, or the text is no name there.
 */
export function useCreateLinked(target: Table, text: string): CreateLinked | null {
  const { backend, session, values } = useTable()
  const [first] = target.fields
  const value = first && mayMakeNamed(target) ? nameValue(first, text.trim(), values) : null
  if (!first || value === null) return null
  const makeAlone = async (insert: Mutation): Promise<Result<null>> => {
    const answer = await backend.rows.apply({ mutations: [insert], atomic: true })
    if (!answer.ok) return answer
    const [result] = answer.value
    return result?.status === 'error' ? { ok: false, error: result.error } : ok(null)
  }
  return async (row, field) => {
    const item: LinkItem = [uuidV7() as RecordId, value]
    const insert = {
      id: uuidV7() as MutationId,
      kind: 'insert',
      table: target.id,
      record: item[0],
      values: { [first.id]: value },
    } as const
    const edit = toggledLink(field, shownLinks(row, field), item, false)
    const answer = await session.changeWith(insert, row.id, { [field.id]: edit })
    if (answer.ok) return ok(item)
    if (row.state !== 'refused' || answer.error.code.startsWith('link_')) return answer
    // The record here lacks something else still: it is kept back with this link.
    const made = await makeAlone({ ...insert, id: uuidV7() as MutationId })
    if (!made.ok) return made
    saveLinks(session, row, field, edit)
    return ok(item)
  }
}
