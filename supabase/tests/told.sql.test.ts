/** What reaches open clients, and who may still hear it, where no other test asks for that one alone. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  buildWorld,
  createFullTable,
  type Harness,
  type Person,
  startHarness,
  type World,
} from './harness.ts'
import { openSession } from './sessions.ts'

let h: Harness
let world: World
beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  world = await buildWorld(h)
  await h.db.admin`delete from realtime.messages where true`
})
afterAll(() => h.db.stop())

const epoch = async () =>
  (await h.db.sql`select access_epoch as epoch from plinth.base where id = ${world.base}`)[0]![
    'epoch'
  ] as number
const heard = async () =>
  (await h.db.admin`select topic, event from realtime.messages order by inserted_at`).map(
    (row) => `${row['event'] as string} ${row['topic'] as string}`,
  )
const may = (person: Person, ask: 'may_enter_room' | 'may_hear_table', topic: string) =>
  h
    .as(person, (tx) => tx.unsafe(`select plinth_private.${ask}($1) as may`, [topic]))
    .then(([row]) => row!['may'] as boolean)

test('a custom role that is given is told in the base, which keeps its topics', async () => {
  const before = await epoch()
  await h.rpc(world.creator, 'set_role_member', { role: world.role, member: world.viewer.id, holds: true })
  expect(await epoch()).toBe(before)
  expect(await heard()).toContain(`schema room:${world.base}:${before}`)
})

test('a higher role ends no feeds where only other roles are restricted', async () => {
  const table = await createFullTable(h, world)
  const grant = { role: world.role, table: table.id, action: 'update', scope: 'all', rule: null }
  await h.rpc(world.creator, 'set_grant', grant)
  const before = await epoch()
  await h.rpc(world.owner, 'set_base_role', { base: world.base, member: world.viewer.id, role: 'editor' })
  expect(await epoch()).toBe(before)
})

test('who kept their rights enters the new room, and not the old one again', async () => {
  const before = await epoch()
  const table = await createFullTable(h, world)
  await h.rpc(world.owner, 'set_base_role', { base: world.base, member: world.editor.id, role: null })
  for (const [ask, topic] of [
    ['may_enter_room', `room:${world.base}`],
    ['may_hear_table', `table:${table.id}`],
  ] as const) {
    const answers = [before - 1, before, before + 1, before + 2].map((n) =>
      may(world.viewer, ask, `${topic}:${n}`),
    )
    expect([ask, await Promise.all(answers)]).toEqual([ask, [false, false, true, false]])
  }
})

test('a custom role that is taken away ends the feeds of the base once, whether its holder leaves or stays', async () => {
  const set = (member: string, holds: boolean) =>
    h.rpc(world.creator, 'set_role_member', { role: world.role, member, holds })
  await set(world.viewer.id, true)
  const before = await epoch()
  await set(world.viewer.id, false)
  expect(await epoch()).toBe(before + 1)
  await set(world.holder.id, false)
  expect(await epoch()).toBe(before + 2)
})

test('which records changed is told of a table without hidden fields, though another has some', async () => {
  const [table, other] = [await createFullTable(h, world, 'Open'), await createFullTable(h, world, 'Other')]
  const hidden = other.fields.find(({ name }) => name === 'Count')!.id
  await h.rpc(world.creator, 'set_field_grant', { role: world.role, field: hidden, access: 'hidden' })
  await h.db.admin`delete from realtime.messages where true`
  for (const one of [table, other])
    await h.db.sql.unsafe(`insert into data.${one.relation} (title) values ('x')`)
  const sent = await h.db.admin`select topic, payload from realtime.messages where event = 'change'`
  const payload = (id: string) =>
    sent.find((row) => String(row['topic']).startsWith(`table:${id}:`))!['payload']
  expect(payload(table.id)).toMatchObject({ op: 'insert', items: [[expect.any(String), 1]] })
  expect(payload(other.id)).not.toHaveProperty('items')
})

test('a membership that is given is told in the base, which keeps its topics', async () => {
  const before = await epoch()
  await h.rpc(world.owner, 'set_base_role', { base: world.base, member: world.member.id, role: 'viewer' })
  expect(await epoch()).toBe(before)
  expect(await heard()).toContain(`schema room:${world.base}:${before}`)
})

test('what changed since counts the records of that table alone', async () => {
  const [table, busy] = [await createFullTable(h, world, 'Quiet'), await createFullTable(h, world, 'Busy')]
  const since = (seq: string) =>
    h.rpc<{ seq: string; reset: boolean; events: { items: unknown[] }[] }>(world.viewer, 'changes_since', {
      table: table.id,
      seq,
    })
  const { seq } = await since('1')
  await h.db.sql.unsafe(
    `insert into data.${busy.relation} (count) select n from generate_series(1, 2001) as n`,
  )
  await h.db.sql.unsafe(`insert into data.${table.relation} (count) values (1)`)
  // What was forgotten of another table was not missed here.
  await h.db
    .sql`insert into plinth_private.change_horizon (table_id, pruned) values (${busy.id}, pg_current_xact_id())`
  const { reset, events } = await since(seq)
  expect([reset, events.map(({ items }) => items.length)]).toEqual([false, [1]])
})

test('what others have not committed yet is told later, and what came after it too', async () => {
  const table = await createFullTable(h, world, 'In order')
  const since = (seq: string) =>
    h.rpc<{ seq: string; reset: boolean; events: { items: unknown[] }[] }>(world.viewer, 'changes_since', {
      table: table.id,
      seq,
    })
  const { seq } = await since('1')
  const early = await openSession(h, null)
  await early.run(`insert into data.${table.relation} (count) values (1)`)
  await h.db.sql.unsafe(`insert into data.${table.relation} (count) values (2)`)
  expect(await since(seq)).toMatchObject({ reset: false, events: [] })
  await h.db.sql.unsafe(
    `insert into data.${table.relation} (count) select n from generate_series(1, 2001) as n`,
  )
  expect(await since(seq)).toMatchObject({ reset: false, events: [] })
  await early.commit()
  expect(await since(seq)).toMatchObject({ reset: true, events: [] })
})

test('people say in their room what rooms are for, and nothing of the database', async () => {
  const topic = `room:${world.base}:${await epoch()}`
  const say = (extension: string) =>
    h.as(world.editor, async (tx) => {
      await tx`select set_config('realtime.topic', ${topic}, true)`
      await tx`insert into realtime.messages (topic, extension) values (${topic}, ${extension})`
    })
  for (const extension of ['broadcast', 'presence']) await say(extension)
  await expect(say('postgres_changes')).rejects.toMatchObject({ state: '42501' })
})
