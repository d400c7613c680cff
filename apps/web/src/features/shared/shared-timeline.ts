/** The months of a timeline of a link, and where its records lie in them. Pure. */
import {
  addMonths,
  type DayNo,
  firstOfMonth,
  lastOfMonth,
  monthOf,
  startOfWeek,
} from '../../lib/days/days.ts'
import type { DayRange } from '../../lib/days/spans.ts'
import type { Stretch } from '../../lib/days/stretch.ts'

/** Shown at a time; what is gone on by. */
export const shownMonths = 3

/** The month of a day in the middle of the one before and the one after it. */
export function monthsAround(day: DayNo): DayRange {
  return { first: firstOfMonth(addMonths(day, -1)), last: lastOfMonth(addMonths(day, 1)) }
}

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

/** The first days of the weeks that begin in a range. */
export function weeksIn({ first, last }: DayRange, weekStart: number): readonly DayNo[] {
  const weeks: DayNo[] = []
  for (let day = startOfWeek(first, weekStart); day <= last; day += 7) if (day >= first) weeks.push(day)
  return weeks
}
