/** For people who have set a text half as large again in their browser: everything grows with it, and nothing is cut off. */
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations, showPicture } from '../browser.ts'
import { ada, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, cell, flawsOf, grid, seen } from '../steps.ts'
import { touchFlaws } from '../touch/touch-flaws.ts'

let journey: DemoJourney
let page: Page
let problems: string[]

beforeAll(async () => {
  journey = await startDemoJourney('text-size', { textSize: 24 })
  ;({ page, problems } = await journey.enter(ada))
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const soon = { timeout: 20_000 }

/** What axe objects to, and what the app says itself and does not stand there to its end. */
async function flaws(name: string, within?: string): Promise<string[]> {
  await showPicture(page, `text-size-${name}`)
  const cut = (await page.evaluate(touchFlaws)).filter((flaw) => /cut off|ends in dots/.test(flaw))
  return [...(await (within ? accessibilityViolations(page, within) : flawsOf(page))), ...cut]
}

describe('with a large text', () => {
  it('a table has higher rows and wider columns', async () => {
    await page.goto(`/b/${journey.base}/t/${journey.tasks}`)
    const first = await cell(page, 'Tasks', 1, 'Task')
    await seen(first)
    const box = await first.boundingBox()
    expect([box!.width, box!.height]).toEqual([248 * 1.5, 32 * 1.5])
    const below = await (await cell(page, 'Tasks', 2, 'Task')).boundingBox()
    expect(below!.y).toBe(box!.y + 48)
    expect(await flaws('table')).toEqual([])
  })

  it('a cell is where it is pressed, and its editor over it', async () => {
    const state = await cell(page, 'Tasks', 3, 'State')
    const box = await state.boundingBox()
    await page.mouse.click(box!.x + 30, box!.y + 40)
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent), soon)
      .toBe(await state.innerText())
    const title = await (await cell(page, 'Tasks', 3, 'Task')).boundingBox()
    await page.mouse.dblclick(title!.x + 30, title!.y + 40)
    const editor = page.getByRole('textbox', { name: 'Task' })
    await seen(editor)
    const over = await editor.boundingBox()
    expect(Math.abs(over!.y - title!.y)).toBeLessThanOrEqual(1)
    expect(Math.abs(over!.height - title!.height)).toBeLessThanOrEqual(1)
    await page.keyboard.press('Escape')
  })

  it('a column keeps the width that it is given', async () => {
    await button(grid(page, 'Tasks').getByRole('columnheader', { name: /^State/ }), /menu/i).click()
    await page.getByRole('menuitem', { name: 'Make wider' }).click()
    const width = async () => (await (await cell(page, 'Tasks', 1, 'State')).boundingBox())!.width
    await expect.poll(width, soon).toBeGreaterThan(270)
    const made = await width()
    await page.reload()
    await expect.poll(width, soon).toBe(made)
  })

  it('groups have headings, filters and records their room', async () => {
    await button(page.getByRole('toolbar', { name: 'Table' }), /^Group/).click()
    const groups = page.getByRole('dialog', { name: 'Group' })
    await button(groups, 'Add a group').click()
    await page.getByRole('menuitem', { name: 'State' }).click()
    await seen(grid(page, 'Tasks').locator('[data-group]').first())
    expect(await flaws('groups', '[role=dialog]')).toEqual([])
    await page.keyboard.press('Escape')
    await groups.waitFor({ state: 'hidden' })
    expect((await grid(page, 'Tasks').locator('[data-group]').first().boundingBox())!.height).toBe(60)
    await button(page.getByRole('toolbar', { name: 'Table' }), /^Filter/).click()
    await button(page.getByRole('dialog', { name: 'Filter' }), 'Add a condition').click()
    expect(await flaws('filter', '[role=dialog]')).toEqual([])
    await page.keyboard.press('Escape')
    await (await cell(page, 'Tasks', 2, 'Task')).click()
    await page.keyboard.press('Space')
    await seen(page.getByRole('complementary'))
    expect(await flaws('record')).toEqual([])
    await button(page, /^Close record/).click()
  })

  it.each(['Members', 'Usage', 'Workspace settings'])('the page "%s" has room', async (name) => {
    await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name, exact: true }).click()
    await seen(page.getByRole('heading', { level: 1 }))
    expect(await flaws(name)).toEqual([])
  })

  it('leaves no error in the console', () => {
    expect(problems).toEqual([])
  })
})
