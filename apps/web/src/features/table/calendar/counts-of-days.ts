/** How many records stand on each day of a range, by the groups of its records. Pure. */
import type { GroupPath } from '@plinth/domain'
import type { DayNo } from '../../../lib/days/days.ts'
import type { DayRange } from '../../../lib/days/spans.ts'
import { stretchOf } from '../../../lib/days/stretch.ts'

interface DayGroup {
  /** The day on which its records begin; behind it, where there is one, that on which they end. */
  readonly path: GroupPath | null
  readonly count: number
}

const days = { start: 'date', end: 'date', zone: 'UTC' } as const

/** Of the groups by one level those that begin on a day; by two all that go on over it. */
export function countsOfDays(
  groups: readonly DayGroup[],
  levels: 1 | 2,
  range: DayRange,
): ReadonlyMap<DayNo, number> {
  const counts = new Map<DayNo, number>()
  for (const { path, count } of groups) {
    if (path?.length !== levels) continue
    const [start = null, end = null] = path.map((value) =>
      value === null ? null : String(value).slice(0, 10),
    )
    const stretch = stretchOf({ start, end }, days)
    if (!stretch) continue
    const last = Math.min(stretch.last, range.last)
    for (let day = Math.max(stretch.first, range.first); day <= last; day++)
      counts.set(day, (counts.get(day) ?? 0) + count)
  }
  return counts
}
