/** Kinds of views that count records: one chart, and a dashboard of four. A jump picks a value of the filter above them. */
import {
  emptyViewConfig,
  type Field,
  type Table,
  uuidV7,
  type ViewId,
  type ViewSettings,
} from '@plinth/domain'
import { must, type Workbench } from '../measure/workbench.ts'
import { fieldNamed, type KindBench, type Shown } from './kind.ts'

interface ChartBench {
  readonly id: ViewId
  /** Empty: the view itself. */
  readonly name: string
  settings(table: Table): ViewSettings
  /** The figures as one would ask for them by hand. */
  raw(table: Table, where: string): string
  /** The same in the words of the screen. */
  truth(table: Table, where: string): string
}

const written = (figure: string) => `to_char(${figure}, 'FM999,999,999,999,999')`
const amountOf = (table: Table) => fieldNamed(table, 'Amount')
const stateOf = (table: Table) => fieldNamed(table, 'State')
const beginsOf = (table: Table) => fieldNamed(table, 'Begins')

/** Label of an option, in SQL. */
function labelOf({ column, options }: Field): string {
  const cases = (options.options ?? []).map(({ id, label }) => `when '${id}' then '${label}'`)
  return `case ${column} ${cases.join(' ')} else 'Empty' end`
}

const from = (table: Table, where: string) => `from data.${table.relation} where ${where}`
const yearOf = (table: Table) => `date_trunc('year', ${beginsOf(table).column}::timestamp)::date`
const monthOf = (table: Table) => `date_trunc('month', ${beginsOf(table).column}::timestamp)::date`

/** Sums by a choice, told apart by years. */
const sumsByState: ChartBench = {
  id: uuidV7() as ViewId,
  name: '',
  settings: (table) => ({
    chart: 'bar',
    by: stateOf(table).id,
    split: beginsOf(table).id,
    splitUnit: 'year',
    figure: 'sum',
    of: amountOf(table).id,
  }),
  raw: (table, where) =>
    `select ${stateOf(table).column}, ${yearOf(table)}, count(*), sum(${amountOf(table).column})
     ${from(table, where)} group by grouping sets ((1, 2), (1), (2), ())`,
  truth: (table, where) =>
    `select label || ' ' || ${written('sum(amount)')} || ' '
       || string_agg(year || ': ' || ${written('amount')}, ', ' order by year) as name
     from (select ${labelOf(stateOf(table))} as label, to_char(${beginsOf(table).column}, 'YYYY') as year,
             sum(${amountOf(table).column}) as amount ${from(table, where)} group by 1, 2) as r
     group by label order by sum(amount) desc`,
}

/** One figure of all. */
const sum: ChartBench = {
  id: uuidV7() as ViewId,
  name: 'Number',
  settings: (table) => ({ chart: 'number', figure: 'sum', of: amountOf(table).id }),
  raw: (table, where) => `select count(*), sum(${amountOf(table).column}) ${from(table, where)}`,
  truth: (table, where) =>
    `select ${written(`sum(${amountOf(table).column})`)} as name ${from(table, where)}`,
}

const countByState: ChartBench = {
  id: uuidV7() as ViewId,
  name: 'Bars',
  settings: (table) => ({ chart: 'bar', by: stateOf(table).id, figure: 'sum', of: amountOf(table).id }),
  raw: (table, where) =>
    `select ${stateOf(table).column}, count(*), sum(${amountOf(table).column}) ${from(table, where)}
     group by grouping sets ((1), ())`,
  truth: (table, where) =>
    `select ${labelOf(stateOf(table))} || ' ' || ${written(`sum(${amountOf(table).column})`)} as name
     ${from(table, where)} group by ${stateOf(table).column} order by sum(${amountOf(table).column}) desc`,
}

/** Compared by the shape of the line: each height in hundredths of the whole. */
const sumByMonth: ChartBench = {
  id: uuidV7() as ViewId,
  name: 'Line',
  settings: (table) => ({
    chart: 'line',
    by: beginsOf(table).id,
    byUnit: 'month',
    figure: 'sum',
    of: amountOf(table).id,
  }),
  raw: (table, where) =>
    `select ${monthOf(table)}, count(*), sum(${amountOf(table).column}) ${from(table, where)}
     group by grouping sets ((1), ()) order by 1`,
  truth: (table, where) =>
    `select floor(100 * (amount - min(amount) over ()) / (max(amount) over () - min(amount) over ()) + 0.001)::int::text as name
     from (select ${monthOf(table)} as month, sum(${amountOf(table).column})::float8 as amount
           ${from(table, where)} group by 1) as r order by month`,
}

