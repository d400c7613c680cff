/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** A field becomes another type: told before, done exactly so, and nothing lost. */
import { type FieldTypeName, fieldTypeNames, limits, targetsOf, typeTargets, uuidV7 } from '@plinth/domain'
import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Harness, type Json, type Person, refusalOf, type TestTable, type World } from './harness.ts'
import { type Changeable, columnOf, isNoted, levels, type Step, samplesOf, TypeLab } from './type-lab.ts'

let h: Harness
let world: World
let lab: TypeLab
beforeAll(async () => {
  lab = await TypeLab.start()
  ;({ h, world } = lab)
})
afterAll(() => lab.stop())
afterEach(() => lab.clear())

interface Preview {
  converts: number
  empties: number
  examples: [string, string][]
  options: Json
}

const tableWith: TypeLab['tableWith'] = (...args) => lab.tableWith(...args)
const preview = (table: TestTable, type: FieldTypeName, options: Json = {}) =>
  lab.preview<Preview>(table, type, options)
const change: TypeLab['change'] = (...args) => lab.change(...args)
const read: TypeLab['read'] = (...args) => lab.read(...args)
const oldValues = async () => (await lab.trash())[0]!

// What records are called is another table's: links are in tests of their own.
const pairs = fieldTypeNames
  .flatMap((from) => typeTargets(from).map((to) => [from, to] as const))
  .filter((pair) => !pair.includes('link'))

describe('what can become what', () => {
  test('is the same in the app and in the database', async () => {
    for (const type of fieldTypeNames) {
      const [row] = await h.db.sql`select plinth_private.targets_of(${type}) as targets`
      expect([type, [...(row!['targets'] as string[])].toSorted()]).toEqual([
        type,
        [...typeTargets(type)].toSorted(),
      ])
      const [computed] = await h.db.sql`
        select plinth_private.targets_of_field(jsonb_populate_record(null::plinth.field,
          jsonb_build_object('type', ${type}::text, 'formula', '{}'::jsonb))) as targets`
      expect([type, [...(computed!['targets'] as string[])].toSorted()]).toEqual([
        type,
        [...targetsOf({ type, formula: {} })].toSorted(),
      ])
    }
  })

  test('is refused for every other pair', async () => {
    for (const from of fieldTypeNames) {
      const table = await tableWith(from, [])
      for (const to of fieldTypeNames.filter((type) => !typeTargets(from).includes(type))) {
        expect([from, to, await refusalOf(preview(table, to))]).toEqual([from, to, 'invalid_input'])
        expect([from, to, await refusalOf(change(table, to))]).toEqual([from, to, 'invalid_input'])
      }
    }
  })
})

