/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** What is computed, kept or on read, and what guards what it reads: each check where no other one refuses the same. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Harness, type Json, startWorld, type TestTable, type World } from './harness.ts'
import { type Args, toldTo } from './refusals.ts'
import { type RollupLab, rollupLab } from './rollup-lab.ts'

let h: Harness
let world: World
let lab: RollupLab
let link: string
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
afterAll(() => h.db.stop())
beforeEach(async () => {
  await h.db.sql`delete from plinth."table" where base_id = ${world.base}`
  lab = await rollupLab(h, world)
  link = await lab.link(lab.films, lab.people, 'Cast', { pair: 'Films' })
})

const told = (call: string, args: Args, who = world.creator) => toldTo(h, who, call, args)
const make = <T = Json>(call: string, args: Args, who = world.creator) => h.rpc<T>(who, call, args)
const taken = ['taken', undefined]
const of = (id: string): Json => ({ field: id })
const call = (name: string, ...args: Json[]): Json => ({ call: name, args })
const number = (value: number): Json => ({ number: value })
const rank = () => lab.of(lab.films, 'Rank')
const kind = () => lab.of(lab.films, 'Kind')
const theirRank = () => lab.of(lab.people, 'Rank')
const twice = (field: string) => ({ formula: call('*', of(field), number(2)) })
const onRead = (field: string) => ({ formula: call('add_days', call('today'), of(field)) })
const rollup = (name: string, field?: string, more: Record<string, Json> = {}) => ({
  rollup: { link, function: name, ...(field ? { field } : {}), ...more },
})
const change = (field: string, definition: unknown) => ({ field, definition })
/** With more records than are changed at once. */
const enlarge = (table: TestTable) =>
  h.db.sql.unsafe(`insert into data.${table.relation} (rank) select n from generate_series(1, 2100) as n`)
const hide = (field: string, access: string | null = 'hidden') => ({ role: world.role, field, access })
/** Begins to make another type of it. */
const begin = async (table: TestTable, name: string) => {
  await enlarge(table)
  await make('change_type', { field: lab.of(table, name), type: 'text', options: {} })
}
const create = (table: TestTable, definition: object) => ({
  table: table.id,
  definition: { id: uuidV7(), name: 'New', ...definition },
})

const roleOf = async (of: string) => {
  const [role] = await h.db.admin`select id from plinth.role where base_id = ${world.base} and kind = ${of}`
  return role!['id'] as string
}

describe('what is rolled up', () => {
  test('is followed as the proof expects it', async () => {
    await lab.add(lab.films, 'Total', rollup('sum', theirRank()))
    const followed = await h.db.sql`select 1 from pg_trigger where tgname = 'plinth_followed'`
    expect(followed).toHaveLength(1)
    const { tables } = await make<{ tables: { faults: Json[] }[] }>('proof_matrix', { base: world.base })
    expect(tables.flatMap(({ faults }) => faults)).toEqual([])
  })
})

