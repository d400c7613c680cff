/**
 * What looks at all of 1,000,000 records of 20 fields: the built app in headless Chromium, signed in as an editor under the
 * policies. Groups (their headings, jumps, closing and opening), the figures below the columns, finding, and, as a creator,
 * the index that is proposed and made. Each time counts from what the person does until what is right is on the screen, which is
 * compared with SQL; beside it the raw SQL of the same. `busyMs`: the longest time that the page answered nothing.
 */
import { existsSync } from 'node:fs'
import { launchChromium, type Tab } from './measure/browser.ts'
import { invite } from './measure/invite.ts'
import { million } from './measure/million.ts'
import { printReport } from './measure/report.ts'
import { signInAs } from './measure/sign-in.ts'
import { openWorkbench, type Workbench } from './measure/workbench.ts'
import { measureFigures } from './scale/figures.ts'
import { measureFinding } from './scale/find.ts'
import { measureGroups, type Place } from './scale/groups.ts'
import { measureIndex } from './scale/indexes.ts'
import { watching, widen } from './scale/page.ts'
import { makeMillion } from './scale/table.ts'

const peopleCount = 6
/** Some of the parts alone, by their names with commas between. */
const chosen = process.env['BENCH_PARTS']?.split(',')
const appDir = process.env['APP_DIR'] ?? new URL('../apps/web/dist', import.meta.url).pathname

const groupings: readonly (readonly [string, readonly string[]])[] = [
  ['region', ['Region']],
  ['person', ['Person']],
  ['day', ['Day']],
  ['city', ['City']],
  ['nested', ['Region', 'Person']],
]

async function run(bench: Workbench, tab: Tab, makers: Tab): Promise<void> {
  const editors = []
  for (let no = 1; no <= peopleCount; no += 1) editors.push(await invite(bench, no))
  const [editor] = editors
  const people = new Map(editors.map(({ userId }, at) => [userId as string, `Person ${at + 1}`]))
  for (const { backend } of editors) await backend.dispose()
  const table = await makeMillion(bench, [...people.keys()])
  await widen(tab)
  await signInAs(bench, tab, editor!)
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: watching })
  const figures: Record<string, number> = { records: million, fields: table.fields.length }
  const url = `${bench.embedded.url}/b/${bench.base}/t/${table.id}`
  const place: Place = { bench, tab, table, url, figures, people }
  const parts: Record<string, () => Promise<void>> = {
    ...Object.fromEntries(groupings.map(([name, by]) => [name, () => measureGroups(place, name, by)])),
    figures: () => measureFigures(place),
    find: () => measureFinding(place),
    index: async () => {
      await widen(makers)
      await signInAs(bench, makers, bench.maker)
      await makers.send('Page.addScriptToEvaluateOnNewDocument', { source: watching })
      await measureIndex(place, makers)
    },
  }
  for (const [name, measure] of Object.entries(parts)) {
    if (chosen && !chosen.includes(name)) continue
    const known = new Set(Object.keys(figures))
    await measure()
    const fresh = Object.entries(figures).filter(([key]) => !known.has(key))
    console.log(
      name,
      JSON.stringify(Object.fromEntries(fresh.map(([key, value]) => [key, Math.round(value)]))),
    )
  }
  printReport({ name: 'scale', figures, ratios: {} })
}

if (!existsSync(`${appDir}/index.html`)) throw new Error('The app is not built: run `npm run build` first.')
const bench = await openWorkbench({ appDir })
const chromium = await launchChromium()
try {
  await run(bench, await chromium.newTab(), await chromium.newTab())
} finally {
  await chromium.stop()
  await bench.stop()
}
