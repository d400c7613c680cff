import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

interface LaneRowProps {
  readonly label: string
  /** The label as its value looks in a cell. */
  readonly name: ReactNode
  /** Null: not known. */
  readonly count: number | null
  /** In which counts are written, where it is not the reader's own. */
  readonly locale?: string
  readonly isOpen: boolean
  readonly children: ReactNode
  onToggle(): void
}

/** A lane of a board: its name stays in sight while its stacks scroll sideways. */
export function LaneRow({ label, name, count, locale, isOpen, onToggle, children }: LaneRowProps) {
  const Arrow = isOpen ? ChevronDown : ChevronRight
  return (
    <section aria-label={label} className="flex flex-col gap-1">
      <h2 className="sticky left-0 w-max max-w-[80vw]">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="flex h-8 cursor-default items-center gap-2 rounded-control pr-2 text-sm font-medium outline-none focus-visible:ring-focus active:bg-hover coarse:h-11"
        >
          <Arrow aria-hidden className="size-4 shrink-0 text-ink-muted" />
          {name}
          {count !== null && (
            <span className="tabular text-ink-muted">
              {count.toLocaleString(locale)}
              <span className="sr-only">{count === 1 ? ' record' : ' records'}</span>
            </span>
          )}
        </button>
      </h2>
      {isOpen && <div className="flex items-start gap-3 pb-2">{children}</div>}
    </section>
  )
}
