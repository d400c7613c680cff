/** Instants and the clocks of a time zone. Offsets come from Intl and are kept by the quarter of an hour. */
import { knownTimeZone } from '@plinth/domain'
import { dateOfDayNumber, dayNumber, dayNumberOf } from './calendar.ts'

const msPerDay = 86_400_000
const quarterMs = 15 * 60_000
const offsetsKept = 100_000

interface Zone {
  readonly format: Intl.DateTimeFormat
  /** By the number of a quarter: the offset at its beginning. */
  readonly offsets: Map<number, number>
}

const zones = new Map<string, Zone>()

/** What is kept of a zone; of one that Intl does not know, what is kept of UTC. */
function zoneOf(name: string): Zone {
  let zone = zones.get(name)
  if (!zone) {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: knownTimeZone(name),
      calendar: 'gregory',
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    zone = { format, offsets: new Map() }
    zones.set(name, zone)
  }
  return zone
}

/** Milliseconds by which clocks in a zone are ahead of UTC at an instant. */
export function offsetAt(instant: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0
  const zone = zoneOf(timeZone)
  const quarter = Math.floor(instant / quarterMs)
  const offset = quarterOffset(quarter, zone)
  // Some changes of long ago fall within a quarter.
  return quarterOffset(quarter + 1, zone) === offset ? offset : readOffset(instant, zone)
}

function quarterOffset(quarter: number, zone: Zone): number {
  let offset = zone.offsets.get(quarter)
  if (offset === undefined) {
    offset = readOffset(quarter * quarterMs, zone)
    if (zone.offsets.size >= offsetsKept) zone.offsets.clear()
    zone.offsets.set(quarter, offset)
  }
  return offset
}

function readOffset(instant: number, { format }: Zone): number {
  const part: Record<string, string> = {}
  for (const { type, value } of format.formatToParts(instant)) part[type] = value
  const year = part.era === 'BC' ? 1 - Number(part.year) : Number(part.year)
  const day = dayNumberOf(year, Number(part.month), Number(part.day))
  const seconds = Number(part.hour) * 3600 + Number(part.minute) * 60 + Number(part.second)
  return day * msPerDay + seconds * 1000 - Math.floor(instant / 1000) * 1000
}

/** What the clocks of a zone show at an instant, in milliseconds as if it were UTC. */
export function civilTime(instant: number, timeZone: string): number {
  return instant + offsetAt(instant, timeZone)
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
  const before = civil - offsetAt(civil - msPerDay, timeZone)
  const after = civil - offsetAt(civil + msPerDay, timeZone)
  const isReal = (instant: number): boolean => civilTime(instant, timeZone) === civil
  return !isReal(before) && isReal(after) ? after : before
}
