/**
 * What the planner makes of every statement that calls run inside themselves, on a large table: `auto_explain` tells it. A
 * sequential scan of the table, of its files or of its change log fails, but where all of it has to be read.
 */
import { uuidV7 } from '@plinth/domain'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  fieldOf,
  type Harness,
  type Json,
  type Person,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'

const rows = 60_000
const groups = 500
const options = ['low', 'mid', 'high'].map((id) => ({ id, label: id, hue: 'blue' }))

let h: Harness
let world: World
let table: TestTable
let explainer: postgres.Sql
let side = ''
const notices: string[] = []
const record = uuidV7()
const files: string[] = []

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

/** So many rows of a scan are no matter: it ended early, or was never begun. */
const few = 1_000
const rowsRead = (node: Node): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
const kinds = (list: Node[]) => list.map((node) => node['Node Type'])
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
const column = (name: string) => table.fields.find((field) => field.name === name)!
const call = (name: string, ...args: Json[]): Json => ({ call: name, args })
const field = (name: string): Json => ({ field: column(name).id })

beforeAll(async () => {
  ;({ h, world } = await startWorld())
  const definition = {
    id: uuidV7(),
    name: 'Large',
    fields: [
      fieldOf('Title', 'text'),
      fieldOf('Mail', 'email'),
      fieldOf('Group', 'integer'),
      fieldOf('Ratio', 'number'),
      fieldOf('Done', 'checkbox'),
      fieldOf('Day', 'date'),
      fieldOf('Moment', 'datetime'),
      fieldOf('Level', 'single_select', { options }),
      fieldOf('Notes', 'long_text'),
      fieldOf('Site', 'url'),
      fieldOf('Files', 'attachment'),
      fieldOf('Wage', 'integer'),
    ],
  }
  table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
  await fill()
  explainer = postgres(h.db.adminDatabaseUrl, {
    max: 1,
    onnotice: (notice) => notices.push(notice['message'] ?? ''),
  })
  await explainer
    .unsafe(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
      set auto_explain.log_analyze = on; set auto_explain.log_timing = off; set auto_explain.log_level = notice; set auto_explain.log_format = json`)
    .simple()
})
afterAll(async () => {
  await explainer.end()
  await h.db.stop()
})

/** A hundredth of each column is empty, so that the segment of empty values is worth an index. */
const filled = (value: string) => `case when n % 100 > 0 then ${value} end`

async function fill(): Promise<void> {
  const { admin } = h.db
  const relation = `data.${table.relation}`
  const names = ['Title', 'Mail', 'Group', 'Ratio', 'Done', 'Day', 'Moment', 'Level', 'Notes', 'Wage']
  await admin.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx.unsafe(`insert into ${relation} (id, ${names.map((name) => column(name).column).join(', ')})
      select plinth_private.uuid_v7(), ${filled(`'title ' || n`)}, ${filled(`'p' || n || '@example.org'`)},
        ${filled(`n % ${groups}`)}, ${filled('n / 7.0')}, n % 1000 = 0, ${filled(`date '1900-01-01' + n`)},
        ${filled(`timestamptz '2000-01-01Z' + n * interval '1 hour'`)}, 'mid', 'notes ' || n, ${filled('n * 7 % 60000')}
      from generate_series(1, ${rows}) as n`)
    await tx.unsafe(`insert into ${relation} (id, ${column('Group').column}) values ('${record}', 7)`)
    await tx.unsafe(`insert into plinth.attachment (id, base_id, table_id, field_id, record_id, name, mime, bytes, key, state, created_by)
      select f.id, '${world.base}', '${table.id}', '${column('Files').id}', t.id, 'a', 'text/plain', 1,
        'a/${world.base}/' || f.id || '/' || replace(f.id::text, '-', ''), 'ready', '${world.editor.id}'
      from (select t.id, gen_random_uuid() as file from ${relation} as t limit 20000) as t, lateral (select t.file as id) as f`)
    await tx.unsafe(`insert into plinth_private.change_log (table_id, xid, leads, op, ids, vers, total)
      select '${table.id}', n::text::xid8, true, 'update', array['${record}']::uuid[], '{1}', 1 from generate_series(3, 20000) as n`)
  })
  for (const name of ['Title', 'Mail', 'Group', 'Ratio', 'Done', 'Day', 'Moment', 'Wage']) {
    await h.db.sql`select plinth_private.create_sort_index(${column(name).id})`
  }
  await hide('Wage')
  await admin.unsafe(`vacuum analyze ${relation}, data.${side}, plinth.attachment, plinth_private.change_log`)
  const found = await admin.unsafe(`select id from plinth.attachment limit 3`)
  files.push(...found.map((row) => row['id'] as string))
}

/** Hides a field from a role that nobody here holds: it stands aside from now on. */
async function hide(name: string): Promise<void> {
  const roles = await h.rpc<{ id: string; name: string }[]>(world.creator, 'base_roles', { base: world.base })
  const role = roles.find((one) => one.name === 'commenter')!.id
  await h.rpc(world.creator, 'set_field_grant', { role, field: column(name).id, access: 'hidden' })
  const [row] = await h.db.sql`select side from plinth.field where id = ${column(name).id}`
  side = row!['side'] as string
}

/** What the statements that `work` runs as this person read in sequence, of the tables that are large; undone in the end. */
async function scansOf(
  person: Person,
  work: (tx: postgres.TransactionSql) => Promise<unknown>,
): Promise<{ scanned: string[]; kinds: string[]; onTable: string[] }> {
  const done = new Error('undo')
  notices.length = 0
  const claims = JSON.stringify({ sub: person.id, role: 'authenticated', email: person.email })
  await explainer
    .begin(async (tx) => {
      await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`
      await work(tx)
      throw done
    })
    .catch((error: unknown) => {
      if (error !== done) throw error
    })
  const plans = notices.flatMap((text) => {
    const start = text.indexOf('{')
    return text.startsWith('duration') && start > 0 ? [JSON.parse(text.slice(start)) as { Plan: Node }] : []
  })
  const large = [table.relation, side, 'attachment', 'change_log']
  const nodes = plans.flatMap(({ Plan }) => nodesOf(Plan))
  const scanned = nodes.flatMap((node) =>
    node['Node Type'] === 'Seq Scan' && large.includes(node['Relation Name']!) && rowsRead(node) > few
      ? [node['Relation Name']!]
      : [],
  )
  const onTable = nodes.filter((node) => node['Relation Name'] === table.relation)
  return { scanned: [...new Set(scanned)], kinds: kinds(nodes), onTable: kinds(onTable) }
}

