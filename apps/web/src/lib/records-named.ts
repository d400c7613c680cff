/** Records of a table by their names: by the very value of its first field. One question for up to fifty names. */
import {
  type Backend,
  err,
  type Field,
  type FilterCondition,
  type FilterGroup,
  fieldTypes,
  isComputed,
  type LinkItem,
  limits,
  type MutationId,
  ok,
  operatorsOf,
  type RecordId,
  type Result,
  type Table,
  uuidV7,
  type ValueContext,
} from '@plinth/domain'
import { sameValue } from '@plinth/record-store'
import { mayAddRecords } from './table-access.ts'

export interface NameLookup {
  readonly rows: Pick<Backend['rows'], 'window' | 'apply'>
  readonly values: ValueContext
}

/** Of each name the records that it stands for. */
export type Named = ReadonlyMap<string, readonly LinkItem[]>

/** The value that a name is in the first field of a table; null: no record is called so. */
export function nameValue(first: Field, name: string, values: ValueContext): LinkItem[1] {
  const parsed = fieldTypes[first.type].parseText(name, first, values)
  return parsed.ok ? parsed.value : null
}

/** May this person make records that are called by what is written in the first field? */
export function mayMakeNamed(target: Table): boolean {
  const [first] = target.fields
  if (!first || !mayAddRecords(target)) return false
  const { access, changing, type } = first
  return (
    access !== 'read' &&
    changing === undefined &&
    type !== 'link' &&
    type !== 'attachment' &&
    !isComputed(type)
  )
}

/** Makes a record for each of these names; those that could not be made, or are no names there, are left out. */
export async function makeNamed(
  target: Table,
  names: readonly string[],
  { rows, values }: NameLookup,
): Promise<Result<Named>> {
  const [first] = target.fields
  const made = new Map<string, readonly LinkItem[]>()
  if (!first || !mayMakeNamed(target)) return ok(made)
  const wanted = names.flatMap((name) => {
    const value = nameValue(first, name, values)
    return value === null ? [] : [{ name, value, record: uuidV7() as RecordId, id: uuidV7() as MutationId }]
  })
  for (let from = 0; from < wanted.length; from += limits.mutationsPerBatch) {
    const some = wanted.slice(from, from + limits.mutationsPerBatch)
    const mutations = some.map(
      ({ id, record, value }) =>
        ({ id, kind: 'insert', table: target.id, record, values: { [first.id]: value } }) as const,
    )
    const answer = await rows.apply({ mutations, atomic: false })
    if (!answer.ok) return err(answer.error)
    for (const [at, { status }] of answer.value.entries()) {
      const one = some[at]
      if (one && status === 'ok') made.set(one.name, [[one.record, one.value]])
    }
  }
  return ok(made)
}

/** Records whose first field holds what the names say. */
export async function recordsNamed(
  target: Table,
  names: readonly string[],
  { rows, values }: NameLookup,
): Promise<Result<Named>> {
  const [first] = target.fields
  const named = new Map<string, LinkItem[]>()
  if (!first) return ok(named)
  const sought = names.flatMap((name) => {
    const value = nameValue(first, name, values)
    return value === null ? [] : [{ name, value }]
  })
  for (let from = 0; from < sought.length; from += limits.filterConditions) {
    const asked = sought.slice(from, from + limits.filterConditions)
    const filter = anyOf(first, asked)
    if (!filter) break
    const query = { table: target.id, sorts: [], fields: [first.id], filter }
    const request = {
      query,
      anchor: null,
      direction: 'forward',
      skip: 0,
      take: limits.rowsPerWindow,
    } as const
    const answer = await rows.window(request)
    if (!answer.ok) return err(answer.error)
    for (const { name, value } of asked) {
      // Texts are compared there without regard to case: here it is the very value.
      const same = answer.value.rows.filter((row) => sameValue(row.values[first.id], value))
      named.set(
        name,
        same.map((row) => [row.id, value]),
      )
    }
  }
  return ok(named)
}

/** Null: nothing is found by such a value. */
function anyOf(field: Field, asked: readonly { readonly value: LinkItem[1] }[]): FilterGroup | null {
  if (!operatorsOf(field.type).includes('is')) return null
  const items = asked.flatMap(({ value }): FilterCondition[] =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [{ field: field.id, operator: 'is', value }]
      : [],
  )
  return items.length > 0 ? { join: 'or', items } : null
}
