/** Tables and fields are reshaped while others look at them. */
import { type ChangeEvent, type FieldId, newRecordValues, type Table, type TableId } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
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

const soon = { timeout: 15_000 }

let world: World
let table: Table
const heard = { events: [] as ChangeEvent[], schemaChanges: 0 }
const open: { close(): void }[] = []

beforeAll(async () => {
  world = await startWorld()
  table = await makeTable(world, 'Reshaped', [fieldOf('Name', 'text'), fieldOf('Amount', 'text')])
  const { live, bases } = world.viewer.backend
  const epoch = value(await bases.schema(world.base)).accessEpoch
  const states: string[] = []
  const onState = (state: string) => states.push(state)
  const me = { tab: 'viewer', userId: world.viewer.userId, name: 'Vito', avatarKey: null, table: table.id }
  open.push(
    live.table(table.id, epoch, { onEvent: (event) => heard.events.push(event), onState }),
    live.room(world.base, epoch, me, {
      onPresence: () => undefined,
      onState,
      onSchemaChanged: () => {
        heard.schemaChanges += 1
      },
    }),
  )
  await vi.waitFor(() => {
    if (states.join() !== 'live,live') throw new Error('not live yet')
  }, soon)
})
afterAll(async () => {
  for (const one of open) one.close()
  await world?.stop()
})

/** Runs something and waits until another client was told that the schema changed. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  const before = heard.schemaChanges
  const result = await work()
  await expect.poll(() => heard.schemaChanges, soon).toBeGreaterThan(before)
  return result
}
/** The same where rows have other values too. */
async function toldOfRows<T>(work: () => Promise<T>): Promise<T> {
  const before = heard.events.length
  const result = await told(work)
  await expect.poll(() => heard.events.length, soon).toBeGreaterThan(before)
  expect(heard.events.at(-1)).toMatchObject({ op: 'bulk' })
  return result
}
const amount = () => table.fields[1]!
const trash = async () => value(await world.owner.backend.bases.trash(world.base))

describe('what a maker does is heard by who looks at the table', () => {
  it('when it is described, moved and gets a default', async () => {
    const { bases } = world.owner.backend
    await told(() => bases.updateTable(table.id, { description: 'For everybody', position: 0 }))
    const preset = { kind: 'value', value: '1' } as const
    await told(() => bases.updateField(amount().id, { description: 'In euros', default: preset }))
    const seen = value(await world.viewer.backend.bases.schema(world.base)).tables[0]!
    expect(seen).toMatchObject({
      description: 'For everybody',
      fields: [
        { description: '', default: null },
        { description: 'In euros', default: preset },
      ],
    })
    expect(newRecordValues(seen.fields, { timeZone: 'UTC', me: world.viewer.userId }, 0)).toEqual({
      [amount().id]: '1',
    })
    await addRecord(world.editor, table, { [amount().id]: '12' })
    await addRecord(world.editor, table, { [amount().id]: 'a dozen' })
  })

  it('when a field is copied, deleted and restored', async () => {
    const { bases } = world.owner.backend
    const id = newId<FieldId>()
    const { field: copy } = value(
      await toldOfRows(() => bases.duplicateField(amount().id, { id, name: 'Copy', withValues: true })),
    )
    expect(copy).toMatchObject({ name: 'Copy', type: 'text', position: 2 })
    value(await told(() => bases.deleteField(id)))
    expect(await trash()).toMatchObject([
      { id, kind: 'field', name: 'Copy', type: 'text', records: 2, table: { id: table.id } },
    ])
    expect(value(await toldOfRows(() => bases.restoreField(id))).field).toMatchObject({ id, name: 'Copy' })
  })

  it('when a field becomes another type, and its old values come back', async () => {
    const { bases } = world.owner.backend
    const preview = value(await bases.previewTypeChange(amount().id, 'integer', {}))
    expect(preview).toMatchObject({ converts: 1, empties: 1, examples: [[expect.any(String), 'a dozen']] })
    const { field } = value(await toldOfRows(() => bases.changeType(amount().id, 'integer', {})))
    expect(field).toMatchObject({ id: amount().id, type: 'integer', column: amount().column })
    const [old] = await trash()
    expect(old).toMatchObject({ name: 'Old values of Amount', replaced: true, type: 'text' })
    value(await toldOfRows(() => bases.restoreField(old!.id as FieldId)))
    expect(await trash()).toEqual([])
    expect(refusal(await bases.previewTypeChange(amount().id, 'date', {}))).toBe('invalid_input')
  })

  it('when a change of type is taken back and made again', async () => {
    const { bases } = world.owner.backend
    const values = async () => {
      const { backend } = world.viewer
      const now = value(await backend.bases.schema(world.base)).tables.find(({ id }) => id === table.id)!
      const query = { table: table.id, sorts: [] }
      const page = { query, anchor: null, direction: 'forward', skip: 0, take: 10 } as const
      const { rows } = value(await backend.rows.window(page))
      return [now.fields[1]!.type, ...rows.map((row) => row.values[amount().id])]
    }
    const before = await values()
    const there = value(await toldOfRows(() => bases.changeType(amount().id, 'text', {})))
    const back = value(await toldOfRows(() => bases.changeTypeBack(amount().id, 'integer', there.kept!)))
    expect(back.field).toMatchObject({ id: amount().id, type: 'integer' })
    expect(await values()).toEqual(before)
    expect(refusal(await bases.changeTypeBack(amount().id, 'integer', there.kept!))).toBe('values_gone')
    value(await toldOfRows(() => bases.changeTypeBack(amount().id, 'text', back.kept!)))
    expect((await values())[0]).toBe('text')
    value(await bases.emptyTrash(world.base, null, 'Base'))
  })

  it('when the table is copied, deleted, restored and deleted for good', async () => {
    const { bases } = world.owner.backend
    const id = newId<TableId>()
    const copy = value(
      await told(() => bases.duplicateTable(table.id, { id, name: 'Twin', withRecords: true })),
    )
    const count = (of: TableId) => world.viewer.backend.rows.stats({ table: of, sorts: [] }, 'exact')
    expect(value(await count(copy.id)).total).toBe(2)
    value(await told(() => bases.deleteTable(id)))
    expect(refusal(await count(id))).toBe('not_found')
    expect(await trash()).toMatchObject([{ id, kind: 'table', records: 2, trashedBy: world.owner.userId }])
    value(await told(() => bases.restoreTable(id)))
    expect(value(await count(id)).total).toBe(2)
    value(await bases.deleteTable(id))
    expect(refusal(await bases.emptyTrash(world.base, id, 'Someone'))).toBe('confirm_mismatch')
    value(await told(() => bases.emptyTrash(world.base, id, 'Twin')))
    expect(await trash()).toEqual([])
  })

  it('and nobody else may', async () => {
    for (const who of [world.editor, world.viewer, world.outsider]) {
      const { bases } = who.backend
      const expected = who === world.outsider ? 'not_found' : 'forbidden'
      expect(refusal(await bases.trash(world.base))).toBe(expected)
      expect(refusal(await bases.changeType(amount().id, 'text', {}))).toBe(expected)
      expect(refusal(await bases.changeTypeBack(amount().id, 'text', newId<FieldId>()))).toBe(expected)
      expect(refusal(await bases.cancelTypeChange(amount().id))).toBe(expected)
      expect(refusal(await bases.emptyTrash(world.base, null, 'Base'))).toBe(expected)
    }
  })
})
