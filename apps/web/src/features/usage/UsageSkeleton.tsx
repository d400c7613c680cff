import { Skeleton } from '../../ui/Skeleton.tsx'

/** The three meters and some bases, on their way. */
export function UsageSkeleton() {
  return (
    <div aria-busy>
      <span className="sr-only">Loading</span>
      <div className="grid divide-line rounded-card border border-line bg-surface max-sm:divide-y sm:grid-cols-3 sm:divide-x">
        {[0, 1, 2].map((at) => (
          <div key={at} className="flex flex-col p-4">
            <Skeleton className="my-0.5 h-4 w-16" />
            <span className="mt-2 flex items-baseline gap-x-1.5 sm:flex-col">
              <Skeleton className="my-1 h-5 w-20" />
              <Skeleton className="my-0.5 h-4 w-24" />
            </span>
            <Skeleton className="mt-3 h-1.5 w-full rounded-full" />
            <Skeleton className="mt-2.5 mb-0.5 h-3 w-14" />
          </div>
        ))}
      </div>
      <Skeleton className="mt-9 h-5 w-16" />
      <Skeleton className="mt-1 h-4 w-72 max-w-full" />
      <div className="mt-4.5 rounded-card border border-line bg-surface">
        {[0, 1, 2].map((at) => (
          <div
            key={at}
            className="flex min-h-16 items-center gap-3 border-b border-line px-3 last:border-0 sm:px-4"
          >
            <Skeleton className="size-6 rounded-control" />
            <div className="flex flex-1 flex-col gap-1.5">
              <Skeleton className="h-3.5 w-32" />
              <Skeleton className="h-3 w-44" />
            </div>
            <Skeleton className="h-4 w-14" />
          </div>
        ))}
      </div>
    </div>
  )
}
