/** Instants and the clocks of a time zone. */
import { zoneOffset } from '@plinth/domain'
import { dateOfDayNumber, dayNumber } from './calendar.ts'

const msPerDay = 86_400_000

/** What the clocks of a zone show at an instant, in milliseconds as if it were UTC. */
export function civilTime(instant: number, timeZone: string): number {
  return instant + zoneOffset(instant, timeZone)
}

/** The day in a zone at an instant; null beyond the years 1 to 9999. */
export function dateAt(instant: number, timeZone: string): string | null {
  return dateOfDayNumber(Math.floor(civilTime(instant, timeZone) / msPerDay))
}

/** Milliseconds since midnight on the clocks of a zone. */
export function timeOfDay(instant: number, timeZone: string): number {
  const civil = civilTime(instant, timeZone)
  return civil - Math.floor(civil / msPerDay) * msPerDay
}

/**
 * The instant at which clocks show a time of a day. Where clocks are turned back, the earlier of the two; in the gap where
 * they are turned forward, as far behind the gap's beginning as the clock says. Both come from the offset before.
 */
export function instantOf(date: string, minutes: number, timeZone: string): number {
  const civil = dayNumber(date) * msPerDay + minutes * 60_000
  const before = civil - zoneOffset(civil - msPerDay, timeZone)
  const after = civil - zoneOffset(civil + msPerDay, timeZone)
  const isReal = (instant: number): boolean => civilTime(instant, timeZone) === civil
  return !isReal(before) && isReal(after) ? after : before
}
