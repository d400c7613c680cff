/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Rules of fields and tables: they hold on every path, and records that were there before are told and left in peace. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createFullTable,
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
let table: TestTable
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
beforeEach(async () => {
  table = await createFullTable(h, world, `T ${uuidV7().slice(-8)}`)
})
afterAll(() => h.db.stop())

type Values = Record<string, Json>
interface Result {
  status: string
  error?: { code: string; details: Record<string, Json> }
}
interface Violations {
  violations: number
  records: string[]
  byRule: Record<string, number>
  seenByAll: boolean
}

const field = (name: string) => table.fields.find((f) => f.name === name)!
const byId = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [field(name).id, value]))

const mutate = async (mutation: Record<string, Json>, person: Person = world.editor): Promise<Result> => {
  const batch = { mutations: [{ id: uuidV7(), table: table.id, ...mutation }], atomic: false }
  return (await h.rpc<Result[]>(person, 'apply_mutations', { batch }))[0]!
}
const insert = (values: Values, record: string = uuidV7()) =>
  mutate({ kind: 'insert', record, values: byId(values) })
const update = (record: string, values: Values, base: Values) =>
  mutate({ kind: 'update', record, values: byId(values), base: byId(base) })
/** A record that is there before any rule. */
const put = async (values: Values): Promise<string> => {
  const record = uuidV7()
  expect(await insert(values, record)).toMatchObject({ status: 'ok' })
  return record
}
const setRules = (name: string, rules: Json, keep = false) =>
  h.rpc<{ rules: Record<string, Json> }>(world.creator, 'set_field_rules', {
    field: field(name).id,
    rules,
    keep,
  })
const checkRules = (name: string, rules: Json) =>
  h.rpc<Violations>(world.creator, 'check_field_rules', { field: field(name).id, rules })
const validate = () => h.rpc<{ validated: number }>(world.creator, 'validate_rules', { table: table.id })

/** A statement as REST runs it, or as the owner of the tables; the SQLSTATE of its refusal, or null. */
const direct = async (sql: string, person: Person | 'psql' = world.editor): Promise<Refusal | null> => {
  const text = sql.replaceAll('{t}', `data.${table.relation}`)
  try {
    if (person === 'psql') await h.db.sql.unsafe(text)
    else await h.as(person, (tx) => tx.unsafe(text))
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    const { message, code } = error as { message: string; code: string }
    return new Refusal(message, code, '')
  }
}
const call = (name: string, ...args: Json[]): Json => ({ call: name, args })
const of = (name: string): Json => ({ field: field(name).id })
const saveRule = (rule: Json, { message = 'No.', id = uuidV7() as string, keep = false } = {}) =>
  h
    .rpc(world.creator, 'save_table_rule', { table: table.id, rule: id, definition: { message, rule }, keep })
    .then(() => id)

const keptUnique = { unique: true, newOnly: ['unique'] }

/** For each rule: values that follow it, values that break it, and the code that says so. */
const cases: [name: string, rules: Json, good: Json[], bad: Json[], code: string, rule: string][] = [
  ['Title', { required: true }, ['x', ' '], [null, ''], 'value_required', 'required'],
  ['Day', { required: true }, ['2024-02-29'], [null], 'value_required', 'required'],
  ['Level', { required: true }, ['low'], [null], 'value_required', 'required'],
  ['Count', { min: -3 }, [-3, 0, null], [-4], 'value_out_of_range', 'min'],
  ['Count', { max: 9_007_199_254_740_990 }, [5], [9_007_199_254_740_991], 'value_out_of_range', 'max'],
  ['Ratio', { min: 0.1, max: 0.3 }, [0.1, 0.3, null], [0.31], 'value_out_of_range', 'max'],
  ['Day', { min: '2024-01-01' }, ['2024-01-01', null], ['2023-12-31'], 'value_out_of_range', 'min'],
  [
    'Moment',
    { max: '2024-01-01T01:00:00+01:00' },
    ['2024-01-01T00:00:00.000Z', null],
    ['2024-01-01T00:00:00.001Z'],
    'value_out_of_range',
    'max',
  ],
  ['Title', { minLength: 2 }, ['ab', '🙂🙂', null, ''], ['🙂'], 'value_too_short', 'minLength'],
  ['Notes', { maxLength: 3 }, ['abc', null], ['abcd'], 'value_too_long', 'maxLength'],
  [
    'Title',
    { pattern: { text: '[A-Z]{2}-\\d+' } },
    ['AB-1', null],
    ['AB-', 'ab-1', 'AB-1\n'],
    'pattern_mismatch',
    'pattern',
  ],
  [
    'Mail',
    { pattern: { text: '.*@example\\.org', message: 'Ours only.' } },
    ['a@example.org'],
    ['a@example.com'],
    'pattern_mismatch',
    'pattern',
  ],
]

