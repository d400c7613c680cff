/**
 * Numbers that the database gives: each once and in order, whoever writes and whatever way, to the records that were there before and to
 * those that come; kept by the trash and by copies, written by nobody.
 */
import { fieldTypes, uuidV7, uuidV7Sequence } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
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
let made = 0
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
afterAll(() => h.db.stop())

interface Step {
  done: number
  total: number
  field: Json
}
const look = { prefix: 'INV-', digits: 4 }
const create = (fields: Json[]) =>
  h.rpc<TestTable>(world.creator, 'create_table', {
    base: world.base,
    definition: {
      id: uuidV7(),
      name: `Numbers ${(made += 1)}`,
      fields: [fieldOf('Title', 'text'), ...fields],
    },
  })
const addNumber = (table: TestTable, name = 'No') =>
  h.rpc<TestTable['fields'][number] & { changing?: Json }>(world.creator, 'create_field', {
    table: table.id,
    definition: fieldOf(name, 'autonumber', look),
  })
const add = (table: TestTable, title: string) =>
  h.as(world.editor, (tx) => tx.unsafe(`insert into data.${table.relation} (title) values ('${title}')`))
const numbersOf = async (table: Pick<TestTable, 'relation'>, column = 'no') => {
  const rows = await h.db.sql.unsafe(`select ${column}::int as n from data.${table.relation} order by id`)
  return rows.map((row) => row['n'] as number | null)
}
/** As if people had made them one after another. */
async function addMany(table: TestTable, count: number): Promise<void> {
  const next = uuidV7Sequence()
  const ids = Array.from({ length: count }, () => next())
  await h.as(world.editor, (tx) =>
    tx.unsafe(`insert into data.${table.relation} (id) select unnest($1::uuid[])`, [
      ids as unknown as string,
    ]),
  )
}

test('records are numbered in the order in which they come', async () => {
  const table = await create([fieldOf('No', 'autonumber', look)])
  for (const title of ['a', 'b', 'c']) await add(table, title)
  expect(await numbersOf(table)).toEqual([1, 2, 3])
})

test('sixteen people at once never get the same number, and none waits', async () => {
  const table = await create([fieldOf('No', 'autonumber')])
  const writers = Array.from({ length: 16 }, async (_, n) => {
    for (let turn = 0; turn < 12; turn++) await add(table, `${n}.${turn}`)
  })
  await Promise.all(writers)
  const numbers = await numbersOf(table)
  expect(numbers).toHaveLength(192)
  expect(new Set(numbers).size).toBe(192)
  expect(Math.min(...numbers.map(Number))).toBe(1)
})

test('a record that is refused or deleted leaves a gap, and its number is given to nobody else', async () => {
  const table = await create([fieldOf('No', 'autonumber')])
  await add(table, 'a')
  await expect(add(table, 'x'.repeat(2_001))).rejects.toThrow('title__length')
  await add(table, 'b')
  await h.db.sql.unsafe(`delete from data.${table.relation} where title = 'b'`)
  await add(table, 'c')
  expect(await numbersOf(table)).toEqual([1, 4])
})

describe('a number', () => {
  test('is written by nobody: not by a call, not by REST, not by an import', async () => {
    const table = await create([fieldOf('No', 'autonumber')])
    const field = table.fields[1]!.id
    const mutation = {
      id: uuidV7(),
      kind: 'insert',
      table: table.id,
      record: uuidV7(),
      values: { [field]: 7 },
    }
    const results = await h.rpc(world.editor, 'apply_mutations', {
      batch: { mutations: [mutation], atomic: false },
    })
    expect(results).toMatchObject([{ status: 'error', error: { code: 'field_read_only' } }])
    await add(table, 'a')
    for (const sql of [
      `insert into data.${table.relation} (title, no) values ('b', 7)`,
      `update data.${table.relation} set no = 7 where true`,
      `update data.${table.relation} set no = null where true`,
    ])
      await expect(h.as(world.editor, (tx) => tx.unsafe(sql))).rejects.toThrow('permission denied')
    const begin = {
      import: uuidV7(),
      table: table.id,
      file_name: 'a.csv',
      fields: [field],
      mode: 'append',
      key: null,
    }
    expect(await refusalOf(h.rpc(world.editor, 'begin_import', begin))).toBe('field_read_only')
    expect(await numbersOf(table)).toEqual([1])
  })

  test('has neither default nor rules, and is not hidden', async () => {
    const table = await create([fieldOf('No', 'autonumber')])
    const field = table.fields[1]!.id
    const preset = { field, changes: { default: { kind: 'value', value: 1 } } }
    expect(await refusalOf(h.rpc(world.creator, 'update_field', preset))).toBe('invalid_input')
    const rule = { field, rules: { required: true }, keep: true }
    expect(await refusalOf(h.rpc(world.creator, 'set_field_rules', rule))).toBe('invalid_input')
  })

  test.each([
    [{ prefix: 'x'.repeat(21) }, 'invalid_input'],
    [{ digits: 0 }, 'invalid_input'],
    [{ digits: 13 }, 'invalid_input'],
    [{ digits: 'many' }, 'invalid_input'],
  ])('is not shown with %j', async (options, code) => {
    expect(await refusalOf(create([fieldOf('No', 'autonumber', options as Json)]))).toBe(code)
  })

  test('is found and filtered as it is read', async () => {
    const table = await create([fieldOf('No', 'autonumber', look)])
    await addMany(table, 12)
    const field = table.fields[1]!.id
    const count = async (query: object) => {
      const { total } = await h.rpc<{ total: number }>(world.viewer, 'view_stats', {
        query: { table: table.id, sorts: [], ...query },
        exact: true,
      })
      return total
    }
    expect(await count({ search: 'INV-0012' })).toBe(1)
    expect(await count({ search: 'inv-001' })).toBe(3)
    expect(await count({ filter: { join: 'and', items: [{ field, operator: 'gt', value: 10 }] } })).toBe(2)
    const [row] = await h.db.sql`select plinth_private.number_label(42, ${h.db.sql.json(look)}) as label`
    expect(row!['label']).toBe(fieldTypes.autonumber.toExport(42, { options: look }))
  })

  test('is shown otherwise without a look at the records', async () => {
    const table = await create([fieldOf('No', 'autonumber', look)])
    await add(table, 'a')
    const changes = { options: { prefix: 'R', digits: 2 } }
    const field = table.fields[1]!.id
    expect(await h.rpc(world.creator, 'update_field', { field, changes })).toMatchObject(changes)
    expect(await numbersOf(table)).toEqual([1])
  })
})

