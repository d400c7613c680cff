/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Rules at the edge of what a request may hold. */
import { columnNames, limits, uuidV7 } from '@plinth/domain'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createFullTable,
  fieldOf,
  type Harness,
  Refusal,
  refusalOf,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'

let h: Harness
let world: World
let table: TestTable
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  table = await createFullTable(h, world)
})
afterAll(() => h.db.stop())

const field = (name: string) => table.fields.find((f) => f.name === name)!.id
interface Outcome {
  status: string
  error?: { code: string; details: Record<string, string> }
}
const apply = (mutations: object[], atomic = false) =>
  h.rpc<Outcome[]>(world.editor, 'apply_mutations', {
    batch: { atomic, mutations: mutations.map((mutation) => ({ id: uuidV7(), ...mutation })) },
  })
const insert = (values: object, into = table) => ({
  kind: 'insert',
  table: into.id,
  record: uuidV7(),
  values,
})

describe('a select field without options', () => {
  const list = [{ id: 'a', label: 'A', hue: 'red' }]
  const without = async (part: object) => {
    const definition = fieldOf(`Choice ${uuidV7().slice(-6)}`, 'single_select', { options: list })
    await h.rpc(world.creator, 'create_field', { table: table.id, definition })
    return h.rpc(world.creator, 'update_field', { field: definition.id, changes: part })
  }

  test('takes no value, and its table takes every record without one', async () => {
    const bare = fieldOf('Status', 'single_select')
    const made = await h.rpc<TestTable>(world.creator, 'create_table', {
      base: world.base,
      definition: { id: uuidV7(), name: 'Bare', fields: [fieldOf('Name', 'text'), bare] },
    })
    const [name] = made.fields.map((each) => each.id)
    const first = insert({ [name!]: 'a' }, made)
    const update = { ...first, kind: 'update', values: { [name!]: 'b' }, base: { [name!]: 'a' } }
    const results = await apply([first, update, insert({ [bare.id]: 'x' }, made)])
    expect(results).toMatchObject([{ status: 'ok' }, { status: 'ok' }, { error: { code: 'option_unknown' } }])
    const direct = (sql: string) =>
      h.as(world.editor, (tx) => tx.unsafe(sql)).catch((e: unknown) => (e as Refusal).state)
    expect(await direct(`insert into data.${made.relation} (name) values ('c')`)).toHaveLength(0)
    expect(await direct(`insert into data.${made.relation} (status) values ('x')`)).toBe('23514')
  })

  test('comes from taking all options away, and leaves the table writable', async () => {
    await without({ options: { options: [] } })
    expect(await apply([insert({ [field('Title')]: 'x' })])).toMatchObject([{ status: 'ok' }])
  })

  test.each([{ options: null }, { options: ['options'] }, { options: {} }, { options: 'x' }])(
    'does not come from changes %j',
    async (part) => {
      expect(await refusalOf(without(part))).toBe('invalid_input')
    },
  )
})

describe('changes', () => {
  test.each([null, [], ['position'], ['options'], 'name', 3].map((changes) => ({ changes })))(
    'that are no object (%j) are refused',
    async ({ changes }) => {
      const calls: [string, object][] = [
        ['update_field', { field: field('Title') }],
        ['update_base', { base: world.base }],
        ['save_profile', {}],
      ]
      for (const [name, target] of calls) {
        expect([name, await refusalOf(h.rpc(world.creator, name, { ...target, changes }))]).toEqual([
          name,
          'invalid_input',
        ])
      }
    },
  )

  test('of a position to none are refused', async () => {
    const changes = { position: null }
    expect(await refusalOf(h.rpc(world.creator, 'update_field', { field: field('Title'), changes }))).toBe(
      'invalid_input',
    )
  })

  test.each([
    { locale: 'en-ab-cd-ef' },
    { locale: 'EN' },
    { locale: 'en-us' },
    { locale: `de${'-abcd'.repeat(8)}` },
    { timeZone: 'MSK' },
    { timeZone: 'europe/vienna' },
    { timeZone: 'posix/UTC' },
    { timeZone: 'Factory' },
    { timeZone: 'UTC+3' },
  ])('to settings that no browser knows (%j) are refused', async (changes) => {
    expect(await refusalOf(h.rpc(world.creator, 'update_base', { base: world.base, changes }))).toBe(
      'invalid_input',
    )
  })

  test.each([
    { locale: 'en' },
    { locale: 'de-AT' },
    { locale: 'es-419' },
    { locale: 'zh-Hant-TW' },
    { timeZone: 'UTC' },
    { timeZone: 'America/Argentina/Buenos_Aires' },
    { timeZone: 'Etc/GMT+5' },
  ])('to settings that browsers know (%j) go through', async (changes) => {
    await h.rpc(world.creator, 'update_base', { base: world.base, changes })
    const { base } = await h.rpc<{ base: object }>(world.viewer, 'base_schema', { base: world.base })
    expect(base).toMatchObject(changes)
  })
})