describe('a rule of a field', () => {
  for (const [name, rules, good, bad, code, rule] of cases) {
    test(`${name} ${JSON.stringify(rules)} holds on every path`, async () => {
      const { column, id, type } = field(name)
      const cast =
        { integer: 'bigint', number: 'float8', date: 'date', datetime: 'timestamptz' }[type as string] ??
        'text'
      const literal = (value: Json) => (value === null ? 'null' : `'${String(value)}'::${cast}`)
      const before = await put({ [name]: good[0]! })
      await setRules(name, rules)
      for (const value of good) {
        expect([value, (await insert({ [name]: value })).status]).toEqual([value, 'ok'])
        for (const who of [world.editor, 'psql'] as const)
          expect(await direct(`insert into {t} (${column}) values (${literal(value)})`, who)).toBeNull()
      }
      for (const value of bad) {
        const details = { table: table.id, field: id, rule }
        const told = { status: 'error', error: { code, message: code, details } }
        expect(await insert({ [name]: value })).toMatchObject(told)
        expect(await update(before, { [name]: value }, { [name]: good[0]! })).toMatchObject(told)
        for (const who of [world.editor, 'psql'] as const) {
          for (const sql of [
            `insert into {t} (${column}) values (${literal(value)})`,
            `update {t} set ${column} = ${literal(value)} where id = '${before}'`,
          ])
            expect(await direct(sql, who)).toMatchObject({ state: '23514' })
        }
        expect((await direct(`insert into {t} (${column}) values (${literal(value)})`))?.details).toBe('')
      }
      expect(await validate()).toEqual({ validated: Object.keys(rules as object).length })
      expect(await validate()).toEqual({ validated: 0 })
      // And goes when it is taken away.
      await setRules(name, {})
      for (const value of bad) expect((await insert({ [name]: value })).status).toBe('ok')
    })
  }

  test('unique lets each value stand once, and empty as often as one likes', async () => {
    await put({ Title: 'a' })
    const other = await put({ Title: 'b' })
    await setRules('Title', { unique: true })
    const told = {
      error: { code: 'not_unique', details: { field: field('Title').id, rule: 'unique', table: table.id } },
    }
    expect(await insert({ Title: 'a' })).toMatchObject(told)
    expect(await update(other, { Title: 'a' }, { Title: 'b' })).toMatchObject(told)
    expect(await direct(`insert into {t} (title) values ('a')`)).toMatchObject({ state: '23505' })
    expect(await direct(`insert into {t} (title) values ('a')`, 'psql')).toMatchObject({ state: '23505' })
    for (const value of ['A', null, null])
      expect(await insert({ Title: value })).toMatchObject({ status: 'ok' })
    expect(await insert({ Title: '🙂'.repeat(700) })).toMatchObject({ error: { code: 'value_too_long' } })
    await setRules('Title', { required: false, unique: null })
    expect(await insert({ Title: 'a' })).toMatchObject({ status: 'ok' })
  })

  test('a batch of which one record breaks a rule keeps the others', async () => {
    await setRules('Count', { min: 0 })
    const mutations = [1, -1, 2].map((count) => ({
      id: uuidV7(),
      kind: 'insert',
      table: table.id,
      record: uuidV7(),
      values: byId({ Count: count }),
    }))
    const results = await h.rpc<Result[]>(world.editor, 'apply_mutations', {
      batch: { mutations, atomic: false },
    })
    expect(results.map((r) => r.error?.code ?? r.status)).toEqual(['ok', 'value_out_of_range', 'ok'])
  })

  test('is refused where it is none, whatever somebody sends', async () => {
    const bad: [string, Json][] = [
      ['Title', null],
      ['Title', []],
      ['Title', { min: 3 }],
      ['Title', { required: 'yes' }],
      ['Title', { minLength: 0 }],
      ['Title', { minLength: 1.5 }],
      ['Title', { minLength: 3, maxLength: 2 }],
      ['Title', { pattern: 'a' }],
      ['Title', { pattern: { text: '(a' } }],
      ['Title', { pattern: { text: "a'); drop table data.x; --(" } }],
      ['Title', { pattern: { text: 'a', message: 'x'.repeat(301) } }],
      ['Title', { pattern: { text: 'a', message: 5 } }],
      ['Title', { nonsense: true }],
      ['Count', { min: '3' }],
      ['Count', { min: 1.5 }],
      ['Count', { min: 3, max: 2 }],
      ['Day', { min: '2024-02-30' }],
      ['Day', { min: '' }],
      ['Day', { min: '2024-02-02', max: '2024-02-01' }],
      ['Day', { min: "2024-01-01'::date) or (true" }],
      ['Files', { required: true }],
      ['Done', { required: true }],
      ['Notes', { unique: true }],
      ['Level', { unique: true }],
    ]
    for (const [name, rules] of bad) {
      expect([rules, await refusalOf(setRules(name, rules))]).toEqual([rules, 'invalid_input'])
      expect([rules, await refusalOf(checkRules(name, rules))]).toEqual([rules, 'invalid_input'])
    }
    expect(
      await refusalOf(h.rpc(world.creator, 'set_field_rules', { field: uuidV7(), rules: {}, keep: true })),
    ).toBe('not_found')
  })

  test('text of a rule never becomes SQL', async () => {
    await setRules('Title', { pattern: { text: `.*'\\); drop table data\\.${table.relation}; --` } })
    expect(await insert({ Title: 'x' })).toMatchObject({ error: { code: 'pattern_mismatch' } })
    expect(await insert({ Title: `x'); drop table data.${table.relation}; --` })).toMatchObject({
      status: 'ok',
    })
  })

  test('is told to readers with the field, and to others as code and place', async () => {
    await setRules('Count', { max: 5 })
    const schema = await h.rpc<{ tables: { id: string; fields: { id: string; rules: Json }[] }[] }>(
      world.viewer,
      'base_schema',
      {
        base: world.base,
      },
    )
    const told = schema.tables.find((t) => t.id === table.id)!.fields.find((f) => f.id === field('Count').id)!
    expect(told.rules).toEqual({ max: 5 })
  })
})

