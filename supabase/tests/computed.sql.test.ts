/** What the database knows of each record by itself: shown like other fields, and written by nobody on no path. */
import { type FieldTypeName, fieldTypeNames, isComputed, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  fieldOf,
  type Harness,
  type Json,
  type Person,
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

const computed = fieldTypeNames.filter(isComputed)
const columns: Partial<Record<FieldTypeName, string>> = {
  created_time: 'created_at',
  changed_time: 'changed_at',
  created_by: 'created_by',
  changed_by: 'changed_by',
  autonumber: 'autonumber',
}

const createTable = () =>
  h.rpc<TestTable>(world.creator, 'create_table', {
    base: world.base,
    definition: {
      id: uuidV7(),
      name: `Computed ${(made += 1)}`,
      fields: [fieldOf('Name', 'text'), ...computed.map((type) => fieldOf(type, type))],
    },
  })
const idOf = (table: TestTable, name: string) => table.fields.find((field) => field.name === name)!.id
const apply = (who: Person, mutation: object) =>
  h
    .rpc<{ error?: { code: string; details: Json } }[]>(who, 'apply_mutations', {
      batch: { mutations: [{ id: uuidV7(), ...mutation }], atomic: false },
    })
    .then(([outcome]) => outcome?.error?.code ?? 'stored')
const addRecord = async (table: TestTable, who: Person, name: string) => {
  const record = uuidV7()
  const values = { [idOf(table, 'Name')]: name }
  expect(await apply(who, { kind: 'insert', table: table.id, record, values })).toBe('stored')
  return record
}
const windowOf = async (who: Person, table: TestTable, query: object = {}) => {
  const { rows } = await h.rpc<{ rows: Json[][] }>(who, 'rows_window', {
    query: { table: table.id, sorts: [], ...query },
    anchor: null,
    direction: 'forward',
    skip: 0,
    take: 10,
  })
  return rows
}

const samples: Record<string, Json> = {
  created_time: '2020-01-01T00:00:00.000Z',
  changed_time: '2020-01-01T00:00:00.000Z',
  autonumber: 7,
}

describe.each(computed)('a field of type %s', (type) => {
  const value = () => samples[type] ?? (world.viewer.id as string)

  test('is read-only for everybody, its makers too', async () => {
    const table = await createTable()
    for (const who of [world.creator, world.editor, world.viewer]) {
      const schema = await h.rpc<{ tables: (TestTable & { fields: { id: string; access?: string }[] })[] }>(
        who,
        'base_schema',
        { base: world.base },
      )
      const field = schema.tables
        .find(({ id }) => id === table.id)!
        .fields.find(({ id }) => id === idOf(table, type))
      expect(field).toMatchObject({ access: 'read', column: columns[type] })
    }
  })

  test('is refused in a new record and in a change, empty too', async () => {
    const table = await createTable()
    const record = await addRecord(table, world.editor, 'a')
    for (const sent of [value(), null, '', 7]) {
      const values = { [idOf(table, type)]: sent }
      for (const who of [world.editor, world.creator])
        expect([
          await apply(who, { kind: 'insert', table: table.id, record: uuidV7(), values }),
          await apply(who, { kind: 'update', table: table.id, record, values, base: values }),
        ]).toEqual(['field_read_only', 'field_read_only'])
    }
  })

  test('is refused by REST', async () => {
    const table = await createTable()
    const record = await addRecord(table, world.editor, 'a')
    const write = (sql: string) => refusalOf(h.as(world.editor, (tx) => tx.unsafe(sql)))
    expect(
      await write(`insert into data.${table.relation} (name, ${columns[type]}) values ('b', '${value()}')`),
    ).toMatch(/permission denied/)
    expect(
      await write(`update data.${table.relation} set ${columns[type]} = '${value()}' where id = '${record}'`),
    ).toMatch(/permission denied/)
  })

  test('is refused by imports and by changes of many records', async () => {
    const table = await createTable()
    await addRecord(table, world.editor, 'a')
    const begin = h.rpc(world.editor, 'begin_import', {
      import: uuidV7(),
      table: table.id,
      mode: 'append',
      fields: [idOf(table, 'Name'), idOf(table, type)],
      key: null,
      file_name: 'a.csv',
    })
    expect(await refusalOf(begin)).toBe('field_read_only')
    const bulk = h.rpc(world.editor, 'begin_bulk', {
      bulk: uuidV7(),
      query: { table: table.id, sorts: [] },
      selection: { from: null, to: null, minus: [] },
      change: { kind: 'set', field: idOf(table, type), value: value() },
      count: 1,
      slack: 0,
    })
    expect(await refusalOf(bulk)).toBe('field_read_only')
  })

  test('has no default, no rule, is not hidden, and becomes nothing that its values are not', async () => {
    const table = await createTable()
    const field = idOf(table, type)
    const update = (changes: Json) => refusalOf(h.rpc(world.creator, 'update_field', { field, changes }))
    expect(await update({ default: { kind: 'value', value: value() } })).toBe('invalid_input')
    expect(await update({ default: { kind: 'me' } })).toBe('invalid_input')
    const rules = { field, rules: { required: true }, keep: false }
    expect(await refusalOf(h.rpc(world.creator, 'set_field_rules', rules))).toBe('invalid_input')
    const grant = { role: world.role, field, access: 'hidden' }
    expect(await refusalOf(h.rpc(world.creator, 'set_field_grant', grant))).toBe('field_unhideable')
    const change = { field, type: 'checkbox', options: {} }
    expect(await refusalOf(h.rpc(world.creator, 'preview_type_change', change))).toBe('invalid_input')
  })

  test('lets everybody write beside it, whatever a role says of it', async () => {
    const table = await createTable()
    const roles = await h.rpc<{ id: string; kind: string }[]>(world.creator, 'base_roles', {
      base: world.base,
    })
    const editor = roles.find(({ kind }) => kind === 'editor')!.id
    const grant = { role: editor, field: idOf(table, type), access: 'read' }
    await h.rpc(world.creator, 'set_field_grant', grant)
    const record = await addRecord(table, world.editor, 'a')
    const values = { [idOf(table, 'Name')]: 'b' }
    const base = { [idOf(table, 'Name')]: 'a' }
    expect(await apply(world.editor, { kind: 'update', table: table.id, record, values, base })).toBe(
      'stored',
    )
  })

  // Numbers have a column of their own (autonumbers.sql.test.ts).
  test.runIf(type !== 'autonumber')(
    'is copied and deleted without a trace in the records, as often as people like',
    async () => {
      const table = await createTable()
      const record = await addRecord(table, world.editor, 'a')
      const field = idOf(table, type)
      const copy = uuidV7()
      await h.rpc(world.creator, 'duplicate_field', { field, copy, name: 'Again', with_values: true })
      const [row] = await windowOf(world.viewer, table, { fields: [field, copy] })
      expect(row![2]).not.toBeNull()
      expect(row![3]).toEqual(row![2])
      await h.rpc(world.creator, 'delete_field', { field })
      await h.rpc(world.creator, 'delete_field', { field: copy })
      const [stored] = await h.db.sql.unsafe(`select ver::int from data.${table.relation}`)
      expect(stored!['ver']).toBe(1)
      expect(await h.rpc(world.creator, 'restore_field', { field: copy })).toMatchObject({
        field: { id: copy, column: columns[type] },
      })
      expect((await windowOf(world.viewer, table, { fields: [copy] }))[0]).toEqual([record, 1, row![2]])
    },
  )
})

describe('a table of nothing but such fields', () => {
  test('is made, copied and read', async () => {
    const definition = {
      id: uuidV7(),
      name: `Only ${(made += 1)}`,
      fields: [fieldOf('When', 'created_time')],
    }
    const table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
    expect(await apply(world.editor, { kind: 'insert', table: table.id, record: uuidV7(), values: {} })).toBe(
      'stored',
    )
    const copy = await h.rpc<TestTable>(world.creator, 'duplicate_table', {
      table: table.id,
      copy: uuidV7(),
      name: `Only ${(made += 1)}`,
      with_records: true,
    })
    expect((await windowOf(world.viewer, copy))[0]![2]).toEqual((await windowOf(world.viewer, table))[0]![2])
  })
})

describe('records of one millisecond', () => {
  test('are each read once, page by page, in the order of when they were made', async () => {
    const table = await createTable()
    await h.db.sql.unsafe(
      `insert into data.${table.relation} (name, created_at)
       select 'r' || n, '2026-01-02T03:04:05.678Z'::timestamptz + n * interval '1 microsecond' from generate_series(1, 9) as n`,
    )
    for (const direction of ['asc', 'desc']) {
      const sorts = [{ field: idOf(table, 'created_time'), direction }]
      const read: Json[] = []
      let anchor: Json = null
      for (let page = 0; page < 5; page++) {
        const answer: { rows: Json[][]; lastKey: Json } = await h.rpc(world.viewer, 'rows_window', {
          query: { table: table.id, sorts, fields: [idOf(table, 'Name')] },
          anchor,
          direction: 'forward',
          skip: 0,
          take: 2,
        })
        read.push(...answer.rows.map((row) => row[2]!))
        anchor = answer.lastKey
      }
      const names = Array.from({ length: 9 }, (_, n) => `r${n + 1}`)
      expect(read).toEqual(direction === 'asc' ? names : names.toReversed())
    }
  })
})

describe('who made a record', () => {
  test('is found, and told by a rule of a role', async () => {
    const table = await createTable()
    await addRecord(table, world.editor, 'mine')
    await addRecord(table, world.creator, 'theirs')
    const by = idOf(table, 'created_by')
    const filter = { join: 'and', items: [{ field: by, operator: 'is', value: 'me' }] }
    const names = async (who: Person, query = {}) =>
      (await windowOf(who, table, { fields: [idOf(table, 'Name')], ...query })).map((row) => row[2])
    expect(await names(world.editor, { filter })).toEqual(['mine'])
    expect(await names(world.viewer, { search: 'editor' })).toEqual(['mine'])
    const roles = await h.rpc<{ id: string; kind: string }[]>(world.creator, 'base_roles', {
      base: world.base,
    })
    await h.rpc(world.creator, 'set_grant', {
      role: roles.find(({ kind }) => kind === 'editor')!.id,
      table: table.id,
      action: 'read',
      scope: 'rules',
      rule: { call: '=', args: [{ field: by }, { call: 'me', args: [] }] },
    })
    expect(await names(world.editor)).toEqual(['mine'])
  })

  test('who last changed it follows each change, and the event says so', async () => {
    const table = await createTable()
    const record = await addRecord(table, world.editor, 'a')
    const [name, by, at] = [idOf(table, 'Name'), idOf(table, 'changed_by'), idOf(table, 'changed_time')]
    const before = await windowOf(world.viewer, table, { fields: [by, at] })
    const change = { kind: 'update', table: table.id, record, values: { [name]: 'b' }, base: { [name]: 'a' } }
    expect(await apply(world.creator, change)).toBe('stored')
    const after = await windowOf(world.viewer, table, { fields: [by, at] })
    expect([before[0]![2], after[0]![2]]).toEqual([world.editor.id, world.creator.id])
    expect(before[0]![3]! < after[0]![3]!).toBe(true)
    const [event] = await h.db.admin`select payload from realtime.messages
      where event = 'change' and topic like ${`table:${table.id}:%`} order by inserted_at desc limit 1`
    const { fields } = (event as unknown as { payload: { fields: string[] } }).payload
    expect(fields.toSorted()).toEqual([name, by, at].toSorted())
  })
})

const setRole = (role: string | null) =>
  h.rpc(world.creator, 'set_base_role', { base: world.base, member: world.viewer.id, role })

describe('somebody who has left a base', () => {
  interface Schema {
    formerPeople: { id: string; name: string }[]
  }
  const former = async () =>
    (await h.rpc<Schema>(world.creator, 'base_schema', { base: world.base })).formerPeople

  test('is still called by name there, until they come back', async () => {
    expect(await former()).toEqual([])
    await setRole(null)
    expect(await former()).toEqual([{ id: world.viewer.id, name: expect.any(String) as string }])
    await setRole('viewer')
    expect(await former()).toEqual([])
  })

  test('is named to nobody but the people of the base', async () => {
    await setRole(null)
    const [row] = await h.db
      .sql`select has_table_privilege('authenticated', 'plinth_private.former_person', 'select') as ok`
    expect(row!['ok']).toBe(false)
    expect(await refusalOf(h.rpc(world.viewer, 'base_schema', { base: world.base }))).toBe('not_found')
    await setRole('viewer')
  })
})
