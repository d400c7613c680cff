import { fieldTypes, type LabelField, type Table, type TableId } from '@plinth/domain'

/** The first field of each table, which names its records; undefined of tables that are not here. */
export function labelFieldsOf(tables: readonly Table[]): (table: TableId) => LabelField | undefined {
  const known = new Map<TableId, LabelField>()
  for (const { id, fields } of tables) {
    const [first] = fields
    if (first) known.set(id, { type: fieldTypes[first.type], shape: first })
  }
  return (table) => known.get(table)
}
