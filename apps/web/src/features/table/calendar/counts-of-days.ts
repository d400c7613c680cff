/** How many records stand on each day of a range, by the groups of its records, and what is asked for that. Pure. */
import { type FieldId, type FilterCondition, type FilterGroup, type GroupPath, limits } from '@plinth/domain'
import type { DayNo } from '../../../lib/days/days.ts'
import { type DayRange, holds } from '../../../lib/days/spans.ts'
import { midnightsIn, stretchOf } from '../../../lib/days/stretch.ts'
import { narrowed } from '../board/stacks.ts'

interface DayGroup {
  /** The day on which its records begin; behind it, where there is one, that on which they end. */
  readonly path: GroupPath | null
  readonly count: number
}

const days = { start: 'date', end: 'date', zone: 'UTC' } as const

/**
 * Of the groups by one level those that begin on a day; by two all that go on over it. Of these `closing` are the groups of records that
 * end at a midnight, which ends the day before: a group says on which day a moment is, and not whether it is its first.
 */
export function countsOfDays(
  groups: readonly DayGroup[],
  levels: 1 | 2,
  range: DayRange,
  closing: readonly DayGroup[] = [],
): ReadonlyMap<DayNo, number> {
  const counts = new Map<DayNo, number>()
  const add = (day: DayNo, count: number) => counts.set(day, (counts.get(day) ?? 0) + count)
  for (const { first, last, count } of stretches(groups, levels)) {
    for (let day = Math.max(first, range.first); day <= Math.min(last, range.last); day++) add(day, count)
  }
  for (const { first, last, count } of stretches(closing, levels)) {
    if (last > first && holds(range, last)) add(last, -count)
  }
  return counts
}

/** Where the records of each group stand. */
function stretches(groups: readonly DayGroup[], levels: number) {
  return groups.flatMap(({ path, count }) => {
    if (path?.length !== levels) return []
    const [start = null, end = null] = path.map((value) =>
      value === null ? null : String(value).slice(0, 10),
    )
    const stretch = stretchOf({ start, end }, days)
    return stretch ? [{ ...stretch, count }] : []
  })
}

/** Filters of the records that end at a midnight of a range, as many as it takes where one has room for so many conditions only. */
export function closingAt(
  filter: FilterGroup | undefined,
  end: FieldId,
  range: DayRange,
  zone: string,
): FilterGroup[] {
  const room = Math.max(1, limits.filterConditions - (filter ? conditionsIn(filter) : 0))
  const midnights = midnightsIn(range, zone)
  return Array.from({ length: Math.ceil(midnights.length / room) }, (_, n) =>
    narrowed(filter, [
      {
        join: 'or',
        items: midnights
          .slice(n * room, (n + 1) * room)
          .map((value): FilterCondition => ({ field: end, operator: 'is', value })),
      },
    ]),
  )
}

const conditionsIn = (part: FilterCondition | FilterGroup): number =>
  'items' in part ? part.items.reduce((sum, item) => sum + conditionsIn(item), 0) : 1
