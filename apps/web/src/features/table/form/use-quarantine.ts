import type { QuarantinedRecord } from '@plinth/domain'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { unwrap } from '../../../lib/unwrap.ts'
import { useTable } from '../table-context.ts'

const none: readonly QuarantinedRecord[] = []

/** Records of the table whose files came from people outside and wait for somebody who takes them in. */
export function useQuarantine(): { readonly waiting: readonly QuarantinedRecord[]; again(): Promise<void> } {
  const { backend, base, table, isReadOnly } = useTable()
  const client = useQueryClient()
  const queryKey = ['base', base, 'quarantine', table.id]
  const { data } = useQuery({
    queryKey,
    queryFn: () => unwrap(backend.forms.quarantined(table.id)),
    enabled: !isReadOnly && table.fields.some(({ type }) => type === 'attachment'),
    retry: false,
  })
  return { waiting: data ?? none, again: () => client.invalidateQueries({ queryKey }) }
}
