import { Skeleton } from '../../ui/Skeleton.tsx'

const lines = Array.from({ length: 28 }, (_, at) => at)
/** Widths of what stands in the cells, so that lines differ as values do. */
const widths = ['w-44', 'w-36', 'w-52', 'w-28', 'w-40']

/** The table before anything of it is known, in its final measures: rows, or cards on phones. */
export function TableSkeleton() {
  return (
    <div className="flex h-full min-h-0 flex-col" aria-busy="true">
      <span className="sr-only">Loading the table</span>
      <div className="flex h-(--toolbar-height) shrink-0 items-center gap-2 border-b border-line px-3">
        <Skeleton className="h-7 w-28 coarse:h-11" />
        <Skeleton className="h-5 w-14" />
      </div>
      <RowsSkeleton />
      <div className="flex min-h-0 flex-1 flex-col gap-2 overflow-hidden bg-page px-3 pt-2 sm:hidden">
        {lines.slice(0, 8).map((line) => (
          <div key={line} className="h-33.5 shrink-0 rounded-card border border-line bg-surface px-4 py-3">
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="mt-3 h-3.5 w-full" />
            <Skeleton className="mt-3 h-3.5 w-4/5" />
          </div>
        ))}
      </div>
      <div className="h-8 shrink-0 border-t border-line bg-page coarse:h-10" />
    </div>
  )
}

/** The rows alone, beside a toolbar that is there already. */
export function RowsSkeleton() {
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-hidden bg-surface max-sm:hidden">
      <div className="h-(--grid-header-height) shrink-0 border-b border-line-strong bg-sunken" />
      {lines.map((line) => (
        <div key={line} className="flex h-8 shrink-0 items-center border-b border-line pl-18">
          <span className="w-62 px-2">
            <Skeleton className={`h-3 ${widths[line % widths.length]}`} />
          </span>
          <span className="w-33 px-2">
            <Skeleton className="h-3 w-20" />
          </span>
          <span className="w-50 px-2">
            <Skeleton className={`h-3 ${widths[(line * 3 + 1) % widths.length]}`} />
          </span>
        </div>
      ))}
    </div>
  )
}
