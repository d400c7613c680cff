/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** What is deleted can be brought back, and until then nobody reaches it on any way. */
import { randomUUID } from 'node:crypto'
import { fieldTypeNames, isComputed, limits, uuidV7 } from '@plinth/domain'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createFullTable,
  fieldOf,
  type Harness,
  type Json,
  Refusal,
  refusalOf,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'

let h: Harness
let world: World
let table: TestTable
let count = 0
const record = uuidV7()

interface Item {
  id: string
  kind: string
  name: string
  records: number
  bytes: number
  inTrash: boolean
  replaced: boolean
  table: { id: string } | null
  trashedBy: string
}

beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
afterAll(() => h.db.stop())
beforeEach(async () => {
  table = await createFullTable(h, world, `Things ${(count += 1)}`)
  await h.db.sql.unsafe(`insert into data.${table.relation} (id, title, count, level)
    values ('${record}', 'top secret', 7, 'mid')`)
})

const call = <T = null>(name: string, args: object) => h.rpc<T>(world.creator, name, args as never)
const deleteTable = () => call('delete_table', { table: table.id })
const deleteField = (name: string) => call('delete_field', { field: field(name).id })
const field = (name: string) => table.fields.find((f) => f.name === name)!
const trash = () => call<Item[]>('base_trash', { base: world.base })
const inTrash = async (id: string) => (await trash()).find((item) => item.id === id)
const restoreField = (id: string) =>
  call<{ done: number; total: number; field: { name: string; position: number } | null }>('restore_field', {
    field: id,
  })
const content = async (relation = `data.${table.relation}`) =>
  JSON.parse(JSON.stringify(await h.db.sql.unsafe(`select * from ${relation} order by id`))) as object[]

/** All that the catalogue says of the table's relation, order of columns aside. */
const catalogueOf = async () => {
  const relation = `data.${table.relation}`
  const parts = await Promise.all([
    h.db
      .sql`select attname, format_type(atttypid, atttypmod), attnotnull, attacl::text, pg_get_expr(adbin, adrelid) as otherwise
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid = ${relation}::regclass and attnum > 0 and not attisdropped order by 1`,
    h.db.sql`select conname, replace(pg_get_constraintdef(oid), ' NOT VALID', '') as body from pg_constraint
      where conrelid = ${relation}::regclass order by 1`,
    h.db
      .sql`select policyname, qual, with_check from pg_policies where tablename = ${table.relation} order by 1`,
    h.db.sql`select tgname, tgenabled from pg_trigger where tgrelid = ${relation}::regclass order by 1`,
    h.db.sql`select relacl::text, relrowsecurity from pg_class where oid = ${relation}::regclass`,
  ])
  return JSON.parse(JSON.stringify(parts)) as Json
}
const schemaOf = async () =>
  (await h.rpc<{ tables: TestTable[] }>(world.creator, 'base_schema', { base: world.base })).tables.find(
    (one) => one.id === table.id,
  )

