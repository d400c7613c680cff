/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Hidden fields in windows, writes and imports: who sees them reads and writes them there, to others they are unknown. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Harness, type Json, type Person, refusalOf, startWorld, type World } from './harness.ts'
import { type HiddenTable, hiddenTable, rolesOf } from './hidden-lab.ts'

let h: Harness
let world: World
let roles: Map<string, string>
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  roles = await rolesOf(h, world)
})
afterAll(() => h.db.stop())

const lab = (name: string): Promise<HiddenTable> => hiddenTable(h, world, roles, name)

interface Window {
  fields: string[]
  rows: Json[][]
  firstKey: Json[]
  lastKey: Json[]
}

interface Result {
  status: string
  ver?: number
  left?: boolean
  current?: Json
  error?: { code: string; details: Json }
}

const window = (person: Person, query: Json, anchor: Json = null, direction = 'forward', take = 10) =>
  h.rpc<Window>(person, 'rows_window', { query, anchor, direction, skip: 0, take })

/** One mutation of the table, values by the names of fields. */
async function apply(
  t: HiddenTable,
  person: Person,
  kind: string,
  list: readonly (readonly [string, Record<string, Json>, Record<string, Json>?])[],
  atomic = false,
): Promise<Result[]> {
  const byId = (object: Record<string, Json>) =>
    Object.fromEntries(Object.entries(object).map(([label, value]) => [t.field(label), value]))
  const mutations = list.map(([record, values, base]) => ({
    id: uuidV7(),
    kind,
    table: t.table.id,
    record,
    values: byId(values),
    ...(base ? { base: byId(base) } : {}),
  }))
  return h.rpc<Result[]>(person, 'apply_mutations', { batch: { atomic, mutations } })
}

const brief = (results: Result[]) => results.map((one) => one.error?.code ?? `${one.status} ${one.ver}`)

