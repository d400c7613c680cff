import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { countOf } from '../../../lib/count-of.ts'
import { StackName } from './StackName.tsx'
import type { Stack } from './stacks.ts'

/** A lane: its name stays in sight while its stacks scroll sideways. */
export function LaneRow({
  lane,
  isOpen,
  onToggle,
  children,
}: {
  lane: Stack
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}) {
  const Arrow = isOpen ? ChevronDown : ChevronRight
  return (
    <section aria-label={lane.label} className="flex flex-col gap-1">
      <h2 className="sticky left-0 w-max max-w-[80vw]">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="flex h-8 cursor-default items-center gap-2 rounded-control pr-2 text-sm font-medium outline-none focus-visible:ring-focus active:bg-hover coarse:h-11"
        >
          <Arrow aria-hidden className="size-4 shrink-0 text-ink-muted" />
          <StackName stack={lane} />
          {lane.count !== null && (
            <span className="tabular text-ink-muted">
              {lane.count.toLocaleString()}
              <span className="sr-only"> {countOf(lane.count, 'record').split(' ')[1]}</span>
            </span>
          )}
        </button>
      </h2>
      {isOpen && <div className="flex items-start gap-3 pb-2">{children}</div>}
    </section>
  )
}
