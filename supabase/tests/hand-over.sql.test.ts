/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Handing over: a change that takes a record out of one's own reach, where a grant allows it. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  fieldOf,
  type Harness,
  type Json,
  type Person,
  Refusal,
  refusalOf,
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

const options = ['eu', 'us', 'asia'].map((id) => ({ id, label: id, hue: 'blue' }))
const states = ['open', 'done'].map((id) => ({ id, label: id, hue: 'blue' }))

interface Result {
  status: string
  ver?: number
  left?: boolean
  error?: { code: string; details: Record<string, Json> }
}

/** A table that the custom role reads and changes in one region, and short hands of it. */
async function ruledTable(name: string) {
  const definition = {
    id: uuidV7(),
    name,
    fields: [
      fieldOf('Title', 'text'),
      fieldOf('Region', 'single_select', { options }),
      fieldOf('Amount', 'integer'),
      fieldOf('State', 'status', { options: states, initial: 'open' }),
      fieldOf('Owner', 'person'),
    ],
  }
  const table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
  const field = (label: string) => table.fields.find((one) => one.name === label)!.id
  const relation = `data.${table.relation}`
  const inRegion = (id: string): Json => ({
    call: '=',
    args: [{ field: field('Region') }, { option: id, field: field('Region') }],
  })
  const grant = (action: string, scope: string | null, rule: Json, handOver = false, role = world.role) =>
    h.rpc(world.creator, 'set_grant', { role, table: table.id, action, scope, rule, hand_over: handOver })
  await grant('read', 'rules', inRegion('eu'))
  const add = async (values: Record<string, string | number>) => {
    const id = uuidV7() as string
    const columns = Object.keys(values)
    await h.db.sql.unsafe(
      `insert into ${relation} (${['id', ...columns].join(', ')}) values (${['', ...columns].map((_, n) => `$${n + 1}`).join(', ')})`,
      [id, ...Object.values(values)],
    )
    return id
  }
  const change = (record: string, values: Record<string, Json>, base: Record<string, Json>) => {
    const byId = (object: Record<string, Json>) =>
      Object.fromEntries(Object.entries(object).map(([label, value]) => [field(label), value]))
    return { id: uuidV7(), kind: 'update', table: table.id, record, values: byId(values), base: byId(base) }
  }
  const apply = (person: Person, mutations: Json[], atomic = false) =>
    h.rpc<Result[]>(person, 'apply_mutations', { batch: { atomic, mutations } })
  return {
    table,
    field,
    relation,
    inRegion,
    grant,
    add,
    change,
    apply,
    move: async (person: Person, record: string, to = 'us', more: Record<string, Json> = {}) => {
      const [result] = await apply(person, [
        change(record, { Region: to, ...more }, { Region: 'eu', Amount: null, State: 'open', Owner: null }),
      ])
      return result!.error?.code ?? result!
    },
    stored: async (record: string) =>
      (
        await h.db.sql.unsafe(`select region, amount::int, state, ver::int from ${relation} where id = $1`, [
          record,
        ])
      )[0],
    /** The door itself, as a session of psql reaches it. */
    door: (person: Person | null, record: string, values: Json = { [field('Region')]: 'us' }) =>
      h.as(person, async (tx) => {
        const [row] = await tx.unsafe(`select plinth_private.hand_over($1, $2, $3::text::jsonb) as answer`, [
          table.id,
          record,
          JSON.stringify(values),
        ])
        return row!['answer'] as { ver: number; left: boolean } | null
      }),
  }
}

test('a record leaves the sight of who may hand it over, and the answer says so', async () => {
  const { add, change, apply, grant, inRegion, stored, table } = await ruledTable('Handed')
  await grant('update', 'rules', inRegion('eu'), true)
  const record = await add({ region: 'eu' })
  const mutation = change(record, { Region: 'us', Amount: 5 }, { Region: 'eu', Amount: null })
  const [result] = await apply(world.holder, [mutation])
  expect(result).toEqual({ id: mutation.id, status: 'ok', ver: 2, seq: expect.any(String), left: true })
  expect(await stored(record)).toMatchObject({ region: 'us', amount: 5, ver: 2 })
  // Sent again, the same answer; changed again, a record that is not there.
  expect(await apply(world.holder, [mutation])).toEqual([result])
  const [later] = await apply(world.holder, [change(record, { Region: 'eu' }, { Region: 'us' })])
  expect(later!.error).toMatchObject({ code: 'not_found' })
  const changed = await h.db.sql.unsafe(`select changed_by from data.${table.relation} where id = $1`, [
    record,
  ])
  expect(changed[0]!['changed_by']).toBe(world.holder.id)
})

