/** Which index serves a condition, asked of the planner as a signed-in person under the policies of a large table. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, compileAs, list, number, text } from './expression-trees.ts'
import { createFullTable, type Harness, startWorld, type TestTable, type World } from './harness.ts'

const rows = 60_000

let h: Harness
let world: World
let table: TestTable
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  table = await createFullTable(h, world)
  const { sql } = h.db
  await sql.unsafe(`
    insert into data.${table.relation} (title, count, ratio, done, day, moment, level, notes, owner)
    select 'title ' || n, n, n / 7.0, n % 1000 = 0, date '1900-01-01' + n, timestamptz '2000-01-01Z' + n * interval '1 hour',
           case when n % 500 = 0 then 'low' when n % 2 = 0 then 'mid' end,
           case when n % 400 = 0 then 'viewer' else 'p' || n end,
           case when n % 300 = 0 then '${world.viewer.id}'::uuid when n % 3 = 0 then '${world.editor.id}'::uuid end
    from generate_series(1, ${rows}) as n`)
  for (const column of ['title', 'count', 'ratio', 'day', 'moment', 'level', 'notes']) {
    await sql.unsafe(`create index on data.${table.relation} (${column})`)
  }
  await sql.unsafe(`create index on data.${table.relation} (title collate "C")`)
  await sql.unsafe(`analyze data.${table.relation}`)
})
afterAll(() => h.db.stop())

const field = (name: string) => ({ field: table.fields.find((f) => f.name === name)!.id })
const option = (id: string) => ({ ...field('Level'), option: id })
const day = (iso: string) => call('to_date', text(iso))

interface Plan {
  'Node Type': string
  'Index Cond'?: string
  'Relation Name'?: string
  'Actual Rows': number
  Plans?: Plan[]
}

/** The nodes of the plan that read the table, after running the statement. */
async function readsOf(condition: string): Promise<{ kinds: string[]; conditions: string[]; rows: number }> {
  const nodes = await h.as(world.viewer, async (tx) => {
    const [row] = await tx.unsafe(
      `explain (analyze, format json) select t.id from data.${table.relation} as t where ${condition}`,
    )
    return flatten((row!['QUERY PLAN'] as { Plan: Plan }[])[0]!.Plan)
  })
  const own = nodes.filter((node) => /Scan/.test(node['Node Type']) && node['Node Type'] !== 'Subquery Scan')
  return {
    kinds: own.map((node) => node['Node Type']),
    conditions: own.flatMap((node) => node['Index Cond'] ?? []),
    rows: nodes[0]!['Actual Rows'],
  }
}

const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)]

const shapes: [string, () => unknown, RegExp][] = [
  ['text = literal', () => call('=', field('Title'), text('title 5')), /title/],
  ['text in list', () => call('in', field('Title'), list(text('title 5'), text('title 6'))), /title/],
  ['text < literal', () => call('<', field('Title'), text('title 100')), /title/],
  ['text between', () => call('between', field('Title'), text('title 10'), text('title 100')), /title/],
  ['integer = whole number', () => call('=', field('Count'), number(77)), /count/],
  ['integer in list', () => call('in', field('Count'), list(number(1), number(2))), /count/],
  ['integer < whole number', () => call('<', field('Count'), number(100)), /count/],
  ['integer between', () => call('between', field('Count'), number(5), number(50)), /count/],
  ['number > literal', () => call('>', field('Ratio'), number(8500.5)), /ratio/],
  ['number <= negative literal', () => call('<=', field('Ratio'), call('neg', number(1))), /ratio/],
  ['number between', () => call('between', field('Ratio'), number(1), number(2.5)), /ratio/],
  ['option = option', () => call('=', field('Level'), option('low')), /level/],
  ['option in list', () => call('in', field('Level'), list(option('low'), option('high'))), /level/],
  ['date = literal', () => call('=', field('Day'), day('1950-05-05')), /day/],
  ['date < literal', () => call('<', field('Day'), day('1900-03-01')), /day/],
  ['date between', () => call('between', field('Day'), day('1950-01-01'), day('1950-02-01')), /day/],
  ['date = today()', () => call('=', field('Day'), call('today')), /day/],
  ['date = tomorrow', () => call('=', field('Day'), call('add_days', call('today'), number(1))), /day/],
  ['date in literals', () => call('in', field('Day'), list(day('1950-05-05'), day('1951-05-05'))), /day/],
  [
    'date between days around today()',
    () =>
      call('between', field('Day'), call('add_days', call('today'), call('neg', number(7))), call('today')),
    /day/,
  ],
  [
    'date-time > now() − 1 day',
    () => call('<', field('Moment'), call('-', call('now'), call('days', number(9700)))),
    /moment/,
  ],
  ['person = me()', () => call('=', field('Owner'), call('me')), /owner/],
  ['me() in [person]', () => call('in', field('Owner'), list(call('me'))), /owner/],
  ['text = my_role()', () => call('=', field('Notes'), call('my_role')), /notes/],
  ['text in [my_role()]', () => call('in', field('Notes'), list(call('my_role'), text('p7'))), /notes/],
  [
    'both of two conditions',
    () => call('and', call('=', field('Count'), number(5)), call('contains', field('Title'), text('t'))),
    /count/,
  ],
  [
    'one of two conditions',
    () => call('or', call('=', field('Count'), number(5)), call('=', field('Level'), option('low'))),
    /count|level/,
  ],
]

describe('an index serves', () => {
  test.each(shapes)('%s', async (_, ast, column) => {
    const { condition } = await compileAs(h, world.viewer, table.id, ast())
    const reads = await readsOf(condition!)
    expect({ condition, kinds: reads.kinds }).toEqual({
      condition,
      kinds: reads.kinds.filter((kind) => /Index|Bitmap/.test(kind)),
    })
    expect(reads.conditions.join()).toMatch(column)
    expect(reads.rows).toBeLessThan(rows / 10)
  })

  test('nothing that is computed from the column, which is how the test sees a scan of the table', async () => {
    const { condition } = await compileAs(
      h,
      world.viewer,
      table.id,
      call('=', call('upper', field('Title')), text('A')),
    )
    expect((await readsOf(condition!)).kinds).toEqual(['Seq Scan'])
  })
})
