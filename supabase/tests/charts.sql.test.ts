/** Charts over random views, cell by cell beside a model in plain TypeScript; and what is no chart. */
import { figuresOf, limits, type SummaryKind, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Harness, type Json, Refusal, startWorld, type World } from './harness.ts'
import { randomFrom } from './random-rights.ts'
import { randomQuery } from './random-views.ts'
import { type ViewLab, viewLab } from './view-lab.ts'
import {
  figureOf,
  groupValue,
  type ModelQuery,
  type ModelRow,
  type ModelTable,
  type Value,
  viewOf,
} from './view-model.ts'

const seed = Number(process.env['PLINTH_TEST_SEED'] ?? 20261125)
const rounds = Number(process.env['PLINTH_TEST_ROUNDS'] ?? 100)
const by = randomFrom(seed)

let h: Harness
let world: World
let lab: ViewLab
let model: ModelTable
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await viewLab(h, world, seed)
  model = lab.modelFor(world.viewer)
})
afterAll(() => h.db.stop())

type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year'
const units = ['day', 'week', 'month', 'quarter', 'year'] as const satisfies readonly Unit[]

interface Asked {
  figure: SummaryKind
  field: string | null
  units: (Unit | null)[]
  by: 'key' | 'figure'
  take: number
  totals: boolean
}

interface Answer {
  keys: [Value, number, Json][]
  keyCount: number
  series: Value[]
  seriesCount: number
  cells: [number, number, number, Json][]
  whole: [number, Json] | null
}

const ask = (query: ModelQuery, chart: Asked) =>
  h.rpc<Answer>(world.viewer, 'view_chart', { query: { ...query, sorts: [] }, chart })

const typeOf = (id: string) => model.fields.find((field) => field.id === id)!.type
const isOfDays = (id: string) => typeOf(id) === 'date' || typeOf(id) === 'datetime'

/** The day with which a stretch begins, said by the calendar and not by the database. */
function beginOf(day: string, unit: Unit | null): string {
  if (unit === null || unit === 'day') return day
  const [year, month] = [day.slice(0, 4), Number(day.slice(5, 7))]
  if (unit === 'year') return `${year}-01-01`
  if (unit === 'quarter') return `${year}-${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`
  if (unit === 'month') return `${day.slice(0, 7)}-01`
  const days = Date.parse(`${day}T00:00:00Z`) / 86_400_000
  const weekday = ((((days + 3) % 7) + 7) % 7) + 1
  const first = new Date((days - ((weekday - model.weekStart + 7) % 7)) * 86_400_000).toISOString()
  return first < '0001' || first.startsWith('-') || first.startsWith('0000')
    ? '0001-01-01'
    : first.slice(0, 10)
}

const keyOf = (row: ModelRow, id: string, unit: Unit | null): Value => {
  const value = groupValue(model, id, row)
  return typeof value === 'string' && isOfDays(id) ? beginOf(value, unit) : value
}

const figure = (chart: Asked, rows: readonly ModelRow[]): Value =>
  chart.field === null ? rows.length : figureOf(model, chart.field, chart.figure, rows)

/** The rows of each key, in the order of the keys. */
function byKey(rows: readonly ModelRow[], id: string, unit: Unit | null): Map<Value, ModelRow[]> {
  const found = new Map<Value, ModelRow[]>()
  for (const row of rows) {
    const key = keyOf(row, id, unit)
    found.set(key, [...(found.get(key) ?? []), row])
  }
  return found
}

const rounded = (value: Json): Json => {
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' ? Number(number.toPrecision(11)) : value
}

function askedOf(query: ModelQuery): Asked {
  const field = by.random() < 0.3 ? null : by.oneOf(model.fields)
  return {
    figure: field ? by.oneOf(figuresOf(field.type)) : 'count',
    field: field?.id ?? null,
    units: (query.groups ?? []).map((group) =>
      isOfDays(group.field) && by.random() < 0.8 ? by.oneOf(units) : null,
    ),
    by: by.oneOf(['key', 'key', 'figure']),
    take: by.oneOf([3, 1000]),
    totals: by.random() < 0.5,
  }
}

test(`charts of any view are the model's, cell by cell (seed ${seed})`, { timeout: 240_000 }, async () => {
  let cells = 0
  for (let round = 0; round < rounds; round++) cells += await chartAlike()
  expect(cells).toBeGreaterThan(rounds)
})

