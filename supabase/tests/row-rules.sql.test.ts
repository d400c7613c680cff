/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Row rules: which records a role reaches, on every path to them. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

const regions = ['eu', 'us', 'asia'].map((id) => ({ id, label: id.toUpperCase(), hue: 'blue' }))
const actions = ['read', 'create', 'update', 'delete'] as const
type Action = (typeof actions)[number]

async function makeTable(name: string): Promise<TestTable> {
  const definition = {
    id: uuidV7(),
    name,
    fields: [
      fieldOf('Title', 'text'),
      fieldOf('Region', 'single_select', { options: regions }),
      fieldOf('Budget', 'integer'),
      fieldOf('Open', 'checkbox'),
      fieldOf('Files', 'attachment'),
    ],
  }
  return h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
}

/** Short hands of one table. */
function tools(table: TestTable) {
  const field = (name: string) => table.fields.find((one) => one.name === name)!.id
  const relation = `data.${table.relation}`
  const grant = (action: Action, scope: string | null, rule: Json = null, role = world.role) =>
    h.rpc(world.creator, 'set_grant', { role, table: table.id, action, scope, rule })
  return {
    table,
    relation,
    field,
    grant,
    inRegion: (id: string): Json => ({
      call: '=',
      args: [{ field: field('Region') }, { option: id, field: field('Region') }],
    }),
    over: (amount: number): Json => ({ call: '>', args: [{ field: field('Budget') }, { number: amount }] }),
    /** All grants of the custom role: this scope and rule for each action named. */
    async grantAll(rule: Json, only: readonly Action[] = actions) {
      for (const action of only) await grant(action, 'rules', rule)
    },
    async add(values: Record<string, string | number | boolean | null>) {
      const id = uuidV7() as string
      const columns = Object.keys(values)
      await h.db.sql.unsafe(
        `insert into ${relation} (${['id', ...columns].join(', ')}) values (${['', ...columns].map((_, n) => `$${n + 1}`).join(', ')})`,
        [id, ...Object.values(values)],
      )
      return id
    },
    async mutate(person: Person, kind: string, record: string, values: Record<string, Json> = {}, base = {}) {
      const byId = (object: Record<string, Json>) =>
        Object.fromEntries(Object.entries(object).map(([name, value]) => [field(name), value]))
      const mutation = { id: uuidV7(), kind, table: table.id, record, values: byId(values), base: byId(base) }
      const [result] = await h.rpc<[{ status: string; error?: { code: string; details: Json } }]>(
        person,
        'apply_mutations',
        { batch: { atomic: false, mutations: [mutation] } },
      )
      return result.error ? { code: result.error.code, details: result.error.details } : result.status
    },
    async ids(person: Person, sorts: Json = []) {
      const window = await h.rpc<{ rows: [string][] }>(person, 'rows_window', {
        query: { table: table.id, sorts },
        anchor: null,
        direction: 'forward',
        skip: 0,
        take: 1000,
      })
      return window.rows.map(([id]) => id)
    },
    plain: async (person: Person) =>
      (await h.as(person, (tx) => tx.unsafe<{ id: string }[]>(`select id from ${relation} order by id`))).map(
        ({ id }) => id,
      ),
  }
}

