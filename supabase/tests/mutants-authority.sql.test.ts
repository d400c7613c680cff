/** What each single check keeps from whom, where no other test asks for that one alone. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createFullTable,
  type Harness,
  type Json,
  type Person,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'

let h: Harness
let world: World
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
afterAll(() => h.db.stop())

const fieldOf = (table: TestTable, name: string) => table.fields.find((one) => one.name === name)!.id
const over = (table: TestTable, amount: number): Json => ({
  call: '>',
  args: [{ field: fieldOf(table, 'Count') }, { number: amount }],
})
const grant = (table: TestTable, action: string, rule: Json, role = world.role) =>
  h.rpc(world.creator, 'set_grant', { role, table: table.id, action, scope: 'rules', rule })

async function add(table: TestTable, count: number): Promise<string> {
  const record = uuidV7()
  const values = { [fieldOf(table, 'Count')]: count }
  await mutate(world.editor, { id: uuidV7(), kind: 'insert', table: table.id, record, values })
  return record
}

async function mutate(person: Person, mutation: Record<string, Json>): Promise<string> {
  const [result] = await h.rpc<[{ status: string; error?: { code: string } }]>(person, 'apply_mutations', {
    batch: { mutations: [mutation], atomic: false },
  })
  return result.error?.code ?? result.status
}

const count = (person: Person, table: TestTable) =>
  h
    .rpc<{ total: number }>(person, 'view_stats', { query: { table: table.id, sorts: [] }, exact: true })
    .then(({ total }) => total)

describe('rules', () => {
  test('of a role that somebody else holds let nobody else through', async () => {
    const table = await createFullTable(h, world, 'Of others')
    for (const amount of [1, 5, 9]) await add(table, amount)
    const other = uuidV7()
    await h.rpc(world.creator, 'save_role', { base: world.base, role: other, changes: { name: 'Others' } })
    await grant(table, 'read', over(table, 6))
    await grant(table, 'read', over(table, 2), other)
    expect(await count(world.holder, table)).toBe(1)
    await h.rpc(world.creator, 'set_role_member', { role: other, member: world.holder.id, holds: true })
    expect(await count(world.holder, table)).toBe(2)
    await h.rpc(world.creator, 'delete_role', { role: other })
    expect(await count(world.holder, table)).toBe(1)
  })

  test('on writing alone leave events as they are: everybody reads every record', async () => {
    const table = await createFullTable(h, world, 'Read by all')
    await grant(table, 'update', over(table, 6))
    await h.db.admin`delete from realtime.messages where true`
    const record = await add(table, 7)
    const sent = await h.db.admin`select payload -> 'items' -> 0 ->> 0 as id from realtime.messages
      where event = 'change' and topic like ${`table:${table.id}:%`}`
    expect(sent.map((row) => row['id'] as string)).toEqual([record])
  })
})

describe('what one person keeps', () => {
  test('of the results of their mutations is nobody else’s', async () => {
    const table = await createFullTable(h, world, 'Results')
    const id = uuidV7()
    const insert = () => ({ id, kind: 'insert', table: table.id, record: uuidV7(), values: {} })
    expect(await mutate(world.editor, insert())).toBe('ok')
    // The same id by somebody else is another mutation; by the same person it is one that was used.
    expect(await mutate(world.creator, insert())).toBe('ok')
    expect(await mutate(world.editor, insert())).toBe('mutation_reused')
    expect(await count(world.viewer, table)).toBe(2)
  })

  test('of the records that their import touched is told to nobody else', async () => {
    const table = await createFullTable(h, world, 'Touched')
    const [id, record] = [uuidV7(), uuidV7()]
    await h.rpc(world.editor, 'begin_import', {
      import: id,
      table: table.id,
      file_name: 'a.csv',
      fields: [fieldOf(table, 'Title')],
      mode: 'upsert',
      key: fieldOf(table, 'Title'),
    })
    await h.rpc(world.editor, 'import_rows', { import: id, chunk: 0, rows: [[record, 'x']], misfits: [] })
    const touched = (person: Person) =>
      h
        .as(person, (tx) => tx`select plinth_private.touched_records(${id}, ${`{${record}}`}::uuid[]) as ids`)
        .then(([row]) => row!['ids'] as string[])
    expect(await touched(world.editor)).toEqual([record])
    expect(await touched(world.creator)).toEqual([])
  })
})

test('whoever is given nothing of a table is let through to none of its records, whichever call asks', async () => {
  const table = await createFullTable(h, world, 'Nothing of it')
  const [row] = await h.db.sql`
    select plinth_private.scope_filter(${table.id}, 'read', 'none') as nothing,
           plinth_private.scope_filter(${table.id}, 'read', null) as unknown,
           plinth_private.scope_filter(${table.id}, 'read', 'all') as everything`
  expect(row).toEqual({ nothing: 'false', unknown: 'false', everything: 'true' })
})
