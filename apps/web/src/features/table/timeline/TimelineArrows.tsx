import type { LineLayout } from '@plinth/grid'
import { memo } from 'react'
import { cx } from '../../../ui/cx.ts'
import type { CardGroup } from '../cards/use-card-lines.ts'
import { pathOf, routeOf } from './arrow-routes.ts'
import { bandOf } from './bar-measures.ts'
import type { Dependency, PlacedRecord } from './dependencies.ts'
import { middleOf } from './spans.ts'
import { axisPx } from './time-axis.ts'
import { useTimeline } from './timeline-context.ts'

interface ArrowsProps {
  readonly list: readonly Dependency[]
  readonly lines: LineLayout<CardGroup>
  /** What is drawn is measured from this row, and where it begins on the page. */
  readonly base: number
  readonly top: number
}

const markPx = 7

/** From each record to those that come after it; red, and with a mark, where one begins too early. The bars say it too. */
export const TimelineArrows = memo(function TimelineArrows({ list, lines, base, top }: ArrowsProps) {
  const { axis, asidePx, isNarrow } = useTimeline()
  // Measured from the middle of the line: lengths that fit into the numbers of a drawing.
  const left = axisPx / 2
  const rowPx = lines.rowHeight
  const middle = (row: number) => lines.yOfRow(row) - lines.yOfRow(base) + bandOf(rowPx, isNarrow).middle
  const edgeOf = ({ span }: PlacedRecord, side: 'from' | 'to'): number => {
    if (!span) return 0
    if (span.kind === 'bar') return axis.xOf(span[side]) - left
    return axis.xOf(middleOf(span)) - left + (side === 'to' ? markPx : -markPx)
  }
  return (
    <svg
      aria-hidden
      className="pointer-events-none absolute size-px overflow-visible"
      style={{ left: asidePx + left, top }}
    >
      {/* What is wrong lies above the rest. */}
      {list
        .toSorted((a, b) => Number(a.isBroken) - Number(b.isBroken))
        .map(({ before, after, isBroken }) => {
          const from = { x: edgeOf(before, 'to'), y: middle(before.row) }
          const to = { x: edgeOf(after, 'from'), y: middle(after.row) }
          return (
            <g
              key={`${before.id} ${after.id}`}
              className={cx('fill-none stroke-[1.5]', isBroken ? 'stroke-danger' : 'stroke-line-control')}
              data-arrow={isBroken ? 'broken' : 'whole'}
            >
              <path d={pathOf(routeOf(from, { ...to, x: to.x - 2 }, rowPx))} />
              <path d={`M${to.x - 6} ${to.y - 4}L${to.x - 1} ${to.y}L${to.x - 6} ${to.y + 4}`} />
              {isBroken && <BrokenMark x={to.x - 14} y={to.y} />}
            </g>
          )
        })}
    </svg>
  )
})

/** An exclamation mark on the arrow, for those who do not tell its colour. */
function BrokenMark({ x, y }: { x: number; y: number }) {
  return (
    <g className="stroke-none">
      <circle cx={x} cy={y} r={6} className="fill-danger" />
      <path
        d={`M${x - 0.75} ${y - 3.5}h1.5v4h-1.5zM${x - 0.75} ${y + 1.75}h1.5v1.5h-1.5z`}
        className="fill-on-danger"
      />
    </g>
  )
}
