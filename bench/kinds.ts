/**
 * Each kind of view over 100,000 records of 20 fields: the built app in headless Chromium, signed in as an editor. From the navigation,
 * and from a press in the open app, until everything on screen stands there: every row and every card with its name and, among those that
 * have pictures, its picture; of a calendar, with ends and without, what each day says how many it has; of a chart and of the four of a
 * dashboard their figures; of a form its questions. Then a jump: to places all over it by the bar; of a calendar a month forth or back;
 * of charts from the pick of a value in the filter above them; of a form whose records are linked with some of the 100,000 from another
 * text in the finder of records. And the heap after that, the garbage collected. What is on screen is compared with what SQL says stands
 * there. Beside it the statements that the view needs first, or for a jump, as the superuser would write them. BENCH_KINDS: some alone.
 */
import {
  emptyViewConfig,
  type OptionId,
  type Table,
  uuidV7,
  type ViewConfig,
  type ViewId,
  type ViewKind,
} from '@plinth/domain'
import { board, boardInLanes, boardOfPictures } from './kinds/board.ts'
import { calendar, calendarWithEnds, timeline } from './kinds/by-days.ts'
import { gallery, galleryOfPictures, listOfLines } from './kinds/cards.ts'
import { chart, dashboard } from './kinds/charts.ts'
import { form, formOfLinks } from './kinds/forms.ts'
import { grid } from './kinds/grid.ts'
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
const kinds: readonly KindBench[] = [
  grid,
  board,
  boardInLanes,
  gallery,
  listOfLines,
  calendar(records / days),
  calendarWithEnds(records / days),
  timeline,
  chart,
  dashboard,
  form,
  formOfLinks,
  // Behind the others, which have none.
  galleryOfPictures(records),
  boardOfPictures(records),
]
const opens = 5
const jumps = 20
/** By their names with commas between. */
const chosen = process.env.BENCH_KINDS

const optionsOf = (name: string, labels: readonly string[]) =>
  labels.map((label, at) => ({
    id: `${name}${at}` as OptionId,
    label,
    hue: (['blue', 'amber', 'red', 'green'] as const)[at]!,
  }))
