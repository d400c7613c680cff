/** Changes of many records through the whole stack. */
import type { BulkChange, FieldId, Mutation, MutationId, RecordId, Table } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldOf, makeTable, newId, refusal, startWorld, value, type World } from './integration-world.ts'

let world: World
let table: Table
beforeAll(async () => {
  world = await startWorld()
  table = await makeTable(world, 'Many', [fieldOf('Name', 'text'), fieldOf('Amount', 'integer')])
  const mutations = Array.from({ length: 20 }, (_, at): Mutation => {
    const record = newId<'Record'>() as string as RecordId
    const id = newId<'Mutation'>() as string as MutationId
    return {
      id,
      kind: 'insert',
      table: table.id,
      record,
      values: { [idOf('Name')]: `n ${at}`, [idOf('Amount')]: at },
    }
  })
  value(await world.owner.backend.rows.apply({ mutations, atomic: true }))
})
afterAll(() => world?.stop())

const idOf = (name: string): FieldId => table.fields.find((field) => field.name === name)!.id
const query = () => ({ table: table.id, sorts: [] })
const request = (change: BulkChange, count = 20) => ({
  bulk: newId<'Bulk'>() as string,
  query: query(),
  change,
  count,
  slack: 0,
  selection: { from: null, to: null, minus: [] },
})
const total = async () => value(await world.owner.backend.rows.stats(query(), 'exact')).total

describe('a change of many records', () => {
  it('is begun, done, taken back and done again', async () => {
    const { rows } = world.owner.backend
    const deletion = request({ kind: 'delete' })
    expect(value(await rows.beginBulk(deletion))).toMatchObject({ total: 20 })
    const done = value(await rows.stepBulk(deletion.bulk, 0, 0))
    expect(done).toEqual({ done: 20, refused: 0, changed: 0, errors: [], next: 1, atEnd: true })
    expect(value(await rows.stepBulk(deletion.bulk, 0, 0))).toEqual(done)
    expect(await total()).toBe(0)
    expect(value(await rows.stepBulk(deletion.bulk, 1, 0))).toMatchObject({ done: 20, atEnd: true })
    expect(await total()).toBe(20)
    expect(value(await rows.stepBulk(deletion.bulk, 2, 0))).toMatchObject({ done: 20, atEnd: true })
    expect(await total()).toBe(0)
    expect(value(await rows.stepBulk(deletion.bulk, 3, 0))).toMatchObject({ done: 20 })
    expect(await total()).toBe(20)
  })

  it('names what the database refuses with codes of the catalogue', async () => {
    const { rows } = world.owner.backend
    expect(refusal(await rows.beginBulk(request({ kind: 'delete' }, 19)))).toBe('selection_changed')
    const bad = request({ kind: 'set', field: idOf('Amount'), value: 'no number' })
    expect(refusal(await rows.beginBulk(bad))).toBe('value_invalid')
    expect(refusal(await rows.stepBulk(newId<'Bulk'>() as string, 0, 0))).toBe('not_found')
  })
})
