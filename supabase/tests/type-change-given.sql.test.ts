/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Fields whose values nobody writes become others and come back: numbers, what the database knows of each record, and files. */
import { limits, uuidV7 } from '@plinth/domain'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { fieldOf, type Harness, type Json, refusalOf, type TestTable, type World } from './harness.ts'
import { toTheEnd } from './to-the-end.ts'
import { isNoted, type Step, samplesOf, TypeLab } from './type-lab.ts'

let lab: TypeLab
let h: Harness
let world: World
beforeAll(async () => {
  lab = await TypeLab.start()
  ;({ h, world } = lab)
})
afterAll(() => lab.stop())
afterEach(() => lab.clear())

const make = <T = Json>(call: string, args: Record<string, unknown>) => h.rpc<T>(world.creator, call, args)
const idOf = (table: TestTable) => table.fields[1]!.id
const add = ({ relation }: TestTable, ...names: (string | number)[]) =>
  h.as(world.editor, (tx) =>
    tx.unsafe(`insert into data.${relation} (name) select unnest($1::text[])`, [names.map(String)]),
  )
const fill = ({ relation }: TestTable, from: number, to: number) =>
  h.db.sql.unsafe(`insert into data.${relation} (name) select g from generate_series(${from}, ${to}) as g`)
const rename = ({ relation }: TestTable, from: number, to: number) =>
  h.as(world.editor, (tx) =>
    tx.unsafe(`update data.${relation} set name = $2 where name = $1`, [String(from), String(to)]),
  )
const restore = (field: string | null) => toTheEnd(() => make<Step>('restore_field', { field }))
/** What a reader of all records sees in a field, by the call of the app. */
async function seen(table: TestTable, field = idOf(table)): Promise<Json[]> {
  const query = { table: table.id, sorts: [], fields: [table.fields[0]!.id, field] }
  const { rows } = await h.rpc<{ rows: Json[][] }>(world.viewer, 'rows_window', {
    query,
    skip: 0,
    anchor: null,
    direction: 'forward',
    take: 100,
  })
  return rows.toSorted((a, b) => Number(a[2]) - Number(b[2])).map((row) => row[3]!)
}
const unsettled = async () => (await h.db.sql`select field_id from plinth_private.type_change`).length

