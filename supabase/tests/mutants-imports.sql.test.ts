/** Imports that begin with rights which are gone, or over fields which are, before they go on. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createFullTable,
  type Harness,
  type Json,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'
import { type Args, toldTo } from './refusals.ts'

let h: Harness
let world: World
let table: TestTable
let count = 0
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
afterAll(() => h.db.stop())
beforeEach(async () => {
  table = await createFullTable(h, world, `Table ${(count += 1)}`)
  for (const action of ['read', 'create', 'update']) await grant(action, 'all')
})

const field = (name: string) => table.fields.find((one) => one.name === name)!.id
const grant = (action: string, scope: string, rule: Json = null) =>
  h.rpc(world.creator, 'set_grant', { role: world.role, table: table.id, action, scope, rule })
const hide = (name: string, access: string | null) =>
  h.rpc(world.creator, 'set_field_grant', { role: world.role, field: field(name), access })
const told = (call: string, args: Args) => toldTo(h, world.holder, call, args)

async function begin(mode: 'append' | 'upsert' = 'append', fields = ['Title', 'Count']): Promise<string> {
  const id = uuidV7()
  await h.rpc(world.holder, 'begin_import', {
    import: id,
    table: table.id,
    file_name: 'a.csv',
    fields: fields.map(field),
    mode,
    key: mode === 'upsert' ? field('Title') : null,
  })
  return id
}
const rows = (id: string, more: Args = {}) => ({
  import: id,
  chunk: 0,
  rows: [[uuidV7(), 'x', 1]],
  misfits: [],
  ...more,
})

describe('an import', () => {
  test('of a table that is not read any more is not there', async () => {
    const id = await begin()
    await grant('read', 'none')
    for (const [call, args] of [
      ['import_rows', rows(id)],
      ['finish_import', { import: id }],
      ['cancel_import', { import: id, discard: false }],
      ['import_misfits', { import: id, after: 0, take: 10 }],
    ] as const)
      expect([call, ...(await told(call, args))]).toEqual([call, 'not_found', undefined])
  })

  test('by a key needs the right to change records, for as long as it lasts', async () => {
    const id = await begin('upsert')
    await grant('update', 'none')
    expect(await told('import_rows', rows(id))).toEqual(['read_only', undefined])
    await grant('update', 'all')
    expect(await told('import_rows', rows(id))).toEqual(['taken', undefined])
  })

  test('of fields that are hidden meanwhile goes no further', async () => {
    const id = await begin()
    await hide('Count', 'hidden')
    expect(await told('import_rows', rows(id))).toEqual(['invalid_input', 'fields'])
  })

  test('fills what stands aside for those who write it', async () => {
    await hide('Count', 'hidden')
    await hide('Count', 'write')
    const id = await begin()
    const record = uuidV7()
    expect(await told('import_rows', rows(id, { rows: [[record, 'x', 7]] }))).toEqual(['taken', undefined])
    const query = { table: table.id, sorts: [], fields: [field('Count')] }
    const answer = await h.rpc<{ rows: Json[][] }>(world.holder, 'rows_by_id', { query, ids: [record] })
    expect(answer.rows[0]![2]).toBe(7)
  })

  test('tells the place of a value that does not fit', async () => {
    const id = await begin()
    const good = [uuidV7(), 'x', 1]
    const wrong = h.rpc(world.holder, 'import_rows', rows(id, { rows: [good, [uuidV7(), 'y', 'many']] }))
    await expect(wrong).rejects.toMatchObject({
      code: 'value_invalid',
      details: expect.stringContaining('"line": 2'),
    })
  })

  test('takes links as a list', async () => {
    const id = await begin()
    expect(await told('import_rows', rows(id, { links: 'x' }))).toEqual(['invalid_input', 'rows'])
    expect(await told('import_rows', rows(id, { links: {} }))).toEqual(['invalid_input', 'rows'])
  })
})
