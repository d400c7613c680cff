/** What a calendar shows at a time: a month, a week, a day or a list of days, and what it asks the database for. Pure. */
import type { CalendarSpan, FieldId, FilterCondition, FilterGroup } from '@plinth/domain'
import { dayMs } from './civil-time.ts'
import {
  addMonths,
  clampDay,
  type DayNo,
  daysPerWeek,
  firstOfMonth,
  isoOf,
  lastOfMonth,
  startOfWeek,
  weeksOfMonth,
} from './days.ts'

/** Both inclusive. */
export interface DayRange {
  readonly first: DayNo
  readonly last: DayNo
}

/** The days that are shown around a day. */
export function rangeOf(span: CalendarSpan, day: DayNo, weekStart: number): DayRange {
  switch (span) {
    case 'month': {
      const weeks = weeksOfMonth(day, weekStart)
      return { first: weeks[0]!, last: weeks.at(-1)! + daysPerWeek - 1 }
    }
    case 'week': {
      const first = startOfWeek(day, weekStart)
      return { first, last: first + daysPerWeek - 1 }
    }
    case 'day':
      return { first: day, last: day }
    case 'agenda':
      return { first: firstOfMonth(day), last: lastOfMonth(day) }
  }
}

/** The day in the next range, or in one before. */
export function stepped(span: CalendarSpan, day: DayNo, by: number): DayNo {
  if (span === 'month' || span === 'agenda') return addMonths(day, by)
  return clampDay(day + by * (span === 'week' ? daysPerWeek : 1))
}

export const holds = ({ first, last }: DayRange, day: DayNo): boolean => first <= day && day <= last

/** Records that stand on some day of a range: they begin by its end, and begin or end in it. */
export function conditionsFor(
  { first, last }: DayRange,
  start: FieldId,
  end: FieldId | null,
): (FilterCondition | FilterGroup)[] {
  const begins: FilterCondition = { field: start, operator: 'ge', value: isoOf(first) }
  const isBegun: FilterCondition = { field: start, operator: 'le', value: isoOf(last) }
  if (end === null) return [isBegun, begins]
  return [isBegun, { join: 'or', items: [begins, { field: end, operator: 'ge', value: isoOf(first) }] }]
}

/** What a range is called; `isShort` where there is little room. */
export function titleOf(
  { span, range, anchor }: { span: CalendarSpan; range: DayRange; anchor: DayNo },
  locale: string,
  isShort = false,
): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC', calendar: 'gregory' })
  if (span === 'day') {
    const [weekday, month] = isShort ? (['short', 'short'] as const) : (['long', 'long'] as const)
    return format({ weekday, day: 'numeric', month, year: 'numeric' }).format(anchor * dayMs)
  }
  if (span === 'week') {
    return format({ day: 'numeric', month: 'short', year: 'numeric' }).formatRange(
      range.first * dayMs,
      range.last * dayMs,
    )
  }
  return format({ month: 'long', year: 'numeric' }).format(anchor * dayMs)
}