describe('a formula', () => {
  test('is changed into one of its kind, on the field that has it', async () => {
    const sum = await lab.add(lab.films, 'Twice', twice(rank()))
    const total = await lab.add(lab.films, 'Total', rollup('sum', theirRank()))
    expect(await told('change_formula', change(rank(), twice(rank())))).toEqual(['invalid_input', 'formula'])
    expect(await told('change_formula', change(sum.id, rollup('count')))).toEqual([
      'invalid_input',
      'formula',
    ])
    expect(await told('change_formula', change(total.id, twice(rank())))).toEqual([
      'invalid_input',
      'formula',
    ])
    const day = await lab.add(lab.films, 'Day', onRead(rank()))
    expect(await told('change_formula', change(day.id, rollup('count')))).toEqual([
      'invalid_input',
      'formula',
    ])
  })

  test('keeps the family of its values while others read them', async () => {
    const sum = await lab.add(lab.films, 'Twice', twice(rank()))
    const again = await lab.add(lab.films, 'Again', twice(sum.id))
    const words = change(sum.id, { formula: of(kind()) })
    expect(await told('change_formula', words)).toEqual(['used_by_rule', undefined])
    await make('delete_field', { field: again.id })
    const later = await lab.add(lab.films, 'Later', onRead(sum.id))
    expect(await told('change_formula', words)).toEqual(['used_by_rule', undefined])
    await make('delete_field', { field: later.id })
    expect(await told('change_formula', words)).toEqual(taken)
  })

  test('is not changed under what is guarded', async () => {
    const sum = await lab.add(lab.films, 'Twice', twice(rank()))
    const again = await lab.add(lab.films, 'Again', twice(sum.id))
    const rule = uuidV7()
    const definition = { message: 'No', rule: call('>', of(again.id), number(0)) }
    await make('save_table_rule', { table: lab.films.id, rule, definition, keep: true })
    const more = change(sum.id, { formula: call('*', of(rank()), number(3)) })
    expect(await told('change_formula', more)).toEqual(['used_by_rule', rule])
    await make('delete_table_rule', { rule })
    expect(await told('change_formula', more)).toEqual(taken)
  })

  test('is computed anew as it began, and given up where it began', async () => {
    const sum = await lab.add(lab.films, 'Twice', twice(rank()))
    const again = await lab.add(lab.films, 'Again', twice(sum.id))
    await enlarge(lab.films)
    const three = change(sum.id, { formula: call('*', of(rank()), number(3)) })
    await make('change_formula', three)
    const changing = ['field_changing', undefined]
    // Until then what is written is computed as before.
    const film = await lab.make(lab.films, 'Alien', { [rank()]: 4 })
    expect(await lab.stored(lab.films, film, sum.column)).toBe(8)
    const four = { formula: call('*', of(rank()), number(4)) }
    expect(await told('change_formula', change(sum.id, four))).toEqual(changing)
    expect(await told('change_formula', change(again.id, null))).toEqual(changing)
    expect(await told('change_formula', change(again.id, twice(sum.id)))).toEqual(changing)
    expect(await told('cancel_type_change', { field: again.id })).toEqual(changing)
    const copy = { field: sum.id, copy: uuidV7(), name: 'Copy', with_values: true }
    expect(await told('duplicate_field', copy)).toEqual(changing)
    expect(await told('change_formula', three)).toEqual(taken)
    // What others read again, they read whole: a change under it waits.
    await make('change_formula', change(again.id, { formula: call('*', of(sum.id), number(5)) }))
    expect(await told('change_formula', change(sum.id, four))).toEqual(changing)
    expect(await told('cancel_type_change', { field: again.id })).toEqual(taken)
    expect(await told('change_formula', change(sum.id, four))).toEqual(taken)
    expect(await told('cancel_type_change', { field: sum.id })).toEqual(taken)
  })

  test('reads nothing that is on its way to another type', async () => {
    await begin(lab.films, 'Rank')
    for (const definition of [twice(rank()), onRead(rank())])
      expect(await told('create_field', create(lab.films, definition))).toEqual(['field_changing', undefined])
  })

  test('is empty beyond the calendar, in however many steps', async () => {
    const day = await lab.addField(lab.films, 'Day', 'date')
    const next = call('add_days', call('add_days', of(day), number(0)), number(1))
    const { column } = await lab.add(lab.films, 'Next', { formula: next })
    const stored = async (value: string) =>
      lab.stored(lab.films, await lab.make(lab.films, 'Alien', { [day]: value }), `${column}::text`)
    expect(await stored('9999-12-30')).toBe('9999-12-31')
    expect(await stored('9999-12-31')).toBeNull()
  })

  test('of a ring is refused', async () => {
    const sum = await lab.add(lab.films, 'Twice', twice(rank()))
    const again = await lab.add(lab.films, 'Again', twice(sum.id))
    expect(await told('change_formula', change(sum.id, twice(again.id)))).toEqual(['formula_ring', undefined])
    const day = await lab.add(lab.films, 'Day', { formula: call('today') })
    const later = await lab.add(lab.films, 'Later', { formula: call('add_days', of(day.id), of(rank())) })
    expect(await told('change_formula', change(day.id, { formula: of(later.id) }))).toEqual([
      'formula_ring',
      undefined,
    ])
  })
})

