/** Trees that no browser of ours would send, and callers who may not see what they name. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, compileAs, empty, list, number, text } from './expression-trees.ts'
import {
  createFullTable,
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
let second: TestTable
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  table = await createFullTable(h, world)
  second = await createFullTable(h, world, 'Second')
})
afterAll(() => h.db.stop())

const fieldIn = (where: TestTable, name: string) => ({ field: where.fields.find((f) => f.name === name)!.id })
const field = (name: string) => fieldIn(table, name)
const compile = (ast: unknown) => compileAs(h, world.viewer, table.id, ast)

/** What a tree is refused for; fails when it is not refused as an expression that is not valid. */
async function detailsOf(ast: unknown): Promise<Record<string, string>> {
  const refusal: unknown = await compile(ast).catch((error: unknown) => error)
  if (refusal instanceof Refusal && refusal.code === 'expression_invalid' && refusal.state === 'PT400') {
    return JSON.parse(refusal.details) as Record<string, string>
  }
  throw new Error(`was not refused: ${JSON.stringify(ast).slice(0, 200)}`)
}

/** The rule and the place that a tree is refused for. */
async function faultOf(ast: unknown): Promise<string> {
  const { rule, path } = await detailsOf(ast)
  return `${rule} ${path}`.trim()
}

/** Which of these calls raise, and why: found by halves. */
async function refusedCalls(calls: readonly string[]): Promise<[string, string][]> {
  const query = calls.map((each) => `select count(c.value) from (select ${each} as value) as c`).join(';')
  const failure: unknown = await h.as(world.viewer, (tx) => tx.unsafe(query)).catch((error: unknown) => error)
  if (!(failure instanceof Refusal)) return []
  if (calls.length === 1) return [[calls[0]!, failure.code]]
  const middle = calls.length >> 1
  return [...(await refusedCalls(calls.slice(0, middle))), ...(await refusedCalls(calls.slice(middle)))]
}

const nested = (depth: number): unknown => {
  let ast: unknown = number(1)
  for (let level = 1; level < depth; level++) ast = call('neg', ast)
  return ast
}
const wide = (count: number) => ({ list: Array.from({ length: count }, () => number(1)) })

describe('malformed trees', () => {
  const shapes: [unknown, string][] = [
    [null, 'node'],
    [5, 'node'],
    ['text', 'node'],
    [[], 'node'],
    [[text('a')], 'node'],
    [{}, 'node'],
    [{ text: 5 }, 'node'],
    [{ text: null }, 'node'],
    [{ text: 'a', number: 1 }, 'node'],
    [{ text: 'a', extra: true }, 'node'],
    [{ number: '1' }, 'node'],
    [{ number: { valueOf: 1 } }, 'node'],
    [{ number: -1 }, 'number'],
    [{ boolean: 'true' }, 'node'],
    [{ boolean: 1 }, 'node'],
    [{ empty: false }, 'node'],
    [{ empty: null }, 'node'],
    [{ field: 5 }, 'node'],
    [{ field: ['a'] }, 'node'],
    [{ field: 'no uuid' }, 'field'],
    [{ option: 'low' }, 'node'],
    [{ list: 'abc' }, 'node'],
    [{ list: { 0: text('a') } }, 'node'],
    [{ call: 'abs' }, 'node'],
    [{ args: [] }, 'node'],
    [{ call: 'abs', args: {} }, 'node'],
    [{ call: ['abs'], args: [] }, 'node'],
    [{ call: 'abs', args: [number(1)], type: 'text' }, 'node'],
    [call('abs', number(1), { text: 'a', extra: 1 }), 'node args.1'],
    [call('min', list(number(1), 7)), 'node args.0.list.1'],
    [{ text: 'x'.repeat(2001) }, 'text'],
  ]
  test.each(shapes)('%j', async (ast, rule) => {
    expect(await faultOf(ast)).toBe(rule)
  })

  test('numbers that no double holds', async () => {
    for (const digits of ['1e400', `1${'0'.repeat(400)}`, '1e-400', '1.8e308', '2e-324']) {
      const work = h.as(
        world.viewer,
        (tx) =>
          tx`select plinth_private.compile_expression(${table.id}::uuid, ${`{"number": ${digits}}`}::text::jsonb)`,
      )
      expect(await refusalOf(work)).toBe('expression_invalid')
    }
  })

  test('no tree at all', async () => {
    const work = h.as(
      world.viewer,
      (tx) => tx`select plinth_private.compile_expression(${table.id}::uuid, null)`,
    )
    expect(await refusalOf(work)).toBe('expression_invalid')
  })
})

