/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Hidden fields that are deleted, restored, copied, and tables that have them: at no moment somebody sees a value who should not. */
import { fieldTypeNames, isComputed, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  deleteForGood,
  fieldOf,
  type Harness,
  type Json,
  refusalOf,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'
import { type FullLab, failure, fullLab } from './hidden-full-lab.ts'

let h: Harness
let world: World
let lab: FullLab
let count = 0
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
beforeEach(async () => {
  lab = await fullLab(h, world, `Trash ${(count += 1)}`)
})
afterAll(() => h.db.stop())

type Field = TestTable['fields'][0] & { hidden?: boolean; aside?: boolean; rules: Json }
const make = <T = Json>(rpc: string, args: object) => lab.call<T>(world.creator, rpc, args)
const deleteField = (label: string) => make('delete_field', { field: lab.field(label).id })
const restoreField = (label: string) =>
  make<{ done: number; total: number; field: Field | null }>('restore_field', { field: lab.field(label).id })
const duplicate = async (label: string, withValues = true, copy: string = uuidV7()) => {
  await make('duplicate_field', {
    field: lab.field(label).id,
    copy,
    name: `Copy of ${label}`,
    with_values: withValues,
  })
  return copy
}
const sideOf = async (field: string) => {
  const [row] = await h.db.sql`select side, column_name from plinth.field where id = ${field}`
  return { side: row!['side'] as string | null, column: row!['column_name'] as string }
}
const fieldsFor = async (who: World[keyof World], table = lab.table.id): Promise<string[]> => {
  const schema = await lab.call<{ tables: TestTable[] }>(who as never, 'base_schema', { base: world.base })
  return schema.tables.find(({ id }) => id === table)!.fields.map(({ name }) => name)
}
/** All that the catalogue says of a relation of ours. */
const catalogueOf = async (relation: string) => {
  const [schema, name] = relation.split('.') as [string, string]
  const parts = await Promise.all([
    h.db
      .sql`select attname, format_type(atttypid, atttypmod), attnotnull, attacl::text, pg_get_expr(adbin, adrelid) from pg_attribute
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid = ${relation}::regclass and attnum > 0 and not attisdropped order by 1`,
    h.db.sql`select conname, replace(pg_get_constraintdef(oid), ' NOT VALID', '') as body from pg_constraint
      where conrelid = ${relation}::regclass order by 1`,
    h.db
      .sql`select indexname from pg_indexes where schemaname = ${schema} and tablename = ${name} order by 1`,
    h.db
      .sql`select policyname, qual, with_check from pg_policies where schemaname = ${schema} and tablename = ${name} order by 1`,
    h.db
      .sql`select tgname, tgenabled from pg_trigger where tgrelid = ${relation}::regclass and not tgisinternal order by 1`,
    h.db.sql`select relacl::text, relrowsecurity from pg_class where oid = ${relation}::regclass`,
  ])
  return JSON.parse(JSON.stringify(parts)) as Json
}
const faults = async () => {
  const proof = await make<{ tables: { table: string; faults: Json }[] }>('proof_matrix', {
    base: world.base,
  })
  return proof.tables.map((one) => one.faults)
}
const trashed = async () =>
  (
    await h.db
      .sql`select relname from pg_class where relnamespace = 'plinth_trash'::regnamespace and relkind = 'r' order by 1`
  ).map((row) => row['relname'] as string)
const unseeing = () => [world.editor, world.viewer, world.member, world.outsider]
/** Nobody reads this relation, or its columns, who should not: as REST asks. */
const isClosed = async (relation: string) => {
  for (const who of unseeing()) {
    const rows = await h
      .as(who, (tx) => tx.unsafe(`select * from ${relation}`))
      .catch((error: unknown) => [(error as { state: string }).state])
    expect([who.email, rows.filter((row) => row !== '42501')]).toEqual([who.email, []])
  }
}
const samples: Record<string, unknown> = {
  notes: 'n',
  count: 7,
  ratio: 0.5,
  done: true,
  day: '2026-01-02',
  moment: '2026-01-02T03:04:05.678Z',
  level: 'mid',
  mail: 'a@example.org',
  site: 'https://example.org',
  phone: '112',
  share: 0.125,
  stars: 4,
  length: 5_400,
  price: 1_250,
  tags: ['mid', 'low'],
  paper: { a: 1 },
  files: [uuidV7()],
}
const hideable = fieldTypeNames.filter(
  (type) => !['text', 'status', 'link'].includes(type) && !isComputed(type),
)

describe('a hidden field in the trash', () => {
  test.each(hideable)('of type %s comes back as it was, hidden from the same people', async (type) => {
    const { name: label, column, id, position } = lab.table.fields.find((one) => one.type === type)! as Field
    await lab.hide(label)
    const value = type === 'person' ? world.editor.id : samples[column]
    const [full, empty] = [await lab.put({ [column]: value }), await lab.put()]
    const stored = await lab.value(label, full)
    const home = await lab.home(label)
    const before = [await catalogueOf(home), await catalogueOf(lab.relation)]
    await deleteField(label)
    expect(await fieldsFor(world.creator)).not.toContain(label)
    expect((await h.db.sql`select to_regclass(${home}) as r`)[0]!['r']).toBeNull()
    const came = await lab.put()
    expect(await restoreField(label)).toMatchObject({
      done: 1,
      total: 1,
      field: { id, name: label, position, hidden: true },
    })
    expect(await lab.home(label)).toBe(home)
    expect([await catalogueOf(home), await catalogueOf(lab.relation)]).toEqual(before)
    expect(await lab.value(label, full)).toEqual(stored)
    const nothing = type === 'attachment' ? [] : null
    expect([await lab.value(label, empty), await lab.value(label, came)]).toEqual([nothing, nothing])
    await isClosed(home)
    expect(await fieldsFor(world.editor)).not.toContain(label)
    expect(await fieldsFor(world.holder)).toContain(label)
    expect(await lab.value(label, await lab.put())).toEqual(nothing)
    expect((await faults()).flat()).toEqual([])
  })

  test('is nobody’s but its creators’, and they see how much it is', async () => {
    await lab.hide('Count')
    await lab.put({ count: 7 })
    await lab.put()
    await deleteField('Count')
    const item = (await make<{ id: string }[]>('base_trash', { base: world.base })).find(
      ({ id }) => id === lab.field('Count').id,
    )
    expect(item).toMatchObject({ kind: 'field', name: 'Count', records: 1 })
    const [row] = await h.db.sql`select 'plinth_trash.' || t.relation as name from plinth_private.trash x
      join plinth."table" t on t.id = x.table_id where x.field_id = ${lab.field('Count').id}`
    await isClosed(row!['name'] as string)
    for (const who of [...unseeing(), world.holder]) {
      const seen = await h.as(who, (tx) => tx`select 1 from plinth.field where id = ${lab.field('Count').id}`)
      expect([who.email, seen.length]).toEqual([who.email, 0])
    }
    await lab.expectNowhere('restore_field', (field) => ({ field }), 'Count')
    expect(await refusalOf(lab.call(world.holder, 'restore_field', { field: lab.field('Count').id }))).toBe(
      'not_found',
    )
  })

  test('takes the values of deleted records with it, and makes room for another of its name', async () => {
    await lab.hide('Count')
    const [gone, left] = [await lab.put({ count: 1 }), await lab.put({ count: 2 })]
    const home = await lab.home('Count')
    await deleteField('Count')
    await h.db.sql`delete from ${h.db.sql(lab.relation)} where id = ${gone}`
    const definition = fieldOf('Count', 'integer')
    await make('create_field', { table: lab.table.id, definition })
    await lab.allow('editor', 'Day', 'hidden')
    expect(await lab.home('Day')).not.toBe(home)
    await make('set_field_grant', { role: lab.roles.get('editor'), field: definition.id, access: 'hidden' })
    expect((await sideOf(definition.id)).side).not.toBe(home.slice(5))
    expect((await restoreField('Count')).field).toMatchObject({ name: 'Count 2', hidden: true })
    expect(await lab.value('Count', left)).toBe('2')
    expect(await lab.value('Count', gone)).toBeUndefined()
    expect((await faults()).flat()).toEqual([])
  })

  test('comes back with its rules, its default, and what changed meanwhile: rules on records, the time zone, roles', async () => {
    await lab.hide('Day')
    const id = await lab.put({ day: '2020-01-01' })
    await make('set_field_rules', {
      field: lab.field('Day').id,
      rules: { min: '2024-01-01', unique: true },
      keep: true,
    })
    await make('update_field', { field: lab.field('Day').id, changes: { default: { kind: 'today' } } })
    await deleteField('Day')
    const rule = { call: 'is_filled', args: [{ field: lab.field('Title').id }] }
    await make('set_grant', { role: world.role, table: lab.table.id, action: 'read', scope: 'rules', rule })
    await make('update_base', { base: world.base, changes: { timeZone: 'Pacific/Kiritimati' } })
    await lab.put()
    expect((await restoreField('Day')).field).toMatchObject({
      rules: { min: '2024-01-01', unique: true, newOnly: ['min'] },
    })
    expect((await failure(lab.set(world.creator, 'Day', id, '2021-01-01'))).code).toBe('value_out_of_range')
    expect(JSON.stringify(await catalogueOf(await lab.home('Day')))).toContain('Kiritimati')
    expect(
      await h.as(world.holder, async (tx) => tx`select * from ${tx(await lab.home('Day'))}`),
    ).toHaveLength(0)
    expect((await faults()).flat()).toEqual([])
    await make('update_base', { base: world.base, changes: { timeZone: 'Europe/Vienna' } })
  })

  test('comes back into the table when no role has it hidden any more', async () => {
    const role = uuidV7()
    await make('save_role', { base: world.base, role, changes: { name: `Passing ${count}` } })
    await lab.allow(role, 'Count', 'hidden')
    const id = await lab.put({ count: 3 })
    await deleteField('Count')
    await make('delete_role', { role })
    expect((await restoreField('Count')).field).not.toHaveProperty('hidden')
    expect(await lab.home('Count')).toBe(lab.relation)
    expect(await lab.value('Count', id)).toBe('3')
    expect((await faults()).flat()).toEqual([])
  })

  test('that was on its way back into the table leaves no half column', async () => {
    await lab.hide('Count')
    await h.db.sql.unsafe(`insert into ${lab.relation} (title) select 'x' from generate_series(1, 2100)`)
    const before = (await catalogueOf(lab.relation)) as Json[]
    await lab.allow('editor', 'Count', null)
    await lab.allow('viewer', 'Count', null)
    expect(
      await make<{ done: number; total: number }>('bring_back_field', { field: lab.field('Count').id }),
    ).toMatchObject({ done: 0 })
    await deleteField('Count')
    expect(((await catalogueOf(lab.relation)) as Json[])[0]).toEqual(before[0])
    expect((await restoreField('Count')).field).toMatchObject({ aside: true })
    expect((await faults()).flat()).toEqual([])
  })

  test('keeps its files to itself, and gives them back with their records', async () => {
    await lab.hide('Files')
    const [kept, gone] = [await lab.put(), await lab.put()]
    const attach = async (record: string) => {
      const file = { id: uuidV7(), name: 'a.txt', mime: 'text/plain', bytes: 5, thumbnail: false }
      const args = { table: lab.table.id, record, field: lab.field('Files').id, file }
      const { id, key } = await lab.call<{ id: string; key: string }>(world.holder, 'begin_upload', args)
      await h.db
        .admin`insert into storage.objects (bucket_id, name, metadata) values ('plinth', ${key}, '{"size": 5}')`
      await lab.call(world.holder, 'finish_upload', { attachment: id })
      return id
    }
    const files = [await attach(kept), await attach(gone)]
    const seen = async (who: World['holder']) =>
      (await h.as(who, (tx) => tx`select id from plinth.attachment where id = any (${files})`)).length
    await deleteField('Files')
    expect([await seen(world.holder), await seen(world.creator)]).toEqual([0, 0])
    await h.db.sql`delete from ${h.db.sql(lab.relation)} where id = ${gone}`
    await restoreField('Files')
    expect([await seen(world.holder), await seen(world.editor)]).toEqual([1, 0])
    expect(await lab.value('Files', kept)).toEqual([files[0]])
  })

  test('is deleted for good with all that it was', async () => {
    await lab.hide('Count')
    await lab.put({ count: 3 })
    const before = await trashed()
    await deleteForGood(
      h,
      world.creator,
      { base: world.base, id: lab.field('Count').id, name: 'Count' },
      'field',
    )
    expect(await h.db.sql`select 1 from plinth.field where id = ${lab.field('Count').id}`).toHaveLength(0)
    expect(await trashed()).toEqual(before)
    expect(await lab.put()).toBeTruthy()
  })
})

describe('a table with hidden fields in the trash', () => {
  test('comes back with them, hidden as before', async () => {
    await lab.hide('Count', 'Day')
    const id = await lab.put({ count: 7, day: '2026-01-02' })
    const places = [lab.relation, await lab.home('Count'), await lab.home('Day')]
    const before = await Promise.all(places.map((place) => catalogueOf(place)))
    await make('delete_table', { table: lab.table.id })
    for (const place of places) {
      expect((await h.db.sql`select to_regclass(${place}) as r`)[0]!['r']).toBeNull()
      await isClosed(place.replace('data.', 'plinth_trash.'))
    }
    await make('restore_table', { table: lab.table.id })
    expect(await Promise.all(places.map((place) => catalogueOf(place)))).toEqual(before)
    expect([await lab.value('Count', id), await lab.value('Day', id)]).toEqual(['7', expect.anything()])
    await isClosed(places[1]!)
    expect((await faults()).flat()).toEqual([])
  })

  test('keeps what was hidden behind the calls while it was there', async () => {
    await lab.put({ count: 7 })
    await make('delete_table', { table: lab.table.id })
    await h.db.sql`insert into plinth.field_grant (role_id, field_id, access)
      values (${lab.roles.get('editor')!}, ${lab.field('Count').id}, 'hidden')`
    await make('restore_table', { table: lab.table.id })
    expect(await lab.home('Count')).not.toBe(lab.relation)
    expect((await faults()).flat()).toEqual([])
  })

  test('is deleted for good, its fields in the trash too', async () => {
    const before = await trashed()
    await lab.hide('Count', 'Day')
    await deleteField('Day')
    expect(await trashed()).not.toEqual(before)
    await deleteForGood(h, world.creator, { base: world.base, ...lab.table })
    expect(await trashed()).toEqual(before)
    const left = await h.db
      .sql`select 1 from pg_class where relkind = 'r' and starts_with(relname, ${lab.table.relation})`
    expect(left).toHaveLength(0)
  })

  test('is told by amounts to those alone who see everything in the base', async () => {
    const named = async (who: World['editor']) => {
      const args = { workspace: world.workspace }
      const { bases } = await lab.call<{ bases: { id: string | null }[] }>(who, 'workspace_usage', args)
      return bases.some(({ id }) => id === world.base)
    }
    // What is in the trash nobody but creators sees.
    await make('empty_trash', { base: world.base, item: null, confirm_name: 'Müller & Söhne' })
    const hidden = await h.db.sql`delete from plinth.field_grant where access = 'hidden' returning *`
    expect([await named(world.editor), await named(world.creator)]).toEqual([true, true])
    await lab.hide('Count')
    expect([await named(world.editor), await named(world.creator)]).toEqual([false, true])
    await h.db.sql`insert into plinth.field_grant ${h.db.sql(hidden)}`
  })

  test('counts with all its relations', async () => {
    await lab.hide('Notes')
    const used = async () => {
      const args = { workspace: world.workspace }
      return (await lab.call<{ used: { dataBytes: number } }>(world.owner, 'workspace_usage', args)).used
        .dataBytes
    }
    const before = await used()
    for (let n = 0; n < 20; n++) await lab.put({ notes: `${'x'.repeat(50_000)}${Math.random()}` })
    await h.db.sql.unsafe(`update ${await lab.home('Notes')} set notes = (select string_agg(md5(g::text || id::text), '')
      from generate_series(1, 1000) as g)`)
    expect(await used()).toBeGreaterThan(before + 500_000)
    const size = await used()
    await make('delete_table', { table: lab.table.id })
    expect(await used()).toBe(size)
    const item = (await make<{ id: string; bytes: number }[]>('base_trash', { base: world.base })).find(
      ({ id }) => id === lab.table.id,
    )
    expect(item!.bytes).toBeGreaterThan(500_000)
  })
})

describe('a copy', () => {
  test('of a hidden field is hidden from the same people, with values and rules', async () => {
    await lab.hide('Count')
    const [id, empty] = [await lab.put({ count: 7 }), await lab.put()]
    await make('set_field_rules', {
      field: lab.field('Count').id,
      rules: { min: 0, unique: true },
      keep: false,
    })
    const copy = await duplicate('Count')
    const { side, column } = await sideOf(copy)
    expect(side).not.toBeNull()
    const rows = await h.db
      .sql`select id, ${h.db.sql(column)} as v from ${h.db.sql(`data.${side}`)} order by id`
    expect(rows.map((row) => [row['id'], row['v']])).toEqual([
      [id, '7'],
      [empty, null],
    ])
    await isClosed(`data.${side}`)
    expect(await fieldsFor(world.editor)).not.toContain('Copy of Count')
    expect(await fieldsFor(world.holder)).toContain('Copy of Count')
    const bad = h.db.sql`update ${h.db.sql(`data.${side}`)} set ${h.db.sql(column)} = -1 where id = ${id}`
    expect((await failure(bad)).code).toBe('23514')
    expect((await faults()).flat()).toEqual([])
  })

  test('is never readable in between: not from another session while it is made', async () => {
    await lab.hide('Count')
    await lab.put({ count: 7 })
    const copy = uuidV7()
    const during = await h.as(world.creator, async (tx) => {
      await h.rpcIn(tx, 'duplicate_field', {
        field: lab.field('Count').id,
        copy,
        name: 'Copy',
        with_values: true,
      })
      // Another session, before this one commits.
      return h.as(world.editor, (other) => other`select * from plinth.field where id = ${copy}`)
    })
    expect(during).toHaveLength(0)
    expect(await h.as(world.editor, (tx) => tx`select * from plinth.field where id = ${copy}`)).toHaveLength(
      0,
    )
    const columns = await h.db
      .sql`select a.attname from pg_attribute a join plinth.field f on f.column_name = a.attname
      where f.id = ${copy} and a.attrelid = ${lab.relation}::regclass and not a.attisdropped`
    expect(columns).toHaveLength(0)
  })

  test('of files stays empty, of people keeps who has left, without values has none', async () => {
    await lab.hide('Files', 'Owner', 'Count')
    const id = await lab.put({ files: [uuidV7()], owner: world.editor.id, count: 4 })
    for (const [label, values, expected] of [
      ['Files', true, []],
      ['Owner', true, world.editor.id],
      ['Count', false, null],
    ] as const) {
      const { side, column } = await sideOf(await duplicate(label, values))
      const [row] = await h.db
        .sql`select ${h.db.sql(column)} as v from ${h.db.sql(`data.${side}`)} where id = ${id}`
      expect([label, row!['v']]).toEqual([label, expected])
    }
  })

  test('of a table has its hidden fields with their values beside the same records', async () => {
    await lab.hide('Count', 'Notes')
    for (let n = 1; n <= 30; n++) await lab.put({ title: `r${n}`, count: n, notes: `n${n}` })
    await make('set_field_rules', { field: lab.field('Count').id, rules: { min: 0 }, keep: false })
    const copy = uuidV7()
    const made = await make<TestTable>('duplicate_table', {
      table: lab.table.id,
      copy,
      name: `Copy ${count}`,
      with_records: true,
    })
    const sides = Object.fromEntries(
      await Promise.all(
        ['Count', 'Notes'].map(async (label) => {
          const { side } = await sideOf(made.fields.find((one) => one.name === label)!.id)
          await isClosed(`data.${side}`)
          return [label, `data.${side}`]
        }),
      ),
    ) as Record<string, string>
    const rows = await h.db.sql.unsafe(`select t.title, c.count, n.notes from data.${made.relation} as t
      join ${sides['Count']} as c on c.id = t.id join ${sides['Notes']} as n on n.id = t.id order by t.id`)
    expect(rows.map((row) => Object.values(row))).toEqual(
      Array.from({ length: 30 }, (_, n) => [`r${n + 1}`, `${n + 1}`, `n${n + 1}`]),
    )
    expect(await fieldsFor(world.editor, copy)).not.toContain('Count')
    expect(await fieldsFor(world.holder, copy)).toContain('Count')
    expect((await faults()).flat()).toEqual([])
  })
})

describe('values that a hidden field had before it was hidden', () => {
  type Step = { done: number; total: number; field: Field | null }
  const toTheEnd = async (rpc: string, args: object): Promise<Field> => {
    for (;;) {
      const step = await make<Step>(rpc, args)
      if (step.field) return step.field
    }
  }
  const toText = () => toTheEnd('change_type', { field: lab.field('Count').id, type: 'text', options: {} })
  const oldValues = async (): Promise<string> => {
    const items = await make<{ kind: string; id: string; name: string }[]>('base_trash', { base: world.base })
    return items.find(({ name }) => name === 'Old values of Count')!.id
  }
  const valuesIn = async (field: string) => {
    const { side, column } = await sideOf(field)
    expect(side).not.toBeNull()
    return h.db.sql`select id, ${h.db.sql(column)}::text as v from ${h.db.sql(`data.${side}`)} order by id`
  }
  const columns = async () =>
    (
      await h.db.sql`select attname from pg_attribute
        where attrelid = ${lab.relation}::regclass and attnum > 0 and not attisdropped`
    ).map((row) => row['attname'] as string)
  const fill = () =>
    h.db.sql.unsafe(`insert into ${lab.relation} (count) select g from generate_series(1, 2100) as g`)

  test('of another type come back hidden from the same people', async () => {
    const [id, empty] = [await lab.put({ count: 7 }), await lab.put()]
    await toText()
    await lab.hide('Count')
    const old = await oldValues()
    expect(await make<Step>('restore_field', { field: old })).toMatchObject({
      field: { id: old, hidden: true },
    })
    expect((await valuesIn(old)).map((row) => [row['id'], row['v']])).toEqual([
      [id, '7'],
      [empty, null],
    ])
    await isClosed(`data.${(await sideOf(old)).side}`)
    expect(await fieldsFor(world.editor)).not.toContain('Old values of Count')
    expect(await fieldsFor(world.holder)).toContain('Old values of Count')
    expect((await faults()).flat()).toEqual([])
    const left = await make<{ id: string }[]>('base_trash', { base: world.base })
    expect(left.filter(({ id: item }) => item === old)).toEqual([])
  })

  test('leave the table again when it is hidden while they are on their way back', async () => {
    await fill()
    await toText()
    const old = await oldValues()
    expect(await make<Step>('restore_field', { field: old })).toMatchObject({ field: null })
    expect(await columns()).toContain('count_old__pending')
    await lab.hide('Count')
    expect((await columns()).filter((name) => name.startsWith('count'))).toEqual([])
    expect(await toTheEnd('restore_field', { field: old })).toMatchObject({ id: old, hidden: true })
    expect((await valuesIn(old)).filter((row) => row['v'] !== null)).toHaveLength(2100)
    expect((await columns()).filter((name) => name.startsWith('count'))).toEqual([])
    expect((await faults()).flat()).toEqual([])
  })

  test('and that are in a copy which is not finished: it goes on, aside, with its rules', async () => {
    await fill()
    await make('set_field_rules', {
      field: lab.field('Count').id,
      rules: { min: 0, unique: true },
      keep: false,
    })
    const args = { field: lab.field('Count').id, copy: uuidV7(), name: 'Copy', with_values: true }
    expect(await make<Step>('duplicate_field', args)).toMatchObject({ field: null })
    await lab.hide('Count')
    const copy = await toTheEnd('duplicate_field', args)
    expect(copy).toMatchObject({ id: args.copy, hidden: true, rules: { min: 0, unique: true } })
    const rows = await valuesIn(args.copy)
    expect(rows.filter((row) => row['v'] !== null)).toHaveLength(2100)
    const { side, column } = await sideOf(args.copy)
    const twice = h.db
      .sql`update ${h.db.sql(`data.${side}`)} set ${h.db.sql(column)} = 1 where id = ${rows[4]!['id'] as string}`
    expect((await failure(twice)).code).toBe('23505')
    expect(await fieldsFor(world.editor)).not.toContain('Copy')
  })
})

describe('what needs a field in the table itself', () => {
  test('is refused for one that stands aside, and said to creators alone', async () => {
    await lab.hide('Count')
    for (const call of ['preview_type_change', 'change_type']) {
      const refused = await failure(make(call, { field: lab.field('Count').id, type: 'text', options: {} }))
      expect([call, refused.code]).toEqual([call, 'field_hidden'])
      expect(refused.text).toContain('type')
      await lab.expectNowhere(call, (field) => ({ field, type: 'text', options: {} }), 'Count')
    }
  })

  test('holds the field back from being hidden: a type that is being changed', async () => {
    await h.db.sql.unsafe(`insert into ${lab.relation} (count) select g from generate_series(1, 2100) as g`)
    await make('change_type', { field: lab.field('Count').id, type: 'text', options: {} })
    expect(await refusalOf(lab.allow('editor', 'Count', 'hidden'))).toBe('field_changing')
  })

  test('is the first of a table: no hidden field becomes it by deletion', async () => {
    await lab.hide('Notes')
    expect(await refusalOf(deleteField('Title'))).toBe('field_hidden')
    expect(await fieldsFor(world.creator)).toContain('Title')
  })
})
