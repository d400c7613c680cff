import { Skeleton } from '../ui/Skeleton.tsx'

/** A base on its way: top bar, toolbar and rows where they will stand. */
export function BaseSkeleton() {
  return (
    <div className="flex h-full min-h-0 flex-1 flex-col" aria-busy>
      <span className="sr-only">Loading</span>
      <div className="flex h-(--topbar-height) shrink-0 items-center gap-3 border-b border-line px-4">
        <Skeleton className="h-4 w-28" />
        <Skeleton className="h-4 w-20" />
      </div>
      <div className="flex h-(--toolbar-height) shrink-0 items-center gap-2 border-b border-line px-4">
        <Skeleton className="h-5 w-16" />
        <Skeleton className="h-5 w-20" />
        <Skeleton className="h-5 w-16" />
      </div>
      <div className="min-h-0 flex-1 overflow-hidden bg-surface">
        {Array.from({ length: 24 }, (_, at) => (
          <div
            key={at}
            className="grid h-(--row-height) grid-cols-[24px_200px_140px_120px_140px] items-center gap-8 border-b border-line px-4"
          >
            <Skeleton className="h-3 w-full" />
            <Skeleton className={at % 3 === 0 ? 'h-3 w-44' : 'h-3 w-36'} />
            <Skeleton className={at % 2 === 0 ? 'h-3 w-24' : 'h-3 w-28'} />
            <Skeleton className="h-3 w-20" />
            <Skeleton className={at % 4 === 1 ? 'h-3 w-20' : 'h-3 w-32'} />
          </div>
        ))}
      </div>
    </div>
  )
}
