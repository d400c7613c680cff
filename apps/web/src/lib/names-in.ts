import type { BaseSchema } from '@plinth/domain'
import type { ErrorNames } from './describe-error.ts'

/** What the ids in errors about anything of a base stand for. */
export const namesIn = ({ tables }: Pick<BaseSchema, 'tables'>): ErrorNames => ({
  tables: new Map(tables.map(({ id, name }) => [id, name])),
  fields: new Map(tables.flatMap(({ fields }) => fields.map(({ id, name }) => [id, name] as const))),
})
