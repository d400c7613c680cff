import { cx } from '../../../ui/cx.ts'
import { useTable } from '../table-context.ts'
import { tickWords } from './tick-words.ts'
import { axisPx } from './time-axis.ts'
import { useTimeline } from './timeline-context.ts'
import { useNow } from './use-now.ts'
import { useTicks } from './use-ticks.ts'

/** Two lines of time above the bars; the upper one says where one is wherever one scrolls. For eyes alone: each bar says its dates. */
export function TimelineHead({ title }: { title: string }) {
  const { headPx, asidePx } = useTimeline()
  return (
    <div
      aria-hidden
      className="sticky top-0 z-20 flex border-b border-line-strong bg-page select-none"
      style={{ height: headPx, width: axisPx + asidePx }}
    >
      {asidePx > 0 && (
        <div
          className="sticky left-0 z-10 flex shrink-0 items-end border-r border-line-strong bg-page px-3 pb-1.5 text-sm font-medium text-ink-muted"
          style={{ width: asidePx }}
        >
          <span className="truncate">{title}</span>
        </div>
      )}
      <div className="relative" style={{ width: axisPx }}>
        <Cells line="major" />
        <Cells line="minor" />
        <NowMark />
      </div>
    </div>
  )
}

function Cells({ line }: { line: 'major' | 'minor' }) {
  const { values } = useTable()
  const { axis, scale, asidePx } = useTimeline()
  const ticks = useTicks(line)
  return ticks.map(({ from, to, civil }) => {
    const left = axis.xOf(from)
    return (
      <div
        key={from}
        className={cx(
          'absolute flex h-1/2 items-center overflow-clip whitespace-nowrap',
          line === 'major'
            ? 'top-0 border-l border-line-strong text-sm font-medium text-ink'
            : 'tabular bottom-0 border-l border-line text-xs text-ink-muted',
        )}
        style={{ left, width: axis.xOf(to) - left }}
      >
        <span
          className={line === 'major' ? 'sticky px-2' : 'flex-1 truncate px-1 text-center'}
          style={line === 'major' ? { left: asidePx } : undefined}
        >
          {tickWords(scale, line, civil, values.locale)}
        </span>
      </div>
    )
  })
}

/** Where the line of this moment begins. */
function NowMark() {
  const { axis } = useTimeline()
  const now = useNow()
  return (
    <span
      className="absolute -bottom-1 size-2 -translate-x-1/2 rounded-full bg-accent forced-colors:bg-[Highlight]"
      style={{ left: axis.xOf(now) }}
    />
  )
}