/** One chart of one view; answers how many cells of two fields it had. */
async function chartAlike(): Promise<number> {
  const { collapsed: _, groups, ...rest } = randomQuery(by, model, lab.table.id)
  const query: ModelQuery = { ...rest, sorts: [], ...(groups ? { groups: groups.slice(0, 2) } : {}) }
  const { all } = viewOf(model, query)
  const chart = askedOf(query)
  const what = JSON.stringify({ query, chart })
  const answer = await ask(query, chart)
  const isWhole = chart.totals || !query.groups
  expect(answer.whole && [answer.whole[0], rounded(answer.whole[1])], `in ${what}`).toEqual(
    isWhole ? [all.length, rounded(figure(chart, all))] : null,
  )
  const [first, second] = query.groups ?? []
  if (!first) return noKeys(answer)
  const keys = byKey(all, first.field, chart.units[0]!)
  expect(answer.keyCount, `in ${what}`).toBe(keys.size)
  expect(answer.keys.length, `in ${what}`).toBe(Math.min(keys.size, chart.take))
  for (const [key, count, value] of answer.keys) {
    const rows = keys.get(key)
    expect([key, count, rounded(value)], `in ${what}`).toEqual([
      key,
      rows?.length,
      rounded(figure(chart, rows ?? [])),
    ])
  }
  if (chart.by === 'figure') inOrderOfFigure(answer, chart, keys, first.direction, what)
  else inOrderOfKeys(answer, chart, keys, what)
  if (second) return cellsAlike(answer, query, chart, keys, what)
  expect(answer.cells).toEqual([])
  return 0
}

function noKeys(answer: Answer): number {
  expect(answer).toMatchObject({ keys: [], keyCount: 0, series: [], cells: [] })
  return 0
}

function inOrderOfKeys(answer: Answer, chart: Asked, keys: ReadonlyMap<Value, unknown>, what: string): void {
  const told = answer.keys.map(([key]) => key)
  expect(told, `in ${what}`).toEqual([...keys.keys()].slice(0, chart.take))
}

function cellsAlike(
  answer: Answer,
  query: ModelQuery,
  chart: Asked,
  keys: ReadonlyMap<Value, readonly ModelRow[]>,
  what: string,
): number {
  const second = query.groups![1]!
  const unit = chart.units[1]!
  const series = byKey(viewOf(model, { ...query, groups: [second] }).all, second.field, unit)
  const kept = new Set(answer.series)
  expect(answer.seriesCount, `in ${what}`).toBe(series.size)
  expect(answer.series, `in ${what}`).toEqual([...series.keys()].filter((key) => kept.has(key)))
  expect(kept.size, `in ${what}`).toBe(Math.min(series.size, limits.seriesPerChart))
  const least = Math.min(...answer.series.map((key) => series.get(key)!.length))
  const left = [...series].filter(([key]) => !kept.has(key)).map(([, rows]) => rows.length)
  expect(Math.max(0, ...left), `in ${what}`).toBeLessThanOrEqual(least)
  const foreseen = answer.keys.flatMap(([key], x) =>
    answer.series.flatMap((other, s) => {
      const rows = keys.get(key)!.filter((row) => keyOf(row, second.field, unit) === other)
      return rows.length === 0 ? [] : [[x, s, rows.length, rounded(figure(chart, rows))]]
    }),
  )
  const cells = answer.cells.map(([x, s, count, value]) => [x, s, count, rounded(value)])
  expect(cells, `in ${what}`).toEqual(foreseen)
  return cells.length
}

const isBehind = (value: number, before: number) =>
  value === before || value - before >= -1e-6 * Math.abs(before)

/** What has no figure comes last; what is left out is no further ahead than what is told. */
function inOrderOfFigure(
  answer: Answer,
  chart: Asked,
  keys: ReadonlyMap<Value, readonly ModelRow[]>,
  direction: 'asc' | 'desc',
  what: string,
): void {
  const isOfTimes = chart.figure === 'earliest' || chart.figure === 'latest'
  const sign = direction === 'desc' ? -1 : 1
  const rank = (value: Json) =>
    value === null ? Infinity : sign * (isOfTimes ? Date.parse(String(value)) : Number(value))
  const got = answer.keys.map(([, , value]) => rank(value))
  const shown = new Set(answer.keys.map(([key]) => key))
  const left = [...keys].filter(([key]) => !shown.has(key)).map(([, rows]) => rank(figure(chart, rows)))
  const wrong = got.filter((value, n) => n > 0 && !isBehind(value, got[n - 1]!))
  expect([...wrong, ...left.filter((value) => !isBehind(value, got.at(-1)!))], `in ${what}`).toEqual([])
}

const countOf = (key: Value, { keys }: Answer) => keys.find(([one]) => one === key)?.[1] ?? 0

