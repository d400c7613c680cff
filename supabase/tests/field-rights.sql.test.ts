/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Rights on single fields: who may only read a field writes it on no path. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  deleteForGood,
  fieldOf,
  type Harness,
  type Json,
  type Person,
  Refusal,
  refusalOf,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'

let h: Harness
let world: World
const roles = new Map<string, string>()
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  const list = await h.rpc<{ id: string; name: string }[]>(world.creator, 'base_roles', { base: world.base })
  for (const { id, name } of list) roles.set(name, id)
})
afterAll(() => h.db.stop())

async function staffTable(name: string) {
  const definition = {
    id: uuidV7(),
    name,
    fields: [fieldOf('Name', 'text'), fieldOf('Salary', 'integer'), fieldOf('Files', 'attachment')],
  }
  const table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
  const field = (label: string) => table.fields.find((one) => one.name === label)!.id
  const relation = `data.${table.relation}`
  const allow = (role: string, label: string, access: string | null, person = world.creator) =>
    h.rpc(person, 'set_field_grant', { role: roles.get(role) ?? role, field: field(label), access })
  const grant = (action: string, scope: string | null, role = world.role) =>
    h.rpc(world.creator, 'set_grant', { role, table: table.id, action, scope, rule: null })
  const add = async (label: string, salary: number | null) => {
    const id = uuidV7() as string
    await h.db.sql.unsafe(`insert into ${relation} (id, name, salary) values ($1, $2, $3)`, [
      id,
      label,
      salary,
    ])
    return id
  }
  const apply = async (
    person: Person,
    kind: string,
    record: string,
    values: Record<string, Json>,
    base: object = {},
  ) => {
    const byId = (object: object) =>
      Object.fromEntries(Object.entries(object).map(([label, value]) => [field(label), value as Json]))
    const mutation = { id: uuidV7(), kind, table: table.id, record, values: byId(values), base: byId(base) }
    const [result] = await h.rpc<[{ status: string; error?: { code: string; details: Json } }]>(
      person,
      'apply_mutations',
      { batch: { atomic: false, mutations: [mutation] } },
    )
    return result.error ?? result.status
  }
  const raise = (person: Person, record: string, from: number | null, to: number | null) =>
    apply(person, 'update', record, { Salary: to }, { Salary: from })
  const accessOf = async (person: Person) => {
    const schema = await h.rpc<{ tables: TestTable[] }>(person, 'base_schema', { base: world.base })
    const fields = schema.tables.find(({ id }) => id === table.id)!.fields as {
      name: string
      access?: string
    }[]
    return Object.fromEntries(fields.map(({ name: label, access }) => [label, access ?? 'write']))
  }
  const refusal = { code: 'field_read_only', details: { table: table.id, field: field('Salary') } }
  return { table, field, relation, allow, grant, add, apply, raise, accessOf, refusal }
}

