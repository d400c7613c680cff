/** Imports under rules of roles, locks, workflows and people: what would be refused is left out and told with its place, the rest goes in. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { call as expression } from './expression-trees.ts'
import {
  fieldOf,
  type Harness,
  type Json,
  type Person,
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
})
afterAll(() => h.db.stop())
beforeEach(async () => {
  const options = ['draft', 'review', 'done'].map((id) => ({ id, label: id, hue: 'blue' }))
  const definition = {
    id: uuidV7(),
    name: `Orders ${uuidV7()}`,
    fields: [
      fieldOf('Title', 'text'),
      fieldOf('State', 'status', { options, initial: 'draft' }),
      fieldOf('Amount', 'number'),
      fieldOf('Owner', 'person'),
    ],
  }
  table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
})

const call = (name: string, ...args: unknown[]) => expression(name, ...args) as Json
const idOf = (name: string) => table.fields.find((field) => field.name === name)!.id

interface Chunk {
  inserted: number
  updated: number
  refused?: { line: number; code: string; field?: string; rule: string }[]
}

async function begin(names: string[], key: string | null = null, person = world.editor): Promise<string> {
  const id = uuidV7()
  await h.rpc(person, 'begin_import', {
    import: id,
    table: table.id,
    file_name: 'a.csv',
    fields: names.map(idOf),
    mode: key ? 'upsert' : 'append',
    key: key && idOf(key),
  })
  return id
}

const send = (id: string, rows: Json[][], person: Person = world.editor, misfits: Json[] = []) =>
  h.rpc<Chunk>(person, 'import_rows', {
    import: id,
    chunk: 0,
    rows: rows.map((row, n) => [misfitIds[n] ?? uuidV7(), ...row]),
    misfits,
  })
let misfitIds: string[] = []
beforeEach(() => {
  misfitIds = []
})

const setSteps = (steps: Record<string, Json>[]) =>
  h.rpc(world.creator, 'set_transitions', {
    field: idOf('State'),
    transitions: steps.map((step, n) => ({
      id: uuidV7(),
      name: `Step ${n}`,
      roles: null,
      fourEyes: false,
      ...step,
    })),
  })

const lock = async (rule: Json, roles: string[] = []) => {
  const id = uuidV7()
  const definition = { name: 'Closed', rule, creators: false, roles }
  await h.rpc(world.creator, 'save_record_lock', { table: table.id, lock: id, definition })
  return id
}

async function put(title: string, more: Record<string, string | number> = {}): Promise<string> {
  const id = uuidV7() as string
  const values: Record<string, string | number> = { id, title, ...more }
  const columns = Object.keys(values)
  await h.db.sql.unsafe(
    `insert into data.${table.relation} (${columns.join(', ')}) values (${columns.map((_, n) => `$${n + 1}`).join(', ')})`,
    Object.values(values),
  )
  return id
}

const titles = async () =>
  (
    await h.db.sql.unsafe(`select title || ':' || state as line from data.${table.relation} order by title`)
  ).map((row) => row['line'] as string)

test('new records begin in the first state', async () => {
  await setSteps([{ from: 'draft', to: 'review' }])
  const id = await begin(['Title', 'State'])
  const rows = [
    ['a', 'draft'],
    ['b', 'done'],
    ['c', null],
    ['d', 'review'],
  ]
  expect(await send(id, rows)).toEqual({
    inserted: 2,
    updated: 0,
    refused: [2, 4].map((line) => ({
      line,
      code: 'transition_refused',
      field: idOf('State'),
      rule: 'initial',
    })),
  })
  expect(await titles()).toEqual(['a:draft', 'c:draft'])
  expect(await h.rpc(world.editor, 'finish_import', { import: id })).toMatchObject({ inserted: 2 })
})

test('a record that is met by its key moves by transitions, and says why not', async () => {
  const over: Json = call('>', { field: idOf('Amount') }, { number: 10 })
  await setSteps([
    { from: 'draft', to: 'review', requires: [idOf('Owner')] },
    { from: 'review', to: 'done', guard: over, fourEyes: true },
    { from: 'done', to: 'draft', roles: ['creator'] },
  ])
  for (const title of ['empty', 'filled', 'away']) await put(title)
  await put('poor', { state: 'review', amount: 5 })
  await put('rich', { state: 'review', amount: 50 })
  await put('closed', { state: 'done' })
  await h.db.sql.unsafe(
    `update data.${table.relation} set owner = '${world.editor.id}' where title = 'filled'`,
  )
  const own = await put('own', { amount: 50, owner: world.editor.id })
  await h.as(world.editor, (tx) =>
    tx.unsafe(`update data.${table.relation} set state = 'review' where id = '${own}'`),
  )
  const id = await begin(['Title', 'State'], 'Title')
  const answer = await send(id, [
    ['empty', 'review'],
    ['filled', 'review'],
    ['away', 'done'],
    ['poor', 'done'],
    ['rich', 'done'],
    ['closed', 'draft'],
    ['own', 'done'],
    ['new', 'draft'],
  ])
  expect(answer).toMatchObject({ inserted: 1, updated: 2 })
  expect(answer.refused!.map(({ line, code, field, rule }) => [line, code, field, rule])).toEqual(
    [
      [1, 'required'],
      [3, 'no_transition'],
      [4, 'guard'],
      [6, 'role'],
      [7, 'four_eyes'],
    ].map(([line, rule]) => [line, 'transition_refused', idOf('State'), rule]),
  )
  expect(answer.refused![0]).toMatchObject({ fields: [idOf('Owner')] })
  expect(answer.refused![3]).toMatchObject({ roles: [{ id: 'creator', kind: 'creator', name: 'creator' }] })
  expect(await titles()).toEqual(
    [
      'away:draft',
      'closed:done',
      'empty:draft',
      'filled:review',
      'new:draft',
      'own:review',
      'poor:review',
      'rich:done',
    ].sort(),
  )
})

test('a state that did not fit stays, so nothing moves', async () => {
  await setSteps([{ from: 'draft', to: 'review' }])
  const done = await put('a', { state: 'done' })
  const record = uuidV7() as string
  misfitIds = [record]
  const id = await begin(['Title', 'State', 'Amount'], 'Title')
  const misfit = { record, field: idOf('State'), line: 2, raw: 'nowhere' }
  const rows = [
    ['a', null, 5],
    ['b', 'done', 1],
  ]
  expect(await send(id, rows, world.editor, [misfit])).toMatchObject({ updated: 1, refused: [{ line: 2 }] })
  const [stored] = await h.db.sql.unsafe(
    `select state, amount from data.${table.relation} where id = '${done}'`,
  )
  expect(stored).toEqual({ state: 'done', amount: 5 })
})

test('strangers are left out, whoever they are; who stands there already may stay', async () => {
  const left = uuidV7()
  const id = await begin(['Title', 'Owner'])
  const people = [world.viewer, world.member, world.outsider, { id: left }, world.anonymous]
  const rows = people.map((person, n) => [`p${n}`, person.id])
  expect(await send(id, [...rows, ['nobody', null]])).toEqual({
    inserted: 2,
    updated: 0,
    refused: [2, 3, 4, 5].map((line) => ({
      line,
      code: 'value_invalid',
      field: idOf('Owner'),
      rule: 'person',
    })),
  })
  await h.rpc(world.creator, 'set_base_role', { base: world.base, member: world.viewer.id, role: null })
  const again = await begin(['Title', 'Owner'], 'Title')
  const stays = [
    ['p0', world.viewer.id],
    ['nobody', world.viewer.id],
  ]
  expect(await send(again, stays)).toMatchObject({ updated: 1, refused: [{ line: 2, rule: 'person' }] })
  await h.rpc(world.creator, 'set_base_role', { base: world.base, member: world.viewer.id, role: 'viewer' })
})

test('locked records stay, with the lock; the rest of the chunk goes in', async () => {
  for (const [title, amount] of [
    ['open', 1],
    ['closed', 100],
  ] as const) {
    await put(title, { amount })
  }
  const lockId = await lock(call('>', { field: idOf('Amount') }, { number: 10 }))
  const id = await begin(['Title', 'Amount'], 'Title')
  const rows = [
    ['closed', 2],
    ['open', 3],
    ['new', 500],
  ]
  const answer = {
    inserted: 1,
    updated: 1,
    refused: [{ line: 1, code: 'record_locked', rule: lockId }],
  }
  expect(await send(id, rows)).toEqual(answer)
  expect(await send(id, rows)).toEqual(answer)
  const stored = await h.db.sql.unsafe(`select title, amount from data.${table.relation} order by title`)
  expect(stored.map((row) => [row['title'], row['amount']])).toEqual([
    ['closed', 100],
    ['new', 500],
    ['open', 3],
  ])
})

test('each row has one fault, and rules, locks, people and workflows stand together', async () => {
  await setSteps([{ from: 'draft', to: 'review' }])
  const lockId = await lock(call('=', { field: idOf('Title') }, { text: 'closed' }))
  await h.rpc(world.creator, 'set_field_rules', { field: idOf('Amount'), rules: { min: 0 }, keep: false })
  await put('closed')
  const id = await begin(['Title', 'State', 'Amount', 'Owner'], 'Title')
  const answer = await send(id, [
    ['a', 'done', -1, world.outsider.id],
    ['b', 'done', 1, world.outsider.id],
    ['c', 'done', 1, null],
    ['closed', 'done', 1, world.outsider.id],
    ['d', 'draft', 1, world.editor.id],
  ])
  expect(answer).toMatchObject({ inserted: 1, updated: 0 })
  expect(answer.refused!.map(({ line, rule }) => [line, rule])).toEqual([
    [1, 'min'],
    [2, 'person'],
    [3, 'initial'],
    [4, lockId],
  ])
})

test('a chunk of faults alone stores nothing, and is booked', async () => {
  await setSteps([{ from: 'draft', to: 'review' }])
  const id = await begin(['State'])
  const answer = { inserted: 0, updated: 0, refused: [expect.objectContaining({ line: 1, rule: 'initial' })] }
  expect(await send(id, [['done']])).toEqual(answer)
  expect(await h.rpc(world.editor, 'finish_import', { import: id })).toEqual({
    inserted: 0,
    updated: 0,
    misfits: 0,
  })
})

const letIn = async (actions: string[], rule: Json) => {
  for (const action of actions) {
    const grant = { role: world.role, table: table.id, action, scope: 'rules', rule }
    await h.rpc(world.creator, 'set_grant', grant)
  }
}
const below = (most: number): Json => call('<', { field: idOf('Amount') }, { number: most })

test('rows that no rule of a role lets in are left out, the rest goes in', async () => {
  await setSteps([{ from: 'draft', to: 'review' }])
  await letIn(['read', 'create'], below(10))
  const id = await begin(['State', 'Amount'], null, world.holder)
  const rows = [
    ['done', 1],
    ['draft', 1],
    ['draft', 50],
    ['done', 50],
    [null, null],
  ]
  const answer = await send(id, rows, world.holder)
  expect(answer).toEqual({
    inserted: 1,
    updated: 0,
    refused: [
      { line: 1, code: 'transition_refused', field: idOf('State'), rule: 'initial' },
      ...[3, 4, 5].map((line) => ({ line, code: 'rule_refused', rule: 'create' })),
    ],
  })
  expect(await send(id, rows, world.holder)).toEqual(answer)
  expect(await h.rpc(world.holder, 'finish_import', { import: id })).toMatchObject({ inserted: 1 })
})

test('a role that may make what it does not read afterwards makes nothing out of its sight', async () => {
  await letIn(['read'], below(10))
  await h.rpc(world.creator, 'set_grant', {
    role: world.role,
    table: table.id,
    action: 'create',
    scope: 'all',
    rule: null,
  })
  const id = await begin(['Title', 'Amount'], null, world.holder)
  const rows = [
    ['in', 1],
    ['out', 50],
  ]
  expect(await send(id, rows, world.holder)).toEqual({
    inserted: 1,
    updated: 0,
    refused: [{ line: 2, code: 'rule_refused', rule: 'create' }],
  })
  expect(await titles()).toEqual(['in:draft'])
})

test('records that are met by their key are changed as far as rules of a role reach, and stay within', async () => {
  await letIn(['read', 'create'], below(100))
  await letIn(['update'], below(10))
  const lockId = await lock(call('=', { field: idOf('Title') }, { text: 'closed' }))
  for (const [title, amount] of [
    ['mine', 1],
    ['leaving', 1],
    ['kept', 2],
    ['theirs', 50],
    ['closed', 50],
    ['unseen', 500],
  ] as const) {
    await put(title, { amount })
  }
  const misfit = uuidV7() as string
  misfitIds = ['', '', misfit].map((one) => one || (uuidV7() as string))
  const id = await begin(['Title', 'Amount'], 'Title', world.holder)
  const rows = [
    ['mine', 5],
    ['leaving', 50],
    ['kept', null],
    ['theirs', 5],
    ['closed', 5],
    ['unseen', 7],
    ['new', 70],
    ['far', 700],
  ]
  const misfits = [{ record: misfit, field: idOf('Amount'), line: 3, raw: 'many' }]
  expect(await send(id, rows, world.holder, misfits)).toEqual({
    inserted: 2,
    updated: 2,
    refused: [
      { line: 2, code: 'rule_left', rule: 'update' },
      { line: 4, code: 'rule_refused', rule: 'update' },
      { line: 5, code: 'record_locked', rule: lockId },
      { line: 8, code: 'rule_refused', rule: 'create' },
    ],
  })
  const stored = await h.db.sql.unsafe(
    `select title, amount from data.${table.relation} order by title, amount`,
  )
  expect(stored.map((row) => [row['title'], row['amount']])).toEqual([
    ['closed', 50],
    ['kept', 2],
    ['leaving', 1],
    ['mine', 5],
    ['new', 70],
    ['theirs', 50],
    // One that is out of sight is like one that is not there.
    ['unseen', 7],
    ['unseen', 500],
  ])
})

test('a row that may not be stored tells of no other record, not even that a value stands twice', async () => {
  await h.rpc(world.creator, 'set_field_rules', {
    field: idOf('Title'),
    rules: { unique: true },
    keep: false,
  })
  await letIn(['read', 'create', 'update'], below(10))
  await put('unseen', { amount: 50 })
  await put('seen', { amount: 1 })
  const told = async (title: string, amount: number, key: string | null) => {
    const id = await begin(['Title', 'Amount'], key, world.holder)
    const { refused = [] } = await send(id, [[title, amount]], world.holder)
    return refused.map(({ code, rule }) => `${code} ${rule}`)
  }
  for (const key of [null, 'Title']) {
    expect(await told('unseen', 70, key)).toEqual(await told(`nobody ${key}`, 70, key))
    // As before: who may make such a record is told that some record has its value.
    expect(await told('unseen', 7, key)).toEqual(['not_unique unique'])
  }
  expect(await told('seen', 70, 'Title')).toEqual(['rule_left update'])
})

test('who may not change records any more is told so, not that they were changed', async () => {
  await letIn(['read', 'create', 'update'], below(10))
  await put('a', { amount: 1 })
  const id = await begin(['Title', 'Amount'], 'Title', world.holder)
  await h.rpc(world.creator, 'set_grant', {
    role: world.role,
    table: table.id,
    action: 'update',
    scope: 'none',
    rule: null,
  })
  expect(await refusalOf(send(id, [['a', 2]], world.holder))).toBe('read_only')
})

test('a field may be called as the place of a row', async () => {
  const definition = { id: uuidV7(), name: 'Line', type: 'integer', options: {} }
  await h.rpc(world.creator, 'create_field', { table: table.id, definition })
  await letIn(['read', 'create'], below(10))
  const id = await begin(['Title', 'Amount'], null, world.holder)
  expect(await send(id, [['a', 50]], world.holder)).toMatchObject({ refused: [{ line: 1, rule: 'create' }] })
})

test('a record that one may not read is no oracle, named directly', async () => {
  const hidden = await put('hidden', { amount: 50 })
  await h.db.sql.unsafe(
    `update data.${table.relation} set owner = '${world.viewer.id}' where id = '${hidden}'`,
  )
  await lock(call('>', { field: idOf('Amount') }, { number: 10 }))
  await setSteps([{ from: 'draft', to: 'review' }])
  const small: Json = call('<', { field: idOf('Amount') }, { number: 10 })
  for (const action of ['read', 'create', 'update'] as const) {
    await h.rpc(world.creator, 'set_grant', {
      role: world.role,
      table: table.id,
      action,
      scope: 'rules',
      rule: small,
    })
  }
  const id = await begin(['Title', 'State', 'Owner'], 'Title', world.holder)
  await h.rpc(world.creator, 'set_base_role', { base: world.base, member: world.viewer.id, role: null })
  const told = (record: string) =>
    h.as(world.holder, async (tx) => {
      const rows = JSON.stringify([[uuidV7(), 'x', 'done', world.viewer.id]])
      const matches = JSON.stringify({ 1: record })
      const [row] = await tx.unsafe(
        `select plinth_private.broken_rows($1, $2::text::jsonb, $3::text::jsonb, '[]') as answer`,
        [id, rows, matches],
      )
      return row!['answer'] as Json
    })
  expect(await told(hidden)).toEqual(await told(uuidV7()))
  await h.rpc(world.creator, 'set_base_role', { base: world.base, member: world.viewer.id, role: 'viewer' })
})

test('the parts are nobody’s to call', async () => {
  const parts = await h.db.admin<{ name: string }[]>`
    select p.oid::regprocedure::text as name from pg_proc as p
    where p.pronamespace = 'plinth_private'::regnamespace
      and p.proname in ('locked_rows', 'stranger_rows', 'coming_rows', 'unmoved_rows', 'kept_out_rows',
        'new_records_sql', 'add_faults')
      and (has_function_privilege('authenticated', p.oid, 'execute') or has_function_privilege('anon', p.oid, 'execute'))`
  expect(parts).toEqual([])
})
