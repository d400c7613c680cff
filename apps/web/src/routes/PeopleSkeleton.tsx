import { Skeleton } from '../ui/Skeleton.tsx'

export function PeopleSkeleton() {
  return (
    <div aria-busy className="rounded-card border border-line bg-surface">
      <span className="sr-only">Loading</span>
      {[36, 28, 44].map((width) => (
        <div key={width} className="flex h-14 items-center gap-3 border-b border-line px-4 last:border-0">
          <Skeleton className="size-8 rounded-full" />
          <div className="flex flex-1 flex-col gap-1.5">
            <Skeleton className={width === 36 ? 'h-3.5 w-36' : 'h-3.5 w-28'} />
            <Skeleton className="h-3 w-44" />
          </div>
          <Skeleton className="h-4 w-20" />
        </div>
      ))}
    </div>
  )
}
