/** Links of the world's records, and who sees them. */
import type { Field } from '@plinth/domain'
import { must, settleRoutes, type Workshop } from './make-world.ts'
import type { LinkField, Person, RecordModel, TableModel } from './model.ts'
import { isTrashTold, reaches, sees } from './oracle.ts'

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
  from.links.push({ id: ids[0], column: made.column, end: 0, target: to, ...shared })
  to.links.push({ id: ids[1], column: back.column, end: 1, target: from, ...shared })
  markLink(shop, from, to, names[0])
  markLink(shop, to, from, names[1])
  await settleRoutes(shop, [shared])
  await linkRecords(shop, from)
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