const rpc =
  (name: string, args: () => Record<string, unknown>) =>
  (tx: postgres.TransactionSql): Promise<unknown> =>
    h.rpcIn(tx, name, args())

const setGrant = (action: string, rule: Json | null) =>
  h.rpc(world.creator, 'set_grant', {
    role: world.role,
    table: table.id,
    action,
    scope: rule === null ? null : 'rules',
    rule,
  })

type Query = { table: string; sorts: { field: string; direction: string }[] }
const queryOf = (...sorts: [string, string][]): Query => ({
  table: table.id,
  sorts: sorts.map(([name, direction]) => ({ field: column(name).id, direction })),
})

/** A window from its ends and from a key in the middle, in both directions. */
const windows =
  (...sorts: [string, string][]) =>
  async (tx: postgres.TransactionSql): Promise<void> => {
    const query = queryOf(...sorts)
    const window = (anchor: Json, direction: string, skip: number) =>
      h.rpcIn<{ lastKey: Json }>(tx, 'rows_window', { query, anchor, direction, skip, take: 50 })
    const { lastKey } = await window(null, 'forward', 40)
    for (const direction of ['forward', 'backward']) {
      await window(null, direction, 0)
      await window(lastKey, direction, 0)
    }
  }

/** A view in which records from all over the table were moved to places all over it. */
async function viewByHand(moved: number): Promise<string> {
  const view = uuidV7()
  const definition = { name: `By hand ${moved}`, isShared: true, config: {} }
  await h.rpc(world.creator, 'create_view', { table: table.id, view, definition })
  await h.db.admin.unsafe(
    `insert into plinth_private.record_place select $1, m.id, t.id, 1048576
     from (select id, row_number() over (order by random()) as n from data.${table.relation}) as m
     join (select id, row_number() over (order by random()) as n from data.${table.relation}) as t using (n)
     where n <= ${moved}`,
    [view],
  )
  await h.db.admin.unsafe('analyze plinth_private.record_place')
  return view
}

