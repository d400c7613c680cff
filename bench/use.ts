/**
 * Five minutes of random use of the built app in headless Chromium, over 1,000,000 records of 20 fields, signed in as an editor under the
 * policies: the wheel, jumps by the bar, the keys that go about, ranges, edits, records opened and closed. The heap is what is left after
 * the garbage is collected; the limit is 150 MB.
 */
import { launchChromium, type Tab } from './measure/browser.ts'
import { builtApp } from './measure/built-app.ts'
import { fillTable, million } from './measure/million.ts'
import { printReport } from './measure/report.ts'
import { signInToApp } from './measure/sign-in.ts'
import { fieldOf, makeTable, openWorkbench, type Workbench } from './measure/workbench.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 300)
const checks = 5
const limitMb = 150

const kinds = ['text', 'integer', 'date', 'number'] as const
const filling = {
  text: `'Record ' || n`,
  integer: 'n % 1009',
  date: `date '2010-01-01' + n % 4000`,
  number: 'n / 11.0',
}

/** In the page: where the grid stands in its scroller. */
const jump = `(() => {
  const grid = document.querySelector('[role=grid]')
  grid.scrollTop = Math.random() * (grid.scrollHeight - grid.clientHeight)
})()`

type Action = (tab: Tab) => Promise<unknown>

const keys: Readonly<Record<string, number>> = {
  ArrowDown: 40,
  ArrowUp: 38,
  ArrowLeft: 37,
  ArrowRight: 39,
  PageDown: 34,
  PageUp: 33,
  Home: 36,
  End: 35,
  Enter: 13,
  Escape: 27,
}

async function press(tab: Tab, key: string, modifiers = 0): Promise<void> {
  const what = { key, code: key, windowsVirtualKeyCode: keys[key]!, modifiers }
  await tab.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...what })
  await tab.send('Input.dispatchKeyEvent', { type: 'keyUp', ...what })
}

const wheel: Action = async (tab) => {
  const deltaY = (Math.random() - 0.4) * 2_000
  for (let turn = 0; turn < 10; turn += 1) {
    await tab.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x: 700, y: 500, deltaX: 0, deltaY })
  }
}
const shift = 8
const ctrl = 2
const actions: readonly Action[] = [
  wheel,
  wheel,
  wheel,
  (tab) => tab.evaluate(jump),
  (tab) => tab.evaluate(jump),
  (tab) => press(tab, 'PageDown'),
  (tab) => press(tab, 'PageUp'),
  (tab) => press(tab, 'ArrowRight'),
  (tab) => press(tab, 'ArrowDown', shift),
  (tab) => press(tab, 'PageDown', shift),
  (tab) => press(tab, 'End', ctrl),
  (tab) => press(tab, 'Home', ctrl),
  async (tab) => {
    await tab.send('Input.insertText', { text: `${Math.floor(Math.random() * 1_000)}` })
    await press(tab, 'Enter')
  },
  async (tab) => {
    const space = { key: ' ', code: 'Space', text: ' ' }
    await tab.send('Input.dispatchKeyEvent', { type: 'keyDown', ...space })
    await tab.send('Input.dispatchKeyEvent', { type: 'keyUp', ...space })
    await pause(500)
    await press(tab, 'Escape')
  },
]

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function heapMb(tab: Tab): Promise<number> {
  await tab.send('HeapProfiler.collectGarbage')
  const { usedSize } = await tab.send<{ usedSize: number }>('Runtime.getHeapUsage')
  return usedSize / 1_000_000
}

async function useFor(tab: Tab, ms: number): Promise<number> {
  const end = performance.now() + ms
  let done = 0
  for (; performance.now() < end; done += 1) {
    await actions[Math.floor(Math.random() * actions.length)]!(tab)
    await pause(150)
  }
  return done
}

async function run(bench: Workbench, tab: Tab): Promise<void> {
  const types = Array.from({ length: 20 }, (_, at) => kinds[at % kinds.length]!)
  const table = await makeTable(
    bench,
    'Million',
    types.map((type, at) => fieldOf(`Field ${at}`, type)),
  )
  await fillTable(
    bench,
    table,
    types.map((type) => filling[type]),
  )
  await tab.send('Page.enable')
  await signInToApp(bench, tab, 1)
  await tab.send('Page.navigate', { url: `${bench.embedded.url}/b/${bench.base}/t/${table.id}` })
  const cell = `document.querySelector('[role=grid] [data-row="0"] [data-col="1"]')`
  await tab.until(cell)
  await tab.evaluate(`${cell}.focus()`)
  await pause(3_000)
  const start = await heapMb(tab)
  const heaps: number[] = []
  let done = 0
  for (let check = 0; check < checks; check += 1) {
    done += await useFor(tab, (seconds * 1_000) / checks)
    heaps.push(await heapMb(tab))
    console.log(`after ${((check + 1) * seconds) / checks} s: ${heaps.at(-1)!.toFixed(1)} MB`)
  }
  const most = Math.max(...heaps)
  const figures = { records: million, fields: types.length, seconds, actions: done, startHeapMb: start }
  printReport({
    name: 'use',
    figures: { ...figures, endHeapMb: heaps.at(-1)!, mostHeapMb: most },
    ratios: { heapToLimit: most / limitMb },
  })
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
