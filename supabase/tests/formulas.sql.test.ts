/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Formulas: computed whatever way a record is written, read as plain fields, changed in steps, and never half. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  fieldOf,
  type Harness,
  type Json,
  type Person,
  Refusal,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'
import { toTheEnd } from './to-the-end.ts'

let h: Harness
let world: World
let count = 0
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
afterAll(() => h.db.stop())

interface Step {
  done: number
  total: number
  field: Made | null
}
interface Made {
  id: string
  name: string
  type: string
  column: string
  options: Json
  formula?: Json
  access?: string
  changing?: { type: string; done: number; total: number; new?: true }
}

const of = (id: string): Json => ({ field: id })
const call = (name: string, ...args: Json[]): Json => ({ call: name, args })
const number = (value: number): Json => ({ number: value })
const text = (value: string): Json => ({ text: value })

/** A table with a field of each kind, and how to write it. */
async function makeTable(more: readonly Json[] = []) {
  const fields = [
    fieldOf('Name', 'text'),
    fieldOf('Price', 'number'),
    fieldOf('Pieces', 'integer'),
    fieldOf('Day', 'date'),
    fieldOf('Moment', 'datetime'),
    fieldOf('Done', 'checkbox'),
    fieldOf('Level', 'single_select', {
      options: [
        { id: 'low', label: 'Low', hue: 'blue' },
        { id: 'top', label: 'Top', hue: 'red' },
      ],
    }),
    fieldOf('Owner', 'person'),
    fieldOf('Spent', 'duration'),
    fieldOf('Files', 'attachment'),
  ]
  const definition = { id: uuidV7(), name: `Sums ${(count += 1)}`, fields: [...fields, ...more] }
  const table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
  const id = (name: string) => table.fields.find((field) => field.name === name)!.id
  return { table, id, relation: `data.${table.relation}` }
}
const formula = (name: string, expression: Json, more: Record<string, Json> = {}) => ({
  id: uuidV7() as string,
  name,
  formula: expression,
  ...more,
})
const add = (table: TestTable, definition: Json, person: Person = world.creator) =>
  h.rpc<Made>(person, 'create_field', { table: table.id, definition })
const change = (field: string, definition: Json | null, person: Person = world.creator) =>
  h.rpc<Step>(person, 'change_formula', { field, definition })
const column = async (relation: string, name: string): Promise<unknown[]> =>
  (await h.db.sql.unsafe(`select ${name} as value from ${relation} order by name collate "C"`)).map(
    (row) => row['value'],
  )
