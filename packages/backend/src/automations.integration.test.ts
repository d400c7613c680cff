/** Automations through the whole stack: made by a creator, run by what others write over HTTP. */
import type { AutomationDraft, AutomationId, FieldId, Table } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addRecord,
  fieldOf,
  makeTable,
  newId,
  refusal,
  startWorld,
  value,
  type World,
} from './integration-world.ts'

let world: World
let table: Table
beforeAll(async () => {
  world = await startWorld()
  table = await makeTable(world, 'Tasks', [fieldOf('Title', 'text'), fieldOf('Count', 'integer')])
})
afterAll(() => world?.stop())

const idOf = (name: string): FieldId => table.fields.find((field) => field.name === name)!.id
const draft = (count: number): AutomationDraft => ({
  name: 'Counts',
  table: table.id,
  trigger: { kind: 'created' },
  condition: { call: 'is_filled', args: [{ field: idOf('Title') }] },
  actions: [
    { kind: 'set', values: [{ field: idOf('Count'), value: { kind: 'value', value: count } }] },
    { kind: 'notify', people: [world.editor.userId], fields: [], message: 'Counted' },
  ],
})

describe('an automation', () => {
  it('runs for what others write, is told, changed, paused and deleted', async () => {
    const { automations } = world.owner.backend
    const id = newId<AutomationId>()
    const made = value(await automations.create(id, draft(3)))
    expect(made).toMatchObject({
      id,
      name: 'Counts',
      owner: world.owner.userId,
      stopped: null,
      fault: null,
      lastRun: null,
    })
    const record = await addRecord(world.editor, table, { [idOf('Title')]: 'a' })
    const query = { table: table.id, sorts: [], fields: [idOf('Count')] }
    const rows = value(await world.editor.backend.rows.byId(query, [record]))
    expect(rows.rows[0]).toMatchObject({ ver: 2, values: { [idOf('Count')]: 3 } })
    const [run] = value(await automations.runs(id, { before: null, take: 10 }))
    expect(run).toMatchObject({
      record,
      outcome: 'done',
      error: null,
      actor: world.editor.userId,
      notified: 1,
    })
    const told = value(await world.editor.backend.automations.notices({ before: null, take: 10 }))
    expect(told).toMatchObject({ unread: 1, notices: [{ record, message: 'Counted', automation: 'Counts' }] })
    value(await world.editor.backend.automations.readNotices([told.notices[0]!.id]))
    expect(value(await world.editor.backend.automations.notices({ before: null, take: 1 })).unread).toBe(0)

    expect(value(await automations.update(id, draft(4))).actions).toEqual(draft(4).actions)
    expect(value(await automations.dryRun({ automation: id }, record))).toMatchObject({
      outcome: 'done',
      steps: [
        { kind: 'set', values: { [idOf('Count')]: 4 } },
        { kind: 'notify', people: [world.editor.userId] },
      ],
    })
    const wrong = { ...draft(5), actions: [{ kind: 'set', values: [] } as const] }
    expect(refusal(await automations.dryRun({ draft: wrong }, record))).toBe('invalid_input')
    expect(value(await automations.setPaused(id, true)).isPaused).toBe(true)
    expect(value(await automations.secret(id))).toMatch(/^[0-9a-f]{64}$/)
    expect(value(await automations.runDue(world.base))).toEqual({ ran: 0, left: 0 })
    const all = value(await automations.list(world.base))
    expect(all.features).toEqual({ webhooks: false, clock: false })
    expect(all.automations.map((one) => one.id)).toEqual([id])
    expect(refusal(await world.editor.backend.automations.list(world.base))).toBe('forbidden')
    value(await automations.delete(id))
    expect(refusal(await automations.renewSecret(id))).toBe('not_found')
  })
})
