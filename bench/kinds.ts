/**
 * Each kind of view beside the grid over 100,000 records of 20 fields: the built app in headless Chromium, signed in as an editor. From the
 * navigation, and from a press in the open app, until every card on screen stands there with its name (of a calendar: until each day says
 * how many it has); to places all over it by the bar (of a calendar: a month forth or back); and the heap after that, the garbage
 * collected. What is on screen is compared with what SQL says stands there. Beside it the statements that the view needs first, as the
 * superuser would write them.
 */
import { emptyViewConfig, type OptionId, type Table, uuidV7, type ViewId } from '@plinth/domain'
import { board } from './kinds/board.ts'
import { calendar, timeline } from './kinds/by-days.ts'
import { gallery, listOfLines } from './kinds/cards.ts'
import { inView, type KindBench, type Shown } from './kinds/kind.ts'
import { launchChromium, type Tab } from './measure/browser.ts'
import { builtApp } from './measure/built-app.ts'
import { fillTable } from './measure/million.ts'
import { percentile, printReport } from './measure/report.ts'
import { signInToApp } from './measure/sign-in.ts'
import { fieldOf, makeTable, must, openWorkbench, type Workbench } from './measure/workbench.ts'

const records = Number(process.env.BENCH_ROWS ?? 100_000)
/** Over which the records are spread evenly, around today. */
const days = 2_000
const kinds: readonly KindBench[] = [board, gallery, listOfLines, calendar(records / days), timeline]
const opens = 5
const jumps = 20
/** Some kinds alone, by their names with commas between. */
const chosen = process.env.BENCH_KINDS

