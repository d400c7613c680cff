/** What views on a large table cost, which index would help, and that only creators make one. */
import { type FieldTypeName, uuidV7 } from '@plinth/domain'
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
import { toTheEnd } from './to-the-end.ts'

let h: Harness
let world: World
let table: TestTable
let small: TestTable
const options = ['low', 'mid', 'high'].map((id) => ({ id, label: id, hue: 'blue' }))
const types: [string, FieldTypeName, Json][] = [
  ['Title', 'text', {}],
  ['Notes', 'long_text', {}],
  ['Count', 'integer', {}],
  ['Day', 'date', {}],
  ['Moment', 'datetime', {}],
  ['Level', 'single_select', { options }],
  ['Owner', 'person', {}],
  ['Wage', 'integer', {}],
]
const make = (name: string) =>
  h.rpc<TestTable>(world.creator, 'create_table', {
    base: world.base,
    definition: { id: uuidV7(), name, fields: types.map(([one, type, more]) => fieldOf(one, type, more)) },
  })

beforeAll(async () => {
  ;({ h, world } = await startWorld())
  table = await make('Large')
  small = await make('Small')
  await h.db.admin.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx.unsafe(`insert into data.${table.relation} (id, title, count, day, moment, level, wage)
      select plinth_private.uuid_v7(), 'title ' || n, n, date '1900-01-01' + n, timestamptz '2000-01-01Z' + n * interval '1 hour',
        case when n % 1000 = 0 then 'low' else 'mid' end, n % 1000 from generate_series(1, 60000) as n`)
  })
  await h.db.admin.unsafe(`vacuum analyze data.${table.relation}`)
})
afterAll(() => h.db.stop())

const field = (name: string, of = table) => of.fields.find((one) => one.name === name)!.id
interface Cost {
  state: string
  order: boolean | null
  filter: boolean | null
  indexes: string[]
}
const costOf = (query: object, person: Person = world.viewer, of = table) =>
  h.rpc<Cost>(person, 'view_cost', { query: { table: of.id, sorts: [], ...query } })
const by = (name: string, direction = 'asc') => [{ field: field(name), direction }]
const where = (join: string, ...items: [string, string, Json?][]) => ({
  filter: {
    join,
    items: items.map(([name, operator, value]) => ({ field: field(name), operator, value: value ?? null })),
  },
})
const create = (name: string, person = world.creator) =>
  h.rpc(person, 'create_view_index', { field: field(name) })
const drop = (name: string, person = world.creator) =>
  h.rpc(person, 'drop_view_index', { field: field(name) })
const listed = async () =>
  (await h.rpc<{ field: string }[]>(world.creator, 'view_indexes', { table: table.id })).map(
    (one) => one.field,
  )

describe('a view', () => {
  test('on a small table costs nothing worth a word', async () => {
    const sorts = [{ field: field('Count', small), direction: 'asc' }]
    expect(await costOf({ sorts }, world.viewer, small)).toMatchObject({ state: 'small', indexes: [] })
  })

  test('in the order of creation is served', async () => {
    expect(await costOf({})).toEqual({ state: 'served', order: true, filter: true, indexes: [] })
  })

  test.each(['Title', 'Count', 'Day', 'Moment'])(
    'by %s is served once there is an index on it',
    async (name) => {
      for (const direction of ['asc', 'desc'])
        expect(await costOf({ sorts: by(name, direction) })).toEqual({
          state: 'unserved',
          order: false,
          filter: true,
          indexes: [field(name)],
        })
      await create(name)
      for (const direction of ['asc', 'desc'])
        expect(await costOf({ sorts: by(name, direction) })).toMatchObject({ state: 'served', indexes: [] })
      expect(await costOf({ sorts: [...by(name), ...by('Wage')] })).toMatchObject({ state: 'served' })
      await drop(name)
      expect(await costOf({ sorts: by(name) })).toMatchObject({ state: 'unserved' })
    },
  )

  test.each<[string, [string, string, Json?]]>([
    ['Count', ['Count', 'lt', 50]],
    ['Count', ['Count', 'is', 50]],
    ['Day', ['Day', 'is', '1950-05-05']],
    ['Moment', ['Moment', 'is', '2001-01-01']],
    ['Level', ['Level', 'any_of', ['low', 'high']]],
  ])('filtered by %s finds it once there is an index on it', async (name, condition) => {
    expect(await costOf(where('and', condition))).toEqual({
      state: 'unserved',
      order: true,
      filter: false,
      indexes: [field(name)],
    })
    await create(name)
    expect(await costOf(where('and', condition))).toMatchObject({ state: 'served', indexes: [] })
    await drop(name)
  })

  test('says which indexes help where several conditions are joined', async () => {
    const both: [string, string, Json][] = [
      ['Count', 'lt', 50],
      ['Day', 'is', '1950-05-05'],
    ]
    const all = [field('Count'), field('Day')]
    expect((await costOf(where('or', ...both))).indexes).toEqual(all)
    expect((await costOf(where('and', ...both))).indexes).toEqual(all)
    // One that no index serves spoils the choice, not the sum.
    expect((await costOf(where('or', ...both, ['Title', 'contains', 'a']))).indexes).toEqual([])
    expect((await costOf(where('and', ...both, ['Title', 'contains', 'a']))).indexes).toEqual(all)
  })

  test('that no index serves says so, and names none', async () => {
    const none = { state: 'unserved', indexes: [] }
    expect(await costOf({ search: 'nowhere' })).toMatchObject({ ...none, filter: false })
    expect(await costOf({ groups: by('Level') })).toMatchObject({ ...none, order: false })
    expect(await costOf({ groups: by('Owner') })).toMatchObject({ ...none, order: false })
    expect(await costOf({ groups: by('Moment') })).toMatchObject({ ...none, order: false })
    expect(await costOf({ sorts: by('Notes') })).toMatchObject({ ...none, order: false })
  })

  test('tells those who read by rules nothing of how much there is', async () => {
    const rule = { call: '=', args: [{ field: field('Count') }, { number: 7 }] }
    const grant = { role: world.role, table: table.id, action: 'read', scope: 'rules', rule }
    await h.rpc(world.creator, 'set_grant', grant)
    expect(await costOf({ sorts: by('Count') }, world.holder)).toEqual({
      state: 'unknown',
      order: null,
      filter: null,
      indexes: [],
    })
  })
})

