/** Fields that are computed on read: made where a value cannot be kept, told by calls that answer rows, and nowhere else. */
import { type CellValue, type FieldId, type FieldOptions, type FieldTypeName, uuidV7 } from '@plinth/domain'
import {
  cellOfValue,
  checkAst,
  contextOf,
  type ExpressionField,
  evaluate,
  nameText,
  printExpression,
  typesOfResult,
} from '@plinth/expression'
import { anyExpressions } from '@plinth/expression/testing'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  buildWorld,
  fieldOf,
  type Harness,
  type Json,
  type Person,
  Refusal,
  startHarness,
  type TestTable,
  type World,
} from './harness.ts'
import { type Made, type RollupLab, rollupLab } from './rollup-lab.ts'

let h: Harness
let world: World
let lab: RollupLab
let link: string
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.db.stop())
beforeEach(async () => {
  world = await buildWorld(h)
  lab = await rollupLab(h, world)
  link = await lab.link(lab.films, lab.people, 'Cast', { pair: 'Films' })
})

const refusalOf = async (work: Promise<unknown>): Promise<Record<string, unknown>> => {
  try {
    await work
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const details = error.details.startsWith('{') ? (JSON.parse(error.details) as object) : {}
    return { code: error.code, ...details }
  }
  throw new Error('was not refused')
}
const of = (id: string): Json => ({ field: id })
const call = (name: string, ...args: Json[]): Json => ({ call: name, args })
const number = (value: number): Json => ({ number: value })
const rank = () => lab.of(lab.films, 'Rank')
const theirRank = () => lab.of(lab.people, 'Rank')
const rollup = (name: string, field?: string, more: Record<string, Json> = {}): Json => ({
  rollup: { link, function: name, ...(field ? { field } : {}), ...more },
})
const roleOf = async (kind: string) => {
  const [role] = await h.db.admin`select id from plinth.role where base_id = ${world.base} and kind = ${kind}`
  return role!['id'] as string
}
const restrict = async (table: string, kind: string, rule: Json | 'none' | 'all') =>
  h.rpc(world.creator, 'set_grant', {
    role: await roleOf(kind),
    table,
    action: 'read',
    scope: typeof rule === 'string' ? rule : 'rules',
    rule: typeof rule === 'string' ? null : rule,
    hand_over: false,
  })
const over = (low: number) => call('>', of(theirRank()), number(low))
const value = async (who: Person, record: string, field: string) => {
  const query = { table: lab.films.id, sorts: [], fields: [field] }
  const answer = await h.rpc<{ rows: Json[][] }>(who, 'rows_by_id', { query, ids: [record] })
  return answer.rows[0]?.[2]
}
const schemaFields = async (who: Person) => {
  const schema = await h.rpc<{ tables: { id: string; fields: Made[] }[] }>(who, 'base_schema', {
    base: world.base,
  })
  return schema.tables.find(({ id }) => id === lab.films.id)?.fields ?? []
}
const note = (formula: Json) => ({ formula })
const daysPast = () => lab.add(lab.films, 'Days', note(call('days_between', call('today'), call('today'))))

