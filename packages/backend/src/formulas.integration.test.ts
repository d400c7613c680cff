/** Fields that the database computes, through the client: made, read, followed, changed, refused. */
import type { Field, FieldId, RecordId, RuleTree, Table } from '@plinth/domain'
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
let total: Field
const field = (name: string) => table.fields.find((one) => one.name === name)!
const product = (): RuleTree => ({
  call: '*',
  args: [{ field: field('Price').id }, { field: field('Pieces').id }],
})

beforeAll(async () => {
  world = await startWorld()
  const fields = [fieldOf('Name', 'text'), fieldOf('Price', 'number'), fieldOf('Pieces', 'integer')]
  table = await makeTable(world, 'Orders', fields)
})
afterAll(() => world?.stop())

const valueOf = async (record: RecordId, id: FieldId) =>
  value(await world.viewer.backend.rows.byId({ table: table.id, sorts: [] }, [record])).rows[0]!.values[id]

describe('a formula', () => {
  it('is made with the type of its result, whatever is asked for', async () => {
    const { bases } = world.owner.backend
    total = value(
      await bases.createField(table.id, {
        id: newId(),
        name: 'Total',
        type: 'text',
        options: { decimals: 2 },
        formula: product(),
      }),
    )
    expect(total).toMatchObject({
      type: 'number',
      options: { decimals: 2 },
      access: 'read',
      formula: product(),
    })
  })

  it('that asks who reads is computed for each reader, and gone when it is deleted', async () => {
    const { bases } = world.owner.backend
    const formula = { call: 'my_role', args: [] }
    expect(value(await bases.isOnRead(table.id, { formula }))).toBe(true)
    expect(value(await bases.isOnRead(table.id, { formula: product() }))).toBe(false)
    expect(refusal(await world.viewer.backend.bases.isOnRead(table.id, { formula }))).toBe('forbidden')
    const definition = { id: newId<FieldId>(), name: 'Role', type: 'text', options: {}, formula } as const
    const role = value(await bases.createField(table.id, definition))
    expect(role).toMatchObject({ onRead: true, column: '', access: 'read' })
    const record = await addRecord(world.owner, table, { [field('Name').id]: 'of a role' })
    expect(await valueOf(record, role.id)).toBe('viewer')
    value(await bases.deleteField(role.id))
    expect(refusal(await bases.restoreField(role.id))).toBe('not_found')
  })

  it('is computed for what is written, sorted by and told of', async () => {
    const { rows } = world.viewer.backend
    const record = await addRecord(world.owner, table, {
      [field('Name').id]: 'a',
      [field('Price').id]: 2.5,
      [field('Pieces').id]: 4,
    })
    expect(await valueOf(record, total.id)).toBe(10)
    const window = value(
      await rows.window({
        query: {
          table: table.id,
          sorts: [{ field: total.id, direction: 'desc' }],
          filter: { join: 'and', items: [{ field: total.id, operator: 'gt', value: 9 }] },
        },
        anchor: null,
        direction: 'forward',
        skip: 0,
        take: 10,
      }),
    )
    expect(window.rows.map(({ id }) => id)).toEqual([record])
  })

  it('is written by nobody', async () => {
    const { rows } = world.owner.backend
    const record = newId<RecordId>()
    const [result] = value(
      await rows.apply({
        atomic: false,
        mutations: [{ id: newId(), kind: 'insert', table: table.id, record, values: { [total.id]: 7 } }],
      }),
    )
    expect(result).toMatchObject({ status: 'error', error: { code: 'field_read_only' } })
  })

  it('is changed by whoever shapes the base, and by nobody else', async () => {
    const record = await addRecord(world.owner, table, { [field('Price').id]: 3, [field('Pieces').id]: 4 })
    const definition = {
      type: 'number',
      options: {},
      formula: { call: '+', args: product()['args'] },
    } as const
    for (const who of [world.editor, world.viewer, world.outsider]) {
      const expected = who === world.outsider ? 'not_found' : 'forbidden'
      expect(refusal(await who.backend.bases.changeFormula(total.id, definition))).toBe(expected)
    }
    const step = value(await world.owner.backend.bases.changeFormula(total.id, definition))
    expect(step.field).toMatchObject({ id: total.id, formula: definition.formula })
    expect(await valueOf(record, total.id)).toBe(7)
  })

  it('names the ring that it would be part of, and what it keeps', async () => {
    const { bases } = world.owner.backend
    const next = value(
      await bases.createField(table.id, {
        id: newId(),
        name: 'Next',
        type: 'number',
        options: {},
        formula: { call: '+', args: [{ field: total.id }, { number: 1 }] },
      }),
    )
    const refused = await bases.changeFormula(total.id, {
      type: 'number',
      options: {},
      formula: { field: next.id },
    })
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'formula_ring', details: { field: total.id } },
    })
    expect(!refused.ok && refused.error.details?.ring).toHaveLength(3)
    const kept = await bases.deleteField(field('Price').id)
    expect(kept).toMatchObject({ ok: false, error: { code: 'used_by_rule', details: { formula: total.id } } })
  })
})
