/** The same backend, seen through somebody else’s eyes. */
import type { Backend, Field, RoleId, Table } from '@plinth/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
let region: Field
const role = newId<RoleId>()
const records: string[] = []

beforeAll(async () => {
  world = await startWorld()
  const options = ['eu', 'us'].map((id) => ({ id: id as never, label: id, hue: 'blue' as const }))
  const fields = [fieldOf('Title', 'text'), fieldOf('Region', 'single_select', { options })]
  table = await makeTable(world, 'Deals', fields)
  region = table.fields[1]!
  for (const id of ['eu', 'us', 'eu'])
    records.push(await addRecord(world.owner, table, { [region.id]: id as never }))
  const { roles } = world.owner.backend
  value(await roles.save(world.base, role, { name: 'Europe' }))
  const rule = { call: '=', args: [{ field: region.id }, { option: 'eu', field: region.id }] }
  value(await roles.setGrant(role, table.id, 'read', { scope: 'rules', rule }))
})
afterAll(() => world?.stop())

const ids = async (backend: Backend) => {
  const query = { table: table.id, sorts: [] }
  const request = { query, anchor: null, direction: 'forward', skip: 0, take: 10 } as const
  return value(await backend.rows.window(request)).rows.map(({ id }) => id as string)
}

test('reads what a role or a person reads, and offers nothing that writes', async () => {
  const { backend } = world.owner
  const asRole = backend.viewAs(world.base, { role })
  expect(await ids(asRole)).toEqual([records[0], records[2]])
  const schema = value(await asRole.bases.schema(world.base))
  expect([schema.role, schema.tables[0]!.access]).toEqual([
    null,
    { read: 'rules', create: 'none', update: 'none', delete: 'none' },
  ])
  const asEditor = backend.viewAs(world.base, { person: world.editor.userId })
  expect(await ids(asEditor)).toEqual(records)
  const seen = value(await asEditor.bases.schema(world.base))
  expect([seen.role, seen.tables[0]!.access.update]).toEqual(['viewer', 'none'])
  expect(value(await asRole.rows.stats({ table: table.id, sorts: [] }, 'exact')).total).toBe(2)
  expect(value(await asRole.rows.byId({ table: table.id, sorts: [] }, records as never)).rows).toHaveLength(2)
  value(await asRole.rows.anchors({ table: table.id, sorts: [] }, 100))
  expect(await ids(backend)).toEqual(records)
})

test('refuses every other call before it is sent', async () => {
  const view = world.owner.backend.viewAs(world.base, { role })
  expect(refusal(await view.rows.apply({ mutations: [], atomic: false }))).toBe('read_only')
  expect(refusal(await view.bases.delete(world.base, 'Base'))).toBe('read_only')
  expect(refusal(await view.roles.delete(role))).toBe('read_only')
  expect(refusal(await view.imports.finish(newId()))).toBe('read_only')
  expect(refusal(await view.files.remove(newId()))).toBe('read_only')
})

test('is for creators', async () => {
  const { backend } = world.editor
  const view = backend.viewAs(world.base, { person: world.owner.userId })
  expect(refusal(await view.bases.schema(world.base))).toBe('forbidden')
  const stranger = world.outsider.backend.viewAs(world.base, { role })
  expect(refusal(await stranger.bases.schema(world.base))).toBe('not_found')
})
