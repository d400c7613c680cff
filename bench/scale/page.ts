/**
 * In the page: what is on screen, by the elements that stand where things are painted, and how long it takes from what a person
 * does to there. What the main thread was kept busy with for longer than a frame or two is noted beside it.
 */
import type { Tab } from '../measure/browser.ts'

export interface Line {
  readonly kind: 'row' | 'group'
  /** The place of a row among all rows that are shown; of a heading nothing. */
  readonly place: number
  /** The record's name, or what the heading says. */
  readonly text: string
}

export interface Acted {
  readonly ms: number
  /** The longest time that the page answered nothing meanwhile. */
  readonly busyMs: number
  readonly value: unknown
}

export const watching = `
  const tasks = []
  new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask', buffered: true })
  const grid = () => document.querySelector('[role=grid]')
  const placed = (element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return { element, top, bottom }
  }
  // Rows and headings on screen from top to bottom; null while something is missing.
  globalThis.lines = (rowsToo = true) => {
    const here = grid()
    if (here?.ariaLabel !== 'Million') return null
    const head = here.querySelector('[role=columnheader]')
    if (!head) return null
    const top = head.getBoundingClientRect().bottom
    const bottom = here.querySelector('[data-testid=figures]').getBoundingClientRect().top
    const seen = [...here.querySelectorAll('[data-row]:not([data-row="-1"]), [data-group]')].map(placed)
      .filter((one) => one.bottom > top + 1 && one.top < bottom - 1).sort((a, b) => a.top - b.top)
    let end = top
    for (const one of seen) {
      if (one.top > end + 1) return null
      end = Math.max(end, one.bottom)
    }
    const isAtEnd = seen.some(({ element }) => element.querySelector('[data-add]'))
    if (seen.length === 0 || (end < bottom - 1 && !isAtEnd)) return null
    if (rowsToo && seen.some(({ element }) => element.ariaBusy === 'true')) return null
    return seen.map(({ element }) => element.dataset.group !== undefined
      ? { kind: 'group', place: -1, text: element.textContent }
      : { kind: 'row', place: Number(element.dataset.row), text: element.dataset.id ? element.querySelector('[data-col="1"]').textContent : '' })
      .filter(({ kind, text }) => kind === 'group' || text !== '')
  }
  globalThis.hasHeadings = (list) => list !== null && list.some(({ kind }) => kind === 'group') && list
  globalThis.hasNone = (list) => list !== null && list.every(({ kind }) => kind === 'row') && list
  globalThis.withText = (selector, text) => [...document.querySelectorAll(selector)]
    .findLast((one) => !one.disabled && one.innerText.trim().startsWith(text))
  globalThis.act = async (what, done, patience = 60_000) => {
    const start = performance.now()
    what()
    for (;;) {
      await new Promise(requestAnimationFrame)
      const value = done()
      const now = performance.now()
      if (value) {
        const busy = tasks.filter(({ startTime }) => startTime >= start - 5)
        return { ms: now - start, busyMs: Math.max(0, ...busy.map(({ duration }) => duration)), value: value instanceof Element || value }
      }
      if (now > start + patience) throw new Error('not within ' + patience + ' ms: ' + done + document.body.innerText.slice(-800))
    }
  }
  globalThis.first = new Promise((resolve, reject) => addEventListener('DOMContentLoaded', () => act(() => 0, lines).then(resolve, reject)))`

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Does something in the page and waits there until it is right, once a frame. */
export async function act<T>(tab: Tab, what: string, done: string): Promise<Acted & { value: T }> {
  return tab.evaluate<Acted & { value: T }>(`act(() => ${what}, () => ${done})`)
}

/** A press on the last of the elements whose text begins so. */
export const pressOn = (selector: string, text: string) =>
  `withText('${selector}', ${JSON.stringify(text)}).click()`

/** Opens an address of the app in a page made anew; answers when the first rows stood there. */
export async function open(tab: Tab, url: string): Promise<number> {
  await tab.send('Page.navigate', { url })
  return (await tab.evaluate<Acted>('first')).ms
}

/** A page of an editor at the size of a desk's screen. */
export async function widen(tab: Tab): Promise<void> {
  await tab.send('Emulation.setDeviceMetricsOverride', {
    width: 1440,
    height: 900,
    deviceScaleFactor: 1,
    mobile: false,
  })
  await tab.send('Page.enable')
}
