/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createFullTable,
  type Harness,
  type Person,
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
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
beforeEach(async () => {
  table = await createFullTable(h, world, `Table ${++count}`)
})
afterAll(() => h.db.stop())

const field = (name: string) => table.fields.find((f) => f.name === name)!.id

async function begin(person: Person, names: string[], key?: string): Promise<string> {
  const id = uuidV7()
  await h.rpc(person, 'begin_import', {
    import: id,
    table: table.id,
    file_name: 'a.csv',
    fields: names.map(field),
    mode: key ? 'upsert' : 'append',
    key: key ? field(key) : null,
  })
  return id
}
const chunk = (person: Person, id: string, n: number, rows: unknown[][], misfits: object[] = []) =>
  h.rpc(person, 'import_rows', { import: id, chunk: n, rows: rows.map((r) => [uuidV7(), ...r]), misfits })
const titles = async () =>
  (
    await h.db.sql.unsafe(`select title, count, created_by, ver from data.${table.relation} order by title`)
  ).map((r) => ({ ...r }))

test('chunks are stored once, in one import, by its own maker', async () => {
  const id = await begin(world.editor, ['Title', 'Count', 'Day', 'Done', 'Moment', 'Ratio'])
  const row = (title: string) => [title, 5, '2024-01-31', true, '2024-01-31T10:00:00Z', 1.5]
  expect(await chunk(world.editor, id, 0, [row('a'), row('b')])).toEqual({ inserted: 2, updated: 0 })
  expect(await chunk(world.editor, id, 0, [row('a'), row('b')])).toEqual({ inserted: 2, updated: 0 })
  expect(await refusalOf(chunk(world.creator, id, 1, [row('c')]))).toBe('not_found')
  const misfit = { record: uuidV7(), field: field('Count'), line: 7, raw: 'many' }
  expect(await chunk(world.editor, id, 1, [row('c')], [misfit])).toEqual({ inserted: 1, updated: 0 })
  expect(await h.rpc(world.editor, 'finish_import', { import: id })).toEqual({
    inserted: 3,
    updated: 0,
    misfits: 1,
  })
  expect(await h.rpc(world.editor, 'finish_import', { import: id })).toEqual({
    inserted: 3,
    updated: 0,
    misfits: 1,
  })
  expect(await refusalOf(chunk(world.editor, id, 2, [row('d')]))).toBe('import_closed')
  expect(await titles()).toMatchObject([
    { title: 'a', count: '5', created_by: world.editor.id, ver: '1' },
    { title: 'b' },
    { title: 'c' },
  ])
  expect(await h.rpc(world.editor, 'import_misfits', { import: id, after: 0, take: 10 })).toEqual([
    { no: 1, ...misfit },
  ])
  expect(await h.rpc(world.creator, 'import_misfits', { import: id, after: 1, take: 10 })).toEqual([])
  expect(await refusalOf(h.rpc(world.viewer, 'import_misfits', { import: id, after: 0, take: 10 }))).toBe(
    'not_found',
  )
})

test('by key: what did not fit leaves the value of an updated record as it is', async () => {
  const first = await begin(world.editor, ['Title', 'Count', 'Mail'])
  await chunk(world.editor, first, 0, [
    ['a', 1, 'a@example.org'],
    ['b', 2, 'b@example.org'],
  ])
  const id = await begin(world.editor, ['Title', 'Count', 'Mail'], 'Title')
  const [kept, emptied, added] = [uuidV7(), uuidV7(), uuidV7()]
  const rows = [
    [kept, 'a', null, 'new@example.org'],
    [emptied, 'b', null, null],
    [added, 'c', null, null],
  ]
  const misfits = [kept, added].map((record, n) => ({
    record,
    field: field('Count'),
    line: n + 2,
    raw: 'many',
  }))
  expect(await h.rpc(world.editor, 'import_rows', { import: id, chunk: 0, rows, misfits })).toEqual({
    inserted: 1,
    updated: 2,
  })
  const stored = await h.db.sql.unsafe(`select title, count, mail from data.${table.relation} order by title`)
  expect(stored.map((row) => [row['title'], row['count'], row['mail']])).toEqual([
    ['a', '1', 'new@example.org'],
    ['b', null, null],
    ['c', null, null],
  ])
})

test('two senders of the same chunk at once store it once', async () => {
  const id = await begin(world.editor, ['Title'])
  const rows = [[uuidV7(), 'x']]
  const send = () => h.rpc(world.editor, 'import_rows', { import: id, chunk: 0, rows, misfits: [] })
  expect(await Promise.all([send(), send()])).toEqual([
    { inserted: 1, updated: 0 },
    { inserted: 1, updated: 0 },
  ])
  expect(await titles()).toHaveLength(1)
})

test('by key: records with the same value are updated, the rest is appended', async () => {
  const first = await begin(world.editor, ['Title', 'Count'])
  await chunk(world.editor, first, 0, [
    ['a', 1],
    ['b', 2],
    [null, 3],
    [null, 4],
  ])
  const id = await begin(world.editor, ['Count', 'Title'], 'Title')
  expect(
    await chunk(world.editor, id, 0, [
      [20, 'b'],
      [30, 'c'],
      [40, null],
    ]),
  ).toEqual({ inserted: 2, updated: 1 })
  expect(await h.rpc(world.editor, 'finish_import', { import: id })).toEqual({
    inserted: 2,
    updated: 1,
    misfits: 0,
  })
  expect((await titles()).map((r) => [r['title'], r['count'], r['ver']])).toEqual([
    ['a', '1', '1'],
    ['b', '20', '2'],
    ['c', '30', '1'],
    [null, '3', '1'],
    [null, '4', '1'],
    [null, '40', '1'],
  ])
})

