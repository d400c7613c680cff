/**
 * Edits typed into the grid of the built app: how many frames, and how many milliseconds, from the key that ends an edit until its text
 * is painted on the canvas. 0 frames: in the first frame that the browser makes after the key.
 */
import type { Table } from '@plinth/domain'
import { launchChromium, type Tab } from './browser.ts'
import { signInToApp } from './sign-in.ts'
import type { Workbench } from './workbench.ts'

export interface PaintedEdit {
  readonly framesLater: number
  readonly ms: number
}

/** In the page: frames are counted, and the moment a text is painted is noted. */
const watching = `
  globalThis.frame = 0
  const count = () => { globalThis.frame += 1; requestAnimationFrame(count) }
  requestAnimationFrame(count)
  globalThis.pressed = null
  globalThis.painted = new Map()
  addEventListener('keydown', (event) => {
    if (event.key === 'Enter') globalThis.pressed = { frame: globalThis.frame, at: event.timeStamp }
  }, true)
  const fillText = CanvasRenderingContext2D.prototype.fillText
  CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
    if (pressed && !painted.has(text)) painted.set(text, {
      framesLater: globalThis.frame - pressed.frame - 1, ms: performance.now() - pressed.at })
    return fillText.call(this, text, ...rest)
  }`

export async function editInApp(bench: Workbench, table: Table, edits: number): Promise<PaintedEdit[]> {
  const chromium = await launchChromium()
  try {
    const tab = await chromium.newTab()
    await tab.setSize(1440, 900)
    await tab.send('Page.enable')
    await signInToApp(bench, tab, 100)
    await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: watching })
    await tab.send('Page.navigate', { url: `${bench.embedded.url}/b/${bench.base}/t/${table.id}` })
    await tab.until(`document.querySelector('[role=grid] [data-row][data-id]')`)
    await focusFirstCell(tab)
    const done: PaintedEdit[] = []
    for (let no = 0; no < edits; no += 1) done.push(await edit(tab, `typed ${no}`))
    return done
  } finally {
    await chromium.stop()
  }
}

async function focusFirstCell(tab: Tab): Promise<void> {
  const cell = `document.querySelector('[role=grid] [data-row="0"] [data-col="1"]')`
  await tab.until(cell)
  await tab.evaluate(`${cell}.focus()`)
}

/** Types over the cell with the cursor; Enter goes on to the one below it. */
async function edit(tab: Tab, text: string): Promise<PaintedEdit> {
  for (const letter of text) {
    const key = { key: letter, text: letter }
    await tab.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key })
    await tab.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
  }
  await tab.evaluate('painted.clear()')
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' }
  await tab.send('Input.dispatchKeyEvent', { type: 'keyDown', ...enter })
  await tab.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter })
  const found = `painted.get(${JSON.stringify(text)})`
  await tab.until(found)
  return tab.evaluate<PaintedEdit>(found)
}