describe('a field on read', () => {
  test('is made of what asks the clock or the reader, has no column, and stands behind the others', async () => {
    const film = await lab.make(lab.films, 'Alien', { [rank()]: 4 })
    const day = await lab.add(lab.films, 'Day', note(call('today')))
    const later = await lab.add(lab.films, 'Later', note(call('add_days', call('today'), of(rank()))))
    const mine = await lab.add(lab.films, 'Mine', note(call('&', call('my_role'), { text: '!' })))
    expect(day).toMatchObject({ type: 'date', access: 'read', onRead: true, column: '', position: 4 })
    expect(mine).toMatchObject({ position: 6, formula: call('&', call('my_role'), { text: '!' }) })
    const [now] = await h.db.sql`select (now() at time zone 'Europe/Vienna')::date::text as day,
      ((now() at time zone 'Europe/Vienna')::date + 4)::text as later`
    expect(await value(world.viewer, film, day.id)).toBe(now!['day'])
    expect(await value(world.viewer, film, later.id)).toBe(now!['later'])
    expect(await value(world.viewer, film, mine.id)).toBe('viewer!')
    expect(await value(world.editor, film, mine.id)).toBe('editor!')
    const columns = await h.db.sql`select column_name from information_schema.columns
      where table_schema = 'data' and table_name = ${lab.films.relation}`
    expect(
      columns.map((one) => one['column_name'] as string).filter((name) => /day|later|mine/.test(name)),
    ).toEqual([])
    expect(await h.db.admin`select 1 from plinth.field where id = ${day.id}`).toHaveLength(0)
    expect((await schemaFields(world.viewer)).slice(-3).map(({ name }) => name)).toEqual([
      'Day',
      'Later',
      'Mine',
    ])
  })

  test('is told beforehand, to those who shape the base', async () => {
    const ask = (who: Person | null, definition: Json) =>
      h.rpc(who, 'is_on_read', { table: lab.films.id, definition })
    expect(await ask(world.creator, note(of(rank())))).toBe(false)
    expect(await ask(world.creator, note(call('now')))).toBe(true)
    expect(await ask(world.creator, rollup('sum', theirRank()))).toBe(false)
    await restrict(lab.people.id, 'viewer', over(3))
    expect(await ask(world.creator, rollup('sum', theirRank()))).toBe(true)
    expect(await ask(world.creator, {})).toBe(false)
    expect((await refusalOf(ask(world.editor, {})))['code']).toBe('forbidden')
    expect((await refusalOf(ask(world.outsider, {})))['code']).toBe('not_found')
    await expect(ask(null, {})).rejects.toMatchObject({ state: '42501' })
  })

  test('adds up what its reader may read, and is not there for whom the linked table is not', async () => {
    const film = await lab.make(lab.films, 'Alien')
    for (const ranked of [2, 5, 9]) {
      const person = await lab.make(lab.people, `P${ranked}`, { [theirRank()]: ranked })
      await lab.apply(world.creator, [lab.change(lab.films, film, link, { link: [person] })])
    }
    await restrict(lab.people.id, 'viewer', over(3))
    const sum = await lab.add(lab.films, 'Sum', rollup('sum', theirRank()))
    const double = await lab.add(lab.films, 'Double', note(call('*', of(sum.id), number(2))))
    expect(sum).toMatchObject({ onRead: true, type: 'integer', rollup: { link, function: 'sum' } })
    const both = async (who: Person) => [await value(who, film, sum.id), await value(who, film, double.id)]
    expect(await both(world.creator)).toEqual([16, 32])
    expect(await both(world.viewer)).toEqual([14, 28])
    await restrict(lab.people.id, 'viewer', over(7))
    expect(await both(world.viewer)).toEqual([9, 18])
    await restrict(lab.people.id, 'viewer', 'none')
    expect((await schemaFields(world.viewer)).map(({ name }) => name)).toEqual([
      'Title',
      'Kind',
      'Rank',
      'Cast',
    ])
    expect((await refusalOf(value(world.viewer, film, double.id)))['code']).toBe('invalid_input')
    await restrict(lab.people.id, 'viewer', 'all')
    expect(await both(world.viewer)).toEqual([16, 32])
  })

  test('may have a filter that asks the clock', async () => {
    const due = await lab.addField(lab.people, 'Due', 'date')
    const film = await lab.make(lab.films, 'Alien')
    for (const day of ['2001-01-01', '9000-01-01']) {
      const person = await lab.make(lab.people, day, { [due]: day })
      await lab.apply(world.creator, [lab.change(lab.films, film, link, { link: [person] })])
    }
    const filter = call('<', of(due), call('today'))
    const late = await lab.add(lab.films, 'Late', rollup('count', undefined, { filter }))
    expect(late).toMatchObject({ onRead: true })
    expect(await value(world.viewer, film, late.id)).toBe(1)
  })

  test('may look at a hidden field, and is not there for whom that is not', async () => {
    const film = await lab.make(lab.films, 'Alien', { [lab.of(lab.films, 'Kind')]: 'abc' })
    const hide = async (access: string | null) =>
      h.rpc(world.creator, 'set_field_grant', {
        role: await roleOf('viewer'),
        field: lab.of(lab.films, 'Kind'),
        access,
      })
    await hide('hidden')
    const long = await lab.add(lab.films, 'Long', note(call('length', of(lab.of(lab.films, 'Kind')))))
    const longer = await lab.add(lab.films, 'Longer', note(call('+', of(long.id), number(1))))
    expect(await value(world.editor, film, longer.id)).toBe(4)
    expect((await schemaFields(world.viewer)).map(({ name }) => name)).toEqual(['Title', 'Rank', 'Cast'])
    expect((await refusalOf(value(world.viewer, film, longer.id)))['code']).toBe('invalid_input')
    await hide(null)
    expect(await value(world.viewer, film, longer.id)).toBe(4)
    await hide('hidden')
    expect((await refusalOf(value(world.viewer, film, long.id)))['code']).toBe('invalid_input')
  })

  test('is nothing by which records are found, ordered, grouped or summed up, and nobody writes it', async () => {
    const day = await daysPast()
    const ask = (query: Record<string, Json>, name = 'rows_window', more = {}) =>
      refusalOf(
        h.rpc(world.creator, name, {
          query: { table: lab.films.id, sorts: [], ...query },
          ...(name === 'rows_window' ? { anchor: null, direction: 'forward', skip: 0, take: 9 } : more),
        }),
      )
    const by = [{ field: day.id, direction: 'asc' }]
    expect(await ask({ sorts: by })).toMatchObject({ code: 'invalid_input', rule: 'sorts' })
    expect(await ask({ groups: by })).toMatchObject({ code: 'invalid_input', rule: 'groups' })
    const filter = { join: 'and', items: [{ field: day.id, operator: 'empty' }] }
    expect(await ask({ filter })).toMatchObject({ code: 'invalid_input' })
    expect(await ask({}, 'view_summary', { figures: { [day.id]: 'sum' } })).toMatchObject({
      code: 'invalid_input',
    })
    const film = await lab.make(lab.films, 'Alien')
    const [written] = await lab.apply(world.creator, [lab.change(lab.films, film, day.id, 3)])
    expect(written).toMatchObject({ status: 'error', error: { code: 'field_read_only' } })
    const config = {
      sorts: by,
      groups: by,
      hidden: [day.id],
      widths: { [day.id]: 90 },
      summaries: { [day.id]: 'sum' },
    }
    const view = await h.rpc<{ config: object }>(world.creator, 'create_view', {
      table: lab.films.id,
      view: uuidV7(),
      definition: { name: 'V', isShared: true, config },
    })
    expect(view.config).toMatchObject({
      sorts: [],
      groups: [],
      summaries: {},
      hidden: [day.id],
      widths: { [day.id]: 90 },
    })
  })

  test('is nothing that a rule can look at, and a field that keeps its values goes on keeping them', async () => {
    const day = await daysPast()
    const rule = call('=', of(day.id), number(0))
    const saved = refusalOf(
      h.rpc(world.creator, 'save_table_rule', {
        table: lab.films.id,
        rule: uuidV7(),
        definition: { message: 'm', rule },
        keep: true,
      }),
    )
    const expected = { code: 'expression_invalid', rule: 'on_read', field: day.id }
    expect(await saved).toMatchObject(expected)
    expect(await refusalOf(restrict(lab.films.id, 'viewer', rule))).toMatchObject(expected)
    const kept = await lab.add(lab.films, 'Kept', note(call('+', of(rank()), number(1))))
    const change = (definition: Json) =>
      refusalOf(h.rpc(world.creator, 'change_formula', { field: kept.id, definition }))
    expect(await change(note(call('+', of(day.id), number(1))))).toMatchObject(expected)
    expect(await change(note(call('now')))).toMatchObject({ code: 'expression_invalid', rule: 'momentary' })
  })

  test('is changed at once, and never into a ring', async () => {
    const film = await lab.make(lab.films, 'Alien', { [rank()]: 4 })
    const a = await daysPast()
    const b = await lab.add(lab.films, 'B', note(call('+', of(a.id), number(1))))
    const c = await lab.add(lab.films, 'C', note(call('+', of(b.id), number(1))))
    const change = (field: string, definition: Json) =>
      h.rpc<{ field: Made }>(world.creator, 'change_formula', { field, definition })
    const ringed = await refusalOf(change(a.id, note(of(c.id))))
    expect(ringed).toMatchObject({ code: 'formula_ring', field: a.id })
    expect((ringed['ring'] as string[]).toSorted()).toEqual(
      [...new Set([a.id, b.id, c.id]), (ringed['ring'] as string[])[0]!].toSorted(),
    )
    expect(await refusalOf(change(a.id, note(of(a.id))))).toMatchObject({ code: 'formula_ring' })
    expect(await refusalOf(change(a.id, note(call('my_role'))))).toMatchObject({
      code: 'used_by_rule',
      formula: b.id,
    })
    expect(await refusalOf(change(a.id, rollup('count')))).toMatchObject({
      code: 'invalid_input',
      rule: 'formula',
    })
    expect((await change(a.id, note(of(rank())))).field).toMatchObject({ id: a.id, onRead: true })
    expect(await value(world.viewer, film, c.id)).toBe(6)
    await change(c.id, note(call('&', call('text', of(b.id)), { text: '?' })))
    expect(await value(world.viewer, film, c.id)).toBe('5?')
  })

  test('keeps what it reads from going, and what reads it from losing it', async () => {
    await restrict(lab.people.id, 'viewer', over(3))
    const a = await lab.add(lab.films, 'A', note(call('add_days', call('today'), of(rank()))))
    const b = await lab.add(lab.films, 'B', note(call('add_days', of(a.id), number(1))))
    const sum = await lab.add(lab.films, 'Sum', rollup('sum', theirRank()))
    const refused = (name: string, args: Record<string, unknown>) =>
      refusalOf(h.rpc(world.creator, name, args))
    expect(await refused('delete_field', { field: rank() })).toMatchObject({
      code: 'used_by_rule',
      formula: a.id,
    })
    expect(await refused('delete_field', { field: a.id })).toMatchObject({
      code: 'used_by_rule',
      formula: b.id,
    })
    expect(await refused('delete_field', { field: link })).toMatchObject({
      code: 'used_by_rule',
      formula: sum.id,
    })
    expect(await refused('delete_table', { table: lab.people.id })).toMatchObject({
      code: 'used_by_rule',
      formula: sum.id,
    })
    const text = { field: theirRank(), type: 'text', options: {} }
    expect(await refused('change_type', text)).toMatchObject({ code: 'used_by_rule' })
    for (const field of [b, a, sum]) await h.rpc(world.creator, 'delete_field', { field: field.id })
    expect((await schemaFields(world.creator)).some((one) => 'onRead' in one)).toBe(false)
    await h.rpc(world.creator, 'delete_field', { field: rank() })
  })

  test('has a name of its own among all fields, which one that comes back leaves to it', async () => {
    const day = await daysPast()
    const refused = (name: string, args: Record<string, unknown>) =>
      refusalOf(h.rpc(world.creator, name, args))
    const taken = { code: 'name_taken' }
    expect(
      await refused('create_field', { table: lab.films.id, definition: fieldOf('DAYS', 'text') }),
    ).toMatchObject(taken)
    expect(await refusalOf(lab.add(lab.films, 'kind', note(call('now'))))).toMatchObject(taken)
    expect(await refused('update_field', { field: rank(), changes: { name: 'days' } })).toMatchObject(taken)
    expect(await refused('update_field', { field: day.id, changes: { name: 'Rank' } })).toMatchObject(taken)
    await h.rpc(world.creator, 'delete_field', { field: lab.of(lab.films, 'Kind') })
    const changes = { name: 'Kind', description: 'How long', options: { decimals: 2 }, position: 0 }
    expect(await h.rpc(world.creator, 'update_field', { field: day.id, changes })).toMatchObject({
      name: 'Kind',
      description: 'How long',
      options: { decimals: 2 },
    })
    expect(
      await refused('update_field', { field: day.id, changes: { default: { kind: 'now' } } }),
    ).toMatchObject({
      code: 'invalid_input',
      rule: 'default',
    })
    const back = await h.rpc<{ field: Made }>(world.creator, 'restore_field', {
      field: lab.of(lab.films, 'Kind'),
    })
    expect(back.field.name).toBe('Kind 2')
  })

  test('is copied, alone and with its table, and goes and comes with it', async () => {
    const film = await lab.make(lab.films, 'Alien', { [rank()]: 4 })
    await restrict(lab.people.id, 'viewer', over(3))
    const a = await lab.add(lab.films, 'A', note(call('add_days', call('today'), of(rank()))))
    await lab.add(lab.films, 'B', note(call('days_between', call('today'), of(a.id))))
    await lab.add(lab.films, 'Sum', rollup('sum', theirRank()))
    const copied = { field: a.id, copy: uuidV7(), name: 'A too', with_values: true }
    const twice = [
      await h.rpc(world.creator, 'duplicate_field', copied),
      await h.rpc(world.creator, 'duplicate_field', copied),
    ]
    expect(twice[0]).toEqual(twice[1])
    expect(await value(world.viewer, film, copied.copy)).toBe(await value(world.viewer, film, a.id))
    expect((await schemaFields(world.viewer)).map(({ name }) => name).slice(4)).toEqual([
      'A',
      'A too',
      'B',
      'Sum',
    ])
    const copy = uuidV7()
    const table = await h.rpc<{ fields: Made[] }>(world.creator, 'duplicate_table', {
      table: lab.films.id,
      copy,
      name: 'Copy',
      with_records: true,
    })
    expect(table.fields.slice(4).map(({ name }) => name)).toEqual(['A', 'A too', 'B', 'Sum'])
    const [row] = await lab.rows(world.viewer, { table: copy })
    const dayCount = table.fields.find(({ name }) => name === 'B')!
    expect(row![dayCount.id]).toBe(4)
    await h.rpc(world.creator, 'delete_table', { table: copy })
    await h.rpc(world.creator, 'restore_table', { table: copy })
    expect((await lab.rows(world.viewer, { table: copy }))[0]![dayCount.id]).toBe(4)
    await h.rpc(world.creator, 'delete_table', { table: copy })
    await h.rpc(world.creator, 'empty_trash', { base: world.base, item: copy, confirm_name: 'Copy' })
    const [left] = await h.db
      .admin`select count(*) as n from plinth_private.late_field where table_id = ${copy}`
    expect(Number(left!['n'])).toBe(0)
  })

  test('counts as a field of its table', async () => {
    const [{ n } = { n: 0 }] = await h.db.admin<
      { n: number }[]
    >`select plinth_private.limit_of('fieldsPerTable')::int as n`
    await h.db.admin`insert into plinth_private.late_field (id, table_id, name, type, position, tree, reads)
      select gen_random_uuid(), ${lab.films.id}, 'x' || g, 'date', g, '{"call": "today", "args": []}', '{}' from generate_series(1, ${n - 4}) as g`
    const full = { code: 'limit_exceeded' }
    expect(await refusalOf(daysPast())).toMatchObject(full)
    const definition = fieldOf('One more', 'text')
    expect(
      await refusalOf(h.rpc(world.creator, 'create_field', { table: lab.films.id, definition })),
    ).toMatchObject(full)
  })

  test('follows the currency of the sums that it is made of, and the base’s time zone', async () => {
    const price = await lab.addField(lab.people, 'Price', 'currency', { currency: 'EUR' })
    await restrict(lab.people.id, 'viewer', over(3))
    const sum = await lab.add(lab.films, 'Sum', rollup('sum', price))
    expect(sum.options).toEqual({ currency: 'EUR' })
    await h.rpc(world.creator, 'update_field', { field: price, changes: { options: { currency: 'USD' } } })
    expect((await schemaFields(world.viewer)).find(({ id }) => id === sum.id)!.options).toEqual({
      currency: 'USD',
    })
    const hour = await lab.add(lab.films, 'Hour', note(call('hour', call('now'))))
    const film = await lab.make(lab.films, 'Alien')
    const before = await value(world.viewer, film, hour.id)
    await h.rpc(world.creator, 'update_base', { base: world.base, changes: { timeZone: 'Asia/Tokyo' } })
    expect(await value(world.viewer, film, hour.id)).not.toBe(before)
  })

  test('is shaped by creators alone, and read by those who read the table', async () => {
    const day = await daysPast()
    const film = await lab.make(lab.films, 'Alien')
    const calls: [string, Record<string, unknown>][] = [
      [
        'create_field',
        { table: lab.films.id, definition: { id: uuidV7(), name: 'N', ...note(call('now')) } },
      ],
      ['update_field', { field: day.id, changes: { name: 'N' } }],
      ['change_formula', { field: day.id, definition: note(call('now')) }],
      ['duplicate_field', { field: day.id, copy: uuidV7(), name: 'N', with_values: false }],
      ['delete_field', { field: day.id }],
    ]
    for (const [name, args] of calls) {
      for (const person of [world.editor, world.viewer])
        expect([name, (await refusalOf(h.rpc(person, name, args)))['code']]).toEqual([name, 'forbidden'])
      for (const person of [world.holder, world.member, world.outsider])
        expect([name, (await refusalOf(h.rpc(person, name, args)))['code']]).toEqual([name, 'not_found'])
      await expect(h.rpc(null, name, args)).rejects.toMatchObject({ state: '42501' })
    }
    for (const person of [world.holder, world.member, world.outsider, world.anonymous])
      await expect(value(person, film, day.id)).rejects.toThrow(/not_found|forbidden/)
    await expect(
      h.as(world.creator, (tx) => tx`select * from plinth_private.late_field`),
    ).rejects.toMatchObject({ state: '42501' })
  })

  test('of a deep expression stays within 4 KB of SQL, each by itself', async () => {
    let last = await daysPast()
    for (let n = 0; n < 8; n += 1)
      last = await lab.add(
        lab.films,
        `D${n}`,
        note(call('+', of(last.id), call('*', of(last.id), number(2)))),
      )
    const film = await lab.make(lab.films, 'Alien')
    expect(await value(world.viewer, film, last.id)).toBe(0)
    const sizes = await h.db.admin<{ size: number }[]>`
      select octet_length(plinth_private.late_sql(plinth_private.late_as_field(l))) as size from plinth_private.late_field as l`
    expect(Math.max(...sizes.map(({ size }) => size))).toBeLessThan(4096)
  })
})

