import type { Field, Table, ValueContext } from '@plinth/domain'
import type { RowView } from '@plinth/record-store'
import { recordName } from '../record-name.ts'

/** What an archive of the files of a cell is called: the record and the field, as people call them. */
export function archiveName(
  row: Pick<RowView, 'values'>,
  field: Pick<Field, 'name'>,
  { fields }: Pick<Table, 'fields'>,
  values: ValueContext,
): string {
  const title = recordName(row, fields, values).trim().slice(0, 80)
  return [title, field.name].filter((part) => part !== '').join(' – ')
}