describe('an autonumber', () => {
  const invoice = { prefix: 'INV-', digits: 4 }
  const numbered = async (...names: number[]) => {
    const table = await lab.tableWith('autonumber', [], invoice)
    await add(table, ...names)
    return table
  }

  test('becomes its label, and numbers nobody any more', async () => {
    const table = await numbered(0, 1)
    const { field } = await lab.change(table, 'text')
    expect(field).toMatchObject({ type: 'text', options: {} })
    await add(table, 2)
    expect(await seen(table)).toEqual(['INV-0001', 'INV-0002', null])
    await lab.write(table, 2, 'mine')
    expect(await seen(table)).toEqual(['INV-0001', 'INV-0002', 'mine'])
  })

  test('comes back with the numbers that records had, whatever was written; what is new is numbered on', async () => {
    const table = await numbered(0, 1, 2, 3)
    const { kept } = await lab.change(table, 'integer')
    await lab.write(table, 0, '70')
    await lab.write(table, 1, null)
    await h.db.sql.unsafe(`delete from data.${table.relation} where name = '3'`)
    await add(table, 4, 5)
    await lab.write(table, 5, '1')
    const back = await lab.changeBack(table, 'autonumber', kept)
    expect(back.field).toMatchObject({ type: 'autonumber', options: invoice })
    await add(table, 6)
    // The fourth number was given to a record that is gone.
    expect(await seen(table)).toEqual([1, 2, 3, 5, 6, 7])
    expect(await refusalOf(lab.write(table, 0, '70'))).toMatch(/permission denied/)
    // What people wrote is not lost, and a change there again brings it.
    await lab.changeBack(table, 'integer', back.kept)
    expect(await seen(table)).toEqual([70, null, 3, null, 1, 7])
    expect(await unsettled()).toBe(0)
  })

  test('numbers on as a field of its own, and leaves no sequence behind', async () => {
    const table = await numbered(0, 1)
    const { kept } = await lab.change(table, 'text')
    await h.db.sql.unsafe(`delete from data.${table.relation} where name = '1'`)
    await add(table, 2)
    await restore(kept)
    await add(table, 3)
    expect(await seen(table, kept!)).toEqual([1, 3, 4])
    const names = (
      await h.db
        .sql`select relname from pg_class where relkind = 'S' and relnamespace = 'plinth_private'::regnamespace
        and relname like 'number_%' and relname = any (${[idOf(table), kept!].map((id) => `number_${id.replaceAll('-', '')}`)})`
    ).map((row) => row['relname'] as string)
    expect(names).toEqual([`number_${kept!.replaceAll('-', '')}`])
  })

  test('numbers records that come while it is under way, and goes on where that is given up', async () => {
    const table = await numbered()
    const many = limits.rowsPerStep + 5
    await fill(table, 1, many)
    expect(await lab.change(table, 'integer')).toMatchObject({ done: 0, total: many, field: null })
    expect(await lab.change(table, 'integer')).toMatchObject({ done: limits.rowsPerStep, field: null })
    const ids = '00000000-0000-7000-8000-000000000001'
    await h.db.sql.unsafe(`insert into data.${table.relation} (id, name) values ('${ids}', '0')`)
    await make('cancel_type_change', { field: idOf(table) })
    await add(table, many + 1)
    expect(await lab.change(table, 'text')).toMatchObject({ done: 0, field: null })
    expect(await lab.change(table, 'text')).toMatchObject({ done: limits.rowsPerStep, field: null })
    // Before those that are filled already.
    await h.db.sql.unsafe(
      `insert into data.${table.relation} (id, name) values ('00000000-0000-7000-8000-000000000002', '-1')`,
    )
    const { kept } = await toTheEnd(() => lab.change(table, 'text'))
    const told = () =>
      h.db.sql.unsafe(`select name, field::text as field from data.${table.relation}
        where name in ('-1', '0', '1', '${many}', '${many + 1}') order by name::int`)
    const labels = [many + 3, many + 1, 1, many, many + 2]
    expect((await told()).map((row) => row['field'] as Json)).toEqual(
      labels.map((n) => `INV-${String(n).padStart(4, '0')}`),
    )
    await fill(table, many + 2, many + limits.rowsPerStep + 12)
    expect(await lab.changeBack(table, 'autonumber', kept)).toMatchObject({ done: 0, field: null })
    const last = await toTheEnd(() => lab.changeBack(table, 'autonumber', kept))
    expect(last.field).toMatchObject({ type: 'autonumber' })
    expect((await told()).map((row) => Number(row['field']))).toEqual(labels)
    const [sum] = await h.db.sql.unsafe(
      `select count(*)::int as n, count(distinct field)::int as numbers, max(field)::int as last,
              bool_and(field - name::int = 2) filter (where name::int > ${many + 1}) as in_order from data.${table.relation}`,
    )
    const all = many + limits.rowsPerStep + 14
    expect(sum).toEqual({ n: all, numbers: all, last: all, in_order: true })
    await add(table, -2)
    const [next] = await h.db.sql.unsafe(`select field::int from data.${table.relation} where name = '-2'`)
    expect(next!['field']).toBe(all + 1)
    expect(await unsettled()).toBe(0)
  })

  test('does not come back beside what it became while that is kept from somebody', async () => {
    const table = await numbered(0, 1)
    const { kept } = await lab.change(table, 'text')
    const grant = { role: world.role, field: idOf(table) }
    await make('set_field_grant', { ...grant, access: 'hidden' })
    expect(await refusalOf(restore(kept))).toBe('field_unhideable')
    await make('set_field_grant', { ...grant, access: null })
    await restore(kept)
    expect(await seen(table, kept!)).toEqual([1, 2])
  })

  test('is no other while its records are being numbered', async () => {
    const table = await lab.tableWith('text', [])
    await fill(table, 1, 2_100)
    const definition = fieldOf('Number', 'autonumber')
    await make('create_field', { table: table.id, definition })
    const args = { field: definition.id, type: 'text', options: {} }
    expect(await refusalOf(make('change_type', args))).toBe('field_changing')
    expect(await refusalOf(make('cancel_type_change', { field: definition.id }))).toBe('field_changing')
    await toTheEnd(() => make<Step>('change_type', { ...args, type: 'autonumber' }))
    await toTheEnd(() => make<Step>('change_type', args))
  })
})

