import type { Page } from 'playwright'
import { settled } from '../browser.ts'

const quietMs = 800

/** Until nothing is loading, pictures and fonts are there, and nothing moves. */
export async function isComplete(page: Page): Promise<void> {
  await page.waitForFunction(
    (ms) => {
      const state = [...document.images].map(({ src, complete }) => `${src} ${complete}`).join()
      const busy = document.querySelector('[aria-busy="true"]') !== null
      const seen = globalThis as { seen?: { state: string; since: number } }
      if (busy || seen.seen?.state !== state) seen.seen = { state, since: performance.now() }
      return performance.now() - seen.seen.since > ms && [...document.images].every((one) => one.complete)
    },
    quietMs,
    { polling: 100 },
  )
  await page.evaluate(() => document.fonts.ready.then(() => null))
  await settled(page)
}
