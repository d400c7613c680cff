/** Policies ask once a statement, not once a row. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { furnish, type Installation } from './furnished.ts'

const ROWS = 20_000

let it: Installation

beforeAll(async () => {
  it = await furnish()
  await it.backend.sql.unsafe(
    `insert into data.${it.relation} (title) select 'row ' || n from generate_series(1, ${ROWS}) as n`,
  )
  await it.backend.sql.unsafe(`analyze data.${it.relation}`)
})

afterAll(() => it?.backend.stop())

interface Count {
  readonly rows: number
  readonly plan: string
  /** Calls of functions by the count, of all that are not built in. */
  readonly calls: number
}

/** Calls, not milliseconds: the machine has other things to do, too. */
async function countAs(sub: string): Promise<Count> {
  const count = `select count(*)::int as rows from data.${it.relation}`
  return it.backend.admin.begin(async (tx) => {
    await tx`set local track_functions = 'all'`
    await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${JSON.stringify({ sub, role: 'authenticated' })}, true)`
    const [explained] = await tx.unsafe(`explain (analyze, timing off, format json) ${count}`)
    const before = await callsIn(tx)
    const [{ rows }] = (await tx.unsafe(count)) as unknown as [{ rows: number }]
    const calls = (await callsIn(tx)) - before
    return { rows, plan: JSON.stringify(explained), calls }
  })
}

async function callsIn(tx: { unsafe(sql: string): PromiseLike<unknown> }): Promise<number> {
  const answer = await tx.unsafe(
    'select coalesce(sum(calls), 0)::int as calls from pg_stat_xact_user_functions',
  )
  return (answer as [{ calls: number }])[0].calls
}

test('a count asks a fixed number of times, however many rows there are', async () => {
  const editor = await countAs(it.people.editor.id)
  const stranger = await countAs(it.people.outsider.id)
  expect(editor.rows).toBeGreaterThanOrEqual(ROWS)
  expect(stranger.rows).toBe(0)
  // The policy's helper stands in an init plan that ran once.
  expect(editor.plan).toMatch(/"Parent Relationship":"InitPlan"[^{}]*"Actual Loops":1[,}]/)
  for (const { calls } of [editor, stranger]) {
    expect(calls).toBeGreaterThan(0)
    expect(calls).toBeLessThan(50)
  }
})