describe('trees beyond the limits', () => {
  test('of depth, however deep', async () => {
    expect((await compile(nested(32))).type).toBe('number')
    expect(await faultOf(nested(33))).toMatch(/^depth /)
    // Postgres itself refuses what its parser of JSON finds too deep: anything but a crash or a success will do.
    for (const depth of [500, 10_000, 1_000_000]) {
      const ast = `${'{"call":"neg","args":['.repeat(depth)}{"number":1}${']}'.repeat(depth)}`
      const work = h.as(
        world.viewer,
        (tx) => tx`select plinth_private.compile_expression(${table.id}::uuid, ${ast}::text::jsonb)`,
      )
      expect(await refusalOf(work)).toMatch(/^expression_invalid$|^stack depth limit exceeded$/)
    }
  })

  test('of nodes, of lists and of arguments', async () => {
    expect((await compile(wide(100))).type).toBe('list of number')
    expect(await faultOf(wide(101))).toBe('list')
    expect(await faultOf(wide(20_000))).toBe('list')
    expect(await faultOf(wide(200_000))).toBe('nodes')
    expect(await faultOf(call('sum', ...wide(101).list))).toBe('list')
    expect(
      (await compile(list(...Array.from({ length: 99 }, () => call('sum', number(1), number(2)))))).type,
    ).toBe('list of number')
    expect(await faultOf(list(...Array.from({ length: 100 }, () => call('sum', number(1), number(2)))))).toBe(
      'nodes',
    )
    expect(await faultOf(list(...Array.from({ length: 100 }, () => wide(100))))).toBe('nodes')
  })

  test('of text, counted in characters', async () => {
    expect((await compile({ text: '😀'.repeat(2000) })).type).toBe('text')
    expect(await faultOf({ text: '😀'.repeat(2001) })).toBe('text')
  })
})

