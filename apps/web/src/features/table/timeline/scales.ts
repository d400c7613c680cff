/** How near a timeline is: a pixel's time, and the two lines of its heading. */
import { type TimelineScale, timelineScales } from '@plinth/domain'
import { dayMs, hourMs } from '../../../lib/days/civil-time.ts'

export type TimeUnit = 'hour' | 'day' | 'week' | 'month' | 'year'

export interface ScaleShape {
  readonly msPerPx: number
  /** What the cells of the upper line of the heading are, and of the lower one. By a cell of the lower one keys move a record. */
  readonly major: TimeUnit
  readonly minor: TimeUnit
}

/** On a desktop about one of what it is called by is seen at a time. */
const shapes: Readonly<Record<TimelineScale, ScaleShape>> = {
  day: { msPerPx: hourMs / 48, major: 'day', minor: 'hour' },
  week: { msPerPx: dayMs / 160, major: 'month', minor: 'day' },
  month: { msPerPx: dayMs / 38, major: 'month', minor: 'day' },
  quarter: { msPerPx: dayMs / 13, major: 'month', minor: 'week' },
  year: { msPerPx: dayMs / 3.2, major: 'year', minor: 'month' },
}

export const shapeOf = (scale: TimelineScale): ScaleShape => shapes[scale]

/** One step nearer (-1) or farther; at the ends the same. */
export function nextScale(scale: TimelineScale, by: -1 | 1): TimelineScale {
  return timelineScales[timelineScales.indexOf(scale) + by] ?? scale
}
