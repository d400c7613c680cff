/** What people call a rollup: of some there is less to say. */
import { type Field, hasOptions, type Rollup, type Table } from '@plinth/domain'

/** `lookup`: the values of a field as they are; `count`: how many records. */
export type RollupKind = 'lookup' | 'rollup' | 'count'

/** What a rollup is called; `read` is the field that it reads, where it is seen. */
export function kindOf({ function: name, filter }: Rollup, read?: Pick<Field, 'type'>): RollupKind {
  if (name === 'count') return 'count'
  const isLookup =
    ['first', 'concatenate'].includes(name) || (name === 'unique' && read && hasOptions(read.type))
  return isLookup && !filter ? 'lookup' : 'rollup'
}

/** The field of the other table that a rollup reads; undefined where it reads none, or it is not seen. */
export function readBy(
  rollup: Rollup,
  table: Pick<Table, 'fields'>,
  tables: readonly Pick<Table, 'id' | 'fields'>[],
): Field | undefined {
  const link = table.fields.find(({ id }) => id === rollup.link)
  const target = tables.find(({ id }) => id === link?.options.target)
  return target?.fields.find(({ id }) => id === rollup.field)
}
