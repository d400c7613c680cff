/** What somebody reaches of a table, where nothing else asks for that alone. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createFullTable,
  type Harness,
  type Json,
  type Person,
  refusalOf,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'
import { rolesOf } from './hidden-lab.ts'

let h: Harness
let world: World
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
afterAll(() => h.db.stop())

const fieldOf = (table: TestTable, name: string) => table.fields.find((one) => one.name === name)!.id
const grant = (table: TestTable, action: string, scope: string, rule: Json = null) =>
  h.rpc(world.creator, 'set_grant', { role: world.role, table: table.id, action, scope, rule })

/** A record without values. */
async function blank(table: TestTable): Promise<string> {
  const record = uuidV7()
  await h.db.sql.unsafe(`insert into data.${table.relation} (id) values ('${record}')`)
  return record
}

const reach = async (person: Person, table: TestTable, record: string, action: string) => {
  const [row] = await h.as(
    person,
    (tx) => tx`select plinth_private.may_reach(${table.id}, ${record}, ${action}) as may`,
  )
  return row!['may'] as boolean
}

describe('what somebody reaches', () => {
  test('is nothing where they may do nothing, and nothing that they do not read', async () => {
    const table = await createFullTable(h, world, 'Reached')
    const [seen, unseen] = [uuidV7(), uuidV7()]
    await h.db.sql.unsafe(
      `insert into data.${table.relation} (id, count) values ('${seen}', 1), ('${unseen}', 2)`,
    )
    expect(await reach(world.viewer, table, seen, 'read')).toBe(true)
    expect(await reach(world.viewer, table, seen, 'update')).toBe(false)
    const count = { field: fieldOf(table, 'Count') }
    await grant(table, 'read', 'rules', { call: '=', args: [count, { number: 1 }] })
    await grant(table, 'update', 'rules', { call: '>', args: [count, { number: 0 }] })
    await grant(table, 'delete', 'rules', { call: '>', args: [count, { number: 1 }] })
    const may = async (record: string) =>
      Promise.all(['read', 'update', 'delete'].map((action) => reach(world.holder, table, record, action)))
    expect(await may(seen)).toEqual([true, true, false])
    expect(await may(unseen)).toEqual([false, false, false])
  })

  test('gets files attached, and what they only read does not', async () => {
    const table = await createFullTable(h, world, 'Attached')
    const record = await blank(table)
    await grant(table, 'read', 'all')
    await grant(table, 'update', 'rules', {
      call: '=',
      args: [{ field: fieldOf(table, 'Count') }, { number: 1 }],
    })
    const begin = () =>
      h.rpc(world.holder, 'begin_upload', {
        table: table.id,
        record,
        field: fieldOf(table, 'Files'),
        file: { id: uuidV7(), name: 'a.txt', mime: 'text/plain', bytes: 1, thumbnail: false },
      })
    expect(await refusalOf(begin())).toBe('rule_refused')
    await h.db.sql.unsafe(`update data.${table.relation} set count = 1`)
    await begin()
  })

  test('as a bare role is its base, which it does not shape', async () => {
    const bases = (shaped: boolean) =>
      h.as(
        { id: world.role, email: '' },
        (tx) => tx`select id from plinth_private.my_bases(${shaped}) as b (id)`,
      )
    expect((await bases(false)).map((row) => row['id'] as string)).toEqual([world.base])
    expect(await bases(true)).toHaveLength(0)
  })
})

test('a field that stands aside, and is only read, keeps nobody from writing the others', async () => {
  const table = await createFullTable(h, world, 'Beside what is read')
  for (const action of ['read', 'update']) await grant(table, action, 'all')
  const roles = await rolesOf(h, world)
  const allow = (role: string, name: string, access: string) =>
    h.rpc(world.creator, 'set_field_grant', { role, field: fieldOf(table, name), access })
  await allow(roles.get('viewer')!, 'Count', 'hidden')
  await allow(world.role, 'Count', 'read')
  await allow(world.role, 'Notes', 'read')
  const record = await blank(table)
  const write = (column: string) =>
    h.as(world.holder, (tx) =>
      tx.unsafe(`update data.${table.relation} set ${column} = 'x' where id = '${record}'`),
    )
  expect((await write('title')).count).toBe(1)
  expect(await refusalOf(write('notes'))).toBe('field_read_only')
})