describe('a table in the trash', () => {
  test('comes back as it was, with records, files, rules and its place', async () => {
    const roles = await call<{ id: string; name: string }[]>('base_roles', { base: world.base })
    const viewer = roles.find(({ name }) => name === 'viewer')!.id
    const rule = { call: 'is_filled', args: [{ field: field('Title').id }] }
    await call('set_grant', { role: viewer, table: table.id, action: 'read', scope: 'rules', rule })
    const file = await attach()
    const before = [await content(), await catalogueOf(), await schemaOf()]
    await deleteTable()
    expect(await schemaOf()).toBeUndefined()
    expect(await inTrash(table.id)).toMatchObject({
      kind: 'table',
      name: table.name,
      records: 1,
      trashedBy: world.creator.id,
      table: null,
    })
    await call('restore_table', { table: table.id })
    expect([await content(), await catalogueOf(), await schemaOf()]).toEqual(before)
    expect(await inTrash(table.id)).toBeUndefined()
    expect(await mayDownload(world.viewer, file.key)).toBe(true)
    expect(await refusalOf(call('restore_table', { table: table.id }))).toBe('not_found')
  })

  test('comes back under another name where its own is taken, and keeps its relation', async () => {
    await deleteTable()
    const other = await createFullTable(h, world, table.name)
    expect(other.relation).not.toBe(table.relation)
    const back = await call<TestTable>('restore_table', { table: table.id })
    expect(back).toMatchObject({ name: `${table.name} 2`, relation: table.relation })
  })

  test('follows what changed while it was away: roles, rules, the time zone', async () => {
    const role = uuidV7()
    await call('save_role', { base: world.base, role, changes: { name: `Gone ${count}` } })
    const rule = { call: 'is_filled', args: [{ field: field('Title').id }] }
    await call('set_grant', { role, table: table.id, action: 'read', scope: 'rules', rule })
    await call('update_field', { field: field('Day').id, changes: { default: { kind: 'today' } } })
    await deleteTable()
    await call('delete_role', { role })
    await call('update_base', { base: world.base, changes: { timeZone: 'Pacific/Kiritimati' } })
    await call('restore_table', { table: table.id })
    const policies = await h.db
      .sql`select qual from pg_policies where tablename = ${table.relation} and cmd = 'SELECT'`
    expect(JSON.stringify(policies)).not.toContain(role)
    const [row] = await h.db.sql`select pg_get_expr(adbin, adrelid) as body from pg_attrdef d
      join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
      where adrelid = ${`data.${table.relation}`}::regclass and attname = 'day'`
    expect(row!['body']).toContain('Kiritimati')
    await call('update_base', { base: world.base, changes: { timeZone: 'Europe/Vienna' } })
  })

  test('counts against the quotas until it is emptied', async () => {
    const used = async () =>
      (
        await h.rpc<{ used: { tables: number; rows: number } }>(world.owner, 'workspace_usage', {
          workspace: world.workspace,
        })
      ).used
    const before = await used()
    await deleteTable()
    expect(await used()).toEqual(before)
    await call('empty_trash', { base: world.base, item: table.id, confirm_name: table.name })
    expect(await used()).toMatchObject({ tables: before.tables - 1, rows: before.rows - 1 })
  })

  test('is deleted for good after its days, when a creator looks', async () => {
    await deleteTable()
    await h.db
      .sql`update plinth_private.trash set trashed_at = now() - make_interval(days => ${limits.trashDays - 1})
      where table_id = ${table.id}`
    expect(await inTrash(table.id)).toBeDefined()
    await h.db
      .sql`update plinth_private.trash set trashed_at = now() - make_interval(days => ${limits.trashDays + 1})
      where table_id = ${table.id}`
    expect(await inTrash(table.id)).toBeUndefined()
    expect(await h.db.sql`select 1 from plinth."table" where id = ${table.id}`).toHaveLength(0)
  })

  test('goes with its base and its workspace', async () => {
    const base = uuidV7()
    const settings = { hue: 'blue', timeZone: 'UTC', locale: 'en', weekStart: 1 }
    await call('create_base', { base, workspace: world.workspace, name: 'Short-lived', settings })
    const [whole, part] = [
      await createFullTable(h, { ...world, base }, 'A'),
      await createFullTable(h, { ...world, base }, 'B'),
    ]
    await call('delete_table', { table: whole.id })
    await call('delete_field', { field: part.fields[2]!.id })
    await call('delete_base', { base, confirm_name: 'Short-lived' })
    expect(await h.db.sql`select to_regclass(${`plinth_trash.${whole.relation}`}) as r`).toEqual([
      { r: null },
    ])
    expect(await h.db.sql`select 1 from plinth_private.trash where base_id = ${base}`).toHaveLength(0)
  })
})

