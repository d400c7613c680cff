import { limits, type RecordId, type Table, type TableId, type ValueContext } from '@plinth/domain'
import { useQueries } from '@tanstack/react-query'
import { useBackend } from '../../lib/backend-context.ts'
import { namedRecordsQuery } from '../../lib/records/use-records.ts'

export interface RecordAt {
  readonly table: TableId
  readonly record: RecordId
}

/** What records of many tables are called; null: not to be seen, undefined: not known yet. */
export function useRecordNames(
  records: readonly RecordAt[],
  tables: readonly Table[],
  values: ValueContext,
): (record: RecordId) => string | null | undefined {
  const backend = useBackend()
  const wanted = tables.flatMap((table) => {
    const ids = records.flatMap((one) => (one.table === table.id ? [one.record] : []))
    return chunksOf([...new Set(ids)]).map((some) => ({ table, some }))
  })
  const answers = useQueries({
    queries: wanted.map(({ table, some }) => ({
      ...namedRecordsQuery(backend, table, some, { values }),
      staleTime: 30_000,
      retry: false,
    })),
  })
  const found = answers.flatMap(({ data }) => data ?? [])
  const names = new Map(found.map(({ item: [id], label }) => [id, label]))
  const isAnswered = answers.every(({ isPending }) => !isPending)
  return (record) => names.get(record) ?? (isAnswered ? null : undefined)
}

function chunksOf(ids: readonly RecordId[]): readonly (readonly RecordId[])[] {
  const chunks: (readonly RecordId[])[] = []
  for (let at = 0; at < ids.length; at += limits.idsPerRequest) {
    chunks.push(ids.slice(at, at + limits.idsPerRequest))
  }
  return chunks
}
