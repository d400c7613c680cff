/**
 * Records of a table by their names: by the very value of its first field, then by what else stands in one record alone, then by either
 * without regard to case. One question for up to fifty names and field.
 */
import {
  type Backend,
  type CellValue,
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
  type Row,
  splitLabels,
  type Table,
  type TableId,
  uuidV7,
  type ValueContext,
} from '@plinth/domain'
import { sameValue } from '@plinth/record-store'
import { mayAddRecords } from './table-access.ts'

export interface NameLookup {
  readonly rows: Pick<Backend['rows'], 'window' | 'apply' | 'byId'>
  readonly values: ValueContext
  readonly coming?: ComingNames
}

/** What records of a table are called once the change under way is stored, whatever they are called before it. */
export class ComingNames {
  readonly table: TableId
  readonly #names: ReadonlyMap<RecordId, CellValue>
  readonly #items = new Map<CellValue, LinkItem[]>()

  constructor(table: TableId, names: ReadonlyMap<RecordId, CellValue>) {
    this.table = table
    this.#names = names
    for (const [id, value] of names) {
      const key = keyOf(value)
      const items = this.#items.get(key) ?? []
      items.push([id, value as LinkItem[1]])
      this.#items.set(key, items)
    }
  }

  has(id: RecordId): boolean {
    return this.#names.has(id)
  }

  /** Those that are called so but for case. */
  alike(value: LinkItem[1]): readonly LinkItem[] {
    return value === null ? [] : (this.#items.get(keyOf(value)) ?? [])
  }
}

/** Sets of options are the same where they hold the same; texts but for case, as the database compares them. */
function keyOf(value: CellValue): CellValue {
  if (typeof value === 'string') return value.toUpperCase()
  return Array.isArray(value) ? JSON.stringify(value) : value
}

/** Of each name the records that it stands for. */
export type Named = ReadonlyMap<string, readonly LinkItem[]>

/** What a text names. */
export interface Naming {
  /** May be one name, commas and all, and is that where a record is called so; null: it is a list for certain. */
  readonly whole: string | null
  /** Otherwise it is these. */
  readonly names: readonly string[]
}

/** `isOne`: it names one record, whatever commas it has. */
export function readNames(text: string, isOne: boolean): Naming {
  const whole = text.trim()
  const names = splitLabels(text)
  return { whole, names: isOne && names.length > 1 ? [whole] : names }
}

/** A name, with the records that are called so. */
export interface Meant {
  readonly name: string
  readonly found: readonly LinkItem[]
}

/** What was named, once it is known who is called what. */
export function meantBy({ whole, names }: Naming, named: Named = new Map()): readonly Meant[] {
  const called = whole === null ? [] : (named.get(whole) ?? [])
  if (whole !== null && called.length > 0) return [{ name: whole, found: called }]
  return names.map((name) => ({ name, found: named.get(name) ?? [] }))
}

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
  const wanted = spellings(names, first, values).map((one) => {
    return { ...one, record: uuidV7() as RecordId, id: uuidV7() as MutationId }
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
      if (one && status === 'ok') for (const name of one.names) made.set(name, [[one.record, one.value]])
    }
  }
  return ok(made)
}

/** The values that names are in the first field, each once: names that differ in case alone are one, as they are where they are looked for. */
function spellings(names: readonly string[], first: Field, values: ValueContext) {
  const all = new Map<CellValue, { readonly value: LinkItem[1]; readonly names: string[] }>()
  for (const name of names) {
    const value = nameValue(first, name, values)
    if (value === null) continue
    const key = isFolded(first) ? keyOf(value) : value
    const known = all.get(key)
    if (known) known.names.push(name)
    else all.set(key, { value, names: [name] })
  }
  return [...all.values()]
}

/** Fields by which a record is meant as well as by its name: each value stands in one record alone. */
export const keyFields = (table: Table): readonly Field[] =>
  table.fields.slice(1).filter(({ type, rules }) => type === 'autonumber' || rules?.unique === true)

/**
 * Records that the names mean: their first field holds them, or else one whose values stand once, or the name is a record's id; where
 * there are none, those of which that is so but for case.
 */
export async function recordsNamed(
  target: Table,
  names: readonly string[],
  lookup: NameLookup,
): Promise<Result<Named>> {
  const [first] = target.fields
  const named = new Map<string, readonly LinkItem[]>()
  const nearly = new Map<string, readonly LinkItem[]>()
  if (!first) return ok(named)
  for (const field of [first, ...keyFields(target)]) {
    const found = await recordsCalled({ target, first, field }, missingOf(names, named), lookup)
    if (!found.ok) return found
    for (const [name, items] of found.value.exactly) named.set(name, items)
    for (const [name, items] of found.value.nearly) if (!nearly.get(name)?.length) nearly.set(name, items)
  }
  const found = await recordsOf({ target, first }, missingOf(names, named).filter(isId), lookup)
  if (!found.ok) return found
  for (const [name, items] of found.value) named.set(name, items)
  for (const name of missingOf(names, named)) named.set(name, nearly.get(name) ?? [])
  return ok(named)
}