describe('what is read', () => {
  test('is neither deleted nor hidden, by whatever reads it', async () => {
    for (const definition of [twice(rank()), onRead(rank())]) {
      const made = await lab.add(lab.films, 'Reader', definition)
      expect(await told('delete_field', { field: rank() })).toEqual(['used_by_rule', undefined])
      await make('delete_field', { field: made.id })
    }
    await lab.add(lab.films, 'Reader', twice(rank()))
    expect(await told('set_field_grant', hide(rank()))).toEqual(['used_by_rule', undefined])
  })

  test('of options is not taken away', async () => {
    const options = ['a', 'b'].map((id) => ({ id, label: id, hue: 'red' }))
    const level = await lab.addField(lab.films, 'Level', 'single_select', { options })
    const isA = call('=', of(level), { field: level, option: 'a' })
    const less = { field: level, changes: { options: { options: options.slice(1) } } }
    for (const formula of [isA, call('if', isA, call('today'), call('add_days', call('today'), number(1)))]) {
      const made = await lab.add(lab.films, 'Reader', { formula })
      expect(await told('update_field', less)).toEqual(['used_by_rule', undefined])
      await make('delete_field', { field: made.id })
    }
    expect(await told('update_field', less)).toEqual(taken)
  })

  test.each<[string, (rule: Json) => Promise<unknown>]>([
    [
      'a lock',
      (rule) =>
        make('save_record_lock', {
          table: lab.films.id,
          lock: uuidV7(),
          definition: { name: 'Lock', rule, creators: true, roles: [] },
        }),
    ],
    [
      'a rule of the table',
      (rule) =>
        make('save_table_rule', {
          table: lab.films.id,
          rule: uuidV7(),
          definition: { message: 'No', rule },
          keep: true,
        }),
    ],
    [
      'a rule of a role',
      (rule) =>
        make('set_grant', { role: world.role, table: lab.films.id, action: 'update', scope: 'rules', rule }),
    ],
    ['a link', (rule) => lab.link(lab.people, lab.films, 'Seen', { accepts: rule })],
    [
      'a workflow',
      async (rule) => {
        const options = ['a', 'b'].map((id) => ({ id, label: id, hue: 'red' }))
        const state = await lab.addField(lab.films, 'State', 'status', { options })
        const step = {
          id: uuidV7(),
          name: 'Go',
          from: 'a',
          to: 'b',
          roles: null,
          guard: rule,
          requires: [],
          fourEyes: false,
        }
        await make('set_transitions', { field: state, transitions: [step] })
      },
    ],
  ])('by %s is not hidden, deleted or of another type', async (_, guard) => {
    await guard(call('>', of(rank()), number(5)))
    for (const [name, args] of [
      ['set_field_grant', hide(rank())],
      ['delete_field', { field: rank() }],
      ['change_type', { field: rank(), type: 'text', options: {} }],
    ] as const)
      expect((await told(name, args))[0]).toBe('used_by_rule')
  })

  test('by what must be filled is not hidden, nor is what is hidden to be filled', async () => {
    await make('set_field_grant', hide(rank()))
    const rules = { field: rank(), rules: { required: true }, keep: true }
    expect(await told('set_field_rules', rules)).toEqual(['field_hidden', 'required'])
    const options = ['a', 'b'].map((id) => ({ id, label: id, hue: 'red' }))
    const state = await lab.addField(lab.films, 'State', 'status', { options })
    const step = {
      id: uuidV7(),
      name: 'Go',
      from: 'a',
      to: 'b',
      roles: null,
      guard: null,
      requires: [rank()],
      fourEyes: false,
    }
    expect(await told('set_transitions', { field: state, transitions: [step] })).toEqual([
      'field_hidden',
      'requires',
    ])
    expect(await told('set_transitions', { field: kind(), transitions: [] })).toEqual([
      'invalid_input',
      'type',
    ])
  })
})