describe('every pair', () => {
  test.each(pairs)(
    '%s to %s does what its preview says, and the old values come back exactly',
    async (from, to) => {
      const table = await tableWith(from, samplesOf(world)[from as Changeable])
      const before = await read(table, columnOf(from))
      const filled = before.filter((value) => value !== null && value !== '{}').length
      const told = await preview(table, to)
      expect(told.converts + told.empties).toBe(filled)
      expect(told.examples).toHaveLength(Math.min(told.empties, 20))
      const { field } = await change(table, to)
      expect(field).toMatchObject({ type: to, column: 'field', default: null })
      const after = await read(table)
      expect(after.filter((value) => value !== null)).toHaveLength(told.converts)
      const item = await oldValues()
      // What the database knows of each record stays with the records.
      const records = isNoted(from) ? 0 : filled
      expect(item).toMatchObject({ replaced: true, name: 'Old values of Field', records })
      const back = await h.rpc<Step>(world.creator, 'restore_field', { field: item.id })
      const column = isNoted(from) ? columnOf(from) : 'field_old'
      expect(back.field).toMatchObject({ type: from, column })
      expect(await read(table, column)).toEqual(before)
      expect(await read(table)).toEqual(after)
    },
  )

  test.each([
    [
      'text',
      'integer',
      ['7', ' +08 ', '7.0', '9007199254740992', 'x', '1e3'],
      ['7', '8', null, null, null, null],
    ],
    [
      'text',
      'number',
      ['0.5', '-3', ' 1 ', '1e5', 'NaN', '9'.repeat(400)],
      ['0.5', '-3', '1', null, null, null],
    ],
    ['text', 'checkbox', ['Yes', 'no', 'X', '0', 'maybe'], ['true', 'false', 'true', 'false', null]],
    [
      'text',
      'date',
      ['2026-02-28', '2026/02/28', '2026.2.28', '2026-02-30', '28.02.2026'],
      ['2026-02-28', '2026-02-28', null, null, null],
    ],
    ['text', 'email', [' a@example.org ', 'nobody'], ['a@example.org', null]],
    ['text', 'phone', [' +43 1 234 56 78 ', '0800'], ['+43 1 234 56 78', '0800']],
    ['text', 'phone', ['12', 'call me', 'a@example.org'], [null, null, null]],
    ['text', 'percent', ['12.5%', '12.5', ' 7 % ', '12,5%', '%'], ['0.125', '0.125', '0.07', null, null]],
    ['text', 'rating', ['1', ' 5 ', '6', '0', '2.5'], ['1', '5', null, null, null]],
    [
      'text',
      'duration',
      ['1:30', '90', '1:30:15', '1h 30m', '-0:05', '1:75', 'soon'],
      ['5400', '5400', '5415', '5400', '-300', null, null],
    ],
    ['percent', 'text', ['0.125', '0.07', '1e-10'], ['12.5%', '7%', '0.00000001%']],
    ['percent', 'number', ['0.125'], ['0.125']],
    ['number', 'percent', ['0.125'], ['0.125']],
    ['integer', 'rating', ['3', '6', '0'], ['3', null, null]],
    ['number', 'rating', ['3', '2.5'], ['3', null]],
    ['rating', 'integer', ['3'], ['3']],
    ['duration', 'text', ['5400', '-61'], ['1:30:00', '-0:01:01']],
    ['duration', 'integer', ['5400'], ['5400']],
    ['number', 'duration', ['60', '0.5'], ['60', null]],
    [
      'text',
      'currency',
      ['12.5', ' $1,234.50 ', '-3 USD', 'USD 7', '12.345', '€5', '5 EUR'],
      ['1250', '123450', '-300', '700', null, null, null],
    ],
    ['number', 'currency', ['12.5', '0.07', '0.125', '1e20'], ['1250', '7', null, null]],
    ['integer', 'currency', ['3', '-90071992547410', '90071992547409'], ['300', null, '9007199254740900']],
    ['currency', 'text', ['1250', '-5', '0'], ['12.50', '-0.05', '0.00']],
    ['currency', 'number', ['1250', '7'], ['12.5', '0.07']],
    ['currency', 'integer', ['1200', '1250'], ['12', null]],
    ['text', 'url', ['https://example.org', 'example.org'], ['https://example.org', null]],
    ['long_text', 'text', ['a\nb', 'x'.repeat(2_001)], ['a\nb', null]],
    ['number', 'integer', ['7', '7.5', '1e20'], ['7', null, null]],
    ['number', 'text', ['1e20', '0.1', '-0.5'], ['100000000000000000000', '0.1', '-0.5']],
    ['integer', 'number', ['9007199254740991'], ['9.007199254740991e+15']],
    ['checkbox', 'integer', ['true', 'false'], ['1', '0']],
    ['integer', 'checkbox', ['1', '0', '2'], ['true', 'false', null]],
    ['checkbox', 'text', ['true', 'false'], ['Yes', 'No']],
    // Vienna is an hour ahead in winter, two in summer.
    ['datetime', 'date', ['2026-01-02 22:59:59+00', '2026-01-02 23:00:00+00'], ['2026-01-02', '2026-01-03']],
    ['date', 'datetime', ['2026-01-02', '2026-07-02'], ['2026-01-01 23:00:00+00', '2026-07-01 22:00:00+00']],
    [
      'text',
      'datetime',
      [
        '2026-01-02T03:04:05.6789Z',
        '2026-07-02 03:04',
        '2026-01-02',
        '2026-01-02T25:00:00Z',
        '2026-03-29 02:30',
      ],
      [
        '2026-01-02 03:04:05.678+00',
        '2026-07-02 01:04:00+00',
        '2026-01-01 23:00:00+00',
        null,
        '2026-03-29 01:30:00+00',
      ],
    ],
    [
      'text',
      'json',
      ['{"a":1}', ' [1,2.50] ', 'null', '{a: 1}', '"\\u0000"'],
      ['{"a": 1}', '[1, 2.50]', null, null, null],
    ],
    ['json', 'text', ['{"b": 1, "a": [2]}'], ['{"a": [2], "b": 1}']],
    ['text', 'multi_select', ['b, a', '"c, d",a', ' , ', 'a,a'], ['{v1,v2}', '{v1,v3}', null, '{v1}']],
    ['multi_select', 'text', ['{o0}', '{o2,o0}'], ['low', 'low, 2026-01-02']],
    ['multi_select', 'single_select', ['{o1}', '{o1,o0}'], ['o1', null]],
    ['single_select', 'multi_select', ['o1', null], ['{o1}', null]],
    ['single_select', 'text', ['o0', 'o1'], ['low', '7']],
    ['single_select', 'date', ['o2', 'o0'], ['2026-01-02', null]],
    ['single_select', 'status', ['o1', 'o3'], ['o1', 'o3']],
    ['status', 'single_select', ['o1', 'o3'], ['o1', 'o3']],
    ['status', 'text', ['o1', 'o3'], ['7', 'Yes']],
    ['text', 'status', ['Late', 'Early', 'Late'], ['v2', 'v1', 'v2']],
    ['date', 'text', ['0001-01-01'], ['0001-01-01']],
    ['autonumber', 'text', ['7', '1000'], ['7', '1000']],
    ['autonumber', 'integer', ['7'], ['7']],
    ['autonumber', 'number', ['7'], ['7']],
    [
      'created_time',
      'date',
      ['2026-01-02 22:59:59+00', '2026-01-02 23:00:00+00'],
      ['2026-01-02', '2026-01-03'],
    ],
    // Cut off, as it is shown, and not rounded.
    ['created_time', 'datetime', ['2026-01-02 03:04:05.678999+00'], ['2026-01-02 03:04:05.678+00']],
    ['changed_time', 'text', ['2026-01-02 03:04:05.678999+00'], ['2026-01-02T03:04:05.678Z']],
    ['attachment', 'text', ['a.txt', 'b.txt|a, "b".txt'], ['a.txt', 'b.txt, "a, ""b"".txt"']],
    ['attachment', 'text', [Array.from({ length: 9 }, () => 'x'.repeat(255)).join('|')], [null]],
  ] as [FieldTypeName, FieldTypeName, string[], (string | null)[]][])(
    '%s to %s: %j',
    async (from, to, values, expected) => {
      const table = await tableWith(from, values)
      await change(table, to)
      expect(await read(table)).toEqual(expected)
    },
  )

  test('of texts nothing is lost, whatever they are, and nothing raises', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.double().map(String),
      fc.date().map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.stringMatching(/^[-+0-9:.TZ /]{0,28}$/),
      fc.stringMatching(/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:?\d\d)?$/),
    )
    const target = fc.constantFrom(...typeTargets('text').filter((type) => type !== 'link'))
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 30 }), target, async (texts, type) => {
        const clean = texts.map((one) => one.replaceAll('\0', ''))
        const table = await tableWith('text', clean)
        const before = await read(table)
        const told = await preview(table, type)
        await change(table, type)
        expect((await read(table)).filter((value) => value !== null)).toHaveLength(told.converts)
        await h.rpc(world.creator, 'restore_field', { field: (await oldValues()).id })
        const rows = await h.db.sql.unsafe(
          `select field_old as value from data.${table.relation} order by name::int`,
        )
        expect(rows.map((row) => row['value'] as Json)).toEqual(before)
      }),
      { numRuns: 20 },
    )
  })
})

