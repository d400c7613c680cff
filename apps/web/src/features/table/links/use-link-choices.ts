import { type Field, isLinks, limits, linkLabel, type RecordId, type Table } from '@plinth/domain'
import type { RowView } from '@plinth/record-store'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pairOf } from '../../../lib/link-words.ts'
import { recentLinks, rememberLink } from '../../../lib/recent-links.ts'
import { findRecords, readChoices } from '../../../lib/records/find-records.ts'
import type { RecordChoice } from '../../../lib/records/record-choice.ts'
import { unwrap } from '../../../lib/unwrap.ts'
import { useTable } from '../table-context.ts'
import { isNewName, leftOut, offered } from './link-choices.ts'
import { shownLinks } from './save-links.ts'
import { useFoundRecords, useNamedRecords } from './use-found-records.ts'

export interface LinkChoices {
  readonly choices: readonly RecordChoice[]
  /** The server's answer for this text is here. */
  readonly isAnswered: boolean
  readonly error: Error | null
  isLinked(id: RecordId): boolean
  /** The condition of the field leaves it out: it is among the choices to say that it is there. */
  isLeftOut(id: RecordId): boolean
  /** A record is linked or taken out: of a cell with more records than are told, only whoever does it knows. */
  note(id: RecordId, isLinked: boolean): void
}

/** What the list offers for a text: linked records first, all of them, then those that were linked lately, then others of the target. */
export function useLinkChoices(row: RowView, field: Field, target: Table, text: string): LinkChoices {
  const { backend, values, tables } = useTable()
  // As it was when the list opened. A record that is not stored yet is not known to the database.
  const [linkable] = useState(() => ({
    field: field.id,
    ...(row.state === 'saved' ? { record: row.id } : {}),
  }))
  const pair = pairOf(field, tables)?.field
  const wanted = { linkable, place: pair?.options.single ? { field: pair, record: row.id } : null }
  const found = useFoundRecords(target, text, wanted)
  // As it is when the list opens: nothing in it moves while records are linked and unlinked.
  const [atFirst] = useState(() => row.values[field.id])
  const isCut = isLinks(atFirst) && atFirst.count > limits.linksPerCell
  const all = useQuery({
    queryKey: ['links', field.id, 'of', row.id],
    queryFn: ({ signal }) => {
      const asked = { linkedTo: { field: field.id, record: row.id } }
      return unwrap(readChoices(backend, target, { asked, take: limits.rowsPerWindow, values, signal }))
    },
    enabled: isCut,
    staleTime: 0,
    gcTime: 0,
  })
  const told = (isLinks(atFirst) ? atFirst.items : []).map((item): RecordChoice => {
    return { item, label: linkLabel(item, field, values), note: '' }
  })
  // Those that were recent when the list opened, for nothing in it moves.
  const [lately] = useState(() => recentLinks(target.id))
  const { choices: recent, isThere } = useNamedRecords(target, lately, wanted)
  const now = new Set<RecordId>(shownLinks(row, field).map(([id]) => id))
  const more = new Set<RecordId>(isCut ? all.data?.map(({ item }) => item[0]) : [])
  const [changed, setChanged] = useState<ReadonlyMap<RecordId, boolean>>(new Map())
  const known = { linked: all.data ?? told, recent, found: found.choices, foundText: found.text ?? '' }
  const choices = isThere ? offered(known, text.trim()) : []
  // What is above comes with what is below.
  const isAnswered = found.text === text.trim() && isThere
  const isUnknown = isAnswered && isNewName(choices, text)
  const others = useQuery({
    queryKey: ['records', target.id, 'called', text.trim()],
    queryFn: ({ signal }) => unwrap(findRecords(backend, target, text.trim(), { values, signal })),
    enabled: isUnknown,
    staleTime: 0,
    gcTime: 0,
  })
  const excluded = isUnknown ? leftOut(others.data ?? [], choices, text) : []
  return {
    choices: [...choices, ...excluded],
    isAnswered: isAnswered && (!isUnknown || others.isFetched),
    error: found.error ?? all.error,
    isLinked: (id) => now.has(id) || (more.size > 0 && (changed.get(id) ?? more.has(id))),
    isLeftOut: (id) => excluded.some(({ item }) => item[0] === id),
    note(id, isLinked) {
      if (isLinked) rememberLink(target.id, id)
      setChanged((before) => new Map(before).set(id, isLinked))
    },
  }
}
