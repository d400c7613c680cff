/** The days that a timeline of a link shows at a time, and where its records lie in them. Pure. */
import type { TimelineScale } from '@plinth/domain'
import {
  addMonths,
  clampDay,
  type DayNo,
  daysFrom,
  daysPerWeek,
  firstOfMonth,
  lastOfMonth,
  monthOf,
  startOfWeek,
} from '../../lib/days/days.ts'
import type { DayRange } from '../../lib/days/spans.ts'
import type { Stretch } from '../../lib/days/stretch.ts'

/** How much is shown at a time. A link shows whole days, so none is nearer than a week. */
export const sharedScales = ['week', 'month', 'quarter', 'year'] as const satisfies readonly TimelineScale[]
export type SharedScale = (typeof sharedScales)[number]

/** What the maker chose; without that what shows most records of most views. */
export const scaleOf = (chosen: TimelineScale | undefined): SharedScale =>
  chosen === 'day' ? 'week' : (chosen ?? 'quarter')

/** The days that are shown with one of them; of a quarter its month is in the middle of the one before and the one after it. */
export function rangeAround(scale: SharedScale, day: DayNo, weekStart: number): DayRange {
  switch (scale) {
    case 'week': {
      const first = startOfWeek(day, weekStart)
      return { first, last: first + daysPerWeek - 1 }
    }
    case 'month':
      return { first: firstOfMonth(day), last: lastOfMonth(day) }
    case 'quarter':
      return { first: firstOfMonth(addMonths(day, -1)), last: lastOfMonth(addMonths(day, 1)) }
    case 'year': {
      const first = firstOfMonth(addMonths(day, 1 - monthOf(day).month))
      return { first, last: lastOfMonth(addMonths(first, 11)) }
    }
  }
}

const monthsOf: Readonly<Record<Exclude<SharedScale, 'week'>, number>> = { month: 1, quarter: 3, year: 12 }

/** A day in what is shown next, or before. */
export const stepFrom = (scale: SharedScale, day: DayNo, by: -1 | 1): DayNo =>
  scale === 'week' ? clampDay(day + by * daysPerWeek) : addMonths(day, by * monthsOf[scale])

/** Parts of the width of what is shown, from its left edge. */
export interface Band {
  readonly from: number
  readonly to: number
}

export interface Bar extends Band {
  /** It has begun before, and goes on after, what is shown. */
  readonly isBegun: boolean
  readonly goesOn: boolean
}

const lengthOf = ({ first, last }: DayRange): number => last - first + 1

/** Where the days from one on to another, both inclusive, lie. */
export function bandOf(days: DayRange, range: DayRange): Band {
  const length = lengthOf(range)
  const [first, last] = [Math.max(days.first, range.first), Math.min(days.last, range.last)]
  return { from: (first - range.first) / length, to: (last + 1 - range.first) / length }
}

/** Where a record that stands on some shown day lies. */
export function barOf(stretch: Pick<Stretch, 'first' | 'last'>, range: DayRange): Bar {
  return {
    ...bandOf(stretch, range),
    isBegun: stretch.first < range.first,
    goesOn: stretch.last > range.last,
  }
}

/** Whether days are of the years of a range, so that its heading says which. */
export const isInYearsOf = (days: DayRange, range: DayRange): boolean =>
  monthOf(days.first).year >= monthOf(range.first).year && monthOf(days.last).year <= monthOf(range.last).year

/** The months of a range, each with the part of it that is shown. */
export function monthsIn({ first, last }: DayRange): readonly DayRange[] {
  const months: DayRange[] = []
  for (let day = first; day <= last; day = lastOfMonth(day) + 1) {
    months.push({ first: day, last: Math.min(lastOfMonth(day), last) })
  }
  return months
}

/** The days on which the cells of the lower line of the heading begin. */
export function marksIn(scale: SharedScale, range: DayRange, weekStart: number): readonly DayNo[] {
  switch (scale) {
    case 'week':
    case 'month':
      return daysFrom(range.first, lengthOf(range))
    case 'quarter':
      return weeksIn(range, weekStart)
    case 'year':
      return monthsIn(range).map(({ first }) => first)
  }
}

/** The first days of the weeks that begin in a range. */
export function weeksIn({ first, last }: DayRange, weekStart: number): readonly DayNo[] {
  const weeks: DayNo[] = []
  for (let day = startOfWeek(first, weekStart); day <= last; day += 7) if (day >= first) weeks.push(day)
  return weeks
}