const missingOf = (names: readonly string[], named: Named) => names.filter((name) => !named.get(name)?.length)
const isId = (name: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(name)

interface Called {
  readonly exactly: Named
  /** But for case. */
  readonly nearly: Named
}

async function recordsCalled(
  { target, first, field }: { target: Table; first: Field; field: Field },
  names: readonly string[],
  lookup: NameLookup,
): Promise<Result<Called>> {
  const coming = lookup.coming?.table === target.id && field === first ? lookup.coming : null
  const sought = names.flatMap((name) => {
    const value = nameValue(field, name, lookup.values)
    return value === null ? [] : [{ name, value }]
  })
  const values = sought.map(({ value }) => value)
  const found = await recordsAlike({ target, field }, values, lookup)
  if (!found.ok) return err(found.error)
  const [exactly, nearly] = [new Map<string, LinkItem[]>(), new Map<string, LinkItem[]>()]
  for (const { name, value } of sought) {
    const staying = (found.value.get(value) ?? []).filter(({ id }) => !coming?.has(id))
    const itemOf = (row: Row): LinkItem => [row.id, row.values[first.id] ?? null]
    const isExact = (row: Row) => sameValue(row.values[field.id], value)
    const alike = (coming?.alike(value) ?? []).filter(([, label]) => isAlike(field, label, value))
    const same = alike.filter(([, label]) => sameValue(label, value))
    exactly.set(name, [...staying.filter(isExact).map(itemOf), ...same])
    nearly.set(name, [...staying.map(itemOf), ...alike])
  }
  return ok({ exactly, nearly })
}

/** The same value, or the same text but for case where the field holds texts. */
function isAlike(field: Field, a: CellValue | undefined, b: CellValue): boolean {
  if (sameValue(a, b)) return true
  return (
    typeof a === 'string' && typeof b === 'string' && isFolded(field) && a.toUpperCase() === b.toUpperCase()
  )
}

/** Are its values texts, which the database compares without regard to case? */
const isFolded = ({ type }: Field): boolean => operatorsOf(type).includes('contains')

/** The records that hold one of these values in a field, texts but for case; with their names. */
export async function recordsAlike<Value extends CellValue>(
  { target, field }: { readonly target: Table; readonly field: Field },
  values: readonly Value[],
  { rows }: Pick<NameLookup, 'rows'>,
): Promise<Result<ReadonlyMap<Value, readonly Row[]>>> {
  const holding = new Map<Value, readonly Row[]>()
  const first = target.fields[0] ?? field
  for (let from = 0; from < values.length; from += limits.filterConditions) {
    const asked = values.slice(from, from + limits.filterConditions)
    const filter = anyOf(field, asked)
    if (!filter) break
    const fields = [...new Set([first.id, field.id])]
    const answer = await rows.window({
      query: { table: target.id, sorts: [], fields, filter },
      anchor: null,
      direction: 'forward',
      skip: 0,
      take: limits.rowsPerWindow,
    })
    if (!answer.ok) return err(answer.error)
    for (const value of asked) {
      const alike = answer.value.rows.filter((row) => isAlike(field, row.values[field.id], value))
      holding.set(value, alike)
    }
  }
  return ok(holding)
}

async function recordsOf(
  { target, first }: { target: Table; first: Field },
  ids: readonly string[],
  { rows }: NameLookup,
): Promise<Result<Named>> {
  const named = new Map<string, LinkItem[]>()
  for (let from = 0; from < ids.length; from += limits.idsPerRequest) {
    const asked = ids.slice(from, from + limits.idsPerRequest)
    const query = { table: target.id, sorts: [], fields: [first.id] }
    const answer = await rows.byId(
      query,
      asked.map((id) => id.toLowerCase() as RecordId),
    )
    if (!answer.ok) return err(answer.error)
    for (const name of asked) {
      const row = answer.value.rows.find(({ id }) => id === name.toLowerCase())
      if (row) named.set(name, [[row.id, row.values[first.id] ?? null]])
    }
  }
  return ok(named)
}

/** Null: nothing is found by such a value. */
function anyOf(field: Field, values: readonly CellValue[]): FilterGroup | null {
  if (!operatorsOf(field.type).includes('is')) return null
  const items = values.flatMap((value): FilterCondition[] =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [{ field: field.id, operator: 'is', value }]
      : [],
  )
  return items.length > 0 ? { join: 'or', items } : null
}