describe('a rule', () => {
  test('lets its holders reach the records for which it is true, and nobody else more', async () => {
    const { table, add, grantAll, inRegion, ids, plain, relation } = tools(await makeTable('Reach'))
    const eu = await add({ title: 'a', region: 'eu' })
    const us = await add({ title: 'b', region: 'us' })
    const none = await add({ title: 'c' })
    await grantAll(inRegion('eu'))
    for (const person of [world.holder]) {
      expect(await ids(person)).toEqual([eu])
      expect(await plain(person)).toEqual([eu])
    }
    for (const person of [world.owner, world.creator, world.editor, world.viewer]) {
      expect(await ids(person)).toEqual([eu, us, none])
    }
    for (const person of [world.member, world.outsider, world.anonymous]) {
      expect(await plain(person)).toEqual([])
    }
    const touched = async (sql: string) => (await h.as(world.holder, (tx) => tx.unsafe(sql))).count
    // Without a column in WHERE, Postgres asks no SELECT policy: the others must say it themselves.
    expect(await touched(`update ${relation} set budget = 1 where true`)).toBe(1)
    expect(await touched(`delete from ${relation} where true`)).toBe(1)
    expect(await ids(world.viewer)).toEqual([us, none])
    expect(
      await h.rpc(world.holder, 'view_stats', { query: { table: table.id, sorts: [] }, exact: false }),
    ).toMatchObject({ total: 0, exact: true })
  })

  test('of one action leaves the others alone, but for what cannot be read', async () => {
    const { add, grant, inRegion, over, mutate, ids } = tools(await makeTable('Actions'))
    const rich = await add({ region: 'eu', budget: 100 })
    const poor = await add({ region: 'eu', budget: 1 })
    const foreign = await add({ region: 'us', budget: 100 })
    await grant('read', 'rules', inRegion('eu'))
    await grant('update', 'rules', over(50))
    await grant('delete', 'all')
    expect(await ids(world.holder)).toEqual([rich, poor])
    expect(await mutate(world.holder, 'update', rich, { Title: 'x' }, { Title: null })).toBe('ok')
    expect(await mutate(world.holder, 'update', poor, { Title: 'x' }, { Title: null })).toMatchObject({
      code: 'rule_refused',
      details: { action: 'update' },
    })
    const absent = await mutate(world.holder, 'update', uuidV7(), { Title: 'x' }, { Title: null })
    expect(absent).toMatchObject({ code: 'not_found' })
    for (const kind of ['update', 'delete']) {
      expect(await mutate(world.holder, kind, foreign, { Title: 'x' }, { Title: null })).toEqual(absent)
    }
    expect(await mutate(world.holder, 'delete', poor)).toBe('ok')
    expect(await mutate(world.holder, 'insert', uuidV7())).toMatchObject({ code: 'read_only' })
  })

  test('refuses records that its holder could not reach afterwards', async () => {
    const { add, grantAll, inRegion, mutate, table, ids } = tools(await makeTable('Leaving'))
    const record = await add({ region: 'eu' })
    await grantAll(inRegion('eu'))
    expect(await mutate(world.holder, 'insert', uuidV7(), { Region: 'us' })).toEqual({
      code: 'rule_refused',
      details: { table: table.id, action: 'create' },
    })
    expect(await mutate(world.holder, 'update', record, { Region: 'us' }, { Region: 'eu' })).toEqual({
      code: 'rule_left',
      details: { table: table.id, action: 'update' },
    })
    expect(await mutate(world.holder, 'update', record, { Title: 'y' }, { Title: null })).toBe('ok')
    expect(await mutate(world.holder, 'insert', uuidV7(), { Region: 'eu' })).toBe('ok')
    expect(await ids(world.holder)).toHaveLength(2)
    // In a batch each mutation has its own answer, and an atomic one stores nothing.
    const mutation = (region: string) => ({
      id: uuidV7(),
      kind: 'insert',
      table: table.id,
      record: uuidV7(),
      values: { [table.fields[1]!.id]: region },
    })
    const batch = (atomic: boolean) =>
      h.rpc<{ status: string; error?: { code: string } }[]>(world.holder, 'apply_mutations', {
        batch: { atomic, mutations: [mutation('eu'), mutation('us'), mutation('eu')] },
      })
    expect((await batch(false)).map((r) => r.error?.code ?? r.status)).toEqual(['ok', 'rule_refused', 'ok'])
    expect((await batch(true)).map((r) => r.error?.code ?? r.status)).toEqual([
      'batch_refused',
      'rule_refused',
      'batch_refused',
    ])
    expect(await ids(world.holder)).toHaveLength(4)
  })

  test('of several roles adds up to each of them', async () => {
    const { add, grant, inRegion, ids } = tools(await makeTable('Sum'))
    const second = uuidV7()
    await h.rpc(world.creator, 'save_role', { base: world.base, role: second, changes: { name: 'Buyers' } })
    const [eu, us] = [await add({ region: 'eu' }), await add({ region: 'us' })]
    await add({ region: 'asia' })
    await grant('read', 'rules', inRegion('eu'))
    await grant('read', 'rules', inRegion('us'), second)
    expect(await ids(world.holder)).toEqual([eu])
    await h.rpc(world.creator, 'set_role_member', { role: second, member: world.holder.id, holds: true })
    expect(await ids(world.holder)).toEqual([eu, us])
    await grant('read', 'all', null, second)
    expect(await ids(world.holder)).toHaveLength(3)
    await h.rpc(world.creator, 'delete_role', { role: second })
    expect(await ids(world.holder)).toEqual([eu])
  })

  test('may ask who asks', async () => {
    const { add, grant, ids, plain } = tools(await makeTable('Asker'))
    const record = await add({ title: 'x' })
    const holds = (name: string): Json => ({ call: 'has_role', args: [{ text: name }] })
    const viewer = (await h.rpc<{ id: string; kind: string }[]>(world.creator, 'base_roles', {
      base: world.base,
    }))!.find(({ kind }) => kind === 'viewer')!.id
    await grant('read', 'rules', holds('Sellers'))
    await grant('read', 'rules', holds('Sellers'), viewer)
    expect([await ids(world.holder), await plain(world.holder)]).toEqual([[record], [record]])
    expect([await ids(world.viewer), await plain(world.viewer)]).toEqual([[], []])
    await grant(
      'read',
      'rules',
      { call: '=', args: [{ call: 'my_role', args: [] }, { text: 'viewer' }] },
      viewer,
    )
    expect([await ids(world.viewer), await plain(world.viewer)]).toEqual([[record], [record]])
    await grant('read', 'rules', { call: 'is_filled', args: [{ call: 'me', args: [] }] })
    expect(await ids(world.holder)).toEqual([record])
  })

  test('follows the time zone of its base', async () => {
    const { grant, over, table, relation } = tools(await makeTable('Zone'))
    const today: Json = {
      call: '=',
      args: [
        { call: 'to_date', args: [{ text: '2026-01-01' }] },
        { call: 'today', args: [] },
      ],
    }
    await grant('read', 'rules', { call: 'or', args: [today, over(10)] })
    const policy = async () =>
      (
        await h.db
          .sql`select qual from pg_policies where 'data.' || tablename = ${relation} and cmd = 'SELECT'`
      )[0]!['qual'] as string
    expect(await policy()).toContain('Europe/Vienna')
    await h.rpc(world.creator, 'update_base', { base: world.base, changes: { timeZone: 'Asia/Tokyo' } })
    expect(await policy()).toContain('Asia/Tokyo')
    const [kept] = await h.db.sql`select condition from plinth.role_grant where table_id = ${table.id}`
    expect(kept!['condition']).toContain('Asia/Tokyo')
    await h.rpc(world.creator, 'update_base', { base: world.base, changes: { timeZone: 'Europe/Vienna' } })
  })

  test('keeps the fields and options that it needs', async () => {
    const made = await makeTable('Needed')
    const { grant, inRegion, field } = tools(made)
    await grant('read', 'rules', inRegion('eu'))
    const failure = await h
      .rpc(world.creator, 'delete_field', { field: field('Region') })
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'used_by_rule', state: 'PT409' })
    expect(JSON.parse((failure as Refusal).details)).toEqual({
      table: made.id,
      field: field('Region'),
      role: world.role,
      action: 'read',
      roles: [{ id: world.role, kind: 'custom', name: expect.any(String) as string }],
    })
    const setOptions = (ids: string[]) =>
      h.rpc(world.creator, 'update_field', {
        field: field('Region'),
        changes: { options: { options: regions.filter(({ id }) => ids.includes(id)) } },
      })
    expect(await refusalOf(setOptions(['us', 'asia']))).toBe('used_by_rule')
    await setOptions(['eu', 'us'])
    await h.rpc(world.creator, 'delete_field', { field: field('Budget') })
    await grant('read', 'all')
    await setOptions(['us'])
    await h.rpc(world.creator, 'delete_field', { field: field('Region') })
  })
})