describe('people', () => {
  const email = (name: 'editor' | 'viewer') => world[name].email
  test('are found by name or e-mail address, and nobody is guessed', async () => {
    await h.rpc(world.editor, 'save_profile', { changes: { name: 'Ben' } })
    await h.rpc(world.creator, 'save_profile', { changes: { name: 'Ada' } })
    const texts = [
      ' ben',
      email('viewer').toUpperCase(),
      world.creator.id,
      'Nobody',
      email('viewer').slice(1),
      world.outsider.email,
    ]
    const table = await tableWith('text', texts)
    const told = await preview(table, 'person')
    expect(told).toMatchObject({ converts: 3, empties: 3 })
    expect(told.examples.map(([, text]) => text)).toEqual(texts.slice(3))
    await change(table, 'person')
    expect(await read(table)).toEqual([world.editor.id, world.viewer.id, world.creator.id, null, null, null])
    await h.rpc(world.viewer, 'save_profile', { changes: { name: 'Ben' } })
    const twins = await tableWith('text', ['Ben'])
    expect(await preview(twins, 'person')).toMatchObject({ converts: 0, empties: 1 })
  })

  test('become what names them and no other; who is not in the base is an id', async () => {
    await h.rpc(world.editor, 'save_profile', { changes: { name: 'Ben' } })
    await h.rpc(world.viewer, 'save_profile', { changes: { name: 'ben' } })
    await h.rpc(world.creator, 'save_profile', { changes: { name: 'Ada' } })
    const people = [world.editor.id, world.viewer.id, world.creator.id]
    const table = await tableWith('person', people)
    await h.db.sql.unsafe(`alter table data.${table.relation} disable trigger user`)
    await h.db.sql.unsafe(
      `insert into data.${table.relation} (name, field) values ('3', '${world.outsider.id}')`,
    )
    await h.db.sql.unsafe(`alter table data.${table.relation} enable trigger user`)
    const twin = await tableWith('person', people)
    await change(table, 'text')
    expect(await read(table)).toEqual([email('editor'), email('viewer'), 'Ada', world.outsider.id])
    await change(twin, 'email')
    expect(await read(twin)).toEqual([email('editor'), email('viewer'), world.creator.email])
    await change(table, 'person')
    expect(await read(table)).toEqual([...people, null])
  })
})