const mutation = (kind: string, id: string, values: Record<string, Json> = {}) => ({
  id: uuidV7(),
  kind,
  table: table.id,
  record: id,
  ...(kind === 'delete' ? {} : { values }),
  ...(kind === 'update' ? { base: { [column('Notes').id]: null } } : {}),
})
const mutate = (list: () => object[]) =>
  rpc('apply_mutations', () => ({ batch: { mutations: list(), atomic: false } }))

/** Calls about records that are known: they are found by their key whoever asks. */
const known: [string, (tx: postgres.TransactionSql) => Promise<unknown>][] = [
  ['records by id', rpc('rows_by_id', () => ({ query: queryOf(), ids: [record, uuidV7()] }))],
  ['changes', rpc('changes_since', () => ({ table: table.id, seq: '19900' }))],
  ['an insert', mutate(() => [mutation('insert', uuidV7(), { [column('Group').id]: 7 })])],
  ['an update', mutate(() => [mutation('update', record, { [column('Notes').id]: 'new' })])],
  [
    'an insert of a hidden value',
    mutate(() => [mutation('insert', uuidV7(), { [column('Group').id]: 7, [column('Wage').id]: 1 })]),
  ],
  [
    'an update of a hidden value',
    mutate(() => [
      { ...mutation('update', record, { [column('Wage').id]: 1 }), base: { [column('Wage').id]: null } },
    ]),
  ],
  ['a hidden value by REST', (tx) => tx.unsafe(`select * from data.${side} where id = '${record}'`)],
  [
    'an update of a hidden value by REST',
    (tx) => tx.unsafe(`update data.${side} set wage = 5 where id = '${record}' returning id`),
  ],
  ['a delete', mutate(() => [mutation('delete', record)])],
  [
    'many inserts',
    mutate(() => Array.from({ length: 50 }, () => mutation('insert', uuidV7(), { [column('Group').id]: 7 }))),
  ],
  ['many deletes', mutate(() => [record, uuidV7(), uuidV7()].map((id) => mutation('delete', id)))],
  [
    'the comments of a record',
    rpc('record_comments', () => ({ table: table.id, record, before: null, take: 50 })),
  ],
  [
    'what a deletion touches',
    rpc('deletion_preview', () => ({ table: table.id, records: [record, uuidV7()] })),
  ],
  ['a record by REST', (tx) => tx.unsafe(`select * from data.${table.relation} where id = '${record}'`)],
  [
    'an update by REST',
    (tx) => tx.unsafe(`update data.${table.relation} set notes = 'x' where id = '${record}' returning id`),
  ],
  ['a delete by REST', (tx) => tx.unsafe(`delete from data.${table.relation} where id = '${record}'`)],
  [
    'a file',
    (tx) => tx.unsafe(`select * from plinth.attachment where id in (${files.map((id) => `'${id}'`).join()})`),
  ],
  [
    'the files of a record',
    (tx) =>
      tx.unsafe(`select * from plinth.attachment where table_id = '${table.id}' and record_id = '${record}'`),
  ],
]

/** Looks at what the workspace holds of files: all of them. */
const upload = rpc('begin_upload', () => ({
  table: table.id,
  record,
  field: column('Files').id,
  file: { id: uuidV7(), name: 'a.txt', mime: 'text/plain', bytes: 5, thumbnail: false },
}))

