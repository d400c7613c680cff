/** Days of the proleptic Gregorian calendar, counted from 1970-01-01 (day 0). */
import { isoDay } from '@plinth/domain'

/** 0001-01-01. */
const firstDay = -719_162
/** 9999-12-31. */
const lastDay = 2_932_896
const daysPerEra = 146_097
const lastMonth = 9_999 * 12 + 11

export interface CivilDay {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** The parts of `YYYY-MM-DD`. */
export function civilDay(date: string): CivilDay {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) }
}

/** Days since 1970-01-01 of `YYYY-MM-DD`. */
export function dayNumber(date: string): number {
  const { year, month, day } = civilDay(date)
  return dayNumberOf(year, month, day)
}

/**
 * Days since 1970-01-01 of a civil day.
 * Source: H. Hinnant, “chrono-Compatible Low-Level Date Algorithms”, days_from_civil.
 */
export function dayNumberOf(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * daysPerEra + dayOfEra - 719_468
}

/** The date of a whole day number, or null beyond the years 1 to 9999. Source as above, civil_from_days. */
export function dateOfDayNumber(number: number): string | null {
  if (!(number >= firstDay && number <= lastDay)) return null
  const shifted = number + 719_468
  const era = Math.floor(shifted / daysPerEra)
  const dayOfEra = shifted - era * daysPerEra
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  return isoDay(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
}

/** The date so many whole days later. */
export function addDays(date: string, days: number): string | null {
  return dateOfDayNumber(dayNumber(date) + Math.trunc(days))
}

/** The same day so many whole months later, or that month's last day. */
export function addMonths(date: string, months: number): string | null {
  const { year, month, day } = civilDay(date)
  const total = year * 12 + month - 1 + Math.trunc(months)
  if (!(total >= 12 && total <= lastMonth)) return null
  const [laterYear, laterMonth] = [Math.floor(total / 12), (total % 12) + 1]
  return isoDay(laterYear, laterMonth, Math.min(day, monthLength(laterYear, laterMonth)))
}

export function monthLength(year: number, month: number): number {
  const next = month === 12 ? dayNumberOf(year + 1, 1, 1) : dayNumberOf(year, month + 1, 1)
  return next - dayNumberOf(year, month, 1)
}

/** Whole months from the first to the second, towards zero. */
export function monthsBetween(from: string, to: string): number {
  const [a, b] = [civilDay(from), civilDay(to)]
  const months = (b.year - a.year) * 12 + b.month - a.month
  if (months === 0) return 0
  const reached = addMonths(from, months)!
  if (months > 0) return reached > to ? months - 1 : months
  return reached < to ? months + 1 : months
}

/** 1 Monday … 7 Sunday. */
export function weekday(date: string): number {
  return ((((dayNumber(date) + 3) % 7) + 7) % 7) + 1
}

/** The first day of a date's week, which may lie before the calendar's first. */
export const startOfWeek = (date: string): string | null => addDays(date, 1 - weekday(date))

export function dayOfYear(date: string): number {
  return dayNumber(date) - dayNumberOf(civilDay(date).year, 1, 1) + 1
}

/** The week of its year by ISO 8601: week 1 is the one with the year's first Thursday. */
export function isoWeek(date: string): number {
  const thursday = dayNumber(date) - weekday(date) + 4
  const year = civilYear(thursday, civilDay(date).year)
  return Math.floor((thursday - dayNumberOf(year, 1, 1)) / 7) + 1
}

/** The year to which a date's week belongs. */
export function isoYear(date: string): number {
  return civilYear(dayNumber(date) - weekday(date) + 4, civilDay(date).year)
}

/** Working days (Monday to Friday) from the calendar's first day, a Monday, up to a day so many behind it. */
const workdaysBefore = (days: number): number =>
  Math.floor(days / 7) * 5 + Math.min(days - Math.floor(days / 7) * 7 + 1, 5)

/** Working days of the calendar up to a date, itself included. */
export const workdaysUpTo = (date: string): number => workdaysBefore(dayNumber(date) - firstDay)

/** The working day so many behind a date, or before it; the date itself for none. */
export function addWorkdays(date: string, count: number): string | null {
  if (count === 0) return date
  const days = dayNumber(date) - firstDay
  const nth = count > 0 ? workdaysBefore(days) + count - 1 : workdaysBefore(days - 1) + count
  const week = Math.floor(nth / 5)
  return dateOfDayNumber(week * 7 + nth - week * 5 + firstDay)
}

/** The next day with a number in the week; null for what is no such number. */
export function nextWeekday(date: string, number: number): string | null {
  if (!(number >= 1 && number <= 7)) return null
  return addDays(date, ((number - weekday(date) + 6) % 7) + 1)
}

/** The year of a day that lies at most three days off a year. */
function civilYear(day: number, year: number): number {
  if (day < dayNumberOf(year, 1, 1)) return year - 1
  return day >= dayNumberOf(year + 1, 1, 1) ? year + 1 : year
}