describe('a field that a role may only read', () => {
  test('keeps its value from every write of who holds no better role', async () => {
    const { relation, allow, add, apply, raise, refusal } = await staffTable('Writes')
    const id = await add('Ada', 100)
    await allow('editor', 'Salary', 'read')
    expect(await raise(world.editor, id, 100, 200)).toMatchObject(refusal)
    expect(await raise(world.editor, id, 100, null)).toMatchObject(refusal)
    expect(await raise(world.editor, id, 100, 100)).toBe('ok')
    expect(await apply(world.editor, 'update', id, { Name: 'Eve' }, { Name: 'Ada' })).toBe('ok')
    expect(await apply(world.editor, 'insert', uuidV7(), { Name: 'New' })).toBe('ok')
    expect(await apply(world.editor, 'insert', uuidV7(), { Name: 'New', Salary: 1 })).toMatchObject(refusal)
    expect(await raise(world.creator, id, 100, 200)).toBe('ok')
    expect(await raise(world.owner, id, 200, 100)).toBe('ok')
    for (const sql of [
      `update ${relation} set salary = 1 where id = '${id}'`,
      `update ${relation} set salary = salary + 1, name = 'x' where id = '${id}'`,
      `insert into ${relation} (name, salary) values ('y', 5)`,
      `insert into ${relation} (id, salary) values ('${id}', 5) on conflict (id) do update set salary = 7`,
      `insert into ${relation} (id, name) values ('${id}', 'z') on conflict (id) do update set salary = 7`,
    ]) {
      expect([sql, await refusalOf(h.as(world.editor, (tx) => tx.unsafe(sql)))]).toEqual([
        sql,
        'field_read_only',
      ])
    }
    const [row] = await h.db.sql.unsafe(`select name, salary from ${relation} where id = '${id}'`)
    expect(row).toMatchObject({ name: 'Eve', salary: '100' })
    await h.db.sql.unsafe(`update ${relation} set salary = 300 where id = '${id}'`)
    expect(await raise(world.creator, id, 300, 301)).toBe('ok')
  })

  test('tells those of a batch apart, and undoes an atomic one', async () => {
    const { table, field, allow, add } = await staffTable('Batches')
    await allow('editor', 'Salary', 'read')
    const ids = [await add('a', 1), await add('b', 2)]
    const mutations = ids.map((record, n) => ({
      id: uuidV7(),
      kind: 'update',
      table: table.id,
      record,
      values: { [field('Salary')]: 2 },
      base: { [field('Salary')]: n + 1 },
    }))
    const results = await h.rpc(world.editor, 'apply_mutations', { batch: { atomic: false, mutations } })
    expect(results).toMatchObject([{ error: { code: 'field_read_only' } }, { status: 'ok' }])
  })

  test('is told in the schema, and what one writes oneself is not', async () => {
    const { allow, accessOf } = await staffTable('Schema')
    await allow('editor', 'Salary', 'read')
    expect(await accessOf(world.editor)).toEqual({ Name: 'write', Salary: 'read', Files: 'write' })
    expect(await accessOf(world.viewer)).toEqual({ Name: 'write', Salary: 'read', Files: 'write' })
    expect(await accessOf(world.creator)).toEqual({ Name: 'write', Salary: 'write', Files: 'write' })
    await allow('editor', 'Salary', null)
    expect(await accessOf(world.viewer)).toEqual({ Name: 'write', Salary: 'write', Files: 'write' })
  })

  test('is written by who holds another role that may: rights add up', async () => {
    const { allow, grant, add, raise, refusal } = await staffTable('Sums')
    const id = await add('Ada', 1)
    await allow('editor', 'Salary', 'read')
    await h.rpc(world.creator, 'set_role_member', { role: world.role, member: world.editor.id, holds: true })
    // A role that says nothing of the table gives nothing.
    expect(await raise(world.editor, id, 1, 2)).toMatchObject(refusal)
    await grant('read', 'all')
    expect(await raise(world.editor, id, 1, 2)).toMatchObject(refusal)
    await allow('Sellers', 'Salary', 'write')
    expect(await raise(world.editor, id, 1, 2)).toBe('ok')
    await allow('Sellers', 'Salary', null)
    expect(await raise(world.editor, id, 2, 3)).toMatchObject(refusal)
    await grant('update', 'all')
    expect(await raise(world.editor, id, 2, 3)).toBe('ok')
    await h.rpc(world.creator, 'set_role_member', { role: world.role, member: world.editor.id, holds: false })
    expect(await raise(world.editor, id, 3, 4)).toMatchObject(refusal)
    // To write a field is nothing where the table may not be changed.
    await allow('viewer', 'Salary', 'write')
    expect(await raise(world.viewer, id, 3, 4)).toMatchObject({ code: 'read_only' })
  })

  test('takes no import and no file', async () => {
    const { table, field, allow, add } = await staffTable('Ways in')
    const id = await add('Ada', 1)
    const begin = (fields: string[]) =>
      h.rpc(world.editor, 'begin_import', {
        import: uuidV7(),
        table: table.id,
        file_name: 'a.csv',
        fields,
        mode: 'append',
        key: null,
      })
    const upload = (file: string) =>
      h.rpc<{ key: string }>(world.editor, 'begin_upload', {
        table: table.id,
        record: id,
        field: field('Files'),
        file: { id: file, name: 'a.txt', mime: 'text/plain', bytes: 5, thumbnail: false },
      })
    const files = [uuidV7(), uuidV7()]
    for (const file of files) {
      const { key } = await upload(file)
      await h.db
        .admin`insert into storage.objects (bucket_id, name, metadata) values ('plinth', ${key}, '{"size": 5}')`
    }
    await h.rpc(world.editor, 'finish_upload', { attachment: files[0] })
    const open = uuidV7()
    const args = { import: open, table: table.id, file_name: 'a.csv', mode: 'append', key: null }
    await h.rpc(world.editor, 'begin_import', { ...args, fields: [field('Name'), field('Salary')] })
    await allow('editor', 'Salary', 'read')
    await allow('editor', 'Files', 'read')
    expect(await refusalOf(begin([field('Salary')]))).toBe('field_read_only')
    await begin([field('Name')])
    const rows = (salary: number | null) =>
      h.rpc(world.editor, 'import_rows', {
        import: open,
        chunk: 0,
        rows: [[uuidV7(), 'x', salary]],
        misfits: [],
      })
    expect(await refusalOf(rows(5))).toBe('field_read_only')
    expect(await rows(null)).toEqual({ inserted: 1, updated: 0 })
    expect(await refusalOf(upload(uuidV7()))).toBe('field_read_only')
    expect(await refusalOf(h.rpc(world.editor, 'finish_upload', { attachment: files[1] }))).toBe(
      'field_read_only',
    )
    expect(await refusalOf(h.rpc(world.editor, 'remove_attachment', { attachment: files[0] }))).toBe(
      'field_read_only',
    )
    const renaming = { attachment: files[0], name: 'b.txt', was: null }
    expect(await refusalOf(h.rpc(world.editor, 'rename_attachment', renaming))).toBe('field_read_only')
    const order = { table: table.id, record: id, field: field('Files'), files: [], was: null }
    expect(await refusalOf(h.rpc(world.editor, 'order_attachments', order))).toBe('field_read_only')
  })

  test('comes with its default in a new record', async () => {
    const { relation, allow, apply, refusal } = await staffTable('Defaults')
    await allow('editor', 'Salary', 'read')
    await h.db.sql.unsafe(`alter table ${relation} alter column salary set default 40 + 2`)
    expect(await apply(world.editor, 'insert', uuidV7(), { Name: 'New' })).toBe('ok')
    expect(await apply(world.editor, 'insert', uuidV7(), { Name: 'New', Salary: 42 })).toBe('ok')
    expect(await apply(world.editor, 'insert', uuidV7(), { Name: 'New', Salary: 43 })).toMatchObject(refusal)
  })
})

