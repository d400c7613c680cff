import { useFrame } from '../lib/frame-store.ts'
import { Skeleton } from '../ui/Skeleton.tsx'

const lines = ['w-20', 'w-16', 'w-14', 'w-28'] as const
const bases = ['w-24', 'w-32', 'w-20'] as const

/** The frame before it is known who is signed in: sidebar and top bar, and a page that may become anything. */
export function FrameSkeleton() {
  const isSidebarOpen = useFrame((state) => state.isSidebarOpen)
  return (
    <div className="flex h-full bg-page" aria-busy>
      <span className="sr-only">Loading</span>
      {isSidebarOpen && (
        <div className="hidden h-full w-(--sidebar-width) shrink-0 flex-col border-r border-line md:flex">
          <div className="flex h-(--topbar-height) shrink-0 items-center gap-2 px-4">
            <Skeleton className="size-5" />
            <Skeleton className="h-4 w-32" />
          </div>
          <div className="px-2 pt-1 pb-2">
            <Skeleton className="h-8 w-full coarse:h-11" />
          </div>
          {lines.map((width) => (
            <Line key={width} width={width} />
          ))}
          <Skeleton className="mx-4 mt-6 mb-2 h-3 w-10" />
          {bases.map((width) => (
            <Line key={width} width={width} />
          ))}
          <div className="mt-auto flex h-14 items-center gap-2 border-t border-line px-4">
            <Skeleton className="size-6 rounded-full" />
            <Skeleton className="h-4 w-24" />
          </div>
        </div>
      )}
      <div className="flex h-full min-w-0 flex-1 flex-col">
        <div className="flex h-(--topbar-height) shrink-0 items-center border-b border-line px-4 max-md:pl-17">
          <Skeleton className="h-4 w-36" />
        </div>
      </div>
    </div>
  )
}

function Line({ width }: { width: string }) {
  return (
    <div className="flex h-8 shrink-0 items-center gap-2 px-4 coarse:h-11">
      <Skeleton className="size-4" />
      <Skeleton className={`h-3.5 ${width}`} />
    </div>
  )
}
