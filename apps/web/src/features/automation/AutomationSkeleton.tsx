import { Skeleton } from '../../ui/Skeleton.tsx'

/** Lines of the list, as high as they will be. */
export function AutomationSkeleton() {
  return (
    <div aria-busy className="rounded-card border border-line bg-surface">
      <span className="sr-only">Loading</span>
      {['first', 'second', 'third'].map((line) => (
        <div key={line} className="flex flex-col gap-2 border-b border-line px-4 py-3.5 last:border-0">
          <Skeleton className="h-4 w-44" />
          <Skeleton className="h-3.5 w-4/5" />
          <Skeleton className="h-3 w-32" />
        </div>
      ))}
    </div>
  )
}