describe('a rollup', () => {
  test('is kept of what everybody reads', async () => {
    await make('set_field_grant', hide(theirRank()))
    expect(await told('create_field', create(lab.films, rollup('sum', theirRank())))).toEqual(taken)
    const [late] = await h.db.admin`select 1 from plinth_private.late_field where table_id = ${lab.films.id}`
    expect(late).toBeDefined()
  })

  test('that is kept stays so: what would change that is refused', async () => {
    const total = await lab.add(lab.films, 'Total', rollup('sum', theirRank()))
    expect(await told('set_field_grant', hide(theirRank()))).toEqual(['used_by_rule', undefined])
    const rule = call('>', of(lab.of(lab.people, 'Rank')), number(5))
    const grant = { role: await roleOf('viewer'), table: lab.people.id, action: 'read', scope: 'rules', rule }
    expect(await told('set_grant', grant)).toEqual(['used_by_rule', undefined])
    await make('delete_field', { field: total.id })
    expect(await told('set_grant', grant)).toEqual(taken)
    expect(await told('restore_field', { field: total.id })).toEqual(['rollup_restricted', undefined])
  })

  test('that is kept stays so, whatever becomes of a grant that is there', async () => {
    const grant = (table: TestTable, scope: string | null, rule: Json = null) => ({
      role: world.role,
      table: table.id,
      action: 'read',
      scope,
      rule,
    })
    await make('set_grant', grant(lab.people, 'all'))
    await make('set_grant', grant(lab.films, 'all'))
    await lab.add(lab.films, 'Number', rollup('count'))
    const refused = ['used_by_rule', undefined]
    const rule = call('>', of(theirRank()), number(5))
    expect(await told('set_grant', grant(lab.people, 'rules', rule))).toEqual(refused)
    expect(await told('set_grant', grant(lab.people, null))).toEqual(refused)
    await make('set_grant', grant(lab.films, null))
    expect(await told('set_grant', grant(lab.people, null))).toEqual(taken)
    expect(await told('set_grant', grant(lab.films, 'all'))).toEqual(refused)
  })

  test('that is kept does not come to read what is hidden', async () => {
    const count = await lab.add(lab.films, 'Number', rollup('count'))
    await make('set_field_grant', hide(theirRank()))
    expect(await told('change_formula', change(count.id, rollup('sum', theirRank())))).toEqual([
      'field_hidden',
      'rollup',
    ])
  })

  test('names a function, a link and a field that there are', async () => {
    const bad: [object, string][] = [
      [{ rollup: 'sum' }, 'function'],
      [rollup('median', theirRank()), 'function'],
      [{ rollup: { link: uuidV7(), function: 'count' } }, 'link'],
      [{ rollup: { link: rank(), function: 'count' } }, 'link'],
      [rollup('sum', rank()), 'field'],
      [rollup('sum', lab.of(lab.people, 'Name')), 'field'],
    ]
    for (const [definition, rule] of bad)
      expect(await told('create_field', create(lab.films, definition))).toEqual(['rollup_invalid', rule])
  })

  test('reads nothing that is on its way to another type', async () => {
    await begin(lab.people, 'Rank')
    expect(await told('create_field', create(lab.films, rollup('sum', theirRank())))).toEqual([
      'field_changing',
      undefined,
    ])
    const filter = call('>', of(theirRank()), number(5))
    expect(await told('create_field', create(lab.films, rollup('count', undefined, { filter })))).toEqual([
      'field_changing',
      undefined,
    ])
    const accepts = { type: 'link', options: { target: lab.people.id, accepts: filter } }
    expect(await told('create_field', create(lab.films, accepts))).toEqual(['field_changing', undefined])
  })

  test.each([
    ['kept', () => rollup('sum', theirRank())],
    [
      'on read',
      () => rollup('count', undefined, { filter: call('>', of(theirRank()), call('month', call('today'))) }),
    ],
  ])('that is %s keeps the table that it reads', async (_, definition) => {
    const made = await lab.add(lab.films, 'Total', definition())
    expect(await told('delete_table', { table: lab.people.id })).toEqual(['used_by_rule', undefined])
    expect(await told('delete_field', { field: theirRank() })).toEqual(['used_by_rule', undefined])
    await make('delete_field', { field: made.id })
    expect(await told('delete_table', { table: lab.people.id })).toEqual(taken)
  })

  test.each([
    ['kept', () => rollup('sum', theirRank())],
    [
      'on read',
      () => rollup('count', undefined, { filter: call('>', of(theirRank()), call('month', call('today'))) }),
    ],
  ])('that is %s comes back with its table where all is there', async (_, definition) => {
    await lab.add(lab.films, 'Total', definition())
    await make('delete_table', { table: lab.films.id })
    await make('delete_field', { field: theirRank() })
    expect((await told('restore_table', { table: lab.films.id }))[0]).toMatch(/^(rollup|expression)_invalid$/)
    await make('restore_field', { field: theirRank() })
    expect(await told('restore_table', { table: lab.films.id })).toEqual(taken)
  })

  test('is read by no rule', async () => {
    const total = await lab.add(lab.films, 'Total', rollup('sum', theirRank()))
    const args = { table: lab.films.id, rule: uuidV7(), keep: true }
    const definition = { message: 'No', rule: call('>', of(total.id), number(0)) }
    expect(await told('save_table_rule', { ...args, definition })).toEqual(['expression_invalid', 'rollup'])
    const accepts = call('>', of(total.id), number(0))
    const option = { type: 'link', options: { target: lab.films.id, accepts } }
    expect(await told('create_field', create(lab.people, option))).toEqual(['expression_invalid', 'rollup'])
  })

  test('is on read where not everybody reads what it counts', async () => {
    const ask = (definition: object, table = lab.films.id) => make('is_on_read', { table, definition })
    expect(await ask(rollup('count'))).toBe(false)
    expect(await ask(rollup('sum', theirRank()))).toBe(false)
    const rule = call('>', of(theirRank()), number(5))
    await make('set_grant', {
      role: await roleOf('viewer'),
      table: lab.people.id,
      action: 'read',
      scope: 'rules',
      rule,
    })
    expect(await ask(rollup('count'))).toBe(true)
    // A link of another table makes no field here, of neither kind.
    expect(await ask(rollup('count'), lab.people.id)).toBe(false)
  })
})

