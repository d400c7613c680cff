/** Rollups: computed from linked records whatever way these or their links change, chained, never in a ring, and told only to those who may. */
import { fieldTypeNames, rollupFunctions, rollupType, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildWorld, type Harness, type Json, Refusal, startHarness, type World } from './harness.ts'
import { type RollupLab, rollupLab, type Step } from './rollup-lab.ts'

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

const refusalOf = async (
  work: Promise<unknown>,
): Promise<{ code: string; details: Record<string, unknown> }> => {
  try {
    await work
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, details: JSON.parse(error.details) }
    throw error
  }
  throw new Error('was not refused')
}
const of = (id: string): Json => ({ field: id })
const call = (name: string, ...args: Json[]): Json => ({ call: name, args })
const rollup = (name: string, field?: string, more: Record<string, Json> = {}): Json => ({
  rollup: { link, function: name, ...(field ? { field } : {}), ...more },
})
const level = (label: string) => ({ options: [{ id: 'low', label, hue: 'blue' }] })
const rank = () => lab.of(lab.people, 'Rank')
const linked = async (film: string, ...people: string[]) => {
  const [result] = await lab.apply(world.creator, [lab.change(lab.films, film, link, { link: people })])
  expect(result).toMatchObject({ status: 'ok' })
}
const person = (name: string, ranked: number | null) => lab.make(lab.people, name, { [rank()]: ranked })

