/**
 * Anywhere in 1,000,000 records of 20 fields: the built app in headless Chromium, signed in as an editor under the policies. For each
 * of ten saved views: from the navigation to the first rows; from there at once to a far place, with no key known; and, once
 * the keys along the view are there, to 20 places by the bar. A jump counts from the moment the bar is let go until every row on
 * screen has its values, and each of those rows is compared with what SQL says stands there. Beside it the raw SQL of a page at
 * the same places: by a key, and cold by ids first.
 */
import {
  emptyViewConfig,
  type Field,
  type FilterGroup,
  type OptionId,
  type Sort,
  type Table,
  uuidV7,
  type ViewId,
} from '@plinth/domain'
import { launchChromium, type Tab } from './measure/browser.ts'
import { builtApp } from './measure/built-app.ts'
import { fillTable, million } from './measure/million.ts'
import { percentile, printReport } from './measure/report.ts'
import { rowsInSight } from './measure/rows-in-sight.ts'
import { signInToApp } from './measure/sign-in.ts'
import { fieldOf, makeTable, must, openWorkbench, type Workbench } from './measure/workbench.ts'

const jumps = 20
const opens = 3
/** As soon as a person can take hold of the bar; keys along the view are asked for after two seconds without any jump. */
const reactionMs = 250
const page = 200
/** Some of the views alone, by their names with commas between. */
const chosen = process.env.BENCH_VIEWS

const states = ['Planned', 'In progress', 'Blocked', 'In review', 'Done'].map((label, at) => ({
  id: `state${at}` as OptionId,
  label,
  hue: (['blue', 'amber', 'red', 'purple', 'green'] as const)[at]!,
}))
const fillings = [
  [fieldOf('Name', 'text'), `'Record ' || n`],
  [fieldOf('Amount', 'integer'), '(n::bigint * 7919) % 1000003'],
  [fieldOf('Day', 'date'), `date '2000-01-01' + (n % 9000)`],
  [fieldOf('Mail', 'email'), `'person' || (n::bigint * 104729) % 1000003 || '@example.org'`],
  [
    { ...fieldOf('State', 'single_select'), options: { options: states } },
    `(array['${states.map(({ id }) => id).join("','")}'])[1 + n % 5]`,
  ],
  [fieldOf('Done', 'checkbox'), 'n % 3 = 0'],
  [fieldOf('Ratio', 'number'), 'n / 7.0'],
  [fieldOf('Notes', 'long_text'), `repeat('words and more words ', 1 + n % 5)`],
  ...Array.from({ length: 12 }, (_, at) => {
    const kind = (['text', 'integer', 'date', 'number'] as const)[at % 4]!
    const value = {
      text: `'Text ' || n % 977`,
      integer: 'n % 1009',
      date: `date '2010-01-01' + n % 4000`,
      number: 'n / 11.0',
    }
    return [fieldOf(`Field ${at}`, kind), value[kind]] as const
  }),
] as const

/** What is asked of the app, and the same in SQL; `key` is the expression by which it is ordered before the id. */
interface Asked {
  /** So many records are moved before it is asked for: their places stand in the order of the SQL. */
  readonly moved?: number
  readonly name: string
  readonly sorts: readonly Sort[]
  readonly filter: FilterGroup | null
  readonly where: string
  readonly key: string | null
}

const by = ({ id }: Field, direction: Sort['direction'] = 'asc'): readonly Sort[] => [
  { field: id, direction },
]
const all = (...items: FilterGroup['items']): FilterGroup => ({ join: 'and', items })

