/**
 * Phone numbers, shares, points and lengths of time: what the app reads and writes is what the database does, and whoever writes past
 * the app is held to the same.
 */
import { type FieldTypeName, familyOf, fieldTypeNames, fieldTypes, uuidV7 } from '@plinth/domain'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildWorld,
  fieldOf,
  type Harness,
  type Json,
  refusalOf,
  startHarness,
  type World,
} from './harness.ts'

let h: Harness
let world: World
beforeAll(async () => {
  h = await startHarness()
  world = await buildWorld(h)
})
afterAll(() => h.db.stop())

const context = { locale: 'en', timeZone: 'UTC' }
const parsed = (type: FieldTypeName, text: string, options = {}) => {
  const result = fieldTypes[type].parseText(text, { options }, context)
  return result.ok ? result.value : null
}

test.each(fieldTypeNames)('%s is of the same family in the app and in the database', async (type) => {
  const [row] = await h.db.sql`select plinth_private.family_of(${type}) as family`
  expect(row!['family']).toBe(familyOf(type))
})

describe('texts', () => {
  const unit = fc.constantFrom('minute' as const, 'second' as const)
  const lengths = fc.oneof(
    fc.stringMatching(/^[+-]? ?\d{0,14}(:\d{1,2}){0,3}$/),
    fc.stringMatching(/^-?(\d{1,3} ?d)? ?(\d{1,3} ?h)? ?(\d{1,3} ?m(in)?)? ?(\d{1,3} ?s)?$/),
    fc.stringMatching(/^[-+ 0-9:dhmsDHMS]{0,12}$/),
  )

  test('say the same length of time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(lengths, unit), { minLength: 1, maxLength: 200 }), async (list) => {
        const rows = await h.db.sql`
          select plinth_private.duration_of(i ->> 0, i ->> 1)::float8 as seconds
          from jsonb_array_elements(${h.db.sql.json(list)}) with ordinality as e (i, n) order by n`
        expect(rows.map((row) => row['seconds'] as Json)).toEqual(
          list.map(([text, smallest]) => parsed('duration', text, { unit: smallest })),
        )
      }),
      { numRuns: 30 },
    )
  })

  test('of a length of time are the same', async () => {
    const seconds = fc.oneof(fc.integer({ min: -100_000, max: 100_000 }), fc.maxSafeInteger())
    await fc.assert(
      fc.asyncProperty(fc.array(seconds, { minLength: 1, maxLength: 200 }), async (list) => {
        const rows = await h.db.sql`
          select plinth_private.duration_text(i::bigint) as text
          from unnest(${list.map(String)}::text[]) with ordinality as e (i, n) order by n`
        expect(rows.map((row) => row['text'] as Json)).toEqual(
          list.map((value) => fieldTypes.duration.toExport(value, { options: {} })),
        )
      }),
      { numRuns: 30 },
    )
  })

  test('of a share are the same, and read back', async () => {
    // As many digits as a text of a number may have in the database.
    const share = fc
      .double({ noNaN: true, min: -1e15, max: 1e15 })
      .filter((value) => value === 0 || Math.abs(value) > 1e-50)
      .map((value) => value || 0)
    await fc.assert(
      fc.asyncProperty(fc.array(share, { minLength: 1, maxLength: 200 }), async (list) => {
        const rows = await h.db.sql`
          select plinth_private.percent_text(i::float8) as text,
                 plinth_private.percent_of(plinth_private.percent_text(i::float8)) as back
          from unnest(${list.map(String)}::text[]) with ordinality as e (i, n) order by n`
        expect(rows.map((row) => row['text'] as Json)).toEqual(
          list.map((value) => fieldTypes.percent.toExport(value, { options: {} })),
        )
        expect(rows.map((row) => row['back'] as Json)).toEqual(list)
      }),
      { numRuns: 30 },
    )
  })

  test('are phone numbers in both or in none', async () => {
    const text = fc.oneof(
      fc.stringMatching(/^\+?[0-9 ()./-]{0,24}( ?(x|ext\.?) ?\d{0,7})?$/),
      fc.stringMatching(/^\+?(\(\d{1,5}\)|\d)([ ./-]{0,3}\d){2,10}$/),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 200 }), async (list) => {
        const rows = await h.db.sql`
          select plinth_private.value_problem('phone', '{}', to_jsonb(i)) as problem
          from unnest(${list}::text[]) with ordinality as e (i, n) order by n`
        expect(rows.map((row) => row['problem'] as Json)).toEqual(
          list.map((value) => {
            const result = fieldTypes.phone.validate(value, { options: {} })
            return result.ok ? null : result.error.code
          }),
        )
      }),
      { numRuns: 30 },
    )
  })
})

interface TestTable {
  id: string
  relation: string
  fields: { id: string; name: string; options: Json }[]
}

let made = 0
const createTable = () =>
  h.rpc<TestTable>(world.creator, 'create_table', {
    base: world.base,
    definition: {
      id: uuidV7(),
      name: `Amounts ${(made += 1)}`,
      fields: [
        fieldOf('Name', 'text'),
        fieldOf('Phone', 'phone'),
        fieldOf('Share', 'percent', { decimals: 1 }),
        fieldOf('Stars', 'rating', { max: 3 }),
        fieldOf('Length', 'duration', { unit: 'second' }),
      ],
    },
  })
