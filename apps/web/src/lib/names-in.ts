import type { BaseSchema, Table } from '@plinth/domain'
import type { ErrorNames } from './describe-error.ts'

/** What the ids in errors about anything of a base stand for. */
export const namesIn = ({ tables }: Pick<BaseSchema, 'tables'>): ErrorNames => ({
  tables: new Map(tables.map(({ id, name }) => [id, name])),
  fields: new Map(tables.flatMap(({ fields }) => fields.map(({ id, name }) => [id, name] as const))),
})

type NamedTable = Pick<Table, 'id' | 'name' | 'fields'>

/** What the ids of fields in errors about one table, or none, stand for: those of other tables go with the name of theirs. */
export const namesBeside = (table: NamedTable | null, tables: readonly NamedTable[]): ErrorNames => ({
  fields: new Map([
    ...tables.flatMap((other) =>
      other.fields.map(({ id, name }) => [id as string, `${other.name}: ${name}`] as const),
    ),
    ...(table?.fields ?? []).map(({ id, name }) => [id as string, name] as const),
  ]),
})
