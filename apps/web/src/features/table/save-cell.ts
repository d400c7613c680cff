import { type AppError, type CellValue, type Field, fieldTypes, type ValueContext } from '@plinth/domain'
import type { RowView, TableSession } from '@plinth/record-store'

/** Stores a value; a record that was refused as new is tried again with it. */
export function saveCell(session: TableSession, row: RowView, field: Field, value: CellValue): void {
  if (row.state === 'refused') session.retryRecord(row.id, { [field.id]: value })
  else session.edit(row.id, { [field.id]: value })
}

/** Reads what was typed and stores it; answers why that is not possible, or null. */
export function saveText(
  session: TableSession,
  row: RowView,
  field: Field,
  text: string,
  context: ValueContext,
): AppError | null {
  const parsed = fieldTypes[field.type].parseText(text, field, context)
  if (!parsed.ok) return parsed.error
  saveCell(session, row, field, parsed.value)
  return null
}