describe('rules come with the field', () => {
  const make = (definition: Values) =>
    h.rpc<{ rules?: Json }>(world.creator, 'create_field', {
      table: table.id,
      definition: { id: uuidV7(), type: 'text', options: {}, ...definition },
    })
  const change = (changes: Values) =>
    h.rpc<{ name: string; rules?: Json }>(world.creator, 'update_field', {
      field: field('Title').id,
      changes,
    })
  const names = async () => {
    const fields = await h.db.sql<
      { name: string }[]
    >`select name from plinth.field where table_id = ${table.id}`
    return fields.map(({ name }) => name)
  }

  test('that is made, for new records alone where there are some', async () => {
    expect((await make({ name: 'Code', rules: { required: true, unique: true } })).rules).toEqual({
      required: true,
      unique: true,
    })
    await put({ Title: 'a' }).catch(() => null)
    expect(await direct(`insert into {t} (code) values ('1')`)).toBeNull()
    expect(await direct(`insert into {t} (code) values ('1')`)).toMatchObject({ state: '23505' })
    const late = await make({ name: 'Note', rules: { required: true, maxLength: 3 } })
    expect(late.rules).toEqual({ required: true, maxLength: 3, newOnly: ['required'] })
    expect(await direct(`insert into {t} (code) values ('2')`)).toMatchObject({ code: 'value_required' })
  })

  test('or it is not made at all', async () => {
    for (const [name, definition] of [
      ['Pattern', { rules: { pattern: { text: '(' } } }],
      ['Tick', { type: 'checkbox', rules: { required: true } }],
      ['Words', { rules: 'required' }],
      ['Link', { type: 'link', options: { target: table.id }, rules: { required: true } }],
      ['Now', { type: 'datetime', formula: { call: 'now', args: [] }, rules: { required: true } }],
    ] as const) {
      expect([name, await refusalOf(make({ name, ...definition }))]).toEqual([name, 'invalid_input'])
      expect(await names()).not.toContain(name)
    }
  })

  test('with what else is changed of it, or nothing is', async () => {
    await put({ Title: 'long' })
    expect(await refusalOf(change({ name: 'Name', rules: { maxLength: 3 } }))).toBe('rule_broken')
    expect(await refusalOf(change({ name: 'Name', rules: { min: 3 } }))).toBe('invalid_input')
    expect(await names()).toContain('Title')
    expect(await change({ name: 'Name', rules: { maxLength: 3 }, keep: true })).toMatchObject({
      name: 'Name',
      rules: { maxLength: 3, newOnly: ['maxLength'] },
    })
    expect(await change({ name: 'Title', rules: {} })).not.toHaveProperty('rules.maxLength')
  })

  test('and its default, which is one that they let be', async () => {
    const begin = (value: Json): Values => ({ default: { kind: 'value', value } })
    const whole = (definition: Values) => make({ name: 'Whole', type: 'integer', ...definition })
    expect(await refusalOf(whole({ rules: { max: 100 }, ...begin(500) }))).toBe('value_out_of_range')
    expect(await names()).not.toContain('Whole')
    expect(await whole({ rules: { required: true, max: 500 }, ...begin(500) })).toHaveProperty(
      'rules.max',
      500,
    )

    await change({ rules: { maxLength: 3 } })
    expect(await refusalOf(change(begin('long')))).toBe('value_too_long')
    // Both at once are looked at as they are together.
    await change({ rules: { maxLength: 4 }, ...begin('long') })
    expect(await refusalOf(change({ rules: { maxLength: 3 }, keep: true }))).toBe('value_too_long')
    expect(await refusalOf(setRules('Title', { pattern: { text: 'a+' } }))).toBe('pattern_mismatch')
    await change({ rules: { minLength: 9 }, default: null })
    await make({ name: 'Late day', type: 'date', rules: { max: '2000-01-01' }, default: { kind: 'today' } })
  })
})