describe('policies', () => {
  const policyOf = async (table: TestTable) =>
    (
      await h.db.sql`select cmd || coalesce(qual, '') || coalesce(with_check, '') as p, o.xmin::text as x
        from pg_policies join pg_policy as o on o.polname = policyname and o.polrelid = ${`data.${table.relation}`}::regclass
        where tablename = ${table.relation} order by 1`
    ).map((row) => ({ text: row['p'] as string, version: row['x'] as string }))

  test('are one comparison without rules, and change with the set of rules only', async () => {
    const { table, grant, inRegion } = tools(await makeTable('Plain'))
    const before = await policyOf(table)
    expect(before.every(({ text }) => !/allowed_values|goes_by| OR /.test(text))).toBe(true)
    for (const scope of ['all', 'none', null]) await grant('read', scope)
    expect(await policyOf(table)).toEqual(before)
    await grant('read', 'rules', inRegion('eu'))
    const ruled = await policyOf(table)
    expect(ruled.every(({ text }) => text.includes('allowed_values'))).toBe(true)
    await grant('update', 'all')
    await grant('read', 'rules', inRegion('eu'))
    expect(await policyOf(table)).toEqual(ruled)
    await grant('read', 'none')
    expect((await policyOf(table)).map(({ text }) => text)).toEqual(before.map(({ text }) => text))
  })

  test('follow rules that psql takes away', async () => {
    const { table, grant, inRegion } = tools(await makeTable('Behind the back'))
    const before = (await policyOf(table)).map(({ text }) => text)
    await grant('read', 'rules', inRegion('eu'))
    await h.db.sql`delete from plinth.role_grant where table_id = ${table.id}`
    expect((await policyOf(table)).map(({ text }) => text)).toEqual(before)
  })

  test('answer busy while somebody reads for long', async () => {
    const { table, grant, inRegion } = tools(await makeTable('Busy rules'))
    let answer = ''
    await h.db.sql.begin(async (tx) => {
      await tx.unsafe(`select 1 from data.${table.relation}`)
      answer = await refusalOf(grant('read', 'rules', inRegion('eu')))
    })
    expect(answer).toBe('busy')
    expect(await h.db.sql`select 1 from plinth.role_grant where table_id = ${table.id}`).toHaveLength(0)
  })

  test('see all rules, though two are made at once', async () => {
    const { table, grant, inRegion, over } = tools(await makeTable('At once'))
    await Promise.all([grant('read', 'rules', inRegion('eu')), grant('update', 'rules', over(5))])
    const text = (await policyOf(table)).find(({ text: one }) => one.startsWith('UPDATE'))!.text
    expect(text).toContain('region')
    expect(text).toContain('budget')
  })
})

