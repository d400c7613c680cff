/** Policies ask once a statement, not once a row. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { furnish, type Installation } from './furnished.ts'

const ROWS = 200_000

let it: Installation

beforeAll(async () => {
  it = await furnish()
  await it.backend.sql.unsafe(
    `insert into data.${it.relation} (title) select 'row ' || n from generate_series(1, ${ROWS}) as n`,
  )
  await it.backend.sql.unsafe(`analyze data.${it.relation}`)
})

afterAll(() => it?.backend.stop())

async function countAs(role: string, sub: string): Promise<{ ms: number; plan: string }> {
  return it.backend.admin.begin(async (tx) => {
    await tx`select set_config('role', ${role}, true), set_config('request.jwt.claims', ${JSON.stringify({ sub, role })}, true), set_config('max_parallel_workers_per_gather', '0', true)`
    let ms = Number.POSITIVE_INFINITY
    let plan = ''
    for (let n = 0; n < 5; n += 1) {
      const rows = await tx.unsafe(
        `explain (analyze, timing off, format json) select count(*) from data.${it.relation}`,
      )
      const [answer] = rows[0]!['QUERY PLAN'] as [{ 'Execution Time': number }]
      ms = Math.min(ms, answer['Execution Time'])
      plan = JSON.stringify(answer)
    }
    return { ms, plan }
  })
}

test('a count as an editor costs about what it costs the superuser', async () => {
  const superuser = await countAs('supabase_admin', it.people.editor.id)
  const editor = await countAs('authenticated', it.people.editor.id)
  const stranger = await countAs('authenticated', it.people.outsider.id)
  console.log(
    `count of ${ROWS} rows: superuser ${superuser.ms} ms, editor ${editor.ms} ms, stranger ${stranger.ms} ms`,
  )
  // The policy's helper stands in an init plan that ran once.
  expect(editor.plan).toMatch(/"Parent Relationship":"InitPlan"[^{}]*"Actual Loops":1[,}]/)
  expect(editor.ms / superuser.ms).toBeLessThan(2)
  expect(stranger.ms / superuser.ms).toBeLessThan(2)
})
