/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** The change log, realtime events and who may listen. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createFullTable,
  gate,
  type Harness,
  type Person,
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
})
afterAll(() => h.db.stop())
beforeEach(() => h.db.admin`delete from realtime.messages where true`)

const relation = () => `data.${table.relation}`
const field = (name: string) => table.fields.find((f) => f.name === name)!.id
const newId = () => uuidV7() as string

interface Event {
  op: string
  seq: string
  items?: [string, number][]
  fields?: string[] | null
  count?: number
}
interface Changes {
  seq: string
  reset: boolean
  events: Event[]
}

/** Everything sent, in the order of commits. */
async function sent(): Promise<{ topic: string; event: string; private: boolean; payload: Event }[]> {
  const rows = await h.db
    .admin`select topic, event, private, payload from realtime.messages order by inserted_at, id`
  return rows.map((r) => ({ ...r })) as never
}
const since = (seq: string, person: Person = world.viewer) =>
  h.rpc<Changes>(person, 'changes_since', { table: table.id, seq })
const mark = async () => (await since('3')).seq

describe('events', () => {
  test('hold ids and versions, never values, and go to the private topic of the table', async () => {
    const id = newId()
    await h.as(world.editor, (tx) =>
      tx.unsafe(`insert into ${relation()} (id, title) values ('${id}', 'top secret')`),
    )
    const [message, ...more] = await sent()
    expect(more).toEqual([])
    expect(message).toMatchObject({
      topic: `table:${table.id}:1`,
      event: 'change',
      private: true,
      payload: { op: 'insert', items: [[id, 1]], fields: null },
    })
    expect(message!.payload.seq).toMatch(/^\d+$/)
    expect(JSON.stringify(message)).not.toContain('secret')
  })

  test('are one for each table and transaction, with each record once at its last version', async () => {
    const other = await createFullTable(h, world, 'Other')
    await h.db.admin`delete from realtime.messages where true`
    const [a, b, c] = [newId(), newId(), newId()]
    await h.db.sql.begin(async (tx) => {
      await tx.unsafe(`insert into ${relation()} (id) values ('${a}'), ('${b}')`)
      await tx.unsafe(`insert into data.${other.relation} (id) values ('${c}')`)
      await tx.unsafe(`update ${relation()} set title = 'x' where id = '${a}'`)
      await tx.unsafe(`update ${relation()} set title = 'y' where id = '${a}'`)
      await tx.unsafe(`delete from ${relation()} where id = '${b}'`)
    })
    const messages = await sent()
    expect(messages).toHaveLength(2)
    expect(messages.find((m) => m.topic.includes(table.id))!.payload).toMatchObject({
      op: 'mixed',
      items: [
        [a, 3],
        [b, 0],
      ],
      fields: null,
    })
    expect(messages.find((m) => m.topic.includes(other.id))!.payload).toMatchObject({
      op: 'insert',
      items: [[c, 1]],
    })
  })

  test('of mutations say the fields that changed', async () => {
    const record = newId()
    await h.db.sql.unsafe(`insert into ${relation()} (id) values ('${record}')`)
    await h.db.admin`delete from realtime.messages where true`
    const update = (name: string, value: unknown) => ({
      id: uuidV7(),
      kind: 'update',
      table: table.id,
      record,
      values: { [field(name)]: value },
      base: { [field(name)]: null },
    })
    await h.rpc(world.editor, 'apply_mutations', {
      batch: { atomic: true, mutations: [update('Title', 'x'), update('Count', 1)] },
    })
    const [message] = await sent()
    expect(message!.payload).toMatchObject({ op: 'update', items: [[record, 3]] })
    // When and by whom it was changed is another with any change.
    expect(message!.payload.fields!.toSorted()).toEqual(
      ['Title', 'Count', 'Changed at', 'Changed by'].map(field).toSorted(),
    )
  })

  test('say the fields of their own table and transaction alone', async () => {
    const other = await createFullTable(h, world, 'Beside')
    const record = newId()
    for (const one of [table, other])
      await h.db.sql.unsafe(`insert into data.${one.relation} (id) values ('${record}')`)
    const update = (of: TestTable, name: string, value: unknown) => {
      const id = of.fields.find((one) => one.name === name)!.id
      const change = { values: { [id]: value }, base: { [id]: null } }
      return { id: uuidV7(), kind: 'update', table: of.id, record, ...change }
    }
    const told: string[][] = []
    for (const mutations of [
      [update(table, 'Title', 'x'), update(other, 'Count', 1)],
      [update(table, 'Count', 2)],
    ]) {
      await h.db.admin`delete from realtime.messages where true`
      await h.rpc(world.editor, 'apply_mutations', { batch: { atomic: true, mutations } })
      const messages = (await sent()).filter(({ topic }) => topic.startsWith(`table:${table.id}`))
      told.push(...messages.map(({ payload }) => payload.fields!))
    }
    const always = ['Changed at', 'Changed by']
    expect(told.map((one) => one.toSorted())).toEqual(
      ['Title', 'Count'].map((name) => [name, ...always].map(field).toSorted()),
    )
  })

  test('of more than 200 records say only how many', async () => {
    await h.db.sql.unsafe(`insert into ${relation()} (count) select g from generate_series(1, 201) as g`)
    const [message] = await sent()
    expect(message!.payload).toMatchObject({ op: 'bulk', count: 201 })
    expect(message!.payload.items).toBeUndefined()
  })

  test('are not sent for what was rolled back, in whole or in part', async () => {
    const [a, b] = [newId(), newId()]
    await h.db.sql.begin(async (tx) => {
      await tx
        .savepoint(async (inner) => {
          await inner.unsafe(`insert into ${relation()} (id) values ('${a}')`)
          throw new Error('undo')
        })
        .catch(() => null)
      await tx.unsafe(`insert into ${relation()} (id) values ('${b}')`)
    })
    const messages = await sent()
    expect(messages).toHaveLength(1)
    expect(messages[0]!.payload.items).toEqual([[b, 1]])
  })

  test('are not sent by statements that touch nothing', async () => {
    await h.db.sql.unsafe(`update ${relation()} set title = 'x' where id = '${newId()}'`)
    expect(await sent()).toEqual([])
  })
})

