import type { Field } from '@plinth/domain'
import type { RowView } from '@plinth/record-store'
import { useSession } from '../../../lib/queries.ts'
import { addFiles } from '../attachments/uploads.ts'
import { useTable } from '../table-context.ts'

/** Puts files into a cell of the grid, beside those that are in it; says why where that cannot be. */
export function useCellFiles() {
  const { session, backend, table, refuseEdit } = useTable()
  const { fileBytes } = useSession().installation
  return (files: readonly File[], row: RowView, field: Field): void => {
    if (refuseEdit(row, field)) return
    const present = row.values[field.id]
    addFiles({
      backend,
      cell: { table: table.id, record: row.id, field: field.id },
      files,
      present: Array.isArray(present) ? present.length : 0,
      fileBytes,
      onChanged: () => session.fetch([row.id]),
    })
  }
}