describe('records that break a new rule', () => {
  test('are listed, and refuse the rule', async () => {
    await put({ Count: 1 })
    const bad = [await put({ Count: 7 }), await put({ Count: -7 })]
    expect(await checkRules('Count', { min: 0, max: 5 })).toEqual({
      violations: 2,
      records: bad,
      byRule: { min: 1, max: 1 },
      seenByAll: true,
    })
    expect(await refusalOf(setRules('Count', { min: 0, max: 5 }))).toBe('rule_broken')
    expect(await insert({ Count: 8 })).toMatchObject({ status: 'ok' })
  })

  test('may stay: the rule holds for new and changed values only', async () => {
    const old = await put({ Count: 7, Title: 'a' })
    const { rules } = await setRules('Count', { min: 0, max: 5 }, true)
    expect(rules).toEqual({ min: 0, max: 5, newOnly: ['max'] })
    const told = {
      error: {
        code: 'value_out_of_range',
        details: { table: table.id, field: field('Count').id, rule: 'max' },
      },
    }
    expect(await insert({ Count: 6 })).toMatchObject(told)
    expect(await update(old, { Title: 'b' }, { Title: 'a' })).toMatchObject({ status: 'ok' })
    expect(await update(old, { Count: 8 }, { Count: 7 })).toMatchObject(told)
    for (const who of [world.editor, 'psql'] as const) {
      expect(await direct(`insert into {t} (count) values (6)`, who)).toMatchObject({
        state: 'PT422',
        code: 'value_out_of_range',
      })
      expect(await direct(`update {t} set count = 8 where true`, who)).toMatchObject({ state: 'PT422' })
      expect(await direct(`update {t} set title = 'c', count = 7 where true`, who)).toBeNull()
    }
    expect(await update(old, { Count: 5 }, { Count: 7 })).toMatchObject({ status: 'ok' })
    expect(await update(old, { Count: 7 }, { Count: 5 })).toMatchObject(told)
    // Nothing breaks it any more: set again, it holds for all.
    expect((await setRules('Count', { min: 0, max: 5 })).rules).toEqual({ min: 0, max: 5 })
    expect(await direct(`insert into {t} (count) values (6)`)).toMatchObject({ state: '23514' })
    const left = await h.db.sql`select tgname from pg_trigger
      where tgrelid = ${`data.${table.relation}`}::regclass and tgname like 'plinth_rules%'`
    expect(left).toHaveLength(0)
  })

  test('that stand twice refuse uniqueness, or leave it to new and changed values', async () => {
    const twice = [await put({ Title: 'a' }), await put({ Title: 'a' })]
    await put({ Title: 'b' })
    await put({})
    await put({})
    expect(await checkRules('Title', { unique: true })).toMatchObject({
      violations: 2,
      records: twice,
      byRule: { unique: 2 },
    })
    expect(await refusalOf(setRules('Title', { unique: true }))).toBe('rule_broken')
    expect((await setRules('Title', { unique: true }, true)).rules).toEqual(keptUnique)
    const [first] = twice as [string, string]
    const refused = {
      error: { code: 'not_unique', details: { table: table.id, field: field('Title').id, rule: 'unique' } },
    }
    for (const value of ['a', 'b']) expect(await insert({ Title: value })).toMatchObject(refused)
    expect(await update(first, { Title: 'b' }, { Title: 'a' })).toMatchObject(refused)
    for (const person of [world.editor, 'psql'] as const) {
      expect(await direct(`insert into {t} (title) values ('b')`, person)).toMatchObject({
        code: 'not_unique',
      })
      expect(await direct(`insert into {t} (title) values ('n'), ('n')`, person)).toMatchObject({
        code: 'not_unique',
      })
      expect(await direct(`update {t} set title = 'b' where title = 'a'`, person)).toMatchObject({
        code: 'not_unique',
      })
    }
    // What was there is changed elsewhere, or written once more as it is, in peace; empty is as often as one likes.
    expect(await update(first, { Count: 7 }, { Count: null })).toMatchObject({ status: 'ok' })
    expect(await direct(`update {t} set title = title, count = 8`)).toBeNull()
    expect(await direct(`insert into {t} (title) values (''), (''), (null)`)).toBeNull()
    expect(await update(first, { Title: 'c' }, { Title: 'a' })).toMatchObject({ status: 'ok' })
    expect(await update(first, { Title: 'a' }, { Title: 'c' })).toMatchObject(refused)
    // Other rules come and go beside it.
    expect((await setRules('Title', { unique: true, maxLength: 9 })).rules).toEqual({
      unique: true,
      maxLength: 9,
    })
    expect(await insert({ Title: 'b' })).toMatchObject(refused)
    expect(await direct(`insert into {t} (title) values ('b')`)).toMatchObject({ state: '23505' })
  })

  test('that stand twice are left alone while other rules of the field change', async () => {
    await put({ Title: 'a' })
    await put({ Title: 'a' })
    await setRules('Title', { unique: true }, true)
    expect((await setRules('Title', { unique: true, minLength: 1 })).rules).toEqual({
      ...keptUnique,
      minLength: 1,
    })
    expect(await insert({ Title: 'a' })).toMatchObject({ error: { code: 'not_unique' } })
    await setRules('Title', {})
    expect(await insert({ Title: 'a' })).toMatchObject({ status: 'ok' })
    const left = await h.db
      .sql`select from pg_indexes where tablename = ${table.relation} and indexname like '%\\_\\_unique'`
    expect(left).toHaveLength(0)
  })

  test('of any length are left alone where new ones are to be unique', async () => {
    const long = '🙈'.repeat(900)
    expect(
      await direct(`insert into {t} (title) select repeat('🙂', 900) from generate_series(1, 2)`),
    ).toBeNull()
    expect(await refusalOf(setRules('Title', { unique: true }))).toBe('rule_broken')
    await setRules('Title', { unique: true }, true)
    expect(await insert({ Title: long })).toMatchObject({ error: { code: 'value_too_long' } })
    expect(await insert({ Title: 'short' })).toMatchObject({ status: 'ok' })
    expect(await insert({ Title: 'short' })).toMatchObject({ error: { code: 'not_unique' } })
  })

  test('of every type that can be unique are looked for among those that were there', async () => {
    for (const [name, value, same] of [
      ['Count', 5, 5],
      ['Ratio', 0.5, 0.5],
      ['Day', '2024-02-29', '2024-02-29'],
      ['Moment', '2024-01-01T00:00:00.000Z', '2024-01-01T01:00:00+01:00'],
      ['Mail', 'a@example.org', 'a@example.org'],
    ] as const) {
      await put({ [name]: value })
      await put({ [name]: value })
      await setRules(name, { unique: true }, true)
      expect([name, await insert({ [name]: same })]).toMatchObject([name, { error: { code: 'not_unique' } }])
    }
  })

  test('that stand twice do not keep an import from what is new', async () => {
    await put({ Title: 'a' })
    await put({ Title: 'a' })
    await setRules('Title', { unique: true }, true)
    const id = uuidV7()
    await h.rpc(world.editor, 'begin_import', {
      import: id,
      table: table.id,
      file_name: 'a.csv',
      fields: [field('Title').id],
      mode: 'append',
      key: null,
    })
    const rows = ['a', 'b', 'b', 'c'].map((title) => [uuidV7(), title])
    expect(
      await h.rpc(world.editor, 'import_rows', { import: id, chunk: 0, rows, misfits: [] }),
    ).toMatchObject({
      inserted: 2,
      refused: [
        { line: 1, code: 'not_unique', rule: 'unique' },
        { line: 3, code: 'not_unique', rule: 'unique' },
      ],
    })
  })

  test('may come in between the two steps: the rule then holds for new values', async () => {
    await setRules('Count', { max: 5 })
    // As if it had been written before the constraint came, by a transaction that was not seen yet.
    await h.db.sql.unsafe(`alter table data.${table.relation} drop constraint count__max`)
    const record = await put({ Count: 6 })
    await h.db.sql.unsafe(
      `alter table data.${table.relation} add constraint count__max check (count <= 5) not valid`,
    )
    expect(await validate()).toEqual({ validated: 0 })
    expect(await insert({ Count: 6 })).toMatchObject({ error: { code: 'value_out_of_range' } })
    expect(await update(record, { Title: 'x' }, { Title: null })).toMatchObject({ status: 'ok' })
  })
})