const namesBy = (made = ', ') => note(call('join', of(link), { text: made }))
const linkPeople = async (film: string, ...people: readonly [string, number][]) => {
  for (const [name, ranked] of people) {
    const person = await lab.make(lab.people, name, { [theirRank()]: ranked })
    await lab.apply(world.creator, [lab.change(lab.films, film, link, { link: [person] })])
  }
}

describe('a formula over links', () => {
  test('reads what the linked records are called, in the order in which they were linked', async () => {
    const film = await lab.make(lab.films, 'Alien', { [rank()]: 4 })
    const none = await lab.make(lab.films, 'Nothing')
    await linkPeople(film, ['Weaver', 1], ['Hurt', 2], ['Skerritt', 3])
    const cast = await lab.add(lab.films, 'Who', namesBy())
    expect(cast).toMatchObject({ onRead: true, type: 'text' })
    expect(await value(world.viewer, film, cast.id)).toBe('Weaver, Hurt, Skerritt')
    expect(await value(world.viewer, none, cast.id)).toBeNull()
    const count = await lab.add(lab.films, 'How many', note(call('count', of(link))))
    const has = await lab.add(lab.films, 'Hurt', note(call('has', of(link), { text: 'Hurt' })))
    const first = await lab.add(lab.films, 'Lead', note(call('&', call('first', of(link)), { text: '!' })))
    const empty = await lab.add(lab.films, 'Alone', note(call('is_empty', of(link))))
    const sorted = await lab.add(lab.films, 'Sorted', note(call('first', call('sort', of(link)))))
    const all = [count, has, first, empty, sorted]
    const told = async (record: string) => Promise.all(all.map(({ id }) => value(world.viewer, record, id)))
    expect(await told(film)).toEqual([3, true, 'Weaver!', false, 'Hurt'])
    expect(await told(none)).toEqual([0, false, '!', true, null])
  })

  test('names those alone that its reader may read, and is not there for whom none is', async () => {
    const film = await lab.make(lab.films, 'Alien')
    await linkPeople(film, ['Low', 2], ['Mid', 5], ['High', 9])
    await restrict(lab.people.id, 'viewer', over(3))
    const cast = await lab.add(lab.films, 'Who', namesBy())
    const twice = await lab.add(lab.films, 'Twice', note(call('&', of(cast.id), of(cast.id))))
    expect(await value(world.creator, film, cast.id)).toBe('Low, Mid, High')
    expect(await value(world.viewer, film, cast.id)).toBe('Mid, High')
    expect(await value(world.viewer, film, twice.id)).toBe('Mid, HighMid, High')
    await restrict(lab.people.id, 'viewer', 'none')
    expect((await schemaFields(world.viewer)).map(({ name }) => name)).not.toContain('Who')
    expect(JSON.stringify(await schemaFields(world.viewer))).not.toContain(cast.id)
    expect((await refusalOf(value(world.viewer, film, twice.id)))['code']).toBe('invalid_input')
  })

  test('is told beforehand, and looked at by nothing that is kept', async () => {
    const ask = (definition: Json) => h.rpc(world.creator, 'is_on_read', { table: lab.films.id, definition })
    expect(await ask(namesBy())).toBe(true)
    const rule = call('=', call('count', of(link)), number(1))
    const refused = await refusalOf(
      h.rpc(world.creator, 'set_grant', {
        role: await roleOf('viewer'),
        table: lab.films.id,
        action: 'read',
        scope: 'rules',
        rule,
        hand_over: false,
      }),
    )
    expect(refused).toMatchObject({ code: 'expression_invalid', rule: 'field_type', field: link })
    const kept = await lab.add(lab.films, 'Kept', note(call('+', of(rank()), number(1))))
    const change = h.rpc(world.creator, 'change_formula', {
      field: kept.id,
      definition: note(call('count', of(link))),
    })
    expect(await refusalOf(change)).toMatchObject({ code: 'expression_invalid', rule: 'field_type' })
  })

  test('keeps the link and the linked table, and follows the names', async () => {
    const film = await lab.make(lab.films, 'Alien')
    await linkPeople(film, ['Weaver', 1])
    const cast = await lab.add(lab.films, 'Who', namesBy())
    expect(await refusalOf(h.rpc(world.creator, 'delete_field', { field: link }))).toMatchObject({
      code: 'used_by_rule',
      formula: cast.id,
    })
    expect(await refusalOf(h.rpc(world.creator, 'delete_table', { table: lab.people.id }))).toMatchObject({
      code: 'used_by_rule',
      formula: cast.id,
    })
    const [person] = await lab.rows(world.creator, { table: lab.people.id, fields: [] })
    await lab.set(lab.people, person!['id'] as string, { [lab.of(lab.people, 'Name')]: 'Sigourney' })
    expect(await value(world.viewer, film, cast.id)).toBe('Sigourney')
    await h.rpc(world.creator, 'delete_field', { field: cast.id })
    await h.rpc(world.creator, 'delete_field', { field: link })
  })

  test.each<[FieldTypeName, Record<string, Json>, CellValue]>([
    ['integer', {}, -12],
    ['number', {}, 0.1],
    ['percent', {}, 0.125],
    ['currency', { currency: 'EUR' }, 123456],
    ['duration', {}, 3725],
    ['rating', {}, 4],
    ['checkbox', {}, true],
    ['date', {}, '2024-02-29'],
    ['datetime', {}, '2024-02-29T12:30:00.000Z'],
    ['single_select', { options: [{ id: 'o1', label: 'First choice', hue: 'red' }] }, 'o1'],
    ['email', {}, 'ann@example.org'],
  ])('says a name that is a %s as the browser does', async (type, options, cell) => {
    const table = await h.rpc<TestTable>(world.creator, 'create_table', {
      base: world.base,
      definition: { id: uuidV7(), name: `By ${type}`, fields: [fieldOf('Key', type, options)] },
    })
    const field = table.fields[0]!
    const to = await lab.link(lab.films, table, `To ${type}`, {})
    const film = await lab.make(lab.films, 'Alien')
    const record = uuidV7()
    await lab.apply(world.creator, [
      { id: uuidV7(), kind: 'insert', table: table.id, record, values: { [field.id]: cell } },
      lab.change(lab.films, film, to, { link: [record] }),
    ])
    const named = await lab.add(lab.films, 'Named', note(call('join', of(to), { text: '' })))
    const text = await value(world.viewer, film, named.id)
    expect(text).toBe(nameText({ type, options: options as FieldOptions }, cell))
    expect(text).not.toBe('')
  })

  test('is refused where the linked records have no names that are texts', async () => {
    const table = await h.rpc<TestTable>(world.creator, 'create_table', {
      base: world.base,
      definition: { id: uuidV7(), name: 'By person', fields: [fieldOf('Who', 'person')] },
    })
    const to = await lab.link(lab.films, table, 'To people', {})
    const made = lab.add(lab.films, 'Named', note(call('count', of(to))))
    expect(await refusalOf(made)).toMatchObject({ code: 'expression_invalid', rule: 'field_type', field: to })
  })

  test('gives what the browser computes, whatever the expression is', { timeout: 240_000 }, async () => {
    const names = ['Äsop', ' b', '10', '9', 'Zoë, Ann', 'äsop', '👩‍🚀', '-1', 'true']
    for (const [n, rank] of [3, 0, null].entries()) {
      const film = await lab.make(
        lab.films,
        `F${n}`,
        rank === null ? {} : { [lab.of(lab.films, 'Rank')]: rank },
      )
      await linkPeople(film, ...names.slice(n * 3, n * 6).map((name, at): [string, number] => [name, at]))
    }
    await lab.make(lab.films, '')
    const fields: ExpressionField[] = [
      { id: lab.of(lab.films, 'Rank') as FieldId, name: 'Rank', type: 'integer' },
      { id: link as FieldId, name: 'Cast', type: 'link', names: { type: 'text' }, isOpened: true },
    ]
    const trees = fc.sample(anyExpressions(fields), { seed: 7, numRuns: 9_000 })
    const situation = { now: 0, timeZone: 'Europe/Vienna', me: null, role: 'creator', roles: [] }
    let compared = 0
    for (const tree of trees) {
      const checked = checkAst(tree, { fields })
      if (!checked.ok || !checked.value.fields.has(link as FieldId)) continue
      const { dependsOn, type } = checked.value
      const [kind] = typesOfResult(type)
      if (!kind || dependsOn.person || dependsOn.clock) continue
      const made = await lab.add(lab.films, 'Any', { formula: tree as unknown as Json })
      const rows = await lab.rows(world.creator, { table: lab.films.id })
      for (const row of rows) {
        const cells = row as unknown as Record<FieldId, CellValue>
        const expected = cellOfValue(
          evaluate(checked.value, contextOf(fields, cells, situation)),
          made.type as FieldTypeName,
        )
        const told = row[made.id] ?? null
        expect([printExpression(tree, fields), typeof told === 'number' ? told + 0 : told]).toEqual([
          printExpression(tree, fields),
          expected,
        ])
        compared += 1
      }
      await h.rpc(world.creator, 'delete_field', { field: made.id })
      if (compared > 600) break
    }
    expect(compared).toBeGreaterThan(350)
  })

  test('is copied with its table where the links are', async () => {
    await lab.add(lab.films, 'Who', namesBy())
    const copy = await h.rpc<TestTable>(world.creator, 'duplicate_table', {
      table: lab.films.id,
      copy: uuidV7(),
      name: 'Films again',
      with_records: false,
    })
    const schema = await h.rpc<{ tables: { id: string; fields: Made[] }[] }>(world.creator, 'base_schema', {
      base: world.base,
    })
    const told = schema.tables.find(({ id }) => id === copy.id)?.fields ?? []
    const film = await lab.make(copy, 'Alien again')
    const hasLinks = told.some(({ type }) => type === 'link')
    expect(told.some(({ name }) => name === 'Who')).toBe(hasLinks)
    expect(film).not.toBe('')
  })
})
