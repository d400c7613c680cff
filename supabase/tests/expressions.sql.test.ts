/** What expressions compile to: conditions that an index serves, values, what they depend on, the size of the SQL. */
import { functionSignatures } from '@plinth/expression'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { boolean, type Compiled, call, compileAs, empty, list, number, text } from './expression-trees.ts'
import { createFullTable, type Harness, startWorld, type TestTable, type World } from './harness.ts'

let h: Harness
let world: World
let table: TestTable
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  table = await createFullTable(h, world)
})
afterAll(() => h.db.stop())

const field = (name: string) => ({ field: table.fields.find((f) => f.name === name)!.id })
const option = (name: string, id: string) => ({ ...field(name), option: id })
const compile = (ast: unknown): Promise<Compiled> => compileAs(h, world.viewer, table.id, ast)
const conditionOf = async (ast: unknown) => (await compile(ast)).condition

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : Number(a.name > b.name))

/** The value of an expression without fields, as JSON. */
async function valueOf(ast: unknown, settings: Record<string, string> = {}): Promise<unknown> {
  const { sql } = await compile(ast)
  return h.as(world.viewer, async (tx) => {
    for (const [name, value] of Object.entries(settings)) await tx`select set_config(${name}, ${value}, true)`
    const [row] = await tx.unsafe(`select to_json(${sql})::text as value`)
    return JSON.parse((row!['value'] as string | null) ?? 'null')
  })
}

test('the database knows the functions of the app, with the same signatures in the same order', async () => {
  const rows = await h.db.sql`
    select name, params, repeats, tail, result, fills from plinth_private.expression_functions() with ordinality
    order by ordinality`
  const database = rows.map(({ name, params, repeats, tail, result, fills }) => ({
    name,
    params,
    ...(repeats > 0 && { variadic: repeats }),
    ...(tail !== null && { tail }),
    result,
    fills,
  }))
  expect(database.toSorted(byName)).toEqual(functionSignatures.toSorted(byName))
})

describe('conditions', () => {
  test('compare the bare column with a literal', async () => {
    expect(await conditionOf(call('=', field('Title'), text("it's")))).toBe("t.title = 'it''s'")
    expect(await conditionOf(call('=', field('Level'), option('Level', 'low')))).toBe("t.level = 'low'")
    expect(await conditionOf(call('in', field('Title'), list(text('EU'), text('UK'), empty)))).toBe(
      "t.title = any ('{EU,UK}'::text[])",
    )
    expect(await conditionOf(call('>', field('Ratio'), number(1.5)))).toBe("t.ratio > '1.5'::float8")
  })

  test('keep whole numbers as bigint, and compare with others as doubles', async () => {
    expect(await conditionOf(call('=', field('Count'), number(5)))).toBe('t.count = 5')
    expect(await conditionOf(call('<', call('neg', number(3)), field('Count')))).toBe('-3 < t.count')
    expect(await conditionOf(call('in', field('Count'), list(number(1), call('neg', number(2)))))).toBe(
      "t.count = any ('{1,-2}'::bigint[])",
    )
    expect(await conditionOf(call('between', field('Count'), number(1), number(9)))).toBe(
      't.count between 1 and 9',
    )
    expect(await conditionOf(call('<', field('Count'), number(2.5)))).toBe("t.count::float8 < '2.5'::float8")
    expect(await conditionOf(call('=', field('Count'), number(2 ** 60)))).toMatch(/^t\.count::float8 = /)
  })

  test('turn around and mix without losing empty values', async () => {
    const isX = call('=', field('Title'), text('x'))
    expect(await conditionOf(call('not', isX))).toBe("((t.title = 'x') is not true)")
    expect(await conditionOf(call('!=', field('Title'), text('x')))).toBe("t.title is distinct from 'x'")
    expect(await conditionOf(call('and', field('Done'), call('or', isX, isX)))).toBe(
      "t.done and ((t.title = 'x') or (t.title = 'x'))",
    )
    expect((await compile(isX)).sql).toBe("((t.title = 'x') is true)")
    expect(await conditionOf(call('=', field('Ratio'), empty))).toBe('t.ratio is null')
    expect(await conditionOf(call('=', isX, field('Done')))).toBe("((t.title = 'x') is true) = t.done")
  })

  test('ask once a statement who is asking and what time it is', async () => {
    expect(await conditionOf(call('=', field('Mail'), call('my_role')))).toMatch(
      /^t\.mail = \(select plinth_private\.base_role\('[0-9a-f-]{36}'::uuid\)\)$/,
    )
    expect(await conditionOf(call('<', field('Moment'), call('now')))).toBe(
      't.moment < (select plinth_private.ex_now())',
    )
    expect(await conditionOf(call('=', field('Day'), call('today')))).toBe(
      "t.day = (select plinth_private.ex_day('Europe/Vienna'))",
    )
  })

  test('order text by code points and leave out empty text', async () => {
    expect(await conditionOf(call('<', field('Title'), text('b')))).toBe(
      "t.title collate \"C\" < 'b' and t.title <> ''",
    )
    expect(await conditionOf(call('>', field('Title'), text('b')))).toBe('t.title collate "C" > \'b\'')
  })
})

