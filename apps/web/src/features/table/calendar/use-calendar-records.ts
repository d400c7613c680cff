/**
 * The records that stand on the shown days: read by their days, never more. Up to a thousand are read as one window. Where there are more,
 * each day is a window of its own, of which the first records are read; how many there are is known of each.
 */
import type { CalendarSpan, Field, RecordId, ViewQuery } from '@plinth/domain'
import type { RowView, RowWindow, WindowSnapshot } from '@plinth/record-store'
import { useEffect, useMemo, useState } from 'react'
import { narrowed } from '../board/stacks.ts'
import { useTable } from '../table-context.ts'
import { useRowWindow, useRowWindows } from '../use-table-session.ts'
import { type DayNo, daysFrom } from './days.ts'
import { useRows, useSnapshots } from './many-rows.ts'
import { beginsOn, begunBefore, conditionsFor, type DayRange } from './spans.ts'
import { type Stretch, stretchOf, type Times, type Timing } from './stretch.ts'

/** As many as one request brings. */
export const mostAtOnce = 1_000
/** A query has no more. */
const mostSorts = 10
/** Of a day, where there are more than that: what there is room for. */
const ofDay: Readonly<Record<CalendarSpan, number>> = { month: 8, week: 60, day: 200, agenda: 20 }

export interface CalendarRecord {
  readonly id: RecordId
  readonly row: RowView
  readonly times: Times
  readonly stretch: Stretch
}

export interface CalendarRecords {
  /** In the order in which they begin. */
  readonly list: readonly CalendarRecord[]
  /** Records that begin on a day and are not read. */
  beyond(day: DayNo): number
  readonly count: number
  readonly status: 'loading' | 'ready' | 'failed'
  retry(): void
}

interface Asked {
  readonly window: RowWindow
  readonly start: Field
  readonly end: Field | null
  readonly timing: Timing
  readonly range: DayRange
  readonly span: CalendarSpan
  /** Records that were moved a moment ago: they are there, whatever the windows know. */
  readonly recent: readonly RecordId[]
}

export function useCalendarRecords(asked: Asked): CalendarRecords {
  const { session } = useTable()
  const { start, end, timing, range, recent } = asked
  const queries = useQueries(asked)
  const whole = useRowWindow(session, queries.whole)
  const [snapshot] = useSnapshots(useMemo(() => (whole ? [whole] : []), [whole]))
  const isDense = useDense(snapshot) && range.last > range.first
  useEffect(() => whole?.setViewport(0, isDense ? 0 : mostAtOnce - 1), [whole, isDense])
  const block = ofDay[asked.span]
  const byDay = useRowWindows(isDense ? session : null, queries.byDay, block)
  useEffect(() => {
    for (const window of byDay) window.setViewport(0, block - 1)
  }, [byDay, block])
  const days = useSnapshots(byDay)
  const parts = useMemo(() => (isDense || !snapshot ? days : [snapshot]), [isDense, snapshot, days])
  const shown = isDense ? block : mostAtOnce
  const ids = useMemo(() => {
    const known = parts.flatMap(({ rowCount, idAt }) =>
      Array.from({ length: Math.min(rowCount, shown) }, (_, at) => idAt(at)).filter((id) => id !== null),
    )
    return [...new Set([...known, ...recent])]
  }, [parts, shown, recent])
  const rows = useRows(session, ids)
  const list = useMemo(() => placed(rows, { start, end, timing, range }), [rows, start, end, timing, range])
  const beyond = (day: DayNo): number => {
    if (!isDense) return 0
    const of = days[day - range.first]
    if (!of) return 0
    const here = list.filter(({ stretch }) => stretch.first === day).length
    return Math.max(0, of.rowCount - here)
  }
  const isFailed = parts.some(({ status }) => status === 'failed')
  const isLoading = whole === null || parts.length === 0 || parts.some(({ status }) => status === 'loading')
  return {
    list,
    beyond,
    count: snapshot?.rowCount ?? 0,
    status: isFailed ? 'failed' : isLoading ? 'loading' : 'ready',
    retry() {
      for (const window of whole ? [whole, ...byDay] : byDay) window.retry()
    },
  }
}

/** Are there more than can be read at once? Until a range is counted it counts as the one before. */
function useDense(snapshot: WindowSnapshot | undefined): boolean {
  const [was, setWas] = useState(false)
  const isCounted = snapshot !== undefined && (snapshot.rowCount > 0 || snapshot.status === 'ready')
  const isDense = isCounted ? snapshot.rowCount > mostAtOnce : was
  if (isDense !== was) setWas(isDense)
  return isDense
}

/** Of a window over all records of the view: those of the range, and those of each of its days. */
function useQueries({ window, start, end, range }: Asked) {
  const { query } = window
  return useMemo(() => {
    const of = (conditions: Parameters<typeof narrowed>[1]): Omit<ViewQuery, 'table'> => ({
      // What is at the same time stands as the view has it.
      sorts: [
        { field: start.id, direction: 'asc' as const },
        ...query.sorts.filter(({ field }) => field !== start.id),
      ].slice(0, mostSorts),
      filter: narrowed(query.filter, conditions),
      ...(query.search ? { search: query.search } : {}),
    })
    const days = daysFrom(range.first, range.last - range.first + 1)
    return {
      whole: of(conditionsFor(range, start.id, end?.id ?? null)),
      byDay: [
        ...days.map((day) => of([beginsOn(day, start.id)])),
        ...(end ? [of(begunBefore(range.first, start.id, end.id))] : []),
      ],
    }
  }, [query, start, end, range])
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
  // The same moment in the order of the view.
  return records.toSorted((a, b) => a.stretch.from - b.stretch.from)
}
