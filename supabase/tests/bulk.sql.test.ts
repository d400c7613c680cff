/** Changes of many records: what is selected is what was there, each once, under the caller's rights, and can be taken back. */
import { limits, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createFullTable,
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
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
afterAll(() => h.db.stop())

interface Step {
  done: number
  refused: number
  changed: number
  errors: { record: string; error: { code: string } }[]
  next: number
  atEnd: boolean
}
interface Change {
  kind: 'delete' | 'set'
  field?: string
  value?: Json
}

/** A table of so many records, Title n and Count n, and short hands of it. */
async function filledTable(count: number, table?: TestTable) {
  const of = table ?? (await createFullTable(h, world, `Things ${uuidV7()}`))
  const field = (name: string) => of.fields.find((one) => one.name === name)!.id
  const column = (name: string) => of.fields.find((one) => one.name === name)!.column
  const relation = `data.${of.relation}`
  await h.db.admin.unsafe(
    `insert into ${relation} (${column('Title')}, ${column('Count')}) select 'Title ' || n, n from generate_series(1, ${count}) as n`,
  )
  const query = (more: Record<string, Json> = {}): Json => ({
    table: of.id,
    sorts: [{ field: field('Count'), direction: 'asc' }],
    ...more,
  })
  const rows = () =>
    h.db.admin.unsafe<{ id: string; title: string | null; count: number; ver: number }[]>(
      `select id, ${column('Title')} as title, ${column('Count')}::int as count, ver::int from ${relation} order by 3`,
    )
  const begin = (
    who: Person | null,
    change: Change,
    { selection = {}, bulk = uuidV7() as string, told = count, slack = 0, more = {} } = {} as {
      selection?: object
      bulk?: string
      told?: number
      slack?: number
      more?: Record<string, Json>
    },
  ) =>
    h.rpc<{ total: number; parts: number }>(who, 'begin_bulk', {
      bulk,
      query: query(more),
      selection: { from: null, to: null, minus: [], ...selection },
      change,
      count: told,
      slack,
    })
  const set = (value: Json, name = 'Title'): Change => ({ kind: 'set', field: field(name), value })
  return { table: of, field, column, relation, rows, begin, set }
}

/** One step of a pass: even ones do it, odd ones take it back. */
const step = (who: Person | null, bulk: string, part: number, pass = 0) =>
  h.rpc<Step>(who, 'bulk_step', { bulk, pass, part })

/** All steps; the sum of their numbers. */
async function run(who: Person, bulk: string, pass = 0) {
  const sum = { done: 0, refused: 0, changed: 0, codes: new Set<string>() }
  for (let part = 0, atEnd = false; !atEnd; ) {
    const answer = await step(who, bulk, part, pass)
    for (const key of ['done', 'refused', 'changed'] as const) sum[key] += answer[key]
    for (const { error } of answer.errors) sum.codes.add(error.code)
    ;({ next: part, atEnd } = answer)
  }
  return { ...sum, codes: [...sum.codes].sort() }
}

const all = (done: number) => ({ done, refused: 0, changed: 0, codes: [] })
const remove: Change = { kind: 'delete' }

describe('what is selected', () => {
  test('a whole view is deleted in steps of 5,000, and nothing that came after the beginning', async () => {
    const t = await filledTable(6_001)
    const bulk = uuidV7()
    expect(await t.begin(world.editor, remove, { bulk })).toEqual({ total: 6_001, parts: 13 })
    const first = await step(world.editor, bulk, 0)
    expect(first).toMatchObject({ refused: 0, changed: 0, atEnd: first.next === 13 })
    expect(first.done).toBe(first.next * 500)
    expect(first.done).toBeLessThanOrEqual(5_000)
    await filledTable(3, t.table)
    let part = first.next
    while (part < 13) part = (await step(world.editor, bulk, part)).next
    expect((await t.rows()).map(({ count }) => count)).toEqual([1, 2, 3])
  })

  test('from one record to another in the order of the view, without some', async () => {
    const t = await filledTable(20)
    const ids = (await t.rows()).map(({ id }) => id)
    const bulk = uuidV7()
    const selection = { from: ids[4], to: ids[14], minus: [ids[6], ids[19]] }
    expect(await t.begin(world.editor, t.set('x'), { bulk, selection, told: 10 })).toMatchObject({
      total: 10,
    })
    expect(await run(world.editor, bulk)).toEqual(all(10))
    const changed = (await t.rows()).filter(({ title }) => title === 'x').map(({ count }) => count)
    expect(changed).toEqual([5, 6, 8, 9, 10, 11, 12, 13, 14, 15])
  })

  test('records that move in their view, or into it and out of it, are changed once', async () => {
    const t = await filledTable(1_200)
    const bulk = uuidV7()
    const filter = { join: 'and', items: [{ field: t.field('Count'), operator: 'le', value: 1_100 }] }
    await t.begin(world.editor, t.set(5_000, 'Count'), { bulk, told: 1_100, more: { filter } })
    await h.db.admin.unsafe(
      `update ${t.relation} set ${t.column('Count')} = 1 where ${t.column('Count')} in (1100, 1101, 1102)`,
    )
    await run(world.editor, bulk)
    const touched = (await t.rows()).filter(({ count }) => count === 5_000)
    expect(touched).toHaveLength(1_100)
    expect(touched.filter(({ ver }) => ver === 2)).toHaveLength(1_099)
    expect(touched.filter(({ ver }) => ver === 3)).toHaveLength(1)
  })

  test.each([
    ['more', { told: 19 }],
    ['fewer', { told: 21 }],
    ['more than the slack', { told: 17, slack: 2 }],
    ['an end that is gone', { selection: { to: uuidV7() } }],
    ['a beginning that is gone', { selection: { from: uuidV7() } }],
  ])('%s: refused before anything is changed', async (_name, options) => {
    const t = await filledTable(20)
    const bulk = uuidV7()
    expect(await refusalOf(t.begin(world.editor, remove, { bulk, ...options }))).toBe('selection_changed')
    expect(await refusalOf(step(world.editor, bulk, 0))).toBe('not_found')
    expect(await t.rows()).toHaveLength(20)
  })

  test('within the slack it goes on', async () => {
    const t = await filledTable(20)
    expect(await t.begin(world.editor, remove, { told: 18, slack: 2 })).toMatchObject({ total: 20 })
    expect(await refusalOf(t.begin(world.editor, remove, { told: limits.recordsPerBulk + 1 }))).toBe(
      'limit_exceeded',
    )
  })

  test('of nothing there is nothing to do', async () => {
    const t = await filledTable(0)
    const bulk = uuidV7()
    expect(await t.begin(world.editor, remove, { bulk })).toEqual({ total: 0, parts: 0 })
    expect(await run(world.editor, bulk)).toEqual(all(0))
  })
})

describe('answers that are lost', () => {
  test('the same call again answers the same, and changes nothing', async () => {
    const t = await filledTable(700)
    const bulk = uuidV7()
    const began = await t.begin(world.editor, t.set('x'), { bulk })
    expect(await t.begin(world.editor, t.set('x'), { bulk })).toEqual(began)
    expect(await refusalOf(t.begin(world.editor, t.set('y'), { bulk }))).toBe('mutation_reused')
    const answer = await step(world.editor, bulk, 0)
    await h.db.admin.unsafe(
      `update ${t.relation} set ${t.column('Title')} = 'theirs' where ${t.column('Count')} = 1`,
    )
    expect(await step(world.editor, bulk, 0)).toEqual(answer)
    expect((await t.rows())[0]).toMatchObject({ title: 'theirs', ver: 3 })
  })

  test('no part is left out, and none is done before its time', async () => {
    const t = await filledTable(700)
    const bulk = uuidV7()
    await t.begin(world.editor, remove, { bulk })
    for (const part of [1, 2, -1])
      expect(await refusalOf(step(world.editor, bulk, part))).toBe('invalid_input')
    expect(await t.rows()).toHaveLength(700)
  })
})

describe('taking it back', () => {
  test('deleted records come back with what they held', async () => {
    const t = await filledTable(1_100)
    const before = (await t.rows()).map(({ id, title, count }) => ({ id, title, count }))
    const bulk = uuidV7()
    await t.begin(world.editor, remove, { bulk })
    expect(await run(world.editor, bulk)).toEqual(all(1_100))
    expect(await t.rows()).toHaveLength(0)
    expect(await run(world.editor, bulk, 1)).toEqual(all(1_100))
    expect((await t.rows()).map(({ id, title, count }) => ({ id, title, count }))).toEqual(before)
  })

  test('values come back where nobody was there since', async () => {
    const t = await filledTable(600)
    const bulk = uuidV7()
    await h.db.admin.unsafe(
      `update ${t.relation} set ${t.column('Title')} = 'x' where ${t.column('Count')} = 3`,
    )
    await t.begin(world.editor, t.set('x'), { bulk })
    await run(world.editor, bulk)
    await h.db.admin.unsafe(
      `update ${t.relation} set ${t.column('Title')} = 'theirs' where ${t.column('Count')} = 1`,
    )
    await h.db.admin.unsafe(`delete from ${t.relation} where ${t.column('Count')} = 2`)
    expect(await run(world.editor, bulk, 1)).toMatchObject({ done: 597, changed: 1, refused: 1 })
    const titles = (await t.rows()).map(({ title }) => title)
    expect(titles.slice(0, 3)).toEqual(['theirs', 'x', 'Title 4'])
  })

  test('what was stopped is taken back as far as it went, and does not go on', async () => {
    const t = await filledTable(6_000)
    const bulk = uuidV7()
    await t.begin(world.editor, remove, { bulk })
    const { next } = await step(world.editor, bulk, 0)
    expect(await run(world.editor, bulk, 1)).toEqual(all(next * 500))
    expect(await t.rows()).toHaveLength(6_000)
    expect(await refusalOf(step(world.editor, bulk, next))).toBe('invalid_input')
  })

  test('an answer of it that was lost is answered again', async () => {
    const t = await filledTable(10)
    const bulk = uuidV7()
    await t.begin(world.editor, remove, { bulk })
    await run(world.editor, bulk)
    const answer = await step(world.editor, bulk, 0, 1)
    expect(await step(world.editor, bulk, 0, 1)).toEqual(answer)
    expect(await t.rows()).toHaveLength(10)
  })

  test('rights are those of that moment: who may make no record brings none back', async () => {
    const t = await filledTable(5)
    for (const action of ['read', 'create', 'delete'])
      await h.rpc(world.creator, 'set_grant', {
        role: world.role,
        table: t.table.id,
        action,
        scope: 'all',
        rule: null,
      })
    const bulk = uuidV7()
    await t.begin(world.holder, remove, { bulk })
    expect(await run(world.holder, bulk)).toEqual(all(5))
    await h.rpc(world.creator, 'set_grant', {
      role: world.role,
      table: t.table.id,
      action: 'create',
      scope: 'none',
      rule: null,
    })
    expect(await run(world.holder, bulk, 1)).toMatchObject({
      done: 0,
      refused: 5,
      codes: ['read_only'],
    })
    expect(await t.rows()).toHaveLength(0)
  })
})

describe('making it again', () => {
  test('what came back is deleted again, with what it holds by then, and comes back again', async () => {
    const t = await filledTable(1_100)
    const bulk = uuidV7()
    await t.begin(world.editor, remove, { bulk })
    await run(world.editor, bulk)
    await run(world.editor, bulk, 1)
    await filledTable(2, t.table)
    await h.db.admin.unsafe(
      `update ${t.relation} set ${t.column('Title')} = 'theirs' where ${t.column('Count')} = 700`,
    )
    expect(await run(world.editor, bulk, 2)).toEqual(all(1_100))
    expect((await t.rows()).map(({ title }) => title)).toEqual(['Title 1', 'Title 2'])
    expect(await run(world.editor, bulk, 3)).toEqual(all(1_100))
    const titles = (await t.rows()).map(({ title }) => title)
    expect([titles.length, titles.filter((title) => title === 'theirs').length]).toEqual([1_102, 1])
  })

  test('values are set again where nobody was there since, and on no other records', async () => {
    const t = await filledTable(600)
    const bulk = uuidV7()
    const write = (title: string, count: number) =>
      h.db.admin.unsafe(
        `update ${t.relation} set ${t.column('Title')} = '${title}' where ${t.column('Count')} = ${count}`,
      )
    await write('x', 3)
    await t.begin(world.editor, t.set('x'), { bulk })
    await run(world.editor, bulk)
    await write('kept', 1)
    expect(await run(world.editor, bulk, 1)).toMatchObject({ done: 598, changed: 1 })
    await write('theirs', 2)
    await write('later', 3)
    await h.db.admin.unsafe(`delete from ${t.relation} where ${t.column('Count')} = 4`)
    expect(await run(world.editor, bulk, 2)).toMatchObject({ done: 596, changed: 1, refused: 0 })
    expect((await t.rows()).map(({ title }) => title).slice(0, 4)).toEqual(['kept', 'theirs', 'later', 'x'])
    expect(await run(world.editor, bulk, 3)).toEqual(all(596))
    const again = (await t.rows()).map(({ title }) => title).slice(0, 4)
    expect(again).toEqual(['kept', 'theirs', 'later', 'Title 5'])
  })

  test('what was stopped goes as far as it went, in each direction', async () => {
    const t = await filledTable(10_500)
    const bulk = uuidV7()
    await t.begin(world.editor, remove, { bulk })
    const done = await step(world.editor, bulk, 0)
    const undone = await step(world.editor, bulk, 0, 1)
    expect(undone.done).toBeGreaterThan(0)
    const left = 10_500 - done.done
    // Every pass goes over the parts that the one before it left so.
    expect(await run(world.editor, bulk, 2)).toEqual(all(undone.done))
    expect(await t.rows()).toHaveLength(left)
    expect(await run(world.editor, bulk, 3)).toEqual(all(done.done))
    expect(await t.rows()).toHaveLength(10_500)
  })

  test('passes follow one another, each from its first part on', async () => {
    const t = await filledTable(700)
    const bulk = uuidV7()
    await t.begin(world.editor, t.set('x'), { bulk })
    for (const [part, pass] of [
      [0, 2],
      [1, 1],
      [0, -1],
    ] as const)
      expect(await refusalOf(step(world.editor, bulk, part, pass))).toBe('invalid_input')
    await run(world.editor, bulk)
    const answer = await step(world.editor, bulk, 0, 1)
    expect(await step(world.editor, bulk, 0, 1)).toEqual(answer)
    expect(await refusalOf(step(world.editor, bulk, 0, 0))).toBe('invalid_input')
    expect((await t.rows()).every(({ title }) => title !== 'x')).toBe(true)
    expect(await run(world.editor, bulk, 2)).toEqual(all(700))
  })
})

describe('who may', () => {
  test.each(['viewer', 'member', 'outsider', 'anonymous'] as const)('%s may not', async (name) => {
    const t = await filledTable(3)
    const codes = [
      await refusalOf(t.begin(world[name], remove)),
      await refusalOf(t.begin(world[name], t.set('x'))),
    ]
    const code = { viewer: 'read_only', member: 'not_found', outsider: 'not_found', anonymous: 'forbidden' }[
      name
    ]
    expect(codes).toEqual([code, code])
    expect((await t.rows()).map(({ title }) => title)).toEqual(['Title 1', 'Title 2', 'Title 3'])
  })

  test('a bulk is of the person who began it', async () => {
    const t = await filledTable(3)
    const bulk = uuidV7()
    await t.begin(world.editor, remove, { bulk })
    for (const who of [world.owner, world.creator, world.viewer, world.outsider])
      for (const pass of [0, 1]) expect(await refusalOf(step(who, bulk, 0, pass))).toBe('not_found')
    expect(await refusalOf(step(world.anonymous, bulk, 0))).toBe('forbidden')
    expect(await t.rows()).toHaveLength(3)
  })

  test('a role that reaches some records deletes these, and a record that leaves its reach meanwhile stays', async () => {
    const t = await filledTable(10)
    const few = { call: '<', args: [{ field: t.field('Count') }, { number: 6 }] }
    for (const action of ['read', 'delete'])
      await h.rpc(world.creator, 'set_grant', {
        role: world.role,
        table: t.table.id,
        action,
        scope: 'rules',
        rule: few,
      })
    const bulk = uuidV7()
    expect(await refusalOf(t.begin(world.holder, remove, { told: 10 }))).toBe('selection_changed')
    await t.begin(world.holder, remove, { bulk, told: 5 })
    await h.db.admin.unsafe(
      `update ${t.relation} set ${t.column('Count')} = 99 where ${t.column('Count')} = 5`,
    )
    expect(await run(world.holder, bulk)).toMatchObject({ done: 4 })
    expect((await t.rows()).map(({ count }) => count)).toEqual([6, 7, 8, 9, 10, 99])
  })

  test('locked records stay, each is told of with its reason', async () => {
    const t = await filledTable(600)
    const rule = { call: '>', args: [{ field: t.field('Count') }, { number: 597 }] }
    await h.rpc(world.creator, 'save_record_lock', {
      table: t.table.id,
      lock: uuidV7(),
      definition: { name: 'Late', rule, creators: false, roles: [] },
    })
    const bulk = uuidV7()
    await t.begin(world.editor, remove, { bulk })
    expect(await run(world.editor, bulk)).toEqual({
      done: 597,
      refused: 3,
      changed: 0,
      codes: ['record_locked'],
    })
    expect((await t.rows()).map(({ count }) => count)).toEqual([598, 599, 600])
  })

  test('a rule of the table refuses single records', async () => {
    const t = await filledTable(4)
    const rule = {
      call: 'or',
      args: [
        { call: '>', args: [{ field: t.field('Count') }, { number: 2 }] },
        { call: '=', args: [{ field: t.field('Ratio') }, { number: 1 }] },
      ],
    }
    await h.db.admin.unsafe(`update ${t.relation} set ${t.column('Ratio')} = 1`)
    await h.rpc(world.creator, 'save_table_rule', {
      table: t.table.id,
      rule: uuidV7(),
      definition: { name: 'Either', message: 'No', rule },
      keep: false,
    })
    const bulk = uuidV7()
    await t.begin(world.editor, t.set(2, 'Ratio'), { bulk })
    expect(await run(world.editor, bulk)).toMatchObject({ done: 2, refused: 2 })
  })

  test('a step that the workflow does not have is refused for each record', async () => {
    const t = await filledTable(4)
    const go = {
      id: uuidV7(),
      name: 'Go',
      from: 'low',
      to: 'mid',
      roles: null,
      guard: null,
      requires: [],
      fourEyes: false,
    }
    await h.rpc(world.creator, 'set_transitions', { field: t.field('State'), transitions: [go] })
    const refused = uuidV7()
    await t.begin(world.editor, t.set('high', 'State'), { bulk: refused })
    expect(await run(world.editor, refused)).toMatchObject({
      done: 0,
      refused: 4,
      codes: ['transition_refused'],
    })
    const taken = uuidV7()
    await t.begin(world.editor, t.set('mid', 'State'), { bulk: taken })
    expect(await run(world.editor, taken)).toEqual(all(4))
  })

  test('fields that one reads only, does not see, or that hold files are not set', async () => {
    const t = await filledTable(2)
    for (const action of ['read', 'create', 'update', 'delete'])
      await h.rpc(world.creator, 'set_grant', {
        role: world.role,
        table: t.table.id,
        action,
        scope: 'all',
        rule: null,
      })
    const limit = (name: string, access: string) =>
      h.rpc(world.creator, 'set_field_grant', { role: world.role, field: t.field(name), access })
    await limit('Title', 'read')
    await limit('Notes', 'hidden')
    expect(await refusalOf(t.begin(world.holder, t.set('x')))).toBe('field_read_only')
    expect(await refusalOf(t.begin(world.holder, t.set('x', 'Notes')))).toBe('invalid_input')
    expect(await refusalOf(t.begin(world.editor, t.set(null, 'Files')))).toBe('value_invalid')
    expect(await refusalOf(t.begin(world.editor, t.set('no number', 'Count')))).toBe('value_invalid')
  })

  test('whose field is closed meanwhile sets nothing, and whose table is gone reads nothing', async () => {
    const t = await filledTable(2)
    for (const action of ['read', 'update'])
      await h.rpc(world.creator, 'set_grant', {
        role: world.role,
        table: t.table.id,
        action,
        scope: 'all',
        rule: null,
      })
    const bulk = uuidV7()
    await t.begin(world.holder, t.set('x'), { bulk })
    await h.rpc(world.creator, 'set_field_grant', {
      role: world.role,
      field: t.field('Title'),
      access: 'read',
    })
    expect(await run(world.holder, bulk)).toMatchObject({ done: 0, refused: 2 })
    await h.rpc(world.creator, 'set_grant', {
      role: world.role,
      table: t.table.id,
      action: 'read',
      scope: 'none',
      rule: null,
    })
    expect(await refusalOf(step(world.holder, bulk, 0))).toBe('not_found')
    expect((await t.rows()).map(({ title }) => title)).toEqual(['Title 1', 'Title 2'])
  })
})

describe('what is kept', () => {
  test('the last ten bulks of a person, for a day', async () => {
    const t = await filledTable(1)
    const bulks = Array.from({ length: 11 }, () => uuidV7() as string)
    for (const bulk of bulks) await t.begin(world.editor, t.set('x'), { bulk })
    expect(await refusalOf(step(world.editor, bulks[0]!, 0))).toBe('not_found')
    expect(await step(world.editor, bulks[1]!, 0)).toMatchObject({ done: 1 })
    await h.db.admin`update plinth_private.bulk set at = now() - interval '25 hours'`
    await t.begin(world.creator, t.set('y'))
    const [left] = await h.db.admin`select count(*)::int as n from plinth_private.bulk`
    expect(left!['n']).toBeLessThanOrEqual(10)
  })

  test('the record that is back counts against the quota again', async () => {
    const t = await filledTable(3)
    const bulk = uuidV7()
    await t.begin(world.editor, remove, { bulk })
    await run(world.editor, bulk)
    await h.db.admin`insert into plinth_private.quota (workspace_id, max_rows) values (${world.workspace}, 0)`
    expect(await run(world.editor, bulk, 1)).toMatchObject({
      done: 0,
      refused: 3,
      codes: ['limit_exceeded'],
    })
    expect(await t.rows()).toHaveLength(0)
    await h.db.admin`delete from plinth_private.quota where workspace_id = ${world.workspace}`
  })
})
