/** Columns of a table: put in order by mouse, by touch and by keys, frozen, and selected as a whole. */
import { signInPerson } from '@plinth/backend/testing'
import { emptyViewConfig, type TableId, uuidV7, type ViewId } from '@plinth/domain'
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations, showPicture, tablet, type Visitor } from '../browser.ts'
import { ada, ben, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, cell, flawsEverywhere, grid, resize, seen } from '../steps.ts'
import { must } from '../target.ts'

let journey: DemoJourney
let adas: Visitor
let bens: Visitor
let page: Page
let tasks: TableId

beforeAll(async () => {
  journey = await startDemoJourney('columns')
  tasks = journey.tasks
  adas = await journey.enter(ada)
  bens = await journey.enter(ben)
  page = adas.page
  await page.goto(`/b/${journey.base}/t/${tasks}`)
  await seen(grid(page, 'Tasks').locator('[data-id]').first())
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const soon = { timeout: 20_000 }
const head = (name: string, on = page) =>
  grid(on, 'Tasks').getByRole('columnheader', { name: new RegExp(`^${name}(\\W|$)`) })
/** The names of the fields, from left to right, without the ends of the line. */
const names = async (on = page) =>
  (await grid(on, 'Tasks').getByRole('columnheader').allInnerTexts())
    .map((text) => text.trim())
    .filter((text) => text !== '' && text !== 'Selection' && text !== 'Add field')
const expectNames = (expected: readonly string[], on = page) =>
  expect.poll(() => names(on), soon).toEqual(expected)
const chosen = async () =>
  await grid(page, 'Tasks').locator('[role=columnheader][aria-selected=true]').allInnerTexts()
const boxOf = async (of: Locator) => {
  const box = await of.boundingBox()
  if (!box) throw new Error('not on the page')
  return box
}
/** The middle of a heading's name. */
async function middleOf(name: string): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = await boxOf(head(name))
  return { x: x + width / 2 - 12, y: y + height / 2 }
}
async function pull(name: string, to: { x: number; y: number }): Promise<void> {
  const from = await middleOf(name)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 12, from.y, { steps: 3 })
  await page.mouse.move(to.x, to.y, { steps: 8 })
}
const moved = (all: readonly string[], name: string, to: number) => {
  const rest = all.filter((one) => one !== name)
  return rest.toSpliced(to, 0, name)
}

