import { type LinkItem, type MutationId, type RecordId, type Table, uuidV7 } from '@plinth/domain'
import { describeError } from '../../../lib/describe-error.ts'
import { mayMakeNamed, nameValue } from '../../../lib/records-named.ts'
import { toast } from '../../../ui/Toast.tsx'
import { useTable } from '../table-context.ts'

/** Makes a record of the target that is called by a text. Null: this person cannot, or the text is no name there. */
export function useCreateLinked(target: Table, text: string): (() => Promise<LinkItem | null>) | null {
  const { backend, values } = useTable()
  const [first] = target.fields
  const value = first && mayMakeNamed(target) ? nameValue(first, text.trim(), values) : null
  if (!first || value === null) return null
  return async () => {
    const record = uuidV7() as RecordId
    const id = uuidV7() as MutationId
    const insert = { id, kind: 'insert', table: target.id, record, values: { [first.id]: value } } as const
    // Stored before it is linked: what cannot be made is told here, and leaves no change behind that cannot be stored.
    const answer = await backend.rows.apply({ mutations: [insert], atomic: false })
    const result = answer.ok ? answer.value[0] : undefined
    if (result?.status === 'ok') return [record, value]
    const error = answer.ok && result?.status === 'error' ? result.error : answer.ok ? null : answer.error
    toast.error(`“${text.trim()}” could not be created`, {
      description: error ? describeError(error).text : 'Try again.',
    })
    return null
  }
}
