/** Fields that the database computes from linked records, through the client: made, read, sorted and filtered by, followed, refused. */
import type { Field, RecordId, Rollup, Table } from '@plinth/domain'
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
let orders: Table
let lines: Table
let link: Field
let total: Field
const field = (table: Table, name: string) => table.fields.find((one) => one.name === name)!

beforeAll(async () => {
  world = await startWorld()
  lines = await makeTable(world, 'Lines', [fieldOf('What', 'text'), fieldOf('Price', 'number')])
  orders = await makeTable(world, 'Orders', [fieldOf('Name', 'text')])
  link = value(
    await world.owner.backend.bases.createField(orders.id, {
      id: newId(),
      name: 'Lines',
      type: 'link',
      options: { target: lines.id },
    }),
  )
})
afterAll(() => world?.stop())

const sum = (): Rollup => ({ link: link.id, function: 'sum', field: field(lines, 'Price').id })
const make = (name: string, rollup: Rollup) =>
  world.owner.backend.bases.createField(orders.id, { id: newId(), name, type: 'text', options: {}, rollup })
const valueOf = async (record: RecordId) =>
  value(await world.viewer.backend.rows.byId({ table: orders.id, sorts: [] }, [record])).rows[0]!.values[
    total.id
  ]

describe('a rollup', () => {
  it('is made with the type of its result, whatever is asked for', async () => {
    total = value(await make('Total', sum()))
    expect(total).toMatchObject({ type: 'number', access: 'read', rollup: sum() })
  })

  it('is computed from what is linked, told of, sorted and filtered by', async () => {
    const line = await addRecord(world.owner, lines, {
      [field(lines, 'What').id]: 'Bread',
      [field(lines, 'Price').id]: 2.5,
    })
    const order = await addRecord(world.owner, orders, { [field(orders, 'Name').id]: 'First' })
    value(
      await world.owner.backend.rows.apply({
        mutations: [
          {
            id: newId(),
            kind: 'update',
            table: orders.id,
            record: order,
            values: { [link.id]: { link: [line] } },
            base: { [link.id]: null },
          },
        ],
        atomic: true,
      }),
    )
    expect(await valueOf(order)).toBe(2.5)
    const price = field(lines, 'Price').id
    const [changed] = value(
      await world.editor.backend.rows.apply({
        mutations: [
          {
            id: newId(),
            kind: 'update',
            table: lines.id,
            record: line,
            values: { [price]: 4 },
            base: { [price]: 2.5 },
          },
        ],
        atomic: true,
      }),
    )
    expect(changed).toMatchObject({ status: 'ok' })
    const window = value(
      await world.viewer.backend.rows.window({
        query: {
          table: orders.id,
          sorts: [{ field: total.id, direction: 'desc' }],
          filter: { join: 'and', items: [{ field: total.id, operator: 'gt', value: 3 }] },
        },
        anchor: null,
        direction: 'forward',
        skip: 0,
        take: 10,
      }),
    )
    expect(window.rows.map((row) => row.values[total.id])).toEqual([4])
  })

  it('is changed, in a ring with nothing, and keeps what it reads', async () => {
    const { bases } = world.owner.backend
    const most: Rollup = { ...sum(), function: 'max' }
    const step = value(await bases.changeFormula(total.id, { rollup: most, type: 'number', options: {} }))
    expect(step.field).toMatchObject({ rollup: most })
    expect(refusal(await bases.deleteField(field(lines, 'Price').id))).toBe('used_by_rule')
    expect(refusal(await make('Wrong', { ...sum(), function: 'any' }))).toBe('rollup_invalid')
  })
})
