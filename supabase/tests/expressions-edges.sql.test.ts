/** Edges of expressions that random values hardly ever meet: the ends of the doubles, clocks that are turned, long texts. */
import { checkAst, contextOf, evaluate, type Situation } from '@plinth/expression'
import { lowerCase, properCase, sampleTimeZones, upperCase } from '@plinth/expression/testing'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, compileAs, number, text } from './expression-trees.ts'
import { createFullTable, type Harness, startWorld, type World } from './harness.ts'

let h: Harness
let world: World
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
afterAll(() => h.db.stop())

/** The evaluator's answer, without fields. */
function appValue(ast: unknown, timeZone = 'UTC'): unknown {
  const checked = checkAst(ast as never, { fields: [] })
  if (!checked.ok) throw new Error(checked.error[0]!.message)
  const situation: Situation = { now: 0, timeZone, me: null, role: null, roles: [] }
  return evaluate(checked.value, contextOf([], {}, situation))
}

const settled = (value: number): number | null => (Number.isFinite(value) ? value + 0 : null)

describe('numbers at the ends of the doubles', () => {
  const mantissa = fc.oneof(
    fc.constantFrom(1, 1 + 2 ** -52, 2 - 2 ** -52, 1.5, 1 + 2 ** -26, Math.SQRT2),
    fc.double({ min: 1, max: 2, noNaN: true, maxExcluded: true }),
  )
  /** Pairs whose product (or quotient) has about this exponent of two. */
  const pairs = (sum: number, isQuotient: boolean) =>
    fc
      .tuple(
        mantissa,
        mantissa,
        fc.integer({ min: -1020, max: 1020 }),
        fc.integer({ min: -2, max: 2 }),
        fc.boolean(),
      )
      .map(([m, n, e, off, negative]): [number, number] => {
        const other = isQuotient ? e - sum - off : sum + off - e
        return [(negative ? -m : m) * 2 ** e, n * 2 ** Math.max(-1074, Math.min(1023, other))]
      })
  const operations: [string, (a: number, b: number) => number, [number, boolean][]][] = [
    [
      'ex_multiply',
      (a, b) => a * b,
      [
        [1023, false],
        [-1075, false],
        [-1022, false],
      ],
    ],
    [
      'ex_divide',
      (a, b) => a / b,
      [
        [1023, true],
        [-1075, true],
        [-1022, true],
      ],
    ],
    [
      'ex_add',
      (a, b) => a + b,
      [
        [2046, false],
        [-2048, false],
      ],
    ],
  ]
  test.each(operations)('%s', async (name, compute, ends) => {
    const given = ends.flatMap(([sum, isQuotient], index) =>
      fc.sample(pairs(sum, isQuotient), { seed: index + 1, numRuns: 4000 }),
    )
    const max = Number.MAX_VALUE
    given.push(
      [2 ** -537, 2 ** -538],
      [2 ** -537 * (1 + 2 ** -52), 2 ** -538],
      [max, max],
      [max, 2 ** 970],
      [max, 2 ** 969],
    )
    given.push(
      [2 ** 1023, 2 ** 1023],
      [max / 2, max / 2 + 2 ** 970],
      [max, -max],
      [5e-324, 0.5],
      [5e-324, 2],
      [max, 0.5],
    )
    const [row] = await h.db.sql.unsafe(
      `select json_agg(plinth_private.${name}((p.value ->> 0)::float8, (p.value ->> 1)::float8) order by p.n)::text as all
       from jsonb_array_elements($1::text::jsonb) with ordinality as p (value, n)`,
      [JSON.stringify(given)],
    )
    const database = JSON.parse(row!['all'] as string) as (number | null)[]
    const differing = given
      .map(([a, b], index) => ({ a, b, app: settled(compute(a, b)), database: database[index] }))
      .filter(({ app, database: other }) => !Object.is(app, other))
    expect(differing.slice(0, 5)).toEqual([])
    expect(database).toContain(null)
    expect(database).toContain(0)
  })
})

test('clocks that are turned show the same moment in the app and in the database', async () => {
  const days = [
    '2024-03-10',
    '2024-03-31',
    '2024-04-07',
    '2024-10-06',
    '2024-10-27',
    '2024-11-03',
    '2018-02-17',
    '2018-11-04',
  ]
  const all = [...days, '2011-12-29', '2011-12-30', '2011-12-31', '9999-12-31']
  const clocks = all.flatMap((day) =>
    Array.from({ length: 96 }, (_, quarter) => ({
      day,
      hour: Math.floor(quarter / 4),
      minute: (quarter % 4) * 15,
    })),
  )
  for (const zone of sampleTimeZones) {
    const rows = await h.db.sql`
      select floor(extract(epoch from plinth_private.ex_datetime_of((c.value ->> 'day')::date,
        (c.value ->> 'hour')::float8, (c.value ->> 'minute')::float8, ${zone})) * 1000)::float8 as at
      from jsonb_array_elements(${JSON.stringify(clocks)}::text::jsonb) with ordinality as c (value, n) order by c.n`
    const differing = clocks.filter(({ day, hour, minute }, index) => {
      const ast = call('datetime_of', call('to_date', text(day)), number(hour), number(minute))
      return appValue(ast, zone) !== rows[index]!['at']
    })
    expect({ zone, differing }).toEqual({ zone, differing: [] })
  }
})

