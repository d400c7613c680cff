/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Bases, tables and fields made at run time. */
import { type FieldTypeName, fieldTypeNames, isComputed, isOfMoments, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createFullTable,
  fieldOf,
  gate,
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

interface MadeField {
  id: string
  name: string
  column: string
  position: number
  options: Json
}
let count = 0
const settings = { hue: 'blue', timeZone: 'UTC', locale: 'en', weekStart: 1 }
const createTable = (name: string, fields: object[] = [fieldOf('Name', 'text')], base = world.base) =>
  h.rpc<TestTable>(world.creator, 'create_table', { base, definition: { id: uuidV7(), name, fields } })
const createField = (table: string, name: string, type: FieldTypeName = 'text', options: Json = {}) =>
  h.rpc<MadeField>(world.creator, 'create_field', { table, definition: fieldOf(name, type, options) })
const updateField = (field: string, changes: object) =>
  h.rpc<MadeField>(world.creator, 'update_field', { field, changes })
const option = (id: string) => ({ id, label: id, hue: 'red' })

describe('names', () => {
  test.each([
    ['Firmen & Größen', 'muller_sohne_firmen_grossen'],
    ['Москва', 'muller_sohne_moskva'],
    ['Αθήνα', 'muller_sohne_athena'],
    ['顧客', 'muller_sohne_table'],
    ['2024', 'muller_sohne_t_2024'],
    ['a__b--c', 'muller_sohne_a_b_c'],
    ['x'.repeat(60), `muller_sohne_${'x'.repeat(20)}`],
    ['"; drop table plinth.base; --', 'muller_sohne_drop_table_plinth_ba'],
  ])('%s becomes %s', async (name, relation) => {
    const table = await createTable(name)
    // Names that fall together get a number, and so does a second run of this test.
    expect(table.relation).toBe(relation)
    expect(table.name).toBe(name)
  })

  test('of two that fall together are told apart by a number', async () => {
    const [a, b] = [await createTable('Same name'), await createTable('Same-name')]
    expect([a.relation, b.relation]).toEqual(['muller_sohne_same_name', 'muller_sohne_same_name_2'])
    const table = await createTable('Columns', [
      fieldOf('First name', 'text'),
      fieldOf('First-Name', 'text'),
      fieldOf('ID', 'text'),
      fieldOf('Ver', 'text'),
      fieldOf('Select', 'text'),
      fieldOf('created at', 'text'),
      fieldOf('ctid', 'text'),
      fieldOf('名', 'text'),
      fieldOf('!!!', 'text'),
      fieldOf('y'.repeat(120), 'text'),
    ])
    expect(table.fields.map((f) => f.column)).toEqual([
      'first_name',
      'first_name_2',
      'id_2',
      'ver_2',
      'select_2',
      'created_at_2',
      'ctid_2',
      'field',
      'field_2',
      'y'.repeat(36),
    ])
  })

  test('of bases in different workspaces never meet', async () => {
    const base = uuidV7()
    await h.rpc(world.creator, 'create_base', {
      base,
      workspace: world.workspace,
      name: 'Müller & Söhne',
      settings,
    })
    const table = await createTable('Same name', undefined, base)
    expect(table.relation).toBe('muller_sohne_2_same_name')
  })

  test('are taken only once in a base or table, in any case of letters', async () => {
    const table = await createTable('Taken')
    expect(await refusalOf(createTable('tAKEN'))).toBe('name_taken')
    expect(await refusalOf(createField(table.id, 'NAME'))).toBe('name_taken')
    const field = await createField(table.id, 'Other')
    expect(await refusalOf(updateField(field.id, { name: 'name' }))).toBe('name_taken')
    const other = await createTable('Not taken')
    expect(
      await refusalOf(h.rpc(world.creator, 'update_table', { table: other.id, changes: { name: 'taken' } })),
    ).toBe('name_taken')
    expect(await refusalOf(createTable('Two', [fieldOf('A', 'text'), fieldOf('a', 'text')]))).toBe(
      'name_taken',
    )
  })

  test.each([
    ['', 'name_required'],
    ['   ', 'name_required'],
    ['x'.repeat(121), 'invalid_input'],
    ['a\u0007b', 'invalid_input'],
  ])('%j is refused', async (name, code) => {
    expect(await refusalOf(createTable(name))).toBe(code)
  })
})

describe('a table', () => {
  test('keeps its relation when it is renamed', async () => {
    const table = await createTable('Before')
    await h.rpc(world.creator, 'update_table', { table: table.id, changes: { name: 'After' } })
    const schema = await h.rpc<{ tables: TestTable[] }>(world.viewer, 'base_schema', { base: world.base })
    expect(schema.tables.find((t) => t.id === table.id)).toMatchObject({
      name: 'After',
      relation: table.relation,
    })
  })

  test('is gone with its relation, log and metadata when it is deleted for good', async () => {
    const table = await createTable('To delete')
    await h.db.sql.unsafe(`insert into data.${table.relation} (name) values ('x')`)
    await h.rpc(world.creator, 'delete_table', { table: table.id })
    const empty = (confirm_name: string) =>
      h.rpc(world.creator, 'empty_trash', { base: world.base, item: table.id, confirm_name })
    expect(await refusalOf(empty('no'))).toBe('confirm_mismatch')
    await empty('To delete')
    const [left] = await h.db.sql`
      select coalesce(to_regclass(${`data.${table.relation}`}), to_regclass(${`plinth_trash.${table.relation}`})) as r,
        (select count(*)::int from plinth_private.change_log where table_id = ${table.id}) as n`
    expect(left).toEqual({ r: null, n: 0 })
    expect(await refusalOf(h.rpc(world.creator, 'changes_since', { table: table.id, seq: '3' }))).toBe(
      'not_found',
    )
  })

  test('is not half made when one of its fields is bad', async () => {
    const bad = (field: object) => refusalOf(createTable('Half made', [fieldOf('A', 'text'), field]))
    expect(await bad({ ...fieldOf('B', 'text'), type: 'uuid; drop' })).toBe('invalid_input')
    expect(await bad({ ...fieldOf('B', 'text'), id: 'x' })).toBe('invalid_input')
    expect(await bad(fieldOf('B', 'single_select', { options: [option('A')] }))).toBe('invalid_input')
    expect(await bad(fieldOf('B', 'single_select', { options: [option('a'), option('a')] }))).toBe(
      'invalid_input',
    )
    expect(await bad(fieldOf('B', 'number', { decimals: 11 }))).toBe('invalid_input')
    expect(await refusalOf(createTable('Empty', []))).toBe('invalid_input')
    const [left] = await h.db.sql`select to_regclass('data.muller_sohne_half_made') as r`
    expect(left!['r']).toBeNull()
  })

  test('has at most 200 fields and says so', async () => {
    const fields = Array.from({ length: 201 }, (_, n) => fieldOf(`F${n}`, 'text'))
    expect(await refusalOf(createTable('Wide', fields))).toBe('limit_exceeded')
    const table = await createTable('Wide', fields.slice(0, 200))
    expect(await refusalOf(createField(table.id, 'One more'))).toBe('limit_exceeded')
    const record = uuidV7()
    await h.db.sql.unsafe(`insert into data.${table.relation} (id, f199) values ('${record}', 'last')`)
    const answer = await h.rpc<{ fields: string[]; rows: unknown[][] }>(world.viewer, 'rows_by_id', {
      query: { table: table.id, sorts: [] },
      ids: [record],
    })
    expect(answer.rows[0]).toHaveLength(202)
    expect(answer.rows[0]!.at(-1)).toBe('last')
    const values = Object.fromEntries(table.fields.map((f) => [f.id, 'x']))
    const base = Object.fromEntries(table.fields.map((f, n) => [f.id, n === 199 ? 'last' : null]))
    expect(
      await h.rpc(world.editor, 'apply_mutations', {
        batch: {
          atomic: true,
          mutations: [{ id: uuidV7(), kind: 'update', table: table.id, record, values, base }],
        },
      }),
    ).toMatchObject([{ status: 'ok', ver: 2 }])
  })

  test('makes ids in the order of creation when nobody gives one', async () => {
    const table = await createTable('Ordered')
    await h.db.sql.unsafe(
      `insert into data.${table.relation} (name) select g::text from generate_series(1, 3) as g`,
    )
    await new Promise((resolve) => setTimeout(resolve, 3))
    await h.db.sql.unsafe(`insert into data.${table.relation} (name) values ('last')`)
    const rows = await h.db.sql.unsafe(`select id::text, name from data.${table.relation} order by id`)
    expect(rows.at(-1)!['name']).toBe('last')
    for (const row of rows)
      expect(row['id']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  test('stamps versions, times and persons itself, whoever writes', async () => {
    const table = await createTable('Stamped')
    const id = uuidV7()
    await h.as(world.editor, (tx) =>
      tx.unsafe(`insert into data.${table.relation} (id, name) values ('${id}', 'a')`),
    )
    await h.as(world.creator, (tx) =>
      tx.unsafe(`update data.${table.relation} set name = 'b' where id = '${id}'`),
    )
    await h.db.sql.unsafe(
      `update data.${table.relation} set ver = 77, created_by = null, changed_at = '2000-01-01', id = gen_random_uuid() where id = '${id}'`,
    )
    const [row] = await h.db.sql.unsafe(
      `select *, changed_at > now() - interval '1 minute' as fresh from data.${table.relation}`,
    )
    expect(row).toMatchObject({ id, ver: '3', created_by: world.editor.id, changed_by: null, fresh: true })
  })
})

/** Links come when both tables are there. */
const madeWithTable = fieldTypeNames.filter((type) => type !== 'link')

describe('a field', () => {
  test.each(fieldTypeNames)(
    'of type %s can be added to a table with records, and taken away',
    async (type) => {
      const table = await createTable(`With records ${++count}`)
      const record = uuidV7()
      await h.db.sql.unsafe(`insert into data.${table.relation} (id, name) values ('${record}', 'x')`)
      const options =
        type === 'single_select' ? { options: [option('a')] } : type === 'link' ? { target: table.id } : {}
      const field = await createField(table.id, 'Added', type, options)
      expect(field).toMatchObject({ name: 'Added', position: 1, options })
      // What the database knows of each record by itself has no column of its own.
      expect(isComputed(type) || field.column === 'added').toBe(true)
      const read = () =>
        h.rpc<{ rows: unknown[][] }>(world.viewer, 'rows_by_id', {
          query: { table: table.id, sorts: [] },
          ids: [record],
        })
      const [stored] = (await read()).rows
      expect(stored!.slice(0, 3)).toEqual([record, 1, 'x'])
      expect(stored![3] === null).toBe(type !== 'autonumber' && (!isOfMoments(type) || type === 'datetime'))
      await h.rpc(world.creator, 'delete_field', { field: field.id })
      expect((await read()).rows).toEqual([[record, 1, 'x']])
    },
  )

  test('added later has the rules of one made with its table', async () => {
    const table = await createTable('Later rules')
    for (const type of madeWithTable) {
      await createField(table.id, type, type, type === 'single_select' ? { options: [option('a')] } : {})
    }
    const full = await createTable(
      'Rules at once',
      madeWithTable.map((type) =>
        fieldOf(type, type, type === 'single_select' ? { options: [option('a')] } : {}),
      ),
    )
    const rules = async (relation: string) =>
      (
        await h.db
          .sql`select conname, replace(pg_get_constraintdef(oid), ' NOT VALID', '') as body from pg_constraint
          where conrelid = ${`data.${relation}`}::regclass and contype = 'c' and conname <> 'name__length' order by 1`
      ).map((r) => ({ ...r }))
    expect(await rules(table.relation)).toEqual(await rules(full.relation))
    const grants = async (relation: string) =>
      (
        await h.db.sql`select attname, attacl::text from pg_attribute
          where attrelid = ${`data.${relation}`}::regclass and attnum > 0 and attname <> 'name' order by 1`
      ).map((r) => ({ ...r }))
    expect(await grants(table.relation)).toEqual(await grants(full.relation))
  })

  test('moves to the place it is given, and the others close up', async () => {
    const table = await createTable(
      'Places',
      ['A', 'B', 'C', 'D'].map((name) => fieldOf(name, 'text')),
    )
    const order = async () => {
      const schema = await h.rpc<{ tables: TestTable[] }>(world.viewer, 'base_schema', { base: world.base })
      const fields = schema.tables.find((t) => t.id === table.id)!.fields
      expect(fields.map((f) => f.position)).toEqual(fields.map((_, n) => n))
      return fields.map((f) => f.name).join('')
    }
    const move = (name: string, position: number) =>
      updateField(table.fields.find((f) => f.name === name)!.id, { position })
    await move('A', 2)
    expect(await order()).toBe('BCAD')
    await move('D', 0)
    expect(await order()).toBe('DBCA')
    await move('B', 99)
    expect(await order()).toBe('DCAB')
    await move('A', 2)
    expect(await order()).toBe('DCAB')
    await h.rpc(world.creator, 'delete_field', { field: table.fields.find((f) => f.name === 'C')!.id })
    expect(await order()).toBe('DAB')
    expect(await refusalOf(updateField(table.fields[0]!.id, { position: -1 }))).toBe('invalid_input')
  })

  test('is the last one of its table and cannot be deleted', async () => {
    const table = await createTable('Only one')
    expect(await refusalOf(h.rpc(world.creator, 'delete_field', { field: table.fields[0]!.id }))).toBe(
      'invalid_input',
    )
  })

  test('of states begins in one of them', async () => {
    const make = (initial: string) =>
      createTable(`States ${initial}`, [
        fieldOf('State', 'status', { options: ['a', 'b'].map(option), initial }),
      ])
    expect((await make('b')).fields).toHaveLength(1)
    expect(await refusalOf(make('c'))).toBe('invalid_input')
  })

  test('has at most 500 options', async () => {
    const make = (count: number) => {
      const options = Array.from({ length: count }, (_, n) => option(`o${n}`))
      return createTable(`Options ${count}`, [fieldOf('Level', 'single_select', { options })])
    }
    expect((await make(500)).fields).toHaveLength(1)
    expect(await refusalOf(make(501))).toBe('limit_exceeded')
  })

  test('takes new options at once; one in use cannot be taken away', async () => {
    const table = await createTable('Options', [
      fieldOf('Level', 'single_select', { options: ['a', 'b', 'c'].map(option) }),
    ])
    const field = table.fields[0]!
    const insert = (value: string) =>
      h.as(world.editor, (tx) => tx.unsafe(`insert into data.${table.relation} (level) values ('${value}')`))
    await insert('a')
    await expect(insert('d')).rejects.toMatchObject({ state: '23514' })
    await updateField(field.id, { options: { options: ['d', 'a', 'b'].map(option) } })
    await insert('d')
    await expect(insert('c')).rejects.toMatchObject({ state: '23514' })
    expect(await refusalOf(updateField(field.id, { options: { options: ['d', 'b'].map(option) } }))).toBe(
      'invalid_input',
    )
    await insert('a')
    const query = { table: table.id, sorts: [{ field: field.id, direction: 'asc' }] }
    const window = await h.rpc<{ rows: unknown[][] }>(world.viewer, 'rows_window', {
      query,
      anchor: null,
      direction: 'forward',
      skip: 0,
      take: 10,
    })
    expect(window.rows.map((r) => r[2])).toEqual(['d', 'a', 'a'])
    await updateField(field.id, {
      options: { options: [{ id: 'd', label: 'Renamed', hue: 'teal' }, option('a')] },
    })
  })

  test.each([
    ['a table that is being read', (table: TestTable) => `select count(*) from data.${table.relation}`],
    [
      'a table that another edit has taken',
      (table: TestTable) => `select 1 from plinth."table" where id = '${table.id}' for update`,
    ],
  ])('in %s answers busy instead of waiting', async (name, holding) => {
    const table = await createTable(name)
    const started = gate()
    const finish = gate()
    const holder = h.db.sql.begin(async (tx) => {
      await tx.unsafe(holding(table))
      started.open()
      await finish.passed
    })
    await started.passed
    // The holder goes on only after the answer: who waited for it would wait for ever.
    const answer = await refusalOf(createField(table.id, 'Waits')).finally(() => finish.open())
    expect(answer).toBe('busy')
    await holder
    await createField(table.id, 'Waits')
  })

  test('of two made at the same time both are there', async () => {
    const table = await createTable('At once')
    await Promise.all(['A', 'B', 'C', 'D'].map((name) => createField(table.id, name)))
    const schema = await h.rpc<{ tables: TestTable[] }>(world.viewer, 'base_schema', { base: world.base })
    expect(schema.tables.find((t) => t.id === table.id)!.fields.map((f) => f.position)).toEqual([
      0, 1, 2, 3, 4,
    ])
  })
})

describe('a base', () => {
  test.each([
    [{ timeZone: 'Mars/Olympus' }],
    [{ timeZone: "UTC'; --" }],
    [{ locale: 'x' }],
    [{ weekStart: 8 }],
    [{ hue: 'gold' }],
  ])('refuses the setting %j', async (part) => {
    const call = h.rpc(world.member, 'create_base', {
      base: uuidV7(),
      workspace: world.workspace,
      name: 'B',
      settings: { ...settings, ...part },
    })
    expect(await refusalOf(call)).toBe('invalid_input')
    expect(await refusalOf(h.rpc(world.creator, 'update_base', { base: world.base, changes: part }))).toBe(
      'invalid_input',
    )
  })

  test('tells its room of every change of its schema', async () => {
    const table = await createFullTable(h, world, 'Noted')
    const field = table.fields[0]!.id
    const told = async (work: () => Promise<unknown>) => {
      await h.db.admin`delete from realtime.messages where true`
      await work()
      const rows = await h.db.admin`select topic, event from realtime.messages where event = 'schema'`
      expect(rows.map((r) => ({ ...r }))).toEqual([{ topic: `room:${world.base}:1`, event: 'schema' }])
    }
    await told(() => createTable('New one'))
    await told(() => createField(table.id, 'New field'))
    await told(() => updateField(field, { name: 'New name' }))
    await told(() => h.rpc(world.creator, 'delete_field', { field }))
    await told(() =>
      h.rpc(world.creator, 'update_table', { table: table.id, changes: { name: 'Noted again' } }),
    )
    await told(() =>
      h.rpc(world.creator, 'update_base', { base: world.base, changes: { hue: 'red', weekStart: 7 } }),
    )
    await told(() => h.rpc(world.creator, 'delete_table', { table: table.id }))
  })
})
