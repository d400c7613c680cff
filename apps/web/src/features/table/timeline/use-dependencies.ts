import { type Field, type RecordId } from '@plinth/domain'
import type { TableSession, WindowSnapshot } from '@plinth/record-store'
import { useEffect, useMemo, useState } from 'react'
import { recordName } from '../record-name.ts'
import { useTable } from '../table-context.ts'
import { type Dependency, dependenciesOf, type PlacedRecord } from './dependencies.ts'
import type { ShownDates } from './shown-dates.ts'
import { type SpanFields, spanOf } from './spans.ts'

/** Rows above and below what is drawn whose arrows are drawn too, so that they come into sight with an end of theirs. */
const beyondRows = 100

const none: readonly Dependency[] = []
const noIds: readonly RecordId[] = []

interface Wanted {
  /** The link field whose records come before a record; null: nothing is drawn. */
  readonly after: Field | null
  readonly fields: SpanFields
  readonly snapshot: WindowSnapshot
  readonly shown: ShownDates
  /** Rows that are drawn, and some more. */
  readonly first: number
  readonly last: number
}

export interface Dependencies {
  readonly list: readonly Dependency[]
  tooEarlyFor(id: RecordId): readonly string[]
}

/** What comes after what around the rows that are drawn, as it is now and as it would be where somebody drags. */
export function useDependencies(wanted: Wanted): Dependencies {
  const { session, table, values } = useTable()
  const { after, fields, snapshot, shown, first, last } = wanted
  const ids = useMemo(() => {
    if (!after) return noIds
    const from = Math.max(0, first - beyondRows)
    const to = Math.min(snapshot.rowCount - 1, last + beyondRows)
    return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => snapshot.idAt(from + at)).filter(
      (id) => id !== null,
    )
  }, [after, snapshot, first, last])
  const read = useReader(session, ids, shown)
  const list = useMemo(() => {
    if (!after) return none
    const find = (id: RecordId): PlacedRecord | null => {
      const [row, held] = [snapshot.indexOf(id), read(id)]
      return row === null || !held ? null : { id, row, values: held, span: spanOf(held, fields) }
    }
    return dependenciesOf(
      ids.flatMap((id) => find(id) ?? []),
      find,
      after.id,
    )
  }, [after, ids, fields, snapshot, read])
  return useMemo(() => {
    const early = new Map<RecordId, string[]>()
    for (const { before, after, isBroken } of list) {
      if (!isBroken) continue
      const name = recordName(before, table.fields, values) || 'Unnamed record'
      early.set(after.id, [...(early.get(after.id) ?? []), name])
    }
    return { list, tooEarlyFor: (id) => early.get(id) ?? [] }
  }, [list, table, values])
}

type Values = PlacedRecord['values']
type Reader = (id: RecordId) => Values | null

const readerOf =
  (session: TableSession, shown: ShownDates): Reader =>
  (id) => {
    const row = session.store.get(id)
    return row && { ...row.values, ...shown.of(id)?.dates }
  }

/** What the records hold; another reader whenever one of them changes, or is dragged. */
function useReader(session: TableSession, ids: readonly RecordId[], shown: ShownDates): Reader {
  const [reader, setReader] = useState(() => readerOf(session, shown))
  useEffect(() => {
    if (ids.length === 0) return undefined
    const renew = () => setReader(() => readerOf(session, shown))
    const stops = [...ids.map((id) => session.store.subscribe(id, renew)), shown.subscribe(renew)]
    renew()
    return () => {
      for (const stop of stops) stop()
    }
  }, [session, ids, shown])
  return reader
}
