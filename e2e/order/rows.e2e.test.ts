/** Records of a view: put in order by mouse, by keys and from the menu, live for others, taken back, and refused with the reason. */
import { signInPerson } from '@plinth/backend/testing'
import { emptyViewConfig, type TableId, uuidV7, type ViewConfig, type ViewId } from '@plinth/domain'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { showPicture, type Visitor } from '../browser.ts'
import { ada, ben, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { cell, flawsEverywhere, grid, seen } from '../steps.ts'
import { must } from '../target.ts'

let journey: DemoJourney
let adas: Visitor
let bens: Visitor
let page: Page
let tasks: TableId
let view: ViewId

beforeAll(async () => {
  journey = await startDemoJourney('rows')
  tasks = journey.tasks
  view = await makeView('In order')
  adas = await journey.enter(ada)
  bens = await journey.enter(ben)
  page = adas.page
  for (const visitor of [adas, bens]) await open(visitor.page, view)
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const soon = { timeout: 20_000 }

async function makeView(name: string, changes: Partial<ViewConfig> = {}): Promise<ViewId> {
  const { backend } = await signInPerson(journey.world.project, ada)
  const id = uuidV7() as ViewId
  const config = { ...emptyViewConfig, ...changes }
  must(await backend.views.create(tasks, { id, name, isShared: true, config }))
  await backend.dispose()
  return id
}

async function open(on: Page, id: ViewId): Promise<void> {
  await on.goto(`/b/${journey.base}/t/${tasks}/v/${id}`)
  await seen(grid(on, 'Tasks').locator('[data-id]').first())
}

/** The names of the tasks, from the top. */
const names = async (on = page) => {
  const cells = await grid(on, 'Tasks').locator('[role=row][data-id] [aria-colindex="2"]').allInnerTexts()
  return cells.map((text) => text.trim())
}
const expectNames = (expected: readonly string[], on = page) =>
  expect.poll(() => names(on), soon).toEqual(expected)
const moved = (all: readonly string[], from: readonly number[], before: number) => {
  const target = all[before]
  const rest = all.filter((_, at) => !from.includes(at))
  const place = target === undefined ? rest.length : rest.indexOf(target)
  return rest.toSpliced(place, 0, ...from.map((at) => all[at]!))
}
/** The number of a row, left of its cells. */
async function gutterOf(place: number): Promise<{ x: number; y: number; height: number }> {
  const box = await (await cell(page, 'Tasks', place, 'Task')).boundingBox()
  if (!box) throw new Error('not on the page')
  return { x: box.x - 36, y: box.y + box.height / 2, height: box.height }
}
const focused = (place: number) =>
  cell(page, 'Tasks', place, 'Task').then((one) => one.evaluate((it) => it === document.activeElement))

describe('records are put in order', () => {
  let start: string[]

  it('by pulling what is selected, for all who look at the view', async () => {
    start = await names()
    expect(start.length).toBeGreaterThan(6)
    const [first, second, target] = [await gutterOf(2), await gutterOf(3), await gutterOf(6)]
    await page.mouse.click(first.x, first.y)
    await page.keyboard.down('Shift')
    await page.mouse.click(second.x, second.y)
    await page.keyboard.up('Shift')
    await page.mouse.move(first.x, first.y)
    await page.mouse.down()
    await page.mouse.move(first.x, first.y + 20, { steps: 3 })
    await page.mouse.move(target.x, target.y - target.height / 2 + 2, { steps: 6 })
    await showPicture(page, 'rows-pulled')
    await page.mouse.up()
    const order = moved(start, [1, 2], 5)
    await expectNames(order)
    await expectNames(order, bens.page)
    await page.reload()
    await expectNames(order)
  })

  it('by keys, with the cursor going along, and taken back step by step', async () => {
    const now = await names()
    await (await cell(page, 'Tasks', 4, 'Task')).click()
    await page.keyboard.press('Alt+Shift+ArrowUp')
    await page.keyboard.press('Alt+Shift+ArrowUp')
    const up = moved(now, [3], 1)
    await expectNames(up)
    await expect.poll(() => focused(2), soon).toBe(true)
    await seen(page.getByText('1 record moved to row 2', { exact: true }))
    await page.keyboard.press('Alt+Shift+ArrowDown')
    await expectNames(moved(now, [3], 2))
    await expectNames(moved(now, [3], 2), bens.page)
    await page.keyboard.press('Control+z')
    await expectNames(up)
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await expectNames(now)
    await page.keyboard.press('Control+y')
    await expectNames(moved(now, [3], 2))
    await page.keyboard.press('Control+z')
    await expectNames(now)
    await expectNames(now, bens.page)
  })

  it('from the menu, down to the end', async () => {
    const now = await names()
    await (await cell(page, 'Tasks', now.length - 1, 'Task')).click()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Move down' }).click()
    await expectNames(moved(now, [now.length - 2], now.length))
    await expect.poll(() => focused(now.length), soon).toBe(true)
    await page.keyboard.press('Alt+Shift+ArrowDown')
    await page.keyboard.press('Alt+Shift+ArrowUp')
    await expectNames(now)
  })

  it('not over what somebody else has moved since', async () => {
    const now = await names()
    await (await cell(page, 'Tasks', 1, 'Task')).click()
    await page.keyboard.press('Alt+Shift+ArrowDown')
    await expectNames(moved(now, [0], 2))
    // Shown at once; stored when others see it.
    await expectNames(moved(now, [0], 2), bens.page)
    const { backend } = await signInPerson(journey.world.project, ada)
    const [first] = must(
      await backend.rows.window({
        query: { table: tasks, sorts: [], view },
        anchor: null,
        direction: 'forward',
        skip: 1,
        take: 1,
      }),
    ).rows
    must(await backend.views.moveRecords(view, [first!.id], null))
    await backend.dispose()
    const theirs = moved(now, [0], now.length)
    await expectNames(theirs)
    await page.keyboard.press('Control+z')
    await seen(page.getByText('Somebody has moved these records since'))
    expect(await names()).toEqual(theirs)
  })

  it('by nobody whose view it is not, and by no one where something else orders it', async () => {
    const now = await names()
    await expectNames(now, bens.page)
    await (await cell(bens.page, 'Tasks', 2, 'Task')).click()
    await bens.page.keyboard.press('Alt+Shift+ArrowUp')
    await seen(bens.page.getByText(/Creators of the base put shared views in order/))
    await bens.page.keyboard.press('Shift+F10')
    await seen(bens.page.getByRole('menuitem', { name: 'Open record' }))
    expect(await bens.page.getByRole('menuitem', { name: 'Move up' }).count()).toBe(0)
    await bens.page.keyboard.press('Escape')
    await expectNames(now, bens.page)
    const { backend } = await signInPerson(journey.world.project, ada)
    const schema = must(await backend.bases.schema(journey.base))
    await backend.dispose()
    const field = schema.tables.find(({ id }) => id === tasks)!.fields[0]!.id
    await open(page, await makeView('Sorted', { sorts: [{ field, direction: 'asc' }] }))
    const sorted = await names()
    await (await cell(page, 'Tasks', 2, 'Task')).click()
    await page.keyboard.press('Alt+Shift+ArrowUp')
    await seen(page.getByText(/Take its sorts away/))
    expect(await names()).toEqual(sorted)
    await page.goto(`/b/${journey.base}/t/${tasks}`)
  })

  it('without a flaw in any size and colour, and without an error', async () => {
    await open(page, view)
    await (await cell(page, 'Tasks', 3, 'Task')).click()
    await page.keyboard.press('Alt+Shift+ArrowUp')
    await seen(page.getByText('1 record moved to row 2', { exact: true }))
    expect(await flawsEverywhere(page, 'rows-in-order')).toEqual([])
    expect([...adas.problems, ...bens.problems]).toEqual([])
  })
})