describe('names', () => {
  const rename = (name: string) =>
    h.rpc(world.creator, 'update_table', { table: table.id, changes: { name } })

  test.each(['\u200b', '\u00a0', '\u3000\ufeff', '\u2060 \u200d'])(
    'of nothing to see (%j) are missing',
    async (name) => {
      expect(await refusalOf(rename(name))).toBe('name_required')
    },
  )

  test.each(['\u202ea', 'a\u2066b', 'a\u200eb', 'a\ufeffb', 'a\u0085b', 'a\u2028b', 'a\u0007b'])(
    'with letters that turn text around or cannot be seen (%j) are refused',
    async (name) => {
      expect(await refusalOf(rename(name))).toBe('invalid_input')
    },
  )

  test('that the app makes from a file stand as they are', async () => {
    const sign = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 2 }).filter((text) => !text.includes('\0')),
      fc.integer({ min: 0x2000, max: 0x206f }).map((code) => String.fromCodePoint(code)),
      fc.constantFrom(
        '\u00ad',
        '\u034f',
        '\u115f',
        '\u180e',
        '\u3000',
        '\u3164',
        '\ufeff',
        '\uffa0',
        'a',
        ' ',
      ),
    )
    const cell = fc.array(sign, { maxLength: 8 }).map((list) => list.join(''))
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { minLength: 20, maxLength: 100 }), async (cells) => {
        const names = columnNames(cells)
        const rows = await h.db.sql<{ name: string }[]>`
          select plinth_private.clean_name(n.name) as name
          from unnest(${names}::text[]) with ordinality as n (name, place) order by n.place`
        expect(rows.map(({ name }) => name)).toEqual(names)
      }),
      { numRuns: 40 },
    )
  })

  test('lose space of every kind at their ends, and keep what joins letters inside', async () => {
    await rename('\ufeff\u00a0 👩\u200d🚀 \u200b\u3000')
    const { tables } = await h.rpc<{ tables: TestTable[] }>(world.viewer, 'base_schema', { base: world.base })
    expect(tables.find(({ id }) => id === table.id)?.name).toBe('👩\u200d🚀')
  })
})

describe('mutations', () => {
  const cells = [null, [], 'x'].map((value) => ({ value }))
  test.each(cells)('of an attachment cell (%j) are refused by themselves', async ({ value }) => {
    const title = { [field('Title')]: 'x' }
    const bad = insert({ ...title, [field('Files')]: value })
    expect(await apply([insert(title), bad, insert(title)])).toMatchObject([
      { status: 'ok' },
      { error: { code: 'value_invalid', details: { table: table.id, field: field('Files') } } },
      { status: 'ok' },
    ])
    const update = {
      ...insert({ [field('Files')]: value }),
      kind: 'update',
      base: { [field('Files')]: null },
    }
    expect(await apply([update])).toMatchObject([{ error: { code: 'value_invalid' } }])
    expect(await apply([insert(title), bad], true)).toMatchObject([
      { error: { code: 'batch_refused' } },
      { error: { code: 'value_invalid' } },
    ])
  })

  test('that fail in a way nobody foresaw answer so, and may be sent again', async () => {
    await h.db.sql.unsafe(`create function data.broken() returns trigger language plpgsql as
      $$ begin raise exception using errcode = 'XX000', message = 'secret'; end $$`)
    await h.db.sql.unsafe(`create trigger broken before insert on data.${table.relation} for each row
      when (new.title = 'break') execute function data.broken()`)
    const list = [insert({ [field('Title')]: 'break' }), insert({ [field('Title')]: 'fine' })]
    const mutations = list.map((mutation) => ({ id: uuidV7(), ...mutation }))
    const send = () =>
      h.rpc<Outcome[]>(world.editor, 'apply_mutations', { batch: { atomic: false, mutations } })
    const results = await send()
    expect(results).toMatchObject([{ error: { code: 'unexpected' } }, { status: 'ok' }])
    expect(JSON.stringify(results)).not.toContain('secret')
    await h.db.sql.unsafe(`drop function data.broken() cascade`)
    expect(await send()).toMatchObject([{ status: 'ok' }, { status: 'ok' }])
  })

  test('that failed together because one of them met something busy may be sent again together', async () => {
    await h.db.sql.unsafe(`create function data.held() returns trigger language plpgsql as
      $$ begin raise exception using errcode = '55P03', message = 'held'; end $$`)
    await h.db.sql.unsafe(`create trigger held before insert on data.${table.relation} for each row
      when (new.title = 'held') execute function data.held()`)
    const list = [insert({ [field('Title')]: 'fine' }), insert({ [field('Title')]: 'held' })]
    const mutations = list.map((mutation) => ({ id: uuidV7(), ...mutation }))
    const send = () =>
      h.rpc<Outcome[]>(world.editor, 'apply_mutations', { batch: { atomic: true, mutations } })
    expect(await send()).toMatchObject([{ error: { code: 'batch_refused' } }, { error: { code: 'busy' } }])
    await h.db.sql.unsafe(`drop function data.held() cascade`)
    expect(await send()).toMatchObject([{ status: 'ok' }, { status: 'ok' }])
  })

  test('take a whole number however it is written, and cut none', async () => {
    const count = field('Count')
    const record = uuidV7()
    // Text, so that the number keeps its form.
    const batch = `{"atomic": false, "mutations": [
      {"id": "${uuidV7()}", "kind": "insert", "table": "${table.id}", "record": "${record}", "values": {"${count}": 7.0}},
      {"id": "${uuidV7()}", "kind": "insert", "table": "${table.id}", "record": "${uuidV7()}", "values": {"${count}": 7.5}}]}`
    const results = await h.as(world.editor, async (tx) => {
      const rows = await tx.unsafe('select plinth.apply_mutations($1::text::jsonb) as answer', [batch])
      return rows[0]!['answer'] as Outcome[]
    })
    expect(results).toMatchObject([
      { status: 'ok' },
      { error: { code: 'value_invalid', details: { field: count } } },
    ])
    const [stored] = await h.db.sql.unsafe(`select count from data.${table.relation} where id = '${record}'`)
    expect(Number(stored!['count'])).toBe(7)
  })

  test.each(['http://a\u0001b', 'http://a/\u001f', 'https://x\u007f'])(
    'with a web address with control characters (%j) are refused',
    async (value) => {
      expect(await apply([insert({ [field('Site')]: value })])).toMatchObject([
        { error: { code: 'url_invalid' } },
      ])
      const sql = `insert into data.${table.relation} (site) values ($1)`
      expect(
        await h.as(world.editor, (tx) => tx.unsafe(sql, [value])).catch((e: unknown) => (e as Refusal).state),
      ).toBe('23514')
    },
  )
})

