import { mostOfRating } from '@plinth/domain'
import { Star } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import { cx } from '../../../ui/cx.ts'
import { saveChoice } from '../save-cell.ts'
import { useTable } from '../table-context.ts'
import type { RecordFieldProps } from './RecordField.tsx'

/**
 * Stars that are pressed: each is a radio button, so arrows go from one to the next. Digits choose one too; pressing the one that is
 * chosen, 0, Delete or Backspace takes the rating away.
 */
export function RatingValue({ row, field, labelId }: RecordFieldProps & { labelId: string }) {
  const { session, values } = useTable()
  const name = useId()
  const max = mostOfRating(field)
  const value = Number(row.values[field.id] ?? 0)
  const save = (points: number | null) => saveChoice(session, row, field, points, { values })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    if (event.key === 'Delete' || event.key === 'Backspace' || event.key === '0') save(null)
    else if (/^[1-9]$/.test(event.key) && Number(event.key) <= max) save(Number(event.key))
    else return
    event.preventDefault()
  }
  return (
    <div role="radiogroup" aria-labelledby={labelId} className="-ml-1 flex flex-wrap items-center">
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
            onChange={() => save(points)}
            onClick={() => points === value && save(null)}
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