describe('a window', () => {
  test('holds a hidden field for those who see it, and for others it is no field at all', async () => {
    const t = await lab('Windows')
    const ids = [await t.add('Ada', 300), await t.add('Bob', 100), await t.add('Eve', null)]
    await t.allow('editor', 'Salary', 'hidden')
    const query = { table: t.table.id }
    const all = await window(world.viewer, query)
    expect(all.fields).toEqual(['Name', 'Salary', 'Day'].map(t.field))
    expect(all.rows.map((row) => [row[2], row[3]])).toEqual([
      ['Ada', 300],
      ['Bob', 100],
      ['Eve', null],
    ])
    const some = await window(world.editor, query)
    expect(some.fields).toEqual(['Name', 'Day'].map(t.field))
    expect(JSON.stringify(some.rows.map((row) => row.slice(1)))).not.toMatch(/300|100/)
    const wanted = { ...query, fields: [t.field('Salary')] }
    expect((await window(world.creator, wanted)).rows.map((row) => row[2])).toEqual([300, 100, null])
    expect(await refusalOf(window(world.editor, wanted))).toBe('invalid_input')
    const byIds = await h.rpc<Window>(world.viewer, 'rows_by_id', { query: wanted, ids })
    expect(byIds.rows.map((row) => row[2])).toEqual([300, 100, null])
    expect(await refusalOf(h.rpc(world.editor, 'rows_by_id', { query: wanted, ids }))).toBe('invalid_input')
  })

  test('is ordered by a hidden field in both directions, from every place, with and without rules of rows', async () => {
    const t = await lab('Orders')
    const values = [5, null, 3, 3, null, 9, 1, 3]
    const ids: string[] = []
    for (const [n, value] of values.entries()) ids.push(await t.add(n % 2 ? 'odd' : 'even', value))
    await t.allow('editor', 'Salary', 'hidden')
    const rule = { call: '=', args: [{ field: t.field('Name') }, { text: 'even' }] }
    await t.grant('read', 'rules', rule)
    await t.allow('Sellers', 'Salary', 'read')
    const compare = (desc: boolean, deep: boolean) => (one: number, other: number) => {
      const [a, b] = [values[one]!, values[other]!]
      if (a !== b) return a === null ? 1 : b === null ? -1 : desc ? b - a : a - b
      if (deep && one % 2 !== other % 2) return one % 2 ? 1 : -1
      return desc ? other - one : one - other
    }
    for (const person of [world.creator, world.holder])
      for (const desc of [false, true])
        for (const deep of [false, true]) {
          const sorts = [{ field: t.field('Salary'), direction: desc ? 'desc' : 'asc' }]
          if (deep) sorts.push({ field: t.field('Name'), direction: 'asc' })
          const query = { table: t.table.id, sorts, fields: [] }
          const shown = values.map((_, n) => n).filter((n) => person === world.creator || n % 2 === 0)
          const wanted = shown.toSorted(compare(desc, deep)).map((n) => ids[n])
          const whole = await window(person, query)
          expect(whole.rows.map((row) => row[0])).toEqual(wanted)
          const seen: Json[] = []
          for (let anchor: Json = null; seen.length < wanted.length; ) {
            const page = await window(person, query, anchor, 'forward', 2)
            seen.push(...page.rows.map((row) => row[0]!))
            anchor = page.lastKey
          }
          expect(seen).toEqual(wanted)
          const back = await window(person, query, whole.lastKey, 'backward', 3)
          expect(back.rows.map((row) => row[0])).toEqual(wanted.slice(-4, -1))
        }
    const sorts = [
      { field: t.field('Name'), direction: 'asc' },
      { field: t.field('Salary'), direction: 'desc' },
    ]
    const mixed = await window(world.creator, { table: t.table.id, sorts, fields: [t.field('Salary')] })
    expect(mixed.rows.map((row) => row[2])).toEqual([5, 3, 1, null, 9, 3, 3, null])
    expect(mixed.firstKey).toEqual(['even', 5, ids[0]])
    expect(await refusalOf(window(world.editor, { table: t.table.id, sorts }))).toBe('invalid_input')
    expect(
      await refusalOf(
        h.rpc(world.editor, 'view_anchors', { query: { table: t.table.id, sorts }, step: 100 }),
      ),
    ).toBe('invalid_input')
  })

  test('has anchors by a hidden field', async () => {
    const t = await lab('Anchors')
    await h.db.sql.unsafe(
      `insert into ${t.relation} (name, salary) select 'n', 1000 - n from generate_series(1, 250) as n`,
    )
    await t.allow('editor', 'Salary', 'hidden')
    for (const fields of [['Salary'], ['Name', 'Salary']]) {
      const query = {
        table: t.table.id,
        sorts: fields.map((name) => ({ field: t.field(name), direction: 'asc' })),
      }
      const { anchors } = await h.rpc<{ anchors: [number, Json[]][] }>(world.creator, 'view_anchors', {
        query,
        step: 100,
      })
      expect(anchors.map(([n, key]) => [n, key.at(-2)])).toEqual([
        [0, 750],
        [100, 850],
        [200, 950],
      ])
    }
  })
})