test('by key: a key twice in the table, in a chunk or in two chunks is refused with its place', async () => {
  const first = await begin(world.editor, ['Title'])
  await chunk(world.editor, first, 0, [['a'], ['b']])
  const id = await begin(world.editor, ['Title', 'Count'], 'Title')
  const lineOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => (error instanceof Refusal ? [error.code, JSON.parse(error.details).line] : error),
    )
  expect(
    await lineOf(
      chunk(world.editor, id, 0, [
        ['n', 1],
        ['m', 1],
        ['n', 2],
      ]),
    ),
  ).toEqual(['key_not_unique', 3])
  await chunk(world.editor, id, 0, [
    ['n', 1],
    ['a', 1],
  ])
  expect(
    await lineOf(
      chunk(world.editor, id, 1, [
        ['x', 1],
        ['a', 2],
      ]),
    ),
  ).toEqual(['key_not_unique', 2])
  expect(await lineOf(chunk(world.editor, id, 1, [['n', 1]]))).toEqual(['key_not_unique', 1])
  await h.db.sql.unsafe(`insert into data.${table.relation} (title) values ('a')`)
  expect(await refusalOf(begin(world.editor, ['Title'], 'Title'))).toBe('key_not_unique')
})

test('a value that does not fit refuses its chunk and says where it stands', async () => {
  const id = await begin(world.editor, ['Title', 'Mail'])
  const failure = await chunk(world.editor, id, 0, [
    ['a', 'a@b.cd'],
    ['b', 'nobody'],
  ]).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'email_invalid' })
  expect(JSON.parse((failure as Refusal).details)).toEqual({ table: table.id, field: field('Mail'), line: 2 })
  expect(await titles()).toEqual([])
  expect(await chunk(world.editor, id, 0, [['a', 'a@b.cd']])).toEqual({ inserted: 1, updated: 0 })
})

test('cancelling with discard deletes what was inserted, chunk by chunk', async () => {
  await h.db.sql.unsafe(`insert into data.${table.relation} (title) values ('mine')`)
  const id = await begin(world.editor, ['Title'])
  await chunk(world.editor, id, 0, [['a'], ['b']])
  await chunk(world.editor, id, 1, [['c']])
  const discard = () => h.rpc(world.editor, 'cancel_import', { import: id, discard: true })
  expect(await discard()).toEqual({ deleted: 2 })
  expect(await refusalOf(chunk(world.editor, id, 2, [['d']]))).toBe('import_closed')
  expect(await discard()).toEqual({ deleted: 1 })
  expect(await discard()).toEqual({ deleted: 0 })
  expect(await titles()).toMatchObject([{ title: 'mine' }])
})

test('cancelling without discard keeps the records', async () => {
  const id = await begin(world.editor, ['Title'])
  await chunk(world.editor, id, 0, [['a']])
  expect(await h.rpc(world.editor, 'cancel_import', { import: id, discard: false })).toEqual({ deleted: 0 })
  expect(await h.rpc(world.editor, 'cancel_import', { import: id, discard: true })).toEqual({ deleted: 0 })
  expect(await titles()).toHaveLength(1)
})

test('a viewer, a member without a role and an outsider cannot import', async () => {
  expect(await refusalOf(begin(world.viewer, ['Title']))).toBe('read_only')
  expect(await refusalOf(begin(world.member, ['Title']))).toBe('not_found')
  expect(await refusalOf(begin(world.outsider, ['Title']))).toBe('not_found')
})

test('who loses the role in the middle cannot go on', async () => {
  const id = await begin(world.editor, ['Title'])
  await chunk(world.editor, id, 0, [['a']])
  const role = (name: string | null) =>
    h.rpc(world.owner, 'set_base_role', { base: world.base, member: world.editor.id, role: name })
  await role('viewer')
  expect(await refusalOf(chunk(world.editor, id, 1, [['b']]))).toBe('read_only')
  await role(null)
  expect(await refusalOf(chunk(world.editor, id, 1, [['b']]))).toBe('not_found')
  expect(await refusalOf(h.rpc(world.editor, 'import_misfits', { import: id, after: 0, take: 1 }))).toBe(
    'not_found',
  )
  await role('editor')
})

test('wrong shapes are refused', async () => {
  expect(await refusalOf(begin(world.editor, ['Files']))).toBe('invalid_input')
  expect(await refusalOf(begin(world.editor, ['Title', 'Title']))).toBe('invalid_input')
  expect(await refusalOf(begin(world.editor, ['Title'], 'Count'))).toBe('invalid_input')
  const id = await begin(world.editor, ['Title'])
  expect(await refusalOf(chunk(world.editor, id, 0, [['a', 'b']]))).toBe('invalid_input')
  expect(await refusalOf(chunk(world.editor, id, -1, [['a']]))).toBe('invalid_input')
  const many = Array.from({ length: 5001 }, () => ['a'])
  expect(await refusalOf(chunk(world.editor, id, 0, many))).toBe('limit_exceeded')
})

test('an import is thrown away by who may still delete records, else it is kept', async () => {
  const id = await begin(world.editor, ['Title'])
  await chunk(world.editor, id, 0, [['kept']])
  const discard = () => h.rpc(world.editor, 'cancel_import', { import: id, discard: true })
  const roles = await h.rpc<{ id: string; name: string }[]>(world.creator, 'base_roles', { base: world.base })
  const allow = (scope: string | null) =>
    h.rpc(world.creator, 'set_grant', {
      role: roles.find(({ name }) => name === 'editor')!.id,
      table: table.id,
      action: 'delete',
      scope,
      rule: null,
    })
  await allow('none')
  expect(await refusalOf(discard())).toBe('read_only')
  expect(await titles()).toMatchObject([{ title: 'kept' }])
  await allow(null)
  expect(await discard()).toEqual({ deleted: 1 })
})