describe('a rollup', () => {
  test('is a field of its result’s type, computed for the records that are there', async () => {
    const film = await lab.make(lab.films, 'Alien')
    await linked(film, await person('A', 3), await person('B', 4))
    const made = await lab.add(lab.films, 'Total', rollup('sum', rank()))
    expect(made).toMatchObject({ type: 'integer', access: 'read', rollup: { link, function: 'sum' } })
    expect(await lab.stored(lab.films, film, 'total')).toBe('7')
  })

  test.each<[string, (people: string[]) => unknown]>([
    ['count', () => '3'],
    ['sum', () => '9'],
    ['average', () => 4.5],
    ['min', () => '2'],
    ['max', () => '7'],
    ['first', () => '7'],
    ['last', () => '2'],
    ['concatenate', () => '7, 2'],
    ['unique', () => '7, 2'],
  ])('knows %s', async (name, value) => {
    const film = await lab.make(lab.films, 'Alien')
    const empty = await lab.make(lab.films, 'Empty')
    await linked(film, await person('A', 7), await person('B', null), await person('C', 2))
    await lab.add(lab.films, 'Result', rollup(name, name === 'count' ? undefined : rank()))
    expect(await lab.stored(lab.films, film, 'result')).toBe(value([]))
    const none = name === 'count' || name === 'sum' ? '0' : null
    expect(await lab.stored(lab.films, empty, 'result')).toBe(none)
    const later = await lab.make(lab.films, 'Later')
    expect(await lab.stored(lab.films, later, 'result')).toBe(none)
  })

  test('knows any and all of checkboxes', async () => {
    const done = await lab.addField(lab.people, 'Done', 'checkbox')
    await lab.add(lab.films, 'Partly', rollup('any', done))
    await lab.add(lab.films, 'Whole', rollup('all', done))
    const film = await lab.make(lab.films, 'Alien')
    const both = async () => [
      await lab.stored(lab.films, film, 'partly'),
      await lab.stored(lab.films, film, 'whole'),
    ]
    expect(await both()).toEqual([false, true])
    const [a, b] = [await person('A', 1), await person('B', 2)]
    await linked(film, a, b)
    expect(await both()).toEqual([false, false])
    await lab.set(lab.people, a, { [done]: true })
    expect(await both()).toEqual([true, false])
    await lab.set(lab.people, b, { [done]: true })
    expect(await both()).toEqual([true, true])
  })

  test('follows links that come and go, linked records that change, and such as are deleted', async () => {
    await lab.add(lab.films, 'Total', rollup('sum', rank()))
    const film = await lab.make(lab.films, 'Alien')
    const total = () => lab.stored(lab.films, film, 'total')
    const [a, b] = [await person('A', 1), await person('B', 10)]
    await linked(film, a, b)
    expect(await total()).toBe('11')
    await lab.set(lab.people, a, { [rank()]: 5 })
    expect(await total()).toBe('15')
    await lab.apply(world.creator, [lab.change(lab.films, film, link, { unlink: [b] })])
    expect(await total()).toBe('5')
    await lab.apply(world.creator, [lab.change(lab.people, b, lab.field('Films'), { link: [film] })])
    expect(await total()).toBe('15')
    await lab.apply(world.creator, [lab.remove(lab.people, a)])
    expect(await total()).toBe('10')
    await h.db.sql.unsafe(`update data.${lab.people.relation} set rank = rank + 1`)
    expect(await total()).toBe('11')
    expect(await lab.stale()).toBe(0)
  })

  test('reads the linked records alone that its filter lets through', async () => {
    const filter = call('>', of(rank()), { number: 2 })
    await lab.add(lab.films, 'Many', rollup('count', undefined, { filter }))
    const film = await lab.make(lab.films, 'Alien')
    const a = await person('A', 1)
    await linked(film, a, await person('B', 3), await person('C', 4))
    expect(await lab.stored(lab.films, film, 'many')).toBe('2')
    await lab.set(lab.people, a, { [rank()]: 9 })
    expect(await lab.stored(lab.films, film, 'many')).toBe('3')
  })

  test('is read by formulas, and by rollups of other tables, level by level', async () => {
    const total = await lab.add(lab.films, 'Total', rollup('sum', rank()))
    const double = await lab.add(lab.films, 'Double', { formula: call('*', of(total.id), { number: 2 }) })
    const back = { link: lab.field('Films'), function: 'max', field: double.id }
    await lab.add(lab.people, 'Best', { rollup: back })
    const film = await lab.make(lab.films, 'Alien')
    const [a, b] = [await person('A', 1), await person('B', 2)]
    await linked(film, a, b)
    expect(await lab.stored(lab.people, b, 'best')).toBe(6)
    await lab.set(lab.people, a, { [rank()]: 10 })
    expect(await lab.stored(lab.people, b, 'best')).toBe(24)
    expect(await lab.stale()).toBe(0)
  })

  test('tells an option that became another one as that, here and in formulas, and again what it was', async () => {
    const options = ['low', 'high'].map((id) => ({ id, label: id.toUpperCase(), hue: 'blue' }))
    const level = await lab.addField(lab.people, 'Level', 'single_select', { options })
    const film = await lab.make(lab.films, 'Alien')
    const [a, b] = [await lab.make(lab.people, 'A'), await lab.make(lab.people, 'B')]
    await lab.set(lab.people, a, { [level]: 'low' })
    await lab.set(lab.people, b, { [level]: 'high' })
    await linked(film, a, b)
    const levels = await lab.add(lab.films, 'Levels', rollup('concatenate', level))
    const formula = call('=', of(level), { option: 'high', field: level })
    const isHigh = await lab.add(lab.people, 'High', { formula })
    const told = async () => [
      await lab.stored(lab.films, film, levels.column),
      await lab.stored(lab.people, a, isHigh.column),
    ]
    expect(await told()).toEqual(['LOW, HIGH', false])
    const merge = await h.rpc<{ merge: string }>(world.creator, 'merge_options', {
      field: level,
      from: ['low'],
      into: 'high',
    })
    expect(await told()).toEqual(['HIGH, HIGH', true])
    expect(await lab.stale()).toBe(0)
    await h.rpc(world.creator, 'unmerge_options', { merge: merge.merge })
    expect(await told()).toEqual(['LOW, HIGH', false])
    expect(await lab.stale()).toBe(0)
  })

  test('of choices tells what they are called, also when they are called otherwise', async () => {
    const field = await lab.addField(lab.people, 'Level', 'single_select', level('Low'))
    await lab.add(lab.films, 'Levels', rollup('concatenate', field))
    await lab.add(lab.films, 'Level', { ...(rollup('first', field) as object), type: 'text' })
    const film = await lab.make(lab.films, 'Alien')
    await linked(film, await lab.make(lab.people, 'A', { [field]: 'low' }))
    expect(await lab.stored(lab.films, film, 'levels')).toBe('Low')
    await h.rpc(world.creator, 'update_field', { field, changes: { options: level('Deep') } })
    expect(await lab.stored(lab.films, film, 'levels')).toBe('Deep')
    expect(await lab.stored(lab.films, film, 'level')).toBe('Deep')
  })

  test('of money is money, of the same currency', async () => {
    const pay = await lab.addField(lab.people, 'Pay', 'currency', { currency: 'EUR' })
    const made = await lab.add(lab.films, 'Cost', rollup('sum', pay))
    expect(made).toMatchObject({ type: 'currency', options: { currency: 'EUR' } })
    await h.rpc(world.creator, 'update_field', { field: pay, changes: { options: { currency: 'CHF' } } })
    const schema = await h.rpc<{ tables: { fields: { id: string; options: Json }[] }[] }>(
      world.creator,
      'base_schema',
      { base: world.base },
    )
    const fields = schema.tables.flatMap((table) => table.fields)
    expect(fields.find((field) => field.id === made.id)!.options).toEqual({ currency: 'CHF' })
  })

  test('gives a record no version where it stays as it was, and nobody changed what is only computed', async () => {
    await lab.add(lab.films, 'Most', rollup('max', rank()))
    const film = await lab.make(lab.films, 'Alien')
    const a = await person('A', 1)
    await linked(film, a, await person('B', 5))
    const ver = async () => Number(await lab.stored(lab.films, film, 'ver'))
    const before = [await ver(), await lab.stored(lab.films, film, 'changed_at')]
    await lab.set(lab.people, a, { [rank()]: 2 })
    expect(await ver()).toBe(before[0])
    await lab.set(lab.people, a, { [rank()]: 6 }, world.editor)
    expect(await ver()).toBe(Number(before[0]) + 1)
    expect(await lab.stored(lab.films, film, 'changed_at')).toEqual(before[1])
    expect(await lab.stored(lab.films, film, 'changed_by')).toBe(world.creator.id)
  })

  test('is told as changed, with the fields that may have changed', async () => {
    const most = await lab.add(lab.films, 'Most', rollup('max', rank()))
    const film = await lab.make(lab.films, 'Alien')
    const a = await person('A', 1)
    await linked(film, a)
    const { seq } = await h.rpc<{ seq: string }>(world.creator, 'changes_since', {
      table: lab.films.id,
      seq: '3',
    })
    await lab.set(lab.people, a, { [rank()]: 2 })
    const { events } = await h.rpc<{ events: Json[] }>(world.creator, 'changes_since', {
      table: lab.films.id,
      seq,
    })
    expect(events).toMatchObject([{ op: 'update', items: [[film, expect.anything()]], fields: [most.id] }])
  })

  test('is computed, read and filtered by in records that their readers may not change', async () => {
    const most = await lab.add(lab.films, 'Most', rollup('max', rank()))
    const film = await lab.make(lab.films, 'Alien')
    await linked(film, await person('A', 6))
    const query = { table: lab.films.id, fields: [most.id], sorts: [{ field: most.id, direction: 'desc' }] }
    const filter = { join: 'and', items: [{ field: most.id, operator: 'gt', value: 5 }] }
    expect(await lab.rows(world.viewer, query)).toMatchObject([{ [most.id]: 6 }])
    expect(await lab.rows(world.viewer, { ...query, filter })).toHaveLength(1)
    await lab.set(lab.films, film, { [lab.of(lab.films, 'Title')]: 'Aliens' }, world.editor)
    expect(await lab.stored(lab.films, film, 'most')).toBe('6')
  })

  test('is written by nobody', async () => {
    const most = await lab.add(lab.films, 'Most', rollup('max', rank()))
    const film = await lab.make(lab.films, 'Alien')
    const change = {
      id: uuidV7(),
      kind: 'update',
      table: lab.films.id,
      record: film,
      values: { [most.id]: 3 },
      base: { [most.id]: null },
    }
    expect(await lab.apply(world.creator, [change])).toMatchObject([{ error: { code: 'field_read_only' } }])
    await h.db.sql.unsafe(`update data.${lab.films.relation} set most = 3`)
    expect(await lab.stored(lab.films, film, 'most')).toBe(null)
  })
})

