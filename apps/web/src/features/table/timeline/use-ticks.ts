import { useMemo } from 'react'
import { useTable } from '../table-context.ts'
import { type ScaleShape, shapeOf } from './scales.ts'
import { type Tick, ticksBetween } from './ticks.ts'
import type { TimeScroller } from './time-scroller.ts'
import { useSeen, useTimeline } from './timeline-context.ts'

/** Cells are drawn for a stretch that holds what is seen, and changes after so many pixels. */
const stretchPx = 600

const placeOf = (time: TimeScroller): string => {
  const { left, width } = time.area()
  return `${Math.floor(left / stretchPx)} ${Math.ceil(width / stretchPx)}`
}

/** The cells around what is seen. */
export function useTicks(line: 'major' | 'minor' | 'day'): readonly Tick[] {
  const { values, weekStart } = useTable()
  const { time, axis, scale } = useTimeline()
  const place = useSeen(time, placeOf)
  return useMemo(() => {
    const shape: ScaleShape = shapeOf(scale)
    const unit = line === 'day' ? 'day' : shape[line]
    const [first = 0, many = 1] = place.split(' ').map(Number)
    const [from, to] = [first - 1, first + many + 2].map((at) => axis.timeAt(at * stretchPx))
    return ticksBetween(unit, from!, to!, { zone: values.timeZone, weekStart })
  }, [place, line, scale, axis, values.timeZone, weekStart])
}
