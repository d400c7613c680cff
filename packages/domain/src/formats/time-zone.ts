/** Instants and the clocks of a time zone. Offsets come from Intl and are kept by the quarter of an hour. */
import { utcMs } from './calendar.ts'
import { knownTimeZone } from './known-region.ts'

const quarterMs = 15 * 60_000
const offsetsKept = 100_000

interface Zone {
  readonly format: Intl.DateTimeFormat
  /** By the number of a quarter: the offset at its beginning. */
  readonly offsets: Map<number, number>
}

const zones = new Map<string, Zone>()

export function isTimeZone(zone: string): boolean {
  return knownTimeZone(zone) === zone
}

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

/** Milliseconds by which clocks in a zone are ahead of UTC at an instant (milliseconds since 1970). */
export function zoneOffset(instant: number, timeZone: string): number {
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
  const [month, day, hour] = [Number(part.month), Number(part.day), Number(part.hour)]
  const shown = utcMs(year, month, day, hour, Number(part.minute), Number(part.second))
  return shown - Math.floor(instant / 1000) * 1000
}

/**
 * The instants at which clocks in `zone` show a civil time (given as if it were UTC): none in the hour that summer time
 * skips, two in the hour that it repeats, else one.
 */
export function instantsOf(civilMs: number, zone: string): readonly number[] {
  const day = 86_400_000
  const offsets = new Set([zoneOffset(civilMs - day, zone), zoneOffset(civilMs + day, zone)])
  const instants = [...offsets].map((offset) => civilMs - offset)
  return instants.filter((instant) => zoneOffset(instant, zone) === civilMs - instant).sort((a, b) => a - b)
}
