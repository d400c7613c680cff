/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Descriptions, order, defaults and copies of tables and fields. */
import { type FieldTypeName, limits, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createFullTable,
  fieldOf,
  type Harness,
  type Json,
  refusalOf,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'

let h: Harness
let world: World
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
afterAll(() => h.db.stop())

interface Shape extends TestTable {
  position: number
  description: string
  fields: (TestTable['fields'][number] & { description: string; default: Json; options: Json })[]
}

const tables = async (): Promise<Shape[]> =>
  (await h.rpc<{ tables: Shape[] }>(world.creator, 'base_schema', { base: world.base })).tables
const tableNow = async (id: string) => (await tables()).find((table) => table.id === id)!
const createTable = (name: string, fields: object[], more: object = {}) =>
  h.rpc<Shape>(world.creator, 'create_table', {
    base: world.base,
    definition: { id: uuidV7(), name, fields, ...more },
  })
const updateTable = (table: string, changes: object) =>
  h.rpc(world.creator, 'update_table', { table, changes })
const updateField = (field: string, changes: object) =>
  h.rpc<Shape['fields'][number]>(world.creator, 'update_field', { field, changes })
const insert = async (table: TestTable, values: object, person = world.editor) => {
  const record = uuidV7()
  const mutation = { id: uuidV7(), kind: 'insert', table: table.id, record, values }
  const [result] = await h.rpc<{ status: string }[]>(person, 'apply_mutations', {
    batch: { mutations: [mutation], atomic: false },
  })
  expect(result).toMatchObject({ status: 'ok' })
  return record
}
const rowOf = async (table: TestTable, record: string) =>
  (
    await h.rpc<{ rows: Json[][] }>(world.creator, 'rows_by_id', {
      query: { table: table.id, sorts: [] },
      ids: [record],
    })
  ).rows[0]!.slice(2)

describe('descriptions', () => {
  test('are kept with tables and fields, trimmed, and may have several lines', async () => {
    const table = await createTable(
      'Described',
      [{ ...fieldOf('Name', 'text'), description: '  What it is called\nin full ' }],
      { description: 'For tests ' },
    )
    expect(table).toMatchObject({
      description: 'For tests',
      fields: [{ description: 'What it is called\nin full' }],
    })
    await updateTable(table.id, { description: 'Changed' })
    await updateField(table.fields[0]!.id, { description: '' })
    expect(await tableNow(table.id)).toMatchObject({
      name: 'Described',
      description: 'Changed',
      fields: [{ name: 'Name', description: '' }],
    })
  })

  test('are refused over the limit or with marks that nobody sees', async () => {
    const table = await createTable('Long words', [fieldOf('Name', 'text')])
    for (const description of ['x'.repeat(limits.descriptionLength + 1), 'a\u202eb', 'a\u0007b']) {
      expect(await refusalOf(updateTable(table.id, { description }))).toBe('invalid_input')
      expect(await refusalOf(updateField(table.fields[0]!.id, { description }))).toBe('invalid_input')
    }
    await updateTable(table.id, { description: 'x'.repeat(limits.descriptionLength) })
  })
})

describe('the order of tables', () => {
  test('changes by a place, and the others close up', async () => {
    for (const name of ['A1', 'B1', 'C1']) await createTable(name, [fieldOf('Name', 'text')])
    const order = async () => {
      const all = await tables()
      expect(all.map((table) => table.position)).toEqual(all.map((_, n) => n))
      return all.map((table) => table.name).filter((name) => name.endsWith('1'))
    }
    const { id, position } = (await tables()).find((table) => table.name === 'C1')!
    await updateTable(id, { position: position - 2 })
    expect(await order()).toEqual(['C1', 'A1', 'B1'])
    await updateTable(id, { position: 9_999 })
    expect(await order()).toEqual(['A1', 'B1', 'C1'])
    for (const bad of [-1, 'x', null, 1.5])
      expect(await refusalOf(updateTable(id, { position: bad }))).toBe('invalid_input')
  })
})

const day = '2026-02-03'
const moment = '2026-02-03T04:05:06.000Z'
const options = { options: [{ id: 'low', label: 'Low', hue: 'blue' }] }
const constants: [FieldTypeName, Json, Json?][] = [
  ['text', "it's %I; --"],
  ['long_text', 'a\nb'],
  ['integer', 7],
  ['number', 0.1],
  ['checkbox', true],
  ['date', day],
  ['datetime', moment],
  ['single_select', 'low', options],
  ['email', 'a@example.org'],
  ['url', 'https://example.org/'],
]

describe('a default', () => {
  test.each(constants)(
    'of type %s is what a record without the field gets, on every way',
    async (...given) => {
      const [type, value, fieldOptions = {}] = given
      const table = await createTable(`Default ${type}`, [
        fieldOf('Name', 'text'),
        { ...fieldOf('Field', type, fieldOptions), default: { kind: 'value', value } },
      ])
      expect(table.fields[1]!.default).toEqual({ kind: 'value', value })
      const name = table.fields[0]!.id
      expect((await rowOf(table, await insert(table, { [name]: 'x' })))[1]).toEqual(value)
      const plain = await h.as(world.editor, (tx) =>
        tx.unsafe(`insert into data.${table.relation} (name) values ('plain') returning id`),
      )
      expect((await rowOf(table, plain[0]!['id'] as string))[1]).toEqual(value)
      // An empty cell on purpose stays empty.
      expect((await rowOf(table, await insert(table, { [table.fields[1]!.id]: null })))[1]).toBeNull()
      await updateField(table.fields[1]!.id, { default: null })
      expect((await rowOf(table, await insert(table, { [name]: 'x' })))[1]).toBeNull()
    },
  )

  test('does not touch records that are there', async () => {
    const table = await createTable('Before', [fieldOf('Name', 'text')])
    const record = await insert(table, {})
    await h.rpc(world.creator, 'create_field', {
      table: table.id,
      definition: { ...fieldOf('Later', 'text'), default: { kind: 'value', value: 'new' } },
    })
    expect(await rowOf(table, record)).toEqual([null, null])
  })

  test('of today and now is that of the moment, in the zone of the base', async () => {
    const table = await createTable('Moving', [
      fieldOf('Name', 'text'),
      { ...fieldOf('Day', 'date'), default: { kind: 'today' } },
      { ...fieldOf('At', 'datetime'), default: { kind: 'now' } },
    ])
    const today = async () => {
      const [row] = await h.db.sql`
        select to_char(now() at time zone b.time_zone, 'YYYY-MM-DD') as day from plinth.base b where id = ${world.base}`
      return row!['day'] as string
    }
    const [, first, at] = await rowOf(table, await insert(table, {}))
    expect(first).toBe(await today())
    expect(Math.abs(Date.parse(at as string) - Date.now())).toBeLessThan(60_000)
    // Together these two zones are never in the same day.
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Niue', 'Europe/Vienna']) {
      await h.rpc(world.creator, 'update_base', { base: world.base, changes: { timeZone } })
      expect((await rowOf(table, await insert(table, {})))[1]).toBe(await today())
    }
  })

  test('holds in a batch whose records name different fields', async () => {
    const table = await createTable('Batch', [
      { ...fieldOf('A', 'text'), default: { kind: 'value', value: 'a' } },
      { ...fieldOf('B', 'text'), default: { kind: 'value', value: 'b' } },
    ])
    const [a, b] = table.fields.map((field) => field.id) as [string, string]
    const records = [uuidV7(), uuidV7(), uuidV7()]
    const mutations = [{ [a]: 'x' }, { [b]: 'y' }, {}].map((values, n) => ({
      id: uuidV7(),
      kind: 'insert',
      table: table.id,
      record: records[n],
      values,
    }))
    await h.rpc(world.editor, 'apply_mutations', { batch: { mutations, atomic: true } })
    expect(await Promise.all(records.map((record) => rowOf(table, record)))).toEqual([
      ['x', 'b'],
      ['a', 'y'],
      ['a', 'b'],
    ])
  })

  test.each([
    ['integer', { kind: 'value', value: 'seven' }, 'value_invalid'],
    ['integer', { kind: 'value', value: 1.5 }, 'value_invalid'],
    ['text', { kind: 'today' }, 'value_invalid'],
    ['date', { kind: 'now' }, 'value_invalid'],
    ['date', { kind: 'value', value: '2026-02-30' }, 'date_invalid'],
    ['text', { kind: 'value', value: '' }, 'value_invalid'],
    ['text', { kind: 'value' }, 'value_invalid'],
    ['text', 'x', 'value_invalid'],
    ['email', { kind: 'value', value: 'nobody' }, 'email_invalid'],
    ['single_select', { kind: 'value', value: 'none' }, 'option_unknown'],
    ['attachment', { kind: 'value', value: 'x' }, 'value_invalid'],
  ] as [FieldTypeName, Json, string][])('of a %s that is %j is refused', async (type, value, code) => {
    const definition = { ...fieldOf('Bad', type, type === 'single_select' ? options : {}), default: value }
    expect(await refusalOf(createTable('Bad default', [definition]))).toBe(code)
  })

  test('keeps its option', async () => {
    const table = await createTable('Kept option', [
      { ...fieldOf('Level', 'single_select', options), default: { kind: 'value', value: 'low' } },
    ])
    const field = table.fields[0]!.id
    expect(await refusalOf(updateField(field, { options: { options: [] } }))).toBe('option_unknown')
    await updateField(field, { options: { options: [] }, default: null })
  })
})

