/**
 * Where a record stands in time, as the clocks of the base's time zone show it, and what its fields hold after it was moved or made
 * longer. Days are days, wherever one is: no zone moves them. Moments move by the clock: a day later is the same time of day, whether that day
 * has 23 hours, 24 or 25. Pure.
 */
import {
  type CellValue,
  civilTime,
  type FieldTypeName,
  instantsOf,
  isOfMoments,
  zoneOffset,
} from '@plinth/domain'
import { dayMs, hourMs, instantOf } from './civil-time.ts'
import { type DayNo, dayOf, isoOf } from './days.ts'
import type { DayRange } from './spans.ts'

/** Milliseconds that a clock on the wall shows, as if it were one of UTC. */
export type WallMs = number

export const minuteMs = 60_000

/** What the time fields of a view are. */
export interface Timing {
  readonly start: FieldTypeName
  /** Null: records have no end. */
  readonly end: FieldTypeName | null
  readonly zone: string
}

/** The values of the time fields of a record. */
export interface Times {
  readonly start: CellValue
  readonly end: CellValue
}

export interface Stretch {
  /** The days on which it stands, both inclusive. */
  readonly first: DayNo
  readonly last: DayNo
  /** It begins at a time of its first day; else it is there all day. */
  readonly isTimed: boolean
  readonly from: WallMs
  /** At least `from`; the same where nothing says how long it takes. */
  readonly to: WallMs
  /** It is said to end before it begins: the end does not count. */
  readonly isReversed: boolean
}

/** Null: nothing says when it begins. */
export function stretchOf({ start, end }: Times, timing: Timing): Stretch | null {
  const from = wallOf(start, timing.start, timing.zone)
  if (from === null) return null
  const isTimed = isOfMoments(timing.start)
  const first = dayAt(from)
  const alone: Stretch = { first, last: first, isTimed, from, to: from, isReversed: false }
  if (timing.end === null) return alone
  const to = wallOf(end, timing.end, timing.zone)
  if (to === null) return alone
  if (isReversed({ start, end }, timing)) return { ...alone, isReversed: true }
  const last = lastDay(to, timing.end, first)
  // In the hour that summer time repeats, the clock may show less at the end than at the beginning.
  return { ...alone, last: Math.max(first, last), to: Math.max(from, to) }
}

/** Midnight ends the day before. */
function lastDay(to: WallMs, type: FieldTypeName, first: DayNo): DayNo {
  const day = dayAt(to)
  return isOfMoments(type) && to === day * dayMs && day > first ? day - 1 : day
}

function isReversed({ start, end }: Times, { start: begins, end: ends, zone }: Timing): boolean {
  if (ends === null) return false
  if (isOfMoments(begins) && isOfMoments(ends)) return Date.parse(String(end)) < Date.parse(String(start))
  // Where one of them is a day, days are compared.
  return dayAt(wallOf(end, ends, zone)!) < dayAt(wallOf(start, begins, zone)!)
}

export const dayAt = (wall: WallMs): DayNo => Math.floor(wall / dayMs)

/** What the clocks show at a value; of a day its beginning. Null: the value is none. */
export function wallOf(value: CellValue, type: FieldTypeName, zone: string): WallMs | null {
  if (typeof value !== 'string') return null
  if (!isOfMoments(type)) {
    const day = dayOf(value)
    return day === null ? null : day * dayMs
  }
  const { civil } = civilTime(value, zone)
  return Number.isNaN(civil) ? null : civil
}

/** The moment at which clocks show a time: the first of two in the hour that summer time repeats. */
export const momentAt = (wall: WallMs, zone: string): string => new Date(instantOf(wall, zone)).toISOString()

/** The moments at which the days of a range begin on the clocks of a zone: none of those whose midnight is skipped, both where one comes twice. */
export function midnightsIn({ first, last }: DayRange, zone: string): string[] {
  const days = Array.from({ length: last - first + 1 }, (_, n) => first + n)
  return days.flatMap((day) => instantsOf(day * dayMs, zone).map((at) => new Date(at).toISOString()))
}

/** The value at which clocks show a time, of a day without it. */
export const valueAt = (wall: WallMs, type: FieldTypeName, zone: string): string =>
  isOfMoments(type) ? momentAt(wall, zone) : isoOf(dayAt(wall))