test('days beyond the calendar are empty on both sides, whatever is made of them', async () => {
  const table = await createFullTable(h, world)
  const far = call('add_days', call('today'), number(9_999_999))
  for (const ast of [far, call('start_of_month', far), call('add_days', far, number(1))]) {
    for (const [asked, answer] of [
      [call('is_empty', ast), true],
      [call('=', ast, call('today')), false],
    ] as const) {
      const { sql } = await compileAs(h, world.viewer, table.id, asked)
      const [row] = await h.db.sql.unsafe(`select ${sql} as value`)
      expect([asked, appValue(asked), row!['value']]).toEqual([asked, answer, answer])
    }
  }
})

test('texts that grow too long are empty on both sides', async () => {
  const lengths: [string, string, unknown][] = [
    ['replace of the last length', `ex_replace(repeat('ab', 25000), 'b', 'xyz')`, 100_000],
    ['replace beyond it', `ex_replace(repeat('ab', 25000) || 'c', 'b', 'xyz')`, null],
    ['replace far beyond any memory', `ex_replace(repeat('a', 100000), 'a', repeat('b', 100000))`, null],
    ['capitals', `ex_upper(repeat('ß', 50000))`, 100_000],
    ['more capitals', `ex_upper(repeat('ß', 50001))`, null],
    ['join', `ex_join(array['a', 'b'], repeat('c', 99998))`, 100_000],
    ['longer join', `ex_join(array['a', 'b'], repeat('c', 99999))`, null],
    ['join far beyond', `ex_join(array_fill('a'::text, array[50000]), repeat('c', 100000))`, null],
    ['concat', `ex_concat(repeat('😀', 60000), repeat('x', 40000))`, 100_000],
    ['longer concat', `ex_concat(repeat('😀', 60000), repeat('x', 40001))`, null],
  ]
  for (const [name, sql, length] of lengths) {
    const [row] = await h.db.sql.unsafe(`select length(plinth_private.${sql}) as length`)
    expect([name, row!['length']]).toEqual([name, length])
  }
  // 2,000 × 50 characters, put together from what an expression can say.
  const pieces = Array.from({ length: 50 }, () => text('x'.repeat(2000)))
  expect(appValue(call('length', call('concat', ...pieces)))).toBe(100_000)
  expect(appValue(call('length', call('concat', ...pieces, text('x'))))).toBe(0)
})

describe('capitals and small letters', () => {
  test('of every character are the same on both sides', async () => {
    const mapped = await h.db.sql<{ code: number; upper: string; lower: string }[]>`
      select code, plinth_private.ex_upper(chr(code)) as upper, plinth_private.ex_lower(chr(code)) as lower
      from generate_series(1, 131071) as code
      where code not between 55296 and 57343
        and (plinth_private.ex_upper(chr(code)) <> chr(code) or plinth_private.ex_lower(chr(code)) <> chr(code))`
    const found = new Map(mapped.map(({ code, upper, lower }) => [code, [upper, lower]]))
    const differing: unknown[] = []
    // Planes beyond the second have no letters that come in pairs: there the app alone is asked.
    for (let code = 1; code <= 0x10ffff; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue
      const self = String.fromCodePoint(code)
      const [upper, lower] = found.get(code) ?? [self, self]
      if (upperCase(self) !== upper || lowerCase(self) !== lower)
        differing.push([code.toString(16), upper, lower])
    }
    expect(mapped.length).toBeGreaterThan(2000)
    expect(differing).toEqual([])
  })

  test('beside letters that are younger than their mapping, too', async () => {
    const letter = fc.constantFrom(...'ΑΣςσaAßꟘა Ა.ƛƛꟜ𐕾𐖥É')
    const samples = fc.sample(fc.string({ unit: letter, minLength: 1, maxLength: 8 }), 3000)
    const rows = await h.db.sql<{ upper: string; lower: string; proper: string }[]>`
      select plinth_private.ex_upper(t) as upper, plinth_private.ex_lower(t) as lower, plinth_private.ex_proper(t) as proper
      from unnest(${samples}::text[]) with ordinality as x (t, n) order by n`
    const differing = samples.filter((sample, index) => {
      const { upper, lower, proper } = rows[index]!
      return (
        [upperCase(sample), lowerCase(sample), properCase(sample)].join('|') !==
        [upper, lower, proper].join('|')
      )
    })
    expect(differing).toEqual([])
  })
})
