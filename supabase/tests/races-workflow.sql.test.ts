/** Workflows with two people at once: one step is taken from a state, by whom it may be, with what its condition reads. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { call as expression } from './expression-trees.ts'
import { fieldOf, type Harness, type Json, startWorld, type TestTable, type World } from './harness.ts'
import { isolations, meet, openSession } from './sessions.ts'

let h: Harness
let world: World
let table: TestTable
let record: string
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
afterAll(() => h.db.stop())
beforeEach(async () => {
  const options = ['draft', 'review', 'done', 'void'].map((id) => ({ id, label: id, hue: 'blue' }))
  const definition = {
    id: uuidV7(),
    name: `Orders ${uuidV7()}`,
    fields: [
      fieldOf('Title', 'text'),
      fieldOf('State', 'status', { options, initial: 'draft' }),
      fieldOf('Amount', 'number'),
    ],
  }
  table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
  record = uuidV7()
  await h.as(world.editor, (tx) =>
    tx.unsafe(`insert into data.${table.relation} (id, title, amount) values ('${record}', 'a', 50)`),
  )
})

const idOf = (name: string) => table.fields.find((field) => field.name === name)!.id
const setSteps = (steps: Record<string, Json>[]) =>
  h.rpc(world.creator, 'set_transitions', {
    field: idOf('State'),
    transitions: steps.map((step, n) => ({
      id: uuidV7(),
      name: `Step ${n}`,
      roles: null,
      fourEyes: false,
      ...step,
    })),
  })
const move = (state: string) => `update data.${table.relation} set state = '${state}' where id = '${record}'`
const amount = (value: number | null) =>
  `update data.${table.relation} set amount = ${value} where id = '${record}'`
const stored = async () => {
  const [row] = await h.db.sql.unsafe(
    `select state, amount, changed_by from data.${table.relation} where id = '${record}'`,
  )
  return row as unknown as { state: string; amount: number | null; changed_by: string }
}
const moverOf = async () =>
  (
    await h.db.sql`select moved_by from plinth_private.state_entry
    where field_id = ${idOf('State')} and record_id = ${record}`
  )[0]!['moved_by'] as string

describe.each(isolations)('at %s', (isolation) => {
  const strict = isolation === 'repeatable read'
  const refused = strict ? '40001' : 'transition_refused'

  test.each([
    ['done', 'void'],
    ['void', 'done'],
  ])('of two steps from one state the first is taken: %s, not %s', async (first, second) => {
    await setSteps([
      { from: 'draft', to: 'done' },
      { from: 'draft', to: 'void' },
    ])
    const came = await meet(h, [world.editor, move(first)], [world.creator, move(second)], isolation)
    expect(came).toEqual([1, refused])
    expect(await stored()).toMatchObject({ state: first, changed_by: world.editor.id })
    expect(await moverOf()).toBe(world.editor.id)
  })

  test.each(['approved', 'withdrawn'])(
    'a proposal is approved or withdrawn, whichever comes first: %s',
    async (what) => {
      await setSteps([
        { from: 'draft', to: 'review' },
        { from: 'review', to: 'done', fourEyes: true },
        { from: 'review', to: 'draft' },
      ])
      await h.as(world.editor, (tx) => tx.unsafe(move('review')))
      const approve = [world.creator, move('done')] as const
      const withdraw = [world.editor, move('draft')] as const
      const order = what === 'approved' ? ([approve, withdraw] as const) : ([withdraw, approve] as const)
      expect(await meet(h, ...order, isolation)).toEqual([1, refused])
      expect((await stored()).state).toBe(what === 'approved' ? 'done' : 'draft')
    },
  )

  test('who proposes again in the meantime is a proposer, and does not approve', async () => {
    await setSteps([
      { from: 'draft', to: 'review' },
      { from: 'review', to: 'done', fourEyes: true },
      { from: 'review', to: 'draft' },
    ])
    await h.as(world.creator, (tx) => tx.unsafe(move('review')))
    const a = await openSession(h, world.editor, isolation)
    const b = await openSession(h, world.editor, isolation)
    await a.run(move('draft'))
    await a.run(move('review'))
    const late = b.run(move('done'))
    await b.waits(late)
    await a.commit()
    expect(await late).toBe(refused)
    await b.rollback()
    expect(await stored()).toMatchObject({ state: 'review', changed_by: world.editor.id })
    expect(await moverOf()).toBe(world.editor.id)
  })

  test('who proposed before, and is not the proposer any more, may approve what another proposes', async () => {
    await setSteps([
      { from: 'draft', to: 'review' },
      { from: 'review', to: 'done', fourEyes: true },
      { from: 'review', to: 'draft' },
    ])
    await h.as(world.editor, (tx) => tx.unsafe(move('review')))
    const a = await openSession(h, world.creator, isolation)
    const b = await openSession(h, world.editor, isolation)
    await a.run(move('draft'))
    await a.run(move('review'))
    const late = b.run(move('done'))
    await b.waits(late)
    await a.commit()
    const came = await late
    await (strict ? b.rollback() : b.commit())
    expect(came).toBe(strict ? '40001' : 1)
  })

  test('a proposal that comes to nothing counts for nobody', async () => {
    await setSteps([
      { from: 'draft', to: 'review' },
      { from: 'review', to: 'done', fourEyes: true },
    ])
    const a = await openSession(h, world.editor, isolation)
    const b = await openSession(h, world.creator, isolation)
    await a.run(move('review'))
    const late = b.run(move('done'))
    await b.waits(late)
    await a.rollback()
    expect(await late).toBe('transition_refused')
    await b.rollback()
    expect((await stored()).state).toBe('draft')
  })

  test.each([
    ['guard', 1],
    ['requires', null],
  ])('a step is refused when what it asks for goes first: %s', async (kind, value) => {
    const over = expression('>', { field: idOf('Amount') }, { number: 10 }) as Json
    await setSteps([
      { from: 'draft', to: 'done', ...(kind === 'guard' ? { guard: over } : { requires: [idOf('Amount')] }) },
    ])
    const came = await meet(h, [world.creator, amount(value)], [world.editor, move('done')], isolation)
    expect(came).toEqual([1, refused])
    expect(await stored()).toMatchObject({ state: 'draft', amount: value })
  })

  test('a step that comes first is taken with what was there', async () => {
    await setSteps([{ from: 'draft', to: 'done', requires: [idOf('Amount')] }])
    const came = await meet(h, [world.editor, move('done')], [world.creator, amount(null)], isolation)
    expect(came).toEqual([1, strict ? '40001' : 1])
    expect(await stored()).toMatchObject({ state: 'done', amount: strict ? 50 : null })
  })

  test('by the app, the one who comes second is told what is there', async () => {
    await setSteps([
      { from: 'draft', to: 'done' },
      { from: 'draft', to: 'void' },
    ])
    const a = await openSession(h, world.creator, isolation)
    const b = await openSession(h, world.editor, isolation)
    await a.run(move('void'))
    const values = { [idOf('State')]: 'done' }
    const base = { [idOf('State')]: 'draft' }
    const mutation = { id: uuidV7(), kind: 'update', table: table.id, record, values, base }
    const late = b.call<object[]>('apply_mutations', { batch: { atomic: false, mutations: [mutation] } })
    await b.waits(late)
    await a.commit()
    const [result] = await late
    await b.commit()
    expect(result).toMatchObject(
      strict
        ? { status: 'error', error: { code: 'busy' } }
        : { status: 'conflict', current: { [idOf('State')]: 'void' } },
    )
    expect((await stored()).state).toBe('void')
  })
})

test('a step that waits for another workflow goes by the new one', async () => {
  await setSteps([{ from: 'draft', to: 'done' }])
  const a = await openSession(h, world.creator)
  const b = await openSession(h, world.editor)
  await a.run(amount(1))
  const late = b.run(move('done'))
  await b.waits(late)
  await setSteps([{ from: 'draft', to: 'void' }])
  await a.commit()
  expect(await late).toBe('transition_refused')
  await b.rollback()
})