describe('records that were there before the field', () => {
  test('are numbered in the order in which they were made, and new ones go on', async () => {
    const table = await create([])
    await addMany(table, 5)
    const field = await addNumber(table)
    expect(field.changing).toBeUndefined()
    await add(table, 'new')
    expect(await numbersOf(table)).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('are numbered in steps where they are many; who comes meanwhile gets a number behind them', async () => {
    const table = await create([])
    await addMany(table, 12_345)
    const field = await addNumber(table)
    expect(field).toMatchObject({ changing: { type: 'autonumber', done: 0, total: 12_345 } })
    await add(table, 'meanwhile')
    expect(await refusalOf(h.rpc(world.creator, 'delete_field', { field: field.id }))).toBe('field_changing')
    expect(await refusalOf(h.rpc(world.creator, 'cancel_type_change', { field: field.id }))).toBe(
      'field_changing',
    )
    const step = () =>
      h.rpc<Step>(world.creator, 'change_type', { field: field.id, type: 'autonumber', options: {} })
    expect(await step()).toMatchObject({ done: 10_000, total: 12_345, field: null })
    expect(await step()).toMatchObject({ field: { type: 'autonumber' } })
    expect(await numbersOf(table)).toEqual(Array.from({ length: 12_346 }, (_, n) => n + 1))
    const versions = await h.db.sql.unsafe(`select distinct ver::int as ver from data.${table.relation}`)
    expect(versions.map((row) => row['ver'] as number)).toEqual([1])
  })
})

describe('numbers', () => {
  test('come back from the trash, and go on where they were', async () => {
    const table = await create([fieldOf('No', 'autonumber')])
    await addMany(table, 3)
    const field = table.fields[1]!.id
    await h.rpc(world.creator, 'delete_field', { field })
    await add(table, 'meanwhile')
    await h.rpc(world.creator, 'restore_field', { field })
    await add(table, 'after')
    expect(await numbersOf(table)).toEqual([1, 2, 3, 4, 5])
  })

  test('are kept by a table that comes back from the trash', async () => {
    const table = await create([fieldOf('No', 'autonumber')])
    await addMany(table, 2)
    await h.rpc(world.creator, 'delete_table', { table: table.id })
    await h.rpc(world.creator, 'restore_table', { table: table.id })
    await add(table, 'after')
    expect(await numbersOf(table)).toEqual([1, 2, 3])
  })

  test('are those of the originals in the copy of a table, which goes on by itself', async () => {
    const table = await create([fieldOf('No', 'autonumber')])
    await addMany(table, 3)
    await h.db.sql.unsafe(`delete from data.${table.relation} where no = 2`)
    const copy = { table: table.id, copy: uuidV7(), name: `Copy ${(made += 1)}`, with_records: true }
    const copied = await h.rpc<TestTable>(world.creator, 'duplicate_table', copy)
    await add(copied, 'new')
    await add(table, 'new')
    expect(await numbersOf(copied)).toEqual([1, 3, 4])
    expect(await numbersOf(table)).toEqual([1, 3, 4])
  })

  test('are those of the original in the copy of a field', async () => {
    const table = await create([fieldOf('No', 'autonumber')])
    await addMany(table, 2)
    const copy = { field: table.fields[1]!.id, copy: uuidV7(), name: 'Again', with_values: true }
    await h.rpc(world.creator, 'duplicate_field', copy)
    await add(table, 'new')
    expect(await numbersOf(table, 'again')).toEqual([1, 2, 3])
  })

  test('need their sequence no more when their field is gone for good', async () => {
    const table = await create([fieldOf('No', 'autonumber')])
    const field = table.fields[1]!.id
    const isThere = async () => {
      const name = `plinth_private.number_${field.replaceAll('-', '')}`
      const [row] = await h.db.sql`select to_regclass(${name}) is not null as there`
      return row!['there'] as boolean
    }
    await h.rpc(world.creator, 'delete_field', { field })
    expect(await isThere()).toBe(true)
    await h.rpc(world.creator, 'empty_trash', { base: world.base, item: field, confirm_name: 'No' })
    expect(await isThere()).toBe(false)
  })

  test('are given by one’s own right to create, and by nobody who is not signed in', async () => {
    const table = await create([fieldOf('No', 'autonumber')])
    await expect(
      h.as(world.viewer, (tx) => tx.unsafe(`insert into data.${table.relation} (title) values ('x')`)),
    ).rejects.toThrow('row-level security')
    expect(await numbersOf(table)).toEqual([])
  })
})
