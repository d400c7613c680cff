/** How long the SQL of an expression becomes. */
import { uuidV7 } from '@plinth/domain'
import { expressionLimits, functionSignatures, parseExpression } from '@plinth/expression'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, compileAs, number } from './expression-trees.ts'
import { fieldOf, type Harness, type Json, startWorld, type TestTable, type World } from './harness.ts'

/** Fields of each type that a parameter takes, called by one letter each; their columns have long names. */
const letters: Readonly<Record<string, readonly [letter: string, type: string][]>> = {
  text: [
    ['a', 'text'],
    ['l', 'long_text'],
    ['j', 'json'],
  ],
  number: [
    ['b', 'number'],
    ['i', 'integer'],
    ['k', 'currency'],
    ['r', 'rating'],
  ],
  boolean: [['c', 'checkbox']],
  date: [['d', 'date']],
  datetime: [
    ['e', 'datetime'],
    ['t', 'created_time'],
  ],
  duration: [['u', 'duration']],
  person: [
    ['f', 'person'],
    ['w', 'created_by'],
  ],
  C: [['g', 'single_select']],
  'list of C': [['m', 'multi_select']],
  attachments: [['z', 'attachment']],
}
const typeOf: Readonly<Record<string, string>> = Object.fromEntries(Object.values(letters).flat())
/** As long as a column's name may be. */
const longName = 'a very long name for one of the fields of this table'
let h: Harness
let world: World
let scope: { fields: never; isFormula: boolean }
let table: TestTable

beforeAll(async () => {
  ;({ h, world } = await startWorld())
  const options = {
    single_select: { options: [{ id: 'o', label: 'O', hue: 'red' }] },
    multi_select: { options: [{ id: 'o', label: 'O', hue: 'red' }] },
    currency: { currency: 'EUR' },
  } as Readonly<Record<string, Json>>
  const fields = Object.values(typeOf).map((type) => ({
    ...fieldOf(`${longName} ${type}`, type as 'text'),
    options: options[type] ?? {},
  }))
  const definition = { id: uuidV7(), name: 'Long', fields }
  table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
  for (const [nth, letter] of Object.keys(typeOf).entries())
    await h.rpc(world.creator, 'update_field', { field: table.fields[nth]!.id, changes: { name: letter } })
  // The longest name of a zone that browsers offer.
  await h.db
    .admin`update plinth.base set time_zone = 'America/Argentina/Buenos_Aires' where id = ${world.base}`
  const named = table.fields.map((field, nth) => ({ ...field, name: Object.keys(typeOf)[nth]! }))
  scope = { fields: named as never, isFormula: true }
})

afterAll(() => h.db.stop())

/** The shortest texts of a parameter that are no literals. */
function argumentsOf(param: string): string[] {
  const own = (letters[param] ?? []).map(([letter]) => `{${letter}}`)
  return param.startsWith('list of ')
    ? [...own, ...argumentsOf(param.slice(8)).map((one) => `[${one}]`)]
    : own
}

const signs = new Set([
  'or',
  'and',
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'in',
  'has',
  '&',
  '+',
  '-',
  '*',
  '/',
  '%',
])

function textOfCall(name: string, args: readonly string[]): string {
  if (signs.has(name)) return `(${args.join(/\w/.test(name) ? ` ${name} ` : name)})`
  if (name === 'neg' || name === 'not') return `(${name === 'not' ? 'not ' : '-'}${args[0]})`
  return `${name}(${args.join(',')})`
}

/** What a call of a result is repeated with, in as few characters as there are; a sum is a tree as deep as it is long. */
const joiners: Readonly<Record<string, readonly [sign: string, most: number]>> = {
  boolean: [' or ', expressionLimits.items],
  text: ['&', expressionLimits.items],
  number: ['+', expressionLimits.depth - 4],
  duration: ['+', expressionLimits.depth - 4],
}

const repeated = (one: string, count: number, joiner: string) =>
  Array.from({ length: count }, () => one).join(joiner)

/** As many of a call as 500 characters hold: in a list, and beside each other. */
function filled(one: string, result: string): string[] {
  if (result.startsWith('list of ')) return filled(`count(${one})`, 'number')
  const [joiner, most] = joiners[result] ?? [',', expressionLimits.items]
  const bare = joiner === ' or ' ? one.replace(/^\((.*)\)$/, '$1') : one
  const listOf = (text: string, count: number) =>
    `[${repeated(text, Math.min(count, expressionLimits.items), ',')}]`
  const listed = listOf(one, Math.max(1, Math.floor(498 / (one.length + 1))))
  const room = 498 + joiner.length
  const times = Math.min(most, Math.max(1, Math.floor(room / (bare.length + joiner.length))))
  const chain = repeated(bare, times, joiner)
  return [listed, listOf(chain, Math.max(1, Math.floor(498 / (chain.length + 1))))]
}

/** Characters of SQL; 0: it is no expression, as where options of two fields meet. */
async function sizeOf(source: string): Promise<number> {
  expect(source.length).toBeLessThanOrEqual(500)
  const parsed = parseExpression(source, scope)
  if (!parsed.ok) return 0
  const { sql } = await compileAs(h, world.viewer, table.id, parsed.value.ast, 't', 'labels')
  return sql.length
}