/** Filters that other clients make over REST, on columns with an index. */
const filters: [string, string][] = [
  ['text =', `title collate plinth.natural = 'title 77'`],
  ['text <', `title collate plinth.natural < 'title 100'`],
  ['integer =', `"group" = 7`],
  ['integer in a range', `"group" between 3 and 5`],
  ['number <', `ratio < 10`],
  ['checkbox is on', `done`],
  ['date =', `day = date '1950-05-05'`],
  ['date-time in a range', `moment between timestamptz '2001-01-01Z' and timestamptz '2001-01-05Z'`],
  ['is empty', `"group" is null`],
]

/** The same on what stands aside. */
const asideFilters: [string, string][] = [
  ['=', 'wage = 77'],
  ['in a range', 'wage between 77 and 90'],
  ['in order', 'wage is not null order by wage, id limit 50'],
]
const filteredAside = (condition: string) => (tx: postgres.TransactionSql) =>
  tx.unsafe(`select id from data.${side} where ${condition}`)

const filtered = (condition: string) => (tx: postgres.TransactionSql) =>
  tx.unsafe(
    `select id from data.${table.relation} where ${condition.replaceAll('"group"', column('Group').column)}`,
  )

/** What other clients ask over REST that reads much of the table for those who read all of it, and little for others. */
const wide: [string, string][] = [
  ['a count', 'true'],
  ['a search', `title ilike '%77%'`],
  ['a filter that most records pass', 'ratio > 1'],
]

const counted = (condition: string) => (tx: postgres.TransactionSql) =>
  tx.unsafe(`select count(*) from data.${table.relation} where ${condition}`)

/** Calls of a function that `work` makes as this person. */
async function callsOf(
  name: string,
  person: Person,
  work: (tx: postgres.TransactionSql) => Promise<unknown>,
) {
  const claims = JSON.stringify({ sub: person.id, role: 'authenticated', email: person.email })
  return explainer.begin(async (tx) => {
    await tx`select set_config('track_functions', 'all', true), set_config('role', 'authenticated', true),
      set_config('request.jwt.claims', ${claims}, true)`
    // What earlier transactions of the session counted stands there too until it is written out, once a second.
    const counted = async () => {
      const [row] =
        await tx`select pg_stat_get_xact_function_calls(${`plinth_private.${name}`}::regproc) as calls`
      return Number(row!['calls'] ?? 0)
    }
    const before = await counted()
    await work(tx)
    return (await counted()) - before
  })
}

const sorted: [string, string][] = [
  'Title',
  'Mail',
  'Group',
  'Ratio',
  'Done',
  'Day',
  'Moment',
  'Wage',
].flatMap((name) => ['asc', 'desc'].map((direction): [string, string] => [name, direction]))