describe('a rule of a table', () => {
  test('holds on every path, with its message for those who write', async () => {
    const record = await put({ Count: 1, Ratio: 2 })
    const id = await saveRule(
      call('or', call('is_empty', of('Count')), call('<', of('Count'), of('Ratio'))),
      {
        message: 'The count stays below the ratio.',
      },
    )
    expect(await validate()).toEqual({ validated: 1 })
    const told = { error: { code: 'rule_violated', details: { table: table.id, rule: id } } }
    expect(await insert({ Count: 2, Ratio: 2 })).toMatchObject(told)
    expect(await insert({ Count: 2 })).toMatchObject(told)
    expect(await insert({ Ratio: 2 })).toMatchObject({ status: 'ok' })
    expect(await update(record, { Count: 3 }, { Count: 1 })).toMatchObject(told)
    for (const who of [world.editor, 'psql'] as const) {
      expect(await direct('insert into {t} (count, ratio) values (3, 2)', who)).toMatchObject({
        state: '23514',
        details: '',
      })
      expect(await direct('update {t} set count = 3 where true', who)).toMatchObject({ state: '23514' })
    }
    const rulesFor = async (person: Person) => {
      const schema = await h.rpc<{ tables: { id: string; rules: Json }[] }>(person, 'base_schema', {
        base: world.base,
      })
      return schema.tables.find((t) => t.id === table.id)!.rules
    }
    expect(await rulesFor(world.editor)).toEqual([{ id, message: 'The count stays below the ratio.' }])
    expect(await rulesFor(world.viewer)).toEqual([])
    expect(await h.rpc(world.creator, 'table_rules', { table: table.id })).toMatchObject([
      { id, newOnly: false },
    ])
    await h.rpc(world.creator, 'delete_table_rule', { rule: id })
    expect(await insert({ Count: 3, Ratio: 2 })).toMatchObject({ status: 'ok' })
  })

  test('that records break is refused, or holds where its fields change', async () => {
    const old = await put({ Count: 3, Title: 'a' })
    const rule = call('<', of('Count'), { number: 3 })
    expect(await h.rpc(world.creator, 'check_table_rule', { table: table.id, rule })).toEqual({
      violations: 1,
      records: [old],
      momentary: false,
    })
    expect(await refusalOf(saveRule(rule))).toBe('rule_broken')
    const id = await saveRule(rule, { keep: true })
    const told = { error: { code: 'rule_violated', details: { table: table.id, rule: id } } }
    expect(await insert({ Count: 3 })).toMatchObject(told)
    // Empty does not follow it either: makers say so where it should.
    expect(await insert({})).toMatchObject(told)
    expect(await update(old, { Title: 'b' }, { Title: 'a' })).toMatchObject({ status: 'ok' })
    expect(await update(old, { Count: 4 }, { Count: 3 })).toMatchObject(told)
    expect(await direct('insert into {t} (count) values (3)', 'psql')).toMatchObject({
      state: 'PT422',
      code: 'rule_violated',
    })
    expect(await update(old, { Count: 2 }, { Count: 3 })).toMatchObject({ status: 'ok' })
    // Another message is no other rule.
    await saveRule(rule, { id, message: 'Below three.' })
    expect(await h.rpc(world.creator, 'table_rules', { table: table.id })).toMatchObject([
      { message: 'Below three.', newOnly: false },
    ])
  })

  test('may ask who writes and when, at the moment of writing', async () => {
    const past = await put({ Day: '2001-01-01' })
    const rule = call(
      'or',
      call('>=', of('Day'), call('today')),
      call('=', call('my_role'), { text: 'creator' }),
    )
    expect(await h.rpc(world.creator, 'check_table_rule', { table: table.id, rule })).toMatchObject({
      momentary: true,
    })
    const id = await saveRule(rule, { keep: true })
    expect(await insert({ Day: '2001-01-01' })).toMatchObject({
      error: { code: 'rule_violated', details: { rule: id } },
    })
    expect(await insert({ Day: '2999-01-01' })).toMatchObject({ status: 'ok' })
    expect(
      await mutate({ kind: 'insert', record: uuidV7(), values: byId({ Day: '2001-01-01' }) }, world.creator),
    ).toMatchObject({
      status: 'ok',
    })
    expect(await update(past, { Title: 'b' }, { Title: null })).toMatchObject({ status: 'ok' })
    expect(await direct(`insert into {t} (day) values ('2001-01-01')`)).toMatchObject({ state: 'PT422' })
  })

  test('follows the time zone of the base', async () => {
    const rule = call('<', call('hour', of('Moment')), { number: 12 })
    await put({ Moment: '2024-01-01T05:00:00Z' })
    await saveRule(rule)
    expect(await insert({ Moment: '2024-01-01T11:30:00Z' })).toMatchObject({
      error: { code: 'rule_violated' },
    })
    await h.rpc(world.creator, 'update_base', { base: world.base, changes: { timeZone: 'America/New_York' } })
    expect(await insert({ Moment: '2024-01-01T11:30:00Z' })).toMatchObject({ status: 'ok' })
    await h.rpc(world.creator, 'update_base', { base: world.base, changes: { timeZone: 'Europe/Vienna' } })
  })

  test('keeps its fields and options from going', async () => {
    const id = await saveRule(call('!=', of('Level'), { field: field('Level').id, option: 'low' }))
    const refusal = await h
      .rpc(world.creator, 'delete_field', { field: field('Level').id })
      .catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'used_by_rule' })
    expect(JSON.parse((refusal as Refusal).details)).toEqual({
      table: table.id,
      field: field('Level').id,
      rule: id,
      needed: { kind: 'rule', name: expect.any(String) as string },
    })
    const options = ['mid', 'high'].map((label) => ({ id: label, label, hue: 'blue' }))
    const changes = { options: { options } }
    expect(await refusalOf(h.rpc(world.creator, 'update_field', { field: field('Level').id, changes }))).toBe(
      'used_by_rule',
    )
    await h.rpc(world.creator, 'delete_table_rule', { rule: id })
    await h.rpc(world.creator, 'delete_field', { field: field('Level').id })
  })

  test('is refused where it is none', async () => {
    expect(await refusalOf(saveRule(of('Count')))).toBe('expression_invalid')
    expect(await refusalOf(saveRule({ boolean: true }))).toBe('expression_invalid')
    expect(await refusalOf(saveRule({ field: uuidV7() }))).toBe('expression_invalid')
    const rule = call('is_filled', of('Title'))
    for (const message of ['', '  ', 'x'.repeat(301), 'a\u202eb'])
      expect(await refusalOf(saveRule(rule, { message }))).toBe('invalid_input')
    // Of another table.
    const id = await saveRule(rule)
    const other = await createFullTable(h, world, `Other ${uuidV7().slice(-8)}`)
    const definition = { message: 'No.', rule: call('is_filled', { field: other.fields[0]!.id }) }
    expect(
      await refusalOf(
        h.rpc(world.creator, 'save_table_rule', { table: other.id, rule: id, definition, keep: true }),
      ),
    ).toBe('invalid_input')
  })

  test('goes over its limit only by a refusal', async () => {
    await h.db
      .sql`insert into plinth.table_rule (id, table_id, message, rule, condition, new_only, fields, position)
      select gen_random_uuid(), ${table.id}, 'No.', '{}', 'true', false, '{}', n from generate_series(1, 50) as n`
    expect(await refusalOf(saveRule(call('is_filled', of('Title'))))).toBe('limit_exceeded')
  })
})