test('a state that may only be read begins at the initial one', async () => {
  const states = ['draft', 'sent'].map((id) => ({ id, label: id, hue: 'blue' }))
  const options = { options: states, initial: 'draft' }
  const definition = {
    id: uuidV7(),
    name: 'States',
    fields: [fieldOf('Name', 'text'), fieldOf('State', 'status', options)],
  }
  const table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
  const state = table.fields[1]!.id
  await h.rpc(world.creator, 'set_field_grant', { role: roles.get('editor'), field: state, access: 'read' })
  const insert = async (values: Record<string, Json>) => {
    const mutation = { id: uuidV7(), kind: 'insert', table: table.id, record: uuidV7(), values }
    const batch = { atomic: false, mutations: [mutation] }
    const [result] = await h.rpc<[{ status: string; error?: { code: string } }]>(
      world.editor,
      'apply_mutations',
      { batch },
    )
    return result.error?.code ?? result.status
  }
  expect(await insert({ [table.fields[0]!.id]: 'a' })).toBe('ok')
  expect(await insert({ [state]: 'sent' })).toBe('field_read_only')
  const [row] = await h.db.sql.unsafe(`select state from data.${table.relation}`)
  expect(row).toEqual({ state: 'draft' })
})

test('a large change of other fields is not held up', async () => {
  const { relation, allow } = await staffTable('Large')
  await h.db.sql.unsafe(
    `insert into ${relation} (name, salary) select 'n', n from generate_series(1, 5000) as n`,
  )
  await allow('editor', 'Salary', 'read')
  const change = (sql: string) => h.as(world.editor, (tx) => tx.unsafe(sql))
  const { count } = await change(`update ${relation} set name = 'm' where true`)
  expect(count).toBe(5000)
  const last = `update ${relation} set name = 'x', salary = case when salary = 5000 then 0 else salary end where true`
  expect(await refusalOf(change(last))).toBe('field_read_only')
})