describe('columns are put in order', () => {
  let start: string[]

  it('by pulling a heading, as a change of the view that others do not see', async () => {
    start = await names()
    expect(start.length).toBeGreaterThan(4)
    const [, second, third, fourth] = start as [string, string, string, string]
    const target = await boxOf(head(fourth))
    await pull(second, { x: target.x + target.width - 20, y: target.y + 200 })
    await showPicture(page, 'columns-pulled')
    await page.mouse.up()
    await expectNames(moved(start, second, 3))
    await seen(button(page, 'Save as a view'))
    // The cells stand where their headings do.
    const place = await (await cell(page, 'Tasks', 1, third)).boundingBox()
    expect(place?.x).toBeCloseTo((await boxOf(head(third))).x, 0)
    await page.reload()
    await expectNames(moved(start, second, 3))
    await bens.page.goto(`/b/${journey.base}/t/${tasks}`)
    await expectNames(start, bens.page)
    await page.goto(`/b/${journey.base}/t/${tasks}`)
    await expectNames(start)
  })

  it('not when given up with Esc, nor before the first column', async () => {
    const [first, second, third] = start as [string, string, string]
    const target = await middleOf(first)
    await pull(third, target)
    await page.keyboard.press('Escape')
    await page.mouse.up()
    expect(await names()).toEqual(start)
    await pull(first, await middleOf(third))
    await page.mouse.up()
    expect(await names()).toEqual(start)
    await pull(third, target)
    await page.mouse.up()
    await expectNames(moved(start, third, 1))
    await pull(third, await middleOf(start[3]!))
    await page.mouse.up()
    await expectNames(start)
    expect(await head(second).count()).toBe(1)
  })

  it('far away, where the table scrolls by itself', async () => {
    await resize(page, { width: 900, height: 700 })
    const [, second] = start as [string, string]
    const { y } = await middleOf(second)
    await pull(second, { x: 890, y })
    await expect
      .poll(
        () =>
          grid(page, 'Tasks').evaluate(
            (element) => element.scrollWidth - element.clientWidth - element.scrollLeft,
          ),
        soon,
      )
      .toBeLessThan(2)
    await page.mouse.up()
    await expectNames(moved(start, second, start.length - 1))
    await page.goto(`/b/${journey.base}/t/${tasks}`)
    await resize(page, { width: 1440, height: 900 })
    await expectNames(start)
  })

  it('by keys, on a cell and on a heading, with the focus going along', async () => {
    const [, second, third] = start as [string, string, string]
    await (await cell(page, 'Tasks', 2, second)).click()
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await expectNames(moved(start, second, 2))
    await expect
      .poll(
        async () => (await cell(page, 'Tasks', 2, second)).evaluate((one) => one === document.activeElement),
        soon,
      )
      .toBe(true)
    await seen(page.getByText(`${second} is now at column 3 of ${start.length}.`))
    await page.keyboard.press('Control+ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect
      .poll(() => head(second).evaluate((one) => one.contains(document.activeElement)), soon)
      .toBe(true)
    await page.keyboard.press('Alt+Shift+ArrowLeft')
    await expectNames(start)
    await expect
      .poll(() => head(second).evaluate((one) => one.contains(document.activeElement)), soon)
      .toBe(true)
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Move right' }).click()
    await expectNames(moved(start, second, 2))
    await expect
      .poll(() => head(second).evaluate((one) => one.contains(document.activeElement)), soon)
      .toBe(true)
    expect(await head(third).count()).toBe(1)
  })

  it('by a finger that is held on a heading; its tap opens the menu', async () => {
    await page.goto(`/b/${journey.base}/t/${tasks}`)
    await expectNames(start)
    const [, second, , fourth] = start as [string, string, string, string]
    const device = await page.context().newCDPSession(page)
    await device.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...touchPoints: { x: number; y: number }[]
    ) => device.send('Input.dispatchTouchEvent', { type, touchPoints })
    const from = await middleOf(second)
    const to = await boxOf(head(fourth))
    const there = { x: to.x + to.width - 10, y: from.y + 30 }
    await touch('touchStart', from)
    await expect
      .poll(() => grid(page, 'Tasks').evaluate((element) => element.style.cursor), soon)
      .toBe('grabbing')
    for (const part of [0.3, 0.6, 1]) {
      await touch('touchMove', { x: from.x + (there.x - from.x) * part, y: from.y + 30 * part })
    }
    await touch('touchEnd')
    await expectNames(moved(start, second, 3))
    await touch('touchStart', await middleOf(fourth))
    await touch('touchEnd')
    await seen(page.getByRole('menu'))
    await page.keyboard.press('Escape')
    await device.send('Emulation.setTouchEmulationEnabled', { enabled: false })
    await device.detach()
    await page.goto(`/b/${journey.base}/t/${tasks}`)
    await expectNames(start)
  })

  it('for all, in a view that is saved', async () => {
    const people = await signInPerson(journey.world.project, ada)
    const id = uuidV7() as ViewId
    must(
      await people.backend.views.create(tasks, {
        id,
        name: 'In order',
        isShared: true,
        config: emptyViewConfig,
      }),
    )
    await people.backend.dispose()
    await page.goto(`/b/${journey.base}/t/${tasks}/v/${id}`)
    await expectNames(start)
    const [, second] = start as [string, string]
    await (await cell(page, 'Tasks', 1, second)).click()
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await expectNames(moved(start, second, 2))
    // Widths are the view's own too.
    const { width } = await boxOf(head(second))
    const edge = await boxOf(head(second))
    await page.mouse.move(edge.x + edge.width, edge.y + 12)
    await page.mouse.down()
    await page.mouse.move(edge.x + edge.width + 60, edge.y + 12, { steps: 4 })
    await page.mouse.up()
    await button(page, 'Save').first().click()
    await expect.poll(() => new URL(page.url()).search, soon).toBe('')
    await bens.page.goto(`/b/${journey.base}/t/${tasks}/v/${id}`)
    await expectNames(moved(start, second, 2), bens.page)
    expect((await boxOf(head(second, bens.page))).width).toBeCloseTo(width + 60, 0)
  })
})

