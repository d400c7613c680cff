import {
  type AppError,
  type CellValue,
  type Field,
  fieldTypes,
  ruleProblem,
  type ValueContext,
} from '@plinth/domain'
import { type RowView, sameValue, type TableSession } from '@plinth/record-store'
import { whomToAsk } from '../../lib/rules/broken-rule.ts'

/** What a value is written over, and how it is said to people. */
export interface Writing {
  readonly values: ValueContext
  /** What the person saw in the cell; absent: what stands there now. */
  readonly seen?: CellValue
}

/** Stores a value that was chosen, or keeps it beside its cell with the rule that it breaks. */
export function saveChoice(
  session: TableSession,
  row: RowView,
  field: Field,
  value: CellValue,
  writing: Writing,
): void {
  const { values, seen = row.values[field.id] ?? null } = writing
  const problem = sameValue(value, seen) ? null : ruleProblem(field, value, values)
  if (!problem) return saveCell(session, row, field, value, seen)
  session.refuse(row.id, field.id, { error: { ...problem, hint: whomToAsk }, attempted: value })
}

/** Stores a value over what the person saw; a record that was refused as new is tried again with it. */
function saveCell(
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
  { values, seen }: Writing,
): AppError | null {
  const parsed = fieldTypes[field.type].parseText(text, field, values)
  if (!parsed.ok) return parsed.error
  const problem = ruleProblem(field, parsed.value, values)
  if (problem) return { ...problem, hint: whomToAsk }
  saveCell(session, row, field, parsed.value, seen)
  return null
}