describe('an empty text by REST', () => {
  const insert = (title: string) =>
    h.as(world.editor, (tx) => tx.unsafe(`insert into data.${table.relation} (title) values ($1)`, [title]))

  test('counts for unique as little as no value, on every way', async () => {
    await insert('')
    await insert('')
    expect(await checkRules('Title', { unique: true })).toMatchObject({ violations: 0 })
    await setRules('Title', { unique: true })
    await insert('')
    await insert('x')
    await expect(insert('x')).rejects.toMatchObject({ state: '23505' })
    const upsert = h.as(world.editor, (tx) =>
      tx.unsafe(`insert into data.${table.relation} (title) values ('') on conflict do nothing returning id`),
    )
    expect(await upsert).toHaveLength(1)
    // An import of other fields leaves it out of its faults, too.
    const id = uuidV7()
    await h.db.sql.unsafe(`update data.${table.relation} set ratio = 7 where title = 'x'`)
    const [first] = await h.db.sql.unsafe(`select id from data.${table.relation} where title = '' limit 1`)
    await h.db.sql.unsafe(`update data.${table.relation} set ratio = 8 where id = $1`, [first!['id']])
    await setRules('Count', { max: 5 })
    await h.rpc(world.editor, 'begin_import', {
      import: id,
      table: table.id,
      file_name: 'a.csv',
      fields: [field('Ratio').id, field('Count').id, field('Title').id],
      mode: 'upsert',
      key: field('Ratio').id,
    })
    const rows = [
      [uuidV7(), 8, 1, ''],
      [uuidV7(), 9, 9, ''],
      [uuidV7(), 10, 1, null],
    ]
    expect(
      await h.rpc(world.editor, 'import_rows', { import: id, chunk: 0, rows, misfits: [] }),
    ).toMatchObject({
      inserted: 1,
      updated: 1,
      refused: [{ line: 2, rule: 'max' }],
    })
  })

  test('is no value for required, and stays so when its field comes back from the trash', async () => {
    await insert('')
    await insert('')
    await setRules('Title', { unique: true })
    await h.rpc(world.creator, 'create_field', {
      table: table.id,
      definition: { id: uuidV7(), name: 'Other', type: 'text', options: {} },
    })
    const other = (
      await h.rpc<{ tables: TestTable[] }>(world.creator, 'base_schema', { base: world.base })
    ).tables
      .find(({ id }) => id === table.id)!
      .fields.find(({ name }) => name === 'Other')!
    await h.db.sql.unsafe(`update data.${table.relation} set ${other.column} = '' where true`)
    await h.rpc(world.creator, 'set_field_rules', { field: other.id, rules: { unique: true }, keep: false })
    await h.rpc(world.creator, 'delete_field', { field: other.id })
    const back = await h.rpc<{ field: { id: string } | null }>(world.creator, 'restore_field', {
      field: other.id,
    })
    expect(back.field).toMatchObject({ id: other.id })
    const [stored] = await h.db.sql.unsafe(
      `select count(*)::int as n from data.${table.relation} where ${other.column} = ''`,
    )
    expect(stored).toEqual({ n: 2 })
  })
})