function viewsOf(table: Table): { readonly asked: readonly Asked[]; readonly indexed: readonly Field[] } {
  const field = (name: string) => table.fields.find((one) => one.name === name)!
  const [amount, day, mail, state, done, name] = ['Amount', 'Day', 'Mail', 'State', 'Done', 'Name'].map(
    field,
  ) as [Field, Field, Field, Field, Field, Field]
  const every = { sorts: [], filter: null, where: 'true', key: null }
  return {
    indexed: [amount, day, mail, state],
    asked: [
      { ...every, name: 'created' },
      { ...every, name: 'byHand', moved: 1_000 },
      { ...every, name: 'amountAsc', sorts: by(amount), key: amount.column },
      { ...every, name: 'amountDesc', sorts: by(amount, 'desc'), key: amount.column },
      { ...every, name: 'dayDesc', sorts: by(day, 'desc'), key: day.column },
      { ...every, name: 'mail', sorts: by(mail), key: `${mail.column} collate plinth.natural` },
      {
        ...every,
        name: 'stateIs',
        filter: all({ field: state.id, operator: 'any_of', value: [states[1]!.id] }),
        where: `${state.column} = '${states[1]!.id}'`,
      },
      {
        name: 'amountBetween',
        sorts: by(amount),
        filter: all(
          { field: amount.id, operator: 'ge', value: 250_000 },
          { field: amount.id, operator: 'lt', value: 750_000 },
        ),
        where: `${amount.column} >= 250000 and ${amount.column} < 750000`,
        key: amount.column,
      },
      {
        name: 'daySince',
        sorts: by(day),
        filter: all({ field: day.id, operator: 'ge', value: '2010-01-01' }),
        where: `${day.column} >= '2010-01-01'`,
        key: day.column,
      },
      {
        name: 'doneByAmount',
        sorts: by(amount),
        filter: all({ field: done.id, operator: 'is', value: true }),
        where: `${done.column}`,
        key: amount.column,
      },
      {
        ...every,
        name: 'nameContains',
        filter: all({ field: name.id, operator: 'contains', value: '77' }),
        where: `${name.column} ilike '%77%'`,
      },
    ],
  }
}

interface Shown {
  readonly ms: number
  /** Place and name of every row on screen. */
  readonly rows: readonly (readonly [place: number, name: string])[]
}

/** In the page: what is on screen, and when. */
const watching = `
  globalThis.shown = () => ${rowsInSight('Million')}
  // A frame is over when a task after its callbacks runs: who looks in a callback of their own looks before the app has painted.
  const frame = () => new Promise((done) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = done
    port2.postMessage(null)
  }))
  globalThis.shownSince = async (start) => {
    for (;;) {
      await frame()
      const rows = shown()
      const ms = performance.now() - start
      if (rows) return { ms, rows }
      if (ms > 30000) {
        const lines = [...document.querySelectorAll('[role=grid] [data-row]')]
        const places = lines.map((line) => line.dataset.row + (line.ariaBusy === 'true' ? ' busy' : ''))
        throw new Error('nothing is shown: ' + places.join(', ') + document.body.innerText.slice(-500))
      }
    }
  }
  globalThis.jumpTo = (share) => {
    const grid = document.querySelector('[role=grid]')
    grid.scrollTop = share * (grid.scrollHeight - grid.clientHeight)
    return shownSince(performance.now())
  }
  // Keys along the way are for long views alone.
  globalThis.keysAreHere = () => document.querySelector('[role=grid]').ariaRowCount < 50_000 || performance.getEntriesByType('resource')
    .some(({ name, responseEnd }) => name.endsWith('/view_anchors') && responseEnd > 0)
  globalThis.first = new Promise((resolve) => addEventListener('DOMContentLoaded', () => resolve(shownSince(0))))`

/** Compares rows on screen with what stands at their places; answers the first place. */
async function check(bench: Workbench, table: Table, asked: Asked, { rows }: Shown): Promise<number> {
  const [first] = rows[0]!
  const { column } = table.fields[0]!
  const truth = await bench.embedded.admin.unsafe<{ name: string }[]>(
    `select ${column} as name from ${sourceOf(table, asked)} where ${asked.where}
     order by ${orderOf(asked)} offset ${first} limit ${rows.length}`,
  )
  for (const [at, { name }] of truth.entries()) {
    const [place, said] = rows[at]!
    if (place !== first + at || said !== name)
      throw new Error(`${asked.name}: row ${place} is "${said}", and at ${first + at} stands "${name}"`)
  }
  return first
}

function orderOf({ key, sorts, moved }: Asked): string {
  const direction = sorts[0]?.direction ?? 'asc'
  if (moved) return 'coalesce(anchor, id), coalesce(pos, 0), id'
  return key === null ? 'id' : `${key} ${direction}, id ${direction}`
}