describe('empty text and negative zero that came in beside the calls', () => {
  test('are the empty value and zero', async () => {
    const id = '0190a000-0000-7000-8000-0000000000ff'
    await h.db.sql.unsafe(
      `insert into data.${table.relation} (id, title, notes, ratio) values ('${id}', '', null, '-0')`,
    )
    const truths = [
      call('is_empty', field('Title')),
      call('=', field('Title'), field('Notes')),
      call('=', field('Title'), empty),
      call('not', call('<', field('Title'), text('b'))),
      call('not', call('>=', text('b'), field('Title'))),
      call('not', call('between', field('Title'), call('left', field('Title'), number(1)), text('b'))),
      call('is_empty', call('upper', field('Title'))),
      call('is_empty', list(field('Title'))),
      call('=', call('text', field('Ratio')), text('0')),
      call('=', call('text', call('+', field('Ratio'), field('Ratio'))), text('0')),
    ]
    for (const ast of truths) {
      const { sql, condition } = await compile(ast)
      const [row] = await h.db.sql.unsafe(
        `select ${sql} as value, (${condition}) is true as holds from data.${table.relation} as t where t.id = '${id}'`,
      )
      expect([JSON.stringify(ast), row]).toEqual([JSON.stringify(ast), { value: true, holds: true }])
    }
    const { sql } = await compile(field('Ratio'))
    const [row] = await h.db.sql.unsafe(
      `select (${sql})::text as v from data.${table.relation} as t where t.id = '${id}'`,
    )
    expect(row!['v']).toBe('0')
  })
})

describe('values', () => {
  test('do not depend on the settings of the session', async () => {
    const settings = {
      extra_float_digits: '-10',
      DateStyle: 'SQL, DMY',
      TimeZone: 'Asia/Tokyo',
      lc_time: 'C',
    }
    expect(await valueOf(call('text', call('/', number(1), number(3))), settings)).toBe('0.3333333333333333')
    expect(await valueOf(call('text', number(1.005)), settings)).toBe('1.005')
    expect(await valueOf(call('=', call('round', number(1.005), number(2)), number(1.01)), settings)).toBe(
      true,
    )
    expect(await valueOf(call('text', call('date', number(24), number(2), number(29))), settings)).toBe(
      '0024-02-29',
    )
    const halfPastTwo = call('datetime_of', call('to_date', text('2024-10-27')), number(2), number(30))
    expect(await valueOf(call('-', halfPastTwo, halfPastTwo), settings)).toBe(0)
    expect(await valueOf(halfPastTwo, { TimeZone: 'UTC' })).toBe('2024-10-27T00:30:00+00:00')
    expect(await valueOf(call('hour', halfPastTwo), settings)).toBe(2)
  })

  test('are true or false for a condition, also without a value', async () => {
    expect(await valueOf(call('=', call('me'), empty))).toBe(false)
    expect(await valueOf(call('and', boolean(true), empty))).toBe(false)
    expect(await valueOf(call('text', call('in', empty, list(text('a')))))).toBe('false')
  })

  test('of nobody equal nothing', async () => {
    for (const ast of [call('=', call('me'), call('me')), call('=', field('Mail'), call('my_role'))]) {
      const { sql } = await compile(ast)
      const { sql: opposite } = await compile({ ...ast, call: '!=' })
      const [row] = await h.db.sql.unsafe(
        `select ${sql} as same, ${opposite} as other from data.${table.relation} as t limit 1`,
      )
      expect(row).toEqual({ same: false, other: true })
    }
  })

  test('tell what they depend on', async () => {
    const ast = call('if', call('has_role', text('editor')), call('year', call('today')), field('Count'))
    expect(await compile(ast)).toMatchObject({
      type: 'number',
      condition: null,
      depends: [field('Count').field],
      uses_me: true,
      uses_clock: true,
    })
    expect(await compile(option('Level', 'low'))).toMatchObject({ type: `option:${field('Level').field}` })
    expect((await compileAs(h, world.viewer, table.id, field('Title'), 'new row')).sql).toBe(
      `nullif("new row".title, '')`,
    )
  })
})
