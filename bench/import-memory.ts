/**
 * What an import holds in the browser: the built app in headless Chromium imports `cities.csv` (135,233 rows) and the same rows ten
 * times over (1,352,330), each in a new page, while the heaps of page and worker and the renderer's resident memory are read.
 */
import { existsSync } from 'node:fs'
import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type BaseId, uuidV7 } from '@plinth/domain'
import { type Chromium, launchChromium, type Tab } from './measure/browser.ts'
import { type HeapFigures, HeapWatch, type Reading } from './measure/heap-watch.ts'
import { printReport } from './measure/report.ts'
import { must, openWorkbench, type Workbench } from './measure/workbench.ts'

const cities = new URL('../e2e/fixtures/cities.csv', import.meta.url).pathname
const rowsOfCities = 135_233
const times = 10
const appDir = process.env.APP_DIR ?? new URL('../apps/web/dist', import.meta.url).pathname

/** The records of `cities.csv` over and over below one header. */
async function writeTenfold(target: string): Promise<void> {
  const whole = await readFile(cities)
  const records = whole.subarray(whole.indexOf('\n') + 1)
  await writeFile(target, whole)
  for (let round = 1; round < times; round++) await appendFile(target, records)
}

interface Outcome {
  seconds: number
  readSeconds: number
  peak: HeapFigures & { samples: number }
}

interface Case {
  file: string
  rows: number
  reading: Reading
}

/** The whole way of one file through the dialogs, in a page of its own. */
async function importInBrowser(bench: Workbench, chromium: Chromium, one: Case): Promise<Outcome> {
  // A base without tables, so that nothing but the import is in the page.
  const base = uuidV7() as BaseId
  const settings = {
    name: basename(one.file),
    hue: 'blue',
    timeZone: 'UTC',
    locale: 'en',
    weekStart: 1,
  } as const
  must(await bench.maker.backend.bases.create({ id: base, workspace: bench.workspace, ...settings }))
  const tab = await chromium.newTab()
  await tab.send('Page.navigate', { url: `${bench.embedded.url}/b/${base}` })
  await tab.type('input[type=email]', bench.maker.email)
  await tab.type('input[type=password]', bench.maker.password)
  await tab.press('Sign in')
  await tab.press('Import a file')
  await tab.until(`document.querySelector('input[type=file]')`)
  const watch = await HeapWatch.open(chromium, tab)
  const outcome = await watched(tab, watch, one)
  watch.close()
  await tab.close()
  return outcome
}

async function watched(tab: Tab, watch: HeapWatch, { file, rows, reading }: Case): Promise<Outcome> {
  let isDone = false
  const [times, peak] = await Promise.all([
    throughDialogs(tab, file, rows).finally(() => {
      isDone = true
    }),
    watch.peak(reading, () => isDone),
  ])
  return { ...times, peak }
}

async function throughDialogs(tab: Tab, file: string, rows: number) {
  const patience = 15_000 + rows
  const counted = rows.toLocaleString('en-US')
  const chosen = performance.now()
  await tab.giveFile(file)
  await tab.until(`document.querySelector('[data-step=preview]')`, patience)
  const pressed = performance.now()
  await tab.press(`Import ${counted} rows`)
  await tab.until(`document.querySelector('[data-step=done]')`, patience)
  const ended = performance.now()
  const said = await tab.text()
  if (!said.includes(`${counted} rows added`)) throw new Error(said)
  return { seconds: (ended - pressed) / 1000, readSeconds: (pressed - chosen) / 1000 }
}

function figuresOf(name: string, whole: Outcome, collected: Outcome): Record<string, number> {
  return {
    [`${name}.seconds`]: whole.seconds,
    [`${name}.readSeconds`]: whole.readSeconds,
    [`${name}.samples`]: whole.peak.samples,
    [`${name}.rssPeakMb`]: whole.peak.rssMb,
    [`${name}.pagePeakMb`]: whole.peak.pageMb,
    [`${name}.workerPeakMb`]: whole.peak.workerMb,
    [`${name}.pageHeldMb`]: collected.peak.pageMb,
    [`${name}.workerHeldMb`]: collected.peak.workerMb,
  }
}

async function run(bench: Workbench, chromium: Chromium, folder: string): Promise<void> {
  const tenfold = join(folder, 'cities-tenfold.csv')
  await writeTenfold(tenfold)
  const measure = async (name: string, file: string, rows: number) => {
    const whole = await importInBrowser(bench, chromium, { file, rows, reading: 'as it is' })
    const collected = await importInBrowser(bench, chromium, { file, rows, reading: 'collected' })
    return figuresOf(name, whole, collected)
  }
  const one = await measure('one', cities, rowsOfCities)
  const ten = await measure('ten', tenfold, rowsOfCities * times)
  const ratio = (figure: string) => ten[`ten.${figure}`]! / one[`one.${figure}`]!
  const compared = [
    'rssPeakMb',
    'pagePeakMb',
    'workerPeakMb',
    'pageHeldMb',
    'workerHeldMb',
    'seconds',
    'readSeconds',
  ]
  printReport({
    name: 'import-memory',
    figures: { rows: rowsOfCities, fileMb: (await stat(cities)).size / 2 ** 20, ...one, ...ten },
    ratios: Object.fromEntries(compared.map((figure) => [figure.replace('Mb', ''), ratio(figure)])),
  })
}

if (!existsSync(`${appDir}/index.html`)) throw new Error('The app is not built: run `npm run build` first.')
const folder = await mkdtemp(join(tmpdir(), 'plinth-import-'))
const bench = await openWorkbench({ appDir })
const chromium = await launchChromium()
try {
  await run(bench, chromium, folder)
} finally {
  await chromium.stop()
  await bench.stop()
  await rm(folder, { recursive: true })
}
