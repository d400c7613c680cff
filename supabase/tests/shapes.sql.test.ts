/** Arguments and patterns of a wrong shape, where nothing else asks for that one alone. */
import { limits, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  buildWorld,
  createFullTable,
  type Harness,
  type Json,
  fieldOf as newField,
  refusalOf,
  startHarness,
  type TestTable,
  type World,
} from './harness.ts'

let h: Harness
let world: World
let table: TestTable
beforeAll(async () => {
  h = await startHarness()
  world = await buildWorld(h)
  table = await createFullTable(h, world)
})
afterAll(() => h.db.stop())

const fieldOf = (name: string) => table.fields.find((one) => one.name === name)!.id

test.each<[string, Json]>([
  ['roles', {}],
  ['roles', 'creator'],
  ['roles', [1]],
  ['requires', {}],
  ['requires', 'x'],
])('the %s of a transition are no %j', async (name, value) => {
  const step = { id: uuidV7(), name: 'Go', from: 'low', to: 'mid', roles: null, guard: null, requires: [] }
  const transitions = [{ ...step, fourEyes: false, [name]: value }]
  expect(
    await refusalOf(h.rpc(world.creator, 'set_transitions', { field: fieldOf('State'), transitions })),
  ).toBe('invalid_input')
})

test.each([
  ['[a-b-c]', false],
  ['[a-b-]', true],
  ['[\\d-c]', false],
  ['[\\d-]', true],
  ['[-a]', true],
  ['[a-', false],
  ['[^a-c-]', true],
])('the pattern %s is one: %j', async (pattern, is) => {
  const [row] = await h.db.sql`select plinth_private.compile_pattern(${pattern}) is not null as compiled`
  expect(row!['compiled']).toBe(is)
})

test('a chunk that names a record twice is refused as a whole, as not unique', async () => {
  const [id, record] = [uuidV7(), uuidV7()]
  const definition = { file_name: 'a.csv', fields: [fieldOf('Title')], mode: 'append', key: null }
  await h.rpc(world.editor, 'begin_import', { import: id, table: table.id, ...definition })
  const rows = [
    [record, 'x'],
    [record, 'y'],
  ]
  const sent = h.rpc(world.editor, 'import_rows', { import: id, chunk: 0, rows, misfits: [] })
  expect(await refusalOf(sent)).toBe('not_unique')
})

test('who has no account of their own is told that, before whether something is there', async () => {
  const calls: [string, Record<string, unknown>][] = [
    ['create_base', { base: uuidV7(), workspace: world.workspace, name: 'X', settings: {} }],
    [
      'transfer_ownership',
      { workspace: world.workspace, member: world.viewer.id, own_role: 'admin', confirm_name: 'x' },
    ],
    [
      'begin_import',
      { import: uuidV7(), table: table.id, file_name: '', fields: [], mode: 'append', key: null },
    ],
  ]
  for (const [name, args] of calls) {
    expect([name, await refusalOf(h.rpc(world.anonymous, name, args))]).toEqual([name, 'forbidden'])
  }
})

test('a rule of no text lets those records through that have none', async () => {
  const made = await h.rpc<TestTable>(world.creator, 'create_table', {
    base: world.base,
    definition: { id: uuidV7(), name: 'No text', fields: [newField('Title', 'text')] },
  })
  await h.db.sql.unsafe(`insert into data.${made.relation} (title) values (null), ('x')`)
  const rule = { call: '=', args: [{ field: made.fields[0]!.id }, { text: '' }] }
  await h.rpc(world.creator, 'set_grant', {
    role: world.role,
    table: made.id,
    action: 'read',
    scope: 'rules',
    rule,
  })
  const seen = await h.as(world.holder, (tx) => tx.unsafe(`select title from data.${made.relation}`))
  expect(seen.map((row) => row['title'] as string | null)).toEqual([null])
})

test('the roles of a lock are a list', async () => {
  const rule = { call: '>', args: [{ field: fieldOf('Count') }, { number: 1 }] }
  for (const roles of ['x', {}, null]) {
    const definition = { name: 'Closed', rule, creators: false, roles }
    const save = h.rpc(world.creator, 'save_record_lock', { table: table.id, lock: uuidV7(), definition })
    expect([roles, await refusalOf(save)]).toEqual([roles, 'invalid_input'])
  }
})

test('an option goes whatever other options a lock names', async () => {
  const level = fieldOf('Level')
  const rule = { call: '=', args: [{ field: level }, { field: level, option: 'high' }] }
  const definition = { name: 'High', rule, creators: false, roles: [] }
  const lock = uuidV7()
  await h.rpc(world.creator, 'save_record_lock', { table: table.id, lock, definition })
  const keep = (...ids: string[]) =>
    h.rpc(world.creator, 'update_field', {
      field: level,
      changes: { options: { options: ids.map((id) => ({ id, label: id, hue: 'blue' })) } },
    })
  await keep('low', 'high')
  expect(await refusalOf(keep('low'))).toBe('used_by_rule')
  await h.rpc(world.creator, 'delete_record_lock', { lock })
})

test.each(['attachment', 'nothing'])('a text does not become %s', async (type) => {
  for (const call of ['preview_type_change', 'change_type']) {
    const asked = h.rpc(world.creator, call, { field: fieldOf('Notes'), type, options: {} })
    expect([call, await refusalOf(asked)]).toEqual([call, 'invalid_input'])
  }
})

test('no hidden field becomes the first, whoever moves it', async () => {
  await h.rpc(world.creator, 'set_field_grant', {
    role: world.role,
    field: fieldOf('Ratio'),
    access: 'hidden',
  })
  const move = h.db.sql`update plinth.field set position = -1 where id = ${fieldOf('Ratio')}`
  await expect(move).rejects.toThrow('field_hidden')
})

test('files come into a cell by the calls of files alone', async () => {
  const record = uuidV7()
  const values = { [fieldOf('Files')]: [uuidV7()] }
  const mutations = [{ id: uuidV7(), kind: 'insert', table: table.id, record, values }]
  const [answer] = await h.rpc<[{ error?: { code: string } }]>(world.editor, 'apply_mutations', {
    batch: { mutations, atomic: false },
  })
  expect(answer.error?.code).toBe('value_invalid')
})

test('a table has so many locks and no more', async () => {
  const rule = { call: '>', args: [{ field: fieldOf('Count') }, { number: 1 }] }
  const save = (n: number) =>
    h.rpc(world.creator, 'save_record_lock', {
      table: table.id,
      lock: uuidV7(),
      definition: { name: `Lock ${n}`, rule, creators: false, roles: [] },
    })
  for (let n = 0; n < limits.locksPerTable; n++) await save(n)
  expect(await refusalOf(save(limits.locksPerTable))).toBe('limit_exceeded')
})