describe('a restricted person', () => {
  test('gets a page by an index on the field of the rule', async () => {
    const { table, relation, field, grant } = tools(await makeTable('Large'))
    await h.db.sql.unsafe(
      `insert into ${relation} (title, budget) select 'r' || n, n % 1000 from generate_series(1, 60000) as n`,
    )
    await h.db.sql`select plinth_private.create_sort_index(${field('Budget')})`
    await h.db.sql.unsafe(`analyze ${relation}`)
    await grant('read', 'rules', { call: '=', args: [{ field: field('Budget') }, { number: 7 }] })
    const plan = await h.db.sql.begin(async (tx) => {
      const claims = JSON.stringify({ sub: world.holder.id, role: 'authenticated' })
      await tx`select set_config('request.jwt.claims', ${claims}, true)`
      const query = JSON.stringify({ table: table.id, sorts: [] })
      const [row] = await tx.unsafe<{ sql: string }[]>(
        `select plinth_private.segment_sql(plinth_private.ordered_source(r.relation, '{}', '{t}'), '{}',
           format('(%s) and (true)', r.filter), false) as sql
         from plinth_private.readable($1::text::jsonb) as r`,
        [query],
      )
      const lines = await tx.unsafe(`explain ${row!.sql.replace('$1', '0').replace('$2', '200')}`)
      return lines.map((line) => line['QUERY PLAN'] as string).join('\n')
    })
    expect(plan).toMatch(/Index Cond: \(budget = 7\)/)
    expect(plan).not.toMatch(/Seq Scan/)
  })

  test('learns of changes that there are some, not which nor how many', async () => {
    const { table, add, grant, inRegion } = tools(await makeTable('Feed'))
    await grant('read', 'rules', inRegion('eu'))
    const since = (person: Person, seq: string) =>
      h.rpc<{ seq: string; reset: boolean; events: unknown[] }>(person, 'changes_since', {
        table: table.id,
        seq,
      })
    const { seq } = await since(world.holder, '3')
    expect(await since(world.holder, seq)).toMatchObject({ reset: false, events: [] })
    await h.db.admin`delete from realtime.messages where true`
    await add({ region: 'us' })
    // The service adds an id of its own.
    const sent = await h.db
      .admin`select payload - 'id' as payload from realtime.messages where event = 'change'`
    expect(sent.map((row) => row['payload'] as object)).toEqual([{ op: 'bulk', seq: expect.any(String) }])
    expect(await since(world.holder, seq)).toMatchObject({ reset: true, events: [] })
    expect(await since(world.viewer, seq)).toMatchObject({ reset: false, events: [{ op: 'insert' }] })
  })

  test('is answered by name what a constraint says, and never a value', async () => {
    const { table, add, grantAll, inRegion, mutate } = tools(await makeTable('Texts'))
    const hidden = await add({ region: 'us', title: 'top secret' })
    await grantAll(inRegion('eu'))
    const answer = await mutate(world.holder, 'insert', hidden, { Region: 'eu' })
    expect(answer).toMatchObject({ code: 'not_unique', details: { rule: 'id' } })
    const failure = await h
      .as(world.holder, (tx) =>
        tx.unsafe(`insert into data.${table.relation} (region, title) values ('us', 'my own')`),
      )
      .catch((error: unknown) => error as Refusal)
    expect(failure).toMatchObject({ state: '42501' })
    expect(JSON.stringify(failure)).not.toContain('my own')
  })
})

