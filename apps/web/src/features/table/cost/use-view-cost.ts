/** What the view that is looked at costs on a large table, and the indexes of a table. */
import type { Backend, FieldId, TableId, ViewQuery } from '@plinth/domain'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useBackend } from '../../../lib/backend-context.ts'
import { unwrap } from '../../../lib/unwrap.ts'
import { useAction } from '../../../lib/use-action.ts'

/** Rows come and go, and indexes are made by others. */
const staleMs = 5 * 60_000

/** The order of creation alone is always served. */
const isPlain = ({ filter, search, groups = [], sorts }: ViewQuery) =>
  !filter && !search && groups.length === 0 && sorts.length === 0

export const useViewCost = (backend: Backend, query: ViewQuery) =>
  useQuery({
    queryKey: ['table', query.table, 'cost', query],
    queryFn: () => unwrap(backend.rows.cost(query)),
    staleTime: staleMs,
    retry: false,
    enabled: !isPlain(query) && backend.viewedAs === null,
  }).data

/** About how many records the table has. */
export const useTableSize = (backend: Backend, table: TableId) =>
  useQuery({
    queryKey: ['table', table, 'size'],
    queryFn: () => unwrap(backend.rows.stats({ table, sorts: [] }, 'quick')),
    staleTime: staleMs,
    retry: false,
  }).data

const indexesOf = (backend: Backend, table: TableId) =>
  queryOptions({
    queryKey: ['table', table, 'indexes'],
    queryFn: () => unwrap(backend.rows.indexes(table)),
    staleTime: 0,
    retry: false,
  })

export const useIndexes = (table: TableId) => useQuery(indexesOf(useBackend(), table))

/** Makes and drops the index of a field; what is known of views and indexes of the table is asked for again. */
export function useIndexAction(table: TableId, kind: 'create' | 'drop') {
  const backend = useBackend()
  const client = useQueryClient()
  return useAction(async (field: FieldId) => {
    const { rows } = backend
    const result = await (kind === 'create' ? rows.createIndex(field) : rows.dropIndex(field))
    await client.invalidateQueries({ queryKey: ['table', table] })
    return result
  })
}
