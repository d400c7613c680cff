/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** What the planner makes of reading, filtering and changing links where there are many: no relation is read whole for a few records. */
import { uuidV7 } from '@plinth/domain'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, type Json, startWorld, type World } from './harness.ts'
import { type LinkLab, linkLab } from './link-lab.ts'

const records = 20_000
let h: Harness
let world: World
let lab: LinkLab
let explainer: postgres.Sql
const notices: string[] = []
let film: string
let ada: string
let cast: string

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await linkLab(h, world)
  cast = await lab.link(lab.films, lab.people, 'Cast', { pair: 'Films' })
  await lab.link(lab.films, lab.people, 'Director', { single: true, pair: 'Directs' })
  await lab.link(lab.films, lab.people, 'Crew')
  const kind = lab.people.fields[1]!.id
  const [viewer] = await h.db.admin<{ id: string }[]>`
    select id from plinth.role where base_id = ${world.base} and kind = 'viewer'`
  const rule = { call: '=', args: [{ field: kind }, { text: 'open' }] }
  await h.rpc(world.creator, 'set_grant', {
    role: viewer!.id,
    table: lab.people.id,
    action: 'read',
    scope: 'rules',
    rule,
  })
  const fill = (sql: string) =>
    h.db.sql.unsafe(
      sql
        .replaceAll('FILMS', `data.${lab.films.relation}`)
        .replaceAll('PEOPLE', `data.${lab.people.relation}`),
    )
  await fill(
    `insert into FILMS (title, rank) select 'Film ' || n, n from generate_series(1, ${records}) as n`,
  )
  await fill(
    `insert into PEOPLE (name, kind, rank) select 'Person ' || n, case when n % 10 > 0 then 'open' else 'secret' end, n from generate_series(1, ${records}) as n`,
  )
  const links = await h.db.admin<{ relation: string; n: number }[]>`
    select relation, case when ${lab.field('Director')} = a_field then 1 else 5 end as n from plinth_private.link where a_table = ${lab.films.id}`
  for (const { relation, n } of links) {
    await fill(`insert into data.${relation} (a, b)
      select f.id, p.id from FILMS as f cross join generate_series(1, ${n}) as k (n) join PEOPLE as p on p.rank = 1 + (f.rank * 7 + k.n * 13) % ${records}`)
  }
  await h.db.admin.unsafe('vacuum analyze')
  const rows = await fill(
    'select f.id as film, p.id as ada from FILMS as f, PEOPLE as p where f.rank = 9000 and p.rank = 9001',
  )
  film = rows[0]!['film'] as string
  ada = rows[0]!['ada'] as string
  explainer = postgres(h.db.adminDatabaseUrl, {
    max: 1,
    onnotice: (notice) => notices.push(notice['message'] ?? ''),
  })
  await explainer
    .unsafe(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
      set auto_explain.log_analyze = on; set auto_explain.log_timing = off; set auto_explain.log_level = notice; set auto_explain.log_format = json`)
    .simple()
}, 120_000)
afterAll(async () => {
  await explainer.end()
  await h.db.stop()
})

/** Scans of users' relations that read more rows than these, in all statements of a call. */
async function largeScans(
  who: { id: string },
  call: string,
  args: Record<string, unknown>,
): Promise<string[]> {
  notices.length = 0
  await explainer
    .begin(async (tx) => {
      const claims = JSON.stringify({ sub: who.id, role: 'authenticated' })
      await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`
      await h.rpcIn(tx, call, args)
      throw new Error('undone')
    })
    .catch((error: Error) => {
      if (error.message !== 'undone') throw error
    })
  const plans = notices
    .map((notice) => /plan:\n([\s\S]*)$/.exec(notice)?.[1])
    .filter((text) => text !== undefined)
    .map((text) => JSON.parse(text) as { Plan?: Node })
  const nodes = plans.flatMap(({ Plan }) => (Plan ? nodesOf(Plan) : []))
  expect(nodes.length).toBeGreaterThan(0)
  return nodes
    .filter((node) => node['Relation Name']?.startsWith(lab.films.relation.replace(/films$/, '')))
    .filter(
      (node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'] > 6000,
    )
    .map((node) => `${node['Node Type']} ${node['Relation Name']}`)
}
const query = (more: Record<string, Json> = {}) => ({ table: lab.films.id, sorts: [], ...more })
const window = (more: Record<string, Json> = {}) => ({
  query: query(more),
  anchor: null,
  direction: 'forward',
  skip: 0,
  take: 200,
})
const where = (operator: string, value: Json) => ({
  filter: { join: 'and', items: [{ field: cast, operator, value }] },
})

test('a window of 200 records with three fields of links reads what it tells, whatever the reader sees', async () => {
  for (const who of [world.creator, world.viewer])
    expect(await largeScans(who, 'rows_window', window())).toEqual([])
})

test('records that are linked to one are found by the index, from either side', async () => {
  for (const who of [world.creator, world.viewer]) {
    expect(await largeScans(who, 'rows_window', window({ ...where('any_of', [ada]), fields: [] }))).toEqual(
      [],
    )
    const linkedTo = { field: cast, record: film }
    const other = {
      ...window({ linkedTo, fields: [] }),
      query: { ...query({ linkedTo }), table: lab.people.id },
    }
    expect(await largeScans(who, 'rows_window', other)).toEqual([])
    expect(await largeScans(who, 'view_stats', { query: other.query, exact: true })).toEqual([])
  }
})

test('a change of links, and a deletion, touch their records alone', async () => {
  const change = (field: string, value: Json) =>
    lab.change(lab.films, film, lab.field(field), value) as Record<string, Json>
  for (const mutation of [
    change('Cast', { link: [ada], unlink: [ada] }),
    change('Director', { link: [ada] }),
    lab.remove(lab.films, film),
    lab.remove(lab.people, ada),
  ]) {
    const batch = { mutations: [{ ...mutation, id: uuidV7() }], atomic: false }
    expect(await largeScans(world.creator, 'apply_mutations', { batch })).toEqual([])
  }
})