test('without the grant it is refused, and so is everybody else', async () => {
  const { add, move, grant, inRegion, stored, door } = await ruledTable('Kept')
  const record = await add({ region: 'eu' })
  expect(await move(world.holder, record)).toBe('read_only')
  await grant('update', 'rules', inRegion('eu'))
  expect(await move(world.holder, record)).toBe('rule_left')
  expect(await door(world.holder, record)).toBeNull()
  await grant('update', 'rules', inRegion('eu'), true)
  expect(await move(world.viewer, record)).toBe('read_only')
  for (const stranger of [world.member, world.outsider]) {
    expect(await move(stranger, record)).toBe('not_found')
    expect(await door(stranger, record)).toBeNull()
  }
  // Who reaches all records goes by the policies, not by this door.
  for (const person of [world.viewer, world.editor]) expect(await door(person, record)).toBeNull()
  expect(await refusalOf(door(world.anonymous, record))).toBe('forbidden')
  await expect(door(null, record)).rejects.toMatchObject({ state: '42501' })
  expect(await stored(record)).toMatchObject({ region: 'eu', ver: 1 })
  await grant('update', 'rules', inRegion('eu'), false)
  expect(await move(world.holder, record)).toBe('rule_left')
  await grant('update', 'rules', inRegion('eu'), true)
  expect(await move(world.holder, record)).toMatchObject({ status: 'ok', left: true })
})

test('no other path hands over', async () => {
  const { add, grant, inRegion, relation, stored, table, field } = await ruledTable('Paths')
  await grant('update', 'rules', inRegion('eu'), true)
  await grant('create', 'rules', inRegion('eu'))
  const record = await add({ title: 'one', region: 'eu' })
  const plain = h.as(world.holder, (tx) =>
    tx.unsafe(`update ${relation} set region = 'us' where id = $1`, [record]),
  )
  await expect(plain).rejects.toMatchObject({ state: '42501' })
  const upsert = h.as(world.holder, (tx) =>
    tx.unsafe(
      `insert into ${relation} (id, region) values ($1, 'eu') on conflict (id) do update set region = 'us'`,
      [record],
    ),
  )
  await expect(upsert).rejects.toMatchObject({ state: '42501' })
  const importId = uuidV7()
  const fields = [field('Title'), field('Region')]
  await h.rpc(world.holder, 'begin_import', {
    import: importId,
    table: table.id,
    file_name: 'a.csv',
    fields,
    mode: 'upsert',
    key: fields[0],
  })
  const rows = [[uuidV7(), 'one', 'us']]
  const imported = await h.rpc(world.holder, 'import_rows', { import: importId, chunk: 0, rows, misfits: [] })
  expect(imported).toMatchObject({ updated: 0, refused: [{ line: 1, code: 'rule_left', rule: 'update' }] })
  const mutation = {
    id: uuidV7(),
    kind: 'insert',
    table: table.id,
    record: uuidV7(),
    values: { [fields[1]!]: 'us' },
  }
  const [inserted] = await h.rpc<[Result]>(world.holder, 'apply_mutations', {
    batch: { mutations: [mutation] },
  })
  expect(inserted.error).toMatchObject({ code: 'rule_refused' })
  expect(await stored(record)).toMatchObject({ region: 'eu', ver: 1 })
})

