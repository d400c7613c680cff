import { TableSkeleton } from '../features/table/TableSkeleton.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

/** A base on its way: most often to a table. */
export function BaseSkeleton() {
  return (
    <div className="flex h-full min-h-0 flex-1 flex-col" aria-busy>
      <div className="flex h-(--topbar-height) shrink-0 items-center gap-3 border-b border-line px-4 max-md:pl-17">
        <Skeleton className="h-4 w-28" />
        <Skeleton className="h-4 w-20" />
      </div>
      <div className="min-h-0 flex-1">
        <TableSkeleton />
      </div>
    </div>
  )
}
