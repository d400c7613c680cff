import { Skeleton } from '../../../ui/Skeleton.tsx'

const columns = [3, 2, 4, 1]

/** Before a kind of view is there: cards, whatever they will stand in. */
export function KindSkeleton() {
  return (
    <div className="flex min-h-0 flex-1 gap-3 overflow-hidden bg-page p-3" aria-busy="true">
      <span className="sr-only">Loading the view</span>
      {columns.map((cards, column) => (
        <div key={column} className="flex w-70 shrink-0 flex-col gap-2">
          <Skeleton className="h-6 w-28" />
          {Array.from({ length: cards }, (_, card) => (
            <div key={card} className="h-26 shrink-0 rounded-card border border-line bg-surface px-3 py-2.5">
              <Skeleton className="h-4.5 w-2/3" />
              <Skeleton className="mt-3 h-3 w-full" />
              <Skeleton className="mt-2.5 h-3 w-4/5" />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
