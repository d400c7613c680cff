/** Of a change that was refused because of another one: which that is, in words by which it is found. */
import { type AppError, type Field, type RecordId } from '@plinth/domain'
import { recordName } from './record-name.ts'
import { useTable } from './table-context.ts'
import { useRow } from './use-table-session.ts'

/** A record with its place in the view, where that is known (from 0). */
export interface Named {
  readonly name: string
  readonly row: number | null
}

/** Where a record stands in what is shown; null: it is not known. */
export type RowOf = (record: RecordId) => number | null

/** “Ada” in row 2. */
export function whichRecord({ name, row }: Named): string {
  const place = row === null ? null : `row ${(row + 1).toLocaleString()}`
  if (name !== '') return place === null ? `“${name}”` : `“${name}” in ${place}`
  return place ?? 'another record'
}

/** The error with the other change named; one that tells of none as it is. `isDecided`: nothing is wrong with that one any more. */
export function withOther(
  error: AppError,
  other: Named | null,
  { field, isDecided }: { field: Pick<Field, 'name'> | undefined; isDecided: boolean },
): AppError {
  if (!other) return error
  const which = whichRecord(other)
  if (error.code === 'link_taken') {
    return {
      ...error,
      message: `The same change links this record to ${which} too, and it can be linked once only. Choose another one, here or there.`,
    }
  }
  const cause = `Not stored, because ${field ? `“${field.name}” of ` : ''}${which} was refused in the same change.`
  const remedy = isDecided
    ? 'That is decided now: try again.'
    : 'Correct it there, or try again to store the rest without it.'
  return { ...error, message: `${cause} ${remedy}` }
}

/** The error of a refusal in words for whoever looks at the table. */
export function useOtherNamed(error: AppError, rowOf: RowOf = () => null): AppError {
  const { session, table, values } = useTable()
  const place = error.details?.inTheWay
  const id = (place?.record ?? null) as RecordId | null
  const row = useRow(session, id)
  if (!place || id === null) return error
  const isDecided = row === null || (row.problem === null && row.problems.size === 0)
  const field = table.fields.find((one) => one.id === place.field)
  return withOther(
    error,
    { name: recordName(row, table.fields, values), row: rowOf(id) },
    { field, isDecided },
  )
}

/** For the button that sends it again. */
export const tryAgainLabel = (together: number): string =>
  together > 2
    ? `Try all ${together.toLocaleString()} again`
    : together === 2
      ? 'Try both again'
      : 'Try again'
