/** Instants and the clocks of a time zone. Offsets come from Intl and are kept by the quarter of an hour. */
import { utcMs } from './calendar.ts'
import { knownTimeZone } from './known-region.ts'

/** All known changes of offset fall on quarters of an hour. */
const quarterMs = 15 * 60_000
const offsetsKept = 100_000
const zones = new Map<string, { format: Intl.DateTimeFormat; offsets: Map<number, number> }>()

export function isTimeZone(zone: string): boolean {
  return knownTimeZone(zone) === zone
}

/** What is kept of a zone; of one that Intl does not know, what is kept of UTC. */
function zoneEntry(zone: string) {
  let entry = zones.get(zone)
  if (!entry) {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: knownTimeZone(zone),
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
    entry = { format, offsets: new Map() }
    zones.set(zone, entry)
  }
  return entry
}

/** Milliseconds by which clocks in `zone` are ahead of UTC at an instant (milliseconds since 1970). */
export function zoneOffset(instant: number, zone: string): number {
  if (zone === 'UTC') return 0
  const { format, offsets } = zoneEntry(zone)
  const quarter = Math.floor(instant / quarterMs)
  let offset = offsets.get(quarter)
  if (offset === undefined) {
    const at = quarter * quarterMs
    const part: Record<string, string> = {}
    for (const { type, value } of format.formatToParts(at)) part[type] = value
    const year = part.era === 'BC' ? 1 - Number(part.year) : Number(part.year)
    const [month, day, hour] = [Number(part.month), Number(part.day), Number(part.hour)]
    offset = utcMs(year, month, day, hour, Number(part.minute), Number(part.second)) - at
    if (offsets.size >= offsetsKept) offsets.clear()
    offsets.set(quarter, offset)
  }
  return offset
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
