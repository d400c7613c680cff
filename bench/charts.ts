/**
 * Charts of 1,000,000 records through the app's own client as an editor, beside the SQL that one would write by hand for the same figures,
 * as superuser. The promise is the time of that SQL and 50 ms.
 */
import type { ChartRequest, Field, FieldDefinition, OptionId, SummaryKind } from '@plinth/domain'
import { fillings } from './measure/eight-fields.ts'
import { fillTable, million as total } from './measure/million.ts'
import { percentile, printReport, sample } from './measure/report.ts'
import { fieldOf, makeTable, must, openWorkbench, type Workbench } from './measure/workbench.ts'

const repetitions = { times: 9, warmUp: 2 }
const mostOverMs = 50

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
  readonly by: readonly [Field, ('month' | 'year')?][]
  readonly figure: readonly [SummaryKind, Field | null]
  readonly sql: string
}

async function run(bench: Workbench): Promise<void> {
  const { rows } = bench.maker.backend
  const table = await makeTable(bench, 'Million', [...fillings.map(([field]) => field), level])
  await fillTable(bench, table, [...fillings.map(([, value]) => value), `'c' || n % 7`])
  const at = (type: Field['type']) => table.fields.find((field) => field.type === type)!
  const [choice, day, number, tick] = [at('single_select'), at('date'), at('integer'), at('checkbox')]
  const from = `from data.${table.relation}`
  const cases: readonly Case[] = [
    { name: 'count', by: [], figure: ['count', null], sql: `select count(*) ${from}` },
    {
      name: 'byChoice',
      by: [[choice]],
      figure: ['count', null],
      sql: `select ${choice.column}, count(*) ${from} group by 1`,
    },
    {
      name: 'sumByMonth',
      by: [[day, 'month']],
      figure: ['sum', number],
      sql: `select date_trunc('month', ${day.column}::timestamp)::date, count(*), sum(${number.column}) ${from} group by 1 order by 1`,
    },
    {
      name: 'averageByYearAndChoice',
      by: [[day, 'year'], [choice]],
      figure: ['average', number],
      sql: `select date_trunc('year', ${day.column}::timestamp)::date, ${choice.column}, count(*), avg(${number.column}) ${from}
            group by grouping sets ((1, 2), (1))`,
    },
    {
      name: 'medianByTick',
      by: [[tick]],
      figure: ['median', number],
      sql: `select coalesce(${tick.column}, false), percentile_cont(0.5) within group (order by ${number.column}) ${from} group by 1`,
    },
  ]
  const figures: Record<string, number> = { records: total }
  const ratios: Record<string, number> = {}
  for (const { name, by, figure, sql } of cases) {
    const request: ChartRequest = {
      query: {
        table: table.id,
        sorts: [],
        ...(by.length > 0
          ? { groups: by.map(([field]) => ({ field: field.id, direction: 'asc' as const })) }
          : {}),
      },
      chart: {
        figure: figure[0],
        field: figure[1]?.id ?? null,
        units: by.map(([, unit]) => unit ?? null),
        by: 'key',
        take: 500,
        totals: false,
      },
    }
    const call = await sample(() => rows.chart(request).then(must), repetitions)
    const raw = await sample(() => bench.embedded.admin.unsafe(sql), repetitions)
    figures[`${name}.callMs`] = percentile(call, 0.5)
    figures[`${name}.rawMs`] = percentile(raw, 0.5)
    figures[`${name}.overMs`] = percentile(call, 0.5) - percentile(raw, 0.5)
    ratios[`${name}.over`] = (percentile(call, 0.5) - percentile(raw, 0.5)) / mostOverMs
    ratios[`${name}.call.raw`] = percentile(call, 0.5) / percentile(raw, 0.5)
  }
  printReport({ name: 'charts', figures, ratios })
}

const bench = await openWorkbench()
try {
  await run(bench)
} finally {
  await bench.stop()
}
