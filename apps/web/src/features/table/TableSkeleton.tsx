import { Skeleton } from '../../ui/Skeleton.tsx'

const lines = Array.from({ length: 16 }, (_, at) => at)

/** The table before anything of it is known, in its final measures. */
export function TableSkeleton() {
  return (
    <div className="flex h-full min-h-0 flex-col" aria-busy="true">
      <span className="sr-only">Loading the table</span>
      <div className="flex h-(--toolbar-height) shrink-0 items-center gap-2 border-b border-line px-3">
        <Skeleton className="h-6 w-28" />
        <Skeleton className="h-6 w-16" />
      </div>
      <div className="h-(--grid-header-height) shrink-0 border-b border-line-strong bg-sunken" />
      <div className="min-h-0 flex-1 overflow-hidden">
        {lines.map((line) => (
          <div key={line} className="flex h-8 items-center gap-6 border-b border-line pl-18">
            <Skeleton className="h-3 w-44" />
            <Skeleton className="h-3 w-28" />
            <Skeleton className="h-3 w-60" />
          </div>
        ))}
      </div>
    </div>
  )
}