describe('a field of states', () => {
  test('leaves its workflow with the old values, and brings it back from the trash', async () => {
    const table = await tableWith('status', ['o0'])
    const field = table.fields[1]!.id
    const step = {
      id: uuidV7(),
      name: 'Go',
      from: 'o0',
      to: 'o1',
      roles: null,
      guard: null,
      requires: [],
      fourEyes: false,
    }
    await h.rpc(world.creator, 'set_transitions', { field, transitions: [step] })
    await change(table, 'single_select')
    const write = (column: string) =>
      h.as(world.editor, (tx) => tx.unsafe(`update data.${table.relation} set ${column} = 'o2' where true`))
    await write('field')
    await h.rpc(world.creator, 'restore_field', { field: (await oldValues()).id })
    expect(await refusalOf(write('field_old'))).toBe('transition_refused')
    expect((await change(table, 'status')).field).toMatchObject({
      type: 'status',
      options: { initial: 'o0' },
    })
    await h.as(world.editor, (tx) => tx.unsafe(`insert into data.${table.relation} (name) values ('9')`))
    expect(await read(table)).toEqual(['o2', 'o0'])
  })
})

describe('a single select made of values', () => {
  test('has the distinct ones as options, in natural order', async () => {
    const table = await tableWith('text', ['b', 'a 10', 'a 9', ' b ', 'x'.repeat(201)])
    const told = await preview(table, 'single_select')
    expect(told).toMatchObject({ converts: 4, empties: 1 })
    const { field } = await change(table, 'single_select')
    const labels = new Map(field!.options.options!.map(({ id, label }) => [id, label]))
    expect([...labels.values()]).toEqual(['a 9', 'a 10', 'b'])
    expect((await read(table)).map((id) => id && labels.get(id))).toEqual(['b', 'a 10', 'a 9', 'b', null])
  })

  test('has the most frequent ones where there are too many', async () => {
    const table = await tableWith('text', [])
    await h.db.sql.unsafe(`insert into data.${table.relation} (name, field)
      select g, 'v' || least(g, ${limits.optionsPerField + 20}) from generate_series(1, ${limits.optionsPerField + 30}) as g`)
    const told = await preview(table, 'single_select')
    expect(told).toMatchObject({ converts: limits.optionsPerField + 10, empties: 20 })
    expect((told.options as { options: Json[] }).options).toHaveLength(limits.optionsPerField)
  })

  test('takes the options that it is given', async () => {
    const table = await tableWith('text', ['low', 'other'])
    expect(await preview(table, 'single_select', levels)).toMatchObject({ converts: 1, empties: 1 })
    await change(table, 'single_select', levels)
    expect(await read(table)).toEqual(['o0', null])
  })
})

