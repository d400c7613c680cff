/** What follows from a change, whoever makes it by whatever way: triggers hold for a session of the database's owner, too. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

const idOf = (table: TestTable, name: string) => table.fields.find((one) => one.name === name)!.id
const make = <T = Json>(rpc: string, args: Record<string, unknown>) => h.rpc<T>(world.creator, rpc, args)
/** Appends of this person to the table; answers the import. */
async function begin(person: Person, table: TestTable, fields: readonly string[]): Promise<string> {
  const id = uuidV7()
  await h.rpc(person, 'begin_import', {
    import: id,
    table: table.id,
    file_name: 'a.csv',
    fields,
    mode: 'append',
    key: null,
  })
  return id
}
const send = (id: string, rows: Json) =>
  h.rpc(world.editor, 'import_rows', { import: id, chunk: 0, rows, misfits: [] })
async function limitEditors(field: string, access: 'hidden' | 'read'): Promise<void> {
  const roles = await rolesOf(h, world)
  await make('set_field_grant', { role: roles.get('editor'), field, access })
}
const epoch = async () =>
  (await h.db.sql`select access_epoch as epoch from plinth.base where id = ${world.base}`)[0]![
    'epoch'
  ] as number
const told = async () =>
  (await h.db.admin`select 1 from realtime.messages where topic like ${`room:${world.base}:%`}`).length

test('memberships and roles that come without a call are told in the base', async () => {
  await h.db.admin`delete from realtime.messages where true`
  await h.db.sql`
    insert into plinth.base_member (base_id, workspace_id, user_id, role)
    values (${world.base}, ${world.workspace}, ${world.member.id}, 'viewer')`
  expect(await told()).toBe(1)
  await h.db.sql`
    insert into plinth.role_member (role_id, base_id, user_id) values (${world.role}, ${world.base}, ${world.member.id})`
  expect(await told()).toBe(2)
})

test('the day that a default gives, and the rules of roles, are those of the base’s new time zone', async () => {
  const table = await createFullTable(h, world, 'In time')
  await make('update_field', { field: idOf(table, 'Day'), changes: { default: { kind: 'today' } } })
  const moment = { field: idOf(table, 'Moment') }
  const rule = {
    call: '=',
    args: [
      { call: 'date_of', args: [moment] },
      { call: 'date', args: [{ number: 2026 }, { number: 1 }, { number: 2 }] },
    ],
  }
  await make('set_grant', { role: world.role, table: table.id, action: 'read', scope: 'rules', rule })
  await h.db.sql.unsafe(`insert into data.${table.relation} (moment) values ('2026-01-01T20:00:00Z')`)
  const seen = () => h.as(world.holder, (tx) => tx.unsafe(`select moment from data.${table.relation}`))
  expect(await seen()).toHaveLength(0)
  await h.db.sql`update plinth.base set time_zone = 'Asia/Tokyo' where id = ${world.base}`
  expect(await seen()).toHaveLength(1)
  const [column] = await h.db.sql`
    select column_default as "default" from information_schema.columns
    where table_schema = 'data' and table_name = ${table.relation} and column_name = 'day'`
  expect(column!['default']).toContain('Asia/Tokyo')
  const [kept] = await h.db.sql`select condition from plinth.role_grant where table_id = ${table.id}`
  expect(kept!['condition']).toContain('Asia/Tokyo')
  await h.db.sql`update plinth.base set time_zone = 'Europe/Vienna' where id = ${world.base}`
})

test('a rule that changes ends the feeds that the old one let run; one that is saved again does not', async () => {
  const table = await createFullTable(h, world, 'Ruled')
  const save = (amount: number) =>
    make('set_grant', {
      role: world.role,
      table: table.id,
      action: 'read',
      scope: 'rules',
      rule: { call: '>', args: [{ field: idOf(table, 'Count') }, { number: amount }] },
    })
  await save(1)
  const before = await epoch()
  await save(1)
  expect(await epoch()).toBe(before)
  await save(2)
  expect(await epoch()).toBe(before + 1)
})

