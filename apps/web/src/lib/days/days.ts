/** Days of the proleptic Gregorian calendar as numbers, counted from 1970-01-01 (day 0). Pure. */
import { dayMs } from './civil-time.ts'

/** Days since 1970-01-01. */
export type DayNo = number

export const daysPerWeek = 7
/** 0001-01-01 and 9999-12-31: what a cell can hold. */
const [firstDay, lastDay] = [-719_162, 2_932_896] as const

export function dayOf(iso: string): DayNo | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(iso)
  if (!match) return null
  const [year, month, date] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const day = dayOfParts(year, month, date)
  return isoOf(day) === iso ? day : null
}

/** `YYYY-MM-DD`. */
export const isoOf = (day: DayNo): string => new Date(day * dayMs).toISOString().slice(0, 10)

export const clampDay = (day: DayNo): DayNo => Math.max(firstDay, Math.min(day, lastDay))

/** 1 Monday … 7 Sunday. */
export const weekdayOf = (day: DayNo): number => ((((day + 3) % 7) + 7) % 7) + 1

export const isWeekend = (day: DayNo): boolean => weekdayOf(day) > 5

/** The first day of its week, where weeks begin with this day (1 Monday … 7 Sunday). */
export const startOfWeek = (day: DayNo, weekStart: number): DayNo =>
  day - ((weekdayOf(day) - weekStart + daysPerWeek) % daysPerWeek)

export interface Month {
  readonly year: number
  /** From 1. */
  readonly month: number
}

export function monthOf(day: DayNo): Month & { readonly date: number } {
  const at = new Date(day * dayMs)
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, date: at.getUTCDate() }
}

export const firstOfMonth = (day: DayNo): DayNo => day - monthOf(day).date + 1

export const lastOfMonth = (day: DayNo): DayNo => {
  const { year, month } = monthOf(day)
  return dayOfParts(year, month + 1, 1) - 1
}

/** The same day so many months later, or that month's last day. */
export function addMonths(day: DayNo, months: number): DayNo {
  const { year, month, date } = monthOf(day)
  const first = dayOfParts(year, month + months, 1)
  return clampDay(Math.min(first + date - 1, lastOfMonth(first)))
}

/** The week of its year by ISO 8601: week 1 is the one with the year's first Thursday. */
export function isoWeek(day: DayNo): number {
  const thursday = day - weekdayOf(day) + 4
  const newYear = dayOfParts(monthOf(thursday).year, 1, 1)
  return Math.floor((thursday - newYear) / daysPerWeek) + 1
}

/** The first days of the weeks that hold some day of a month. */
export function weeksOfMonth(day: DayNo, weekStart: number): readonly DayNo[] {
  const first = startOfWeek(firstOfMonth(day), weekStart)
  const weeks = Math.floor((lastOfMonth(day) - first) / daysPerWeek) + 1
  return Array.from({ length: weeks }, (_, week) => first + week * daysPerWeek)
}

export const daysFrom = (first: DayNo, count: number): readonly DayNo[] =>
  Array.from({ length: count }, (_, at) => first + at)

function dayOfParts(year: number, month: number, date: number): DayNo {
  const at = new Date(0)
  at.setUTCFullYear(year, month - 1, date)
  return at.getTime() / dayMs
}