describe('files of records', () => {
  test('are there for those who reach the record', async () => {
    const made = await makeTable('Letters')
    const { table, add, grantAll, grant, inRegion, field } = tools(made)
    const [eu, us] = [await add({ region: 'eu' }), await add({ region: 'us' })]
    await grantAll(inRegion('eu'))
    const file = () => ({ id: uuidV7(), name: 'a.txt', mime: 'text/plain', bytes: 5, thumbnail: false })
    const begin = (person: Person, record: string) =>
      h.rpc<{ id: string; key: string }>(person, 'begin_upload', {
        table: table.id,
        record,
        field: field('Files'),
        file: file(),
      })
    const store = async (person: Person, record: string) => {
      const begun = await begin(person, record)
      await h.as(
        person,
        (tx) => tx`insert into storage.objects (bucket_id, name, metadata)
        values ('plinth', ${begun.key}, '{"size": 5}')`,
      )
      await h.rpc(person, 'finish_upload', { attachment: begun.id })
      return begun
    }
    const seen = async (person: Person) =>
      (await h.as(person, (tx) => tx`select id from plinth.attachment where table_id = ${table.id}`)).map(
        (row) => row['id'] as string,
      )
    const objects = async (person: Person, keys: string[]) =>
      (await h.as(person, (tx) => tx`select name from storage.objects where name = any (${keys})`)).map(
        (row) => row['name'] as string,
      )
    const hidden = await store(world.editor, us)
    const open = await store(world.holder, eu)
    expect(await seen(world.holder)).toEqual([open.id])
    expect((await seen(world.viewer)).toSorted()).toEqual([hidden.id, open.id].toSorted())
    expect(await objects(world.holder, [hidden.key, open.key])).toEqual([open.key])
    expect(await refusalOf(begin(world.holder, us))).toBe('not_found')
    expect(await refusalOf(begin(world.holder, uuidV7()))).toBe('not_found')
    expect(await refusalOf(h.rpc(world.holder, 'remove_attachment', { attachment: hidden.id }))).toBe(
      'not_found',
    )
    expect(await refusalOf(h.rpc(world.holder, 'remove_attachment', { attachment: uuidV7() }))).toBe(
      'not_found',
    )

    // What was removed from a record out of sight stays out of sight, and who removes their own file sees it go.
    await h.rpc(world.editor, 'remove_attachment', { attachment: hidden.id })
    expect(await objects(world.holder, [hidden.key])).toEqual([])
    expect(await objects(world.editor, [hidden.key])).toEqual([hidden.key])

    // A file may not move its record out of reach.
    const without: Json = {
      call: '=',
      args: [{ call: 'count', args: [{ field: field('Files') }] }, { number: 1 }],
    }
    await grant('update', 'rules', without)
    expect(await refusalOf(store(world.holder, eu))).toBe('rule_left')
    expect(await refusalOf(h.rpc(world.holder, 'remove_attachment', { attachment: open.id }))).toBe(
      'rule_left',
    )
    await grant('update', 'rules', inRegion('eu'))
    await h.rpc(world.holder, 'remove_attachment', { attachment: open.id })
    expect(await objects(world.holder, [open.key])).toEqual([open.key])
  })
})

