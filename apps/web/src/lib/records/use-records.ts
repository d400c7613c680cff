import type { Backend, RecordId, Table, ValueContext } from '@plinth/domain'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useBackend } from '../backend-context.ts'
import { unwrap } from '../unwrap.ts'
import { useDebounced } from '../use-debounced.ts'
import { type ChoiceOptions, findRecords, nameRecords } from './find-records.ts'
import type { RecordChoice } from './record-choice.ts'

/** Typing is waited for this long before the server is asked. */
const typingMs = 120

export interface FoundRecords {
  readonly choices: readonly RecordChoice[]
  /** For which they were found. */
  readonly text: string | null
  readonly error: Error | null
}

/** Records of a table that hold a text, as the database finds them; of an empty text the first ones. */
export function useFoundRecords(target: Table, text: string, options: ChoiceOptions): FoundRecords {
  const backend = useBackend()
  const asked = useDebounced(text.trim(), typingMs)
  const found = useQuery({
    queryKey: ['records', target.id, 'found', asked, options.linkable],
    queryFn: async ({ signal }) => ({
      text: asked,
      choices: await unwrap(findRecords(backend, target, asked, { ...options, signal })),
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  return { choices: found.data?.choices ?? [], text: found.data?.text ?? null, error: found.error }
}

/** Records by their ids; until they are here, those before them stand in for them. */
export const namedRecordsQuery = (
  backend: Backend,
  target: Table | undefined,
  ids: readonly RecordId[],
  options: ChoiceOptions,
) =>
  queryOptions({
    queryKey: ['records', target?.id, 'named', ids, options.linkable],
    queryFn: () => unwrap(nameRecords(backend, target!, ids, options)),
    enabled: target !== undefined && ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** What records are called, to be read only: “…” until that is known. */
export function useRecordNames(
  target: Table,
  ids: readonly RecordId[],
  values: ValueContext,
): (id: RecordId) => string {
  const { choices, isThere } = useNamedRecords(target, ids, { values })
  return (id) => {
    if (!isThere) return '…'
    return choices.find(({ item }) => item[0] === id)?.label ?? 'Unnamed record'
  }
}

/** Records by their ids, in their order, those that are there and may be read; `isThere`: the answer has come, or none is waited for. */
export function useNamedRecords(
  target: Table | undefined,
  ids: readonly RecordId[],
  options: ChoiceOptions,
): { readonly choices: readonly RecordChoice[]; readonly isThere: boolean } {
  const query = namedRecordsQuery(useBackend(), target, ids, options)
  const { data = [], isFetched } = useQuery(query)
  return {
    choices: data.filter(({ item }) => ids.includes(item[0])),
    isThere: !query.enabled || isFetched,
  }
}