/** A move: so many days on, at the same times of day; and minutes, over which it stays as long as it is. */
export interface Shift {
  readonly days: number
  readonly minutes: number
}

/** The values after a move; an end that does not count stays as far away as it is. */
export function moved(times: Times, shift: Shift, timing: Timing): Times {
  const { start: begins, end: ends, zone } = timing
  const from = wallOf(times.start, begins, zone)
  const to = ends === null ? null : wallOf(times.end, ends, zone)
  const by = shift.days * dayMs + (isOfMoments(begins) ? shift.minutes * minuteMs : 0)
  // What is where it was keeps its value: an hour that comes twice has two of them.
  const at = (wall: WallMs, type: FieldTypeName) => valueAt(wall + by, type, zone)
  if (by === 0 || from === null) return times
  const start = at(from, begins)
  if (ends === null || to === null) return { start, end: times.end }
  if (!isOfMoments(begins) || !isOfMoments(ends)) {
    return { start, end: valueAt(to + daysMoved(from, by) * dayMs, ends, zone) }
  }
  const length = Date.parse(String(times.end)) - Date.parse(String(times.start))
  const end = at(to, ends)
  const isTurned = length >= 0 && Date.parse(end) < Date.parse(start)
  if (shift.minutes === 0 && !isTurned) return { start, end }
  return { start, end: new Date(Date.parse(start) + length).toISOString() }
}

/** By how many days a time of day moves on. */
const daysMoved = (from: WallMs, by: number): number => dayAt(from + by) - dayAt(from)

/** The end after the last day was put so many days on; it is never before the beginning. Null: it has no end that can be moved. */
export function endOnDay(times: Times, days: number, timing: Timing): CellValue {
  const { end: ends } = timing
  const now = stretchOf(times, timing)
  if (ends === null || now === null) return null
  const last = Math.max(now.first, now.last + days)
  if (!isOfMoments(ends)) return isoOf(last)
  const hasEnd = now.to > now.from
  const timeOfDay = hasEnd ? now.to - dayAt(now.to) * dayMs : usualEnd(now)
  // An end at midnight is one of the day after.
  const isMidnight = hasEnd && dayAt(now.to) > now.last
  return endAt(times, (last + (isMidnight ? 1 : 0)) * dayMs + timeOfDay, timing)
}

/** Where nothing is said of an end it is an hour after the beginning, of a day its evening. */
const usualEnd = ({ isTimed, from, first }: Stretch): number =>
  isTimed ? Math.min(from - first * dayMs + hourMs, dayMs - minuteMs) : 18 * hourMs

/** The end at a time that clocks show; never before the beginning. */
export function endAt(times: Times, wall: WallMs, { start, end, zone }: Timing): CellValue {
  if (end === null) return null
  const value = valueAt(wall, end, zone)
  const from = wallOf(times.start, start, zone)
  if (from === null) return value
  if (!isOfMoments(end)) return dayOf(value)! < dayAt(from) ? isoOf(dayAt(from)) : value
  if (isOfMoments(start)) return Date.parse(value) < Date.parse(String(times.start)) ? times.start : value
  return wall < from ? momentAt(from, zone) : value
}

/** What a day has that others have not: an hour (or half of one) that is skipped, or one that comes twice. Minutes of the clock. */
export interface ClockChange {
  readonly kind: 'skipped' | 'repeated'
  readonly from: number
  readonly to: number
}

export function clockChange(day: DayNo, zone: string): ClockChange | null {
  const dawn = Date.parse(momentAt(day * dayMs, zone))
  const end = Date.parse(momentAt((day + 1) * dayMs, zone))
  const [before, after] = [zoneOffset(dawn, zone), zoneOffset(end - 1, zone)]
  if (before === after) return null
  let [low, high] = [dawn, end]
  while (high - low > minuteMs) {
    const middle = Math.floor((low + high) / 2 / minuteMs) * minuteMs
    if (zoneOffset(middle, zone) === before) low = middle
    else high = middle
  }
  const minutes = (offset: number) => (high + offset) / minuteMs - (day * dayMs) / minuteMs
  const [was, is] = [minutes(before), minutes(after)]
  return { kind: is > was ? 'skipped' : 'repeated', from: Math.min(was, is), to: Math.max(was, is) }
}