const bind = (type: string, to: string) => type.replace(/\b[TO]\b/, to)

/** Calls with fields of each kind of each type that the parameters take; `inner`: those whose first argument is this call. */
function callsOf({ name, params, result }: Signature, inner?: Call): Call[] {
  const open = [...params, result].join().match(/\b[TO]\b/)?.[0]
  if (open) {
    return Object.keys(letters)
      .filter((to) => to !== 'attachments' && (open === 'T' || ordered.has(to)))
      .filter((to) => !to.startsWith('list of ') || !params.some((param) => param.startsWith('list of ')))
      .flatMap((to) =>
        callsOf({ name, params: params.map((param) => bind(param, to)), result: bind(result, to) }, inner),
      )
  }
  if (inner && params[0] !== inner.result) return []
  const most = Math.max(1, ...params.map((param) => argumentsOf(param).length))
  return Array.from({ length: most }, (_, nth) => {
    const args = params.map((param) => {
      // Options are of one field.
      const isBeside = param === 'list of C' && params.includes('C')
      const all = isBeside ? argumentsOf('C').map((one) => `[${one}]`) : argumentsOf(param)
      return all[nth % all.length]!
    })
    return { text: textOfCall(name, inner ? [inner.text, ...args.slice(1)] : args), result }
  })
}
interface Call {
  text: string
  result: string
}
interface Signature {
  name: string
  params: readonly string[]
  result: string
}
const ordered = new Set(['text', 'number', 'date', 'datetime', 'duration'])

describe('the size of the SQL', () => {
  test('of a long formula is kept short where it is run, kept and on read', async () => {
    const kept = repeated('text({k})', 80, '&')
    const formulas = { kept, told: `${kept}&person_name({w})` }
    for (const [name, source] of Object.entries(formulas)) {
      const parsed = parseExpression(source, scope)
      if (!parsed.ok) throw new Error(parsed.error[0]!.message)
      const definition = { id: uuidV7(), name, type: 'long_text', options: {}, formula: parsed.value.ast }
      await h.rpc(world.creator, 'create_field', { table: table.id, definition })
    }
    const [row] = await h.db.admin.unsafe(
      `select column_name as name from plinth.field where table_id = '${table.id}' and type = 'currency'`,
    )
    const column = row!['name'] as string
    expect(column.length).toBeGreaterThan(30)
    await h.db.admin.unsafe(`insert into data.${table.relation} (${column}) values (150)`)
    const [value] = await h.db.admin.unsafe(`select kept from data.${table.relation}`)
    expect(value!['kept']).toBe('1.5'.repeat(80))
    const [body] = await h.db.admin.unsafe(
      `select prosrc as source from pg_proc where proname = plinth_private.formula_function('${table.id}')`,
    )
    expect((body!['source'] as string).split(column)).toHaveLength(2)
    const [told] = await h.db.admin.unsafe(
      `select plinth_private.late_sql(f) as source from plinth_private.late_field as l
       cross join lateral plinth_private.late_as_field(l) as f where l.table_id = '${table.id}'`,
    )
    expect((told!['source'] as string).split(column)).toHaveLength(2)
  })

  test('stays within 4 KB for calls of any kind that fill 500 characters of text, whatever the columns are called', async () => {
    const sizes: [string, number, string, string][] = []
    for (const { text, result } of functionSignatures.flatMap((signature) => callsOf(signature)))
      for (const source of filled(text, result)) sizes.push([source, await sizeOf(source), text, result])
    sizes.sort((a, b) => b[1] - a[1])
    expect(sizes[0]![1]).toBeGreaterThan(2000)
    expect(sizes.filter(([, size]) => size === 0)).toEqual([])
    expect(sizes.filter(([, size]) => size > 4096)).toEqual([])
    // Those of the most SQL within each other and beside each other.
    const densest = sizes.slice(0, 20).map(([, , text, result]) => ({ text, result }))
    const within = functionSignatures.flatMap((signature) =>
      densest.flatMap((inner) => callsOf(signature, inner).slice(0, 1)),
    )
    const over: [string, number][] = []
    let seen = 0
    for (const { text, result } of within) {
      const source = filled(text, result)[1]!
      const size = await sizeOf(source)
      if (size > 0) seen += 1
      if (size > 4096) over.push([source, size])
    }
    expect(seen).toBeGreaterThan(500)
    expect(over).toEqual([])
  }, 120_000)

  test('grows with the text and not with the depth', async () => {
    let ast: unknown = { field: table.fields[3]!.id }
    const lengths: number[] = []
    for (let depth = 0; depth < 15; depth++) {
      ast = call('if', call('between', ast, number(1), number(2)), number(1), number(2))
      lengths.push((await compileAs(h, world.viewer, table.id, ast)).sql.length)
    }
    const steps = lengths.slice(1).map((length, index) => length - lengths[index]!)
    expect(new Set(steps.slice(1)).size).toBe(1)
  })
})