describe('imports', () => {
  const importInto = async (table: TestTable, person: Person, names: string[], key: string | null = null) => {
    const id = uuidV7()
    const idOf = (name: string) => table.fields.find((one) => one.name === name)!.id
    await h.rpc(person, 'begin_import', {
      import: id,
      table: table.id,
      file_name: 'x.csv',
      fields: names.map(idOf),
      mode: key === null ? 'append' : 'upsert',
      key: key === null ? null : idOf(key),
    })
    return {
      id,
      rows: (chunk: number, rows: Json[][], misfits: Json[] = []) =>
        h.rpc<{ inserted: number; updated: number }>(person, 'import_rows', {
          import: id,
          chunk,
          rows: rows.map((row) => [uuidV7(), ...row]),
          misfits,
        }),
    }
  }
  test('leave out the rows that no rule lets in, and tell their lines', async () => {
    const { table, grantAll, inRegion, ids } = tools(await makeTable('Imported'))
    await grantAll(inRegion('eu'))
    const run = await importInto(table, world.holder, ['Title', 'Region'])
    expect(
      await run.rows(0, [
        ['a', 'eu'],
        ['b', null],
        ['c', 'us'],
        ['d', 'eu'],
      ]),
    ).toEqual({
      inserted: 2,
      updated: 0,
      refused: [2, 3].map((line) => ({ line, code: 'rule_refused', rule: 'create' })),
    })
    expect(await ids(world.holder)).toHaveLength(2)
  })

  test('by key meet the records in sight only, and change those in reach only', async () => {
    const { table, add, grant, inRegion, over, plain } = tools(await makeTable('Merged'))
    await add({ title: 'a', region: 'eu', budget: 9 })
    await add({ title: 'b', region: 'eu', budget: 1 })
    for (const _ of [1, 2]) await add({ title: 'c', region: 'us' })
    await grant('read', 'rules', inRegion('eu'))
    await grant('create', 'all')
    await grant('update', 'rules', over(5))
    // That 'c' stands twice out of sight is nothing that this person is told.
    const run = await importInto(table, world.holder, ['Title', 'Region', 'Budget'], 'Title')
    expect(
      await run.rows(0, [
        ['a', 'eu', 10],
        ['c', 'eu', 7],
      ]),
    ).toEqual({ inserted: 1, updated: 1 })
    expect(await run.rows(1, [['b', 'eu', 10]])).toMatchObject({
      updated: 0,
      refused: [{ line: 1, code: 'rule_refused', rule: 'update' }],
    })
    expect(await plain(world.holder)).toHaveLength(3)
    expect(await plain(world.viewer)).toHaveLength(5)
    const second = await importInto(table, world.holder, ['Title', 'Budget'], 'Title')
    expect(await second.rows(0, [['a', 1]])).toMatchObject({
      updated: 0,
      refused: [{ line: 1, code: 'rule_left', rule: 'update' }],
    })
  })

  test('show their misfits as far as the records may be read', async () => {
    const { table, grantAll, inRegion, relation } = tools(await makeTable('Misfits'))
    await grantAll(inRegion('eu'))
    const run = await importInto(table, world.holder, ['Title', 'Region'])
    const record = uuidV7()
    const misfit = { record, field: table.fields[2]!.id, line: 2, raw: 'secret raw' }
    await h.rpc(world.holder, 'import_rows', {
      import: run.id,
      chunk: 0,
      rows: [[record, 'a', 'eu']],
      misfits: [misfit],
    })
    const misfits = (person: Person) =>
      h.rpc<unknown[]>(person, 'import_misfits', { import: run.id, after: 0, take: 10 })
    expect(await misfits(world.holder)).toHaveLength(1)
    await h.db.sql.unsafe(`update ${relation} set region = 'us' where id = '${record}'`)
    expect(await misfits(world.holder)).toHaveLength(0)
    expect(await misfits(world.creator)).toHaveLength(1)
  })
})