describe('an import', () => {
  interface Chunk {
    inserted: number
    updated: number
    refused?: { line: number; code: string; field?: string; rule: string }[]
  }
  const begin = async (names: string[], key: string | null = null): Promise<string> => {
    const id = uuidV7()
    await h.rpc(world.editor, 'begin_import', {
      import: id,
      table: table.id,
      file_name: 'a.csv',
      fields: names.map((name) => field(name).id),
      mode: key ? 'upsert' : 'append',
      key: key && field(key).id,
    })
    return id
  }
  const send = (id: string, rows: Json[][], chunk = 0, misfits: Json[] = []) =>
    h.rpc<Chunk>(world.editor, 'import_rows', {
      import: id,
      chunk,
      rows: rows.map((row) => [uuidV7(), ...row]),
      misfits,
    })

  test('leaves out the rows that break a rule, and tells which', async () => {
    await put({ Title: 'taken' })
    await put({ Count: 9 })
    await setRules('Title', { unique: true })
    await setRules('Count', { max: 5, required: true }, true)
    const rule = await saveRule(
      call('or', call('is_empty', of('Ratio')), call('<', of('Count'), of('Ratio'))),
      { keep: true },
    )
    const id = await begin(['Title', 'Count', 'Ratio'])
    const rows = [
      ['a', 1, null],
      ['b', 6, null],
      ['c', null, null],
      ['taken', 1, null],
      ['a', 1, null],
      ['d', 3, 2],
      ['e', 2, 3],
    ]
    const answer = {
      inserted: 2,
      updated: 0,
      refused: [
        { line: 2, code: 'value_out_of_range', field: field('Count').id, rule: 'max' },
        { line: 3, code: 'value_required', field: field('Count').id, rule: 'required' },
        { line: 4, code: 'not_unique', field: field('Title').id, rule: 'unique' },
        { line: 5, code: 'not_unique', field: field('Title').id, rule: 'unique' },
        { line: 6, code: 'rule_violated', rule },
      ],
    }
    expect(await send(id, rows)).toEqual(answer)
    // Sent twice, stored once, told again.
    expect(await send(id, rows)).toEqual(answer)
    expect(await send(id, [['z', 1, null]], 1)).toEqual({ inserted: 1, updated: 0 })
    expect(await h.rpc(world.editor, 'finish_import', { import: id })).toMatchObject({ inserted: 3 })
  })

  test('by key looks at the record as it would be', async () => {
    await put({ Title: 'a', Count: 7, Ratio: 1 })
    await put({ Title: 'b', Count: 2, Ratio: 9 })
    await setRules('Count', { max: 5 }, true)
    await saveRule(call('<', of('Count'), of('Ratio')), { keep: true })
    const id = await begin(['Title', 'Ratio'], 'Title')
    // The first breaks the table's rule with the count that it has; what the field's rule says of that count is old.
    expect(
      await send(id, [
        ['a', 2],
        ['b', 8],
        ['c', 1],
      ]),
    ).toMatchObject({
      inserted: 0,
      updated: 1,
      refused: [
        { line: 1, code: 'rule_violated' },
        { line: 3, code: 'rule_violated' },
      ],
    })
  })

  test('looks at a new record with its defaults, and in the state in which records begin', async () => {
    const changes = { default: { kind: 'value', value: 3 } }
    await h.rpc(world.creator, 'update_field', { field: field('Count').id, changes })
    await setRules('Day', { required: true })
    const begins = call('=', of('State'), { option: 'low', field: field('State').id })
    await saveRule(call('and', begins, call('=', of('Count'), { number: 3 })), {})
    const id = await begin(['Title', 'State', 'Day'])
    expect(
      await send(id, [
        ['a', null, null],
        ['b', null, '2026-01-01'],
        ['c', 'mid', '2026-01-01'],
      ]),
    ).toMatchObject({
      inserted: 1,
      refused: [
        { line: 1, code: 'value_required' },
        { line: 3, code: 'rule_violated' },
      ],
    })
  })

  test('is refused as before where a value is no value, with its line', async () => {
    await setRules('Count', { max: 5 })
    const id = await begin(['Count'])
    const refusal = await send(id, [[1], ['x']]).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'value_invalid' })
    expect(JSON.parse((refusal as Refusal).details)).toMatchObject({ line: 2 })
  })

  test('that is not the caller’s tells nothing', async () => {
    const id = await begin(['Count'])
    for (const who of [world.viewer, world.outsider, world.creator]) {
      const asked = h.as(who, (tx) => tx`select plinth_private.broken_rows(${id}, '[]', '{}', '[]')`)
      expect(await refusalOf(asked)).toBe('not_found')
    }
  })
})

describe('uniqueness where people do not see all records', () => {
  test('is announced to the maker', async () => {
    await h.rpc(world.creator, 'set_grant', {
      role: world.role,
      table: table.id,
      action: 'read',
      scope: 'rules',
      rule: call('is_filled', of('Title')),
    })
    expect(await checkRules('Title', { unique: true })).toMatchObject({ seenByAll: false })
  })
})
