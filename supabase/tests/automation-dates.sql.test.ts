/** Dates that are reached: at the right moment in every time zone, and once each however often somebody looks. */
import { instantsOf, uuidV7 } from '@plinth/domain'
import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AutomationLab, automationLab, set } from './automation-lab.ts'
import { type Harness, startWorld, type World } from './harness.ts'

let h: Harness
let world: World
let lab: AutomationLab
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await automationLab(h, world)
})
afterAll(() => h?.db.stop())

const zones = [
  'UTC',
  'Europe/Vienna',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/Santiago',
  'Pacific/Auckland',
]
const day = 86_400_000
const minute = 60_000
const zone = constantFrom(...zones)
const unit = constantFrom('minutes', 'hours', 'days')
const amount = integer({ min: -500, max: 500 })
/** Days of some thirty years; those on which clocks change are among them. */
const dayNumber = integer({ min: Date.UTC(1995, 0, 1) / day, max: Date.UTC(2026, 0, 1) / day })
const timeOfDay = record({
  hour: integer({ min: 0, max: 23 }),
  minute: integer({ min: 0, max: 59 }),
})
const clock = ({ hour, minute: m }: { hour: number; minute: number }) =>
  `${String(hour).padStart(2, '0')}:${String(m).padStart(2, '0')}`
const fixed = (by: number, of: string) => by * (of === 'hours' ? 60 * minute : minute)

/** Is this an instant of a civil time in a zone? In an hour that is skipped it is one beside it. */
function isAt(instant: number, civil: number, of: string): boolean {
  const instants = instantsOf(civil, of)
  if (instants.length > 0) return instants.includes(instant)
  const near = [...instantsOf(civil - 120 * minute, of), ...instantsOf(civil + 120 * minute, of)]
  return near.length === 2 && instant > near[0]! && instant < near[1]!
}

test('the moment of a date is its time of day in the zone, so many days, hours or minutes away', async () => {
  await assert(
    asyncProperty(dayNumber, timeOfDay, amount, unit, zone, async (date, time, by, of, where) => {
      const iso = new Date(date * day).toISOString().slice(0, 10)
      const [row] = await h.db.sql`
        select extract(epoch from plinth_private.moved_day(${iso}, ${clock(time)}::time, ${by}, ${of}, ${where})) * 1000 as at,
               extract(epoch from plinth_private.moved_day(${iso}, ${clock(time)}::time, 0, 'days', ${where})) * 1000 as begin`
      const civil = date * day + (time.hour * 60 + time.minute) * minute
      const at = Number(row!['at'])
      const is =
        of === 'days' ? isAt(at, civil + by * day, where) : at - Number(row!['begin']) === fixed(by, of)
      expect(is).toBe(true)
      expect(isAt(Number(row!['begin']), civil, where)).toBe(true)
    }),
    { numRuns: 400 },
  )
})

test('that of a date-time keeps its time of day over days in which clocks change', async () => {
  await assert(
    asyncProperty(dayNumber, timeOfDay, amount, unit, zone, async (date, time, by, of, where) => {
      const instant = date * day + (time.hour * 60 + time.minute) * minute
      const [row] = await h.db.sql`
        select extract(epoch from plinth_private.moved_moment(${new Date(instant)}, ${by}, ${of}, ${where})) * 1000 as at,
               extract(epoch from (${new Date(instant)}::timestamptz at time zone ${where})) * 1000 as civil`
      const [at, civil] = [Number(row!['at']), Number(row!['civil'])]
      expect(of === 'days' ? isAt(at, civil + by * day, where) : at - instant === fixed(by, of)).toBe(true)
    }),
    { numRuns: 400 },
  )
})

const look = () => h.rpc<{ ran: number; left: number }>(world.viewer, 'run_automations', { base: world.base })
const lookedAt = (id: string, at: number) =>
  h.db.sql`update plinth_private.automation set looked_at = ${new Date(at)} where id = ${id}`
const ranFor = async (id: string) => {
  const rows = await h.db.sql`
    select record_id, count(*)::int as n from plinth_private.automation_run where automation_id = ${id} group by 1`
  return new Map(rows.map((row) => [row['record_id'] as string, row['n'] as number]))
}
const relation = () => `data.${lab.tasks.relation}`
const drop = async (id: string) => {
  await h.rpc(world.creator, 'delete_automation', { automation: id })
  await h.db.sql.unsafe(`delete from ${relation()} where true`)
}

