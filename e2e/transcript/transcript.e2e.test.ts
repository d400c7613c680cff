/** A short session in the grid with the screen off: what the browser tells assistive technology at each key. */
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { accessibilityViolations } from '../browser.ts'
import { ada, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { cell, grid, seen } from '../steps.ts'
import { ScreenReader } from './screen-reader.ts'

let journey: DemoJourney
let page: Page

beforeAll(async () => {
  journey = await startDemoJourney('transcript')
  page = (await journey.enter(ada)).page
  await page.goto(`/b/${journey.base}/t/${journey.tasks}`)
  await seen(grid(page, 'Tasks').locator('[data-id]').first())
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

it('is the one that is written down', async () => {
  const reader = await ScreenReader.open(page)
  await (await cell(page, 'Tasks', 1, 'Task')).focus()
  await reader.press('ArrowDown')
  await reader.press('ArrowRight')
  await reader.press('ArrowRight', 'ArrowRight')
  await reader.press('End')
  await reader.press('Home')
  await reader.press('ArrowUp', 'ArrowUp')
  await reader.press('ArrowDown')
  await reader.press('F2')
  await reader.press('End')
  await reader.type(' in May')
  await reader.press('Enter')
  await reader.press('Control+z')
  await reader.press('Shift+ArrowDown')
  await reader.press('Escape')
  await reader.press('Control+f')
  await reader.type('booklet', () => seen(page.getByText('1 of 1', { exact: true })))
  await reader.press('Enter')
  await reader.press('Escape')
  await reader.press('Space')
  await reader.press('Escape')
  await reader.press('Control+End')
  expect(await accessibilityViolations(page)).toEqual([])
  const text = `# A session in the grid, as assistive technology is told it

Written by \`e2e/transcript\` from the accessibility tree of Chromium, with the demo's table of tasks: after each key what has the focus, with
its role, states and place, and what is announced. Screen readers put it into words of their own.

${reader.lines.join('\n')}
`
  await expect(text).toMatchFileSnapshot('../../docs/screen-reader.md')
})
