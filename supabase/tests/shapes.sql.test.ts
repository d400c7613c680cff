/** Arguments and patterns of a wrong shape, where nothing else asks for that one alone. */
import { limits, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createBase,
  createFullTable,
  type Harness,
  type Json,
  fieldOf as newField,
  refusalOf,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'

let h: Harness
let world: World
let table: TestTable
beforeAll(async () => {
  ;({ h, world } = await startWorld())
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

test('a field becomes of a type that is named', async () => {
  for (const call of ['preview_type_change', 'change_type']) {
    const asked = h.rpc(world.creator, call, { field: fieldOf('Notes'), type: null, options: {} })
    expect([call, await refusalOf(asked)]).toEqual([call, 'invalid_input'])
  }
})

test.each<[string, Json]>([
  ['Count', { kind: 'value', value: 'many' }],
  ['Day', { kind: 'value', value: '2026-02-30' }],
  ['Day', { kind: 'now' }],
  ['Mail', { kind: 'value', value: 'nobody' }],
  ['State', { kind: 'value', value: 'low' }],
  ['Title', { kind: 'value', value: '' }],
])('the default of %s is not %j', async (name, value) => {
  const set = h.rpc(world.creator, 'update_field', { field: fieldOf(name), changes: { default: value } })
  const error = await set.catch((refusal: unknown) => refusal)
  expect(error).toMatchObject({ state: 'PT422', details: expect.stringContaining('default') })
})

test('a description is plain text of many lines', async () => {
  const write = { table: table.id, changes: { description: 'One line\nand another' } }
  await h.rpc(world.creator, 'update_table', write)
  for (const text of ['a\u0007b', 'a\u202eb', 'x'.repeat(limits.descriptionLength + 1)]) {
    const described = h.rpc(world.creator, 'update_table', {
      table: table.id,
      changes: { description: text },
    })
    expect([text.slice(0, 3), await refusalOf(described)]).toEqual([text.slice(0, 3), 'invalid_input'])
  }
})

test('only a status has transitions, not even none', async () => {
  for (const transitions of [[], null]) {
    const set = h.rpc(world.creator, 'set_transitions', { field: fieldOf('Level'), transitions })
    expect(await refusalOf(set)).toBe('invalid_input')
  }
})

test('no transition asks for a field that is hidden, and no rule looks at one', async () => {
  const made = await createFullTable(h, world, 'With a hidden field')
  const id = (name: string) => made.fields.find((one) => one.name === name)!.id
  await h.rpc(world.creator, 'set_field_grant', { role: world.role, field: id('Count'), access: 'hidden' })
  const step = { id: uuidV7(), name: 'Go', from: 'low', to: 'mid', roles: null, guard: null, fourEyes: false }
  const set = h.rpc(world.creator, 'set_transitions', {
    field: id('State'),
    transitions: [{ ...step, requires: [id('Count')] }],
  })
  expect(await refusalOf(set)).toBe('field_hidden')
  const rule = { call: '>', args: [{ field: id('Count') }, { number: 1 }] }
  const calls: [string, Record<string, unknown>][] = [
    ['save_table_rule', { table: made.id, rule: uuidV7(), definition: { message: 'No', rule }, keep: false }],
    [
      'save_record_lock',
      { table: made.id, lock: uuidV7(), definition: { name: 'No', rule, creators: false, roles: [] } },
    ],
    ['set_grant', { role: world.role, table: made.id, action: 'read', scope: 'rules', rule }],
    ['change_type', { field: id('Count'), type: 'text', options: {} }],
  ]
  for (const [name, args] of calls) {
    expect([name, await refusalOf(h.rpc(world.creator, name, args))]).toEqual([name, 'field_hidden'])
  }
})

test('a table rule has an id', async () => {
  const rule = { call: '>', args: [{ field: fieldOf('Count') }, { number: 1 }] }
  const definition = { message: 'More than one', rule }
  const save = h.rpc(world.creator, 'save_table_rule', {
    table: table.id,
    rule: null,
    definition,
    keep: false,
  })
  expect(await refusalOf(save)).toBe('invalid_input')
})

test('the options of a field that is no choice are an object, too', async () => {
  for (const options of [5, 'x', [], null]) {
    const set = h.rpc(world.creator, 'update_field', { field: fieldOf('Title'), changes: { options } })
    expect([options, await refusalOf(set)]).toEqual([options, 'invalid_input'])
  }
})

test('a text that is too long for an index says so when it is to be unique', async () => {
  const made = await createFullTable(h, world, 'Long texts')
  // Of four bytes each, and none that repeats, or it would be small enough once compressed.
  await h.db.sql.unsafe(`insert into data.${made.relation} (title)
    select string_agg(chr(131072 + n * 7919 % 40000), '') from generate_series(1, 900) as n`)
  const title = made.fields.find(({ name }) => name === 'Title')!.id
  const set = h.rpc(world.creator, 'set_field_rules', { field: title, rules: { unique: true }, keep: false })
  await expect(set).rejects.toMatchObject({
    code: 'rule_broken',
    details: expect.stringContaining('keyLength'),
  })
})

test('a field that a transition asks for, and a state that one leads to, stay', async () => {
  const made = await createFullTable(h, world, 'Asked for')
  const id = (name: string) => made.fields.find((one) => one.name === name)!.id
  const step = { id: uuidV7(), name: 'Go', from: 'low', to: 'mid', roles: null, guard: null, fourEyes: false }
  const transitions = [{ ...step, requires: [id('Count')] }]
  await h.rpc(world.creator, 'set_transitions', { field: id('State'), transitions })
  expect(await refusalOf(h.rpc(world.creator, 'delete_field', { field: id('Count') }))).toBe('used_by_rule')
  const keep = (...ids: string[]) =>
    h.rpc(world.creator, 'update_field', {
      field: id('State'),
      changes: { options: { options: ids.map((one) => ({ id: one, label: one, hue: 'blue' })) } },
    })
  expect(await refusalOf(keep('low', 'high'))).toBe('used_by_rule')
  await keep('low', 'mid')
})

test('texts of nothing are equal to what comes to nothing, whichever side they stand on', async () => {
  const made = await createFullTable(h, world, 'Nothing')
  await h.db.sql.unsafe(
    `insert into data.${made.relation} (title, notes) values ('', null), (null, ''), ('x', 'y')`,
  )
  const id = (name: string) => made.fields.find((one) => one.name === name)!.id
  const title = { field: id('Title') }
  const trimmed = { call: 'trim', args: [{ field: id('Notes') }] }
  for (const args of [
    [title, trimmed],
    [trimmed, title],
  ]) {
    const counted = await h.rpc<Json>(world.creator, 'count_matching', {
      table: made.id,
      rule: { call: '=', args },
    })
    expect(counted).toMatchObject({ matching: 2 })
  }
})

/** What the database makes of an equality. */
const equalitySql = async (args: Json[]) => {
  const rule = JSON.stringify({ call: '=', args })
  const [row] = await h.db
    .sql`select plinth_private.rule_condition(${table.id}, ${rule}::text::jsonb, 't') as sql`
  return row!['sql'] as string
}

test('a day near today is compared in a way that an index serves', async () => {
  const near = { call: 'add_days', args: [{ call: 'today', args: [] }, { number: 30 }] }
  const far = { call: 'add_days', args: [{ call: 'today', args: [] }, { field: fieldOf('Count') }] }
  expect(await equalitySql([{ field: fieldOf('Day') }, far])).toContain('distinct')
  expect(await equalitySql([{ field: fieldOf('Day') }, near])).not.toContain('distinct')
})

test('a record is written once by an import by key, whichever chunk names it', async () => {
  const made = await createFullTable(h, world, 'By key')
  const id = uuidV7()
  const title = made.fields.find(({ name }) => name === 'Title')!.id
  await h.rpc(world.editor, 'begin_import', {
    import: id,
    table: made.id,
    file_name: 'a.csv',
    fields: [title],
    mode: 'upsert',
    key: title,
  })
  const send = (chunk: number, key: string) =>
    h.rpc(world.editor, 'import_rows', { import: id, chunk, rows: [[uuidV7(), key]], misfits: [] })
  await send(0, 'k')
  expect(await refusalOf(send(1, 'k'))).toBe('key_not_unique')
  await send(1, 'l')
  // A record that is booked already, past what looks for it before.
  const [record] = await h.db.sql.unsafe(`select id from data.${made.relation} limit 1`)
  const book = h.db.sql.begin(async (tx) => {
    const claims = JSON.stringify({ sub: world.editor.id, role: 'authenticated' })
    await tx`select set_config('request.jwt.claims', ${claims}, true)`
    await tx`select plinth_private.book_chunk(${id}, 2, array[${record!['id'] as string}]::uuid[], '{}', '[]', '[]', '[]')`
  })
  await expect(book).rejects.toThrow('key_not_unique')
})
