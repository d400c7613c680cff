/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Windows against an oracle that knows nothing of keysets: all rows, sorted in JavaScript by the database's own ranks. */
import { uuidV7 } from '@plinth/domain'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createFullTable,
  type Harness,
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
  await fill()
})
afterAll(() => h.db.stop())

type Value = string | number | boolean | null
type Key = Value[]
interface Window {
  fields: string[]
  rows: [string, number, ...Value[]][]
  firstKey: Key | null
  lastKey: Key | null
  atEnd: boolean
}
interface Sort {
  field: string
  direction: 'asc' | 'desc'
}

const sortable = ['Title', 'Count', 'Ratio', 'Done', 'Day', 'Moment', 'Level'] as const
const pools: Record<(typeof sortable)[number], Value[]> = {
  Title: ['a', 'B', 'ä', 'item 9', 'item 10', 'Zebra', 'apple', '', "o'clock\\", null],
  Count: [-5, 0, 3, 9007199254740991, null],
  Ratio: [-0.5, 0.1, 0.30000000000000004, 1e300, null],
  Done: [true, false, null],
  Day: ['2020-01-01', '2024-02-29', '0001-01-01', null],
  Moment: ['2020-01-01T00:00:00.000Z', '2024-02-29T23:59:59.999Z', null],
  Level: ['low', 'mid', 'high', null],
}
const field = (name: string) => table.fields.find((f) => f.name === name)!.id

/** Few values on many rows: ties everywhere, and empty cells in every column. */
async function fill(): Promise<void> {
  let state = 42
  const random = (n: number) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor((state / 2147483648) * n)
  }
  const mutations = Array.from({ length: 240 }, () => ({
    id: uuidV7(),
    kind: 'insert',
    table: table.id,
    record: uuidV7(),
    values: Object.fromEntries(
      sortable.map((name) => [field(name), pools[name][random(pools[name].length)]!]),
    ),
  }))
  const results = await h.rpc<{ status: string }[]>(world.editor, 'apply_mutations', {
    batch: { mutations, atomic: true },
  })
  expect(results.every((r) => r.status === 'ok')).toBe(true)
}

/** Every row with the rank of its values as ICU or the type orders them, in view order by plain comparison. */
async function oracle(sorts: Sort[]): Promise<string[]> {
  const columns = sorts.map((s) => {
    const f = table.fields.find((x) => x.id === s.field)!
    const expression =
      f.name === 'Title'
        ? `${f.column} collate plinth.natural`
        : f.name === 'Level'
          ? `case ${f.column} when 'low' then 1 when 'mid' then 2 when 'high' then 3 end`
          : f.column
    return `case when ${f.column} is not null then dense_rank() over (order by ${expression})::int end`
  })
  const rows = await h.db.sql.unsafe(
    `select id::text, jsonb_build_array(${columns.join(',')}) as ranks from data.${table.relation}`,
  )
  const descending = sorts[0]?.direction === 'desc'
  return rows
    .map((r) => ({ id: r['id'] as string, ranks: r['ranks'] as (number | null)[] }))
    .sort((a, b) => {
      for (const [n, sort] of sorts.entries()) {
        const [x, y] = [a.ranks[n] ?? null, b.ranks[n] ?? null]
        if (x === y) continue
        if (x === null) return 1
        if (y === null) return -1
        return sort.direction === 'desc' ? y - x : x - y
      }
      return (a.id < b.id ? -1 : 1) * (descending ? -1 : 1)
    })
    .map((r) => r.id)
}

const sortsArbitrary = fc
  .uniqueArray(fc.record({ name: fc.constantFrom(...sortable), direction: fc.constantFrom('asc', 'desc') }), {
    maxLength: 3,
    selector: (s) => s.name,
  })
  .map((list) => list as { name: (typeof sortable)[number]; direction: 'asc' | 'desc' }[])
const toSorts = (list: { name: string; direction: 'asc' | 'desc' }[]): Sort[] =>
  list.map((s) => ({ field: field(s.name), direction: s.direction }))

const windowOf = (sorts: Sort[], anchor: Key | null, direction: string, skip: number, take: number) =>
  h.rpc<Window>(world.viewer, 'rows_window', {
    query: { table: table.id, sorts, fields: [] },
    anchor,
    direction,
    skip,
    take,
  })
const ids = (window: Window) => window.rows.map((r) => r[0])

