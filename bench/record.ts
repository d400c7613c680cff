/**
 * Opening a record whose row is loaded, in the built app in headless Chromium: from the key to the frame after the one in which its fields
 * fill the screen, and after the one in which all of them stand, in the panel beside the table and from there as a page. 1,000 records of 20 fields with a comment each; the ratio
 * is to the 100 ms that are allowed.
 */
import { launchChromium, type Tab } from './measure/browser.ts'
import { builtApp } from './measure/built-app.ts'
import { fillTable } from './measure/million.ts'
import { percentile, printReport } from './measure/report.ts'
import { signInToApp } from './measure/sign-in.ts'
import { fieldOf, makeTable, openWorkbench, type Workbench } from './measure/workbench.ts'

const allowedMs = 100
const records = 20
const plain = ['text', 'integer', 'date', 'number', 'checkbox'] as const
const kinds = Array.from({ length: 20 }, (_, at) => plain[at % plain.length]!)
const lastField = `${kinds.at(-1)} ${kinds.length - 1}`

/** In the page: from the next press of a key to the frame after the one in which fields fill what is seen of a record, and to that after the last one stands. */
const watching = `
  globalThis.openedIn = (key, selector, last) => new Promise((resolve) => addEventListener('keydown', function listen(event) {
    if (event.key !== key) return
    removeEventListener('keydown', listen, true)
    const scrolled = (element) => element && (getComputedStyle(element).overflowY === 'auto' ? element : scrolled(element.parentElement))
    let screen = null
    const look = () => {
      const box = scrolled(document.querySelector(selector + ' h2'))
      const isWhole = box?.textContent.includes(last) ?? false
      if (screen === null && (isWhole || box && box.scrollHeight > box.clientHeight))
        requestAnimationFrame((now) => { screen = now - event.timeStamp })
      requestAnimationFrame((now) => (isWhole ? resolve([screen ?? now - event.timeStamp, now - event.timeStamp]) : look()))
    }
    requestAnimationFrame(look)
  }, true))`

const keys = {
  space: { key: ' ', code: 'Space', windowsVirtualKeyCode: 32, text: ' ' },
  altEnter: { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, modifiers: 1 },
  escape: { key: 'Escape', code: 'Escape', windowsVirtualKeyCode: 27 },
  down: { key: 'ArrowDown', code: 'ArrowDown', windowsVirtualKeyCode: 40 },
} as const

async function press(tab: Tab, name: keyof typeof keys): Promise<void> {
  await tab.send('Input.dispatchKeyEvent', { type: 'keyDown', ...keys[name] })
  await tab.send('Input.dispatchKeyEvent', { type: 'keyUp', ...keys[name] })
}

type Opened = [screenMs: number, wholeMs: number]
/** From this key until the record that `selector` shows stands. */
async function opening(tab: Tab, name: 'space' | 'altEnter', selector: string): Promise<Opened> {
  await tab.evaluate(
    `(globalThis.opened = openedIn(${JSON.stringify(keys[name].key)}, '${selector}', '${lastField}'), 0)`,
  )
  await press(tab, name)
  return tab.evaluate<Opened>('opened')
}

async function measure(tab: Tab): Promise<{ panel: Opened[]; page: Opened[] }> {
  const times: { panel: Opened[]; page: Opened[] } = { panel: [], page: [] }
  const [panel, article] = ['aside[aria-label]', 'article[aria-label]']
  for (let row = 0; row < records; row += 1) {
    await tab.until(`document.activeElement?.closest('[data-row="${row}"]')`)
    times.panel.push(await opening(tab, 'space', panel))
    await pause(200)
    times.page.push(await opening(tab, 'altEnter', article))
    await pause(200)
    await press(tab, 'escape')
    await tab.until(`!document.querySelector('${article}') && !document.querySelector('${panel}')`)
    await pause(200)
    await press(tab, 'down')
  }
  return times
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function run(bench: Workbench, tab: Tab): Promise<void> {
  const value = {
    text: `'Text ' || n`,
    integer: 'n',
    date: `date '2010-01-01' + n`,
    number: 'n / 7.0',
    checkbox: 'n % 2 = 0',
  }
  const fields = kinds.map((kind, at) => fieldOf(`${kind} ${at}`, kind))
  const table = await makeTable(bench, 'Records', fields)
  await fillTable(
    bench,
    table,
    kinds.map((kind) => value[kind]),
    1_000,
  )
  await bench.embedded.admin.unsafe(
    `insert into plinth.comment (id, table_id, record_id, author_id, body)
     select gen_random_uuid(), '${table.id}', id, '${bench.maker.userId}', 'So it is' from data.${table.relation}`,
  )
  await tab.send('Page.enable')
  await signInToApp(bench, tab, 1)
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: watching })
  await tab.send('Page.navigate', { url: `${bench.embedded.url}/b/${bench.base}/t/${table.id}` })
  await tab.until(`document.querySelector('[role=grid] [data-row="0"] [data-col="1"]')`)
  // The code of the page is fetched ahead, when the table has nothing else to do.
  await pause(3_000)
  await tab.evaluate(`document.querySelector('[role=grid] [data-row="0"] [data-col="1"]').focus()`)
  const opened = await measure(tab)
  const [panel, page] = [opened.panel.map(([ms]) => ms), opened.page.map(([ms]) => ms)]
  const figures = {
    panelP50Ms: percentile(panel, 0.5),
    panelP95Ms: percentile(panel, 0.95),
    pageP50Ms: percentile(page, 0.5),
    pageP95Ms: percentile(page, 0.95),
    // The first of a visit, before its code has run once.
    panelFirstMs: panel[0]!,
    pageFirstMs: page[0]!,
    // Until all fields stand, below what is seen too.
    'panelP50Ms.whole': percentile(
      opened.panel.map(([, ms]) => ms),
      0.5,
    ),
    'pageP50Ms.whole': percentile(
      opened.page.map(([, ms]) => ms),
      0.5,
    ),
    allowedMs,
  }
  const ratios = { panel: figures.panelP95Ms / allowedMs, page: figures.pageP95Ms / allowedMs }
  printReport({ name: 'record', figures, ratios })
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
