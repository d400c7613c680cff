import { type Field, type FieldId, isLinks, type LinkItem, type Row, type Table } from '@plinth/domain'
import type { RowView } from '@plinth/record-store'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { unwrap } from '../../../lib/unwrap.ts'
import { useTable } from '../table-context.ts'
import { type LinkedPage, linkedPage, linkedPageSize } from './linked-page.ts'
import { useLinkedEvents } from './use-linked-events.ts'

export interface LinkedRow {
  readonly item: LinkItem
  /** Null: not read yet. */
  readonly values: Row['values'] | null
}

/** A page of the records that a cell links, with some of their fields; read again with each version of the record and of theirs. */
export function useLinkedRows(
  { row, field, target, columns }: { row: RowView; field: Field; target: Table; columns: readonly Field[] },
  page: number,
): { readonly shown: LinkedPage; readonly rows: readonly LinkedRow[] } {
  const { backend, base } = useTable()
  const cell = row.values[field.id]
  const value = isLinks(cell) ? cell : null
  const name = target.fields[0]
  const query = {
    table: target.id,
    sorts: [],
    fields: [...(name ? [name.id] : []), ...columns.map(({ id }) => id)] as FieldId[],
  }
  const linkedTo = { field: field.id, record: row.id }
  const cells = ['base', base, 'linked', row.id, field.id]
  const key = [...cells, row.ver]
  const isAsked = linkedPage(value, page, null).items === null
  const { data: stats } = useQuery({
    queryKey: [...key, 'count'],
    queryFn: () => unwrap(backend.rows.stats({ ...query, linkedTo }, 'exact')),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  const shown = linkedPage(value, page, stats?.total ?? null)
  const ids = shown.items?.map(([id]) => id) ?? null
  const { data } = useQuery({
    queryKey: [...key, ids ?? shown.page, query.fields],
    queryFn: async (): Promise<readonly Row[]> => {
      if (ids) return (await unwrap(backend.rows.byId(query, ids))).rows
      const asked = { query: { ...query, linkedTo }, anchor: null, direction: 'forward' } as const
      const answer = backend.rows.window({
        ...asked,
        skip: shown.page * linkedPageSize,
        take: linkedPageSize,
      })
      return (await unwrap(answer)).rows
    },
    enabled: value !== null && (ids === null || ids.length > 0),
    placeholderData: keepPreviousData,
  })
  const read = new Map(data?.map((one) => [one.id, one.values]))
  const items =
    shown.items ?? (data ?? []).map(({ id, values }): LinkItem => [id, (name && values[name.id]) ?? null])
  const client = useQueryClient()
  useLinkedEvents(
    target.id,
    items.map(([id]) => id),
    () => void client.invalidateQueries({ queryKey: cells }),
  )
  return { shown, rows: items.map((item) => ({ item, values: read.get(item[0]) ?? null })) }
}