describe('a write', () => {
  test('fills hidden fields of new records, one by one and in batches', async () => {
    const t = await lab('Inserts')
    await t.allow('viewer', 'Salary', 'hidden')
    const ids = Array.from({ length: 4 }, () => uuidV7())
    expect(brief(await apply(t, world.editor, 'insert', [[ids[0]!, { Name: 'a', Salary: 1 }]]))).toEqual([
      'ok 1',
    ])
    const many = ids.slice(1).map((id, n) => [id, { Name: 'b', Salary: n + 2 }] as const)
    expect(brief(await apply(t, world.editor, 'insert', many))).toEqual(['ok 1', 'ok 1', 'ok 1'])
    expect(await t.aside('Salary')).toEqual(Object.fromEntries(ids.map((id, n) => [id, String(n + 1)])))
    expect(new Set(Object.values(await t.versions()))).toEqual(new Set(['1']))
    await t.grant('read', 'all')
    await t.grant('create', 'all')
    const mine = uuidV7()
    expect(brief(await apply(t, world.holder, 'insert', [[mine, { Name: 'c', Salary: 9 }]]))).toEqual([
      'ok 1',
    ])
    expect(await t.aside('Salary')).toMatchObject({ [mine]: '9' })
    expect(brief(await apply(t, world.holder, 'update', [[mine, { Salary: 8 }, { Salary: 9 }]]))).toEqual([
      'read_only',
    ])
  })

  test('changes them beside others, and tells the version', async () => {
    const t = await lab('Updates')
    const ids = [await t.add('a', 1), await t.add('b', 2), await t.add('c', 3)]
    await t.allow('viewer', 'Salary', 'hidden')
    expect(brief(await apply(t, world.editor, 'update', [[ids[0]!, { Salary: 5 }, { Salary: 1 }]]))).toEqual([
      'ok 2',
    ])
    expect(
      brief(
        await apply(t, world.editor, 'update', [
          [ids[0]!, { Salary: 6, Name: 'x' }, { Salary: 5, Name: 'a' }],
        ]),
      ),
    ).toEqual(['ok 3'])
    expect(brief(await apply(t, world.editor, 'update', [[ids[0]!, { Salary: 6 }, { Salary: 5 }]]))).toEqual([
      'ok 3',
    ])
    expect(
      (
        await apply(t, world.editor, 'update', [
          [ids[0]!, { Salary: 7, Name: 'y' }, { Salary: 1, Name: 'x' }],
        ])
      )[0],
    ).toMatchObject({
      status: 'conflict',
      ver: 3,
      current: { [t.field('Salary')]: 6 },
    })
    const both = ids.map(
      (id, n) =>
        [id, { Salary: 10 + n, Name: 'z' }, { Salary: [6, 2, 3][n]!, Name: ['x', 'b', 'c'][n]! }] as const,
    )
    expect(brief(await apply(t, world.editor, 'update', both))).toEqual(['ok 4', 'ok 2', 'ok 2'])
    const only = ids.map((id, n) => [id, { Salary: n === 1 ? 11 : 20 }, { Salary: 10 + n }] as const)
    expect(brief(await apply(t, world.editor, 'update', only))).toEqual(['ok 5', 'ok 2', 'ok 3'])
    expect(await t.aside('Salary')).toEqual({ [ids[0]!]: '20', [ids[1]!]: '11', [ids[2]!]: '20' })
    expect(await t.versions()).toEqual({ [ids[0]!]: '5', [ids[1]!]: '2', [ids[2]!]: '3' })
    const stale = [
      [ids[0]!, { Salary: 1 }, { Salary: 20 }],
      [ids[1]!, { Salary: 1 }, { Salary: 99 }],
    ] as const
    expect(brief(await apply(t, world.editor, 'update', stale))).toEqual(['ok 6', 'conflict 2'])
    expect(
      brief(
        await apply(
          t,
          world.editor,
          'update',
          stale.map(([id]) => [id, { Salary: 3 }, { Salary: 0 }] as const),
          true,
        ),
      ),
    ).toEqual(['conflict 6', 'conflict 2'])
  })

  test('is refused as read-only, as unknown, or as the record is out of reach', async () => {
    const t = await lab('Refusals')
    const id = await t.add('Ada', 1)
    await t.allow('viewer', 'Salary', 'hidden')
    await t.allow('editor', 'Salary', 'read')
    const readOnly = { code: 'field_read_only', details: { table: t.table.id, field: t.field('Salary') } }
    const update = async (person: Person, values: Record<string, Json>, base: Record<string, Json>) =>
      (await apply(t, person, 'update', [[id, values, base]]))[0]!
    expect((await update(world.editor, { Salary: 2 }, { Salary: 1 })).error).toMatchObject(readOnly)
    expect(
      (await update(world.editor, { Salary: 2, Name: 'x' }, { Salary: 1, Name: 'Ada' })).error,
    ).toMatchObject(readOnly)
    expect((await update(world.editor, { Salary: 1 }, { Salary: 1 })).status).toBe('ok')
    const insert = (values: Record<string, Json>) => apply(t, world.editor, 'insert', [[uuidV7(), values]])
    expect((await insert({ Name: 'n', Salary: 2 }))[0]!.error).toMatchObject(readOnly)
    expect(brief(await insert({ Name: 'n', Salary: null }))).toEqual(['ok 1'])
    await t.allow('editor', 'Salary', 'hidden')
    const unknown = (await apply(t, world.editor, 'update', [[id, { Salary: 2 }, { Salary: 1 }]]))[0]!.error!
    expect(unknown).toEqual({
      code: 'invalid_input',
      message: 'invalid_input',
      details: { table: t.table.id },
    })
    expect(JSON.stringify(await h.db.sql.unsafe(`select name from ${t.relation} where id = '${id}'`))).toBe(
      '[{"name":"Ada"}]',
    )
    const rule = { call: '=', args: [{ field: t.field('Name') }, { text: 'Ada' }] }
    await h.rpc(world.creator, 'save_record_lock', {
      table: t.table.id,
      lock: uuidV7(),
      definition: { name: 'Closed', rule, creators: false, roles: [] },
    })
    expect(brief(await apply(t, world.creator, 'update', [[id, { Salary: 2 }, { Salary: 1 }]]))).toEqual([
      'record_locked',
    ])
    expect(brief(await apply(t, world.outsider, 'update', [[id, { Salary: 2 }, { Salary: 1 }]]))).toEqual([
      'not_found',
    ])
    expect(await t.aside('Salary')).toMatchObject({ [id]: '1' })
  })

  test('brings a record into a locked state, or hands it over, with its hidden values', async () => {
    const t = await lab('Last words')
    const ids = [await t.add('a', 1), await t.add('mine', 1)]
    await t.allow('viewer', 'Salary', 'hidden')
    const named = (name: string) => ({ call: '=', args: [{ field: t.field('Name') }, { text: name }] })
    await h.rpc(world.creator, 'save_record_lock', {
      table: t.table.id,
      lock: uuidV7(),
      definition: { name: 'Closed', rule: named('closed'), creators: false, roles: [] },
    })
    expect(
      brief(
        await apply(t, world.editor, 'update', [
          [ids[0]!, { Name: 'closed', Salary: 2 }, { Name: 'a', Salary: 1 }],
        ]),
      ),
    ).toEqual(['ok 2'])
    await t.grant('read', 'rules', named('mine'))
    await h.rpc(world.creator, 'set_grant', {
      role: world.role,
      table: t.table.id,
      action: 'update',
      scope: 'all',
      rule: null,
      hand_over: true,
    })
    const [over] = await apply(t, world.holder, 'update', [
      [ids[1]!, { Name: 'theirs', Salary: 3 }, { Name: 'mine', Salary: 1 }],
    ])
    expect(over).toMatchObject({ status: 'ok', left: true })
    expect(await t.aside('Salary')).toEqual({ [ids[0]!]: '2', [ids[1]!]: '3' })
  })

  test('does not overwrite what another has just written aside', async () => {
    const t = await lab('Races')
    const id = await t.add('Ada', 1)
    await t.allow('viewer', 'Salary', 'hidden')
    let second: Promise<Result[]> | undefined
    await h.as(world.creator, async (tx) => {
      await tx.unsafe(`update data.${await t.side('Salary')} set salary = 2 where id = '${id}'`)
      second = apply(t, world.editor, 'update', [[id, { Salary: 3 }, { Salary: 1 }]])
      await waitingFor(`${t.table.relation}`)
    })
    expect(brief(await second!)).toEqual(['conflict 2'])
  })
})