const fieldNamed = (table: TestTable, name: string) => table.fields.find((field) => field.name === name)!
const write = async (table: TestTable, name: string, value: Json): Promise<string> => {
  const values = { [fieldNamed(table, name).id]: value }
  const mutation = { id: uuidV7(), table: table.id, record: uuidV7(), kind: 'insert', values }
  const [outcome] = await h.rpc<{ error?: { code: string } }[]>(world.editor, 'apply_mutations', {
    batch: { mutations: [mutation], atomic: false },
  })
  return outcome?.error?.code ?? 'stored'
}

describe('a value', () => {
  test.each<[string, Json, string]>([
    ['Phone', '+43 1 234 56 78', 'stored'],
    ['Phone', 'call me', 'phone_invalid'],
    ['Phone', 112, 'phone_invalid'],
    ['Phone', '', 'stored'],
    ['Share', 0.125, 'stored'],
    ['Share', '12.5%', 'value_invalid'],
    ['Stars', 3, 'stored'],
    ['Stars', 4, 'number_out_of_range'],
    ['Stars', 11, 'number_out_of_range'],
    ['Stars', 0, 'number_out_of_range'],
    ['Stars', 2.5, 'value_invalid'],
    ['Length', -61, 'stored'],
    ['Length', 1.5, 'value_invalid'],
    ['Length', 2 ** 53, 'number_out_of_range'],
    ['Length', '1:30', 'value_invalid'],
  ])('of %s, %j, is %s', async (name, value, expected) => {
    expect(await write(await createTable(), name, value)).toBe(expected)
  })

  test.each([
    ['phone', "'call me'"],
    ['share', "'NaN'"],
    ['share', "'Infinity'"],
    ['stars', '4'],
    ['stars', '0'],
    ['length', '9007199254740992'],
  ])('past the calls, %s %s, is refused by the table itself', async (column, literal) => {
    const table = await createTable()
    const insert = h.db.sql.unsafe(`insert into data.${table.relation} (${column}) values (${literal})`)
    await expect(insert).rejects.toMatchObject({ code: '23514' })
  })
})

describe('options', () => {
  test('are as they were asked for, or as usual', async () => {
    const table = await createTable()
    expect(table.fields.map((field) => field.options)).toEqual([
      {},
      {},
      { decimals: 1 },
      { max: 3 },
      { unit: 'second' },
    ])
    const field = (type: FieldTypeName, options: Json) =>
      h.rpc<{ options: Json }>(world.creator, 'create_field', {
        table: table.id,
        definition: fieldOf(`More ${(made += 1)}`, type, options),
      })
    expect((await field('rating', {})).options).toEqual({ max: 5 })
    expect((await field('duration', { max: 3 })).options).toEqual({ unit: 'minute' })
    expect(await refusalOf(field('rating', { max: 11 }))).toBe('invalid_input')
    expect(await refusalOf(field('rating', { max: 0 }))).toBe('invalid_input')
    expect(await refusalOf(field('duration', { unit: 'day' }))).toBe('invalid_input')
    expect(await refusalOf(field('percent', { decimals: 11 }))).toBe('invalid_input')
  })

  test('of points grow, and shrink while no record has more', async () => {
    const table = await createTable()
    const stars = fieldNamed(table, 'Stars').id
    const change = (max: number) =>
      h.rpc<{ options: Json }>(world.creator, 'update_field', { field: stars, changes: { options: { max } } })
    expect((await change(10)).options).toEqual({ max: 10 })
    expect(await write(table, 'Stars', 7)).toBe('stored')
    expect(await refusalOf(change(6))).toBe('invalid_input')
    expect(await write(table, 'Stars', 10)).toBe('stored')
    await h.db.sql.unsafe(`delete from data.${table.relation} where stars = 10`)
    expect((await change(7)).options).toEqual({ max: 7 })
    expect(await write(table, 'Stars', 8)).toBe('number_out_of_range')
  })
})

describe('a view', () => {
  test('filters, sorts, sums up and searches them', async () => {
    const table = await createTable()
    const id = (name: string) => fieldNamed(table, name).id
    await h.db.sql.unsafe(
      `insert into data.${table.relation} (name, phone, share, stars, length) values
      ('a', '112', 0.07, 1, 60), ('b', '+43 1', 0.125, 3, 5400), ('c', null, null, null, null)`.replace(
        "'+43 1'",
        "'+43 12'",
      ),
    )
    const names = async (query: Json) => {
      const { rows } = await h.rpc<{ rows: Json[][] }>(world.viewer, 'rows_window', {
        query: { table: table.id, sorts: [], ...(query as object) },
        anchor: null,
        direction: 'forward',
        skip: 0,
        take: 10,
      })
      return rows.length
    }
    const where = (name: string, operator: string, value: Json) =>
      names({ filter: { join: 'and', items: [{ field: id(name), operator, value }] } })
    expect(await where('Share', 'ge', 0.1)).toBe(1)
    expect(await where('Stars', 'lt', 2.5)).toBe(1)
    expect(await where('Length', 'is', 5_400)).toBe(1)
    expect(await where('Phone', 'contains', '43')).toBe(1)
    expect(await names({ search: '12.5%' })).toBe(1)
    expect(await names({ search: '112' })).toBe(1)
    expect(await names({ sorts: [{ field: id('Length'), direction: 'desc' }] })).toBe(3)
    const { figures } = await h.rpc<{ figures: Json }>(world.viewer, 'view_summary', {
      query: { table: table.id, sorts: [] },
      figures: {
        [id('Length')]: 'sum',
        [id('Share')]: 'max',
        [id('Stars')]: 'average',
        [id('Phone')]: 'filled',
      },
    })
    expect(figures).toEqual({
      [id('Length')]: 5_460,
      [id('Share')]: 0.125,
      [id('Stars')]: 2,
      [id('Phone')]: 2,
    })
  })
})