/** The records, with their places where they were moved: there is one view of that kind. */
const sourceOf = ({ relation }: Table, { moved }: Asked): string =>
  moved ? `data.${relation} left join plinth_private.record_place on record_id = id` : `data.${relation}`

/** Milliseconds of a page by hand, as the superuser: by ids first from the beginning, and behind a known key. */
async function byHand(bench: Workbench, table: Table, asked: Asked, place: number) {
  const relation = sourceOf(table, asked)
  const { admin } = bench.embedded
  const { where, key, sorts } = asked
  const order = orderOf(asked)
  const columns = table.fields.map(({ column }) => column).join(', ')
  const read = `select jsonb_agg(jsonb_build_array(id, ver, ${columns}) order by ${order})::text from ids join (select * from ${relation}) as r using (id)`
  const timed = async (sql: string, values: string[]) => {
    const started = performance.now()
    await admin.unsafe(sql, values, { prepare: true })
    return performance.now() - started
  }
  const cold = await timed(
    `with ids as materialized (select id from ${relation} where ${where} order by ${order} offset ${place} limit ${page}) ${read}`,
    [],
  )
  // By hand SQL has no quicker way.
  if (asked.moved) return { cold, near: cold }
  const [at] = await admin.unsafe(
    `select id, (${key ?? 'id'})::text as key from ${relation} where ${where} order by ${order} offset ${place} limit 1`,
  )
  const sign = sorts[0]?.direction === 'desc' ? '<=' : '>='
  const kind = table.fields.find(({ id }) => id === sorts[0]?.field)?.type
  const cast = kind === 'integer' ? '::bigint' : kind === 'date' ? '::date' : ''
  const [bound, values] =
    key === null
      ? [`id >= $1::uuid`, [at!.id as string]]
      : [`(${key}, id) ${sign} ($1${cast}, $2::uuid)`, [at!.key as string, at!.id as string]]
  const near = `with ids as materialized (select id from ${relation} where ${where} and ${bound} order by ${order} limit ${page}) ${read}`
  await timed(near, values)
  return { cold, near: await timed(near, values) }
}

interface Measured {
  readonly first: number[]
  readonly cold: number[]
  readonly coldRaw: number[]
  readonly warm: number[]
  readonly warmRaw: number[]
}

async function measureView(
  bench: Workbench,
  tab: Tab,
  table: Table,
  asked: Asked,
  url: string,
): Promise<Measured> {
  const measured: Measured = { first: [], cold: [], coldRaw: [], warm: [], warmRaw: [] }
  for (let open = 0; open < opens; open += 1) {
    await tab.send('Page.navigate', { url })
    const first = await tab.evaluate<Shown>('first')
    await check(bench, table, asked, first)
    measured.first.push(first.ms)
    await pause(reactionMs)
    const cold = await tab.evaluate<Shown>(`jumpTo(${0.93 + 0.03 * open})`)
    const place = await check(bench, table, asked, cold)
    measured.cold.push(cold.ms)
    measured.coldRaw.push((await byHand(bench, table, asked, place)).cold)
  }
  await tab.until('keysAreHere()', 60_000)
  await pause(500)
  for (let no = 0; no < jumps; no += 1) {
    const jump = await tab.evaluate<Shown>(`jumpTo(${Math.random()})`)
    const place = await check(bench, table, asked, jump)
    measured.warm.push(jump.ms)
    measured.warmRaw.push((await byHand(bench, table, asked, place)).near)
    await pause(300)
  }
  return measured
}