describe('a definition', () => {
  test('has the type that the app expects, of every function over every type', async () => {
    const rows = await h.db.admin`
      select f as function, t as type, plinth_private.rollup_type(f, t) as result
      from unnest(${[...rollupFunctions]}::text[]) as f cross join unnest(${[...fieldTypeNames]}::text[]) as t`
    for (const row of rows)
      expect({ ...row }).toEqual({ ...row, result: rollupType(row['function'], row['type']) })
  })

  test.each<[string, () => Json, string, string]>([
    ['a function that is none', () => rollup('median', rank()), 'rollup_invalid', 'function'],
    ['a function of other values', () => rollup('any', rank()), 'rollup_invalid', 'field'],
    [
      'no link',
      () => ({ rollup: { link: rank(), function: 'sum', field: rank() } }),
      'rollup_invalid',
      'link',
    ],
    [
      'a link of the other table',
      () => ({ rollup: { link: lab.field('Films'), function: 'count' } }),
      'rollup_invalid',
      'link',
    ],
    ['a field of its own table', () => rollup('sum', lab.of(lab.films, 'Rank')), 'rollup_invalid', 'field'],
    [
      'a filter that is no condition',
      () => rollup('count', undefined, { filter: of(rank()) }),
      'expression_invalid',
      'condition',
    ],
    ['nothing', () => ({ rollup: 3 }), 'rollup_invalid', 'function'],
  ])('with %s is refused', async (_, definition, code, rule) => {
    expect(await refusalOf(lab.add(lab.films, 'Wrong', definition()))).toMatchObject({
      code,
      details: { rule },
    })
  })

  test('that would need itself is refused with the ring', async () => {
    const most = await lab.add(lab.films, 'Most', rollup('max', rank()))
    const best = await lab.add(lab.people, 'Best', {
      rollup: { link: lab.field('Films'), function: 'max', field: most.id },
    })
    const refused = await refusalOf(
      h.rpc(world.creator, 'change_formula', { field: most.id, definition: rollup('max', best.id) }),
    )
    expect(refused).toMatchObject({ code: 'formula_ring' })
    expect(refused.details['ring']).toEqual(expect.arrayContaining([most.id, best.id]))
  })

  test('is changed, and what reads the field is computed with it, in other tables too', async () => {
    const most = await lab.add(lab.films, 'Most', rollup('max', rank()))
    await lab.add(lab.people, 'Best', {
      rollup: { link: lab.field('Films'), function: 'max', field: most.id },
    })
    const film = await lab.make(lab.films, 'Alien')
    const a = await person('A', 3)
    await linked(film, a, await person('B', 4))
    expect(await lab.stored(lab.people, a, 'best')).toBe('4')
    const step = await h.rpc<Step>(world.creator, 'change_formula', {
      field: most.id,
      definition: rollup('sum', rank()),
    })
    expect(step.field).toMatchObject({ id: most.id, rollup: { function: 'sum' } })
    expect(await lab.stored(lab.people, a, 'best')).toBe('7')
    expect(await lab.stale()).toBe(0)
  })

  test('of a large table is computed in steps, while people write', async () => {
    await h.db.sql.unsafe(
      `insert into data.${lab.films.relation} (title) select n::text from generate_series(1, 12000) as n`,
    )
    const [film] = await h.db.sql.unsafe(`select id from data.${lab.films.relation} order by id limit 1`)
    const a = await person('A', 3)
    await linked(film!['id'], a)
    const made = await lab.add(lab.films, 'Most', rollup('max', rank()))
    expect(made.changing).toMatchObject({ done: 0 })
    const first = await h.rpc<Step>(world.creator, 'change_formula', { field: made.id, definition: null })
    expect(first).toMatchObject({ done: 10_000, field: null })
    await lab.set(lab.people, a, { [rank()]: 8 })
    const last = await h.rpc<Step>(world.creator, 'change_formula', { field: made.id, definition: null })
    expect(last.field).toMatchObject({ id: made.id })
    expect(await lab.stored(lab.films, film!['id'], 'most')).toBe('8')
    expect(await lab.stale()).toBe(0)
  }, 120_000)
})