describe('windows', () => {
  test('paging through any view in either direction shows every row once, in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        sortsArbitrary,
        fc.integer({ min: 7, max: 90 }),
        fc.constantFrom('forward', 'backward'),
        async (list, take, direction) => {
          const sorts = toSorts(list)
          const expected = await oracle(sorts)
          const seen: string[] = []
          let anchor: Key | null = null
          for (let page = 0; page < 60; page++) {
            const window: Window = await windowOf(sorts, anchor, direction, 0, take)
            if (direction === 'forward') seen.push(...ids(window))
            else seen.unshift(...ids(window))
            if (window.atEnd) break
            expect(window.rows).toHaveLength(take)
            anchor = direction === 'forward' ? window.lastKey : window.firstKey
          }
          expect(seen).toEqual(expected)
        },
      ),
      { numRuns: 40 },
    )
  })

  test('a skip from any anchor lands where counting would', async () => {
    await fc.assert(
      fc.asyncProperty(
        sortsArbitrary,
        fc.integer({ min: 0, max: 239 }),
        fc.integer({ min: 0, max: 260 }),
        fc.integer({ min: 1, max: 50 }),
        fc.boolean(),
        async (list, at, skip, take, backward) => {
          const sorts = toSorts(list)
          const expected = await oracle(sorts)
          const { lastKey } = await windowOf(sorts, null, 'forward', at, 1)
          const window = await windowOf(sorts, lastKey, backward ? 'backward' : 'forward', skip, take)
          const slice = backward
            ? expected.slice(Math.max(0, at - skip - take), Math.max(0, at - skip))
            : expected.slice(at + 1 + skip, at + 1 + skip + take)
          expect(ids(window)).toEqual(slice)
          expect(window.atEnd).toBe(
            backward ? at - skip - take <= 0 : at + 1 + skip + take >= expected.length,
          )
        },
      ),
      { numRuns: 80 },
    )
  })

  test('anchors stand at every step and open the right window', async () => {
    await fc.assert(
      fc.asyncProperty(sortsArbitrary, async (list) => {
        const sorts = toSorts(list)
        const expected = await oracle(sorts)
        const { anchors } = await h.rpc<{ anchors: [number, Key][] }>(world.viewer, 'view_anchors', {
          query: { table: table.id, sorts },
          step: 100,
        })
        expect(anchors.map(([index, key]) => [index, key.at(-1)])).toEqual(
          [0, 100, 200].map((n) => [n, expected[n]]),
        )
        expect(ids(await windowOf(sorts, anchors[1]![1], 'forward', 0, 3))).toEqual(expected.slice(101, 104))
      }),
      { numRuns: 15 },
    )
  })

  test('have no index for what is ordered by position, for lists and for long texts', async () => {
    const make = (name: string) => h.db.sql`select plinth_private.create_sort_index(${field(name)}) as name`
    for (const name of ['Level', 'State', 'Files', 'Owner', 'Notes', 'Site'])
      await expect(make(name)).rejects.toMatchObject({ message: 'invalid_input' })
    const [made] = await make('Count')
    expect(made!['name']).toBe(`sort_${field('Count').replaceAll('-', '')}`)
  })

  test('the same with an index for the sort', async () => {
    await h.db.sql`select plinth_private.create_sort_index(${field('Title')})`
    for (const direction of ['asc', 'desc'] as const) {
      const sorts = toSorts([{ name: 'Title', direction }])
      expect(ids(await windowOf(sorts, null, 'forward', 0, 1000))).toEqual(await oracle(sorts))
    }
  })

  test('a key whose record is gone still marks its place', async () => {
    const sorts = toSorts([{ name: 'Count', direction: 'asc' }])
    const expected = await oracle(sorts)
    const { lastKey } = await windowOf(sorts, null, 'forward', 20, 1)
    await h.db.sql.unsafe(`delete from data.${table.relation} where id = $1`, [expected[20]!])
    expect(ids(await windowOf(sorts, lastKey, 'forward', 0, 2))).toEqual(expected.slice(21, 23))
    expect(ids(await windowOf(sorts, lastKey, 'backward', 0, 2))).toEqual(expected.slice(18, 20))
  })

  test('numbers in text sort as numbers and case does not split the alphabet', async () => {
    const titles = await h.rpc<Window>(world.viewer, 'rows_window', {
      query: {
        table: table.id,
        sorts: toSorts([{ name: 'Title', direction: 'asc' }]),
        fields: [field('Title')],
      },
      anchor: null,
      direction: 'forward',
      skip: 0,
      take: 1000,
    })
    const order = [...new Set(titles.rows.map((r) => r[2]))]
    expect(order).toEqual(['a', 'ä', 'apple', 'B', 'item 9', 'item 10', "o'clock\\", 'Zebra', null])
  })

  test.each([
    ['an unknown sort field', { sorts: [{ field: uuidV7(), direction: 'asc' }] }, {}],
    ['a field twice', 'twice', {}],
    ['a field of documents', 'documents', {}],
    ['an unknown projection', { sorts: [], fields: [uuidV7()] }, {}],
    ['a key of another shape', { sorts: [] }, { anchor: ['x', uuidV7()] }],
    ['a key without an id', { sorts: [] }, { anchor: ['x'] }],
    ['SQL in a direction', { sorts: [] }, { direction: "forward'; drop table x" }],
    ['too many rows', { sorts: [] }, { take: 1001 }],
    ['a negative skip', { sorts: [] }, { skip: -1 }],
  ])('%s is refused', async (_, part, args) => {
    const sort = (name: string) => ({ field: field(name), direction: 'asc' })
    const shape =
      part === 'twice'
        ? { sorts: [sort('Title'), sort('Title')] }
        : part === 'documents'
          ? { sorts: [sort('Paper')] }
          : part
    const call = h.rpc(world.viewer, 'rows_window', {
      query: { table: table.id, ...(shape as object) },
      anchor: null,
      direction: 'forward',
      skip: 0,
      take: 10,
      ...args,
    })
    expect(await refusalOf(call)).toBe('invalid_input')
  })

  test.each([
    ['Count', 'x'],
    ['Count', '1; drop table data.x'],
    ['Day', 'yesterday or so'],
    ['Moment', {}],
    ['Done', 'perhaps'],
    ['Level', 'no option'],
  ])('a hostile key for %s (%j) is refused or harmless', async (name, value) => {
    const call = windowOf(toSorts([{ name, direction: 'asc' }]), [value as Value, uuidV7()], 'forward', 0, 10)
    const code = await call.then(
      () => 'answered',
      (error: unknown) => (error as { code: string }).code,
    )
    expect(code).toBe('invalid_input')
  })

  test('stats of a table that is shown whole are booked, however large it is', async () => {
    const query = { table: table.id, sorts: [] }
    const stats = (exact: boolean) => h.rpc<{ total: number }>(world.viewer, 'view_stats', { query, exact })
    const { total } = await stats(true)
    const book = (rows: number) => h.db.admin`
      update plinth_private.row_count set total = total + ${rows} where table_id = ${table.id}`
    await book(400_000)
    await h.db.admin`update pg_class set reltuples = 390000 where relname = ${table.relation}`
    expect(await stats(false)).toMatchObject({ total: total + 400_000, all: total + 400_000, exact: true })
    // What a filter or a collapsed group leaves is nowhere booked.
    const collapsed = {
      ...query,
      groups: [{ field: field('Level'), direction: 'asc' }],
      collapsed: [['low']],
    }
    const shown = await h.rpc<{ total: number }>(world.viewer, 'view_stats', {
      query: collapsed,
      exact: true,
    })
    expect(shown.total).toBeLessThan(total)
    // Triggers were off: what is booked is not believed.
    await h.db.admin`update pg_class set reltuples = 5 where relname = ${table.relation}`
    expect(await stats(true)).toMatchObject({ total, exact: true })
    await book(-400_000)
    await h.db.admin.unsafe(`analyze data.${table.relation}`)
  })

  test('stats count under the policies and estimate large tables', async () => {
    const query = { table: table.id, sorts: [] }
    const [{ n }] = (await h.db.sql.unsafe(
      `select count(*)::int as n from data.${table.relation}`,
    )) as unknown as [{ n: number }]
    expect(await h.rpc(world.viewer, 'view_stats', { query, exact: false })).toMatchObject({
      total: n,
      exact: true,
    })
    await h.db.admin`update pg_class set reltuples = 500000 where relname = ${table.relation}`
    expect(await h.rpc(world.viewer, 'view_stats', { query, exact: false })).toMatchObject({
      total: 500000,
      exact: false,
    })
    expect(await h.rpc(world.viewer, 'view_stats', { query, exact: true })).toMatchObject({
      total: n,
      exact: true,
    })
    // Of what a filter lets through and of what collapsed groups leave, an estimate as well.
    const filter = { join: 'and', items: [{ field: field('Count'), operator: 'gt', value: 0 }] }
    const groups = [{ field: field('Level'), direction: 'asc' }]
    const filtered = { ...query, filter, groups, collapsed: [['low']] }
    const guess = await h.rpc<{ total: number; all: number; exact: boolean }>(world.viewer, 'view_stats', {
      query: filtered,
      exact: false,
    })
    expect(guess.exact).toBe(false)
    expect(guess.all).toBeGreaterThanOrEqual(guess.total)
  })
})