describe('a field in the trash', () => {
  // Of links see link-trash.sql.test.ts.
  test.each(fieldTypeNames.filter((type) => type !== 'link'))(
    'of type %s comes back exactly',
    async (type) => {
      await h.db.sql.unsafe(`update data.${table.relation} set notes = 'n', ratio = 0.1, done = false, day = '2026-01-02',
      moment = '2026-01-02T03:04:05.678Z', mail = 'a@example.org', site = 'https://example.org', owner = '${world.editor.id}', state = 'mid',
      phone = '112', share = 0.125, stars = 4, length = 5400, price = 1250, tags = '{mid,low}', paper = '{"a": 1}' where id = '${record}'`)
      await h.db.sql.unsafe(`insert into data.${table.relation} default values`)
      if (type === 'attachment') await attach()
      const { id, position, name } = table.fields.find((f) => f.type === type)!
      await call('update_field', { field: id, changes: { description: 'kept' } })
      const before = [await content(), await catalogueOf(), await schemaOf()]
      await call('delete_field', { field: id })
      expect((await schemaOf())!.fields.map((f) => f.id)).not.toContain(id)
      // A new record begins in the first state.
      const records = type === 'status' || type === 'autonumber' ? 2 : isComputed(type) ? 0 : 1
      expect(await inTrash(id)).toMatchObject({ kind: 'field', name, records, table: { id: table.id } })
      expect(await restoreField(id)).toMatchObject({
        done: records,
        total: records,
        field: { name, position },
      })
      expect([await content(), await catalogueOf(), await schemaOf()]).toEqual(before)
    },
  )

  test('of files is empty in records that come when it is back', async () => {
    await deleteField('Files')
    await restoreField(field('Files').id)
    const made = uuidV7()
    await h.db.sql.unsafe(`insert into data.${table.relation} (id) values ('${made}')`)
    const [row] = await h.db.sql.unsafe(`select files from data.${table.relation} where id = '${made}'`)
    expect(row).toEqual({ files: [] })
  })

  test('comes back in steps where it has many values, read-only until the last', async () => {
    const rows = limits.rowsPerStep + 10
    const { relation } = table
    await h.db.sql.unsafe(
      `insert into data.${relation} (count) select g from generate_series(2, ${rows}) as g`,
    )
    const sum = async () => {
      const [row] = await h.db.sql.unsafe(
        `select md5(string_agg(to_jsonb(t)::text, ',' order by t.id)) as sum from data.${relation} as t where id <> '${record}'`,
      )
      return row!['sum'] as string
    }
    const before = await sum()
    await deleteField('Count')
    expect(await restoreField(field('Count').id)).toEqual({ done: 0, total: rows, field: null, table: null })
    expect(await restoreField(field('Count').id)).toEqual({
      done: limits.rowsPerStep,
      total: rows,
      field: null,
      table: null,
    })
    expect((await schemaOf())!.fields).toHaveLength(table.fields.length - 1)
    expect(
      await refusalOf(
        h.as(world.editor, (tx) => tx.unsafe(`update data.${relation} set count = 1 where true`)),
      ),
    ).toMatch(/does not exist/)
    expect(
      await refusalOf(
        h.as(world.editor, (tx) => tx.unsafe(`update data.${relation} set count__pending = 1 where true`)),
      ),
    ).toMatch(/permission denied/)
    // Records come and go meanwhile.
    await h.db.sql.unsafe(`delete from data.${relation} where id = '${record}'`)
    expect((await restoreField(field('Count').id)).field).not.toBeNull()
    expect(await sum()).toBe(before)
  })

  test('that was half back can be deleted for good', async () => {
    await h.db.sql.unsafe(
      `insert into data.${table.relation} (count) select g from generate_series(1, ${limits.rowsPerStep}) as g`,
    )
    await deleteField('Count')
    expect((await restoreField(field('Count').id)).field).toBeNull()
    await call('empty_trash', { base: world.base, item: field('Count').id, confirm_name: 'Count' })
    expect(Object.keys((await content())[0]!)).not.toContain('count')
  })

  test('comes back under another name, and its column keeps its own', async () => {
    await deleteField('Count')
    const made = await call<{ column: string }>('create_field', {
      table: table.id,
      definition: fieldOf('Count', 'text'),
    })
    expect(made.column).toBe('count_2')
    expect((await restoreField(field('Count').id)).field).toMatchObject({ name: 'Count 2', column: 'count' })
  })

  test('has its rules again, for new values where records came without it', async () => {
    const setRules = (name: string, rules: object) =>
      call('set_field_rules', { field: field(name).id, rules, keep: false })
    await setRules('Title', { required: true, unique: true })
    await setRules('Count', { max: 10 })
    const before = await catalogueOf()
    await deleteField('Count')
    await restoreField(field('Count').id)
    expect(await catalogueOf()).toEqual(before)
    await deleteField('Title')
    await h.db.sql.unsafe(`insert into data.${table.relation} (count) values (1)`)
    await restoreField(field('Title').id)
    const insert = (title: string) =>
      refusalOf(
        h.db.sql.unsafe(`insert into data.${table.relation} (title) values (${title})`).catch((e: Error) => {
          throw new Refusal(e.message, '', '')
        }),
      )
    expect(await insert("'top secret'")).toMatch(/unique/)
    expect(await insert('null')).toMatch(/value_required/)
    await h.db.sql.unsafe(`update data.${table.relation} set count = 2 where title is null`)
  })

  test('is guarded again by the rights on it, and so are its copy and the old values of another type', async () => {
    const role = (await call<{ id: string; name: string }[]>('base_roles', { base: world.base })).find(
      ({ name }) => name === 'editor',
    )!.id
    await call('set_field_grant', { role, field: field('Count').id, access: 'read' })
    const before = await catalogueOf()
    const write = (column: string) =>
      refusalOf(
        h.as(world.editor, (tx) =>
          tx.unsafe(`update data.${table.relation} set ${column} = null where id = '${record}'`),
        ),
      )
    await deleteField('Count')
    await restoreField(field('Count').id)
    expect(await catalogueOf()).toEqual(before)
    expect(await write('count')).toBe('field_read_only')
    const copy = { field: field('Count').id, copy: uuidV7(), name: 'Copied', with_values: true }
    await call('duplicate_field', copy)
    expect(await write('copied')).toBe('field_read_only')
    await call('change_type', { field: field('Count').id, type: 'text', options: {} })
    expect(await write('count')).toBe('field_read_only')
    await restoreField((await trash())[0]!.id)
    expect(await write('count_old')).toBe('field_read_only')
    const twin = await call<TestTable>('duplicate_table', {
      table: table.id,
      copy: uuidV7(),
      name: `Guarded twin ${count}`,
      with_records: true,
    })
    expect(
      await refusalOf(
        h.as(world.editor, (tx) => tx.unsafe(`update data.${twin.relation} set copied = null where true`)),
      ),
    ).toBe('field_read_only')
    // A role that goes while they are away takes nothing else with it.
    const gone = uuidV7()
    await call('save_role', { base: world.base, role: gone, changes: { name: `Away ${count}` } })
    for (const one of ['Count', 'Ratio'])
      await call('set_field_grant', { role: gone, field: field(one).id, access: 'read' })
    await deleteField('Ratio')
    await deleteTable()
    await call('delete_role', { role: gone })
    await call('restore_table', { table: table.id })
    expect(await write('count')).toBe('field_read_only')
  })

  test('and its table are locked again where they were', async () => {
    const lock = uuidV7()
    const rule = { call: 'is_filled', args: [{ field: field('Title').id }] }
    const definition = { name: 'Done', rule, creators: false, roles: [] }
    await call('save_record_lock', { table: table.id, lock, definition })
    await deleteTable()
    await call('restore_table', { table: table.id })
    const twin = await call<TestTable>('duplicate_table', {
      table: table.id,
      copy: uuidV7(),
      name: `Locked twin ${count}`,
      with_records: true,
    })
    for (const relation of [table.relation, twin.relation]) {
      const rows = await h.as(world.editor, (tx) =>
        tx.unsafe(`update data.${relation} set count = 9 where true returning id`),
      )
      expect(rows).toHaveLength(0)
    }
    expect(
      await refusalOf(call('change_type', { field: field('Title').id, type: 'long_text', options: {} })),
    ).toBe('used_by_rule')
  })

  test('waits for its table', async () => {
    await deleteField('Count')
    await deleteTable()
    expect(await inTrash(field('Count').id)).toMatchObject({ inTrash: true })
    expect(await refusalOf(restoreField(field('Count').id))).toBe('not_found')
    await call('restore_table', { table: table.id })
    expect((await restoreField(field('Count').id)).field).not.toBeNull()
  })

  test('goes with its table', async () => {
    await deleteField('Count')
    await deleteTable()
    await call('empty_trash', { base: world.base, item: table.id, confirm_name: table.name })
    expect(await inTrash(field('Count').id)).toBeUndefined()
  })

  test('loses the files of records that are deleted meanwhile', async () => {
    const file = await attach()
    await deleteField('Files')
    await h.db.sql.unsafe(`delete from data.${table.relation} where id = '${record}'`)
    await restoreField(field('Files').id)
    expect(await h.db.sql`select 1 from plinth.attachment where id = ${file.id}`).toHaveLength(0)
    expect(await h.db.sql`select 1 from plinth.removed_key where key = ${file.key}`).toHaveLength(1)
  })

  test('comes back whatever its values are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.option(fc.string({ maxLength: 40, unit: 'grapheme' }), { nil: null }), { maxLength: 12 }),
        async (texts) => {
          await h.db.sql.unsafe(`delete from data.${table.relation} where true`)
          for (const text of texts) {
            await h.db.sql.unsafe(`insert into data.${table.relation} (title) values ($1)`, [
              text?.replaceAll('\0', '') ?? null,
            ])
          }
          const before = await content()
          await deleteField('Title')
          await restoreField(field('Title').id)
          expect(await content()).toEqual(before)
        },
      ),
      { numRuns: 8 },
    )
  })
})

