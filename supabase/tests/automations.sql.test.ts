/** What a base does by itself: when it begins, what it does, and what is told of it. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type AutomationLab, automationLab, compute, set } from './automation-lab.ts'
import { buildWorld, type Harness, type Json, startHarness, type World } from './harness.ts'

let h: Harness
let world: World
let lab: AutomationLab
beforeAll(async () => {
  h = await startHarness()
  world = await buildWorld(h)
  lab = await automationLab(h, world)
})
afterAll(() => h?.db.stop())
afterEach(async () => {
  const rows = await h.db.sql`select id from plinth_private.automation`
  for (const row of rows) await h.rpc(world.creator, 'delete_automation', { automation: row['id'] })
})

describe('what begins a run', () => {
  test('is a record that is made, by whatever way', async () => {
    const id = await lab.automate({ kind: 'created' }, [set(lab.task('Count'), 7)])
    const byApp = await lab.make({ Title: 'a' })
    const bySql = uuidV7()
    await h.db.sql.unsafe(`insert into data.${lab.tasks.relation} (id, title) values ('${bySql}', 'b')`)
    const byRest = uuidV7()
    await h.as(world.editor, (tx) =>
      tx.unsafe(`insert into data.${lab.tasks.relation} (id, title) values ('${byRest}', 'c')`),
    )
    for (const record of [byApp, bySql, byRest])
      expect(await lab.stored(record)).toMatchObject({ count: 7, changed_by: world.creator.id })
    const runs = await lab.runs(id)
    expect(runs.map(({ record, outcome, actor, depth }) => [record, outcome, actor, depth])).toEqual([
      [byRest, 'done', world.editor.id, 1],
      [bySql, 'done', null, 1],
      [byApp, 'done', world.editor.id, 1],
    ])
  })
})
