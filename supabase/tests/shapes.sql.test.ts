/** Arguments and patterns of a wrong shape, where nothing else asks for that one alone. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  buildWorld,
  createFullTable,
  type Harness,
  type Json,
  refusalOf,
  startHarness,
  type TestTable,
  type World,
} from './harness.ts'

let h: Harness
let world: World
let table: TestTable
beforeAll(async () => {
  h = await startHarness()
  world = await buildWorld(h)
  table = await createFullTable(h, world)
})
afterAll(() => h.db.stop())

const fieldOf = (name: string) => table.fields.find((one) => one.name === name)!.id

test.each<[string, Json]>([
  ['roles', {}],
  ['roles', 'creator'],
  ['roles', [1]],
  ['requires', {}],
  ['requires', 'x'],
])('the %s of a transition are no %j', async (name, value) => {
  const step = { id: uuidV7(), name: 'Go', from: 'low', to: 'mid', roles: null, guard: null, requires: [] }
  const transitions = [{ ...step, fourEyes: false, [name]: value }]
  expect(
    await refusalOf(h.rpc(world.creator, 'set_transitions', { field: fieldOf('State'), transitions })),
  ).toBe('invalid_input')
})

test.each([
  ['[a-b-c]', false],
  ['[a-b-]', true],
  ['[\\d-c]', false],
  ['[\\d-]', true],
  ['[-a]', true],
  ['[a-', false],
  ['[^a-c-]', true],
])('the pattern %s is one: %j', async (pattern, is) => {
  const [row] = await h.db.sql`select plinth_private.compile_pattern(${pattern}) is not null as compiled`
  expect(row!['compiled']).toBe(is)
})

test('a chunk that names a record twice is refused as a whole, as not unique', async () => {
  const [id, record] = [uuidV7(), uuidV7()]
  const definition = { file_name: 'a.csv', fields: [fieldOf('Title')], mode: 'append', key: null }
  await h.rpc(world.editor, 'begin_import', { import: id, table: table.id, ...definition })
  const rows = [
    [record, 'x'],
    [record, 'y'],
  ]
  const sent = h.rpc(world.editor, 'import_rows', { import: id, chunk: 0, rows, misfits: [] })
  expect(await refusalOf(sent)).toBe('not_unique')
})