describe('who reads all of a table', () => {
  test.each(known)('gets %s without a scan', async (_, work) => {
    expect((await scansOf(world.editor, work)).scanned).toEqual([])
  })

  test('gets windows in the order of creation without a scan or a sort', async () => {
    const { scanned, kinds } = await scansOf(world.viewer, windows())
    expect(scanned).toEqual([])
    expect(kinds).toContain('Limit')
  })

  test.each([0, 400])('gets windows in an order by hand without a scan, %i records moved', async (moved) => {
    const view = await viewByHand(moved)
    const query = { ...queryOf(), view }
    const window = (tx: postgres.TransactionSql, anchor: Json, direction: string) =>
      h.rpcIn<{ lastKey: Json; rows: [string][] }>(tx, 'rows_window', {
        query,
        anchor,
        direction,
        skip: 30,
        take: 50,
      })
    const { scanned, kinds } = await scansOf(world.viewer, async (tx) => {
      for (const direction of ['forward', 'backward']) {
        const { lastKey, rows: list } = await window(tx, null, direction)
        await window(tx, lastKey, direction)
        await h.rpcIn(tx, 'row_rank', { query, record: list[9]![0], near: [100, lastKey] })
      }
    })
    expect(scanned).toEqual([])
    expect(kinds).toContain('Limit')
    const all = await scansOf(
      world.viewer,
      rpc('view_anchors', () => ({ query, step: 1000 })),
    )
    expect([...new Set(all.onTable)]).toEqual(['Index Only Scan'])
  })

  test.each(sorted)('gets windows sorted by %s %s without a scan', async (name, direction) => {
    expect((await scansOf(world.viewer, windows([name, direction]))).scanned).toEqual([])
  })

  test('gets windows sorted by two fields without a scan', async () => {
    const sorts: [string, string][] = [
      ['Group', 'desc'],
      ['Day', 'asc'],
    ]
    expect((await scansOf(world.viewer, windows(...sorts))).scanned).toEqual([])
    const aside: [string, string][] = [
      ['Wage', 'asc'],
      ['Day', 'desc'],
    ]
    expect((await scansOf(world.viewer, windows(...aside))).scanned).toEqual([])
  })

  test.each(asideFilters)('filters what stands aside by REST without a scan: %s', async (_, condition) => {
    expect((await scansOf(world.viewer, filteredAside(condition))).scanned).toEqual([])
  })

  test.each(filters)('filters by REST without a scan: %s', async (_, condition) => {
    expect((await scansOf(world.viewer, filtered(condition))).scanned).toEqual([])
  })

  test('gets anchors of a sorted view from its index', async () => {
    const anchors = rpc('view_anchors', () => ({ query: queryOf(), step: 1000 }))
    expect((await scansOf(world.viewer, anchors)).scanned).toEqual([])
  })

  test.each(selective)('finds what a filter lets through without a scan: %s', async (...condition) => {
    expect((await scansOf(world.editor, aboutFiltered(...condition))).scanned).toEqual([])
  })

  test('gets a filtered window in the order of an index without a scan', async () => {
    const query = { ...queryOf(['Day', 'asc']), ...filterOf(['Ratio', 'gt', 10]), groups: groupsOf('Group') }
    const args = { query, anchor: null, direction: 'forward', skip: 0, take: 50 }
    expect((await scansOf(world.viewer, (tx) => h.rpcIn(tx, 'rows_window', args))).scanned).toEqual([])
  })

  test('counts to a rank from an anchor without a scan', async () => {
    expect((await scansOf(world.viewer, rank)).scanned).toEqual([])
  })

  test('comments, edits and deletes that without a scan', async () => {
    const comment = uuidV7()
    const body = 'look'
    const work = async (tx: postgres.TransactionSql) => {
      await h.rpcIn(tx, 'add_comment', { table: table.id, record, comment, body })
      await h.rpcIn(tx, 'edit_comment', { comment, body: 'look here' })
      await h.rpcIn(tx, 'delete_comment', { comment })
    }
    expect((await scansOf(world.editor, work)).scanned).toEqual([])
  })

  test('begins an upload without a scan of the records', async () => {
    expect((await scansOf(world.editor, upload)).scanned).not.toContain(table.relation)
  })

  test.each(['Level', 'Notes', 'Site'])(
    'scans where it is sorted by %s, which has no index',
    async (name) => {
      expect((await scansOf(world.viewer, windows([name, 'asc']))).scanned).toEqual([table.relation])
    },
  )
})

/** Filters of views that an index serves. */
const selective: [string, string, Json?][] = [
  ['Group', 'is', 7],
  ['Group', 'lt', 0.5],
  ['Ratio', 'le', 10],
  ['Day', 'is', '1950-05-05'],
  ['Day', 'le', '1900-02-01'],
  ['Moment', 'is', '2001-01-01'],
  ['Moment', 'lt', '2000-02-01'],
  ['Wage', 'is', 77],
  ['Group', 'empty'],
]
const filterOf = (...list: [string, string, Json?][]) => ({
  filter: {
    join: 'and',
    items: list.map(([name, operator, value]) => ({
      field: column(name).id,
      operator,
      value: value ?? null,
    })),
  },
})
const groupsOf = (...names: string[]) => names.map((name) => ({ field: column(name).id, direction: 'asc' }))