describe('rights on fields', () => {
  test('are kept by creators alone', async () => {
    const { field, allow } = await staffTable('Keepers')
    for (const person of [world.editor, world.viewer]) {
      expect(await refusalOf(allow('editor', 'Salary', 'read', person))).toBe('forbidden')
    }
    for (const person of [world.holder, world.member, world.outsider]) {
      expect(await refusalOf(allow('editor', 'Salary', 'read', person))).toBe('not_found')
    }
    expect(await refusalOf(allow('editor', 'Salary', 'read', world.anonymous))).toBe('forbidden')
    expect(await refusalOf(allow('editor', 'Salary', 'all'))).toBe('invalid_input')
    expect(await refusalOf(allow(uuidV7(), 'Salary', 'read'))).toBe('not_found')
    await allow('editor', 'Salary', 'read')
    const list = await h.rpc<{ name: string; fieldGrants: Json }[]>(world.creator, 'base_roles', {
      base: world.base,
    })
    expect(list.find(({ name }) => name === 'editor')!.fieldGrants).toContainEqual({
      field: field('Salary'),
      access: 'read',
    })
    const rows = (person: Person) =>
      h.as(person, (tx) => tx`select * from plinth.field_grant where field_id = ${field('Salary')}`)
    expect(await rows(world.creator)).toHaveLength(1)
    for (const person of [world.editor, world.holder, world.outsider])
      expect(await rows(person)).toHaveLength(0)
  })

  test('follow changes by psql, and go with their field, role and table', async () => {
    const { table, field, relation, allow, add, raise, refusal } = await staffTable('Follow')
    const id = await add('Ada', 1)
    const guards = async () =>
      (
        await h.db
          .sql`select tgname from pg_trigger where tgrelid = ${relation}::regclass and tgname like 'plinth_access%'`
      ).length
    await h.db
      .sql`insert into plinth.field_grant (role_id, field_id, access) values (${roles.get('editor')!}, ${field('Salary')}, 'read')`
    expect(await raise(world.editor, id, 1, 2)).toMatchObject(refusal)
    await h.db.sql`update plinth.field_grant set access = 'write' where field_id = ${field('Salary')}`
    expect(await guards()).toBe(0)
    expect(await raise(world.editor, id, 1, 2)).toBe('ok')
    const role = uuidV7()
    await h.rpc(world.creator, 'save_role', { base: world.base, role, changes: { name: 'Passing' } })
    await allow(role, 'Salary', 'read')
    expect(await guards()).toBe(2)
    await h.rpc(world.creator, 'delete_role', { role })
    expect(await guards()).toBe(0)
    await allow('editor', 'Salary', 'read')
    await h.rpc(world.creator, 'delete_field', { field: field('Salary') })
    expect(await guards()).toBe(0)
    await allow('editor', 'Name', 'read')
    await deleteForGood(h, world.creator, { base: world.base, ...table })
    const [left] = await h.db
      .sql`select count(*)::int as n from plinth.field_grant where field_id = ${field('Name')}`
    expect(left!['n']).toBe(0)
  })

  test('give no value away when they refuse', async () => {
    const { relation, allow, add } = await staffTable('Silent')
    const id = await add('Ada', 987654)
    await allow('editor', 'Salary', 'read')
    for (const person of [world.viewer, world.outsider, world.anonymous]) {
      const insert = h.as(person, (tx) => tx.unsafe(`insert into ${relation} (salary) values (1)`))
      await expect(insert).rejects.toMatchObject({ state: '42501' })
    }
    const error = await h
      .as(world.editor, (tx) => tx.unsafe(`update ${relation} set salary = 123321 where id = '${id}'`))
      .catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(Refusal)
    expect(JSON.stringify(error) + (error as Refusal).message).not.toMatch(/987654|123321/)
  })
})