test('the grant reaches the records of its own rule only', async () => {
  const { add, move, grant, inRegion, door, apply, change } = await ruledTable('Two roles')
  const second = uuidV7()
  await h.rpc(world.creator, 'save_role', { base: world.base, role: second, changes: { name: 'Second' } })
  await h.rpc(world.creator, 'set_role_member', { role: second, member: world.holder.id, holds: true })
  await grant('read', 'rules', inRegion('us'), false, second)
  await grant('update', 'rules', inRegion('eu'), true)
  await grant('update', 'rules', inRegion('us'), false, second)
  const [eu, us, asia] = [
    await add({ region: 'eu' }),
    await add({ region: 'us' }),
    await add({ region: 'asia' }),
  ]
  const [stays] = await apply(world.holder, [change(us, { Region: 'asia' }, { Region: 'us' })])
  expect(stays!.error).toMatchObject({ code: 'rule_left' })
  expect(await door(world.holder, us, {})).toBeNull()
  expect(await door(world.holder, asia)).toBeNull()
  // Into the reach of the other role: seen as before, so nothing is said.
  expect(await move(world.holder, eu, 'us')).toEqual({
    id: expect.any(String),
    status: 'ok',
    ver: 2,
    seq: expect.any(String),
  })
  expect(await move(world.holder, await add({ region: 'eu' }), 'asia')).toMatchObject({ left: true })
})

test('a record that stays in sight, out of reach, is no secret', async () => {
  const { add, move, grant, inRegion, stored } = await ruledTable('Seen')
  await grant('read', 'all', null)
  await grant('update', 'rules', inRegion('eu'), true)
  const record = await add({ region: 'eu' })
  expect(await move(world.holder, record)).toEqual({
    id: expect.any(String),
    status: 'ok',
    ver: 2,
    seq: expect.any(String),
  })
  expect(await stored(record)).toMatchObject({ region: 'us' })
  expect(await move(world.holder, record, 'eu', { Region: 'asia' })).toBe('rule_refused')
})

test('rights on fields, locks, transitions, rules and people are asked all the same', async () => {
  const { add, move, grant, inRegion, stored, field, table } = await ruledTable('Guarded')
  await grant('update', 'rules', inRegion('eu'), true)
  const record = await add({ region: 'eu' })
  const as = (name: string, args: Record<string, unknown>) => h.rpc(world.creator, name, args)
  await as('set_field_grant', { role: world.role, field: field('Amount'), access: 'read' })
  expect(await move(world.holder, record, 'us', { Amount: 5 })).toBe('field_read_only')
  await as('set_field_grant', { role: world.role, field: field('Amount'), access: null })
  await as('set_field_rules', { field: field('Amount'), rules: { min: 10 }, keep: false })
  expect(await move(world.holder, record, 'us', { Amount: 5 })).toBe('value_out_of_range')
  expect(await move(world.holder, record, 'us', { Owner: world.outsider.id })).toBe('value_invalid')
  const done = { id: uuidV7(), name: 'Finish', from: 'open', to: 'done', roles: ['creator'], fourEyes: false }
  await as('set_transitions', { field: field('State'), transitions: [done] })
  expect(await move(world.holder, record, 'us', { State: 'done' })).toBe('transition_refused')
  const lock = { name: 'Closed', rule: inRegion('eu'), creators: false, roles: [] }
  const lockId = uuidV7()
  await as('save_record_lock', { table: table.id, lock: lockId, definition: lock })
  expect(await move(world.holder, record)).toBe('record_locked')
  expect(await stored(record)).toMatchObject({ region: 'eu', amount: null, state: 'open', ver: 1 })
  await as('delete_record_lock', { lock: lockId })
  expect(await move(world.holder, record)).toMatchObject({ left: true })
})

test('a locked record is not handed over by the door itself', async () => {
  const { add, grant, inRegion, door, table, stored } = await ruledTable('Locked door')
  await grant('update', 'rules', inRegion('eu'), true)
  const record = await add({ region: 'eu' })
  const lock = { name: 'Closed', rule: inRegion('eu'), creators: false, roles: [] }
  const lockId = uuidV7()
  await h.rpc(world.creator, 'save_record_lock', { table: table.id, lock: lockId, definition: lock })
  expect(await door(world.holder, record)).toBeNull()
  expect(await stored(record)).toMatchObject({ ver: 1 })
  await h.rpc(world.creator, 'delete_record_lock', { lock: lockId })
  for (const values of [null, [], 5, {}, { nothing: 'us' }, { [uuidV7()]: 'us' }] as Json[]) {
    expect(await door(world.holder, record, values)).toBeNull()
  }
  expect(await door(world.holder, record)).toEqual({ ver: 2, left: true })
})

