/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Changes of many records in small: whose they are, what was selected, and which step comes next. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  buildWorld,
  createFullTable,
  type Harness,
  type Json,
  startHarness,
  type TestTable,
  type World,
} from './harness.ts'
import { type Args, type Case, refusalsOf, setLimits, toldTo } from './refusals.ts'

let h: Harness
let world: World
let table: TestTable
let ids: string[]
let count = 0
beforeAll(async () => {
  h = await startHarness()
  await setLimits(h, { mutationsPerBatch: 2 })
  world = await buildWorld(h)
})
afterAll(() => h.db.stop())
beforeEach(async () => {
  table = await createFullTable(h, world, `Table ${(count += 1)}`)
  const rows = await h.db.sql.unsafe(
    `insert into data.${table.relation} (count) select n from generate_series(1, 5) as n returning id`,
  )
  ids = rows.map((row) => row['id'] as string)
})

const field = (name: string) => table.fields.find((one) => one.name === name)!.id
const told = (call: string, args: Args, who = world.editor) => toldTo(h, who, call, args)
const taken = ['taken', undefined]
const bulkOf = (more: Args = {}) => ({
  bulk: uuidV7() as string,
  query: { table: table.id, sorts: [{ field: field('Count'), direction: 'asc' }] },
  selection: { from: null, to: null, minus: [] } as Json,
  change: { kind: 'set', field: field('Title'), value: 'x' } as Json,
  count: 5,
  slack: 0,
  ...more,
})
const begin = (args: Args, who = world.editor) =>
  h.rpc<{ total: number; parts: number }>(who, 'begin_bulk', args)
const step = (bulk: string, pass: number, part: number) => told('bulk_step', { bulk, pass, part })
/** A whole pass. */
async function run(bulk: string, pass: number): Promise<number> {
  let done = 0
  for (let part = 0, atEnd = false; !atEnd; ) {
    const answer = await h.rpc<{ done: number; next: number; atEnd: boolean }>(world.editor, 'bulk_step', {
      bulk,
      pass,
      part,
    })
    done += answer.done
    ;({ next: part, atEnd } = answer)
  }
  return done
}

describe('what is selected', () => {
  test('is what the person was told, from one end to the other', async () => {
    const changed = ['selection_changed', undefined] as const
    const selection = (from: string | null, to: string | null) => ({ selection: { from, to, minus: [] } })
    const cases: Case[] = [
      [{ count: 4 }, ...changed],
      [{ count: 6 }, ...changed],
      [{ ...selection(uuidV7(), null), count: 0, slack: 5 }, ...changed],
      [{ ...selection(null, uuidV7()), count: 0, slack: 5 }, ...changed],
      [{ ...selection(ids[3]!, ids[1]!), count: 0, slack: 5 }, ...changed],
    ]
    const { told: answers, expected } = await refusalsOf(h, world.editor, 'begin_bulk', bulkOf(), cases)
    expect(answers).toEqual(expected)
    expect(await begin(bulkOf({ count: 6, slack: 1 }))).toEqual({ total: 5, parts: 3 })
    expect(await begin(bulkOf({ ...selection(ids[1]!, ids[3]!), count: 3 }))).toEqual({ total: 3, parts: 2 })
    // Of a view without records nothing is selected, from end to end.
    await h.db.sql.unsafe(`delete from data.${table.relation} where true`)
    expect(await begin(bulkOf({ count: 0 }))).toEqual({ total: 0, parts: 0 })
  })

  test('is noted once under an id, of each person', async () => {
    const args = bulkOf()
    await begin(args)
    expect(await begin(args)).toEqual({ total: 5, parts: 3 })
    expect(await told('begin_bulk', { ...args, slack: 1 })).toEqual(['mutation_reused', undefined])
    expect(await told('begin_bulk', { ...args, slack: 1 }, world.creator)).toEqual(taken)
    expect(await run(args.bulk, 0)).toBe(5)
    const of = async (who: string) =>
      (await h.db.admin`select 1 from plinth_private.bulk where user_id = ${who} and id = ${args.bulk}`)
        .length
    // Ten are kept of each person: those of others make none go.
    for (let n = 0; n < 10; n++) await begin(bulkOf(), world.creator)
    expect([await of(world.editor.id), await of(world.creator.id)]).toEqual([1, 0])
  })
})

describe('what is changed', () => {
  test('is a field that the person writes, in a table that they change', async () => {
    const cases: Case[] = [
      [{ change: null }, 'invalid_input', 'change'],
      [{ change: [] }, 'invalid_input', 'change'],
      [{ change: 'delete' }, 'invalid_input', 'change'],
      [{ change: { kind: 'set', field: field('Made by'), value: 'x' } }, 'field_read_only'],
    ]
    const { told: answers, expected } = await refusalsOf(h, world.editor, 'begin_bulk', bulkOf(), cases)
    expect(answers).toEqual(expected)
    expect(await told('begin_bulk', bulkOf(), world.viewer)).toEqual(['read_only', undefined])
    for (const [action, scope] of [
      ['read', 'all'],
      ['update', 'all'],
    ])
      await h.rpc(world.creator, 'set_grant', {
        role: world.role,
        table: table.id,
        action,
        scope,
        rule: null,
      })
    await h.rpc(world.creator, 'set_field_grant', { role: world.role, field: field('Title'), access: 'read' })
    expect(await told('begin_bulk', bulkOf(), world.holder)).toEqual(['field_read_only', undefined])
  })
})

describe('a step', () => {
  test('is the next one of its pass, or the first one of the next', async () => {
    const args = bulkOf()
    await begin(args)
    const part = ['invalid_input', 'part']
    expect(await step(args.bulk, 0, 1)).toEqual(part)
    expect(await step(args.bulk, 2, 0)).toEqual(part)
    expect(await step(args.bulk, 1, 1)).toEqual(part)
    expect(await run(args.bulk, 0)).toBe(5)
    expect(await step(args.bulk, 0, 0)).toEqual(taken)
    expect(await step(args.bulk, 1, 2)).toEqual(part)
    expect(await run(args.bulk, 1)).toBe(5)
    expect(await run(args.bulk, 2)).toBe(5)
    expect(await run(args.bulk, 3)).toBe(5)
    const [left] = await h.db.sql.unsafe(
      `select count(*)::int as n from data.${table.relation} where title = 'x'`,
    )
    expect(left!['n']).toBe(0)
    expect(await told('bulk_step', { bulk: uuidV7(), pass: 0, part: 0 })).toEqual(['not_found', undefined])
    expect(await told('bulk_step', { bulk: args.bulk, pass: 0, part: 0 }, world.creator)).toEqual([
      'not_found',
      undefined,
    ])
  })

  test('is taken no further in a table that is not read any more', async () => {
    const grant = (action: string, scope: string) =>
      h.rpc(world.creator, 'set_grant', { role: world.role, table: table.id, action, scope, rule: null })
    for (const action of ['read', 'update']) await grant(action, 'all')
    const args = bulkOf()
    await begin(args, world.holder)
    await grant('read', 'none')
    expect(await told('bulk_step', { bulk: args.bulk, pass: 0, part: 0 }, world.holder)).toEqual([
      'not_found',
      undefined,
    ])
  })
})
