/** Groups of a table: headings by mouse and by keys, records that change their group, and figures below the columns. */
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations, type Visitor } from '../browser.ts'
import { ada, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, cell, field, flawsEverywhere, grid, seen } from '../steps.ts'

let journey: DemoJourney
let adas: Visitor
let page: Page

beforeAll(async () => {
  journey = await startDemoJourney('groups')
  adas = await journey.enter(ada)
  page = adas.page
  await page.goto(`/b/${journey.base}/t/${journey.tasks}`)
  await seen(grid(page, 'Tasks').locator('[data-id]').first())
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const soon = { timeout: 20_000 }
const heading = (name: string | RegExp): Locator =>
  grid(page, 'Tasks').locator('[data-group] [role=gridcell]').filter({ hasText: name })
/** What the headings on the screen say, from top to bottom. */
const headings = () =>
  grid(page, 'Tasks')
    .locator('[data-group]')
    .evaluateAll((lines) =>
      lines
        .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
        .map((line) => line.textContent),
    )
const countOf = (text: string | undefined) => Number(/(\d+) records?/.exec(text ?? '')?.[1])
const rowCount = () => page.getByTestId('row-count').innerText()
const topOf = async (name: RegExp) => (await heading(name).boundingBox())?.y
const figure = (name: RegExp) => button(page.getByTestId('figures'), name)

async function groupBy(name: string): Promise<void> {
  await button(page.getByRole('toolbar', { name: 'Table' }), /^Group/).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Group' })
  await button(dialog, 'Add a group').click()
  await page.getByRole('menuitem', { name }).click()
  expect(await accessibilityViolations(page, '[role=dialog]')).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
}

describe('groups of a table', () => {
  it('have headings with what they are called and how many records they have', async () => {
    await groupBy('State')
    await expect.poll(async () => (await headings()).length, soon).toBeGreaterThanOrEqual(4)
    const all = await headings()
    expect(all[0]).toMatch(/^State: To do, \d+ records?$/)
    expect(all.reduce((sum, text) => sum + countOf(text), 0)).toBe(12)
    expect(await rowCount()).toBe('12 records')
    // For those who are told lines by their numbers: headings, records, the line that adds one, and figures, once each.
    const lines = grid(page, 'Tasks').locator('[aria-rowindex]')
    const numbers = await lines.evaluateAll((all) => all.map((line) => Number(line.ariaRowIndex)))
    const count = Number(await grid(page, 'Tasks').getAttribute('aria-rowcount'))
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, at) => at + 1))
    expect(count).toBe(1 + all.length + 12 + 2)
  })

  it('close and open by the mouse, and the heading stays where it is', async () => {
    const before = await topOf(/^State: Doing/)
    const toDo = countOf((await headings())[0])
    const box = await heading(/^State: To do/).boundingBox()
    await page.mouse.click(box!.x + 16, box!.y + 20)
    await expect.poll(() => heading(/^State: To do/).getAttribute('aria-expanded'), soon).toBe('false')
    expect((await heading(/^State: To do/).boundingBox())?.y).toBe(box!.y)
    await expect.poll(() => topOf(/^State: Doing/), soon).toBe(before! - toDo * 32)
    await expect.poll(rowCount, soon).toBe(`12 records, ${12 - toDo} in open groups`)
    await page.reload()
    await expect.poll(() => heading(/^State: To do/).getAttribute('aria-expanded'), soon).toBe('false')
    await page.mouse.click(box!.x + 16, box!.y + 20)
    await expect.poll(() => heading(/^State: To do/).getAttribute('aria-expanded'), soon).toBe('true')
    await expect.poll(rowCount, soon).toBe('12 records')
  })

  it('close and open by keys, from the cell below', async () => {
    await (await cell(page, 'Tasks', 1, 'Task')).click()
    await page.keyboard.press('ArrowUp')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent), soon)
      .toMatch(/^State: To do/)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => page.locator(':focus').getAttribute('aria-expanded'), soon).toBe('false')
    await page.keyboard.press('ArrowDown')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent), soon)
      .toMatch(/^State: Doing/)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator(':focus').getAttribute('aria-expanded'), soon).toBe('true')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^State: To do/)
  })

  it('have figures, below the columns and in the headings', async () => {
    await figure(/^Add a figure of Hours/).focus()
    await page.keyboard.press('Enter')
    await seen(page.getByRole('menuitemradio', { name: 'Sum' }))
    expect(await accessibilityViolations(page, '[role=menu]')).toEqual([])
    await page.getByRole('menuitemradio', { name: 'Sum' }).click()
    await seen(figure(/^Hours: Sum \d/))
    await seen(heading(/^State: Doing.*Sum \d/))
  })

  it('get a record when it is left, and their figures with it', async () => {
    const [first, second] = await headings()
    const sum = await figure(/^Hours/).getAttribute('aria-label')
    const task = await (await cell(page, 'Tasks', 1, 'Task')).innerText()
    await (await cell(page, 'Tasks', 1, 'State')).click()
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: 'Doing' }).click()
    await seen(grid(page, 'Tasks').getByText(/Belongs to another group/))
    expect(countOf((await headings())[0])).toBe(countOf(first))
    await page.keyboard.press('Escape')
    await (await cell(page, 'Tasks', 2, 'Task')).click()
    await expect.poll(async () => countOf((await headings())[0]), soon).toBe(countOf(first) - 1)
    await expect.poll(async () => countOf((await headings())[1]), soon).toBe(countOf(second) + 1)
    expect(await figure(/^Hours/).getAttribute('aria-label')).toBe(sum)
    await expect.poll(async () => (await cell(page, 'Tasks', 1, 'Task')).innerText(), soon).not.toBe(task)
    await (await cell(page, 'Tasks', 1, 'Hours')).click()
    await page.keyboard.type('1000')
    await page.keyboard.press('Enter')
    await seen(figure(/^Hours: Sum 1,0\d\d/))
    await seen(heading(/^State: To do.*Sum 1,0\d\d/))
  })

  it('nest, and all of them close at once', async () => {
    await groupBy('Area')
    await seen(heading(/^Area: .*level 2/))
    expect(await flawsEverywhere(page, 'groups')).toEqual([])
    // The third is the last there can be: Esc still closes, and the menu of its column takes it away again.
    await groupBy('Assignee')
    await seen(heading(/^Assignee: .*level 3/))
    await page.getByRole('columnheader', { name: /^Assignee/ }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Do not group by this field' }).click()
    await heading(/^Assignee: /)
      .first()
      .waitFor({ state: 'hidden' })
    await button(page.getByRole('toolbar', { name: 'Table' }), /^Group/).click()
    await button(page, 'Close all groups').click()
    await page.keyboard.press('Escape')
    await expect.poll(headings, soon).toHaveLength(4)
    await expect.poll(rowCount, soon).toBe('12 records, 0 in open groups')
    expect(await flawsEverywhere(page, 'groups-closed')).toEqual([])
  })

  it('are saved with the view, which of them are closed is not', async () => {
    await button(page, 'Save as a view').click()
    await field(page, 'Name').fill('By state')
    await page.keyboard.press('Enter')
    await seen(button(page, 'View: By state'))
    await page.reload()
    await seen(heading(/^State: To do.*Sum/))
    await seen(figure(/^Hours: Sum 1,0\d\d/))
    await expect.poll(() => heading(/^State: To do/).getAttribute('aria-expanded'), soon).toBe('true')
    expect(adas.problems).toEqual([])
  })
})
