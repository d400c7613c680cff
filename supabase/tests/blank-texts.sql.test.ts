/** An empty text, which a client of the table's own route may store, is no value to views either: not to filters, groups and figures. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fieldOf, type Harness, type Json, startWorld, type TestTable, type World } from './harness.ts'

let h: Harness
let world: World
let table: TestTable
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  const fields = [fieldOf('Name', 'text'), fieldOf('Value', 'text'), fieldOf('Notes', 'long_text')]
  const definition = { id: uuidV7(), name: 'Blank', fields }
  table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
  const rows = [
    ['a', 'x'],
    ['b', ''],
    ['c', null],
    ['d', 'y'],
    ['e', ''],
  ] as const
  await h.as(world.editor, async (tx) => {
    for (const [name, value] of rows)
      await tx.unsafe(
        `insert into data.${table.relation} (${table.fields.map(({ column }) => column).join(', ')}) values ($1, $2, $2)`,
        [name, value],
      )
  })
})
afterAll(() => h.db.stop())

const written = ['Value', 'Notes'] as const
const idOf = (name: string) => table.fields.find((field) => field.name === name)!.id
const query = (more: object) => ({ table: table.id, sorts: [], fields: [idOf('Name')], ...more })

async function namesOf(more: object): Promise<string> {
  const { rows } = await h.rpc<{ rows: Json[][] }>(world.viewer, 'rows_window', {
    query: query(more),
    anchor: null,
    direction: 'forward',
    skip: 0,
    take: 10,
  })
  return rows.map((row) => row[2]).join('')
}

describe.each(written)('an empty text in %s', (name) => {
  test.each([
    ['empty', 'bce'],
    ['not_empty', 'ad'],
    ['is_not', 'bcde'],
  ])('is found by the filter %s as no value', async (operator, found) => {
    const item = { field: idOf(name), operator, ...(operator === 'is_not' ? { value: 'x' } : {}) }
    expect(await namesOf({ filter: { join: 'and', items: [item] } })).toBe(found)
  })

  test('counts as none', async () => {
    for (const [kind, amount] of [
      ['empty', 3],
      ['filled', 2],
      ['unique', 2],
    ] as const) {
      const { figures } = await h.rpc<{ figures: Record<string, Json> }>(world.viewer, 'view_summary', {
        query: { table: table.id, sorts: [] },
        figures: { [idOf(name)]: kind },
      })
      expect([kind, figures[idOf(name)]]).toEqual([kind, amount])
    }
  })
})

test('records without a value and with an empty text are one group', async () => {
  const { groups } = await h.rpc<{ groups: { path: Json[]; count: number }[] }>(world.viewer, 'view_groups', {
    query: { table: table.id, sorts: [], groups: [{ field: idOf('Value'), direction: 'asc' }] },
    figures: {},
    skip: 0,
    take: 10,
  })
  expect(groups.map(({ path, count }) => [path, count])).toEqual([
    [['x'], 1],
    [['y'], 1],
    [[null], 3],
  ])
  const groupsOf = (direction: string) => ({ groups: [{ field: idOf('Value'), direction }] })
  expect(await namesOf(groupsOf('asc'))).toBe('adbce')
  expect(await namesOf({ ...groupsOf('asc'), collapsed: [[null]] })).toBe('ad')
})
