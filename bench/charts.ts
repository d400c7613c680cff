/**
 * Charts of 1,000,000 records as the app asks for them, with the figure of all records beside those of the keys, through its own client as an
 * editor; beside it the SQL that one would write by hand for the same figures, as superuser, by turns. The promise is the time of that SQL
 * and 50 ms.
 */
import { chartOf, type Field, type FieldDefinition, type OptionId, type ViewSettings } from '@plinth/domain'
import { chartRequest } from '../apps/web/src/features/table/chart/chart-request.ts'
import { isAlwaysTable } from '../apps/web/src/lib/chart/most-keys.ts'
import { fillings } from './measure/eight-fields.ts'
import { fillTable, million as total } from './measure/million.ts'
import { percentile, printReport } from './measure/report.ts'
import { fieldOf, makeTable, must, openWorkbench, type Workbench } from './measure/workbench.ts'

const times = 9
const warmUp = 2
const mostMoreMs = 50

const level: FieldDefinition = {
  ...fieldOf('Level', 'single_select'),
  options: {
    options: Array.from({ length: 7 }, (_, n) => ({
      id: `c${n}` as OptionId,
      label: `Level ${n}`,
      hue: 'blue',
    })),
  },
}

interface Case {
  readonly name: string
  readonly settings: ViewSettings
  readonly sql: string
}

/** One as often as the other: what else the machine does meanwhile falls on both. */
async function byTurns(one: () => Promise<unknown>, other: () => Promise<unknown>) {
  const samples: [number[], number[]] = [[], []]
  for (let turn = 0; turn < warmUp + times; turn += 1)
    for (const [at, run] of [one, other].entries()) {
      const started = performance.now()
      await run()
      if (turn >= warmUp) samples[at]!.push(performance.now() - started)
    }
  return samples
}

async function run(bench: Workbench): Promise<void> {
  const { rows } = bench.maker.backend
  const table = await makeTable(bench, 'Million', [...fillings.map(([field]) => field), level])
  await fillTable(bench, table, [...fillings.map(([, value]) => value), `'c' || n % 7`])
  const at = (type: Field['type']) => table.fields.find((field) => field.type === type)!
  const [choice, day, number, tick] = [at('single_select'), at('date'), at('integer'), at('checkbox')]
  const from = `from data.${table.relation}`
  const start = (unit: 'month' | 'year') => `date_trunc('${unit}', ${day.column}::timestamp)::date`
  const cases: readonly Case[] = [
    { name: 'count', settings: { chart: 'number' }, sql: `select count(*) ${from}` },
    {
      name: 'byChoice',
      settings: { by: choice.id },
      sql: `select ${choice.column}, count(*) ${from} group by grouping sets ((1), ())`,
    },
    {
      name: 'sumByMonth',
      settings: { by: day.id, byUnit: 'month', figure: 'sum', of: number.id },
      sql: `select ${start('month')}, count(*), sum(${number.column}) ${from} group by grouping sets ((1), ()) order by 1`,
    },
    {
      name: 'averageByYearAndChoice',
      settings: { by: day.id, byUnit: 'year', split: choice.id, figure: 'average', of: number.id },
      sql: `select ${start('year')}, ${choice.column}, count(*), avg(${number.column}) ${from}
            group by grouping sets ((1, 2), (1), (2), ())`,
    },
    {
      name: 'medianByTick',
      settings: { by: tick.id, figure: 'median', of: number.id },
      sql: `select coalesce(${tick.column}, false), count(*), percentile_cont(0.5) within group (order by ${number.column})
            ${from} group by grouping sets ((1), ())`,
    },
  ]
  const figures: Record<string, number> = { records: total }
  const ratios: Record<string, number> = {}
  for (const { name, settings, sql } of cases) {
    const shape = chartOf(settings, table.fields)
    const request = chartRequest(table.id, shape, { filter: null, search: '' }, isAlwaysTable(shape))
    const [calls, raws] = await byTurns(
      () => rows.chart(request).then(must),
      () => bench.embedded.admin.unsafe(sql),
    )
    const [call, raw] = [percentile(calls, 0.5), percentile(raws, 0.5)]
    figures[`${name}.callMs`] = call
    figures[`${name}.rawMs`] = raw
    figures[`${name}.moreMs`] = call - raw
    ratios[`${name}.callToRaw`] = call / raw
    ratios[`${name}.moreToMost`] = (call - raw) / mostMoreMs
  }
  printReport({ name: 'charts', figures, ratios })
}

const bench = await openWorkbench()
try {
  await run(bench)
} finally {
  await bench.stop()
}
