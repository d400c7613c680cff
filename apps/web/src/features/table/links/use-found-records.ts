import type { RecordId, Result, RowsWindow, Table, ViewQuery } from '@plinth/domain'
import { limits } from '@plinth/domain'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { unwrap } from '../../../lib/unwrap.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { useTable } from '../table-context.ts'
import { choiceOf, fieldsOfChoice, type LinkChoice } from './link-choices.ts'

/** Typing is waited for this long before the server is asked. */
const typingMs = 120
/** Records that are offered at once: more are found by typing. */
const offeredAtOnce = 50

export interface FoundRecords {
  readonly choices: readonly LinkChoice[]
  /** For which they were found. */
  readonly text: string | null
  readonly error: Error | null
}

/**
 * Records of a table that hold a text, as the database finds them; of an empty text the first ones. `linkable`: those alone that may be
 * linked so.
 */
export function useFoundRecords(target: Table, text: string, linkable?: ViewQuery['linkable']): FoundRecords {
  const { values } = useTable()
  const read = useReadTarget(target)
  const asked = useDebounced(text.trim(), typingMs)
  const found = useQuery({
    queryKey: ['links', target.id, 'found', asked, linkable],
    queryFn: async ({ signal }) => {
      const search = asked.slice(0, limits.searchLength)
      const wanted = { ...(search === '' ? {} : { search }), ...(linkable ? { linkable } : {}) }
      const { rows } = await unwrap(read(wanted, offeredAtOnce, signal))
      return { text: asked, choices: rows.map((one) => choiceOf(one, target, values)) }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  return { choices: found.data?.choices ?? [], text: found.data?.text ?? null, error: found.error }
}

/** Records by their ids, in their order, those that are there and may be read; `isThere`: the answer has come, or none is waited for. */
export function useNamedRecords(
  target: Table | undefined,
  ids: readonly RecordId[],
  linkable?: ViewQuery['linkable'],
): { readonly choices: readonly LinkChoice[]; readonly isThere: boolean } {
  const { backend, values } = useTable()
  const named = useQuery({
    queryKey: ['links', target?.id, 'named', ids, linkable],
    queryFn: async () => {
      if (!target) return []
      const query: ViewQuery = {
        table: target.id,
        sorts: [],
        fields: fieldsOfChoice(target).map(({ id }) => id),
        ...(linkable ? { linkable } : {}),
      }
      const { rows, outside = [] } = await unwrap(
        backend.rows.byId(query, ids.slice(0, limits.idsPerRequest)),
      )
      const read = new Map(rows.filter(({ id }) => !outside.includes(id)).map((one) => [one.id, one]))
      return ids.flatMap((id) => {
        const row = read.get(id)
        return row ? [choiceOf(row, target, values)] : []
      })
    },
    enabled: target !== undefined && ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return { choices: named.data ?? [], isThere: named.isFetched || !named.isLoading }
}

export function useReadTarget(target: Table) {
  const { backend } = useTable()
  return (asked: Partial<ViewQuery>, take: number, signal: AbortSignal): Promise<Result<RowsWindow>> => {
    const fields = fieldsOfChoice(target).map(({ id }) => id)
    const query: ViewQuery = { table: target.id, sorts: [], fields, ...asked }
    return backend.rows.window({ query, anchor: null, direction: 'forward', skip: 0, take }, signal)
  }
}