const countByYear: ChartBench = {
  id: uuidV7() as ViewId,
  name: 'Pivot',
  settings: (table) => ({ chart: 'pivot', by: beginsOf(table).id, byUnit: 'year', split: stateOf(table).id }),
  raw: (table, where) =>
    `select ${yearOf(table)}, ${stateOf(table).column}, count(*) ${from(table, where)}
     group by grouping sets ((1, 2), (1), (2), ()) order by 1`,
  truth(table, where) {
    const { column } = stateOf(table)
    const counts = (stateOf(table).options.options ?? []).map(
      ({ id }) => `${written(`count(*) filter (where ${column} = '${id}')`)} || ' ' ||`,
    )
    return `select year || ' ' || ${counts.join(' ')} ${written(`count(*) filter (where ${column} is null)`)}
        || ' ' || ${written('count(*)')} as name
      from (select to_char(${beginsOf(table).column}, 'YYYY') as year, ${column} ${from(table, where)}) as r
      group by year order by year`
  },
}

/** In the page: what so many charts say; null while any of them says nothing, or what was asked before. */
const chartsSaid = (count: number) => `(() => {
  const filter = document.querySelector('button[aria-label^="Team: "]')?.ariaLabel.slice('Team: '.length)
  const charts = [...document.querySelectorAll('section[aria-label]')].filter((one) => one.querySelector(':scope > header'))
  if (filter === undefined || filter === globalThis.picked || charts.length !== ${count}) return null
  const textOf = (element) => element.textContent.trim()
  const said = (chart) => {
    if (chart.querySelector(':scope > .opacity-60')) return null
    const number = chart.querySelector('[data-chart=number] > span')
    if (number) return [textOf(number)]
    const line = chart.querySelector('svg[data-chart=line] path[fill=none]')
    if (line) {
      const heights = line.getAttribute('d').split(/[ML]/).slice(1).map((point) => -Number(point.split(',')[1]))
      const [low, high] = [Math.min(...heights), Math.max(...heights)]
      return heights.map((one) => String(Math.floor((100 * (one - low)) / (high - low) + 0.001)))
    }
    const rows = [...chart.querySelectorAll('[data-chart=bar] > li, tbody > tr')]
    return rows.length === 0 ? null : rows.map((row) => [...row.children].map(textOf).filter((text) => text !== '').join(' '))
  }
  const shown = charts.map((chart) => ({ list: (chart.querySelector('h2')?.textContent ?? '') + '|' + filter, first: 0, names: said(chart) }))
  return shown.some(({ names }) => names === null) ? null : shown
})()`

/** The menu of the filter stays open while values are picked. */
const ready = `(async () => {
  if (!document.querySelector('[role=menuitemcheckbox]')) document.querySelector('button[aria-label^="Team: "]').click()
  while (!document.querySelector('[role=menuitemcheckbox]')) await new Promise((done) => setTimeout(done, 20))
  globalThis.picked = document.querySelector('button[aria-label^="Team: "]').ariaLabel.slice('Team: '.length)
})()`

/** Another team beside those that are picked, or one fewer; all of them would be none that is told apart. */
const pick = `((shares) => {
  const all = [...document.querySelectorAll('[role=menuitemcheckbox]')].slice(0, 3)
  const free = all.filter((one) => one.ariaChecked !== 'true')
  const among = free.length > 1 ? free : all.filter((one) => one.ariaChecked === 'true')
  among[Math.floor(shares[0] * among.length)].click()
})`

/** What the filter above the charts asks for, in SQL. */
function pickedTeams(table: Table, words: string): string {
  if (words === 'any') return 'true'
  const team = fieldNamed(table, 'Team')
  const ids = words
    .split(', ')
    .map((label) => `'${team.options.options!.find((option) => option.label === label)!.id}'`)
  return `${team.column} in (${ids.join(', ')})`
}

const pinned = (table: Table) => ({ quick: [fieldNamed(table, 'Team').id] })

const whereOf = (table: Table, { list }: Shown): string => pickedTeams(table, list.split('|')[1]!)

function kindOf(name: 'chart' | 'dashboard', charts: readonly ChartBench[]): KindBench {
  return {
    name,
    kind: name,
    config: pinned,
    look: chartsSaid(charts.length),
    ready,
    go: pick,
    raw: (table) => charts.map((one) => one.raw(table, 'true')),
    rawJump: (table, [first]) => charts.map((one) => one.raw(table, whereOf(table, first!))),
    truth: (table, shown) =>
      charts.find(({ name }) => name === shown.list.split('|')[0])!.truth(table, whereOf(table, shown)),
  }
}

export const chart: KindBench = {
  ...kindOf('chart', [sumsByState]),
  config: (table) => ({ ...pinned(table), settings: sumsByState.settings(table) }),
}

const tiles = [sum, countByState, sumByMonth, countByYear]

export const dashboard: KindBench = {
  ...kindOf('dashboard', tiles),
  async prepare(table, { maker }: Workbench) {
    for (const { id, name, settings } of tiles) {
      const config = { ...emptyViewConfig, settings: settings(table) }
      must(await maker.backend.views.create(table.id, { id, name, kind: 'chart', isShared: true, config }))
    }
    return table
  },
  config: (table) => ({
    ...pinned(table),
    settings: { tiles: tiles.map(({ id }) => ({ view: id, width: 'half' })) },
  }),
}