/** All that is asked of a view with this filter. */
const aboutFiltered =
  (...condition: [string, string, Json?]) =>
  async (tx: postgres.TransactionSql): Promise<void> => {
    const query = { ...queryOf(), ...filterOf(condition) }
    await h.rpcIn(tx, 'rows_window', { query, anchor: null, direction: 'forward', skip: 0, take: 50 })
    await h.rpcIn(tx, 'view_stats', { query, exact: true })
    await h.rpcIn(tx, 'view_anchors', { query, step: 100 })
    await h.rpcIn(tx, 'view_summary', { query, figures: { [column('Ratio').id]: 'sum' } })
    await h.rpcIn(tx, 'row_rank', { query, record, near: null })
    const grouped = { ...query, groups: groupsOf('Level') }
    await h.rpcIn(tx, 'view_groups', { query: grouped, figures: {}, skip: 0, take: 50 })
    const chart = { figure: 'count', field: null, units: [null], by: 'figure', take: 50, totals: false }
    await h.rpcIn(tx, 'view_chart', { query: grouped, chart })
    await h.rpcIn(tx, 'rows_by_id', { query, ids: [record] })
    const found = { text: 'notes 7', after: null, direction: 'forward', take: 50 }
    await h.rpcIn(tx, 'find_in_view', { query, ...found })
    await h.rpcIn(tx, 'count_when', { query, when: call('is_filled', field('Notes')) })
    await changed(tx, query)
  }

/** One change to all records of a view, done and taken back. */
async function changed(tx: postgres.TransactionSql, query: Query): Promise<void> {
  const bulk = uuidV7()
  const { total } = await h.rpcIn<{ total: number }>(tx, 'view_stats', { query, exact: true })
  await h.rpcIn(tx, 'begin_bulk', {
    bulk,
    query,
    selection: { from: null, to: null, minus: [] },
    change: { kind: 'set', field: column('Notes').id, value: 'changed' },
    count: total,
    slack: 0,
  })
  for (const pass of [0, 1]) await h.rpcIn(tx, 'bulk_step', { bulk, pass, part: 0 })
}

/** The rank of a record, counted from a key near it. */
const rank = async (tx: postgres.TransactionSql) => {
  const query = queryOf(['Group', 'asc'], ['Day', 'desc'])
  const args = { query, anchor: null, direction: 'forward', skip: 200, take: 2 }
  const { rows: found, firstKey } = await h.rpcIn<{ rows: [string][]; firstKey: Json }>(
    tx,
    'rows_window',
    args,
  )
  await h.rpcIn(tx, 'row_rank', { query, record: found[1]![0], near: [200, firstKey] })
}

const rules: [string, () => Json][] = [
  ['an equality', () => call('=', field('Group'), { number: 7 })],
  ['a range', () => call('<', field('Ratio'), { number: 20 })],
  ['one of a list', () => call('in', field('Group'), { list: [{ number: 7 }, { number: 8 }] })],
  [
    'one of two conditions',
    () => call('or', call('=', field('Group'), { number: 7 }), call('is_filled', field('Done'))),
  ],
]

