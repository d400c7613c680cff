import { dayMs } from '../../../lib/days/civil-time.ts'
import { cx } from '../../../ui/cx.ts'
import { useTable } from '../table-context.ts'
import { weekendOf } from './tick-words.ts'
import { axisPx } from './time-axis.ts'
import { useSeen, useTimeline } from './timeline-context.ts'
import { useNow } from './use-now.ts'
import { useTicks } from './use-ticks.ts'

/** Narrower days are not told apart. */
const narrowestDayPx = 8

/** Behind the rows: where days, weeks and months begin, and on which days nobody works. It stays in its place while rows scroll. */
export function TimelineLines() {
  const { time, axis, headPx, asidePx, scale } = useTimeline()
  const height = useSeen(time, (seen) => seen.area().height)
  const hasDays = dayMs / axis.msPerPx >= narrowestDayPx
  return (
    <div
      aria-hidden
      className="pointer-events-none sticky z-0 h-0"
      style={{ top: headPx, marginLeft: asidePx }}
    >
      {hasDays && <Weekends height={height} />}
      <Lines line={scale === 'day' ? 'major' : 'minor'} height={height} />
      {scale === 'day' ? (
        <Lines line="minor" height={height} isFaint />
      ) : (
        <Lines line="major" height={height} />
      )}
    </div>
  )
}

function Lines({
  line,
  height,
  isFaint = false,
}: {
  line: 'major' | 'minor'
  height: number
  isFaint?: boolean
}) {
  const { axis } = useTimeline()
  return useTicks(line).map(({ from }) => (
    <div
      key={from}
      className={cx(
        'absolute top-0 w-px',
        line === 'major' ? 'bg-line-strong' : 'bg-line',
        isFaint && 'opacity-60',
      )}
      style={{ left: axis.xOf(from), height }}
    />
  ))
}

function Weekends({ height }: { height: number }) {
  const { values } = useTable()
  const { axis } = useTimeline()
  const weekend = weekendOf(values.locale)
  const ticks = useTicks('day')
  return ticks
    .filter(({ civil }) => weekend.includes(new Date(civil).getUTCDay()))
    .map(({ from, to }) => {
      const left = axis.xOf(from)
      return (
        <div
          key={from}
          className="absolute top-0 bg-sunken"
          style={{ left, width: axis.xOf(to) - left, height }}
        />
      )
    })
}

/** This moment; and below the last name the ground of their column, under which time goes on. */
export function NowLine() {
  const { time, axis, headPx, asidePx } = useTimeline()
  const height = useSeen(time, (seen) => seen.area().height)
  const now = useNow()
  return (
    <div
      aria-hidden
      className="pointer-events-none sticky z-1 h-0"
      style={{ top: headPx, width: axisPx + asidePx }}
    >
      {asidePx > 0 && (
        <div
          className="sticky left-0 z-1 border-r border-line-strong bg-page"
          style={{ width: asidePx, height }}
        />
      )}
      <div
        className="absolute top-0 w-px bg-accent forced-colors:bg-[Highlight]"
        style={{ left: asidePx + axis.xOf(now), height }}
      />
    </div>
  )
}