/** What a call is refused with. */
const refusalOf = async (work: Promise<unknown>): Promise<Refusal> => {
  try {
    await work
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('was not refused')
}
const mutate = async (person: Person, mutation: Record<string, Json>) =>
  (
    await h.rpc<{ status: string; error?: { code: string } }[]>(person, 'apply_mutations', {
      batch: { mutations: [{ id: uuidV7(), ...mutation }], atomic: false },
    })
  )[0]!

describe('a formula', () => {
  test('reads fields that are called like words of the language in which it is computed', async () => {
    const words = [
      'Begin',
      'By',
      'Declare',
      'Else',
      'Execute',
      'Foreach',
      'If',
      'Loop',
      'Strict',
      'While',
      'New',
    ]
    const { table, relation } = await makeTable(words.map((word) => fieldOf(word, 'integer')))
    const read = table.fields.filter(({ name }) => words.includes(name))
    await add(table, formula('Sum of words', call('sum', { list: read.map(({ id }) => of(id)) } as never)))
    await h.db.sql.unsafe(`insert into ${relation} (name) values ('a')`)
    await h.db.sql.unsafe(`update ${relation} set ${read.map((one) => `${one.column} = 1`).join(', ')}`)
    expect(await column(relation, 'sum_of_words')).toEqual([words.length])
  })

  test('is a field of its result’s type, computed for the records that are there', async () => {
    const { table, id, relation } = await makeTable()
    await h.db.sql.unsafe(
      `insert into ${relation} (name, price, pieces) values ('a', 2.5, 4), ('b', 1, null)`,
    )
    const made = await add(
      table,
      formula('Total', call('*', of(id('Price')), of(id('Pieces'))), { options: { decimals: 2 } }),
    )
    expect(made).toMatchObject({ type: 'number', options: { decimals: 2 }, access: 'read', column: 'total' })
    expect(await column(relation, 'total')).toEqual([10, null])
  })

  test.each<[string, (id: (name: string) => string) => Json, string, string, unknown]>([
    ['text', (id) => call('upper', of(id('Name'))), 'text', 'text', 'A'],
    ['number', (id) => call('/', of(id('Price')), number(4)), 'number', 'double precision', 0.625],
    ['boolean', (id) => call('>', of(id('Price')), number(2)), 'checkbox', 'boolean', true],
    ['date', (id) => call('add_days', of(id('Day')), number(1)), 'date', 'date', '2026-03-01'],
    ['duration', (id) => call('*', of(id('Spent')), number(1.5)), 'duration', 'bigint', '92'],
    [
      'date-time',
      (id) => call('+', of(id('Moment')), call('hours', number(1))),
      'datetime',
      'timestamp(3) with time zone',
      '2026-01-01 11:00:00+00',
    ],
  ])('holds a result of type %s', async (_, expression, type, physical, value) => {
    const { table, id, relation } = await makeTable()
    await h.db.sql.unsafe(
      `insert into ${relation} (name, price, day, spent, moment) values ('a', 2.5, '2026-02-28', 61, '2026-01-01 10:00Z')`,
    )
    const made = await add(table, formula('Result', expression(id)))
    expect(made.type).toBe(type)
    const [row] =
      await h.db.sql.unsafe(`select pg_typeof(result)::text as plain, format_type(a.atttypid, a.atttypmod) as type,
        result, result::text as shown from ${relation} join pg_attribute as a on a.attrelid = '${relation}'::regclass and a.attname = 'result'`)
    expect(row!['type']).toBe(physical)
    expect([row!['result'], row!['shown']]).toContainEqual(value)
  })

  test('that has no value where it cannot be computed never keeps anybody from writing', async () => {
    const { table, id, relation } = await makeTable()
    await add(table, formula('Ratio', call('/', of(id('Price')), of(id('Pieces')))))
    await add(table, formula('Much', call('power', of(id('Price')), number(9))))
    await add(table, formula('Far', call('add_years', of(id('Day')), of(id('Price')))))
    await add(table, formula('Long', call('pad_end', of(id('Name')), number(1000), text('x'))))
    await add(
      table,
      formula(
        'Longer',
        call(
          '&',
          { field: id('Name') },
          ...Array.from({ length: 3 }, () => call('pad_end', of(id('Name')), number(1000), text('x'))),
        ),
      ),
    )
    await add(table, formula('Ages', call('*', of(id('Spent')), number(1e12))))
    await h.db.sql.unsafe(
      `insert into ${relation} (name, price, pieces, day, spent) values ('a', 1e300, 0, '9999-01-01', 9007199254740991)`,
    )
    const [row] = await h.db.sql.unsafe(
      `select ratio, much, far, length(long) as long, longer, ages from ${relation}`,
    )
    expect(row).toEqual({ ratio: null, much: null, far: null, long: 1000, longer: null, ages: null })
  })

  test('is computed whatever way a record is written', async () => {
    const { table, id, relation } = await makeTable()
    await add(table, formula('Total', call('*', of(id('Price')), of(id('Pieces')))))
    const record = uuidV7()
    await mutate(world.editor, {
      kind: 'insert',
      table: table.id,
      record,
      values: { [id('Name')]: 'app', [id('Price')]: 2, [id('Pieces')]: 3 },
    })
    expect(await column(relation, 'total')).toEqual([6])
    await mutate(world.editor, {
      kind: 'update',
      table: table.id,
      record,
      values: { [id('Price')]: 5 },
      base: { [id('Price')]: 2 },
    })
    expect(await column(relation, 'total')).toEqual([15])
    await h.as(world.editor, (tx) => tx.unsafe(`update ${relation} set pieces = 4`))
    expect(await column(relation, 'total')).toEqual([20])
    // Who owns the database writes what they like, and the formula all the same.
    await h.db.sql.unsafe(`update ${relation} set total = 99`)
    expect(await column(relation, 'total')).toEqual([20])
  })

  test('may read other formulas, in whatever order they were made', async () => {
    const { table, id, relation } = await makeTable()
    const net = await add(table, formula('Net', call('*', of(id('Price')), of(id('Pieces')))))
    const gross = await add(table, formula('Gross', call('*', of(net.id), number(1.5))))
    await add(
      table,
      formula('A word', call('if', call('>', of(gross.id), number(10)), text('much'), text('little'))),
    )
    await h.db.sql.unsafe(`insert into ${relation} (name, price, pieces) values ('a', 2, 2), ('b', 4, 5)`)
    expect(await column(relation, 'a_word')).toEqual(['little', 'much'])
    await change(net.id, { formula: call('+', of(id('Price')), of(id('Pieces'))) })
    expect(await column(relation, 'gross')).toEqual([6, 13.5])
    expect(await column(relation, 'a_word')).toEqual(['little', 'much'])
    await h.db.sql.unsafe(`update ${relation} set price = 100`)
    expect(await column(relation, 'gross')).toEqual([153, 157.5])
  })

  test('reads when and by whom a record was made and changed, and follows each change', async () => {
    const [made, again, touched] = [
      fieldOf('Made', 'created_time'),
      fieldOf('Made as well', 'created_time'),
      fieldOf('Touched', 'changed_time'),
    ]
    const { table, id, relation } = await makeTable([made, again, touched, fieldOf('Toucher', 'changed_by')])
    const moved = await add(table, formula('Moved', call('>', of(touched.id), of(made.id))))
    const behind = await add(table, formula('Behind', call('if', of(moved.id), text('yes'), text('no'))))
    await h.rpc(world.creator, 'save_table_rule', {
      table: table.id,
      rule: uuidV7(),
      definition: { message: 'In order', rule: call('<=', of(again.id), of(touched.id)) },
      keep: true,
    })
    const append = uuidV7()
    const about = { import: append, table: table.id, file_name: 'x.csv', fields: [id('Name')] }
    await h.rpc(world.editor, 'begin_import', { ...about, mode: 'append', key: null })
    await h.rpc(world.editor, 'import_rows', {
      import: append,
      chunk: 0,
      rows: [[uuidV7(), 'a']],
      misfits: [],
    })
    expect(await column(relation, 'behind')).toEqual(['no'])
    const [row] = await h.db.sql.unsafe(`select id from ${relation}`)
    await mutate(world.editor, {
      kind: 'update',
      table: table.id,
      record: row!['id'] as string,
      values: { [id('Name')]: 'b' },
      base: { [id('Name')]: 'a' },
    })
    expect(await column(relation, 'behind')).toEqual(['yes'])
    const [event] = await h.db.admin`select payload -> 'fields' as fields from realtime.messages
      where event = 'change' and topic like ${`table:${table.id}:%`} order by inserted_at desc limit 1`
    expect((event!['fields'] as string[]).toSorted()).toEqual(
      [id('Name'), touched.id, id('Toucher'), moved.id, behind.id].toSorted(),
    )
  })

  test('comes with a table, wherever it stands among the fields', async () => {
    const [first, second] = [uuidV7(), uuidV7()]
    const price = fieldOf('Price', 'number')
    const definition = {
      id: uuidV7(),
      name: 'Made with formulas',
      fields: [
        fieldOf('Name', 'text'),
        { id: second, name: 'Fourfold', formula: call('*', of(first), number(2)) },
        { id: first, name: 'Twice', formula: call('*', of(price.id), number(2)) },
        price,
      ],
    }
    const table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
    expect(table.fields.map(({ name }) => name)).toEqual(['Name', 'Fourfold', 'Twice', 'Price'])
    await h.db.sql.unsafe(`insert into data.${table.relation} (name, price) values ('a', 3)`)
    expect(await column(`data.${table.relation}`, 'fourfold')).toEqual([12])
  })

  test('follows the time zone of its base', async () => {
    const { table, id, relation } = await makeTable()
    await add(table, formula('Hour', call('hour', of(id('Moment')))))
    await add(table, formula('Written', call('text', of(id('Moment')))))
    await h.db.sql.unsafe(`insert into ${relation} (name, moment) values ('a', '2026-01-01 10:00Z')`)
    const before = (await h.db.sql`select time_zone from plinth.base where id = ${world.base}`)[0]![
      'time_zone'
    ] as string
    await h.rpc(world.creator, 'update_base', { base: world.base, changes: { timeZone: 'Asia/Tokyo' } })
    expect(await column(relation, 'hour')).toEqual([19])
    expect(await column(relation, 'written')).toEqual(['2026-01-01 19:00'])
    await h.rpc(world.creator, 'update_base', { base: world.base, changes: { timeZone: before } })
  })
})

describe('an import', () => {
  test('computes what it brings, and leaves out what breaks a rule over a formula', async () => {
    const { table, id, relation } = await makeTable()
    const made = await add(table, formula('Total', call('*', of(id('Price')), of(id('Pieces')))))
    const twice = await add(table, formula('Twice', call('*', of(made.id), number(2))))
    await h.rpc(world.creator, 'save_table_rule', {
      table: table.id,
      rule: uuidV7(),
      definition: { message: 'At most twenty.', rule: call('<=', of(twice.id), number(20)) },
      keep: false,
    })
    const args = { import: uuidV7() as string }
    await h.rpc(world.editor, 'begin_import', {
      ...args,
      table: table.id,
      file_name: 'orders.csv',
      fields: [id('Name'), id('Price'), id('Pieces')],
      mode: 'append',
      key: null,
    })
    const rows = [
      ['a', 2, 3],
      ['b', 5, 5],
      ['c', 1, 1],
    ].map((cells) => [uuidV7(), ...cells])
    const answer = await h.rpc<{ refused: { line: number; code: string }[] }>(world.editor, 'import_rows', {
      ...args,
      chunk: 0,
      rows,
      misfits: [],
    })
    expect(answer.refused).toMatchObject([{ line: 2, code: 'rule_violated' }])
    expect(await column(relation, 'twice')).toEqual([12, 2])
  })
})

describe('a rule of a role', () => {
  test('goes by what is computed from the record as it is written', async () => {
    const { table, id, relation } = await makeTable()
    const made = await add(table, formula('Total', call('*', of(id('Price')), of(id('Pieces')))))
    const small = call('<', of(made.id), number(100))
    const [role] = await h.db
      .sql`select id from plinth.role where base_id = ${world.base} and kind = 'editor'`
    for (const action of ['read', 'update', 'create']) {
      await h.rpc(world.creator, 'set_grant', {
        role: role!['id'],
        table: table.id,
        action,
        scope: 'rules',
        rule: small,
      })
    }
    await h.db.sql.unsafe(
      `insert into ${relation} (name, price, pieces) values ('large', 50, 3), ('small', 1, 3)`,
    )
    const seen = await h.as(world.editor, (tx) => tx.unsafe(`select name from ${relation}`))
    expect(seen.map((row) => row['name'])).toEqual(['small'])
    await expect(
      h.as(world.editor, (tx) => tx.unsafe(`update ${relation} set price = 90 where name = 'small'`)),
    ).rejects.toMatchObject({ state: '42501' })
    await expect(
      h.as(world.editor, (tx) =>
        tx.unsafe(`insert into ${relation} (name, price, pieces) values ('new', 90, 3)`),
      ),
    ).rejects.toMatchObject({ state: '42501' })
    await h.as(world.editor, (tx) => tx.unsafe(`update ${relation} set price = 10 where name = 'small'`))
    expect(await column(relation, 'total')).toEqual([150, 30])
  })
})

describe('an index', () => {
  test('serves an order and a filter by a formula', async () => {
    const { table, id, relation } = await makeTable()
    const made = await add(table, formula('Total', call('*', of(id('Price')), of(id('Pieces')))))
    await h.db.sql.unsafe(
      `insert into ${relation} (name, price, pieces) select 'r' || n, n, 2 from generate_series(1, 5000) as n`,
    )
    await h.rpc(world.creator, 'create_view_index', { field: made.id })
    await h.db.sql.unsafe(`analyze ${relation}`)
    const plan = await h.db.sql.unsafe(`explain select id from ${relation} where total = 84`)
    expect(JSON.stringify(plan)).toContain('Index')
  })
})

describe('compiled SQL', () => {
  test('of a formula of 500 characters stays within 4 KB', async () => {
    const { table, id } = await makeTable()
    let expression: Json = of(id('Price'))
    let written = '{Price}'
    while (`round(${written} * {Pieces}, 2) + 1`.length <= 500) {
      expression = call('+', call('round', call('*', expression, of(id('Pieces'))), number(2)), number(1))
      written = `round(${written} * {Pieces}, 2) + 1`
      if (JSON.stringify(expression).split('"call"').length > 28) break
    }
    await add(table, formula('Long one', expression))
    const [row] = await h.db.sql`select plinth_private.formula_body(${table.id}) as body`
    expect((row!['body'] as string).length).toBeLessThan(4096)
  })
})

describe('nobody', () => {
  test.each(['creator', 'editor'] as const)('writes it: a %s', async (role) => {
    const { table, id, relation } = await makeTable()
    const made = await add(table, formula('Total', call('*', of(id('Price')), number(2))))
    const record = uuidV7()
    const insert = await mutate(world[role], {
      kind: 'insert',
      table: table.id,
      record,
      values: { [made.id]: 1 },
    })
    expect(insert.error?.code).toBe('field_read_only')
    await h.db.sql.unsafe(`insert into ${relation} (id, name, price) values ('${record}', 'a', 1)`)
    const update = await mutate(world[role], {
      kind: 'update',
      table: table.id,
      record,
      values: { [made.id]: 1 },
      base: { [made.id]: 2 },
    })
    expect(update.error?.code).toBe('field_read_only')
    await expect(
      h.as(world[role], (tx) => tx.unsafe(`update ${relation} set total = 7`)),
    ).rejects.toMatchObject({ state: '42501' })
    await expect(
      h.as(world[role], (tx) => tx.unsafe(`insert into ${relation} (total) values (7)`)),
    ).rejects.toMatchObject({ state: '42501' })
    const refused = await refusalOf(
      h.rpc(world[role], 'begin_import', {
        import: uuidV7(),
        table: table.id,
        file_name: 'x.csv',
        fields: [made.id],
        mode: 'append',
        key: null,
      }),
    )
    expect(refused.code).toBe('field_read_only')
    const bulk = await refusalOf(
      h.rpc(world[role], 'begin_bulk', {
        bulk: uuidV7(),
        query: { table: table.id, sorts: [] },
        selection: { from: null, to: null, minus: [] },
        change: { kind: 'set', field: made.id, value: 3 },
        count: 1,
        slack: 0,
      }),
    )
    expect(bulk.code).toBe('field_read_only')
  })

  test('but a creator makes or changes one', async () => {
    const { table, id } = await makeTable()
    const definition = formula('Total', call('*', of(id('Price')), number(2)))
    const made = await add(table, definition)
    for (const person of [world.editor, world.viewer, world.outsider]) {
      const codes = [
        await refusalOf(add(table, { ...definition, id: uuidV7(), name: 'Other' }, person)),
        await refusalOf(change(made.id, { formula: number(1) }, person)),
      ].map(({ code }) => code)
      expect(codes).toEqual(
        person === world.outsider ? ['not_found', 'not_found'] : ['forbidden', 'forbidden'],
      )
    }
    await expect(h.rpc(null, 'change_formula', { field: made.id, definition: null })).rejects.toMatchObject({
      state: '42501',
    })
  })
})

describe('a refusal', () => {
  const attempt = (table: TestTable, expression: Json, more: Record<string, Json> = {}) =>
    refusalOf(add(table, formula('Try', expression, more)))

  test('says of what is no expression over the record, and of results that no cell holds', async () => {
    const { table, id } = await makeTable()
    const rules = async (expression: Json) => {
      const { code, details } = await attempt(table, expression)
      return [code, (JSON.parse(details) as { rule: string }).rule]
    }
    expect(await rules(of(id('Owner')))).toEqual(['expression_invalid', 'result'])
    expect(await rules(of(id('Level')))).toEqual(['expression_invalid', 'result'])
    expect(await rules(call('split', of(id('Name')), text(',')))).toEqual(['expression_invalid', 'result'])
    expect(await rules({ empty: true })).toEqual(['expression_invalid', 'result'])
    expect(await rules(of(uuidV7()))).toEqual(['expression_invalid', 'field'])
    expect(await rules(call('pg_sleep', number(9)))).toEqual(['expression_invalid', 'function'])
    expect(await rules({ text: 'x', sql: '; drop table' })).toEqual(['expression_invalid', 'node'])
    expect(await rules(7)).toEqual(['expression_invalid', 'node'])
  })

  test('names the ring in which formulas need each other', async () => {
    const { table, id } = await makeTable()
    const a = await add(table, formula('A', call('+', of(id('Price')), number(1))))
    const b = await add(table, formula('B', call('+', of(a.id), number(1))))
    const c = await add(table, formula('C', call('+', of(b.id), number(1))))
    const refused = await refusalOf(change(a.id, { formula: call('+', of(c.id), number(1)) }))
    expect(refused.code).toBe('formula_ring')
    const { ring } = JSON.parse(refused.details) as { ring: string[] }
    expect(ring[0]).toBe(ring.at(-1))
    expect(ring.slice(1).toSorted()).toEqual([a.id, b.id, c.id].toSorted())
    expect((await refusalOf(change(a.id, { formula: of(a.id) }))).code).toBe('formula_ring')
  })

  test('keeps what a formula reads: it is not deleted, hidden, made another type, nor loses options', async () => {
    const { table, id } = await makeTable()
    const made = await add(
      table,
      formula(
        'Word',
        call(
          'if',
          call('=', of(id('Level')), { option: 'low', field: id('Level') }),
          text('l'),
          of(id('Name')),
        ),
      ),
    )
    const [role] = await h.db
      .sql`select id from plinth.role where base_id = ${world.base} and kind = 'viewer'`
    const refusals = [
      await refusalOf(h.rpc(world.creator, 'delete_field', { field: id('Level') })),
      await refusalOf(h.rpc(world.creator, 'change_type', { field: id('Level'), type: 'text', options: {} })),
      await refusalOf(
        h.rpc(world.creator, 'set_field_grant', { role: role!['id'], field: id('Level'), access: 'hidden' }),
      ),
      await refusalOf(
        h.rpc(world.creator, 'update_field', {
          field: id('Level'),
          changes: { options: { options: [{ id: 'top', label: 'Top', hue: 'red' }] } },
        }),
      ),
    ]
    for (const { code, details } of refusals) {
      expect([code, (JSON.parse(details) as { formula: string }).formula]).toEqual(['used_by_rule', made.id])
    }
    await h.rpc(world.creator, 'update_field', {
      field: id('Level'),
      changes: { options: { options: [{ id: 'low', label: 'Lower', hue: 'red' }] } },
    })
  })

  test.each([1, 2500])(
    'reads on what becomes another type that it reads alike, and is that again (%s)',
    async (records) => {
      const { table, id, relation } = await makeTable()
      await h.db.sql.unsafe(
        `insert into ${relation} (name, price, pieces) select 'r' || n, n, n % 7 from generate_series(1, ${records}) as n`,
      )
      const settled = (field: string) => toTheEnd(() => change(field, null))
      const made = await add(table, formula('Total', call('*', of(id('Price')), of(id('Pieces')))))
      await settled(made.id)
      const more = await add(table, formula('More', call('&', of(id('Name')), call('text', of(made.id)))))
      await settled(more.id)
      const retype = async (field: string, type: string, kept: string | null = null) => {
        const args = { field, type, options: {}, kept }
        const step = () =>
          h.rpc<{ field: object | null; kept: string | null }>(world.creator, 'change_type', args)
        return (await toTheEnd(step)).kept
      }
      const wrong = async () =>
        (
          await h.db.sql.unsafe(`select count(*)::int as n from ${relation} where total is distinct from price * pieces
          or more is distinct from nullif(name || coalesce(total::text, ''), '')`)
        )[0]!['n']
      const late = await add(
        table,
        formula('Late', call('&', call('text', of(id('Pieces'))), call('my_role'))),
      )
      const read = async () => {
        const query = { table: table.id, fields: [late.id] }
        const asked = { query, anchor: null, direction: 'forward', skip: 0, take: 1 }
        return (await h.rpc<{ rows: unknown[][] }>(world.viewer, 'rows_window', asked)).rows[0]!.at(-1)
      }
      const kept = await retype(id('Pieces'), 'number')
      expect([await wrong(), await read()]).toEqual([0, '1viewer'])
      await h.as(world.editor, (tx) => tx.unsafe(`update ${relation} set pieces = 1.5 where name = 'r1'`))
      expect([await wrong(), (await column(relation, 'total')).includes(1.5)]).toEqual([0, true])
      await retype(id('Pieces'), 'integer', kept)
      await settled(made.id)
      expect(await wrong()).toBe(0)
      const short = await retype(id('Name'), 'long_text')
      await h.as(world.editor, (tx) =>
        tx.unsafe(`update ${relation} set name = repeat('x', 3000) where name = 'r1'`),
      )
      await retype(id('Name'), 'text', short)
      await settled(more.id)
      expect(await wrong()).toBe(0)
    },
  )

  test('keeps what reads alike its type where a rule, another table or what is changing needs it', async () => {
    const { table, id } = await makeTable()
    const made = await add(table, formula('Total', call('*', of(id('Price')), of(id('Pieces')))))
    await h.rpc(world.creator, 'save_table_rule', {
      table: table.id,
      rule: uuidV7(),
      definition: { message: 'At most ten.', rule: call('<=', of(made.id), number(10)) },
      keep: false,
    })
    for (const call of ['change_type', 'preview_type_change']) {
      const args = { field: id('Pieces'), type: 'number', options: {} }
      expect((await refusalOf(h.rpc(world.creator, call, args))).code).toBe('used_by_rule')
    }
  })

  test('keeps a formula from grants that hide, rules and defaults', async () => {
    const { table, id } = await makeTable()
    const { id: field } = await add(table, formula('Total', call('*', of(id('Price')), number(2))))
    const [role] = await h.db
      .sql`select id from plinth.role where base_id = ${world.base} and kind = 'viewer'`
    const codes = [
      await refusalOf(
        h.rpc(world.creator, 'set_field_grant', { role: role!['id'], field, access: 'hidden' }),
      ),
      await refusalOf(h.rpc(world.creator, 'set_field_rules', { field, rules: { min: 1 }, keep: false })),
      await refusalOf(
        h.rpc(world.creator, 'update_field', { field, changes: { default: { kind: 'value', value: 1 } } }),
      ),
      await refusalOf(change(id('Price'), { formula: number(1) })),
    ].map(({ code, details }) => [code, (JSON.parse(details) as { rule: string }).rule])
    expect(codes).toEqual([
      ['field_unhideable', 'formula'],
      ['invalid_input', 'rules'],
      ['invalid_input', 'default'],
      ['invalid_input', 'formula'],
    ])
  })

  test('keeps a formula that a rule looks at as it is', async () => {
    const { table, id, relation } = await makeTable()
    const made = await add(table, formula('Total', call('*', of(id('Price')), number(2))))
    await h.rpc(world.creator, 'save_table_rule', {
      table: table.id,
      rule: uuidV7(),
      definition: { message: 'At most ten.', rule: call('<=', of(made.id), number(10)) },
      keep: false,
    })
    expect((await refusalOf(change(made.id, { formula: number(3) }))).code).toBe('used_by_rule')
    // And the rule counts, whoever writes what the formula reads.
    await expect(
      h.as(world.editor, (tx) => tx.unsafe(`insert into ${relation} (name, price) values ('a', 6)`)),
    ).rejects.toMatchObject({ state: '23514' })
    await h.as(world.editor, (tx) => tx.unsafe(`insert into ${relation} (name, price) values ('a', 5)`))
  })
})

describe('many records', () => {
  const fill = (relation: string, records: number) =>
    h.db.sql.unsafe(
      `insert into ${relation} (name, price, pieces) select 'r' || n, n, 2 from generate_series(1, ${records}) as n`,
    )
  const settle = async (field: string) => {
    const steps = [await change(field, null)]
    while (!steps.at(-1)!.field) steps.push(await change(field, null))
    return steps
  }
  const wrong = async (relation: string, expression: string) =>
    Number(
      (
        await h.db.sql.unsafe(`select count(*) from ${relation} where total is distinct from ${expression}`)
      )[0]!['count'],
    )

  test('are computed in steps, while people go on writing; nobody gets half of it', async () => {
    const { table, id, relation } = await makeTable()
    await fill(relation, 21_000)
    const made = await add(table, formula('Total', call('*', of(id('Price')), of(id('Pieces')))))
    expect(made.changing).toMatchObject({ type: 'number', done: 0, new: true })
    const first = await change(made.id, null)
    expect(first).toMatchObject({ done: 10_000, field: null })
    expect(await wrong(relation, 'null')).toBe(0)
    // Written behind and before what is done.
    await h.as(world.editor, (tx) =>
      tx.unsafe(`update ${relation} set pieces = 3 where name in ('r1', 'r20000')`),
    )
    await h.as(world.editor, (tx) =>
      tx.unsafe(`insert into ${relation} (name, price, pieces) values ('new', 7, 7)`),
    )
    for (const refused of [
      await refusalOf(add(table, formula('Early', of(made.id)))),
      await refusalOf(change(made.id, { formula: number(1) })),
      await refusalOf(h.rpc(world.creator, 'delete_field', { field: made.id })),
    ]) {
      expect(refused.code).toBe('field_changing')
    }
    await settle(made.id)
    expect(await wrong(relation, 'price * pieces')).toBe(0)
    // Changed again, and given up half way; then to its end, with what reads it.
    const behind = await add(table, formula('Behind', call('+', of(made.id), number(1))))
    await settle(behind.id)
    const sum = { formula: call('+', of(id('Price')), of(id('Pieces'))) }
    expect((await change(made.id, sum)).field).toBeNull()
    await change(made.id, sum)
    await h.rpc(world.creator, 'cancel_type_change', { field: made.id })
    expect(await wrong(relation, 'price * pieces')).toBe(0)
    await change(made.id, sum)
    await settle(made.id)
    expect(await wrong(relation, 'price + pieces')).toBe(0)
    expect(await wrong(relation, 'behind - 1')).toBe(0)
    const [left] = await h.db.sql.unsafe(
      `select count(*) from pg_attribute where attrelid = '${relation}'::regclass and attname ~ '__pending$'`,
    )
    expect(left!['count']).toBe('0')
  })

  test('keep the index that views have of a formula, while it changes too', async () => {
    const { table, id, relation } = await makeTable()
    await fill(relation, 10_001)
    const made = await add(table, formula('Total', call('*', of(id('Price')), of(id('Pieces')))))
    await settle(made.id)
    await h.rpc(world.creator, 'create_view_index', { field: made.id })
    await change(made.id, { formula: call('+', of(id('Price')), of(id('Pieces'))) })
    await h.as(world.editor, (tx) => tx.unsafe(`update ${relation} set pieces = 9 where name = 'r1'`))
    await settle(made.id)
    expect(await wrong(relation, 'price + pieces')).toBe(0)
    const indexes = await h.rpc<{ field: string }[]>(world.creator, 'view_indexes', { table: table.id })
    expect(indexes.map(({ field }) => field)).toEqual([made.id])
    const names = await h.db.sql.unsafe(
      `select relname from pg_class where relname like 'sort_${made.id.replaceAll('-', '')}%'`,
    )
    expect(names).toHaveLength(1)
    // Given up, nothing of the next one stays.
    await change(made.id, { formula: call('*', of(id('Price')), number(3)) })
    while ((await change(made.id, null)).done < 10_001) continue
    await h.rpc(world.creator, 'cancel_type_change', { field: made.id })
    expect(await wrong(relation, 'price + pieces')).toBe(0)
    expect(await h.rpc(world.creator, 'view_indexes', { table: table.id })).toHaveLength(1)
  })

  test('that a rule looks at are computed at once in another time zone, or nothing is', async () => {
    const { table, id, relation } = await makeTable()
    await fill(relation, 2500)
    await h.db.sql.unsafe(`update ${relation} set moment = '2026-01-01T23:30:00Z'`)
    const made = await add(table, formula('Total', call('hour', of(id('Moment')))))
    await settle(made.id)
    const rule = { message: 'Not at eight.', rule: call('!=', of(made.id), number(8)) }
    const args = { table: table.id, rule: uuidV7(), keep: false }
    await h.rpc(world.creator, 'save_table_rule', { ...args, definition: rule })
    const move = (timeZone: string) =>
      h.rpc(world.creator, 'update_base', { base: world.base, changes: { timeZone } })
    const before = (await h.db.sql`select time_zone from plinth.base where id = ${world.base}`)[0]![
      'time_zone'
    ]
    const refused = await refusalOf(move('Asia/Tokyo'))
    expect([refused.code, (JSON.parse(refused.details) as { needed: object }).needed]).toEqual([
      'used_by_rule',
      { kind: 'rule', name: 'Not at eight.' },
    ])
    await move('Asia/Kolkata')
    expect(await wrong(relation, '5')).toBe(0)
    const late = `insert into ${relation} (name, moment) values ('late', '2026-01-01T02:45:00Z')`
    await expect(h.as(world.editor, (tx) => tx.unsafe(late))).rejects.toMatchObject({ state: '23514' })
    await move(before)
  })

  test('a formula without values yet is gone when it is given up', async () => {
    const { table, id, relation } = await makeTable()
    await fill(relation, 2500)
    const made = await add(table, formula('Total', call('*', of(id('Price')), of(id('Pieces')))))
    await h.rpc(world.creator, 'cancel_type_change', { field: made.id })
    const rows = await h.db.sql`select 1 from plinth.field where id = ${made.id}`
    expect(rows.length).toBe(0)
    await h.db.sql.unsafe(`update ${relation} set price = 1 where name = 'r1'`)
  })
})

describe('a copy', () => {
  test('of a formula or a table computes by itself', async () => {
    const { table, id, relation } = await makeTable()
    const made = await add(table, formula('Total', call('*', of(id('Price')), number(2))))
    await add(table, formula('More', call('+', of(made.id), number(1))))
    await h.db.sql.unsafe(`insert into ${relation} (name, price) values ('a', 3)`)
    const copy = uuidV7()
    const step = await h.rpc<Step>(world.creator, 'duplicate_field', {
      field: made.id,
      copy,
      name: 'Again',
      with_values: true,
    })
    expect(step.field).toMatchObject({ id: copy, name: 'Again', type: 'number' })
    expect(await column(relation, 'again')).toEqual([6])
    const twin = await h.rpc<TestTable>(world.creator, 'duplicate_table', {
      table: table.id,
      copy: uuidV7(),
      name: `Twin ${count}`,
      with_records: true,
    })
    expect(await column(`data.${twin.relation}`, 'more')).toEqual([7])
    await h.db.sql.unsafe(`update data.${twin.relation} set price = 5`)
    expect(await column(`data.${twin.relation}`, 'more')).toEqual([11])
    expect(await column(relation, 'more')).toEqual([7])
  })

  test('comes back from the trash computed anew, or not while something that it reads is gone', async () => {
    const { table, id, relation } = await makeTable()
    const made = await add(table, formula('Total', call('*', of(id('Price')), number(2))))
    await h.db.sql.unsafe(`insert into ${relation} (name, price) values ('a', 3)`)
    await h.rpc(world.creator, 'delete_field', { field: made.id })
    await h.db.sql.unsafe(`update ${relation} set price = 4`)
    await h.rpc(world.creator, 'delete_field', { field: id('Price') })
    expect((await refusalOf(h.rpc(world.creator, 'restore_field', { field: made.id }))).code).toBe(
      'expression_invalid',
    )
    await h.rpc(world.creator, 'restore_field', { field: id('Price') })
    await h.rpc(world.creator, 'restore_field', { field: made.id })
    expect(await column(relation, 'total')).toEqual([8])
    await h.rpc(world.creator, 'delete_table', { table: table.id })
    await h.rpc(world.creator, 'restore_table', { table: table.id })
    await h.db.sql.unsafe(`update ${relation} set price = 5`)
    expect(await column(relation, 'total')).toEqual([10])
  })
})

describe('whoever reads', () => {
  test('filters, sorts and sums it like a plain field, and is told by what it is computed', async () => {
    const { table, id, relation } = await makeTable()
    const made = await add(table, formula('Total', call('*', of(id('Price')), number(2))))
    await h.db.sql.unsafe(`insert into ${relation} (name, price) values ('a', 3), ('b', 1), ('c', null)`)
    const query = {
      table: table.id,
      fields: [made.id],
      sorts: [{ field: made.id, direction: 'desc' }],
      filter: { join: 'and', items: [{ field: made.id, operator: 'ge', value: 2 }] },
    }
    const window = await h.rpc<{ rows: unknown[][] }>(world.viewer, 'rows_window', {
      query,
      anchor: null,
      direction: 'forward',
      skip: 0,
      take: 10,
    })
    expect(window.rows.map((row) => row.at(-1))).toEqual([6, 2])
    const schema = await h.rpc<{ tables: { id: string; fields: Made[] }[] }>(world.viewer, 'base_schema', {
      base: world.base,
    })
    const seen = schema.tables
      .find((one) => one.id === table.id)!
      .fields.find((field) => field.id === made.id)!
    expect(seen).toMatchObject({ access: 'read', formula: call('*', of(id('Price')), number(2)) })
  })

  test('finds the proof unbroken, and broken where somebody computes something else', async () => {
    const { table, id } = await makeTable()
    await add(table, formula('Total', call('*', of(id('Price')), number(2))))
    const faults = async () =>
      (await h.db.sql`select guard, name from plinth_private.guard_faults(${table.id})`).map((row) => [
        row['guard'],
        row['name'],
      ])
    expect(await faults()).toEqual([])
    const name = `formulas_${table.id.replaceAll('-', '')}`
    await h.db.sql.unsafe(
      `create or replace function plinth_private.${name}() returns trigger language plpgsql set search_path = '' as 'begin return new; end'`,
    )
    expect(await faults()).toEqual([['trigger', 'plinth_values']])
  })
})