describe('nobody reaches what is in the trash', () => {
  const everybody = [
    'owner',
    'creator',
    'editor',
    'viewer',
    'holder',
    'member',
    'outsider',
    'anonymous',
  ] as const
  const query = () => ({ table: table.id, sorts: [] })

  test('neither a table by its calls, its relation, its metadata, its topic nor its files', async () => {
    const file = await attach()
    await h.db.sql`delete from plinth_private.change_log where false`
    await deleteTable()
    for (const who of everybody) {
      const person = world[who]
      const attempts = [
        ['rows_window', { query: query(), anchor: null, direction: 'forward', skip: 0, take: 5 }],
        ['rows_by_id', { query: query(), ids: [record] }],
        ['view_stats', { query: query(), exact: true }],
        ['view_anchors', { query: query(), step: 100 }],
        ['view_groups', { query: query(), figures: {}, skip: 0, take: 5 }],
        ['view_summary', { query: query(), figures: {} }],
        ['count_when', { query: query(), when: { boolean: true } }],
        ['arrange_views', { table: table.id, before: {}, after: {} }],
        [
          'view_chart',
          {
            query: query(),
            chart: { figure: 'count', field: null, units: [], by: 'key', take: 1, totals: true },
          },
        ],
        ['row_rank', { query: query(), record, near: null }],
        ['find_in_view', { query: query(), text: 'a', after: null, direction: 'forward', take: 5 }],
        ['changes_since', { table: table.id, seq: '3' }],
        ['update_table', { table: table.id, changes: { name: 'x' } }],
        ['delete_table', { table: table.id }],
        ['duplicate_table', { table: table.id, copy: uuidV7(), name: 'x', with_records: true }],
        ['create_field', { table: table.id, definition: fieldOf('x', 'text') }],
        ['update_field', { field: field('Title').id, changes: { name: 'x' } }],
        ['delete_field', { field: field('Title').id }],
        ['preview_type_change', { field: field('Title').id, type: 'number', options: {} }],
        ['change_type', { field: field('Title').id, type: 'number', options: {} }],
        ['set_grant', { role: world.role, table: table.id, action: 'read', scope: 'all', rule: null }],
        [
          'count_matching',
          { table: table.id, rule: { call: 'is_filled', args: [{ field: field('Title').id }] } },
        ],
        ['explain_access', { table: table.id, record, person: world.editor.id, action: 'read' }],
        [
          'begin_import',
          {
            import: uuidV7(),
            table: table.id,
            file_name: 'a',
            fields: [field('Title').id],
            mode: 'append',
            key: null,
          },
        ],
        [
          'begin_upload',
          {
            table: table.id,
            record,
            field: field('Files').id,
            file: { id: uuidV7(), name: 'a', mime: 'text/plain', bytes: 1 },
          },
        ],
        ['remove_attachment', { attachment: file.id }],
      ] as const
      for (const [name, args] of attempts) {
        expect([who, name, await refusalOf(h.rpc(person, name, args))]).toEqual([
          who,
          name,
          who === 'anonymous' ? 'forbidden' : 'not_found',
        ])
      }
      const mutation = { id: uuidV7(), kind: 'delete', table: table.id, record }
      const applied = await h
        .rpc<Json>(person, 'apply_mutations', { batch: { mutations: [mutation], atomic: false } })
        .catch((error: unknown) => (error as Refusal).code)
      expect(JSON.stringify(applied)).toMatch(/not_found|forbidden/)
      expect(await refusalOf(select(person, `select * from plinth_trash.${table.relation}`))).toMatch(
        /permission denied/,
      )
      expect(await refusalOf(select(person, `select * from data.${table.relation}`))).toMatch(
        /does not exist/,
      )
      expect(await select(person, `select * from plinth."table" where id = '${table.id}'`)).toEqual([])
      expect(await select(person, `select * from plinth.field where table_id = '${table.id}'`)).toEqual([])
      expect(await select(person, `select * from plinth.attachment where id = '${file.id}'`)).toEqual([])
      expect(await mayDownload(person, file.key)).toBe(false)
      expect(
        await select(person, `select plinth_private.may_hear_table('table:${table.id}:1') as ok`),
      ).toEqual([{ ok: false }])
      expect(await select(person, `select plinth_private.scope('${table.id}', 'read') as ok`)).toEqual([
        { ok: 'none' },
      ])
    }
  })

  test('nor a field by the relation, its rows, its metadata or its files', async () => {
    const file = await attach()
    await deleteField('Title')
    await deleteField('Files')
    const [holder] = await h.db.sql`select t.relation, t.id from plinth_private.trash x
      join plinth."table" t on t.id = x.table_id where x.field_id = ${field('Title').id}`
    for (const who of everybody) {
      const person = world[who]
      const rows = await select(person, `select * from data.${table.relation}`)
      expect(JSON.stringify(rows)).not.toMatch(/top secret|title|files/)
      expect(await refusalOf(select(person, `select title from data.${table.relation}`))).toMatch(
        /does not exist/,
      )
      expect(await refusalOf(select(person, `select * from plinth_trash.${holder!['relation']}`))).toMatch(
        /permission denied/,
      )
      expect(await select(person, `select * from plinth.field where id = '${field('Title').id}'`)).toEqual([])
      expect(await select(person, `select * from plinth."table" where id = '${holder!['id']}'`)).toEqual([])
      expect(await select(person, `select * from plinth.attachment where id = '${file.id}'`)).toEqual([])
      expect(await mayDownload(person, file.key)).toBe(false)
      for (const [name, args] of [
        ['rows_by_id', { query: { ...query(), fields: [field('Title').id] }, ids: [record] }],
        ['rows_by_id', { query: { table: holder!['id'], sorts: [] }, ids: [record] }],
        ['update_field', { field: field('Title').id, changes: { name: 'x' } }],
        ['delete_field', { field: field('Title').id }],
        ['duplicate_field', { field: field('Title').id, copy: uuidV7(), name: 'x', with_values: true }],
        ['change_type', { field: field('Title').id, type: 'number', options: {} }],
        ['restore_table', { table: holder!['id'] }],
        ['restore_table', { table: field('Title').id }],
      ] as const) {
        expect([who, name, await refusalOf(h.rpc(person, name, args as never))]).toEqual([
          who,
          name,
          expect.stringMatching(/not_found|invalid_input|forbidden/),
        ])
      }
    }
    expect(await inTrash(field('Title').id)).toBeDefined()
  })

  test('and who may not shape the base neither sees the trash nor empties or restores it', async () => {
    await deleteTable()
    for (const who of ['editor', 'viewer', 'holder', 'member', 'outsider', 'anonymous'] as const) {
      for (const [name, args] of [
        ['base_trash', { base: world.base }],
        ['restore_table', { table: table.id }],
        ['empty_trash', { base: world.base, item: table.id, confirm_name: table.name }],
        ['empty_trash', { base: world.base, item: null, confirm_name: 'Müller & Söhne' }],
      ] as const) {
        expect([who, name, await refusalOf(h.rpc(world[who], name, args))]).toEqual([
          who,
          name,
          expect.stringMatching(/not_found|forbidden/),
        ])
      }
    }
    // Nor may a creator of another base, through their own.
    const base = uuidV7()
    const settings = { hue: 'blue', timeZone: 'UTC', locale: 'en', weekStart: 1 }
    await h.rpc(world.member, 'create_base', { base, workspace: world.workspace, name: 'Mine', settings })
    const args = { base, item: table.id, confirm_name: table.name }
    expect(await refusalOf(h.rpc(world.member, 'empty_trash', args))).toBe('not_found')
    expect(await h.rpc(world.member, 'base_trash', { base })).toEqual([])
    expect(await inTrash(table.id)).toBeDefined()
  })

  test('emptying all of it takes the name of the base', async () => {
    await deleteTable()
    const empty = (confirm_name: string) =>
      call('empty_trash', { base: world.base, item: null, confirm_name })
    expect(await refusalOf(empty(table.name))).toBe('confirm_mismatch')
    await empty('Müller & Söhne')
    expect(await trash()).toEqual([])
    const left = await h.db
      .sql`select c.relname from pg_class as c where c.relnamespace = 'plinth_trash'::regnamespace and c.relkind = 'r'
        and not exists (select 1 from plinth_private.trash as x join plinth."table" as t on t.id = x.table_id
                        where x.base_id = ${world.elsewhere[1]!} and t.relation = c.relname)`
    expect(left).toHaveLength(0)
  })
})

function select(person: World['creator'], sql: string) {
  return h
    .as(person, (tx) => tx.unsafe(sql))
    .then(
      (rows) => rows.map((row) => ({ ...row })),
      (error: unknown) => {
        throw error instanceof Refusal ? error : new Error(String(error))
      },
    )
}

async function mayDownload(person: World['creator'], key: string): Promise<boolean> {
  return (await select(person, `select 1 from storage.objects where name = '${key}'`)).length === 1
}

/** A file in the record's cell, stored. */
async function attach(): Promise<{ id: string; key: string }> {
  const id = randomUUID()
  const file = { id, name: 'a.txt', mime: 'text/plain', bytes: 5, thumbnail: false }
  const { key } = await call<{ key: string }>('begin_upload', {
    table: table.id,
    record,
    field: field('Files').id,
    file,
  })
  await h.db
    .admin`insert into storage.objects (bucket_id, name, metadata) values ('plinth', ${key}, '{"size": 5}')`
  await call('finish_upload', { attachment: id })
  return { id, key }
}