describe('indexes', () => {
  test('are made, listed and dropped by creators', async () => {
    await create('Count')
    await create('Count')
    expect(await listed()).toEqual([field('Count')])
    const [one] = await h.rpc<{ bytes: number; used: number }[]>(world.owner, 'view_indexes', {
      table: table.id,
    })
    expect(one!.bytes).toBeGreaterThan(100_000)
    await drop('Count')
    await drop('Count')
    expect(await listed()).toEqual([])
  })

  test('and by nobody else', async () => {
    for (const [person, code] of [
      [world.editor, 'forbidden'],
      [world.viewer, 'forbidden'],
      [world.outsider, 'not_found'],
      [world.member, 'not_found'],
    ] as const) {
      expect(await refusalOf(create('Count', person))).toBe(code)
      expect(await refusalOf(drop('Count', person))).toBe(code)
      expect(await refusalOf(h.rpc(person, 'view_indexes', { table: table.id }))).toBe(code)
    }
    for (const person of [world.outsider, world.member, world.anonymous])
      expect(['not_found', 'forbidden']).toContain(await refusalOf(costOf({}, person)))
    expect(await listed()).toEqual([])
  })

  test('are not of lists and long texts, and not of fields of nobody', async () => {
    expect(await refusalOf(create('Notes'))).toBe('invalid_input')
    const nobodys = h.rpc(world.creator, 'create_view_index', { field: uuidV7() })
    expect(await refusalOf(nobodys)).toBe('not_found')
  })

  test('are only so many', async () => {
    const fields = Array.from({ length: 21 }, (_, n) => fieldOf(`F${n}`, 'integer'))
    const definition = { id: uuidV7(), name: 'Many', fields }
    await h.rpc(world.creator, 'create_table', { base: world.base, definition })
    const make = (id: string) => h.rpc(world.creator, 'create_view_index', { field: id })
    for (const { id } of fields.slice(0, 20)) await make(id)
    expect(await refusalOf(make(fields[20]!.id))).toBe('limit_exceeded')
    // One that is there is not one more.
    await make(fields[0]!.id)
  })

  test('stay with a field of another type, and with what it was before', async () => {
    const own = await make('Retyped')
    const count = field('Count', own)
    await h.db.sql.unsafe(`insert into data.${own.relation} (count) select generate_series(1, 2500)`)
    await h.rpc(world.creator, 'create_view_index', { field: count })
    const change = async (type: string, kept: string | null = null) => {
      const args = { field: count, type, options: {}, kept }
      const step = () =>
        h.rpc<{ field: object | null; kept: string | null }>(world.creator, 'change_type', args)
      return (await toTheEnd(step)).kept
    }
    const names = async () => {
      const name = `sort_${count.replaceAll('-', '')}`
      const found = await h.db.sql`select relname from pg_class where relname like ${`${name}%`}`
      return found.map((row) => row['relname'] === name)
    }
    const kept = await change('text')
    expect(await names()).toEqual([true])
    expect(await costOf({ sorts: [{ field: count, direction: 'asc' }] }, world.viewer, own)).toMatchObject({
      indexes: [],
    })
    await change('integer', kept)
    expect(await names()).toEqual([true])
    // No index holds long texts: the field has none then.
    await change('long_text')
    expect(await names()).toEqual([])
  })

  test('serve a field that stands aside, and tell who does not see it nothing', async () => {
    const roles = await h.rpc<{ id: string; name: string }[]>(world.creator, 'base_roles', {
      base: world.base,
    })
    const role = roles.find(({ name }) => name === 'viewer')!.id
    await h.rpc(world.creator, 'set_field_grant', { role, field: field('Wage'), access: 'hidden' })
    expect(await refusalOf(costOf({ sorts: by('Wage') }, world.viewer))).toBe('invalid_input')
    expect(await costOf({ sorts: by('Wage') }, world.editor)).toMatchObject({ indexes: [field('Wage')] })
    await create('Wage')
    expect(await listed()).toEqual([field('Wage')])
    expect(await costOf({ sorts: by('Wage') }, world.editor)).toMatchObject({ state: 'served' })
  })
})
