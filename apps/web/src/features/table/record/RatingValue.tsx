import { mostOfRating } from '@plinth/domain'
import { RatingInput } from '../../../ui/RatingInput.tsx'
import { saveChoice } from '../save-cell.ts'
import { useTable } from '../table-context.ts'
import type { RecordFieldProps } from './RecordField.tsx'

/** A rating that is stored with each press. */
export function RatingValue({ row, field, labelId }: RecordFieldProps & { labelId: string }) {
  const { session, values } = useTable()
  return (
    <RatingInput
      max={mostOfRating(field)}
      value={Number(row.values[field.id] ?? 0)}
      labelId={labelId}
      onChange={(points) => saveChoice(session, row, field, points, { values })}
    />
  )
}
