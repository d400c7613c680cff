/** One's own changes as they are kept until they are stored, and what is sent of them. */
import type { CellValue, FieldId, Mutation, MutationId, TableId } from '@plinth/domain'
import { isLinkEdit, type OwnValue, wireValue } from './link-edit.ts'
import type { Change } from './undo-stack.ts'

export type OwnMutation = Mutation<OwnValue>
export type OwnValues = Readonly<Record<FieldId, OwnValue>>

/** Changes of links are compared with nothing: they never conflict. */
const baseOf = (before: OwnValue): CellValue => (isLinkEdit(before) ? null : before)

export function ownMutation(id: MutationId, table: TableId, change: Change): OwnMutation {
  return change.kind === 'update'
    ? { id, table, ...change, base: mapped(change.base, baseOf) }
    : { id, table, ...change }
}

export function wireMutation(mutation: OwnMutation): Mutation {
  return mutation.kind === 'delete' ? mutation : { ...mutation, values: mapped(mutation.values, wireValue) }
}

function mapped<T>(values: OwnValues, map: (value: OwnValue) => T): Record<FieldId, T> {
  return Object.fromEntries(Object.entries(values).map(([field, value]) => [field, map(value)]))
}
