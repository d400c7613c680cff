/** The cells of the heading: hours, days, weeks, months and years as clocks and calendars of a zone have them. Pure. */
import { instantsOf } from '@plinth/domain'
import { addMonths, civilDay, civilOf, dayMs, hourMs, startOfDay } from '../../../lib/days/civil-time.ts'
import type { TimeUnit } from './scales.ts'

export interface Tick {
  /** Where it begins, and where the next one does. */
  readonly from: number
  readonly to: number
  /** What clocks show there (`civil-time.ts`). */
  readonly civil: number
}

/** No screen shows more. */
const mostTicks = 4_000

/** The cells that have a part between two instants. `weekStart`: 1 Monday … 7 Sunday. */
export function ticksBetween(
  unit: TimeUnit,
  from: number,
  to: number,
  { zone, weekStart }: { zone: string; weekStart: number },
): readonly Tick[] {
  const starts: { at: number; civil: number }[] = []
  let civil = floorTo(unit, civilOf(from, zone), weekStart)
  for (let count = 0; count < mostTicks; count += 1) {
    for (const at of startsOf(unit, civil, zone)) starts.push({ at, civil })
    if (starts.length > 1 && starts.at(-1)!.at > to) break
    civil = stepOf(unit, civil)
  }
  return starts.flatMap(({ at, civil }, place) => {
    const next = starts[place + 1]
    const hasPart = next && next.at > at && next.at > from && at < to
    return hasPart ? [{ from: at, to: next.at, civil }] : []
  })
}

/** An hour begins twice where summer time repeats it, and never where it is skipped; a day always once. */
function startsOf(unit: TimeUnit, civil: number, zone: string): readonly number[] {
  return unit === 'hour' ? instantsOf(civil, zone) : [startOfDay(civil, zone)]
}

function floorTo(unit: TimeUnit, civil: number, weekStart: number): number {
  if (unit === 'hour') return Math.floor(civil / hourMs) * hourMs
  const day = civilDay(civil)
  const date = new Date(day)
  switch (unit) {
    case 'day':
      return day
    case 'week':
      return day - ((date.getUTCDay() - weekStart + 14) % 7) * dayMs
    case 'month':
      return day - (date.getUTCDate() - 1) * dayMs
    case 'year':
      return addMonths(day - (date.getUTCDate() - 1) * dayMs, -date.getUTCMonth())
  }
}

function stepOf(unit: TimeUnit, civil: number): number {
  switch (unit) {
    case 'hour':
      return civil + hourMs
    case 'day':
      return civil + dayMs
    case 'week':
      return civil + 7 * dayMs
    case 'month':
      return addMonths(civil, 1)
    case 'year':
      return addMonths(civil, 12)
  }
}
