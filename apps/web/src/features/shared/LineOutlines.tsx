import { Skeleton } from '../../ui/Skeleton.tsx'

const widths = ['w-48', 'w-36', 'w-56', 'w-40', 'w-52']

/** Before the first records of some days are there. */
export function LineOutlines() {
  return (
    <output aria-label="Loading" className="flex flex-col">
      {widths.map((width) => (
        <span key={width} className="flex h-10 items-center border-b border-line px-3">
          <Skeleton className={`h-3.5 ${width}`} />
        </span>
      ))}
    </output>
  )
}