const states = ['Planned', 'In progress', 'Blocked', 'Done'].map((label, at) => ({
  id: `state${at}` as OptionId,
  label,
  hue: (['blue', 'amber', 'red', 'green'] as const)[at]!,
}))
const fillings = [
  [fieldOf('Name', 'text'), `'Record ' || n`],
  [
    { ...fieldOf('State', 'single_select'), options: { options: states } },
    `(array['${states.map(({ id }) => id).join("','")}', null])[1 + n % 5]`,
  ],
  [fieldOf('Begins', 'date'), `current_date - 1000 + n % ${days}`],
  [fieldOf('Ends', 'date'), `current_date - 1000 + n % ${days} + n % 9`],
  [fieldOf('Amount', 'integer'), '(n::bigint * 7919) % 1000003'],
  [fieldOf('Done', 'checkbox'), 'n % 3 = 0'],
  [fieldOf('Pictures', 'attachment'), `'{}'`],
  ...Array.from({ length: 13 }, (_, at) => {
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

/** In the page: when everything on screen is there. A frame is over when a task after its callbacks runs. */
const watchingFor = ({ look }: KindBench) => `${inView}
  globalThis.look = () => ${look}
  const frame = () => new Promise((done) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = done
    port2.postMessage(null)
  }))
  globalThis.shownSince = async (start) => {
    for (;;) {
      await frame()
      const shown = look()
      const ms = performance.now() - start
      if (shown) return { ms, shown }
      if (ms > 60000) throw new Error('nothing is shown: ' + document.body.innerText.slice(-500))
    }
  }
  globalThis.jumpTo = (shares, go) => {
    go(shares)
    return shownSince(performance.now())
  }
  globalThis.first = new Promise((resolve, reject) => addEventListener('DOMContentLoaded', () => shownSince(0).then(resolve, reject)))
  first.catch(() => undefined)`

interface Looked {
  readonly ms: number
  readonly shown: readonly Shown[]
}

/** Compares what is on screen with what SQL says stands there. */
async function check(bench: Workbench, table: Table, kind: KindBench, { shown }: Looked): Promise<void> {
  for (const one of shown) {
    const truth = await bench.embedded.admin.unsafe<{ name: string }[]>(kind.truth(table, one))
    const wanted = truth.map(({ name }) => name)
    if (wanted.join() !== one.names.join())
      throw new Error(
        `${kind.kind} ${one.list}: at ${one.first} stand ${one.names.join()}, not ${wanted.join()}`,
      )
  }
}

async function rawMs(bench: Workbench, statements: readonly string[]): Promise<number> {
  const started = performance.now()
  for (const statement of statements) await bench.embedded.admin.unsafe(statement, [], { prepare: true })
  return performance.now() - started
}

async function heapMb(tab: Tab): Promise<number> {
  await tab.send('HeapProfiler.collectGarbage')
  const { usedSize } = await tab.send<{ usedSize: number }>('Runtime.getHeapUsage')
  return usedSize / 1_000_000
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface Measured {
  readonly first: number[]
  readonly fromApp: number[]
  readonly raw: number[]
  readonly jump: number[]
  readonly heapStart: number
  readonly heapEnd: number
}

async function measure(
  bench: Workbench,
  tab: Tab,
  table: Table,
  kind: KindBench,
  urls: { grid: string; view: string },
): Promise<Measured> {
  const [first, fromApp, raw, jump]: number[][] = [[], [], [], []] as const
  const path = new URL(urls.view).pathname
  for (let open = 0; open < opens; open += 1) {
    await tab.send('Page.navigate', { url: urls.view })
    const looked = await tab.evaluate<Looked>('first')
    await check(bench, table, kind, looked)
    first!.push(looked.ms)
    raw!.push(await rawMs(bench, kind.raw(table)))
    await pause(300)
  }
  for (let open = 0; open < opens; open += 1) {
    await tab.send('Page.navigate', { url: urls.grid })
    const link = `document.querySelector('a[href*="${path}"]')`
    await tab.until(`${link} && document.querySelector('[role=grid] [data-row][data-id]')`)
    await pause(1_500)
    const looked = await tab.evaluate<Looked>(`(${link}.click(), shownSince(performance.now()))`)
    await check(bench, table, kind, looked)
    fromApp!.push(looked.ms)
  }
  const heapStart = await heapMb(tab)
  for (let no = 0; no < jumps; no += 1) {
    const shares = [Math.random(), Math.random(), Math.random()]
    const looked = await tab.evaluate<Looked>(`jumpTo(${JSON.stringify(shares)}, ${kind.go})`)
    await check(bench, table, kind, looked)
    jump!.push(looked.ms)
    await pause(200)
  }
  for (let turn = 0; turn < 60; turn += 1) {
    const wheel = { type: 'mouseWheel', x: 700, y: 500, deltaX: 0, deltaY: 900 }
    await tab.send('Input.dispatchMouseEvent', wheel)
    await pause(30)
  }
  await pause(1_000)
  return { first: first!, fromApp: fromApp!, raw: raw!, jump: jump!, heapStart, heapEnd: await heapMb(tab) }
}

async function run(bench: Workbench, tab: Tab): Promise<void> {
  const table = await makeTable(
    bench,
    'Records',
    fillings.map(([field]) => field),
  )
  await fillTable(
    bench,
    table,
    fillings.map(([, value]) => value),
    records,
  )
  await tab.send('Page.enable')
  await signInToApp(bench, tab, 1)
  const figures: Record<string, number> = { records, fields: table.fields.length }
  const ratios: Record<string, number> = {}
  const grid = `${bench.embedded.url}/b/${bench.base}/t/${table.id}`
  // The table's first view is what the address without a view shows.
  const first = { id: uuidV7() as ViewId, name: 'All', isShared: true, config: emptyViewConfig }
  must(await bench.maker.backend.views.create(table.id, first))
  for (const kind of kinds.filter(({ kind }) => chosen === undefined || chosen.split(',').includes(kind))) {
    const id = uuidV7() as ViewId
    const config = { ...emptyViewConfig, ...kind.config(table) }
    const view = { id, name: kind.kind, kind: kind.kind, isShared: true, config }
    must(await bench.maker.backend.views.create(table.id, view))
    const { identifier } = await tab.send<{ identifier: string }>('Page.addScriptToEvaluateOnNewDocument', {
      source: watchingFor(kind),
    })
    const measured = await measure(bench, tab, table, kind, { grid, view: `${grid}/v/${id}` })
    await tab.send('Page.removeScriptToEvaluateOnNewDocument', { identifier })
    const of = (what: 'first' | 'fromApp' | 'raw' | 'jump', share = 0.5) => percentile(measured[what], share)
    const own = {
      firstMs: of('first'),
      fromAppMs: of('fromApp'),
      rawMs: of('raw'),
      jumpP50Ms: of('jump'),
      jumpP95Ms: of('jump', 0.95),
      heapStartMb: measured.heapStart,
      heapEndMb: measured.heapEnd,
    }
    console.log(kind.kind, JSON.stringify(own))
    for (const [name, value] of Object.entries(own)) figures[`${kind.kind}.${name}`] = value
    ratios[`${kind.kind}.fromAppToRaw`] = own.fromAppMs / own.rawMs
    ratios[`${kind.kind}.heapGrowth`] = own.heapEndMb / own.heapStartMb
  }
  printReport({ name: 'kinds', figures, ratios })
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