const notedTypes = ['created_time', 'changed_time', 'created_by', 'changed_by'] as const
const writable = {
  created_time: 'datetime',
  changed_time: 'datetime',
  created_by: 'person',
  changed_by: 'person',
} as const

describe.each(notedTypes)('%s', (type) => {
  const target = writable[type]
  const sample = () => (target === 'person' ? world.viewer.id : '2020-01-01T00:00:00.000Z')

  test('goes on as a field that people write; others of its type and new records know what they did', async () => {
    const table = await lab.tableWith(type, samplesOf(world)[type])
    const other = fieldOf('Other', type)
    await make('create_field', { table: table.id, definition: other })
    await make('create_view_index', { field: idOf(table) })
    const before = await seen(table)
    const { field } = await lab.change(table, target)
    expect(field).toMatchObject({ type: target, column: 'field' })
    expect(await seen(table)).toEqual(before)
    expect(await seen(table, other.id)).toEqual(before)
    expect(await make('view_indexes', { table: table.id })).toMatchObject([{ field: idOf(table) }])
    await add(table, before.length)
    expect(await seen(table)).toEqual([...before, null])
    expect((await seen(table, other.id)).at(-1)).not.toBeNull()
    await lab.write(table, before.length, sample())
    expect(await seen(table)).toEqual([...before, sample()])
  })

  test('shows what the database knows again, and what people wrote is kept', async () => {
    const values = samplesOf(world)[type].filter((value) => value !== null)
    const table = await lab.tableWith(type, values)
    const before = await seen(table)
    const { kept } = await lab.change(table, target)
    await add(table, before.length)
    await lab.write(table, 0, sample())
    await lab.write(table, 1, null)
    const back = await lab.changeBack(table, type, kept)
    expect(back.field).toMatchObject({ type, options: {}, rules: {}, default: null })
    const now = await seen(table)
    expect(now).toHaveLength(before.length + 1)
    // What was changed is known as changed since.
    const since = type.startsWith('created') ? 0 : 2
    expect(now.slice(since, -1)).toEqual(before.slice(since))
    expect(now).not.toContain(null)
    const columns = await h.db.sql.unsafe(`select * from data.${table.relation} limit 1`)
    expect(Object.keys(columns[0]!)).not.toContain('field')
    await add(table, before.length + 1)
    expect(await seen(table)).not.toContain(null)
    const again = await lab.changeBack(table, target, back.kept)
    expect(await seen(table)).toEqual([sample(), null, ...now.slice(2, -1), null, (await seen(table)).at(-1)])
    await restore((await lab.changeBack(table, type, again.kept)).kept)
    expect(await unsettled()).toBe(0)
  })

  test('changes in steps, two at once, and is as it was where that is given up', async () => {
    const table = await lab.tableWith(type, [])
    const other = fieldOf('FIELD!', type)
    await make('create_field', { table: table.id, definition: other })
    await fill(table, 1, limits.rowsPerStep + 5)
    const changeOther = () => make<Step>('change_type', { field: other.id, type: 'text', options: {} })
    expect(await lab.change(table, target)).toMatchObject({ done: 0, field: null })
    expect(await changeOther()).toMatchObject({ done: 0, field: null })
    expect(await lab.change(table, target)).toMatchObject({ done: limits.rowsPerStep, field: null })
    await add(table, 0)
    await rename(table, 1, -1)
    await make('cancel_type_change', { field: other.id })
    const first = await toTheEnd(() => lab.change(table, target))
    expect(first.field).toMatchObject({ type: target, column: 'field' })
    const agree = async () =>
      (
        await h.db.sql.unsafe(`select count(*)::int as n from data.${table.relation} as t
          where t.field is distinct from ${
            target === 'person' ? `t.${noted[type]}` : `date_trunc('milliseconds', t.${noted[type]})`
          }`)
      )[0]!['n'] as number
    // What came or was changed between two steps, too.
    expect(await agree()).toBe(0)
    expect((await toTheEnd(changeOther)).field).toMatchObject({ column: 'field_2' })
    // Back it is begun and ended, however many records there are.
    expect(await lab.changeBack(table, type, first.kept)).toMatchObject({ done: 0, field: null })
    await make('cancel_type_change', { field: idOf(table) })
    await lab.write(table, 0, null)
    expect(await agree()).toBe(1)
    expect(await lab.changeBack(table, type, first.kept)).toMatchObject({ done: 0, field: null })
    const back = await lab.changeBack(table, type, first.kept)
    expect(back.field).toMatchObject({ type, column: noted[type] })
    const there = await toTheEnd(() => lab.changeBack(table, target, back.kept))
    expect(there.field).toMatchObject({ type: target, column: 'field' })
    expect(await agree()).toBe(1)
  })

  test('is changed and given up by nobody but those who shape the base', async () => {
    const table = await lab.tableWith(type, samplesOf(world)[type])
    const args = { field: idOf(table), type: target, options: {} }
    const { editor, viewer, holder, member, outsider, anonymous } = world
    for (const person of [editor, viewer, holder, member, outsider, anonymous, null])
      for (const call of ['change_type', 'preview_type_change'] as const)
        expect(await refusalOf(h.rpc(person, call, args))).toMatch(
          /forbidden|not_found|permission denied|not_signed_in/,
        )
    const rule = { call: 'is_filled', args: [{ field: idOf(table) }] }
    const grant = { role: world.role, table: table.id, action: 'read' }
    await make('set_grant', { ...grant, scope: 'rules', rule })
    expect(await refusalOf(make('change_type', args))).toBe('used_by_rule')
    await make('set_grant', { ...grant, scope: null, rule: null })
  })
})