const states = optionsOf('state', ['Planned', 'In progress', 'Blocked', 'Done'])
const teams = optionsOf('team', ['North', 'South', 'West'])
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
  [
    { ...fieldOf('Team', 'single_select'), options: { options: teams } },
    `(array['${teams.map(({ id }) => id).join("','")}'])[1 + n / 7 % 3]`,
  ],
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
    const start = performance.now()
    go(shares)
    return shownSince(start)
  }
  globalThis.first = new Promise((resolve, reject) => addEventListener('DOMContentLoaded', () => shownSince(0).then(resolve, reject)))
  first.catch(() => undefined)`

interface World {
  readonly bench: Workbench
  readonly tab: Tab
}

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
        `${kind.name} ${one.list}: at ${one.first} stand ${one.names.join()}, not ${wanted.join()}`,
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

interface Times {
  readonly first: number[]
  readonly fromApp: number[]
  readonly raw: number[]
  readonly jump: number[]
  readonly rawJump: number[]
}

interface Measured extends Times {
  readonly heapStart: number
  readonly heapEnd: number
}

/** Where a view of some kind is, and another one of its table from which it is opened. */
interface Places {
  readonly view: string
  readonly before: string
}

async function openTimes(
  { bench, tab }: World,
  table: Table,
  kind: KindBench,
  { view, before }: Places,
): Promise<Pick<Times, 'first' | 'fromApp' | 'raw'>> {
  const times = { first: [] as number[], fromApp: [] as number[], raw: [] as number[] }
  for (let open = 0; open < opens; open += 1) {
    await tab.send('Page.navigate', { url: view })
    const looked = await tab.evaluate<Looked>('first')
    await check(bench, table, kind, looked)
    times.first.push(looked.ms)
    times.raw.push(await rawMs(bench, kind.raw(table)))
    await pause(300)
  }
  for (let open = 0; open < opens; open += 1) {
    await tab.send('Page.navigate', { url: before })
    const link = `document.querySelector('a[href*="${new URL(view).pathname}"]')`
    await tab.until(
      `${link} && document.querySelector('[role=grid] [data-row][data-id], [data-place] [data-title]')`,
    )
    await pause(1_500)
    const looked = await tab.evaluate<Looked>(`(${link}.click(), shownSince(performance.now()))`)
    await check(bench, table, kind, looked)
    times.fromApp.push(looked.ms)
  }
  return times
}

async function jumpTimes(
  { bench, tab }: World,
  table: Table,
  kind: KindBench,
): Promise<Pick<Times, 'jump' | 'rawJump'>> {
  const times = { jump: [] as number[], rawJump: [] as number[] }
  for (let no = 0; no < jumps && kind.go !== undefined; no += 1) {
    const shares = [Math.random(), Math.random(), Math.random()]
    if (kind.ready !== undefined) await tab.evaluate(kind.ready)
    const looked = await tab.evaluate<Looked>(`jumpTo(${JSON.stringify(shares)}, ${kind.go})`)
    await check(bench, table, kind, looked)
    times.jump.push(looked.ms)
    if (kind.rawJump) times.rawJump.push(await rawMs(bench, kind.rawJump(table, looked.shown)))
    await pause(200)
  }
  return times
}

async function measure(world: World, table: Table, kind: KindBench, places: Places): Promise<Measured> {
  const { tab } = world
  const opened = await openTimes(world, table, kind, places)
  const heapStart = await heapMb(tab)
  const jumped = await jumpTimes(world, table, kind)
  for (let turn = 0; turn < 60; turn += 1) {
    const wheel = { type: 'mouseWheel', x: 700, y: 500, deltaX: 0, deltaY: 900 }
    await tab.send('Input.dispatchMouseEvent', wheel)
    await pause(30)
  }
  await pause(1_000)
  return { ...opened, ...jumped, heapStart, heapEnd: await heapMb(tab) }
}

const viewOf = (name: string, kind: ViewKind, config: Partial<ViewConfig>) => ({
  id: uuidV7() as ViewId,
  name,
  kind,
  isShared: true,
  config: { ...emptyViewConfig, ...config },
})

/** Makes the view of a kind, measures it, and answers its figures. */
async function figuresOf({ bench, tab }: World, records: Table, list: ViewId, kind: KindBench) {
  const table = (await kind.prepare?.(records, bench, tab)) ?? records
  const view = viewOf(kind.name, kind.kind, kind.config(table))
  must(await bench.maker.backend.views.create(table.id, view))
  const { identifier } = await tab.send<{ identifier: string }>('Page.addScriptToEvaluateOnNewDocument', {
    source: watchingFor(kind),
  })
  const address = `${bench.embedded.url}/b/${bench.base}/t/${table.id}`
  // A grid is opened from a list: what it shows already would be taken for it.
  const before = kind.kind === 'grid' ? `${address}/v/${list}` : address
  const measured = await measure({ bench, tab }, records, kind, { view: `${address}/v/${view.id}`, before })
  await tab.send('Page.removeScriptToEvaluateOnNewDocument', { identifier })
  const of = (what: keyof Times, share = 0.5) => percentile(measured[what], share)
  const has = (what: keyof Times) => measured[what].length > 0
  return {
    firstMs: of('first'),
    fromAppMs: of('fromApp'),
    ...(kind.raw(records).length > 0 && { rawMs: of('raw') }),
    ...(has('jump') && { jumpP50Ms: of('jump'), jumpP95Ms: of('jump', 0.95) }),
    ...(has('rawJump') && { rawJumpMs: of('rawJump') }),
    heapStartMb: measured.heapStart,
    heapEndMb: measured.heapEnd,
  }
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
  // The table's first view is what the address without a view shows.
  const list = viewOf('Lines', 'list', {})
  for (const view of [viewOf('All', 'grid', {}), list])
    must(await bench.maker.backend.views.create(table.id, view))
  for (const kind of kinds.filter(({ name }) => chosen === undefined || chosen.split(',').includes(name))) {
    const own = await figuresOf({ bench, tab }, table, list.id, kind)
    console.log(kind.name, JSON.stringify(own))
    for (const [name, value] of Object.entries(own)) figures[`${kind.name}.${name}`] = value
    if (own.rawMs) ratios[`${kind.name}.fromAppToRaw`] = own.fromAppMs / own.rawMs
    if (own.rawJumpMs && own.jumpP50Ms) ratios[`${kind.name}.jumpToRaw`] = own.jumpP50Ms / own.rawJumpMs
    ratios[`${kind.name}.heapGrowth`] = own.heapEndMb / own.heapStartMb
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
