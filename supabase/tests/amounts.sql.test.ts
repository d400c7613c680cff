/**
 * Phone numbers, shares, points, lengths of time and sums of money: what the app reads and writes is what the database does, and whoever writes past
 * the app is held to the same.
 */
import {
  currencyDigits,
  type FieldTypeName,
  familyOf,
  fieldTypeNames,
  fieldTypes,
  uuidV7,
} from '@plinth/domain'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fieldOf, type Harness, type Json, refusalOf, startWorld, type World } from './harness.ts'

let h: Harness
let world: World
beforeAll(async () => {
  ;({ h, world } = await startWorld())
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
          select plinth_private.ex_duration_text(i::float8) as text,
                 plinth_private.duration_shown(i::bigint, 'minute') as shown,
                 plinth_private.duration_shown(i::bigint, 'second') as exact
          from unnest(${list.map(String)}::text[]) with ordinality as e (i, n) order by n`
        expect(rows.map((row) => row['text'] as Json)).toEqual(
          list.map((value) => fieldTypes.duration.toExport(value, { options: {} })),
        )
        for (const [key, unit] of [
          ['shown', 'minute'],
          ['exact', 'second'],
        ] as const)
          expect(rows.map((row) => row[key] as Json)).toEqual(
            list.map((value) => fieldTypes.duration.formatText(value, { options: { unit } }, context)),
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

  const codes = fc.constantFrom('EUR', 'USD', 'JPY', 'KWD', 'CLF', 'XYZ')

  test('of a sum of money are the same, and read back', async () => {
    const sums = fc.array(fc.tuple(fc.maxSafeInteger(), codes), { minLength: 1, maxLength: 200 })
    await fc.assert(
      fc.asyncProperty(sums, async (list) => {
        const rows = await h.db.sql`
          select m.text, plinth_private.money_of(m.text, m.code)::float8 as back,
                 plinth_private.money_of(m.code || ' ' || m.text, m.code)::float8 as named
          from (select plinth_private.money_text((i ->> 0)::bigint, i ->> 1) as text, i ->> 1 as code, n
                from jsonb_array_elements(${h.db.sql.json(list)}) with ordinality as e (i, n)) as m order by m.n`
        const texts = list.map(([value, currency]) =>
          fieldTypes.currency.toExport(value, { options: { currency } }),
        )
        expect(rows.map((row) => row['text'] as Json)).toEqual(texts)
        const sums = list.map(([value]) => value || 0)
        expect(rows.map((row) => row['back'] as Json)).toEqual(sums)
        expect(rows.map((row) => row['named'] as Json)).toEqual(sums)
      }),
      { numRuns: 30 },
    )
  })

  test('that the app shows are sums of money to the database', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.maxSafeInteger(),
        fc.constantFrom('EUR', 'USD', 'JPY', 'GBP'),
        async (value, currency) => {
          const text = fieldTypes.currency.formatText(value, { options: { currency } }, context)
          const [row] = await h.db.sql`select plinth_private.money_of(${text}, ${currency})::float8 as minor`
          expect([text, row!['minor']]).toEqual([text, value || 0])
        },
      ),
      { numRuns: 100 },
    )
  })

  test('the digits of each currency are the same', async () => {
    const all = Intl.supportedValuesOf('currency')
    const rows = await h.db
      .sql`select c, plinth_private.currency_digits(c) as digits from unnest(${all}::text[]) as c`
    for (const row of rows)
      expect([row['c'], row['digits']]).toEqual([row['c'], currencyDigits(row['c'] as string)])
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
        fieldOf('Price', 'currency', { currency: 'EUR' }),
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
    ['Price', 1_250, 'stored'],
    ['Price', 12.5, 'value_invalid'],
    ['Price', '12.50', 'value_invalid'],
    ['Price', 2 ** 53, 'number_out_of_range'],
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
    ['price', '9007199254740992'],
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
      { currency: 'EUR' },
    ])
    const field = (type: FieldTypeName, options: Json) =>
      h.rpc<{ options: Json }>(world.creator, 'create_field', {
        table: table.id,
        definition: fieldOf(`More ${(made += 1)}`, type, options),
      })
    expect((await field('rating', {})).options).toEqual({ max: 5 })
    expect((await field('duration', { max: 3 })).options).toEqual({ unit: 'minute' })
    expect((await field('currency', {})).options).toEqual({ currency: 'USD' })
    expect(await refusalOf(field('currency', { currency: 'Euro' }))).toBe('invalid_input')
    expect(await refusalOf(field('currency', { currency: 'eur' }))).toBe('invalid_input')
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

const ruleOf = (table: TestTable, rule: Json) =>
  h.rpc(world.creator, 'save_table_rule', {
    table: table.id,
    rule: uuidV7(),
    definition: { message: 'Not so.', rule },
    keep: false,
  })

const changePrice = (table: TestTable, changes: Json) =>
  h.rpc<{ options: Json }>(world.creator, 'update_field', {
    field: fieldNamed(table, 'Price').id,
    changes,
  })
const inCurrency = (currency: string) => ({ options: { currency } })

describe('the currency of a field', () => {
  test('becomes another one of as many digits, and its sums stay as they are', async () => {
    const table = await createTable()
    expect(await write(table, 'Price', 1_250)).toBe('stored')
    expect((await changePrice(table, inCurrency('CHF'))).options).toEqual({ currency: 'CHF' })
    const [row] = await h.db.sql.unsafe(`select price::text from data.${table.relation}`)
    expect(row!['price']).toBe('1250')
  })

  test('with other digits is refused while there are sums, and taken while there are none', async () => {
    const table = await createTable()
    expect((await changePrice(table, inCurrency('KWD'))).options).toEqual({ currency: 'KWD' })
    expect(await write(table, 'Price', 1_250)).toBe('stored')
    expect(await refusalOf(changePrice(table, inCurrency('JPY')))).toBe('invalid_input')
  })

  test('with other digits is refused while the field has a default, a bound or a rule that reads it', async () => {
    const table = await createTable()
    const price = fieldNamed(table, 'Price').id
    await changePrice(table, { default: { kind: 'value', value: 100 } })
    expect(await refusalOf(changePrice(table, inCurrency('JPY')))).toBe('invalid_input')
    await changePrice(table, { default: null })
    const setRules = (rules: Json) =>
      h.rpc(world.creator, 'set_field_rules', { field: price, rules, keep: false })
    await setRules({ min: 0 })
    expect(await refusalOf(changePrice(table, inCurrency('JPY')))).toBe('invalid_input')
    await setRules({})
    const rule = { call: '>', args: [{ field: price }, { number: 0 }] }
    await ruleOf(table, rule)
    expect(await refusalOf(changePrice(table, inCurrency('JPY')))).toBe('used_by_rule')
  })
})

describe('a rule', () => {
  test.each([
    ['12.49', 'rule_violated'],
    ['12.5', 'stored'],
  ])('compares sums in whole units: %s', async (sum, outcome) => {
    const table = await createTable()
    const rule = { call: '>=', args: [{ field: fieldNamed(table, 'Price').id }, { number: 12.5 }] }
    await ruleOf(table, rule)
    expect(await write(table, 'Price', Math.round(Number(sum) * 100))).toBe(outcome)
  })

  test('of a role is no list of what the column holds', async () => {
    const table = await createTable()
    const rule = { call: '=', args: [{ field: fieldNamed(table, 'Price').id }, { number: 12 }] }
    const [row] = await h.db.sql`
      select (plinth_private.plain_field(${table.id}, ${h.db.sql.json(rule)})).id as field`
    expect(row!['field']).toBeNull()
  })
})

describe('a view', () => {
  test('filters, sorts, sums up and searches them', async () => {
    const table = await createTable()
    const id = (name: string) => fieldNamed(table, name).id
    await h.db.sql.unsafe(
      `insert into data.${table.relation} (name, phone, share, stars, length, price) values
      ('a', '112', 0.07, 1, 60, 1250), ('b', '+43 1', 0.125, 3, 5400, 999), ('c', null, null, null, null, null)`.replace(
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
    expect(await where('Price', 'lt', 1_000)).toBe(1)
    expect(await names({ search: '12.50' })).toBe(1)
    expect(await names({ search: '.99' })).toBe(1)
    expect(await names({ search: '12.5%' })).toBe(1)
    expect(await names({ search: '112' })).toBe(1)
    expect(await names({ search: '1:30' })).toBe(1)
    expect(await names({ search: '0:01:00' })).toBe(1)
    expect(await names({ sorts: [{ field: id('Length'), direction: 'desc' }] })).toBe(3)
    const { figures } = await h.rpc<{ figures: Json }>(world.viewer, 'view_summary', {
      query: { table: table.id, sorts: [] },
      figures: {
        [id('Length')]: 'sum',
        [id('Share')]: 'max',
        [id('Stars')]: 'average',
        [id('Phone')]: 'filled',
        [id('Price')]: 'average',
      },
    })
    expect(figures).toEqual({
      [id('Length')]: 5_460,
      [id('Share')]: 0.125,
      [id('Stars')]: 2,
      [id('Phone')]: 2,
      [id('Price')]: 1_124.5,
    })
  })
})
