import { fieldTypes, type LabelField, type Table, type TableId } from '@plinth/domain'
import { withNames } from '@plinth/expression'

/** The first field of each table, which names its records; undefined of tables that are not here. */
export function labelFieldsOf(tables: readonly Table[]): (table: TableId) => LabelField | undefined {
  const known = new Map<TableId, LabelField>()
  for (const { id, fields } of tables) {
    const [first] = fields
    if (first) known.set(id, { type: fieldTypes[first.type], shape: first })
  }
  return (table) => known.get(table)
}

/** A table whose fields of links know what their records are called by, so that expressions can read them. */
export function namedTable(table: Table, tables: readonly Table[]): Table {
  const firstOf = ({ options }: Table['fields'][number]) =>
    tables.find(({ id }) => id === options.target)?.fields[0]
  return { ...table, fields: withNames(table.fields, firstOf) }
}
