import type { Page } from 'playwright'
import { button, grid, seen } from '../steps.ts'

/**
 * Milliseconds from the press that opens a record as a page to its first painted frame, for rows that are loaded; once each for the first rows
 * of the table at this address.
 */
export async function openingMs(page: Page, address: string, count = 7): Promise<number[]> {
  await page.goto(address)
  await seen(grid(page, 'Movies').getByText('Heat'))
  // The code of the page is fetched ahead, when the table has nothing else to do.
  await page.waitForLoadState('networkidle')
  const times: number[] = []
  for (let row = 0; row < count; row += 1) {
    const title = grid(page, 'Movies').locator(`[role=row][data-row="${row}"] [aria-colindex="2"]`)
    await title.click()
    await page.keyboard.press('Space')
    await seen(page.getByRole('complementary').getByRole('heading').first())
    await page.evaluate(watchOpening)
    await page.keyboard.press('Alt+Enter')
    await seen(page.getByRole('article'))
    times.push(await page.evaluate(() => (window as unknown as Watched).openedIn))
    await button(page, /^Back to/).click()
    await page.getByRole('article').waitFor({ state: 'hidden' })
  }
  return times
}

interface Watched {
  openedIn: Promise<number>
}

/** In the page: from the next key to the frame in which the name of a record stands on its page. */
function watchOpening(): void {
  const watched = window as unknown as Watched
  watched.openedIn = new Promise((resolve) => {
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Enter') return
        const began = event.timeStamp
        const look = () => {
          if (!document.querySelector('article[aria-label] h2')) return requestAnimationFrame(look)
          return requestAnimationFrame((now) => resolve(now - began))
        }
        requestAnimationFrame(look)
      },
      { capture: true },
    )
  })
}