describe('a change of a rollup in a large table', () => {
  test('follows what it will read, while its steps are under way', async () => {
    await h.db.sql.unsafe(
      `insert into data.${lab.films.relation} (title) select n::text from generate_series(1, 12000) as n`,
    )
    const [film] = await h.db.sql.unsafe(`select id from data.${lab.films.relation} order by id limit 1`)
    const id = film!['id'] as string
    const other = await lab.link(lab.films, lab.people, 'Crew')
    const [a, b] = [await person('A', 3), await person('B', 4)]
    await linked(id, a)
    await lab.apply(world.creator, [lab.change(lab.films, id, other, { link: [b] })])
    const made = await lab.add(lab.films, 'Most', rollup('max', rank()))
    const step = (definition: Json) =>
      h.rpc<Step>(world.creator, 'change_formula', { field: made.id, definition })
    await step(null)
    expect((await step(null)).field).toMatchObject({ id: made.id })
    await step({ rollup: { link: other, function: 'max', field: rank() } })
    expect((await step(null)).field).toBeNull()
    await lab.set(lab.people, b, { [rank()]: 9 })
    expect(await lab.stored(lab.films, id, 'most')).toBe('3')
    expect((await step(null)).field).toMatchObject({ rollup: { link: other } })
    expect(await lab.stored(lab.films, id, 'most')).toBe('9')
    expect(await refusalOf(step({ formula: { number: 1 } }))).toMatchObject({
      code: 'invalid_input',
      details: { rule: 'formula' },
    })
  }, 120_000)
})

