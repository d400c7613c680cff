/**
 * The records that stand on the shown days: one window of them, of which the first thousand in the view's order are read. Where there are
 * more, their groups by the days on which they begin and end say how many each day has.
 */
import { type Field, isOfMoments, type RecordId, type ViewQuery } from '@plinth/domain'
import type { RowView, RowWindow, WindowSnapshot } from '@plinth/record-store'
import { useEffect, useMemo, useState } from 'react'
import type { DayNo } from '../../../lib/days/days.ts'
import { conditionsFor, type DayRange } from '../../../lib/days/spans.ts'
import { type Stretch, stretchOf, type Times, type Timing } from '../../../lib/days/stretch.ts'
import { narrowed } from '../board/stacks.ts'
import { useTable } from '../table-context.ts'
import { useRowWindow, useRowWindows } from '../use-table-session.ts'
import { useView } from '../view/table-view.ts'
import { closingAt, countsOfDays } from './counts-of-days.ts'
import { useGroups, useRows, useSnapshots } from './many-rows.ts'

/** As many as one request brings. */
const mostAtOnce = 1_000

export interface CalendarRecord {
  readonly id: RecordId
  readonly row: RowView
  readonly times: Times
  readonly stretch: Stretch
}

export interface CalendarRecords {
  /** In the order in which they begin; what begins at the same time, in that of the view. */
  readonly list: readonly CalendarRecord[]
  /** Records that stand on a day and are not read. */
  beyond(day: DayNo): number
  readonly count: number
  readonly status: WindowSnapshot['status']
  retry(): void
}

interface Asked {
  readonly window: RowWindow
  readonly start: Field
  readonly end: Field | null
  readonly timing: Timing
  readonly range: DayRange
  /** Records that were moved a moment ago: they are there, whatever the window knows. */
  readonly recent: readonly RecordId[]
}

export function useCalendarRecords(asked: Asked): CalendarRecords {
  const { session } = useTable()
  const { start, end, timing, range, recent } = asked
  const query = useRangeQuery(asked)
  const window = useRowWindow(session, query)
  const [snapshot] = useSnapshots(useMemo(() => (window ? [window] : []), [window]))
  useEffect(() => {
    window?.setViewport(0, mostAtOnce - 1)
  }, [window])
  const isDense = useDense(snapshot)
  const counts = useCounts(query, asked, isDense)
  const ids = useMemo(() => {
    const { rowCount = 0, idAt } = snapshot ?? {}
    const known = Array.from({ length: Math.min(rowCount, mostAtOnce) }, (_, at) => idAt?.(at) ?? null)
    return [...new Set([...known.filter((id) => id !== null), ...recent])]
  }, [snapshot, recent])
  const rows = useRows(session, ids)
  const list = useMemo(() => placed(rows, { start, end, timing, range }), [rows, start, end, timing, range])
  return {
    list,
    beyond(day) {
      const count = counts?.get(day)
      if (count === undefined) return 0
      const isCounted = ({ first, last }: Stretch) => first <= day && day <= last
      return Math.max(0, count - list.filter(({ stretch }) => isCounted(stretch)).length)
    },
    count: snapshot?.rowCount ?? 0,
    status: snapshot?.status ?? 'loading',
    retry: () => window?.retry(),
  }
}

/** Are there more than are read? Until a range is counted it counts as the one before. */
function useDense(snapshot: WindowSnapshot | undefined): boolean {
  const [was, setWas] = useState(false)
  const isCounted = snapshot !== undefined && (snapshot.rowCount > 0 || snapshot.status === 'ready')
  const isDense = isCounted ? snapshot.rowCount > mostAtOnce : was
  if (isDense !== was) setWas(isDense)
  return isDense
}

/** How many records stand on each day; null where all are read. */
function useCounts(
  query: Omit<ViewQuery, 'table'>,
  { start, end, timing, range }: Asked,
  isDense: boolean,
): ReadonlyMap<DayNo, number> | null {
  const { session } = useTable()
  const last = end && end.id !== start.id ? end : null
  const asked = useMemo(() => {
    const { view: _, ...rows } = query
    const fields = last ? [start, last] : [start]
    const groups = fields.map(({ id }) => ({ field: id, direction: 'asc' as const }))
    // A group says of moments on which day they are, and not whether they are the midnight that ends the day before.
    const closing = last && isOfMoments(last.type) ? closingAt(query.filter, last.id, range, timing.zone) : []
    return [rows, ...closing.map((filter) => ({ ...rows, filter }))].map((each) => ({ ...each, groups }))
  }, [query, start, last, range, timing.zone])
  const windows = useRowWindows(isDense ? session : null, asked, 1)
  const known = useGroups(windows)
  return useMemo(() => {
    const [all, ...closing] = known
    if (!all || known.some(({ isKnown }) => !isKnown)) return null
    const closed = closing.flatMap(({ groups }) => groups)
    return countsOfDays(all.groups, last ? 2 : 1, range, closed)
  }, [known, last, range])
}

/** Of a window over all records of the view: those of the range. */
function useRangeQuery({ window, start, end, range }: Asked): Omit<ViewQuery, 'table'> {
  const { saved } = useView()
  const { query } = window
  return useMemo(
    () => ({
      // Where not all are read, the view's order says which.
      sorts: query.sorts,
      filter: narrowed(query.filter, conditionsFor(range, start.id, end?.id ?? null)),
      ...(query.search ? { search: query.search } : {}),
      ...(saved && query.sorts.length === 0 ? { view: saved.id } : {}),
    }),
    [query, start, end, range, saved],
  )
}

type Placing = Pick<Asked, 'start' | 'end' | 'timing' | 'range'>

function placed(rows: readonly (RowView | null)[], { start, end, timing, range }: Placing): CalendarRecord[] {
  const records = rows.flatMap((row): CalendarRecord[] => {
    if (!row || row.state === 'gone') return []
    const times: Times = {
      start: row.values[start.id] ?? null,
      end: end ? (row.values[end.id] ?? null) : null,
    }
    const stretch = stretchOf(times, timing)
    const isSeen = stretch && stretch.first <= range.last && stretch.last >= range.first
    return isSeen ? [{ id: row.id, row, times, stretch }] : []
  })
  return records.toSorted((a, b) => a.stretch.from - b.stretch.from)
}