describe('changes since a point', () => {
  test('tell all that other paths did too, in order, each once', async () => {
    const from = await mark()
    const [a, b] = [newId(), newId()]
    await h.db.sql.unsafe(`insert into ${relation()} (id) values ('${a}')`)
    await h.as(world.editor, (tx) => tx.unsafe(`insert into ${relation()} (id) values ('${b}')`))
    await h.db.sql.unsafe(`delete from ${relation()} where id = '${a}'`)
    const changes = await since(from)
    expect(changes).toMatchObject({
      reset: false,
      events: [
        { op: 'insert', items: [[a, 1]] },
        { op: 'insert', items: [[b, 1]] },
        { op: 'delete', items: [[a, 0]] },
      ],
    })
    expect((await since(changes.seq)).events).toEqual([])
  })

  test('are those of this table alone', async () => {
    const other = await createFullTable(h, world, 'Another')
    const from = await mark()
    await h.db.sql.unsafe(`insert into data.${other.relation} (id) values ('${newId()}')`)
    expect((await since(from)).events).toEqual([])
  })

  test('never miss a transaction that was open while the point was taken', async () => {
    const slow = newId()
    const quick = newId()
    const started = gate()
    const finish = gate()
    const work = h.db.sql.begin(async (tx) => {
      await tx.unsafe(`insert into ${relation()} (id) values ('${slow}')`)
      started.open()
      await finish.passed
    })
    await started.passed
    await h.db.sql.unsafe(`insert into ${relation()} (id) values ('${quick}')`)
    const point = await since(await mark())
    const window = await h.rpc<{ atSeq: string }>(world.viewer, 'rows_by_id', {
      query: { table: table.id, sorts: [] },
      ids: [slow, quick],
    })
    finish.open()
    await work
    for (const seq of [point.seq, window.atSeq]) {
      const ids = (await since(seq)).events.flatMap((e) => e.items!.map((i) => i[0]))
      expect(ids).toContain(slow)
    }
  })

  test('under many writers a reader that follows the marks sees every record', async () => {
    const seen = new Set<string>()
    let seq = await mark()
    const made: string[] = []
    let done = false
    const writers = Promise.all(
      [1, 2, 3, 4].map(async () => {
        for (let n = 0; n < 25; n++) {
          const id = newId()
          made.push(id)
          await h.db.sql.begin(async (tx) => {
            await tx.unsafe(`insert into ${relation()} (id) values ('${id}')`)
            await new Promise((resolve) => setTimeout(resolve, Math.random() * 4))
          })
        }
      }),
    ).finally(() => {
      done = true
    })
    for (;;) {
      const last = done
      const changes = await since(seq)
      expect(changes.reset).toBe(false)
      for (const event of changes.events) for (const [id] of event.items!) seen.add(id)
      seq = changes.seq
      if (last) break
    }
    await writers
    expect(made.filter((id) => !seen.has(id))).toEqual([])
  })

  test('are a reset when too many, when thrown away, or from a point in the future', async () => {
    const from = await mark()
    expect((await since('999999999999')).reset).toBe(true)
    await h.db.sql.unsafe(`insert into ${relation()} (count) select g from generate_series(1, 2001) as g`)
    expect((await since(from)).reset).toBe(true)
    const after = await mark()
    await h.db.sql.unsafe(`insert into ${relation()} (count) values (1)`)
    expect((await since(after)).reset).toBe(false)
    await h.db.sql`update plinth_private.change_log set at = now() - interval '8 days' where true`
    await h.db.sql`select plinth_private.prune_changes(${table.id}, now() - interval '7 days')`
    expect((await since(after)).reset).toBe(true)
    expect((await since(await mark())).reset).toBe(false)
  })

  test('of a transaction with many records come in events of at most 200', async () => {
    const from = await mark()
    await h.db.sql.unsafe(`insert into ${relation()} (count) select g from generate_series(1, 450) as g`)
    const { events } = await since(from)
    expect(events.map((e) => e.items!.length)).toEqual([200, 200, 50])
  })
})

