/**
 * Between instants and what the clocks of a zone show. A civil time is written in milliseconds as if it were UTC: in it each day is as long
 * as the next, whatever summer time does. A civil day is its midnight. Pure.
 */
import { instantsOf, isoDay, zoneOffset } from '@plinth/domain'

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** What the clocks of a zone show at an instant. */
export const civilOf = (instant: number, zone: string): number => instant + zoneOffset(instant, zone)

/** The midnight before a civil time. */
export const civilDay = (civil: number): number => Math.floor(civil / dayMs) * dayMs

/**
 * The instant at which clocks show a civil time. In the hour that summer time repeats it is the one with this offset, else the first; in the
 * hour that it skips clocks show a time that is later by what they were put forward.
 */
export function instantOf(civil: number, zone: string, offset?: number): number {
  const instants = instantsOf(civil, zone)
  const wanted = instants.find((instant) => civil - instant === offset)
  return wanted ?? instants[0] ?? civil - zoneOffset(civil - dayMs, zone)
}

/** The first instant of a civil day: where midnight is skipped, the one at which clocks go forward. */
export function startOfDay(day: number, zone: string): number {
  const [first] = instantsOf(day, zone)
  if (first !== undefined) return first
  let after = day - zoneOffset(day - dayMs, zone)
  let before = after - dayMs
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (civilOf(middle, zone) < day) before = middle
    else after = middle
  }
  return after
}

/** `YYYY-MM-DD` of a civil time; null outside of the years that can be stored. */
export function dayText(civil: number): string | null {
  const date = new Date(civil)
  return isoDay(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())
}

/** The civil day of `YYYY-MM-DD`; null where the text is none. */
export function readDay(text: string): number | null {
  const civil = Date.parse(`${text}T00:00:00Z`)
  return Number.isFinite(civil) && dayText(civil) === text ? civil : null
}

/** So many months later, on the same day of the month or on its last. */
export function addMonths(civil: number, months: number): number {
  const date = new Date(civil)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const last = new Date(0)
  last.setUTCFullYear(year, month + 1, 0)
  date.setUTCDate(Math.min(day, last.getUTCDate()))
  return date.getTime()
}
