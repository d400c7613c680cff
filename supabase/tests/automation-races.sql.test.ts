/** Automations of people who write at once: no write is lost or refused by them, and every run is made, once. */
import { uuidV7 } from '@plinth/domain'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AutomationLab, automationLab, compute, set } from './automation-lab.ts'
import { type Harness, type Json, startWorld, type World } from './harness.ts'
import { openSession } from './sessions.ts'

let h: Harness
let world: World
let lab: AutomationLab
let sessions: postgres.Sql
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await automationLab(h, world)
  sessions = postgres(h.db.authenticatorUrl, { max: 12, onnotice: () => undefined })
})
afterAll(async () => {
  await sessions?.end()
  await h?.db.stop()
})

const relation = () => `data.${lab.tasks.relation}`
const claims = () => JSON.stringify({ sub: world.editor.id, role: 'authenticated' })
const write = (...statements: string[]) =>
  sessions.begin(async (tx) => {
    await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims()}, true)`
    for (const statement of statements) await tx.unsafe(statement)
  })
/** Runs what waits until nothing does; what was held is not made to wait here. */
async function settle() {
  for (let n = 0; n < 50; n += 1) {
    await h.db.sql`update plinth_private.automation_queue set not_before = now() where true`
    const { left } = await h.rpc<{ left: number }>(world.editor, 'run_automations', { base: world.base })
    if (left === 0) return
  }
  throw new Error('something waits forever')
}
const outcomes = async (id: string) => {
  const rows = await h.db.sql`
    select outcome, error ->> 'code' as code, count(*)::int as n from plinth_private.automation_run
    where automation_id = ${id} group by 1, 2 order by 1, 2`
  return rows.map((row) => [row['outcome'], row['code'], row['n']])
}
const deadlocks = async () => {
  const [row] = await h.db
    .admin`select deadlocks::int as n from pg_stat_database where datname = current_database()`
  return row!['n'] as number
}

test('twelve people whose runs all change one record of another table', { timeout: 240_000 }, async () => {
  const entry = await lab.links.make(lab.log, 'shared')
  const id = await lab.automate({ kind: 'created' }, [
    { kind: 'link', field: lab.task('Entries'), to: { record: entry } },
    set(lab.task('Done'), true),
  ])
  await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      for (let step = 0; step < 5; step += 1)
        await write(`insert into ${relation()} (title) values ('shared ${n}')`)
    }),
  )
  await settle()
  expect(await outcomes(id)).toEqual([['done', null, 60]])
  const [row] = await h.db.sql.unsafe(
    `select count(*)::int as n from ${relation()} where title like 'shared %' and done and entries = 1`,
  )
  expect(row!['n']).toBe(60)
  expect(await lab.links.faults()).toEqual([])
  await h.rpc(world.creator, 'delete_automation', { automation: id })
})

test('people whose runs change what the others change, in the other order', {
  timeout: 240_000,
}, async () => {
  const first = await lab.make({ Title: 'first', Count: 0 })
  const second = await lab.make({ Title: 'second', Count: 0 })
  const entry = async (task: string) => {
    const made = await lab.links.make(lab.log, 'of one')
    await h.rpc(world.creator, 'apply_mutations', {
      batch: {
        mutations: [lab.links.change(lab.log, made, lab.entry('Task'), { link: [task] })],
        atomic: true,
      },
    })
    return made
  }
  const entries = [await entry(first), await entry(second)]
  const before = await deadlocks()
  // A change of the log links tasks, and one of the tasks links entries: each the other's.
  const ids = await Promise.all(
    [first, second].map((record, n) =>
      lab.automate(
        { kind: 'changed', fields: [lab.task('Count')] },
        [
          compute(lab.task('Title'), { text: `by ${n}` }),
          { kind: 'link', field: lab.task('Entries'), to: { record: entries[1 - n]! } },
        ],
        {
          condition: {
            call: '=',
            args: [{ field: lab.task('Title') }, { text: record === first ? 'first' : 'second' }],
          },
        },
      ),
    ),
  )
  const result = await Promise.allSettled(
    Array.from({ length: 12 }, async (_, n) => {
      const [one, other] = n % 2 === 0 ? [first, second] : [second, first]
      for (let step = 0; step < 4; step += 1) {
        // Each holds one record when its runs want what belongs to the other.
        await write(`update ${relation()} set count = count + 1 where id = '${one}'`)
        await write(`update ${relation()} set count = count + 1 where id = '${other}'`)
      }
    }),
  )
  expect(result.filter(({ status }) => status === 'rejected')).toEqual([])
  await settle()
  const rows = await h.db.sql.unsafe(`select count from ${relation()} where id in ('${first}', '${second}')`)
  expect(rows.map((row) => Number(row['count']))).toEqual([48, 48])
  expect(await deadlocks()).toBe(before)
  for (const id of ids) {
    expect((await outcomes(id)).every(([outcome]) => outcome !== 'failed')).toBe(true)
    await h.rpc(world.creator, 'delete_automation', { automation: id })
  }
  expect(await lab.links.faults()).toEqual([])
})

test('several who come by at once take each run once', { timeout: 120_000 }, async () => {
  const id = await lab.automate({ kind: 'created' }, [
    compute(lab.task('Count'), {
      call: '+',
      args: [{ call: 'first_filled', args: [{ field: lab.task('Count') }, { number: 0 }] }, { number: 1 }],
    }),
  ])
  const records = Array.from({ length: 300 }, () => uuidV7() as string)
  // Put there as if nobody had had the time.
  await h.db.sql.unsafe(`alter table ${relation()} disable trigger plinth_automations_insert`)
  await h.db.sql.unsafe(
    `insert into ${relation()} (id) select i::uuid from unnest('{${records.join(',')}}'::text[]) as i`,
  )
  await h.db.sql.unsafe(`alter table ${relation()} enable trigger plinth_automations_insert`)
  await h.db.sql`
    insert into plinth_private.automation_queue (automation_id, record_id, depth)
    select ${id}, i::uuid, 1 from unnest(${records}::text[]) as i`
  const come = () => h.rpc<{ ran: number }>(world.viewer, 'run_automations', { base: world.base })
  const [a, b, c, d] = await Promise.all([come(), come(), come(), come()])
  await settle()
  expect(a.ran + b.ran + c.ran + d.ran).toBeLessThanOrEqual(300)
  expect(await outcomes(id)).toEqual([['done', null, 300]])
  const [row] = await h.db.sql.unsafe(
    `select count(*)::int as n from ${relation()} where id::text = any ('{${records.join(',')}}'::text[]) and count = 1`,
  )
  expect(row!['n']).toBe(300)
  await h.rpc(world.creator, 'delete_automation', { automation: id })
})

test('a run that finds its record held steps back, and is made later', async () => {
  const other = await lab.make({ Title: 'held' })
  const link = (field: string): Json => ({ kind: 'link', field, to: { record: other } })
  const draft = { ...lab.draft({ kind: 'created' }, [link(lab.entry('Task'))]), table: lab.log.id }
  const id = uuidV7()
  await h.rpc(world.creator, 'create_automation', { automation: id, draft })
  await h.db.sql.begin(async (tx) => {
    await tx.unsafe(`select 1 from ${relation()} where id = '${other}' for update`)
    const begun = Date.now()
    await write(`insert into data.${lab.log.relation} (note) values ('quick')`)
    expect(Date.now() - begun).toBeLessThan(5_000)
    expect(await lab.automation(id)).toMatchObject({ waiting: 1 })
  })
  await settle()
  expect(await outcomes(id)).toEqual([['done', null, 1]])
  expect(await lab.stored(other)).toMatchObject({ entries: 1 })
  await h.rpc(world.creator, 'delete_automation', { automation: id })
})

const shaped: [string, (id: string) => Record<string, unknown>][] = [
  [
    'update_automation',
    () => ({ draft: lab.draft({ kind: 'changed', fields: [lab.task('Count')] }, done()) }),
  ],
  ['pause_automation', () => ({ paused: true })],
  ['delete_automation', () => ({})],
]
const done = () => [set(lab.task('Done'), true)]

test.each(shaped)('%s waits for who writes to the table, who does not wait for it', async (call, args) => {
  const id = await lab.automate({ kind: 'created' }, done())
  const writer = await openSession(h, world.editor)
  const maker = await openSession(h, world.creator)
  await writer.run(`update ${relation()} set title = title where false`)
  const shaping = maker.call(call, { automation: id, ...args(id) })
  await maker.waits(shaping)
  expect(await writer.run(`insert into ${relation()} (title) values ('meanwhile')`)).toBe(1)
  await writer.commit()
  await shaping
  await maker.commit()
  if (call !== 'delete_automation') await h.rpc(world.creator, 'delete_automation', { automation: id })
})

test.each(shaped)('%s waits for who changes the table without holding its automation', async (call, args) => {
  const id = await lab.automate({ kind: 'created' }, done())
  const [owner, maker] = [await openSession(h, null), await openSession(h, world.creator)]
  await owner.run(`select 1 from plinth."table" where id = '${lab.tasks.id}' for update`)
  const shaping = maker.call(call, { automation: id, ...args(id) })
  await maker.waits(shaping)
  expect(await owner.run(`select plinth_private.renew_automations(array['${lab.tasks.id}']::uuid[])`)).toBe(1)
  expect(
    await owner.run(`select 1 from plinth_private.automation where id = '${id}' for no key update nowait`),
  ).toBe(1)
  await owner.commit()
  await shaping
  await maker.commit()
  if (call !== 'delete_automation') await h.rpc(world.creator, 'delete_automation', { automation: id })
})
