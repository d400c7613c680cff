import {
  fieldTypes,
  limits,
  type RecordId,
  type Table,
  type TableId,
  type ValueContext,
} from '@plinth/domain'
import { useQueries } from '@tanstack/react-query'
import { useBackend } from '../../lib/backend-context.ts'
import { unwrap } from '../../lib/unwrap.ts'

export interface RecordAt {
  readonly table: TableId
  readonly record: RecordId
}

/** What records are called; undefined of those that are not there, or not known yet. */
export function useRecordNames(
  records: readonly RecordAt[],
  tables: readonly Table[],
  values: ValueContext,
): (record: RecordId) => string | undefined {
  const { rows } = useBackend()
  const wanted = tables.flatMap((table) => {
    const ids = [...new Set(records.flatMap((one) => (one.table === table.id ? [one.record] : [])))]
    const [first] = table.fields
    return first && ids.length > 0 ? [{ table: table.id, first, ids: ids.toSorted() }] : []
  })
  const answers = useQueries({
    queries: wanted.flatMap(({ table, first, ids }) =>
      chunksOf(ids).map((some) => ({
        queryKey: ['record-names', table, some],
        queryFn: async () => {
          const query = { table, sorts: [], fields: [first.id] }
          const { rows: found } = await unwrap(rows.byId(query, some))
          return found.map(({ id, values: cells }) => {
            const text = fieldTypes[first.type].formatText(cells[first.id] ?? null, first, values)
            return [id, text || 'Unnamed record'] as const
          })
        },
        staleTime: 30_000,
        retry: false,
      })),
    ),
  })
  const names = new Map(answers.flatMap(({ data }) => data ?? []))
  return (record) => names.get(record)
}

function chunksOf(ids: readonly RecordId[]): readonly (readonly RecordId[])[] {
  const chunks: (readonly RecordId[])[] = []
  for (let at = 0; at < ids.length; at += limits.idsPerRequest) {
    chunks.push(ids.slice(at, at + limits.idsPerRequest))
  }
  return chunks
}