/** Until somebody waits for a lock on a relation. */
async function waitingFor(relation: string): Promise<void> {
  for (let n = 0; n < 200; n++) {
    const rows = await h.db
      .admin`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'apply_mutations'`
    if (rows.length > 0) return
    await h.db.admin`select pg_sleep(0.02)`
  }
  throw new Error(`nobody waits for ${relation}`)
}

describe('an import', () => {
  const begin = (t: HiddenTable, person: Person, fields: string[], key: string | null = null) => {
    const id = uuidV7()
    return h
      .rpc(person, 'begin_import', {
        import: id,
        table: t.table.id,
        file_name: 'a.csv',
        fields: fields.map(t.field),
        mode: key ? 'upsert' : 'append',
        key: key && t.field(key),
      })
      .then(() => id)
  }
  const send = (person: Person, id: string, rows: Json[][], misfits: Json = [], chunk = 0) =>
    h.rpc(person, 'import_rows', { import: id, chunk, rows, misfits })

  test('fills hidden fields, and finds records by them', async () => {
    const t = await lab('Imports')
    await t.allow('viewer', 'Salary', 'hidden')
    const ids = [uuidV7(), uuidV7(), uuidV7()]
    const first = await begin(t, world.editor, ['Name', 'Salary'])
    expect(
      await send(world.editor, first, [
        [ids[0]!, 'a', 1],
        [ids[1]!, 'b', 2],
      ]),
    ).toEqual({ inserted: 2, updated: 0 })
    expect(await t.aside('Salary')).toEqual({ [ids[0]!]: '1', [ids[1]!]: '2' })
    const byKey = await begin(t, world.editor, ['Name', 'Salary', 'Day'], 'Salary')
    expect(
      await send(world.editor, byKey, [
        [uuidV7(), 'B', 2, null],
        [ids[2]!, 'c', 3, null],
      ]),
    ).toEqual({ inserted: 1, updated: 1 })
    const rows = await h.db.sql.unsafe(`select id, name from ${t.relation} order by name collate "C"`)
    expect(rows.map((row) => [row['id'] as string, row['name'] as string])).toEqual([
      [ids[1], 'B'],
      [ids[0], 'a'],
      [ids[2], 'c'],
    ])
    const byName = await begin(t, world.editor, ['Name', 'Salary'], 'Name')
    const sent = [uuidV7(), uuidV7()]
    const misfits = [{ record: sent[1]!, field: t.field('Salary'), line: 2, raw: 'secret' }]
    expect(
      await send(
        world.editor,
        byName,
        [
          [sent[0]!, 'a', 11],
          [sent[1]!, 'c', null],
        ],
        misfits,
      ),
    ).toEqual({ inserted: 0, updated: 2 })
    expect(await t.aside('Salary')).toEqual({ [ids[0]!]: '11', [ids[1]!]: '2', [ids[2]!]: '3' })
    expect(await h.rpc(world.editor, 'import_misfits', { import: byName, after: 0, take: 10 })).toHaveLength(
      1,
    )
    await t.allow('editor', 'Salary', 'hidden')
    expect(await h.rpc(world.editor, 'import_misfits', { import: byName, after: 0, take: 10 })).toEqual([])
    expect(await h.rpc(world.creator, 'import_misfits', { import: byName, after: 0, take: 10 })).toHaveLength(
      1,
    )
    expect(await refusalOf(send(world.editor, byName, [[uuidV7(), 'x', 1]], [], 1))).toBe('invalid_input')
    expect(await refusalOf(begin(t, world.editor, ['Name', 'Salary']))).toBe('invalid_input')
    expect(await refusalOf(begin(t, world.editor, ['Name'], 'Salary'))).toBe('invalid_input')
  })

  // What the planner makes of a side that was empty a moment ago: comparing each with each takes longer than a call may.
  test('stores and updates a whole chunk of them in one call', async () => {
    const t = await lab('Chunks')
    await t.allow('viewer', 'Salary', 'hidden')
    const rows = Array.from({ length: 5000 }, (_, n): Json[] => [uuidV7(), `n${n}`, n])
    const first = await begin(t, world.editor, ['Name', 'Salary'])
    expect(await send(world.editor, first, rows)).toEqual({ inserted: 5000, updated: 0 })
    const second = await begin(t, world.editor, ['Name', 'Salary'], 'Name')
    const changed = rows.map(([, name, n]): Json[] => [uuidV7(), name!, Number(n) + 1])
    expect(await send(world.editor, second, changed)).toEqual({ inserted: 0, updated: 5000 })
    const [sum] = await h.db.sql.unsafe(`select sum(salary)::int as sum from data.${await t.side('Salary')}`)
    expect(sum).toEqual({ sum: (5000 * 5001) / 2 })
  })

  test('writes no hidden field that one may only read', async () => {
    const t = await lab('Closed')
    await t.add('Ada', 1)
    await t.allow('viewer', 'Salary', 'hidden')
    const id = await begin(t, world.editor, ['Name', 'Salary'], 'Name')
    await t.allow('editor', 'Salary', 'read')
    expect(await refusalOf(begin(t, world.editor, ['Name', 'Salary']))).toBe('field_read_only')
    expect(await refusalOf(send(world.editor, id, [[uuidV7(), 'Ada', 2]]))).toBe('field_read_only')
    expect(await send(world.editor, id, [[uuidV7(), 'Ada', 1]])).toEqual({ inserted: 0, updated: 1 })
  })
})
