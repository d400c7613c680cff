import type { Field, RecordId, Result, RowsWindow, Table, ViewQuery } from '@plinth/domain'
import { isLinks, limits, linkLabel } from '@plinth/domain'
import type { RowView } from '@plinth/record-store'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { unwrap } from '../../../lib/unwrap.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { useTable } from '../table-context.ts'
import { choiceOf, fieldsOfChoice, type LinkChoice, offered } from './link-choices.ts'
import { shownLinks } from './save-links.ts'

/** Typing is waited for this long before the server is asked. */
const typingMs = 120
/** Records that are offered at once: more are found by typing. */
const offeredAtOnce = 50

export interface LinkChoices {
  readonly choices: readonly LinkChoice[]
  /** The server's answer for this text is here. */
  readonly isAnswered: boolean
  readonly error: Error | null
  isLinked(id: RecordId): boolean
  /** A record is linked or taken out: of a cell with more records than are told, only whoever does it knows. */
  note(id: RecordId, isLinked: boolean): void
}

/** What the list offers for a text: linked records first, all of them, then others of the target. */
export function useLinkChoices(row: RowView, field: Field, target: Table, text: string): LinkChoices {
  const { values } = useTable()
  const read = useReadTarget(target)
  const asked = useDebounced(text.trim(), typingMs)
  const found = useQuery({
    queryKey: ['links', target.id, 'found', asked],
    queryFn: async ({ signal }) => {
      const search = asked.slice(0, limits.searchLength)
      const { rows } = await unwrap(read(search === '' ? {} : { search }, offeredAtOnce, signal))
      return { text: asked, choices: rows.map((one) => choiceOf(one, target, values)) }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  // As it is when the list opens: nothing in it moves while records are linked and unlinked.
  const [atFirst] = useState(() => row.values[field.id])
  const isCut = isLinks(atFirst) && atFirst.count > limits.linksPerCell
  const all = useQuery({
    queryKey: ['links', field.id, 'of', row.id],
    queryFn: async ({ signal }) => {
      const { rows } = await unwrap(
        read({ linkedTo: { field: field.id, record: row.id } }, limits.rowsPerWindow, signal),
      )
      return rows.map((one) => choiceOf(one, target, values))
    },
    enabled: isCut,
    staleTime: 0,
    gcTime: 0,
  })
  const told = (isLinks(atFirst) ? atFirst.items : []).map(
    (item): LinkChoice => ({ item, label: linkLabel(item, field, values), note: '' }),
  )
  const linked = all.data ?? told
  const now = new Set<RecordId>(shownLinks(row, field).map(([id]) => id))
  const more = new Set<RecordId>(isCut ? all.data?.map(({ item }) => item[0]) : [])
  const [changed, setChanged] = useState<ReadonlyMap<RecordId, boolean>>(new Map())
  return {
    choices: offered(
      { linked, found: found.data?.choices ?? [], foundText: found.data?.text ?? '' },
      text.trim(),
    ),
    isAnswered: found.data?.text === text.trim(),
    error: found.error,
    isLinked: (id) => now.has(id) || (more.size > 0 && (changed.get(id) ?? more.has(id))),
    note: (id, isLinked) => setChanged((before) => new Map(before).set(id, isLinked)),
  }
}

function useReadTarget(target: Table) {
  const { backend } = useTable()
  return (asked: Partial<ViewQuery>, take: number, signal: AbortSignal): Promise<Result<RowsWindow>> => {
    const fields = fieldsOfChoice(target).map(({ id }) => id)
    const query: ViewQuery = { table: target.id, sorts: [], fields, ...asked }
    return backend.rows.window({ query, anchor: null, direction: 'forward', skip: 0, take }, signal)
  }
}