test('values whose options are gone are counted with what is empty, as one key', async () => {
  const level = lab.field('Level')
  const query = { table: lab.table.id, sorts: [], groups: [{ field: level, direction: 'asc' as const }] }
  const split = {
    ...query,
    groups: [{ field: lab.field('Done'), direction: 'asc' as const }, ...query.groups],
  }
  const chart: Asked = {
    figure: 'median',
    field: lab.field('Stars'),
    units: [null],
    by: 'key',
    take: 10,
    totals: true,
  }
  const before = await ask(query, chart)
  const [field] = await h.db.sql`select options from plinth.field where id = ${level}`
  const { options } = field!['options'] as { options: { id: string }[] }
  const left = { options: options.filter(({ id }) => id === 'high') }
  await h.db.sql`update plinth.field set options = ${h.db.sql.json(left)} where id = ${level}`
  try {
    const after = await ask(query, chart)
    expect(after.keys.map(([key]) => key)).toEqual(['high', null])
    const rest = (['low', 'mid', null] as const).map((key) => countOf(key, before))
    expect(countOf(null, after)).toBe(rest.reduce((sum, count) => sum + count, 0))
    expect(rest.every((count) => count > 0)).toBe(true)
    expect(after.whole).toEqual(before.whole)
    const told = await ask(split, { ...chart, units: [null, null] })
    expect(told.series).toEqual(['high', null])
    expect(new Set(told.cells.map(([at, series]) => `${at} ${series}`)).size).toBe(told.cells.length)
  } finally {
    await h.db.sql`update plinth.field set options = ${h.db.sql.json(field!['options'])} where id = ${level}`
  }
})

const chartOfKeys = { figure: 'count', field: null, units: [null], by: 'key', take: 10, totals: false }
const queryBy = (...names: string[]): Json => ({
  table: lab.table.id,
  sorts: [],
  groups: names.map((name) => ({ field: lab.field(name), direction: 'asc' })),
})

async function ruleOf(args: Record<string, Json>): Promise<[string, string | undefined]> {
  try {
    await h.rpc(world.viewer, 'view_chart', args)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [error.code, (JSON.parse(error.details || '{}') as { rule?: string }).rule]
  }
  throw new Error('was not refused')
}
const refused = (changes: Record<string, Json>, asked: Json = queryBy('Level')) =>
  ruleOf({ query: asked, chart: { ...chartOfKeys, ...changes } })

test('records without a day are a key of their own, of whatever stretch', async () => {
  const rows = model.rows.filter((row) => row.values[lab.field('Day')] === null)
  for (const unit of units) {
    const asked = {
      figure: 'count',
      field: null,
      units: [unit],
      by: 'key',
      take: 1000,
      totals: false,
    } as const
    const { keys } = await ask(queryBy('Day') as unknown as ModelQuery, { ...asked, units: [unit] })
    expect([unit, keys.at(-1)]).toEqual([unit, [null, rows.length, rows.length]])
  }
})

describe('what is no chart', () => {
  test.each<[string, Record<string, Json>]>([
    ['a key that it does not have', { sql: 'x' }],
    ['no order', { by: null }],
    ['an order of nobody', { by: 'count' }],
    ['no number of keys', { take: null }],
    ['a number in words', { take: '10' }],
    ['no keys at all', { take: 0 }],
    ['half a key', { take: 1.5 }],
    ['more keys than there may be', { take: limits.keysPerChart + 1 }],
    ['units that are no list', { units: 'month' }],
    ['fewer units than groups', { units: [] }],
    ['more units than groups', { units: [null, null] }],
    ['a stretch of what is no day', { units: ['month'] }],
    ['totals that are no word', { totals: 'yes' }],
  ])('%s', async (_, changes) => {
    expect(await refused(changes)).toEqual(['invalid_input', 'chart'])
  })

  test('a stretch of nobody', async () => {
    for (const unit of ['hour', 'MONTH', 1, "day'; --"])
      expect(await refused({ units: [unit] }, queryBy('Day'))).toEqual(['invalid_input', 'chart'])
  })

  test('three groups', async () => {
    const asked = queryBy('Level', 'Done', 'Day')
    expect(await refused({ units: [null, null, null] }, asked)).toEqual(['invalid_input', 'chart'])
  })

  test('groups of lists and of long texts', async () => {
    for (const name of ['Notes', 'Paper'])
      expect(await refused({}, queryBy(name))).toEqual(['invalid_input', 'groups'])
  })

  test('a figure of nothing, or one that its field does not have', async () => {
    for (const [figure, field] of [
      ['sum', null],
      [null, null],
      ['sum', lab.field('Title')],
      ['sum(1)', lab.field('Count')],
      ['count', uuidV7()],
    ] as const)
      expect(await refused({ figure, field })).toEqual(['invalid_input', 'figures'])
  })

  test('a list, or nothing', async () => {
    for (const none of [null, [], 'chart'])
      expect(await ruleOf({ query: queryBy('Level'), chart: none })).toEqual(['invalid_input', 'chart'])
  })
})
