/** Comments on records, and layouts of tables, as a workspace has them before it is probed. */
import type { AccountName } from './identities.ts'
import { must, type Workshop } from './make-world.ts'
import type { CommentModel, Person, TableModel } from './model.ts'
import { reaches, seesField } from './oracle.ts'

/** Who reads the record of a comment: of one that is gone nobody does. */
export function readsComment(table: TableModel, person: Person, { record }: CommentModel): boolean {
  const of = table.records.get(record)
  return of !== undefined && reaches(table, person, 'read', of)
}

/** Its text and its id are known to those who read its record. */
export function markComment(
  { canaries }: Pick<Workshop, 'canaries'>,
  table: TableModel,
  comment: CommentModel,
  body: string,
): void {
  for (const token of [comment.id, body]) {
    canaries.mark(token, `a comment in ${table.relation}`, (person) => readsComment(table, person, comment))
  }
}

/** Some records are talked about. */
export async function commentAtRandom(shop: Workshop, table: TableModel, who: AccountName): Promise<void> {
  const { random, canaries, accounts } = shop
  for (const record of random.some([...table.records.keys()], 4)) {
    const comment = { id: random.uuid(), record, author: accounts.idOf(who) }
    const body = canaries.draw(random, 'v')
    await must(shop, who, 'add_comment', { table: table.id, record, comment: comment.id, body })
    table.comments.push(comment)
    markComment(shop, table, comment, body)
  }
}

const placed = (fields: TableModel['fields']) => fields.map(({ id }) => ({ field: id, width: 'half' }))

/** A layout whose second section holds what may be hidden from some, and is called like nothing else. */
export async function layOut(shop: Workshop, table: TableModel, maker: AccountName): Promise<void> {
  const { random, canaries } = shop
  const name = canaries.draw(random, 'n')
  const open = table.fields.filter(({ isPrivate }) => !isPrivate)
  const closed = table.fields.filter(({ isPrivate }) => isPrivate)
  const sections = [
    { name: '', fields: placed(open) },
    { name, fields: placed(closed) },
  ]
  await must(shop, maker, 'set_record_layout', { table: table.id, layout: { sections, hidden: [] } })
  table.isLaidOut = true
  canaries.mark(name, 'a section of a layout', (person) =>
    closed.some((field) => table.fields.includes(field) && seesField(table, field, person)),
  )
}