describe('keys', () => {
  const window = (name: string, value: unknown, direction = 'forward') =>
    h.rpc(world.viewer, 'rows_window', {
      query: { table: table.id, sorts: [{ field: field(name), direction: 'asc' }] },
      anchor: [value, uuidV7()],
      direction,
      skip: 0,
      take: 5,
    })

  test.each([
    ['Moment', 'infinity'],
    ['Moment', '-infinity'],
    ['Moment', '0001-01-01 BC'],
    ['Moment', '20000-01-01T00:00:00Z'],
    ['Day', 'infinity'],
    ['Day', '0001-01-01 BC'],
    ['Day', '20000-01-01'],
  ])('of %s out of range (%s) are refused in words of the catalogue', async (name, value) => {
    expect(await refusalOf(window(name, value))).toBe('invalid_input')
  })

  test.each([
    ['Moment', '0001-01-01T00:00:00.000Z'],
    ['Moment', '9999-12-31T23:59:59.999Z'],
    ['Day', '0001-01-01'],
    ['Day', '9999-12-31'],
  ])('of %s at the end of the range (%s) are understood', async (name, value) => {
    expect(await window(name, value, 'backward')).toMatchObject({ rows: [] })
  })
})

test('a workspace takes no more bases than the limit, however many are made at once', async () => {
  const workspace = uuidV7()
  await h.rpc(world.owner, 'create_workspace', { workspace, name: 'Full' })
  const settings = { hue: 'blue', timeZone: 'UTC', locale: 'en', weekStart: 1 }
  const make = () =>
    h.rpc(world.owner, 'create_base', { base: uuidV7(), workspace, name: 'One of many', settings })
  for (let n = 2; n < limits.basesPerWorkspace; n++) await make()
  const last = await Promise.allSettled(Array.from({ length: 6 }, make))
  expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await refusalOf(make())).toBe('limit_exceeded')
})

test('an epoch is written in one way', async () => {
  const [base] = await h.db.sql`select access_epoch as epoch from plinth.base where id = ${world.base}`
  const hears = (epoch: string) =>
    h
      .as(
        world.viewer,
        (tx) => tx`select plinth_private.may_hear_table(${`table:${table.id}:${epoch}`}) as may`,
      )
      .then((rows) => rows[0]!['may'] as boolean)
  expect(await hears(`${base!['epoch']}`)).toBe(true)
  expect(await hears(`0${base!['epoch']}`)).toBe(false)
})
