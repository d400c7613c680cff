import {
  type AppError,
  type CellValue,
  type Field,
  fieldTypes,
  ruleProblem,
  type ValueContext,
} from '@plinth/domain'
import type { RowView, TableSession } from '@plinth/record-store'
import { whomToAsk } from '../../lib/rules/broken-rule.ts'

/** Stores a value over what the person saw; a record that was refused as new is tried again with it. */
export function saveCell(
  session: TableSession,
  row: RowView,
  field: Field,
  value: CellValue,
  seen: CellValue = row.values[field.id] ?? null,
): void {
  if (row.state === 'refused') session.retryRecord(row.id, { [field.id]: value })
  else session.edit(row.id, { [field.id]: value }, { [field.id]: seen })
}

/** Reads what was typed and stores it; answers why that is not possible, or null. */
export function saveText(
  session: TableSession,
  row: RowView,
  field: Field,
  text: string,
  { values, seen }: { values: ValueContext; seen?: CellValue },
): AppError | null {
  const parsed = fieldTypes[field.type].parseText(text, field, values)
  if (!parsed.ok) return parsed.error
  const problem = ruleProblem(field, parsed.value, values)
  if (problem) return { ...problem, hint: whomToAsk }
  saveCell(session, row, field, parsed.value, seen)
  return null
}