describe('names and types', () => {
  test('only known functions with arguments that fit', async () => {
    for (const name of [
      'pg_sleep',
      'current_user',
      'ABS',
      '',
      'abs(1), 2',
      '; drop table x',
      '__proto__',
      'ex_add',
    ]) {
      expect(await faultOf(call(name, number(1)))).toBe('function')
    }
    expect(await faultOf(call('abs'))).toBe('arguments')
    expect(await faultOf(call('abs', text('1')))).toBe('arguments')
    expect(await faultOf(call('abs', number(1), number(1)))).toBe('arguments')
    expect(await faultOf(call('now', number(1)))).toBe('arguments')
    expect(await faultOf(call('=', number(1), text('1')))).toBe('arguments')
    expect(await faultOf(call('<', field('Done'), field('Done')))).toBe('arguments')
    expect(await faultOf(call('and', call('=', number(1), number(1))))).toBe('arguments')
    expect(await faultOf(call('not', call('in', list(number(1)), list(number(1)))))).toBe('arguments args.0')
    expect(await faultOf(call('if', call('=', number(1), number(1)), number(1), text('a')))).toBe('arguments')
    expect(await faultOf(list(number(1), text('a')))).toBe('type list.1')
    expect(await faultOf(list(list(number(1))))).toBe('type list.0')
  })

  test('attachments are counted and nothing else', async () => {
    expect((await compile(call('count', field('Files')))).type).toBe('number')
    expect(await faultOf(field('Files'))).toBe('type')
    expect(await faultOf(list(field('Files')))).toBe('type list.0')
    expect(await faultOf(call('first', field('Files')))).toBe('arguments')
    expect(await faultOf(call('=', field('Files'), empty))).toBe('arguments')
    expect(await faultOf(call('first_filled', field('Files')))).toBe('arguments')
  })

  test('options of their own field', async () => {
    const level = field('Level')
    expect(await faultOf({ ...level, option: 'gone' })).toBe('option')
    expect(await faultOf({ ...field('Title'), option: 'low' })).toBe('option')
    expect(await faultOf({ ...fieldIn(second, 'Level'), option: 'low' })).toBe('field')
    expect(await faultOf(call('=', level, text('low')))).toBe('arguments')
    expect(await faultOf(call('<', level, { ...level, option: 'low' }))).toBe('arguments')
  })

  test('are told by their names and never by values', async () => {
    expect(await detailsOf(call('not', { ...field('Level'), option: 'secret' }))).toEqual({
      table: table.id,
      field: field('Level').field,
      rule: 'option',
      path: 'args.0',
    })
  })

  test('fields of the table', async () => {
    expect(await faultOf(fieldIn(second, 'Title'))).toBe('field')
    expect(await faultOf({ field: table.id })).toBe('field')
    expect(await faultOf(call('abs', { field: `${field('Count').field}' or true --` }))).toBe('field args.0')
  })
})

/** Everywhere that a text becomes SQL; each is the text again. */
const places = (attack: string): unknown[] => [
  text(attack),
  call('concat', text(attack), empty),
  call('first', list(text(attack), text('b'))),
  call('first', list(text(attack), field('Title'))),
  call('if', call('in', text(attack), list(text('x'), text(attack))), text(attack)),
  call('replace', text(`<${attack}>`), text(`<${attack}>`), text(attack)),
]

describe('text that wants to be SQL', () => {
  const attacks = [
    `'; drop schema data cascade; --`,
    `\\'; select 1; --`,
    `$$; select 1; $$`,
    `%1$s %s %L %I`,
    `$1`,
    `"`,
    `{"a","b"}`,
    `a,b`,
    `NULL`,
    `\u0001\u001f\u007f`,
    `'||current_user||'`,
    `😀'\\"`,
  ]
  test.each(attacks)('comes back as the same text: %j', async (attack) => {
    for (const ast of places(attack)) {
      const { sql } = await compile(ast)
      for (const strings of ['on', 'off']) {
        const rows = await h.as(world.viewer, async (tx) => {
          await tx`select set_config('standard_conforming_strings', ${strings}, true),
                          set_config('escape_string_warning', 'off', true)`
          return tx.unsafe(`select ${sql} as value from (select null::text as title) as t`)
        })
        expect(rows[0]!['value']).toBe(attack)
      }
    }
  })
})

