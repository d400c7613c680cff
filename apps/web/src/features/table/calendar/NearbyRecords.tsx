import type { FilterCondition, ViewQuery } from '@plinth/domain'
import type { RowWindow } from '@plinth/record-store'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { type DayNo, isoOf } from '../../../lib/days/days.ts'
import { stretchOf } from '../../../lib/days/stretch.ts'
import { fullDay } from '../../../lib/days/time-words.ts'
import { Button } from '../../../ui/Button.tsx'
import { narrowed } from '../board/stacks.ts'
import { useTable } from '../table-context.ts'
import { useRowWindows } from '../use-table-session.ts'
import { useCalendar } from './calendar-context.ts'
import { useRows, useSnapshots } from './many-rows.ts'

/** Where nothing stands on the shown days: the way to the nearest that do. */
export function NearbyRecords({ window }: { window: RowWindow }) {
  const { session, values } = useTable()
  const { goTo, start, timing, range, createOn } = useCalendar()
  const { query } = window
  const asked = useMemo(() => {
    const of = (condition: FilterCondition, direction: 'asc' | 'desc'): Omit<ViewQuery, 'table'> => ({
      sorts: [{ field: start.id, direction }],
      filter: narrowed(query.filter, [condition]),
      ...(query.search ? { search: query.search } : {}),
    })
    return [
      of({ field: start.id, operator: 'lt', value: isoOf(range.first) }, 'desc'),
      of({ field: start.id, operator: 'gt', value: isoOf(range.last) }, 'asc'),
    ]
  }, [query, start, range])
  const windows = useRowWindows(session, asked, 1)
  useEffect(() => {
    for (const one of windows) one.setViewport(0, 0)
  }, [windows])
  const snapshots = useSnapshots(windows)
  const ids = useMemo(() => snapshots.flatMap(({ idAt }) => idAt(0) ?? []), [snapshots])
  const rows = useRows(session, ids)
  const days = rows.flatMap((row): DayNo[] => {
    const stretch = stretchOf({ start: row?.values[start.id] ?? null, end: null }, { ...timing, end: null })
    return stretch ? [stretch.first] : []
  })
  const before = days.find((day) => day < range.first)
  const after = days.find((day) => day > range.last)
  if (snapshots.length === 0 || snapshots.some(({ status }) => status === 'loading')) return null
  const isNowhere = before === undefined && after === undefined
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-6 z-5 flex justify-center px-3">
      <output className="pointer-events-auto flex flex-wrap items-center gap-2 rounded-card bg-raised py-1.5 pr-1.5 pl-4 text-sm shadow-float">
        <span className="py-1 text-ink-muted">
          {isNowhere ? 'No records have a date yet.' : 'No records on these days.'}
          {isNowhere && createOn && ' Press a day twice to make one.'}
        </span>
        {before !== undefined && (
          <Button size="sm" variant="ghost" icon={<ArrowLeft aria-hidden />} onPress={() => goTo(before)}>
            {fullDay(before, values.locale)}
          </Button>
        )}
        {after !== undefined && (
          <Button size="sm" variant="ghost" icon={<ArrowRight aria-hidden />} onPress={() => goTo(after)}>
            {fullDay(after, values.locale)}
          </Button>
        )}
      </output>
    </div>
  )
}