const noted = {
  created_time: 'created_at',
  changed_time: 'changed_at',
  created_by: 'created_by',
  changed_by: 'changed_by',
} as const

test('people who made records are told as people are, also those who have left', async () => {
  await h.rpc(world.editor, 'save_profile', { changes: { name: 'Ben' } })
  const table = await lab.tableWith('created_by', [world.editor.id, world.outsider.id])
  const twin = await lab.tableWith('created_by', [world.editor.id, world.outsider.id])
  expect(await lab.preview(table, 'email')).toMatchObject({
    converts: 1,
    empties: 1,
    examples: [[expect.any(String), world.outsider.id]],
  })
  await lab.change(table, 'text')
  expect(await seen(table)).toEqual(['Ben', world.outsider.id])
  await lab.change(twin, 'person')
  expect(await seen(twin)).toEqual([world.editor.id, world.outsider.id])
  // Who stands there may stay, and nobody else of those who are not in the base may come.
  await rename(twin, 1, 3)
  expect(await refusalOf(lab.write(twin, 0, world.outsider.id))).toBe('value_invalid')
})

test('old values of a noted field come back beside the new ones', async () => {
  const table = await lab.tableWith('created_time', samplesOf(world).created_time)
  const before = await seen(table)
  const { kept } = await lab.change(table, 'date')
  const { field } = await restore(kept)
  expect(field).toMatchObject({ type: 'created_time', column: 'created_at' })
  expect(isNoted('created_time') && (await seen(table, kept!))).toEqual(before)
})