/** Records from all over the view to places all over it, fifty at a time. */
async function moveSome({ maker }: Workbench, table: Table, view: ViewId, count: number): Promise<void> {
  const { rows, views } = maker.backend
  const query = { table: table.id, sorts: [], view, fields: [] }
  const some = async () => {
    const skip = Math.floor(Math.random() * (million - 100))
    const request = { query, anchor: null, direction: 'forward', skip, take: 50 } as const
    return must(await rows.window(request)).rows.map(({ id }) => id)
  }
  for (let moved = 0; moved < count; moved += 50) {
    const [records, [before]] = [await some(), await some()]
    if (!records.includes(before!)) must(await views.moveRecords(view, records, before!))
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** From a press on the table in the sidebar to its rows, with the app open. */
async function openFromApp(bench: Workbench, tab: Tab, table: Table): Promise<number[]> {
  const other = await makeTable(bench, 'Other', [fieldOf('Name', 'text')])
  const times: number[] = []
  for (let open = 0; open < 5; open += 1) {
    await tab.send('Page.navigate', { url: `${bench.embedded.url}/b/${bench.base}/t/${other.id}` })
    const link = `document.querySelector('a[href*="/t/${table.id}"]')`
    await tab.until(`${link} && document.body.innerText.includes('No records yet')`)
    await pause(1_500)
    const { ms } = await tab.evaluate<Shown>(`(${link}.click(), shownSince(performance.now()))`)
    times.push(ms)
  }
  return times
}

async function run(bench: Workbench, tab: Tab): Promise<void> {
  const table = await makeTable(
    bench,
    'Million',
    fillings.map(([field]) => field),
  )
  await fillTable(
    bench,
    table,
    fillings.map(([, value]) => value),
  )
  const { asked, indexed } = viewsOf(table)
  const { rows, views } = bench.maker.backend
  for (const { id } of indexed) must(await rows.createIndex(id))
  await bench.embedded.admin.unsafe(`vacuum analyze data.${table.relation}`)
  await tab.send('Page.enable')
  await signInToApp(bench, tab, 1)
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: watching })
  const figures: Record<string, number> = { records: million, fields: table.fields.length }
  const ratios: Record<string, number> = {}
  const served: Measured[] = []
  const every: Measured[] = []
  // The app and the database have been used before.
  await tab.send('Page.navigate', { url: `${bench.embedded.url}/b/${bench.base}/t/${table.id}` })
  await tab.evaluate('first')
  await tab.evaluate('jumpTo(0.5)')
  for (const one of asked.filter(({ name }) => chosen === undefined || chosen.split(',').includes(name))) {
    const { name, sorts, filter } = one
    const id = uuidV7() as ViewId
    must(
      await views.create(table.id, {
        id,
        name,
        isShared: true,
        config: { ...emptyViewConfig, sorts, filter },
      }),
    )
    if (one.moved) await moveSome(bench, table, id, one.moved)
    const order = sorts.length > 0 ? { sorts } : { sorts, view: id }
    const cost = must(await rows.cost({ table: table.id, ...order, ...(filter && { filter }) }))
    const url = `${bench.embedded.url}/b/${bench.base}/t/${table.id}/v/${id}`
    const measured = await measureView(bench, tab, table, one, url)
    every.push(measured)
    if (cost.state === 'served') served.push(measured)
    figures[`${name}.isServed`] = Number(cost.state === 'served')
    figures[`${name}.firstMs`] = percentile(measured.first, 0.5)
    figures[`${name}.coldMs`] = percentile(measured.cold, 0.5)
    figures[`${name}.coldRawMs`] = percentile(measured.coldRaw, 0.5)
    figures[`${name}.jumpP50Ms`] = percentile(measured.warm, 0.5)
    figures[`${name}.jumpP95Ms`] = percentile(measured.warm, 0.95)
    figures[`${name}.rawP50Ms`] = percentile(measured.warmRaw, 0.5)
    ratios[`${name}.cold`] = figures[`${name}.coldMs`]! / figures[`${name}.coldRawMs`]!
    console.log(
      name,
      cost.state,
      JSON.stringify(Object.fromEntries(Object.entries(figures).filter(([key]) => key.startsWith(name)))),
    )
  }
  const whole = (of: readonly Measured[], what: keyof Measured) => of.flatMap((one) => one[what])
  if (served.length > 0) figures['served.jumpP95Ms'] = percentile(whole(served, 'warm'), 0.95)
  figures['served.views'] = served.length
  figures['first.p95Ms'] = percentile(whole(every, 'first'), 0.95)
  figures['fromApp.p95Ms'] = percentile(await openFromApp(bench, tab, table), 0.95)
  printReport({ name: 'jump', figures, ratios })
}

const bench = await openWorkbench({ appDir: builtApp() })
const chromium = await launchChromium()
try {
  const tab = await chromium.newTab()
  await tab.setSize(1440, 900)
  await run(bench, tab)
} finally {
  await chromium.stop()
  await bench.stop()
}
