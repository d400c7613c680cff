import { type Field, fieldTypes, type Table, type ValueContext } from '@plinth/domain'
import type { RowView } from '@plinth/record-store'

/** What an archive of the files of a cell is called: the record and the field, as people call them. */
export function archiveName(
  row: Pick<RowView, 'values'>,
  field: Pick<Field, 'name'>,
  { fields: [first] }: Pick<Table, 'fields'>,
  values: ValueContext,
): string {
  const title = first ? fieldTypes[first.type].formatText(row.values[first.id] ?? null, first, values) : ''
  return [title.trim().slice(0, 80), field.name].filter((part) => part !== '').join(' – ')
}
