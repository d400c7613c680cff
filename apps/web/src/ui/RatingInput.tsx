import { Star } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import { cx } from './cx.ts'

/**
 * Stars that are pressed: each is a radio button, so arrows go from one to the next. Digits choose one too; pressing the one that is
 * chosen, 0, Delete or Backspace takes the rating away.
 */
export function RatingInput({
  max,
  value,
  labelId,
  describedBy,
  onChange,
}: {
  max: number
  /** 0: none. */
  value: number
  labelId: string
  describedBy?: string | undefined
  onChange: (points: number | null) => void
}) {
  const name = useId()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    if (event.key === 'Delete' || event.key === 'Backspace' || event.key === '0') onChange(null)
    else if (/^[1-9]$/.test(event.key) && Number(event.key) <= max) onChange(Number(event.key))
    else return
    event.preventDefault()
  }
  return (
    <div
      role="radiogroup"
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      className="-ml-1 flex flex-wrap items-center"
    >
      {Array.from({ length: max }, (_, at) => at + 1).map((points) => (
        <label
          key={points}
          className="grid size-7 place-items-center rounded-control has-focus-visible:ring-focus hover:bg-hover coarse:size-11"
        >
          <input
            type="radio"
            name={name}
            value={points}
            checked={points === value}
            aria-label={points === 1 ? '1 star' : `${points} stars`}
            className="sr-only"
            onKeyDown={onKeyDown}
            onChange={() => onChange(points)}
            onClick={() => points === value && onChange(null)}
          />
          <Star
            aria-hidden
            className={cx(
              'size-5',
              points <= value ? 'fill-(--hue-amber-dot) text-(--hue-amber-dot)' : 'text-line-control',
            )}
          />
        </label>
      ))}
    </div>
  )
}
