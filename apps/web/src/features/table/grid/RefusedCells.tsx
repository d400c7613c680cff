import type { AppError, Field, RecordId } from '@plinth/domain'
import { describeError } from '../../../lib/describe-error.ts'
import { listedRecord } from '../refused-rows.ts'
import { useTable } from '../table-context.ts'

/** Refusals shown one by one; the rest is a number. */
const shown = 100

export interface RefusedRow {
  /** Null for a record that would be new. */
  readonly record: RecordId | null
  /** In the view, from 0, where that is known. */
  readonly row: number | null
  /** Null: the record as a whole. */
  readonly field: Field | null
  readonly text: string
  readonly error: AppError
}

/** Values that cannot be stored, with their places and the reasons. */
export function RefusedCells({ refused }: { refused: readonly RefusedRow[] }) {
  const { names } = useTable()
  const rows = refused.slice(0, shown)
  const more = refused.length - rows.length
  return (
    <>
      <table className="w-full table-fixed text-left text-sm">
        <thead className="text-xs text-ink-muted">
          <tr>
            <th className="w-1/4 py-1.5 pr-3 font-medium">Record</th>
            <th className="w-1/5 py-1.5 pr-3 font-medium">Field</th>
            <th className="w-1/5 py-1.5 pr-3 font-medium">Value</th>
            <th className="py-1.5 font-medium">Why</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ record, row, field, text, error }, at) => (
            // The list never changes while it is shown.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={at} className="border-t border-line align-top">
              <td className="py-1.5 pr-3 wrap-anywhere">
                <RecordName id={record} row={row} />
              </td>
              <td className="truncate py-1.5 pr-3">{field?.name}</td>
              <td className="truncate py-1.5 pr-3">{text}</td>
              <td className="py-1.5 text-ink-soft">{describeError(error, names).text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p className="pt-2 text-sm text-ink-muted">and {more.toLocaleString()} more</p>}
    </>
  )
}

function RecordName({ id, row }: { id: RecordId | null; row: number | null }) {
  const { session, table, values } = useTable()
  const view = id === null ? null : session.store.get(id)
  const fields = table.fields.map((field) => ({ field, value: view?.values[field.id] ?? null }))
  return listedRecord(id === null ? null : fields, row, values)
}