describe('callers', () => {
  const ast = call('concat', text('a'))

  test('compile for the tables that they can see, and are told of no others', async () => {
    for (const who of ['owner', 'creator', 'editor', 'viewer'] as const) {
      expect((await compileAs(h, world[who], table.id, field('Title'))).type).toBe('text')
    }
    for (const who of ['member', 'outsider', 'anonymous'] as const) {
      expect(await refusalOf(compileAs(h, world[who], table.id, ast))).toBe('not_found')
      expect(await refusalOf(compileAs(h, world[who], world.base, ast))).toBe('not_found')
      expect(await refusalOf(compileAs(h, world[who], table.id, { bad: 1 }))).toBe('not_found')
    }
    expect(await refusalOf(compileAs(h, null, table.id, ast))).toMatch(/permission denied/)
  })

  test('learn nothing of fields in bases that they cannot see', async () => {
    const other = await h.person('stranger')
    await h.rpc(other, 'my_session')
    await h.db.sql`insert into plinth_private.workspace_creator (user_id) values (${other.id})`
    const [workspace, base, own] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
    await h.rpc(other, 'create_workspace', { workspace, name: 'Other' })
    const settings = { hue: 'blue', timeZone: 'UTC', locale: 'en', weekStart: 1 }
    await h.rpc(other, 'create_base', { base, workspace, name: 'Other', settings })
    const fields = [{ id: crypto.randomUUID(), name: 'Name', type: 'text', options: {} }]
    await h.rpc(other, 'create_table', { base, definition: { id: own, name: 'Own', fields } })
    const secret = compileAs(h, other, own, field('Title')).catch((error: Refusal) => error.details)
    const absent = compileAs(h, other, own, { field: own }).catch((error: Refusal) => error.details)
    expect(String(await secret).replace(field('Title').field, 'x')).toBe(
      String(await absent).replace(own, 'x'),
    )
  })

  test('may call every helper with anything', async () => {
    const rows = await h.db.sql<{ name: string; count: number; types: string[] }[]>`
      select p.oid::regproc::text as name, p.pronargs::int as count,
        array(select format_type(t, null) from unnest(p.proargtypes) with ordinality as u (t, n) order by n) as types
      from pg_proc as p where p.pronamespace = 'plinth_private'::regnamespace and p.proname like 'ex\\_%'
      order by 1`
    expect(rows.length).toBeGreaterThan(40)
    const values: Record<string, string[]> = {
      'double precision': [
        'null',
        `'NaN'`,
        `'Infinity'`,
        `'-Infinity'`,
        '0',
        `'-0'`,
        '5e-324',
        `'-1.7976931348623157e308'`,
      ],
      integer: ['null', '0', `'-2147483648'`, '2147483647'],
      numeric: [
        'null',
        `'NaN'`,
        `'Infinity'`,
        `'-Infinity'`,
        '1e-400',
        '-1e400',
        '1.7976931348623157e308',
        '0.5',
      ],
      text: ['null', `''`, `'UTC'`, `'half'`, `'day'`, `'hour'`, `repeat('ab,', 40000)`],
      date: [
        'null',
        `'infinity'`,
        `'-infinity'`,
        `'4713-01-01 BC'`,
        `'5874897-12-31'`,
        `'0001-01-01'`,
        `'9999-12-31'`,
      ],
      'timestamp with time zone': [
        'null',
        `'infinity'`,
        `'-infinity'`,
        `'4713-01-02 BC'`,
        `'294276-12-31'`,
        `'9999-12-31'`,
      ],
      boolean: ['null', 'true'],
      jsonb: ['null', `'null'`, `'[]'`, `'{"x": null}'`, `'{"x": [1, "a"]}'`, `'{"x": [1e400, {}]}'`],
      'boolean[]': ['null', `'{}'`, `'{true,null,false}'`],
      'text[]': ['null', `'{}'`, `array_fill('x'::text, array[60000])`],
      'double precision[]': ['null', `'{}'`, `'{NaN,Infinity,null,1e308,1e308}'`],
      anyarray: [`null::text[]`, `'{}'::text[]`, `array_fill('x'::text, array[60000])`],
      anyelement: [`null::text`, `'b'::text`],
    }
    for (const { name, types } of rows) {
      let calls: string[][] = [[]]
      for (const type of types) {
        calls = calls.flatMap((args) =>
          values[type]!.map((value) => [...args, `${value}${value.includes('::') ? '' : `::${type}`}`]),
        )
      }
      const spread = /ex_(concat|list)$/.test(name) ? 'variadic ' : ''
      const all = calls.map((args) => `${name}(${spread}${args.join(', ')})`)
      const failed = await refusedCalls(all)
      // A text that is no zone or no part of a date may be refused: there are only constants of the compiler.
      expect(failed.filter(([, why]) => !/time zone|unit/.test(why))).toEqual([])
    }
  })
})