describe('topics', () => {
  /** What the realtime service does on a join: probe rows under the person's role, rolled back. */
  async function join(person: Person | null, topic: string) {
    const done = new Error('roll back')
    const verdict = { hear: false, say: false, present: false, appear: false }
    const tryInsert = async (extension: string) => {
      try {
        await h.as(person, async (tx) => {
          await tx`select set_config('realtime.topic', ${topic}, true)`
          await tx`insert into realtime.messages (topic, extension) values (${topic}, ${extension})`
          throw done
        })
      } catch (error) {
        return error === done
      }
      return false
    }
    verdict.say = await tryInsert('broadcast')
    verdict.appear = await tryInsert('presence')
    await h.db
      .admin`insert into realtime.messages (topic, extension) values (${topic}, 'broadcast'), (${topic}, 'presence')`
    const seen = await h.as(person, async (tx) => {
      await tx`select set_config('realtime.topic', ${topic}, true)`
      return tx`select extension from realtime.messages where topic = ${topic}`
    })
    verdict.hear = seen.some((r) => r['extension'] === 'broadcast')
    verdict.present = seen.some((r) => r['extension'] === 'presence')
    await h.db.admin`delete from realtime.messages where true`
    return verdict
  }
  const nothing = { hear: false, say: false, present: false, appear: false }
  const listen = { hear: true, say: false, present: false, appear: false }
  const everything = { hear: true, say: true, present: true, appear: true }

  test('of tables can be heard by readers of the base and written by nobody', async () => {
    for (const who of ['owner', 'creator', 'editor', 'viewer'] as const) {
      expect([who, await join(world[who], `table:${table.id}:1`)]).toEqual([who, listen])
    }
    for (const who of ['member', 'outsider', 'anonymous'] as const) {
      expect([who, await join(world[who], `table:${table.id}:1`)]).toEqual([who, nothing])
    }
    expect(await join(null, `table:${table.id}:1`)).toEqual(nothing)
  })

  test('of rooms are for everybody who reads the base', async () => {
    for (const who of ['owner', 'viewer'] as const) {
      expect([who, await join(world[who], `room:${world.base}:1`)]).toEqual([who, everything])
    }
    for (const who of ['member', 'outsider', 'anonymous'] as const) {
      expect([who, await join(world[who], `room:${world.base}:1`)]).toEqual([who, nothing])
    }
  })

  test('of other shapes or epochs are refused and never raise', async () => {
    for (const topic of [
      `table:${table.id}:2`,
      `table:${table.id}`,
      `table:${table.id}:1:1`,
      `table:x:1`,
      `table:${table.id}:99999999999999`,
      `room:${world.base}:0`,
      `room:${table.id}:1`,
      ` table:${table.id}:1`,
      `table:${table.id}:1\n`,
      '',
      "';drop table x",
    ]) {
      expect([topic, await join(world.owner, topic)]).toEqual([topic, nothing])
    }
  })

  test('change their name when somebody loses a right, and the old room is told', async () => {
    const epoch = async () =>
      (await h.rpc<{ accessEpoch: number }>(world.owner, 'base_schema', { base: world.base })).accessEpoch
    const role = (name: string | null) =>
      h.rpc(world.owner, 'set_base_role', { base: world.base, member: world.editor.id, role: name })
    const before = await epoch()
    expect(await join(world.editor, `table:${table.id}:${before}`)).toEqual(listen)
    await role('viewer')
    expect(await epoch()).toBe(before + 1)
    expect(await sent()).toMatchObject([
      { topic: `room:${world.base}:${before}`, event: 'schema', payload: { op: 'schema' } },
    ])
    expect(await join(world.editor, `table:${table.id}:${before}`)).toEqual(nothing)
    expect(await join(world.editor, `table:${table.id}:${before + 1}`)).toEqual(listen)
    await role(null)
    expect(await join(world.editor, `table:${table.id}:${before + 2}`)).toEqual(nothing)
    expect(await join(world.viewer, `table:${table.id}:${before + 2}`)).toEqual(listen)
    await role('editor')
    expect(await epoch()).toBe(before + 2)
    await h.db.admin`delete from realtime.messages where true`
    await h.db.sql.unsafe(`insert into ${relation()} (count) values (1)`)
    expect((await sent()).map((m) => m.topic)).toEqual([`table:${table.id}:${before + 2}`])
  })

  test('change when a member leaves, is removed, or an owner becomes a member', async () => {
    const epoch = async () =>
      (await h.db.sql`select access_epoch as e from plinth.base where id = ${world.base}`)[0]!['e'] as number
    const before = await epoch()
    await h.rpc(world.viewer, 'leave_workspace', { workspace: world.workspace })
    expect(await epoch()).toBe(before + 1)
    await h.rpc(world.owner, 'set_workspace_role', {
      workspace: world.workspace,
      member: world.member.id,
      role: 'owner',
    })
    expect(await join(world.member, `room:${world.base}:${before + 1}`)).toEqual(everything)
    await h.rpc(world.owner, 'set_workspace_role', {
      workspace: world.workspace,
      member: world.member.id,
      role: 'member',
    })
    expect(await epoch()).toBe(before + 2)
    expect(await join(world.member, `room:${world.base}:${before + 2}`)).toEqual(nothing)
    await h.rpc(world.owner, 'remove_workspace_member', {
      workspace: world.workspace,
      member: world.editor.id,
    })
    expect(await epoch()).toBe(before + 3)
    expect(await join(world.editor, `room:${world.base}:${before + 3}`)).toEqual(nothing)
  })
})