describe('plans on a large table', () => {
  let large: TestTable
  beforeAll(async () => {
    large = await createFullTable(h, world, 'Large')
    await h.db.sql.unsafe(
      `insert into data.${large.relation} (title, count, moment)
       select 'Title ' || (g * 7919 % 50000), case when g % 3 > 0 then g % 1000 end, now() from generate_series(1, 60000) as g`,
    )
    for (const name of ['Title', 'Count']) {
      await h.db
        .sql`select plinth_private.create_sort_index(${large.fields.find((f) => f.name === name)!.id})`
    }
    await h.db.sql.unsafe(`analyze data.${large.relation}`)
  })

  const explain = async (sorts: Sort[], anchor: Key | null, backward: boolean): Promise<string[]> => {
    const query = JSON.stringify({ table: large.id, sorts })
    return h.as(world.viewer, async (tx) => {
      const claims = await tx`select current_setting('request.jwt.claims') as c`
      return h.db.sql.begin(async (owner) => {
        await owner`select set_config('request.jwt.claims', ${claims[0]!['c'] as string}, true)`
        const segments = await owner.unsafe<{ sql: string }[]>(
          `select plinth_private.segment_sql(plinth_private.ordered_source(r.relation, s.terms, '{}'), s.terms, c, $3) as sql
           from plinth_private.readable($1::text::jsonb) as r,
             lateral (select plinth_private.sort_terms(r.table_id, $1::text::jsonb) as terms) as s,
             unnest(plinth_private.segments(s.terms, $2::text::jsonb, $3)) as c`,
          [query, JSON.stringify(anchor), backward],
        )
        const plans: string[] = []
        for (const { sql } of segments) {
          const lines = await owner.unsafe(`explain ${sql.replace('$1', '0').replace('$2', '200')}`)
          plans.push(lines.map((l) => l['QUERY PLAN'] as string).join('\n'))
        }
        return plans
      })
    })
  }

  test.each([
    ['natural order', []],
    ['text ascending', [['Title', 'asc']]],
    ['text descending', [['Title', 'desc']]],
    ['number ascending', [['Count', 'asc']]],
    ['number descending', [['Count', 'desc']]],
  ] as [string, [string, 'asc' | 'desc'][]][])('%s never scans or sorts the table', async (_, list) => {
    const sorts = list.map(([name, direction]) => ({
      field: large.fields.find((f) => f.name === name)!.id,
      direction,
    }))
    const { lastKey } = await h.rpc<Window>(world.viewer, 'rows_window', {
      query: { table: large.id, sorts },
      anchor: null,
      direction: 'forward',
      skip: 30_000,
      take: 1,
    })
    for (const backward of [false, true]) {
      for (const anchor of [null, lastKey]) {
        for (const plan of await explain(sorts, anchor, backward)) {
          expect(plan).not.toMatch(/Seq Scan|Sort/)
          expect(plan).toMatch(/Index (Only )?Scan/)
        }
      }
    }
  })

  test('values are read by key under the policy, which is asked once', async () => {
    const plan = await h.as(world.viewer, (tx) =>
      tx.unsafe(
        `explain select t.* from unnest($1::uuid[]) with ordinality as u (id, n)
         join data.${large.relation} as t on t.id = u.id`,
        [`{${Array.from({ length: 50 }, () => uuidV7()).join(',')}}`],
      ),
    )
    const text = plan.map((l) => l['QUERY PLAN'] as string).join('\n')
    expect(text).toMatch(/InitPlan/)
    expect(text).toMatch(/Index Scan/)
    expect(text).not.toMatch(/Seq Scan/)
  })
})