test('a field that becomes a status is guarded, and one that becomes a person', async () => {
  const table = await make<TestTable>('create_table', {
    base: world.base,
    definition: {
      id: uuidV7(),
      name: 'Becoming',
      fields: [
        { id: uuidV7(), name: 'Step', type: 'text', options: {} },
        { id: uuidV7(), name: 'Who', type: 'text', options: {} },
      ],
    },
  })
  const triggers = async () =>
    (
      await h.db.sql`
        select tgname from pg_trigger where tgrelid = ${`data.${table.relation}`}::regclass and tgname ~ '^plinth_(states|people)$|_people_'`
    ).map((row) => row['tgname'] as string)
  expect(await triggers()).toEqual([])
  // As a change of type leaves it.
  await h.db.sql`update plinth.field set type = 'status' where id = ${table.fields[0]!.id}`
  expect(await triggers()).toContain('plinth_states')
  await h.db.sql`update plinth.field set type = 'person' where id = ${table.fields[1]!.id}`
  expect(await triggers()).toEqual(expect.arrayContaining(['plinth_people_insert', 'plinth_people_update']))
})

test('a hidden field that comes back from the trash obeys the locks that were made while it was away', async () => {
  const table = await createFullTable(h, world, 'Away')
  const count = idOf(table, 'Count')
  for (const action of ['read', 'update'])
    await make('set_grant', { role: world.role, table: table.id, action, scope: 'all', rule: null })
  await limitEditors(count, 'hidden')
  await h.db.sql.unsafe(`insert into data.${table.relation} (title) values ('open'), ('closed')`)
  await make('delete_field', { field: count })
  const rule = { call: '=', args: [{ field: idOf(table, 'Title') }, { text: 'closed' }] }
  const definition = { name: 'Closed', rule, creators: false, roles: [] }
  await make('save_record_lock', { table: table.id, lock: uuidV7(), definition })
  await make('restore_field', { field: count })
  const [field] = await h.db.sql`select side, column_name as column from plinth.field where id = ${count}`
  const changed = await h.as(world.holder, (tx) =>
    tx.unsafe(`update data.${field!['side']} set ${field!['column']} = 7`),
  )
  expect(changed.count).toBe(1)
  const values = await h.db.sql.unsafe(`
    select t.title, s.${field!['column']}::int as count from data.${table.relation} as t join data.${field!['side']} as s using (id) order by 1`)
  expect(values.map((row) => [row['title'], row['count']])).toEqual([
    ['closed', null],
    ['open', 7],
  ])
})

test('a field that somebody may no longer read is not left out of their import without a word', async () => {
  const table = await createFullTable(h, world, 'Imported')
  const fields = [idOf(table, 'Title'), idOf(table, 'Notes')] as const
  const id = await begin(world.editor, table, fields)
  await limitEditors(fields[1], 'hidden')
  expect(await refusalOf(send(id, [[uuidV7(), 'x']]))).toBe('invalid_input')
})

test('rows that are left out of an import do not hide why the others are refused', async () => {
  const table = await createFullTable(h, world, 'Half refused')
  const fields = [idOf(table, 'Title'), idOf(table, 'Count')] as const
  const id = await begin(world.editor, table, fields)
  await make('set_field_rules', { field: fields[1], rules: { max: 5 }, keep: false })
  await limitEditors(fields[0], 'read')
  expect(
    await refusalOf(
      send(id, [
        [uuidV7(), 'x', '1'],
        [uuidV7(), 'y', '99'],
      ]),
    ),
  ).toBe('field_read_only')
})

test('who was removed from a base does not end the import that they began there', async () => {
  const table = await createFullTable(h, world, 'Left behind')
  await h.rpc(world.viewer, 'my_session')
  await h.rpc(world.owner, 'set_base_role', { base: world.base, member: world.viewer.id, role: 'editor' })
  const id = await begin(world.viewer, table, [idOf(table, 'Title')])
  await h.rpc(world.owner, 'set_base_role', { base: world.base, member: world.viewer.id, role: null })
  expect(await refusalOf(h.rpc(world.viewer, 'finish_import', { import: id }))).toBe('not_found')
})
