/** Arguments and patterns of a wrong shape, where nothing else asks for that one alone. */
import { limits, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  buildWorld,
  createBase,
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
  ['requires', 'many'],
])('the %s of a transition are no %j', async (name, value) => {
  const step = { id: uuidV7(), name: 'Go', from: 'low', to: 'mid', roles: null, guard: null, requires: [] }
  // One field named more often than a list is long.
  const sent = value === 'many' ? Array<string>(201).fill(fieldOf('Title')) : value
  const transitions = [{ ...step, fourEyes: false, [name]: sent }]
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
    ['apply_mutations', { batch: { mutations: [], atomic: false } }],
    [
      'begin_upload',
      {
        table: table.id,
        record: uuidV7(),
        field: fieldOf('Files'),
        file: { id: uuidV7(), name: 'a.txt', mime: 'text/plain', bytes: 1, thumbnail: false },
      },
    ],
    ['save_role', { base: world.base, role: uuidV7(), changes: { name: 'X' } }],
    ['explain_access', { table: table.id, record: uuidV7(), person: world.viewer.id, action: 'read' }],
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

test.each<[string, Json]>([
  ['roles', 'x'],
  ['roles', {}],
  ['roles', null],
  ['creators', 'true'],
  ['creators', null],
  ['rule', null],
  ['rule', []],
])('the %s of a lock are no %j', async (name, value) => {
  const rule = { call: '>', args: [{ field: fieldOf('Count') }, { number: 1 }] }
  const definition = { name: 'Closed', rule, creators: false, roles: [], [name]: value }
  const save = h.rpc(world.creator, 'save_record_lock', { table: table.id, lock: uuidV7(), definition })
  expect(await refusalOf(save)).toBe('invalid_input')
})

test('a view is sorted by ten fields at most', async () => {
  const names = [
    'Title',
    'Notes',
    'Count',
    'Ratio',
    'Done',
    'Day',
    'Moment',
    'Level',
    'Mail',
    'Site',
    'State',
  ]
  const sorts = names.map((name) => ({ field: fieldOf(name), direction: 'asc' }))
  const page = { anchor: null, direction: 'forward', skip: 0, take: 1 }
  const ask = (count: number) => ({ query: { table: table.id, sorts: sorts.slice(0, count) }, ...page })
  await h.rpc(world.viewer, 'rows_window', ask(10))
  expect(await refusalOf(h.rpc(world.viewer, 'rows_window', ask(11)))).toBe('invalid_input')
})

test('a table moves to its place, and the others keep their order', async () => {
  const base = await createBase(h, world.creator, world.workspace, 'In order')
  const made = []
  for (const name of ['A', 'B', 'C', 'D']) made.push(await createFullTable(h, { ...world, base }, name))
  const order = async () =>
    (await h.db.sql`select name from plinth."table" where base_id = ${base} order by position`).map(
      (row) => row['name'] as string,
    )
  await h.rpc(world.creator, 'update_table', { table: made[3]!.id, changes: { position: 1 } })
  expect(await order()).toEqual(['A', 'D', 'B', 'C'])
  await h.rpc(world.creator, 'update_table', { table: made[0]!.id, changes: { position: 3 } })
  expect(await order()).toEqual(['D', 'B', 'C', 'A'])
  const places = await h.db.sql`select position from plinth."table" where base_id = ${base} order by 1`
  expect(places.map((row) => row['position'] as number)).toEqual([0, 1, 2, 3])
})

test('a lock has an id', async () => {
  const rule = { call: '>', args: [{ field: fieldOf('Count') }, { number: 1 }] }
  const definition = { name: 'Closed', rule, creators: false, roles: [] }
  const save = h.rpc(world.creator, 'save_record_lock', { table: table.id, lock: null, definition })
  expect(await refusalOf(save)).toBe('invalid_input')
})

test.each(['lock', 'table rule'])('an option goes whatever other options a %s names', async (what) => {
  const made = await createFullTable(h, world, `Options of a ${what}`)
  const level = made.fields.find(({ name }) => name === 'Level')!.id
  const rule = { call: '=', args: [{ field: level }, { field: level, option: 'high' }] }
  if (what === 'lock') {
    const definition = { name: 'High', rule, creators: false, roles: [] }
    await h.rpc(world.creator, 'save_record_lock', { table: made.id, lock: uuidV7(), definition })
  } else {
    const definition = { message: 'High', rule }
    await h.rpc(world.creator, 'save_table_rule', { table: made.id, rule: uuidV7(), definition, keep: false })
  }
  const keep = (...ids: string[]) =>
    h.rpc(world.creator, 'update_field', {
      field: level,
      changes: { options: { options: ids.map((id) => ({ id, label: id, hue: 'blue' })) } },
    })
  await keep('low', 'high')
  expect(await refusalOf(keep('low'))).toBe('used_by_rule')
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

test('the fields of a new table are a list', async () => {
  for (const fields of [{}, 'x', 1]) {
    const definition = { id: uuidV7(), name: 'No list', fields }
    expect(await refusalOf(h.rpc(world.creator, 'create_table', { base: world.base, definition }))).toBe(
      'invalid_input',
    )
  }
})

test('what somebody may do is asked of one of four actions', async () => {
  for (const action of [null, 'own', 'READ']) {
    const ask = { table: table.id, record: uuidV7(), person: world.editor.id, action }
    const asked = h.rpc(world.editor, 'explain_access', ask)
    expect([action, await refusalOf(asked)]).toEqual([action, 'invalid_input'])
  }
})

test('a session that names nobody is told that it is not signed in', async () => {
  const asked = h.db.authenticator.begin(async (tx) => {
    await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', '{"role": "authenticated"}', true)`
    return h.rpcIn(tx, 'save_profile', { changes: {} })
  })
  await expect(asked).rejects.toMatchObject({ code: 'PT401', message: 'not_signed_in' })
})
