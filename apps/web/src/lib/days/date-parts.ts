/** Between stored values and the calendar's dates and times. */
import {
  CalendarDate,
  CalendarDateTime,
  parseAbsolute,
  parseDate,
  Time,
  toCalendarDate,
  toTime,
  toZoned,
} from '@internationalized/date'
import type { CellValue } from '@plinth/domain'

/** Hour of a day that is chosen where no time was yet. */
const defaultHour = 9

export interface DateParts {
  readonly day: CalendarDate | null
  readonly time: Time | null
}

export function readDay(value: CellValue): DateParts {
  if (typeof value !== 'string') return { day: null, time: null }
  try {
    return { day: parseDate(value), time: null }
  } catch {
    // A stored text that is no day: the calendar starts empty.
    return { day: null, time: null }
  }
}

export function readInstant(value: CellValue, timeZone: string): DateParts {
  if (typeof value !== 'string') return { day: null, time: null }
  try {
    const instant = parseAbsolute(value, timeZone)
    return { day: toCalendarDate(instant), time: toTime(instant) }
  } catch {
    return { day: null, time: null }
  }
}

/** `YYYY-MM-DD`. */
export function writeDay(day: { year: number; month: number; day: number }): string {
  return new CalendarDate(day.year, day.month, day.day).toString()
}

/** The instant of a day and a time in a zone: ISO 8601, UTC. */
export function writeInstant(
  day: { year: number; month: number; day: number },
  time: { hour: number; minute: number; second: number } | null,
  timeZone: string,
): string {
  const { hour, minute, second } = time ?? new Time(defaultHour)
  const civil = new CalendarDateTime(day.year, day.month, day.day, hour, minute, second)
  return toZoned(civil, timeZone).toDate().toISOString()
}