describe('what a rollup reads', () => {
  test('stays: the field, the link, the table, the type', async () => {
    const most = await lab.add(lab.films, 'Most', rollup('max', rank()))
    const kept = { code: 'used_by_rule', details: { formula: most.id } }
    expect(await refusalOf(h.rpc(world.creator, 'delete_field', { field: rank() }))).toMatchObject(kept)
    expect(await refusalOf(h.rpc(world.creator, 'delete_field', { field: link }))).toMatchObject(kept)
    expect(await refusalOf(h.rpc(world.creator, 'delete_table', { table: lab.people.id }))).toMatchObject(
      kept,
    )
    expect(
      await refusalOf(
        h.rpc(world.creator, 'change_type', { field: rank(), type: 'text', options: {}, kept: null }),
      ),
    ).toMatchObject(kept)
  })

  test('is read wholly by everybody who reads the rollup, then and later', async () => {
    const role = async (table: string, action: string, scope: string, rule: Json = null) =>
      h.rpc(world.creator, 'set_grant', {
        role: viewer,
        table,
        action,
        scope,
        rule,
        hand_over: false,
      })
    const [found] = await h.db
      .admin`select id from plinth.role where base_id = ${world.base} and kind = 'viewer'`
    const viewer = found!['id'] as string
    const rule = call('>', of(rank()), { number: 3 })
    await role(lab.people.id, 'read', 'rules', rule)
    await role(lab.films.id, 'read', 'none')
    const most = await lab.add(lab.films, 'Most', rollup('max', rank()))
    expect(await refusalOf(role(lab.films.id, 'read', 'all'))).toMatchObject({
      code: 'used_by_rule',
      details: { table: lab.films.id, formula: most.id },
    })
    await role(lab.people.id, 'read', 'all')
    await role(lab.films.id, 'read', 'all')
    expect(await refusalOf(role(lab.people.id, 'read', 'none'))).toMatchObject({ code: 'used_by_rule' })
  })

  test('is not looked at by rules of tables', async () => {
    const most = await lab.add(lab.films, 'Most', rollup('max', rank()))
    const refused = refusalOf(
      h.rpc(world.creator, 'save_table_rule', {
        table: lab.films.id,
        rule: uuidV7(),
        definition: { message: 'No', rule: call('<', of(most.id), { number: 9 }) },
        keep: false,
      }),
    )
    expect((await refused).code).toBe('expression_invalid')
  })
})