describe('a field on read', () => {
  const seen = async (who = world.viewer) => {
    const { tables } = await make<{ tables: { id: string; fields: { name: string }[] }[] }>(
      'base_schema',
      { base: world.base },
      who,
    )
    return tables.find(({ id }) => id === lab.films.id)!.fields.map(({ name }) => name)
  }

  test('is told to who sees all that it reads, and what that reads', async () => {
    const day = await lab.add(lab.films, 'Day', onRead(rank()))
    await lab.add(lab.films, 'Next', { formula: call('add_days', of(day.id), number(1)) })
    expect((await seen()).slice(-2)).toEqual(['Day', 'Next'])
    await make('set_field_grant', { role: await roleOf('viewer'), field: rank(), access: 'hidden' })
    expect((await seen()).filter((name) => ['Day', 'Next', 'Rank'].includes(name))).toEqual([])
    expect((await seen(world.editor)).slice(-2)).toEqual(['Day', 'Next'])
  })

  test('is told to who reads something of the table that it looks at', async () => {
    const filter = call('>', of(theirRank()), call('month', call('today')))
    await lab.add(lab.films, 'Counted', rollup('count', undefined, { filter }))
    await lab.add(lab.films, 'Named', {
      formula: call('join', of(link), { text: ', ' }),
    })
    expect(await seen()).toEqual(expect.arrayContaining(['Counted', 'Named']))
    await make('set_grant', {
      role: await roleOf('viewer'),
      table: lab.people.id,
      action: 'read',
      scope: 'none',
      rule: null,
    })
    expect((await seen()).filter((name) => ['Counted', 'Named'].includes(name))).toEqual([])
  })

  test('goes with what it reads, and what reads it with it', async () => {
    const filter = call('>', of(theirRank()), call('month', call('today')))
    const counted = await lab.add(lab.films, 'Counted', rollup('count', undefined, { filter }))
    await lab.add(lab.films, 'More', { formula: call('+', of(counted.id), number(1)) })
    await make('delete_table', { table: lab.films.id })
    const rankThere = theirRank()
    await make('delete_field', { field: rankThere })
    await make('empty_trash', { base: world.base, item: rankThere, confirm_name: 'Rank' })
    expect(await told('restore_table', { table: lab.films.id })).toEqual(taken)
    expect((await seen(world.creator)).filter((name) => ['Counted', 'More'].includes(name))).toEqual([])
  })

  test('has its place behind the others, where it is put', async () => {
    const names = ['One', 'Two', 'Three']
    const made: string[] = []
    for (const name of names) made.push((await lab.add(lab.films, name, { formula: call('today') })).id)
    const behind = async () => (await seen()).slice(-3)
    expect(await behind()).toEqual(names)
    const count = (await seen()).length - 3
    await make('update_field', { field: made[2]!, changes: { position: count } })
    expect(await behind()).toEqual(['Three', 'One', 'Two'])
    await make('update_field', { field: made[2]!, changes: { position: count + 1 } })
    expect(await behind()).toEqual(['One', 'Three', 'Two'])
    await make('delete_field', { field: made[0]! })
    expect((await seen()).slice(-2)).toEqual(['Three', 'Two'])
  })
})

