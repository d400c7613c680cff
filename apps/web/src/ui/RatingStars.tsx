import { Star } from 'lucide-react'
import { cx } from './cx.ts'

/** Points as stars, as the grid paints them. */
export function RatingStars({ value, max }: { value: number; max: number }) {
  return (
    <span className="flex items-center gap-px">
      <span className="sr-only">{`${value} of ${max}`}</span>
      {Array.from({ length: max }, (_, at) => (
        <Star
          // biome-ignore lint/suspicious/noArrayIndexKey: stars are told apart by their places
          key={at}
          aria-hidden
          className={cx(
            'size-3.5',
            at < value ? 'fill-(--hue-amber-dot) text-(--hue-amber-dot)' : 'text-line-control',
          )}
        />
      ))}
    </span>
  )
}
