import { cx } from './cx.ts'

/** A place that is being filled; give it the size of what comes (`h-4 w-32`). */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('animate-shimmer block rounded-[4px]', className ?? 'h-4 w-24')} />
}