describe('a copy', () => {
  test('of a field stands behind it with its values, and nothing else has changed', async () => {
    const table = await createFullTable(h, world, 'Copied fields')
    await h.db.sql.unsafe(`insert into data.${table.relation} (title, count, level, files)
      values ('a', 1, 'low', array[gen_random_uuid()]), ('b', null, 'mid', '{}')`)
    const before = await h.db.sql.unsafe(`select id, ver, changed_at from data.${table.relation} order by id`)
    for (const [n, source] of table.fields.entries()) {
      const copy = uuidV7()
      const { field: made } = await h.rpc<{ field: { column: string; position: number } }>(
        world.creator,
        'duplicate_field',
        { field: source.id, copy, name: `${source.name} copy`, with_values: true },
      )
      expect(made.position).toBe(n * 2 + 1)
      const same =
        source.type === 'attachment'
          ? `t.${made.column} = '{}'`
          : `t.${made.column} is not distinct from t.${source.column}`
      const [{ odd }] = (await h.db.sql.unsafe(
        `select count(*)::int as odd from data.${table.relation} t where not (${same})`,
      )) as unknown as [{ odd: number }]
      expect([source.name, odd]).toEqual([source.name, 0])
    }
    expect(
      await h.db.sql.unsafe(`select id, ver, changed_at from data.${table.relation} order by id`),
    ).toEqual(before)
    const bare = uuidV7()
    const {
      field: { column },
    } = await h.rpc<{ field: { column: string } }>(world.creator, 'duplicate_field', {
      field: table.fields[0]!.id,
      copy: bare,
      name: 'Bare',
      with_values: false,
    })
    const [row] = await h.db.sql.unsafe(`select count(${column})::int as n from data.${table.relation}`)
    expect(row!['n']).toBe(0)
  })

  test('of a field with many values comes in steps, as it was when it began, and waits in the trash', async () => {
    const table = await createTable('Long copies', [fieldOf('Name', 'text'), fieldOf('Count', 'integer')])
    const rows = limits.rowsPerStep + 3
    await h.db.sql.unsafe(
      `insert into data.${table.relation} (name, count) select 'n' || g, g from generate_series(1, ${rows}) as g`,
    )
    const [name, size] = table.fields.map((f) => f.id) as [string, string]
    await h.rpc(world.creator, 'set_field_rules', {
      field: name,
      rules: { required: true, unique: true },
      keep: false,
    })
    interface Step {
      done: number
      total: number
      field: { name: string; position: number; column: string; rules: Json } | null
    }
    const copy = { field: name, copy: uuidV7(), name: 'Twin', with_values: true }
    const step = () => h.rpc<Step>(world.creator, 'duplicate_field', copy)
    const begun = { done: 0, total: rows, field: null, table: null }
    expect(await step()).toEqual(begun)
    await h.db.sql.unsafe(`update data.${table.relation} set name = 'other' where count = 1`)
    expect(await step()).toEqual({ ...begun, done: limits.rowsPerStep })
    // Nobody finds the half of it under its name, nor in the schema.
    expect((await tableNow(table.id)).fields).toHaveLength(2)
    await expect(h.db.sql.unsafe(`select twin from data.${table.relation}`)).rejects.toThrow('does not exist')
    const trash = await h.rpc<{ id: string; copied: boolean; records: number }[]>(
      world.creator,
      'base_trash',
      {
        base: world.base,
      },
    )
    expect(trash.find(({ id }) => id === copy.copy)).toMatchObject({ copied: true, records: rows })
    // The index of a unique field is a step of its own.
    expect(await step()).toEqual({ ...begun, done: rows })
    const { field } = await step()
    expect(field).toMatchObject({
      name: 'Twin',
      column: 'twin',
      position: 1,
      rules: { required: true, unique: true },
    })
    const [row] = await h.db.sql.unsafe(
      `select count(*) filter (where twin = 'n' || count)::int as same from data.${table.relation}`,
    )
    expect(row!['same']).toBe(rows)
    // Without values too: readers do not wait while a large table is looked at.
    const bare = { field: size, copy: uuidV7(), name: 'Bare', with_values: false }
    expect(await h.rpc<Step>(world.creator, 'duplicate_field', bare)).toEqual({ ...begun, total: 0 })
    expect((await h.rpc<Step>(world.creator, 'duplicate_field', bare)).field).toMatchObject({ name: 'Bare' })
  })

  test('of a field is refused under a name or id that is taken', async () => {
    const table = await createTable('Refused copies', [fieldOf('A', 'text')])
    const field = table.fields[0]!.id
    const copy = (id: string, name: string) =>
      h.rpc(world.creator, 'duplicate_field', { field, copy: id, name, with_values: false })
    expect(await refusalOf(copy(uuidV7(), 'a'))).toBe('name_taken')
    expect(await refusalOf(copy(field, 'B'))).toBe('invalid_input')
  })

  test('of a table has its fields, records and restrictions', async () => {
    const table = await createFullTable(h, world, 'Original')
    const field = (name: string) => table.fields.find((f) => f.name === name)!.id
    await updateTable(table.id, { description: 'The first' })
    await updateField(field('Count'), { default: { kind: 'value', value: 3 } })
    const record = await insert(table, { [field('Title')]: 'one', [field('Level')]: 'low' })
    await insert(table, { [field('Title')]: 'two', [field('Level')]: 'mid' }, world.creator)
    const roles = await h.rpc<{ id: string; name: string }[]>(world.creator, 'base_roles', {
      base: world.base,
    })
    const viewer = roles.find(({ name }) => name === 'viewer')!.id
    const rule = { call: '=', args: [{ field: field('Level') }, { option: 'low', field: field('Level') }] }
    await h.rpc(world.creator, 'set_grant', {
      role: viewer,
      table: table.id,
      action: 'read',
      scope: 'rules',
      rule,
    })

    const id = uuidV7()
    const copy = await h.rpc<Shape>(world.creator, 'duplicate_table', {
      table: table.id,
      copy: id,
      name: 'Copy',
      with_records: true,
    })
    const bare = (shape: Shape) => shape.fields.map(({ id: _id, ...rest }) => rest)
    expect(copy.description).toBe('The first')
    expect(bare(copy)).toEqual(bare(await tableNow(table.id)))
    expect(copy.position).toBe((await tableNow(table.id)).position + 1)
    const titles = async (relation: string) => [
      ...(await h.db.sql.unsafe(
        `select title, count, level, created_by, created_at from data.${relation} order by id`,
      )),
    ]
    expect(await titles(copy.relation)).toEqual(await titles(table.relation))
    const seen = (relation: string) =>
      h.as(world.viewer, (tx) => tx.unsafe(`select title from data.${relation}`)).then((rows) => [...rows])
    expect(await seen(copy.relation)).toEqual([{ title: 'one' }])
    expect(await seen(table.relation)).toEqual([{ title: 'one' }])
    // The copy's rule reads the copy's field: the original may lose its own.
    await h.rpc(world.creator, 'set_grant', {
      role: viewer,
      table: table.id,
      action: 'read',
      scope: 'all',
      rule: null,
    })
    expect(await refusalOf(h.rpc(world.creator, 'delete_field', { field: copy.fields[7]!.id }))).toBe(
      'used_by_rule',
    )
    await h.rpc(world.creator, 'delete_field', { field: field('Level') })
    expect(await seen(copy.relation)).toEqual([{ title: 'one' }])
    expect(await rowOf(table, record)).toBeTruthy()
  })

  test('has the rules of its original, of fields and of the table', async () => {
    const table = await createTable('Ruled', [fieldOf('Name', 'text'), fieldOf('Count', 'integer')])
    const [name, size] = table.fields.map((f) => f.id) as [string, string]
    await insert(table, { [name]: 'one', [size]: 5 })
    const setRules = (field: string, rules: object) =>
      h.rpc(world.creator, 'set_field_rules', { field, rules, keep: false })
    await setRules(name, { required: true, unique: true })
    await setRules(size, { min: 3 })
    await h.rpc(world.creator, 'save_table_rule', {
      table: table.id,
      rule: uuidV7(),
      definition: { message: 'Too many', rule: { call: '<', args: [{ field: size }, { number: 10 }] } },
      keep: false,
    })
    const copy = await h.rpc<Shape>(world.creator, 'duplicate_table', {
      table: table.id,
      copy: uuidV7(),
      name: 'Ruled copy',
      with_records: true,
    })
    const [copiedName, copiedSize] = copy.fields.map((f) => f.id) as [string, string]
    const twin = uuidV7()
    await h.rpc(world.creator, 'duplicate_field', {
      field: size,
      copy: twin,
      name: 'Twin',
      with_values: true,
    })
    for (const [into, values, code] of [
      [copy, { [copiedName]: 'two', [copiedSize]: 2 }, 'value_out_of_range'],
      [copy, { [copiedName]: 'two', [copiedSize]: 12 }, 'rule_violated'],
      [copy, { [copiedName]: 'one', [copiedSize]: 5 }, 'not_unique'],
      [copy, { [copiedSize]: 5 }, 'value_required'],
      [table, { [name]: 'two', [size]: 5, [twin]: 2 }, 'value_out_of_range'],
    ] as const) {
      const mutation = { id: uuidV7(), kind: 'insert', table: into.id, record: uuidV7(), values }
      const [result] = await h.rpc<{ error?: { code: string } }[]>(world.editor, 'apply_mutations', {
        batch: { mutations: [mutation], atomic: false },
      })
      expect([values, result!.error?.code]).toEqual([values, code])
    }
  })

  test('of a table without records is empty', async () => {
    const table = await createTable('Full', [fieldOf('Name', 'text')])
    await insert(table, {})
    const copy = await h.rpc<Shape>(world.creator, 'duplicate_table', {
      table: table.id,
      copy: uuidV7(),
      name: 'Empty copy',
      with_records: false,
    })
    expect(await h.db.sql.unsafe(`select 1 from data.${copy.relation}`)).toHaveLength(0)
  })

  test('of too many records is refused, and nothing is made', async () => {
    const table = await createTable('Too many', [fieldOf('Name', 'text')])
    await h.db.sql.unsafe(
      `insert into data.${table.relation} (name) select 'x' from generate_series(1, ${limits.rowsPerDuplicate + 1})`,
    )
    const args = { table: table.id, copy: uuidV7(), name: 'No', with_records: true }
    expect(await refusalOf(h.rpc(world.creator, 'duplicate_table', args))).toBe('limit_exceeded')
    expect((await tableNow(table.id)).fields).toHaveLength(1)
  })
})
