import { type Field, fieldTypes, type ValueContext } from '@plinth/domain'
import type { RowView } from '@plinth/record-store'

/** What a record is called by the first of its table's fields; '' where it is called nothing. */
export function recordName(
  row: Pick<RowView, 'values'> | null,
  [primary]: readonly Field[],
  values: ValueContext,
): string {
  if (!row || !primary) return ''
  return fieldTypes[primary.type].formatText(row.values[primary.id] ?? null, primary, values)
}
