/** What a base does by itself: when it begins, what it does, and what is told of it. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type AutomationLab, automationLab, compute, set } from './automation-lab.ts'
import { type Harness, type Json, startWorld, type World } from './harness.ts'

let h: Harness
let world: World
let lab: AutomationLab
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await automationLab(h, world)
})
afterAll(() => h?.db.stop())
afterEach(async () => {
  const rows = await h.db.sql`select id from plinth_private.automation where base_id = ${world.base}`
  for (const row of rows) await h.rpc(world.creator, 'delete_automation', { automation: row['id'] })
})

const field = (name: string): Json => ({ field: lab.task(name) })
const outcomes = async (id: string) =>
  (await lab.runs(id)).map(({ record, outcome }) => [record, outcome]).toReversed()
const ran = async (id: string) => (await lab.runs(id)).map(({ record }) => record).toReversed()
const sql = (text: string) => h.db.sql.unsafe(text)
const relation = () => `data.${lab.tasks.relation}`

describe('what begins a run', () => {
  test('is a record that is made, by whatever way', async () => {
    const id = await lab.automate({ kind: 'created' }, [set(lab.task('Count'), 7)])
    const byApp = await lab.make({ Title: 'a' })
    const bySql = uuidV7()
    await sql(`insert into ${relation()} (id, title) values ('${bySql}', 'b')`)
    const byRest = uuidV7()
    await h.as(world.editor, (tx) =>
      tx.unsafe(`insert into ${relation()} (id, title) values ('${byRest}', 'c')`),
    )
    for (const record of [byApp, bySql, byRest])
      expect(await lab.stored(record)).toMatchObject({ count: 7, changed_by: world.creator.id })
    expect(
      (await lab.runs(id)).map(({ record, outcome, actor, depth, owner }) => [
        record,
        outcome,
        actor,
        depth,
        owner,
      ]),
    ).toEqual([
      [byRest, 'done', world.editor.id, 1, world.creator.id],
      [bySql, 'done', null, 1, world.creator.id],
      [byApp, 'done', world.editor.id, 1, world.creator.id],
    ])
  })

  test('is a change of one of the named fields, and of no other', async () => {
    const id = await lab.automate({ kind: 'changed', fields: [lab.task('Count'), lab.task('Due')] }, [
      set(lab.task('Done'), true),
    ])
    const record = await lab.make({ Title: 'a', Count: 1 })
    await lab.change(record, { Title: 'b' })
    await sql(`update ${relation()} set count = 1 where id = '${record}'`)
    expect(await ran(id)).toEqual([])
    await lab.change(record, { Count: 2 })
    await lab.change(record, { Due: '2026-01-01' })
    expect(await ran(id)).toEqual([record, record])
  })

  test('is a state that is entered, by a change or from the beginning', async () => {
    const trigger = { kind: 'entered', field: lab.task('State'), option: 'done' }
    const id = await lab.automate(trigger, [set(lab.task('Done'), true)])
    const record = await lab.make({ State: 'doing' })
    await lab.change(record, { Title: 'x' })
    expect(await ran(id)).toEqual([])
    await lab.change(record, { State: 'done' })
    expect(await lab.stored(record)).toMatchObject({ done: true })
    await lab.change(record, { Title: 'y' })
    const made = await lab.make({ State: 'done' })
    expect(await ran(id)).toEqual([record, made])
  })

  test('is an expression that begins to be true', async () => {
    const expression = { call: '>', args: [field('Count'), { number: 10 }] }
    const id = await lab.automate({ kind: 'matches', expression }, [set(lab.task('Done'), true)])
    const record = await lab.make({ Count: 5 })
    await lab.change(record, { Count: 11 })
    await lab.change(record, { Count: 12 })
    const made = await lab.make({ Count: 20 })
    await lab.change(record, { Count: 0 })
    await lab.change(record, { Count: 13 })
    expect(await ran(id)).toEqual([record, made, record])
  })

  test('is one for each record of a statement, once each', async () => {
    const id = await lab.automate({ kind: 'created' }, [compute(lab.task('Title'), { text: 'made' })])
    const ids = Array.from({ length: 250 }, () => uuidV7() as string)
    await sql(
      `insert into ${relation()} (id, count) select i::uuid, 3 from unnest('{${ids.join(',')}}'::text[]) as i`,
    )
    const [row] = await sql(`select count(*)::int as n from ${relation()} where title = 'made' and count = 3`)
    expect(row!['n']).toBe(250)
    const [runs] = await h.db
      .sql`select count(*)::int as n from plinth_private.automation_run where automation_id = ${id}`
    expect(runs!['n']).toBe(250)
  })

  test('is what stands at the end of a transaction: a record that is gone again is skipped', async () => {
    const id = await lab.automate({ kind: 'created' }, [set(lab.task('Done'), true)])
    const record = uuidV7()
    await h.db.sql.begin(async (tx) => {
      await tx.unsafe(`insert into ${relation()} (id) values ('${record}')`)
      await tx.unsafe(`delete from ${relation()} where id = '${record}'`)
    })
    expect(await outcomes(id)).toEqual([[record, 'skipped']])
  })

  test('is nothing that was taken back', async () => {
    const id = await lab.automate({ kind: 'created' }, [set(lab.task('Done'), true)])
    await h.db.sql
      .begin(async (tx) => {
        await tx.unsafe(`insert into ${relation()} (title) values ('x')`)
        throw new Error('back')
      })
      .catch(() => undefined)
    await h.db.sql.begin(async (tx) => {
      await tx
        .savepoint(async (inner) => {
          await inner.unsafe(`insert into ${relation()} (title) values ('x')`)
          throw new Error('back')
        })
        .catch(() => undefined)
    })
    expect(await ran(id)).toEqual([])
    expect(await h.db.sql`select * from plinth_private.automation_queue`).toHaveLength(0)
    expect(await h.db.sql`select * from plinth_private.automation_turn`).toHaveLength(0)
  })

  test('is asked for by a condition, too, which sees the record as it is at the end', async () => {
    const condition = {
      call: 'and',
      args: [
        { call: '=', args: [field('Owner'), { call: 'me', args: [] }] },
        { call: '>', args: [field('Count'), { number: 1 }] },
      ],
    }
    const id = await lab.automate({ kind: 'created' }, [set(lab.task('Done'), true)], { condition })
    const mine = await lab.make({ Owner: world.creator.id, Count: 2 })
    const few = await lab.make({ Owner: world.creator.id, Count: 1 })
    const theirs = await lab.make({ Owner: world.editor.id, Count: 2 })
    // `me()` is the owner of the automation, whoever writes.
    expect(await outcomes(id)).toEqual([
      [mine, 'done'],
      [few, 'skipped'],
      [theirs, 'skipped'],
    ])
  })
})

describe('what a run does', () => {
  test('is setting fields to values and to what expressions say', async () => {
    const values: [string, Json][] = [
      ['Title', { call: '&', args: [field('Title'), { text: '!' }] }],
      ['Count', { call: '+', args: [field('Count'), { number: 1 }] }],
      ['Price', { number: 12.345 }],
      ['Due', { call: 'date', args: [{ number: 2026 }, { number: 2 }, { number: 3 }] }],
      ['At', { call: '+', args: [field('At'), { call: 'days', args: [{ number: 1 }] }] }],
      ['Owner', { call: 'me', args: [] }],
      ['State', { field: lab.task('State'), option: 'doing' }],
      ['Done', { call: '>', args: [field('Count'), { number: 1 }] }],
    ]
    const action = {
      kind: 'set',
      values: values.map(([name, expression]) => ({
        field: lab.task(name),
        value: { kind: 'expression', expression },
      })),
    }
    await lab.automate({ kind: 'created' }, [action])
    const record = await lab.make({ Title: 'a', Count: 2, At: '2026-01-01T10:00:00Z' })
    expect(await lab.stored(record)).toMatchObject({
      title: 'a!',
      count: 3,
      price: 1235,
      due: '2026-02-03',
      at: '2026-01-02T10:00:00+00:00',
      owner: world.creator.id,
      state: 'doing',
      done: true,
      ver: 2,
    })
    const empty = await lab.make({})
    expect(await lab.stored(empty)).toMatchObject({ title: '!', count: null, at: null, done: false })
  })

  test('is making a record that is linked to the one that it is for, and linking others', async () => {
    const other = await lab.links.make(lab.log, 'there already')
    const values = [
      { field: lab.entry('Note'), value: { kind: 'expression', expression: field('Title') } },
      { field: lab.entry('Size'), value: { kind: 'value', value: 4 } },
      { field: lab.entry('Task'), value: { kind: 'record' } },
    ]
    const loose = { kind: 'create', table: lab.log.id, values: values.slice(0, 1) }
    const id = await lab.automate({ kind: 'created' }, [
      { kind: 'create', table: lab.log.id, values },
      loose,
      { kind: 'link', field: lab.task('Entries'), to: { createdBy: 1 } },
      { kind: 'link', field: lab.task('Entries'), to: { record: other } },
    ])
    const record = await lab.make({ Title: 'paint' })
    const cell = await lab.links.cell(world.editor, lab.tasks, record, lab.task('Entries'))
    expect(cell?.items.map(([, label]) => label)).toEqual(['paint', 'paint', 'there already'])
    const entries = (await lab.entries()).filter((entry) => entry['note'] === 'paint')
    expect(entries.map((entry) => [entry['size'], entry['created_by']])).toEqual([
      [4, world.creator.id],
      [null, world.creator.id],
    ])
    const [run] = await lab.runs(id)
    expect(run!.changes).toEqual([
      { kind: 'create', table: lab.log.id, record: entries[0]!['id'] },
      { kind: 'create', table: lab.log.id, record: entries[1]!['id'] },
      { kind: 'link', table: lab.log.id, record: entries[1]!['id'] },
      { kind: 'link', table: lab.log.id, record: other },
    ])
    expect(await lab.links.faults()).toEqual([])
  })

  test('is all or nothing for a record, and one record’s refusal is no other’s', async () => {
    const rules = { max: 10 }
    await h.rpc(world.creator, 'set_field_rules', { field: lab.entry('Size'), rules, keep: false })
    const id = await lab.automate({ kind: 'created' }, [
      set(lab.task('Done'), true),
      {
        kind: 'create',
        table: lab.log.id,
        values: [{ field: lab.entry('Size'), value: { kind: 'expression', expression: field('Count') } }],
      },
    ])
    const [good, bad, more] = [uuidV7(), uuidV7(), uuidV7()]
    await sql(`insert into ${relation()} (id, count) values ('${good}', 1), ('${bad}', 99), ('${more}', 2)`)
    expect(await lab.stored(good)).toMatchObject({ done: true })
    expect(await lab.stored(more)).toMatchObject({ done: true })
    expect(await lab.stored(bad)).toMatchObject({ count: 99, done: null, ver: 1 })
    const runs = await lab.runs(id)
    expect(runs.map(({ record, outcome }) => [record, outcome]).toSorted()).toEqual(
      [
        [good, 'done'],
        [bad, 'failed'],
        [more, 'done'],
      ].toSorted(),
    )
    expect(runs.find(({ record }) => record === bad)).toMatchObject({
      action: 1,
      error: {
        code: 'value_out_of_range',
        details: { table: lab.log.id, field: lab.entry('Size'), rule: 'max' },
      },
      changes: [],
    })
  })

  test('is telling people of the base who read the record, when they read', async () => {
    const message = 'Look at this'
    const notify = { kind: 'notify', people: [world.viewer.id], fields: [lab.task('Owner')], message }
    const id = await lab.automate({ kind: 'created' }, [notify])
    const record = await lab.make({ Owner: world.editor.id })
    const notices = (who: World['viewer']) =>
      h.rpc<{ unread: number; notices: Record<string, Json>[] }>(who, 'my_notices', {
        before: null,
        take: 10,
      })
    for (const who of [world.viewer, world.editor]) {
      const told = await notices(who)
      expect(told.unread).toBe(1)
      expect(told.notices).toMatchObject([
        { base: world.base, table: lab.tasks.id, record, message, isRead: false },
      ])
    }
    expect((await notices(world.creator)).notices).toEqual([])
    expect((await lab.runs(id))[0]).toMatchObject({ notified: 2 })
    const own = (await notices(world.viewer)).notices[0]!['id']
    await h.rpc(world.editor, 'read_notices', { notices: [own] })
    expect((await notices(world.viewer)).unread).toBe(1)
    await h.rpc(world.viewer, 'read_notices', { notices: null })
    expect(await notices(world.viewer)).toMatchObject({ unread: 0, notices: [{ isRead: true }] })
    expect((await notices(world.editor)).unread).toBe(1)
    // Who does not read the record any more is not told of it any more.
    const roles = await h.rpc<{ id: string; name: string }[]>(world.creator, 'base_roles', {
      base: world.base,
    })
    const role = roles.find(({ name }) => name === 'viewer')!.id
    const rule = { call: '=', args: [field('Title'), { text: 'open' }] }
    const grant = { role, table: lab.tasks.id, action: 'read' }
    const other = await lab.make({ Owner: world.editor.id })
    await h.rpc(world.creator, 'set_grant', { ...grant, scope: 'rules', rule })
    expect((await notices(world.viewer)).notices).toEqual([])
    await lab.change(record, { Title: 'open' })
    expect((await notices(world.viewer)).notices).toMatchObject([{ record }])
    expect((await notices(world.editor)).notices).toMatchObject([{ record: other }, { record }])
    await h.rpc(world.creator, 'set_grant', { ...grant, scope: 'all', rule: null })
    // A record that is gone is nobody's news, also not of those who read all of the table.
    const mutations = [record, other].map((one) => ({
      id: uuidV7(),
      kind: 'delete',
      table: lab.tasks.id,
      record: one,
    }))
    await h.rpc(world.creator, 'apply_mutations', { batch: { mutations, atomic: true } })
    for (const who of [world.viewer, world.editor])
      expect(await notices(who)).toEqual({ unread: 0, notices: [] })
  })

  test('is told to others’ clients in the event of the transaction, or in one of its own', async () => {
    const listen = async (work: () => Promise<unknown>) => {
      await h.db.admin`delete from realtime.messages where true`
      await work()
      const rows = await h.db.admin<{ topic: string; payload: { items: [string, number][] } }[]>`
        select topic, payload from realtime.messages where event = 'change' order by inserted_at, id`
      return rows.filter(({ topic }) => topic.includes(lab.log.id)).map(({ payload }) => payload.items)
    }
    const values = [{ field: lab.entry('Note'), value: { kind: 'value', value: 'n' } }]
    await lab.automate({ kind: 'created' }, [{ kind: 'create', table: lab.log.id, values }])
    // The log changes first and is told first; what the run changes there comes after that.
    const first = uuidV7()
    const told = await listen(() =>
      h.db.sql.begin(async (tx) => {
        await tx.unsafe(`insert into data.${lab.log.relation} (id) values ('${first}')`)
        await tx.unsafe(`insert into ${relation()} (title) values ('x')`)
      }),
    )
    const last = (await lab.entries()).at(-1)!['id']
    expect(told.flat().map(([id]) => id)).toEqual(expect.arrayContaining([first, last]))
  })
})
