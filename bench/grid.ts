/**
 * Time on the main thread for each frame of the grid while it scrolls over 1,000,000 rows of 20 fields of mixed kinds, beside a
 * canvas that draws texts and lines alone and paints everything anew. Both run by turns in one page at 1440 × 900. A
 * wheel is turned by real events, the bar is put anywhere once a frame. `-- SECONDS`: how long the grid is used at random
 * before its heap is measured.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { launchChromium, type Tab } from './measure/browser.ts'
import { percentile, printReport } from './measure/report.ts'

const roamSeconds = Number(process.argv[2] ?? 20)
const rounds = 7
const wheels = 60
const jumps = 40
const kinds = ['grid', 'plain'] as const
type Kind = (typeof kinds)[number]

/** One script with its fonts and colours inside. */
async function buildPage(): Promise<string> {
  const root = fileURLToPath(new URL('grid-page', import.meta.url))
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      assetsInlineLimit: Number.MAX_SAFE_INTEGER,
      rollupOptions: { input: `${root}/page.ts` },
    },
  })
  const { output } = [built].flat()[0] as {
    output: { fileName: string; code?: string; source?: string | Uint8Array }[]
  }
  const style = output.find((file) => file.fileName.endsWith('.css'))?.source ?? ''
  const script = output.find((file) => file.fileName.endsWith('.js'))!.code!
  return `<!doctype html><html data-theme="light"><meta charset="utf-8"><style>${style.toString()}</style><body><script type="module">${script.replaceAll('</script', '<\\/script')}</script>`
}

async function serve(html: string): Promise<{ url: string; stop: () => void }> {
  const server = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(html))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop: () => server.close() }
}

async function taskSeconds(tab: Tab): Promise<number> {
  const { metrics } = await tab.send<{ metrics: { name: string; value: number }[] }>('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')!.value
}

/** Milliseconds on the main thread for each frame that was painted meanwhile. */
async function perFrame(tab: Tab, work: () => Promise<unknown>): Promise<number> {
  const framesBefore = await tab.evaluate<number>('page.frames')
  const before = await taskSeconds(tab)
  await work()
  const seconds = (await taskSeconds(tab)) - before
  const frames = (await tab.evaluate<number>('page.frames')) - framesBefore
  if (frames < 20) throw new Error(`only ${frames} frames`)
  return (seconds * 1_000) / frames
}

async function wheel(tab: Tab): Promise<void> {
  const event = { type: 'mouseWheel', x: 700, y: 450, deltaX: 0 }
  for (let step = 0; step < wheels; step += 1) {
    await tab.send('Input.dispatchMouseEvent', { ...event, deltaY: step % 50 < 40 ? 100 : -100 })
  }
}

type Samples = Record<Kind, { wheel: number[]; jump: number[] }>

async function measure(tab: Tab): Promise<Samples> {
  const samples: Samples = { grid: { wheel: [], jump: [] }, plain: { wheel: [], jump: [] } }
  for (let round = 0; round <= rounds; round += 1) {
    for (const kind of kinds) {
      await tab.evaluate(`page.mount('${kind}')`)
      const wheelMs = await perFrame(tab, () => wheel(tab))
      const jumpMs = await perFrame(tab, () => tab.evaluate(`page.jump(${jumps})`))
      console.log(
        `round ${round} ${kind}: wheel ${wheelMs.toFixed(2)} ms, jumps ${jumpMs.toFixed(2)} ms a frame`,
      )
      // The first round only warms up.
      if (round === 0) continue
      samples[kind].wheel.push(wheelMs)
      samples[kind].jump.push(jumpMs)
    }
  }
  return samples
}

async function heapAfterUse(tab: Tab): Promise<number> {
  await tab.evaluate(`page.mount('grid')`)
  await tab.evaluate(`page.roam(${roamSeconds})`)
  await tab.send('HeapProfiler.collectGarbage')
  const { usedSize } = await tab.send<{ usedSize: number }>('Runtime.getHeapUsage')
  return usedSize / 1e6
}

function figuresOf(samples: Samples, heapMb: number): Record<string, number> {
  const figures: Record<string, number> = { heapMb, roamSeconds }
  for (const kind of kinds) {
    for (const [what, values] of Object.entries(samples[kind]))
      figures[`${kind}.${what}Ms`] = percentile(values, 0.5)
  }
  return figures
}

const page = await serve(await buildPage())
const browser = await launchChromium()
try {
  const tab = await browser.newTab()
  await tab.send('Emulation.setDeviceMetricsOverride', {
    width: 1440,
    height: 900,
    deviceScaleFactor: 1,
    mobile: false,
  })
  // Time that the thread ran, not time that it waited for a processor.
  await tab.send('Performance.enable', { timeDomain: 'threadTicks' })
  await tab.send('Page.navigate', { url: page.url })
  await tab.until(`'page' in globalThis`)
  const samples = await measure(tab)
  const figures = figuresOf(samples, await heapAfterUse(tab))
  const ratio = (what: 'wheel' | 'jump') => figures[`grid.${what}Ms`]! / figures[`plain.${what}Ms`]!
  printReport({ name: 'grid', figures, ratios: { wheel: ratio('wheel'), jump: ratio('jump') } })
} finally {
  await browser.stop()
  page.stop()
}
