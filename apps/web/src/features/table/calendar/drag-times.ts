/** What the values of a record are where it is dragged to. Pure. */
import type { RecordId } from '@plinth/domain'
import { dayMs } from '../../../lib/days/civil-time.ts'
import { type DayNo } from '../../../lib/days/days.ts'
import {
  endAt,
  endOnDay,
  minuteMs,
  moved,
  type Stretch,
  type Times,
  type Timing,
  valueAt,
} from '../../../lib/days/stretch.ts'

/** Moments are put at quarters of an hour. */
export const snapMinutes = 15
/** Where a moment is asked for and a day alone is known. */
export const usualMinute = 9 * 60

/** A place of a calendar; `minute` of the day, where hours are shown. */
export interface Spot {
  readonly day: DayNo
  readonly minute: number | null
}

/** What is dragged: a record, its end, or one that has no date yet. */
export interface Grip {
  readonly kind: 'move' | 'end' | 'place'
  readonly id: RecordId
  /** Where it was taken. */
  readonly at: Spot
}

interface Dragged {
  readonly times: Times
  readonly stretch: Stretch | null
}

/** The values at a place; null: it cannot be there. */
export function timesAt(
  { times, stretch }: Dragged,
  { kind, at }: Grip,
  over: Spot,
  timing: Timing,
): Times | null {
  if (kind === 'place') return { start: placedAt(over, timing), end: times.end }
  if (!stretch) return null
  if (kind === 'end') {
    const isOfHours = over.minute !== null && stretch.isTimed && at.minute !== null
    const end = isOfHours
      ? endAt(times, over.day * dayMs + snapped(over.minute!) * minuteMs, timing)
      : endOnDay(times, over.day - stretch.last, timing)
    return { ...times, end }
  }
  const isOfHours = over.minute !== null && at.minute !== null && stretch.isTimed
  const begins = (stretch.from - stretch.first * dayMs) / minuteMs
  const minutes = isOfHours ? snapped(begins + over.minute! - at.minute!) - begins : 0
  return moved(times, { days: over.day - at.day, minutes }, timing)
}

/** The beginning of a record that is put on a day. */
export const placedAt = ({ day, minute }: Spot, { start, zone }: Timing): string =>
  valueAt(day * dayMs + (minute === null ? usualMinute : snapped(minute)) * minuteMs, start, zone)

const snapped = (minute: number): number => Math.round(minute / snapMinutes) * snapMinutes