describe('answers about rules', () => {
  test('count what a rule lets through', async () => {
    const { table, add, inRegion } = tools(await makeTable('Counted'))
    for (const region of ['eu', 'us', 'eu', null]) await add({ region })
    const count = (person: Person, rule: Json) =>
      h.rpc<Json>(person, 'count_matching', { table: table.id, rule })
    expect(await count(world.creator, inRegion('eu'))).toEqual({ total: 4, matching: 2 })
    expect(await refusalOf(count(world.creator, { number: 1 }))).toBe('expression_invalid')
    expect(await refusalOf(count(world.editor, inRegion('eu')))).toBe('forbidden')
  })

  test('say why somebody may do something, or not', async () => {
    const { table, add, grant, inRegion, over } = tools(await makeTable('Explained'))
    const [near, far] = [await add({ region: 'eu', budget: 1 }), await add({ region: 'us', budget: 99 })]
    await grant('read', 'rules', inRegion('eu'))
    await grant('update', 'rules', over(5))
    const explain = async (asker: Person, person: Person, record: string | null, action: Action) => {
      const answer = await h.rpc<{
        allowed: boolean
        because: { role: { name: string } | null; reason: string }[]
      }>(asker, 'explain_access', { table: table.id, record, person: person.id, action })
      return [answer.allowed, ...answer.because.map(({ role, reason }) => `${role?.name ?? '-'} ${reason}`)]
    }
    const { creator, holder, viewer, owner, member } = world
    expect(await explain(creator, holder, near, 'read')).toEqual([true, 'Sellers rule_matches'])
    expect(await explain(creator, holder, far, 'read')).toEqual([false, 'Sellers rule_does_not_match'])
    expect(await explain(creator, holder, null, 'read')).toEqual([true, 'Sellers rule'])
    expect(await explain(creator, holder, near, 'update')).toEqual([false, 'Sellers rule_does_not_match'])
    expect(await explain(creator, holder, far, 'update')).toEqual([
      false,
      'Sellers rule_matches',
      '- not_readable',
    ])
    expect(await explain(creator, holder, near, 'delete')).toEqual([false, 'Sellers default'])
    expect(await explain(creator, viewer, far, 'read')).toEqual([true, 'viewer default'])
    expect(await explain(creator, owner, far, 'delete')).toEqual([true, '- creator'])
    expect(await explain(creator, member, far, 'read')).toEqual([false, '- not_a_member'])
    expect(await explain(holder, holder, near, 'read')).toEqual([true, 'Sellers rule_matches'])
    expect(await refusalOf(explain(holder, holder, far, 'read'))).toBe('not_found')
    expect(await refusalOf(explain(holder, holder, uuidV7(), 'read'))).toBe('not_found')
    expect(await refusalOf(explain(holder, viewer, near, 'read'))).toBe('forbidden')
    expect(await refusalOf(explain(creator, holder, uuidV7(), 'read'))).toBe('not_found')
    // Asking for somebody else makes nobody somebody else.
    await h.as(creator, async (tx) => {
      const args = { table: table.id, record: near, person: holder.id, action: 'read' }
      await h.rpcIn(tx, 'explain_access', args)
      const [row] = await tx`select plinth_private.caller() as id`
      expect(row!['id']).toBe(creator.id)
    })
  })
})
