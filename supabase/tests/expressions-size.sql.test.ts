/** How long the SQL of an expression becomes. */
import { expressionLimits, functionSignatures, parseExpression } from '@plinth/expression'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, compileAs, number } from './expression-trees.ts'
import { fieldOf, type Harness, startWorld, type TestTable, type World } from './harness.ts'

const letters = {
  text: 'a',
  number: 'b',
  boolean: 'c',
  date: 'd',
  datetime: 'e',
  person: 'f',
  C: 'g',
} as const
type Letter = keyof typeof letters
let h: Harness
let world: World
let small: TestTable

beforeAll(async () => {
  ;({ h, world } = await startWorld())
  const fields = Object.entries(letters).map(([type, name]) =>
    type === 'C'
      ? { ...fieldOf(name, 'single_select'), options: { options: [{ id: 'o', label: 'O', hue: 'red' }] } }
      : fieldOf(name, type === 'boolean' ? 'checkbox' : (type as 'text')),
  )
  const definition = { id: '0190a000-0000-7000-8000-00000000bbbb', name: 'Small', fields }
  small = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
  // The longest name of a zone that browsers offer.
  await h.db
    .admin`update plinth.base set time_zone = 'America/Argentina/Buenos_Aires' where id = ${world.base}`
})

afterAll(() => h.db.stop())

/** The shortest text of a parameter that is no literal. */
function argument(param: string): string {
  if (param.startsWith('list of ')) return `[${argument(param.slice(8))}]`
  if (param === 'duration') return `days({${letters.number}})`
  return `{${letters[(param === 'T' || param === 'O' ? 'text' : param) as Letter]}}`
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

function textOfCall(name: string, params: readonly string[]): string {
  const args = params.map(argument)
  if (signs.has(name)) return `(${args.join(/\w/.test(name) ? ` ${name} ` : name)})`
  if (name === 'neg' || name === 'not') return `(${name === 'not' ? 'not ' : '-'}${args[0]})`
  return `${name}(${args.join(',')})`
}

/** As many of a call as 500 characters hold, in a list or, for lists, joined by commas of a function. */
function fill(one: string, isList: boolean): string {
  const times = Math.min(
    isList ? 49 : expressionLimits.items,
    Math.floor((isList ? 400 : 498) / (one.length + (isList ? 8 : 1))),
  )
  const all = Array.from({ length: times }, () => (isList ? `count(${one})` : one))
  return `[${all.join(',')}]`
}

describe('the size of the SQL', () => {
  test('stays within 4 KB for any call that fills 500 characters of text', async () => {
    const sizes: [string, number][] = []
    const scope = {
      fields: small.fields.map(({ id, name, type }) => ({ id, name, type })) as never,
      isFormula: true,
    }
    for (const { name, params, result } of functionSignatures) {
      if (params.includes('attachments')) continue
      const source = fill(textOfCall(name, params), result.startsWith('list of '))
      expect(source.length).toBeLessThanOrEqual(500)
      const parsed = parseExpression(source, scope)
      if (!parsed.ok) throw new Error(`${source}: ${parsed.error[0]!.message}`)
      const { sql } = await compileAs(h, world.viewer, small.id, parsed.value.ast, 't', 'labels')
      sizes.push([source, sql.length])
    }
    sizes.sort((a, b) => b[1] - a[1])
    expect(sizes[0]![1]).toBeGreaterThan(2000)
    expect(sizes.filter(([, size]) => size > 4096)).toEqual([])
  })

  test('grows with the text and not with the depth', async () => {
    let ast: unknown = { field: small.fields[1]!.id }
    const lengths: number[] = []
    for (let depth = 0; depth < 15; depth++) {
      ast = call('if', call('between', ast, number(1), number(2)), number(1), number(2))
      lengths.push((await compileAs(h, world.viewer, small.id, ast)).sql.length)
    }
    const steps = lengths.slice(1).map((length, index) => length - lengths[index]!)
    expect(new Set(steps.slice(1)).size).toBe(1)
  })
})