describe('a rule of a table', () => {
  test('has an id of its own', async () => {
    const definition = { message: 'No', rule: call('>', of(rank()), number(0)) }
    const save = (table: TestTable, rule: string | null) =>
      told('save_table_rule', { table: table.id, rule, definition, keep: true })
    const rule = uuidV7()
    expect(await save(lab.films, null)).toEqual(['invalid_input', 'id'])
    expect(await save(lab.films, rule)).toEqual(taken)
    expect(await save(lab.people, rule)).toEqual(['invalid_input', 'id'])
  })
})

describe('when the base has another time zone', () => {
  test('what is computed anew for it is not given up', async () => {
    const moment = await lab.addField(lab.films, 'Moment', 'datetime')
    const day = await lab.add(lab.films, 'Day', { formula: call('date_of', of(moment)) })
    await enlarge(lab.films)
    await make('update_base', { base: world.base, changes: { timeZone: 'Asia/Tokyo' } })
    expect(await told('cancel_type_change', { field: day.id })).toEqual(['field_changing', undefined])
    await make('change_formula', change(day.id, null))
    expect(await told('cancel_type_change', { field: day.id })).toEqual(taken)
    await make('update_base', { base: world.base, changes: { timeZone: 'Europe/Vienna' } })
  })

  test('what is computed with it follows, unless it is being changed', async () => {
    const moment = await lab.addField(lab.films, 'Moment', 'datetime')
    const day = await lab.add(lab.films, 'Day', { formula: call('date_of', of(moment)) })
    const film = await lab.make(lab.films, 'Alien', { [moment]: '2026-01-01T23:30:00Z' })
    const stored = async () => String(await lab.stored(lab.films, film, `${day.column}::text`))
    const zone = (timeZone: string) => ({ base: world.base, changes: { timeZone } })
    expect(await stored()).toBe('2026-01-02')
    await make('update_base', zone('UTC'))
    expect(await stored()).toBe('2026-01-01')
    // Nothing to follow: the zone is what it was.
    const [before] = await h.db.sql.unsafe(`select ver from data.${lab.films.relation} where id = '${film}'`)
    await make('update_base', zone('UTC'))
    const [after] = await h.db.sql.unsafe(`select ver from data.${lab.films.relation} where id = '${film}'`)
    expect(after).toEqual(before)
    await enlarge(lab.films)
    await make(
      'change_formula',
      change(day.id, { formula: call('add_days', call('date_of', of(moment)), number(1)) }),
    )
    expect(await told('update_base', zone('Asia/Tokyo'))).toEqual(['field_changing', undefined])
  })
})