describe('a changed field', () => {
  test('has the rules and grants of one made with the type, keeps its id, and records keep their versions', async () => {
    const table = await tableWith('text', ['7'])
    const twin = await tableWith('integer', [])
    const versions = () => h.db.sql.unsafe(`select id, ver, changed_at from data.${table.relation}`)
    const before = await versions()
    await change(table, 'integer')
    expect(await versions()).toEqual(before)
    const rules = async (relation: string) =>
      JSON.parse(
        JSON.stringify([
          await h.db
            .sql`select conname, replace(pg_get_constraintdef(oid), ' NOT VALID', '') as body from pg_constraint
            where conrelid = ${`data.${relation}`}::regclass and contype = 'c' order by 1`,
          await h.db.sql`select attname, format_type(atttypid, atttypmod), attacl::text from pg_attribute
            where attrelid = ${`data.${relation}`}::regclass and attnum > 0 and not attisdropped order by 1`,
          await h.db
            .sql`select tgname, tgenabled from pg_trigger where tgrelid = ${`data.${relation}`}::regclass order by 1`,
        ]),
      ) as Json
    expect(await rules(table.relation)).toEqual(await rules(twin.relation))
  })

  test('is refused while a rule of a role reads it', async () => {
    const table = await tableWith('text', ['7'])
    const rule = { call: 'is_filled', args: [{ field: table.fields[1]!.id }] }
    const grant = (scope: string | null, given: Json) =>
      h.rpc(world.creator, 'set_grant', {
        role: world.role,
        table: table.id,
        action: 'read',
        scope,
        rule: given,
      })
    await grant('rules', rule)
    expect(await refusalOf(change(table, 'integer'))).toBe('used_by_rule')
    await grant(null, null)
    await change(table, 'integer')
  })

  test('keeps the rules that its new type has, and is refused where two values would become one', async () => {
    const table = await tableWith('text', ['7', '07', 'x'])
    const field = table.fields[1]!.id
    const setRules = (rules: object) => h.rpc(world.creator, 'set_field_rules', { field, rules, keep: false })
    await setRules({ required: true, unique: true, maxLength: 5 })
    expect(await refusalOf(change(table, 'integer'))).toBe('rule_broken')
    expect(await read(table)).toEqual(['7', '07', 'x'])
    await setRules({ required: true, maxLength: 5 })
    const { field: changed } = await change(table, 'integer')
    expect(changed).toMatchObject({ type: 'integer', rules: { required: true, newOnly: ['required'] } })
    await expect(
      h.db.sql.unsafe(`insert into data.${table.relation} (name) values ('none')`),
    ).rejects.toThrow('value_required')
  })

  test('is unique for new values as before, and also when it comes back from the trash', async () => {
    const table = await tableWith('text', ['7', '07', '7'])
    const field = table.fields[1]!.id
    const put = (value: number) =>
      h
        .as(world.editor, (tx) => tx.unsafe(`insert into data.${table.relation} (field) values (${value})`))
        .then(
          () => 'stored',
          (error: Error) => error.message,
        )
    const kept = { unique: true, newOnly: ['unique'] }
    await h.rpc(world.creator, 'set_field_rules', { field, rules: { unique: true }, keep: true })
    const { field: changed } = await change(table, 'integer')
    expect(changed).toMatchObject({ type: 'integer', rules: kept })
    expect([await put(7), await put(8), await put(8)]).toEqual(['not_unique', 'stored', 'not_unique'])
    await h.rpc(world.creator, 'delete_field', { field })
    const back = await h.rpc<{ field: object }>(world.creator, 'restore_field', { field })
    expect(back.field).toMatchObject({ rules: kept })
    expect([await put(7), await put(8), await put(9)]).toEqual(['not_unique', 'not_unique', 'stored'])
  })

  test('is read-only from the first step to the last, and can be given up', async () => {
    const table = await tableWith('text', [])
    const field = table.fields[1]!.id
    await h.rpc(world.creator, 'update_field', { field, changes: { default: { kind: 'value', value: '5' } } })
    await h.db.sql.unsafe(
      `insert into data.${table.relation} (name) select g from generate_series(1, ${limits.rowsPerStep + 5}) as g`,
    )
    const write = () =>
      h.as(world.editor, (tx) => tx.unsafe(`update data.${table.relation} set field = 'x' where name = '1'`))
    const begun = {
      done: limits.rowsPerStep,
      total: limits.rowsPerStep + 5,
      field: null,
      table: null,
      kept: null,
    }
    expect(await change(table, 'integer')).toEqual({ ...begun, done: 0 })
    expect(await change(table, 'integer')).toEqual(begun)
    expect(await refusalOf(write())).toMatch(/permission denied/)
    for (const [name, args] of [
      ['change_type', { field, type: 'number', options: {} }],
      ['delete_field', { field }],
      ['duplicate_field', { field, copy: uuidV7(), name: 'No', with_values: true }],
      ['update_field', { field, changes: { default: null } }],
    ] as const) {
      expect([name, await refusalOf(h.rpc(world.creator, name, args))]).toEqual([name, 'field_changing'])
    }
    // Everybody who reads the field is told; any creator may go on or give up, nobody else.
    const told = async (person: Person) =>
      (
        await h.rpc<{ tables: { id: string; fields: { id: string; changing?: Json }[] }[] }>(
          person,
          'base_schema',
          { base: world.base },
        )
      ).tables
        .find(({ id }) => id === table.id)!
        .fields.find(({ id }) => id === field)!.changing
    for (const person of [world.creator, world.owner, world.viewer])
      expect(await told(person)).toEqual({ type: 'integer', done: limits.rowsPerStep, total: begun.total })
    for (const person of [
      world.editor,
      world.viewer,
      world.holder,
      world.member,
      world.outsider,
      world.anonymous,
      null,
    ]) {
      for (const [name, args] of [
        ['cancel_type_change', { field }],
        ['change_type', { field, type: 'integer', options: {} }],
      ] as const)
        expect(await refusalOf(h.rpc(person, name, args))).toMatch(
          /forbidden|not_found|permission denied|not_signed_in/,
        )
    }
    await h.rpc(world.owner, 'cancel_type_change', { field })
    expect(await told(world.creator)).toBeUndefined()
    await write()
    const columns = await h.db.sql.unsafe(`select * from data.${table.relation} limit 1`)
    expect(Object.keys(columns[0]!)).not.toContain('field__pending')
    expect(await change(table, 'integer')).toEqual({ ...begun, done: 0 })
    expect(await change(table, 'integer')).toEqual(begun)
    expect((await change(table, 'integer')).field).toMatchObject({ type: 'integer' })
    const [sum] = await h.db.sql.unsafe(
      `select count(field)::int as n, min(field)::int as low from data.${table.relation}`,
    )
    expect(sum).toEqual({ n: limits.rowsPerStep + 4, low: 5 })
  })
})