describe('files', () => {
  const rowsOf = async (...ids: string[]) =>
    (
      await h.as(
        world.viewer,
        (tx) => tx`select id from plinth.attachment where id = any (${ids}) order by id`,
      )
    ).map((row) => row['id'] as string)
  const keysOf = async (...ids: string[]) =>
    (await h.db.sql`select key from plinth.attachment where id = any (${ids}) order by id`).map(
      (row) => row['key'] as string,
    )
  const stored = async (...ids: string[]) => {
    for (const key of await keysOf(...ids))
      await h.db.admin`insert into storage.objects (bucket_id, name, metadata, created_at)
        values ('plinth', ${key}, '{"size": 5}', now() - interval '2 days')`
  }
  const downloads = (id: string) =>
    h.as(world.viewer, async (tx) => {
      await tx`select set_config('storage.operation', 'storage.object.get_authenticated', true)`
      return (await tx`select 1 from storage.objects where name like ${`%/${id}/%`}`).length
    })
  const queued = async () =>
    (await h.db.sql`select key from plinth.removed_key order by key`).map((row) => row['key'] as string)
  const names = async (table: TestTable) =>
    (await seen(table)).map((cell) => (cell as { name: string }[] | null)?.map(({ name }) => name) ?? null)

  test('go with the old values, out of reach and safe from a sweep, and come back to every record that had them', async () => {
    const table = await lab.tableWith('attachment', [])
    const [a, b] = await lab.addFiles(table, '0', ['b.txt', 'a, b.txt'])
    const [c] = await lab.addFiles(table, '1', ['c.txt'])
    const [gone] = await lab.addFiles(table, '2', ['gone.txt'])
    await lab.addFiles(table, '3', [])
    const all = [a!, b!, c!, gone!]
    await stored(...all)
    expect(await downloads(a!)).toBe(1)
    const { kept } = await lab.change(table, 'text')
    expect(await seen(table)).toEqual(['b.txt, "a, b.txt"', 'c.txt', 'gone.txt', null])
    expect([await rowsOf(...all), await downloads(a!)]).toEqual([[], 0])
    const [line] = (await lab.trash()).filter(({ id }) => id === kept)
    expect(line).toMatchObject({ replaced: true, records: 3 })
    expect(await make('sweep_files', { workspace: world.workspace, take: 1_000 })).toEqual({
      queued: 0,
      left: false,
    })
    expect(await make('missing_files', { workspace: world.workspace, after: null })).toEqual([])
    await lab.write(table, 0, 'renamed')
    await lab.write(table, 1, null)
    await add(table, 4)
    await lab.write(table, 4, 'c.txt')
    await h.db.sql.unsafe(`delete from data.${table.relation} where name = '2'`)
    expect(await queued()).toEqual([])
    const back = await lab.changeBack(table, 'attachment', kept)
    expect(await names(table)).toEqual([['b.txt', 'a, b.txt'], ['c.txt'], null, null])
    expect([await rowsOf(...all), await downloads(a!)]).toEqual([[a!, b!, c!].toSorted(), 1])
    // What no record has any more goes, as everything that is deleted.
    expect(await queued()).toEqual([`a/${world.base}/${gone}/${'0'.repeat(32)}`])
    await h.db.sql`delete from plinth.removed_key where true`
    // New files and new records go on.
    const file = { id: uuidV7(), name: 'd.txt', mime: 'text/plain', bytes: 5, thumbnail: false }
    const [row] = await h.db.sql.unsafe(`select id from data.${table.relation} where name = '4'`)
    const place = { table: table.id, record: row!['id'] as string, field: idOf(table) }
    const { id, key } = await h.rpc<{ id: string; key: string }>(world.editor, 'begin_upload', {
      ...place,
      file,
    })
    await h.db
      .admin`insert into storage.objects (bucket_id, name, metadata) values ('plinth', ${key}, '{"size": 5}')`
    await h.rpc(world.editor, 'finish_upload', { attachment: id })
    await add(table, 5)
    expect(await names(table)).toEqual([['b.txt', 'a, b.txt'], ['c.txt'], null, ['d.txt'], null])
    // And there again with what people wrote, where the files are the same.
    const again = await lab.changeBack(table, 'text', back.kept)
    expect(await seen(table)).toEqual(['renamed', null, null, 'd.txt', null])
    await lab.changeBack(table, 'attachment', again.kept)
    expect(await names(table)).toEqual([['b.txt', 'a, b.txt'], ['c.txt'], null, ['d.txt'], null])
    expect(await queued()).toEqual([])
  })

  test('come back as a field of their own, and go for good with it', async () => {
    const table = await lab.tableWith('attachment', [])
    const [a] = await lab.addFiles(table, '0', ['a.txt'])
    const { kept } = await lab.change(table, 'long_text')
    await restore(kept)
    expect(await rowsOf(a!)).toEqual([a])
    expect(await seen(table, kept!)).toMatchObject([[{ id: a, name: 'a.txt' }]])
    await make('delete_field', { field: kept })
    const name = (await lab.trash()).find(({ id }) => id === kept)!.name
    const keys = await keysOf(a!)
    await make('empty_trash', { base: world.base, item: kept, confirm_name: name })
    expect(await queued()).toEqual(keys)
    expect(await seen(table)).toEqual(['a.txt'])
    await h.db.sql`delete from plinth.removed_key where true`
  })

  test('are as they were where the change is given up, and records come while it is under way', async () => {
    const table = await lab.tableWith('attachment', [])
    const [a] = await lab.addFiles(table, '0', ['a.txt'])
    await fill(table, 1, limits.rowsPerStep + 5)
    expect(await lab.change(table, 'text')).toMatchObject({ done: 0, field: null })
    expect(await lab.change(table, 'text')).toMatchObject({ done: limits.rowsPerStep, field: null })
    await add(table, -1)
    const file = { id: uuidV7(), name: 'd.txt', mime: 'text/plain', bytes: 5, thumbnail: false }
    const [row] = await h.db.sql.unsafe(`select id from data.${table.relation} where name = '-1'`)
    const place = { table: table.id, record: row!['id'] as string, field: idOf(table) }
    expect(await refusalOf(h.rpc(world.editor, 'begin_upload', { ...place, file }))).toBe('field_changing')
    for (const [call, args] of [
      ['rename_attachment', { name: 'b.txt', was: 'a.txt' }],
      ['remove_attachment', {}],
    ] as const)
      expect(await refusalOf(h.rpc(world.editor, call, { attachment: a, ...args }))).toBe('field_changing')
    await make('cancel_type_change', { field: idOf(table) })
    await add(table, -2)
    expect(await rowsOf(a!)).toEqual([a])
    const { kept } = await toTheEnd(() => lab.change(table, 'text'))
    expect(await rowsOf(a!)).toEqual([])
    expect(await lab.changeBack(table, 'attachment', kept)).toMatchObject({ done: 0, field: null })
    await add(table, -3)
    await toTheEnd(() => lab.changeBack(table, 'attachment', kept))
    await add(table, -4)
    const [sum] = await h.db.sql.unsafe(
      `select count(*)::int as n, count(*) filter (where field <> '{}')::int as filled from data.${table.relation}`,
    )
    expect(sum).toEqual({ n: limits.rowsPerStep + 10, filled: 1 })
    expect(await rowsOf(a!)).toEqual([a])
  })
})
