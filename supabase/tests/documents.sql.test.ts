/** Documents: the same text is one in the app and in the database, whatever way it comes, and keeps all its digits. */
import { fieldTypes, limits, uuidV7 } from '@plinth/domain'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fieldOf, type Harness, type Json, startWorld, type TestTable, type World } from './harness.ts'

let h: Harness
let world: World
let table: TestTable
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  const definition = {
    id: uuidV7(),
    name: 'Documents',
    fields: [fieldOf('Title', 'text'), fieldOf('Paper', 'json')],
  }
  table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
})
afterAll(() => h.db.stop())

const field = { options: {} }
const nested = (levels: number, inner: string) => `${'['.repeat(levels)}${inner}${']'.repeat(levels)}`

async function kept(texts: readonly string[]): Promise<(string | null)[]> {
  const rows = await h.db.sql`
    select plinth_private.json_of(e.value)::text as text
    from jsonb_array_elements_text(${h.db.sql.json(texts as string[])}) with ordinality as e order by e.ordinality`
  return rows.map((row) => row['text'] as string | null)
}
const read = (text: string) => {
  const result = fieldTypes.json.validate(text, field)
  return result.ok ? result.value : null
}

// Numbers of the database have no −0, and JSON has no other zero than 0.
const oneZero = (_name: string, value: unknown) => (value === 0 ? 0 : value)
const parse = (text: unknown) => (text === null ? null : (JSON.parse(text as string, oneZero) as Json))
const insert = (sql: string) =>
  h.as(world.editor, (tx) => tx.unsafe(`insert into data.${table.relation} (paper) values (${sql})`))

test('a text is a document in the database exactly where it is one in the app', async () => {
  const pieces = fc.array(fc.constantFrom(...'{}[]",:0.1-eEtruefalsn\\u \n'), { maxLength: 12 })
  const texts = fc.oneof(
    fc.json({ maxDepth: 4 }),
    pieces.map((list) => list.join('')),
    fc.nat({ max: 34 }).map((levels) => nested(levels, '')),
    fc.nat({ max: 34 }).map((levels) => nested(levels, '1')),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(texts, { minLength: 1, maxLength: 100 }), async (list) => {
      const stored = await kept(list)
      const filled = list.map((text) => (text.trim() === '' ? null : read(text)))
      expect(stored.map((text) => text !== null)).toEqual(filled.map((text) => text !== null))
      // The same document, with its names in the database's order.
      expect(stored.map(parse)).toEqual(filled.map(parse))
    }),
    { numRuns: 30 },
  )
})

test('has one zero in the database, as in the app', async () => {
  expect((await kept(['-0', '[-0.0]'])).map(parse)).toEqual([0, [0]])
})

describe('a document that comes past the calls', () => {
  test.each([
    [`'null'`, '__document'],
    [`'${nested(limits.jsonDepth + 1, '')}'`, '__document'],
    [`to_jsonb(repeat('x', ${limits.jsonLength}))`, '__length'],
  ])('is refused as %s', async (sql, rule) => {
    await expect(insert(sql)).rejects.toThrow(`paper${rule}`)
  })

  test('is read with all its digits, and changed from what was read', async () => {
    await insert(`'{"b": 12345678901234567890, "a": 2.50}'`)
    const window = {
      query: { table: table.id, sorts: [] },
      anchor: null,
      direction: 'forward',
      skip: 0,
      take: 5,
    }
    const { rows } = await h.rpc<{ rows: Json[][] }>(world.viewer, 'rows_window', window)
    const [record, , , paper] = rows[0]!
    expect(paper).toBe('{"a": 2.50, "b": 12345678901234567890}')
    const id = table.fields[1]!.id
    const mutation = {
      id: uuidV7(),
      kind: 'update',
      table: table.id,
      record,
      values: { [id]: '{"b":1}' },
      base: { [id]: '{"b":12345678901234567890,"a":2.50}' },
    }
    const results = await h.rpc(world.editor, 'apply_mutations', {
      batch: { mutations: [mutation], atomic: false },
    })
    expect(results).toMatchObject([{ status: 'ok', ver: 2 }])
  })
})

test('conditions see names of objects, and texts anywhere', async () => {
  const add = (title: string, paper: string) =>
    h.as(world.editor, (tx) =>
      tx.unsafe(`insert into data.${table.relation} (title, paper) values ('${title}', '${paper}')`),
    )
  await h.db.sql.unsafe(`delete from data.${table.relation} where true`)
  await add('object', '{"name": "Ada", "age": 7}')
  await add('list', '["name", "age"]')
  const find = async (operator: string, value: string) => {
    const items = [{ field: table.fields[1]!.id, operator, value }]
    const { rows } = await h.rpc<{ rows: Json[][] }>(world.viewer, 'rows_window', {
      query: { table: table.id, sorts: [], filter: { join: 'and', items } },
      anchor: null,
      direction: 'forward',
      skip: 0,
      take: 5,
    })
    return rows.map((row) => row[2])
  }
  expect(await find('has_key', 'name')).toEqual(['object'])
  expect(await find('contains', 'NAME')).toEqual(['object', 'list'])
  expect(await find('not_contains', 'ada')).toEqual(['list'])
})
