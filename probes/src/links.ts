/** Links of the world's records, and who sees them. */
import type { Field } from '@plinth/domain'
import { type Ast, checkAst, contextOf, evaluate } from '@plinth/expression'
import { must, settleRoutes, type Workshop } from './make-world.ts'
import { boundField, type LinkField, type Person, type RecordModel, type TableModel } from './model.ts'
import { isTrashTold, reaches, sees, situationOf } from './oracle.ts'

/** Links two tables from both sides, and about half of their records at random. */
export async function linkTables(shop: Workshop, from: TableModel, to: TableModel): Promise<void> {
  const { random } = shop
  const ids = [random.uuid(), random.uuid()] as const
  const names = [shop.canaries.draw(random, 'n'), shop.canaries.draw(random, 'n')] as const
  const options = { target: to.id, pair: { id: ids[1], name: names[1] } }
  const definition = { id: ids[0], name: names[0], type: 'link', options }
  const made = await must<Field>(shop, 'owner', 'create_field', { table: from.id, definition })
  const schema = await must<{ tables: { fields: Field[] }[] }>(shop, 'owner', 'base_schema', {
    base: from.base.id,
  })
  const back = schema.tables.flatMap(({ fields }) => fields).find(({ id }) => id === ids[1])!
  const shared = { relation: `${from.relation}__l1`, pairs: [] }
  const open = { ...shared, limit: null, accepts: null }
  from.links.push({ ...open, id: ids[0], column: made.column, end: 0, target: to })
  to.links.push({ ...open, id: ids[1], column: back.column, end: 1, target: from })
  markLink(shop, from, to, names[0])
  markLink(shop, to, from, names[1])
  await settleRoutes(shop, [shared])
  await linkRecords(shop, from)
  for (const field of [from.links.at(-1)!, to.links.at(-1)!]) await narrowLink(shop, field)
}

/** Says of a field what it lets be linked from now on, sometimes: what is linked stays. */
async function narrowLink(shop: Workshop, field: LinkField): Promise<void> {
  const { random } = shop
  const { target } = field
  const number = boundField(target)
  if (random.chance(0.6)) field.limit = 2 + random.upTo(2)
  if (random.chance(0.6)) {
    const below: Ast = { call: '<', args: [{ field: number.id }, { number: random.upTo(9) }] }
    const empty: Ast = { call: 'is_empty', args: [{ field: number.id }] }
    const accepts = checkAst(random.chance(0.5) ? below : { call: 'or', args: [below, empty] }, {
      fields: target.fields,
    })
    if (accepts.ok) field.accepts = accepts.value
  }
  if (field.limit === null && field.accepts === null) return
  const options = {
    ...(field.limit === null ? {} : { limit: field.limit }),
    ...(field.accepts === null ? {} : { accepts: field.accepts.ast }),
  }
  await must(shop, 'owner', 'update_field', { field: field.id, changes: { options } })
}

const acceptsRecord = ({ accepts, target }: LinkField, { cells }: Pick<RecordModel, 'cells'>): boolean =>
  accepts === null ||
  evaluate(accepts, contextOf(target.fields, cells, situationOf(target.base, null))) === true

/** The field at the other end of a link. */
const pairOf = ({ target, pairs, end }: LinkField): LinkField =>
  target.links.find((one) => one.pairs === pairs && one.end !== end)!

/** Why fields of both ends do not let a record be linked that is not yet, as the first end tells first; `left`: records that go from it with that. */
export function misfitOf(
  field: LinkField,
  record: RecordModel,
  other: RecordModel,
  left: readonly RecordModel[],
): 'link_limit' | 'link_refused' | null {
  const pair = pairOf(field)
  const sides = [
    {
      side: field,
      to: other,
      count: linkedIds(field, record.id).filter((id) => !left.some((one) => one.id === id)).length,
    },
    {
      side: pair,
      to: record,
      count: linkedIds(pair, other.id).length - Number(left.includes(other)),
    },
  ]
  for (const { side, to, count } of sides.toSorted((a, b) => a.side.end - b.side.end)) {
    if (side.limit !== null && count + 1 > side.limit) return 'link_limit'
    if (!acceptsRecord(side, to)) return 'link_refused'
  }
  return null
}

const linkedIds = (field: LinkField, id: string): string[] => linkedOf(field, { id }).map((one) => one.id)

/** May a record be linked through a field, as the list of those says: by this record, where it is one that the person reads? */
export function isLinkable(
  field: LinkField,
  other: RecordModel,
  by: RecordModel | null,
  reads: boolean,
): boolean {
  const pair = pairOf(field)
  if (by !== null && pair.accepts !== null && !(reads && acceptsRecord(pair, by))) return false
  return acceptsRecord(field, other) && (pair.limit === null || linkedIds(pair, other.id).length < pair.limit)
}

/** Who sees a field of links is told which table it links, and which field of that. */
function markLink({ canaries }: Workshop, table: TableModel, target: TableModel, name: string): void {
  const field = table.links.at(-1)!
  const told = (person: Person) => sees(table, person) || isTrashTold(table, person)
  const toldOf = (person: Person) => told(person) || sees(target, person)
  for (const token of [name]) canaries.mark(token, 'a field of links', told)
  for (const token of [field.id, table.id]) canaries.mark(token, 'a field of links, or its table', toldOf)
}

async function linkRecords(shop: Workshop, from: TableModel): Promise<void> {
  const { random } = shop
  const [field] = from.links
  const mutations = random.some([...from.records.keys()], from.records.size / 2).map((record) => {
    const link = random.some([...field!.target.records.keys()], 1 + random.upTo(5))
    for (const id of link) field!.pairs.push([record, id])
    const values = { [field!.id]: { link } }
    return { id: random.uuid(), kind: 'update', table: from.id, record, values, base: { [field!.id]: null } }
  })
  const batch = { mutations, atomic: true }
  const results = await must<{ status: string }[]>(shop, 'owner', 'apply_mutations', { batch })
  if (results.some(({ status }) => status !== 'ok')) throw new Error(`links: ${JSON.stringify(results)}`)
}

/** The records that are linked to one through a field. */
export const linkedOf = (field: LinkField, { id }: Pick<RecordModel, 'id'>): RecordModel[] =>
  field.pairs
    .filter((pair) => pair[field.end] === id)
    .flatMap((pair) => field.target.records.get(pair[1 - field.end]!) ?? [])

export const readable = (field: LinkField, person: Person) => (record: RecordModel) =>
  reaches(field.target, person, 'read', record)
