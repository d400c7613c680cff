/** Comments one by one: whose id it is, on which record, and what is gone. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFullTable, type Harness, startWorld, type TestTable, type World } from './harness.ts'
import { type Args, type Case, refusalsOf, toldTo } from './refusals.ts'

let h: Harness
let world: World
let table: TestTable
let record: string
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  table = await createFullTable(h, world)
  record = await insert()
})
afterAll(() => h.db.stop())

async function insert(count = 1): Promise<string> {
  const [row] = await h.db.sql.unsafe(
    `insert into data.${table.relation} (count) values (${count}) returning id`,
  )
  return row!['id'] as string
}
const told = (call: string, args: Args, who = world.editor) => toldTo(h, who, call, args)
const about = (comment: string | null, on = record) => ({
  table: table.id,
  record: on,
  comment,
  body: 'Hello',
})
const taken = ['taken', undefined]
const id = ['invalid_input', 'id']

test('a comment has an id, which is its author’s on its record while it is there', async () => {
  const comment = uuidV7()
  expect(await told('add_comment', about(null))).toEqual(id)
  expect(await told('add_comment', about(comment))).toEqual(taken)
  expect(await told('add_comment', about(comment))).toEqual(taken)
  expect(await told('add_comment', about(comment, await insert()))).toEqual(id)
  expect(await told('add_comment', about(comment), world.creator)).toEqual(id)
  const stored = await h.db.admin`select author_id as author from plinth.comment where record_id = ${record}`
  expect(stored).toEqual([{ author: world.editor.id }])
})

test('an id that somebody takes at the same moment is theirs', async () => {
  const comment = uuidV7()
  const answer = await h.db.admin.begin(async (tx) => {
    await tx`insert into plinth.comment (id, table_id, record_id, author_id, body)
      values (${comment}, ${table.id}, ${record}, ${world.creator.id}, 'First')`
    const late = told('add_comment', about(comment))
    await new Promise((resolve) => setTimeout(resolve, 300))
    return { late }
  })
  expect(await answer.late).toEqual(id)
})

test('comments are written by those who may, on what they read', async () => {
  const comment = uuidV7()
  expect(await told('add_comment', about(comment), world.viewer)).toEqual(['read_only', undefined])
  expect(await told('add_comment', about(comment), world.holder)).toEqual(['not_found', undefined])
  expect(await told('add_comment', about(comment, uuidV7()))).toEqual(['not_found', undefined])
  const rule = { call: '>', args: [{ field: table.fields[2]!.id }, { number: 5 }] }
  for (const action of ['read', 'update'])
    await h.rpc(world.creator, 'set_grant', {
      role: world.role,
      table: table.id,
      action,
      scope: 'rules',
      rule,
    })
  expect(await told('add_comment', about(comment), world.holder)).toEqual(['not_found', undefined])
  expect(await told('add_comment', about(comment, await insert(9)), world.holder)).toEqual(taken)
  const onlyTheirs = await h.as(world.holder, (tx) => tx`select id from plinth.comment`)
  expect(onlyTheirs).toEqual([{ id: comment }])
})

test('what is gone is not changed, and reading takes some', async () => {
  const comment = uuidV7()
  await h.rpc(world.editor, 'add_comment', about(comment))
  await h.rpc(world.editor, 'delete_comment', { comment })
  const gone = ['not_found', undefined]
  expect(await told('edit_comment', { comment, body: 'Again' })).toEqual(gone)
  expect(await told('delete_comment', { comment })).toEqual(gone)
  expect(await told('delete_comment', { comment: uuidV7() })).toEqual(gone)
  const take: Case[] = [
    [{ take: null }, 'invalid_input', 'take'],
    [{ take: 0 }, 'invalid_input', 'take'],
    [{ take: -1 }, 'invalid_input', 'take'],
    [{ take: 51 }, 'limit_exceeded', 'take'],
  ]
  const args = { table: table.id, record, before: null }
  const { told: answers, expected } = await refusalsOf(h, world.editor, 'record_comments', args, take)
  expect(answers).toEqual(expected)
})