describe('columns are frozen', () => {
  it('up to one, with their headings, and let go again', async () => {
    await resize(page, { width: 1200, height: 800 })
    const [, second, third] = await names()
    await head(second!).hover()
    await button(page, new RegExp(`^${second}.*field menu`)).click()
    await page.getByRole('menuitem', { name: 'Freeze up to here' }).click()
    await expect
      .poll(() => head(second!).evaluate((one) => getComputedStyle(one).position), soon)
      .toBe('sticky')
    const before = await boxOf(head(second!))
    await grid(page, 'Tasks').evaluate((element) => element.scrollBy(300, 0))
    await expect.poll(async () => (await boxOf(head(third!))).x, soon).toBeLessThan(before.x + before.width)
    expect((await boxOf(head(second!))).x).toBeCloseTo(before.x, 0)
    const one = await cell(page, 'Tasks', 1, second!)
    await expect.poll(async () => (await boxOf(one)).x, soon).toBeCloseTo(before.x, 0)
    await showPicture(page, 'columns-frozen')
    expect(await accessibilityViolations(page)).toEqual([])
    // Where there is no room for them they scroll.
    await resize(page, { width: tablet.width, height: 700 })
    await expect
      .poll(() => head(second!).evaluate((it) => getComputedStyle(it).position), soon)
      .not.toBe('sticky')
    await resize(page, { width: 1440, height: 900 })
    await expect
      .poll(() => head(second!).evaluate((it) => getComputedStyle(it).position), soon)
      .toBe('sticky')
    await head(second!).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Unfreeze' }).click()
    await expect
      .poll(() => head(second!).evaluate((it) => getComputedStyle(it).position), soon)
      .not.toBe('sticky')
  })
})

describe('whole columns are selected', () => {
  it('by their headings, with Shift and Ctrl for more, and by keys', async () => {
    const [, second, third, fourth] = (await names()) as [string, string, string, string]
    const press = async (name: string) => {
      const { x, y } = await middleOf(name)
      await page.mouse.click(x, y)
    }
    await press(second)
    await expect.poll(chosen, soon).toEqual([second])
    await page.keyboard.down('Shift')
    await press(fourth)
    await page.keyboard.up('Shift')
    await expect.poll(chosen, soon).toEqual([second, third, fourth])
    await showPicture(page, 'columns-chosen')
    await page.keyboard.down('Control')
    await press(third)
    await page.keyboard.up('Control')
    await expect.poll(chosen, soon).toEqual([second, fourth])
    await page.keyboard.press('Escape')
    await expect.poll(chosen, soon).toEqual([])
    await page.keyboard.press('Control+Space')
    await expect.poll(chosen, soon).toEqual([third])
    expect(await flawsEverywhere(page, 'columns')).toEqual([])
  })

  it('and copied with every row of the view', async () => {
    const [first] = (await names()) as [string]
    const { x, y } = await middleOf(first)
    await page.mouse.click(x, y)
    await page.keyboard.press('Control+c')
    const lines = async () => (await page.evaluate(() => navigator.clipboard.readText())).split('\n')
    await expect.poll(async () => (await lines()).length, soon).toBe(12)
    const texts = await lines()
    expect(new Set(texts).size).toBe(12)
  })

  it('emptied, and filled again by undo', async () => {
    const hours = async () => {
      const column = await head('Hours').getAttribute('aria-colindex')
      const cells = grid(page, 'Tasks').locator(`[role=row][data-id] [aria-colindex="${column}"]`)
      return (await cells.allInnerTexts()).map((text) => text.trim())
    }
    await grid(page, 'Tasks').evaluate((element) => element.scrollTo(0, 0))
    const before = await hours()
    expect(before.filter((text) => text !== '').length).toBeGreaterThan(3)
    const { x, y } = await middleOf('Hours')
    await page.mouse.click(x, y)
    await page.keyboard.press('Delete')
    await expect.poll(hours, soon).toEqual(before.map(() => ''))
    await page.keyboard.press('Control+z')
    await expect.poll(hours, soon).toEqual(before)
  })

  it('leaves no error behind', () => {
    expect([...adas.problems, ...bens.problems]).toEqual([])
  })
})