test('each record is taken once, however the looks divide time', async () => {
  await assert(
    asyncProperty(
      array(integer({ min: -5 * 1440, max: 2 * 1440 }), { minLength: 1, maxLength: 12 }),
      array(integer({ min: 2, max: 4 * 1440 }), { maxLength: 4 }),
      constantFrom('date', 'datetime'),
      record({ amount: integer({ min: -30, max: 30 }), unit }),
      zone,
      async (minutes, cuts, type, offset, where) => {
        await h.rpc(world.creator, 'update_base', { base: world.base, changes: { timeZone: where } })
        const field = lab.task(type === 'date' ? 'Due' : 'At')
        const id = await lab.automate(
          { kind: 'reached', field, offset, time: type === 'date' ? '09:30' : null },
          [set(lab.task('Done'), true)],
        )
        const now = Date.now()
        const records = minutes.map((away) => ({ id: uuidV7() as string, at: new Date(now + away * minute) }))
        for (const { id: record, at } of records)
          await h.db.sql.unsafe(
            `insert into ${relation()} (id, ${type === 'date' ? 'due' : 'at'}) values ('${record}', '${at.toISOString()}')`,
          )
        // The looks: from four days ago, at these times, until now.
        const sql = `${type === 'date' ? `plinth_private.moved_day(due, '09:30', ` : 'plinth_private.moved_moment(at, '}${offset.amount}, '${offset.unit}', '${where}')`
        const times = [4 * 1440, ...cuts].toSorted((a, b) => b - a)
        await lookedAt(id, now - times[0]! * minute)
        for (const cut of times.slice(1)) {
          // What a look at that time would have found.
          await h.db.sql.begin(async (tx) => {
            const [a] = await tx`select plan, looked_at from plinth_private.automation where id = ${id}`
            const plan = a!['plan'] as { relation: string; feed: { near: string; due: string } }
            await tx.unsafe(
              `insert into plinth_private.automation_queue (automation_id, record_id, depth)
               select '${id}', t.id, 1 from data.${plan.relation} as t
               where ${plan.feed.near} and ${plan.feed.due} > $1 and ${plan.feed.due} <= $2`,
              [a!['looked_at'], new Date(now - cut * minute)],
            )
            await tx`update plinth_private.automation set looked_at = ${new Date(now - cut * minute)} where id = ${id}`
          })
        }
        await look()
        await look()
        const due = await h.db.sql.unsafe<{ id: string }[]>(
          `select t.id from ${relation()} as t where ${sql} > '${new Date(now - times[0]! * minute).toISOString()}'
             and ${sql} <= (select looked_at from plinth_private.automation where id = '${id}')`,
        )
        const ran = await ranFor(id)
        expect([...ran.keys()].toSorted()).toEqual(due.map((row) => row.id).toSorted())
        expect([...ran.values()].every((n) => n === 1)).toBe(true)
        await drop(id)
      },
    ),
    { numRuns: 40 },
  )
}, 240_000)

test('a date is looked at a minute later, is no one’s change, and is reached again when it moves', async () => {
  const offset = { amount: -1, unit: 'days' }
  const id = await lab.automate({ kind: 'reached', field: lab.task('At'), offset, time: null }, [
    set(lab.task('Done'), true),
  ])
  const inDays = (days: number, minutes: number) =>
    new Date(Date.now() + days * day + minutes * minute).toISOString()
  await lookedAt(id, Date.now() - 10 * minute)
  const past = await lab.make({ At: inDays(1, -5) })
  const recent = await lab.make({ At: inDays(1, -0.5) })
  const future = await lab.make({ At: inDays(1, 5) })
  const long = await lab.make({ At: inDays(1, -60) })
  expect(await look()).toEqual({ ran: 1, left: 0 })
  expect(await look()).toEqual({ ran: 0, left: 0 })
  expect(
    (await lab.runs(id)).map(({ record, trigger, actor, depth }) => [record, trigger, actor, depth]),
  ).toEqual([[past, 'reached', null, 1]])
  for (const record of [recent, future, long]) expect(await lab.stored(record)).toMatchObject({ done: null })
  await lookedAt(id, Date.now() - 10 * minute)
  await h.db.sql.unsafe(
    `update ${relation()} set at = at - interval '2 minutes', done = null where id = '${past}'`,
  )
  await look()
  expect(await ranFor(id)).toEqual(new Map([[past, 2]]))
  await drop(id)
})

test('what was reached while it was paused, or before it was saved, does not count', async () => {
  const trigger = {
    kind: 'reached',
    field: lab.task('At'),
    offset: { amount: 0, unit: 'minutes' },
    time: null,
  }
  const id = await lab.automate(trigger, [set(lab.task('Done'), true)])
  await lookedAt(id, Date.now() - 10 * minute)
  const record = await lab.make({ At: new Date(Date.now() - 5 * minute).toISOString() })
  await h.rpc(world.creator, 'pause_automation', { automation: id, paused: true })
  expect(await look()).toEqual({ ran: 0, left: 0 })
  await h.rpc(world.creator, 'pause_automation', { automation: id, paused: false })
  expect(await look()).toEqual({ ran: 0, left: 0 })
  expect(await lab.stored(record)).toMatchObject({ done: null })
  await drop(id)
})

test('the project’s clock looks at every base, for nobody in particular', async () => {
  const trigger = { kind: 'reached', field: lab.task('At'), offset: { amount: 0, unit: 'hours' }, time: null }
  const id = await lab.automate(trigger, [set(lab.task('Done'), true)])
  await lookedAt(id, Date.now() - 10 * minute)
  const record = await lab.make({ At: new Date(Date.now() - 5 * minute).toISOString() })
  const [row] = await h.db.sql`select plinth_private.run_all_due() as ran`
  expect(row!['ran']).toBe(1)
  expect(await lab.stored(record)).toMatchObject({ done: true, changed_by: world.creator.id })
  await drop(id)
})

test('a project with pg_cron gets a job when an automation is saved', async () => {
  const features = async () =>
    (await h.rpc<{ features: object }>(world.creator, 'automations', { base: world.base })).features
  expect(await features()).toEqual({ webhooks: false, clock: false })
  // As pg_cron documents it.
  await h.db.sql.unsafe(`
    create schema cron;
    create table cron.job (jobname text primary key, schedule text, command text);
    create function cron.schedule(job_name text, schedule text, command text) returns bigint language sql
      as $$ insert into cron.job values ($1, $2, $3) on conflict (jobname) do update set schedule = $2, command = $3; select 1::bigint $$`)
  expect(await features()).toEqual({ webhooks: false, clock: true })
  const ids = [await lab.automate({ kind: 'created' }, [set(lab.task('Done'), true)])]
  ids.push(await lab.automate({ kind: 'created' }, [set(lab.task('Count'), 1)]))
  expect([...(await h.db.sql`select * from cron.job`)]).toEqual([
    { jobname: 'plinth-automations', schedule: '* * * * *', command: 'select plinth_private.run_all_due()' },
  ])
  await h.db.sql.unsafe('drop schema cron cascade')
  for (const id of ids) await drop(id)
})
