import { ArrowLeft, ArrowRight } from 'lucide-react'
import { cx } from '../../../ui/cx.ts'
import { measures } from './bar-measures.ts'
import type { Span } from './spans.ts'
import type { TimeScroller } from './time-scroller.ts'
import { useSeen, useTimeline } from './timeline-context.ts'

/** On which side of what is seen a record lies: -1 before it, 1 behind it. */
export type Side = -1 | 0 | 1

export function useSideOf(span: Span | null): Side {
  const { time } = useTimeline()
  return useSeen(time, (seen) => (span ? sideOf(seen, span) : 0))
}

function sideOf(time: TimeScroller, { from, to }: Span): Side {
  const [first, last] = time.seen()
  if (to <= first) return -1
  return from >= last ? 1 : 0
}

/** An arrow at the edge behind which a bar lies; it brings the bar into sight. For pointers: keys have one of their own. */
export function OutOfSight({ span, side }: { span: Span; side: Side }) {
  const { time, asidePx, isNarrow } = useTimeline()
  if (side === 0) return null
  const Arrow = side < 0 ? ArrowLeft : ArrowRight
  return (
    <span
      className={cx('flex min-w-0 items-center', isNarrow ? 'w-full' : 'flex-1')}
      style={isNarrow ? { height: measures.bar } : undefined}
    >
      <button
        type="button"
        tabIndex={-1}
        aria-label={side < 0 ? 'Show its bar, which lies earlier' : 'Show its bar, which lies later'}
        onClick={() => time.bring(span.from, span.to)}
        className={cx(
          'sticky z-3 grid size-6 shrink-0 cursor-default place-items-center rounded-control border border-line bg-surface text-ink-muted outline-none hover:bg-hover hover:text-ink coarse:w-9',
          side > 0 && 'ml-auto',
        )}
        style={side < 0 ? { left: asidePx + 8 } : { right: 8 }}
      >
        <Arrow aria-hidden className="size-3.5" />
      </button>
    </span>
  )
}