test('many in a batch, each for itself or none', async () => {
  const { add, change, apply, grant, inRegion, stored } = await ruledTable('Batch')
  await grant('update', 'rules', inRegion('eu'), true)
  const records = [await add({ region: 'eu' }), await add({ region: 'us' }), await add({ region: 'eu' })]
  const list = () => records.map((record) => change(record, { Region: 'asia' }, { Region: 'eu' }))
  const told = (results: Result[]) => results.map((r) => r.error?.code ?? (r.left ? 'left' : r.status))
  expect(told(await apply(world.holder, list(), true))).toEqual([
    'batch_refused',
    'not_found',
    'batch_refused',
  ])
  expect(await stored(records[0]!)).toMatchObject({ region: 'eu' })
  expect(told(await apply(world.holder, list()))).toEqual(['left', 'not_found', 'left'])
  expect(await stored(records[2]!)).toMatchObject({ region: 'asia' })
})

test('the grant is told to creators, copied with the table, and refused where it means nothing', async () => {
  const { grant, inRegion, table } = await ruledTable('Told')
  for (const [action, scope] of [
    ['read', 'all'],
    ['create', 'all'],
    ['delete', 'all'],
    ['update', 'none'],
    ['update', null],
  ] as const) {
    expect(await refusalOf(grant(action, scope, null, true))).toBe('invalid_input')
  }
  await expect(
    h.rpc(world.editor, 'set_grant', {
      role: world.role,
      table: table.id,
      action: 'update',
      scope: 'all',
      rule: null,
      hand_over: true,
    }),
  ).rejects.toBeInstanceOf(Refusal)
  await grant('update', 'rules', inRegion('eu'), true)
  const copy = uuidV7()
  await h.rpc(world.creator, 'duplicate_table', {
    table: table.id,
    copy,
    name: 'Told again',
    with_records: false,
  })
  const roles = await h.rpc<{ id: string; grants: { table: string; action: string; handOver: boolean }[] }[]>(
    world.creator,
    'base_roles',
    { base: world.base },
  )
  const grants = roles.find(({ id }) => id === world.role)!.grants
  for (const id of [table.id, copy]) {
    expect(grants.filter((one) => one.table === id && one.handOver).map(({ action }) => action)).toEqual([
      'update',
    ])
  }
})

test("a field whose type is being changed is nobody's to write, that of a record that is handed over neither", async () => {
  const { add, apply, change, door, field, grant, inRegion, stored, table } = await ruledTable('Half')
  await grant('create', 'all', null)
  await grant('update', 'rules', inRegion('eu'), true)
  const record = await add({ region: 'eu', amount: 1 })
  await h.db.sql.unsafe(`insert into data.${table.relation} (title) select 'x' from generate_series(1, 2001)`)
  await h.rpc(world.creator, 'change_type', { field: field('Amount'), type: 'text', options: {} })
  const edits = [
    change(record, { Amount: 9 }, { Amount: 1 }),
    change(record, { Amount: 9, Region: 'us' }, { Amount: 1, Region: 'eu' }),
    { id: uuidV7(), kind: 'insert', table: table.id, record: uuidV7(), values: { [field('Amount')]: 9 } },
  ]
  for (const person of [world.holder, world.creator]) {
    const results = await apply(
      person,
      edits.map((edit) => ({ ...edit, id: uuidV7() })),
    )
    expect(results.map(({ error }) => error?.code)).toEqual(edits.map(() => 'field_changing'))
  }
  expect(await door(world.holder, record, { [field('Amount')]: 9 })).toBeNull()
  expect(await stored(record)).toMatchObject({ region: 'eu', amount: 1, ver: 1 })
  const load = { import: uuidV7(), table: table.id, file_name: 'x.csv', mode: 'append', key: null }
  const begin = (labels: string[]) =>
    h.rpc(world.holder, 'begin_import', { ...load, fields: labels.map((label) => field(label)) })
  expect(await refusalOf(begin(['Title', 'Amount']))).toBe('field_changing')
  // The others are written as ever.
  expect(await apply(world.holder, [change(record, { Title: 'y' }, { Title: null })])).toMatchObject([
    { status: 'ok' },
  ])
})