describe.each(rules.slice(0, 3))('who reads by a rule: %s', (_, rule) => {
  beforeAll(async () => {
    await setGrant('read', rule())
    for (const action of ['create', 'update', 'delete'])
      await setGrant(action, call('=', field('Group'), { number: 7 }))
    await h.db.admin.unsafe(`update data.${table.relation} set ratio = 1 where id = '${record}'`)
  })

  test.each(known)('gets %s without a scan', async (_name, work) => {
    expect((await scansOf(world.holder, work)).scanned).toEqual([])
  })

  test.each([
    ['in the order of creation', []],
    ['sorted', [['Day', 'asc']]],
    ['sorted downwards by the field of the rule', [['Group', 'desc']]],
  ] as [string, [string, string][]][])('gets windows %s without a scan', async (_name, sorts) => {
    expect((await scansOf(world.holder, windows(...sorts))).scanned).toEqual([])
  })

  test('begins an upload without a scan of the records', async () => {
    expect((await scansOf(world.holder, upload)).scanned).not.toContain(table.relation)
  })

  test('counts and finds anchors without a scan', async () => {
    const count = rpc('view_stats', () => ({ query: queryOf(), exact: true }))
    const anchors = rpc('view_anchors', () => ({ query: queryOf(), step: 100 }))
    expect((await scansOf(world.holder, count)).scanned).toEqual([])
    expect((await scansOf(world.holder, anchors)).scanned).toEqual([])
  })

  test.each(filters)('filters by REST without a scan: %s', async (_name, condition) => {
    expect((await scansOf(world.holder, filtered(condition))).scanned).toEqual([])
  })

  test.each(asideFilters)(
    'filters what stands aside by REST without a scan: %s',
    async (_name, condition) => {
      expect((await scansOf(world.holder, filteredAside(condition))).scanned).toEqual([])
    },
  )
})

describe.each(rules.slice(0, 3))('who reads over REST by a rule: %s', (_, rule) => {
  beforeAll(() => setGrant('read', rule()))

  test.each(wide)('gets %s by the index of the rule, without a scan', async (_name, condition) => {
    const { scanned, onTable } = await scansOf(world.holder, counted(condition))
    expect(scanned).toEqual([])
    expect(onTable).toEqual(['Bitmap Heap Scan'])
  })

  test('gets both the index of a filter and that of the rule to work', async () => {
    const { kinds } = await scansOf(
      world.holder,
      counted(`day between date '1950-01-01' and date '1970-01-01'`),
    )
    expect(kinds.filter((kind) => kind === 'Bitmap Index Scan').length).toBeGreaterThan(1)
  })
})

describe('who makes a rule', () => {
  test('explains a record by its key', async () => {
    const ask = rpc('explain_access', () => ({
      table: table.id,
      record,
      person: world.holder.id,
      action: 'read',
    }))
    expect((await scansOf(world.creator, ask)).scanned).toEqual([])
  })

  test('lets who reads all of the table be planned for as if there were none', async () => {
    await setGrant('read', rules[0]![1]())
    expect((await scansOf(world.editor, counted('true'))).onTable).toEqual(['Seq Scan'])
    await scansOf(world.editor, (tx) => tx.unsafe(`select * from data.${table.relation}`))
    const estimates = notices.flatMap((text) =>
      [...text.matchAll(/"Plan Rows": (\d+)/g)].map((match) => Number(match[1])),
    )
    expect(Math.max(...estimates)).toBeGreaterThan(rows * 0.9)
  })

  test('has no function run on each record, whoever reads and however', async () => {
    await setGrant('read', rules[0]![1]())
    for (const person of [world.holder, world.editor, world.outsider]) {
      for (const index of ['on', 'off']) {
        const read = async (tx: postgres.TransactionSql) => {
          await tx`select set_config('enable_bitmapscan', ${index}, true), set_config('work_mem', '64kB', true)`
          await counted(`ratio > 1`)(tx)
        }
        expect(await callsOf('all_from', person, read)).toBeLessThan(40)
        expect(await callsOf('scope', person, read)).toBeLessThan(60)
      }
    }
  })

  test('counts all records beside those that match: a scan, which is how the tests see one', async () => {
    const count = rpc('count_matching', () => ({ table: table.id, rule: rules[0]![1]() }))
    expect((await scansOf(world.creator, count)).scanned).toEqual([table.relation])
  })

  test('leaves who reads most of the table to a scan', async () => {
    await setGrant('read', rules[3]![1]())
    const count = rpc('view_stats', () => ({ query: queryOf(), exact: true }))
    expect((await scansOf(world.holder, count)).scanned).toEqual([table.relation])
  })
})