describe('tables and fields with rollups', () => {
  test('go to the trash, come back, and are computed anew', async () => {
    const most = await lab.add(lab.films, 'Most', rollup('max', rank()))
    const film = await lab.make(lab.films, 'Alien')
    const a = await person('A', 3)
    await linked(film, a)
    await h.rpc(world.creator, 'delete_field', { field: most.id })
    await lab.set(lab.people, a, { [rank()]: 4 })
    await h.rpc(world.creator, 'restore_field', { field: most.id })
    expect(await lab.stored(lab.films, film, 'most')).toBe('4')
    await h.rpc(world.creator, 'delete_table', { table: lab.films.id })
    await lab.set(lab.people, a, { [rank()]: 5 })
    await h.rpc(world.creator, 'restore_table', { table: lab.films.id })
    expect(await lab.stored(lab.films, film, 'most')).toBe('5')
    await lab.set(lab.people, a, { [rank()]: 6 })
    expect(await lab.stored(lab.films, film, 'most')).toBe('6')
  })

  test('that are in the trash while the linked table goes for good come back without rollups', async () => {
    await lab.add(lab.films, 'Most', rollup('max', rank()))
    await h.rpc(world.creator, 'delete_table', { table: lab.films.id })
    await h.rpc(world.creator, 'delete_table', { table: lab.people.id })
    expect(await refusalOf(h.rpc(world.creator, 'restore_table', { table: lab.films.id }))).toMatchObject({
      code: 'rollup_invalid',
      details: { rule: 'link' },
    })
    await h.rpc(world.creator, 'empty_trash', {
      base: world.base,
      item: lab.people.id,
      confirm_name: 'People',
    })
    await h.rpc(world.creator, 'restore_table', { table: lab.films.id })
    expect(await lab.make(lab.films, 'Alien')).toBeTruthy()
  })

  test('are copied, with rollups over the links of the copy', async () => {
    const most = await lab.add(lab.films, 'Most', rollup('max', rank()))
    await lab.add(lab.films, 'Double', { formula: call('*', of(most.id), { number: 2 }) })
    const film = await lab.make(lab.films, 'Alien')
    const a = await person('A', 3)
    await linked(film, a)
    const step = await h.rpc<Step>(world.creator, 'duplicate_field', {
      field: most.id,
      copy: uuidV7(),
      name: 'Again',
      with_values: true,
    })
    expect(step.field).toMatchObject({ rollup: { function: 'max' } })
    const copy = await h.rpc<{ relation: string }>(world.creator, 'duplicate_table', {
      table: lab.films.id,
      copy: uuidV7(),
      name: 'Copy',
      with_records: true,
    })
    const [row] = await h.db.sql.unsafe(`select most, double, again from data.${copy.relation}`)
    expect(row).toEqual({ most: '3', double: 6, again: '3' })
    await lab.set(lab.people, a, { [rank()]: 7 })
    const [later] = await h.db.sql.unsafe(`select most, double, again from data.${copy.relation}`)
    expect(later).toEqual({ most: '7', double: 14, again: '7' })
  })

  test('are proven: what computes and what follows is as it should be', async () => {
    await lab.add(lab.films, 'Most', rollup('max', rank()))
    const faults = async () =>
      (await h.db.admin`select guard, name from plinth_private.guard_faults(${lab.people.id})`).map(
        (row) => ({
          ...row,
        }),
      )
    expect(await faults()).toEqual([])
    await h.db.admin.unsafe(`alter table data.${lab.people.relation} disable trigger plinth_followed`)
    expect(await faults()).toEqual([{ guard: 'trigger', name: 'plinth_followed' }])
  })
})
