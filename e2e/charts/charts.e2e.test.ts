/** Charts of a table and a dashboard of them: made, read as pictures and as tables, live, by keys and by finger. */
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { phone, showPicture, type Visitor } from '../browser.ts'
import { ada, ben, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, field, flawsEverywhere, grid, leave, makeView, seen } from '../steps.ts'

let journey: DemoJourney
let adas: Visitor
let page: Page

beforeAll(async () => {
  journey = await startDemoJourney('charts')
  adas = await journey.enter(ada)
  page = adas.page
  await page.goto(`/b/${journey.base}/t/${journey.tasks}`)
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const soon = { timeout: 20_000 }
const chart = (name: string, on = page): Locator => on.getByRole('region', { name, exact: true })

async function lay(label: RegExp | string, option: string | RegExp): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Layout' })
  if (!(await dialog.isVisible())) await button(page, 'Layout').click()
  await button(dialog, label).click()
  await page.getByRole('option', { name: option, exact: typeof option === 'string' }).click()
}

const closeLayout = () => leave(page, page.getByRole('dialog', { name: 'Layout' }))

/** Name and figure of each bar, or of each row of a table. */
const bars = async (on: Locator): Promise<string[]> =>
  (await on.locator('[data-chart="bar"] > li').allInnerTexts()).map((text) =>
    text.replaceAll(/\s*\n\s*/g, ' '),
  )
const rows = async (on: Locator): Promise<string[]> =>
  (await on.locator('tbody tr').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())

describe('a chart', () => {
  it('counts the records of each choice as soon as it is made', async () => {
    await makeView(page, 'Chart')
    const shown = chart('Records by State')
    await expect.poll(() => bars(shown), soon).toContain('Doing 4')
    const counts = (await bars(shown)).map((text) => Number(text.split(' ').at(-1)))
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(12)
    await showPicture(page, 'charts-bar')
  })

  it('adds a field up, by months, told apart by another', async () => {
    await lay(/Figure$/, 'Hours')
    await lay(/By$/, 'Due')
    await lay(/Told apart by/, 'Area')
    await closeLayout()
    const shown = chart('Sum of Hours by Due and Area')
    await seen(shown.locator('[data-chart="column"]'))
    await showPicture(page, 'charts-columns')
    await button(shown, 'Show as table').click()
    await expect.poll(() => rows(shown), soon).toHaveLength(2)
    expect((await rows(shown))[0]).toMatch(/^Feb 2027/)
    await showPicture(page, 'charts-table')
    await button(shown, 'Show as chart').click()
    // Its tip would stand over the page.
    await page.mouse.move(0, 0)
    await page.getByRole('tooltip').waitFor({ state: 'detached' })
    expect(await flawsEverywhere(page, 'charts')).toEqual([])
  })

  it('is drawn as a line, an area, a ring, one number and a pivot table', async () => {
    for (const [name, kind] of [
      ['Line', 'line'],
      ['Area', 'area'],
    ] as const) {
      await lay(/Shown as/, name)
      await seen(page.locator(`[data-chart="${kind}"]`))
    }
    await showPicture(page, 'charts-area')
    await lay(/Shown as/, 'Pie')
    await lay(/By$/, 'Area')
    await closeLayout()
    await seen(page.locator('[data-chart="pie"]'))
    await showPicture(page, 'charts-pie')
    await lay(/Shown as/, 'Pivot table')
    await lay(/Columns/, 'State')
    await closeLayout()
    await seen(page.getByRole('columnheader', { name: 'To do' }))
    await showPicture(page, 'charts-pivot')
    await lay(/Shown as/, 'One number')
    await closeLayout()
    await seen(chart('Sum of Hours').getByText('of 12 records'))
    await showPicture(page, 'charts-number')
    await button(page, 'Reset').click()
    await expect.poll(() => chart('Records by State').isVisible(), soon).toBe(true)
  })

  it('is a table of its figures, which is never a picture', async () => {
    await lay(/Shown as/, 'Table')
    await closeLayout()
    const shown = chart('Records by State')
    await expect.poll(() => rows(shown), soon).toContain('Doing 4')
    expect(await rows(shown)).toHaveLength(4)
    expect(await button(shown, 'Show as chart').count()).toBe(0)
    await page.reload()
    await expect.poll(() => rows(shown), soon).toContain('Doing 4')
    await showPicture(page, 'charts-as-table')
    expect(await flawsEverywhere(page, 'charts-as-table')).toEqual([])
    await button(page, 'Reset').click()
    await expect.poll(() => bars(shown), soon).toContain('Doing 4')
  })

  it('follows what others change', async () => {
    const bens = await journey.enter(ben)
    await bens.page.goto(`/b/${journey.base}/t/${journey.tasks}`)
    await expect.poll(() => bars(chart('Records by State')), soon).toContain('Doing 4')
    await button(bens.page, 'New record').click()
    await bens.page.keyboard.type('One more')
    await bens.page.keyboard.press('Enter')
    await expect
      .poll(
        async () =>
          (await bars(chart('Records by State'))).reduce(
            (sum, text) => sum + Number(text.split(' ').at(-1)),
            0,
          ),
        soon,
      )
      .toBe(13)
  })
})

describe('a dashboard', () => {
  it('shows the charts of its table, narrower and wider, under one filter', async () => {
    await makeView(page, 'Dashboard')
    await seen(page.getByRole('heading', { name: 'Chart', exact: true }))
    await button(page, 'Add a chart').click()
    await page.getByRole('menuitem', { name: 'New chart' }).click()
    await seen(page.getByRole('heading', { name: 'Chart 2' }))
    await button(page, 'Options of Chart 2').click()
    await page.getByRole('menuitem', { name: 'The whole width' }).click()
    await button(page, 'Options of Chart 2').click()
    await page.getByRole('menuitem', { name: 'Move earlier' }).click()
    await expect
      .poll(() => page.getByRole('heading', { level: 2, name: /^Chart/ }).allInnerTexts(), soon)
      .toEqual(['Chart 2', 'Chart'])
    await button(page, 'Save').click()
    await expect.poll(() => button(page, 'Save').count(), soon).toBe(0)
    await button(page, 'Filter').click()
    const filter = page.getByRole('dialog', { name: 'Filter' })
    await button(filter, 'Add a condition').click()
    await field(filter, 'Value of Task').fill('Piano')
    await seen(filter.getByText('1 record matches'))
    await page.keyboard.press('Escape')
    await expect.poll(async () => (await bars(chart('Chart: Records by State'))).length, soon).toBe(1)
    await showPicture(page, 'charts-dashboard-filtered')
    await button(page, 'Reset').click()
    expect(await flawsEverywhere(page, 'charts-dashboard')).toEqual([])
    await page.reload()
    await seen(page.getByRole('heading', { name: 'Chart 2' }))
  })

  it('shows charts of other tables of the base, which keep to their own filter, and says what is not shown', async () => {
    const dashboard = page.url()
    await page.getByRole('link', { name: 'Airports' }).click()
    await seen(grid(page, 'Airports'))
    await makeView(page, 'Chart')
    const airports = page.getByRole('region', { name: /^Records by / })
    await expect.poll(async () => (await bars(airports)).length, soon).toBeGreaterThan(1)
    const expected = await bars(airports)
    await page.goto(dashboard)
    await button(page, 'Add a chart').click()
    await page.getByRole('group', { name: 'Airports' }).getByRole('menuitem', { name: 'Chart' }).click()
    const shown = page.getByRole('region', { name: /^Chart: Records by / }).last()
    await expect.poll(() => bars(shown), soon).toEqual(expected)
    await button(page, 'Save').click()
    await expect.poll(() => button(page, 'Save').count(), soon).toBe(0)
    await showPicture(page, 'charts-other-table')
    expect(await flawsEverywhere(page, 'charts-other-table')).toEqual([])
    // The chart is gone, and the dashboard says so.
    await shown.getByRole('button', { name: 'Options of Chart' }).click()
    await page.getByRole('menuitem', { name: 'Open the chart' }).click()
    await seen(page.getByRole('region', { name: /^Records by / }))
    expect(page.url()).not.toContain(journey.tasks)
    await button(page, /^View:/).click()
    await page.getByRole('menuitem', { name: 'Delete view' }).click()
    await seen(grid(page, 'Airports'))
    await page.goto(dashboard)
    await seen(page.getByText('One chart is not shown'))
    expect(adas.problems).toEqual([])
  })
})

describe('with the keyboard alone', () => {
  it('the figures of a picture are gone through', async () => {
    await page.goto(`/b/${journey.base}/t/${journey.tasks}`)
    const { keys, problems } = await journey.enterByKeys(ada, new URL(page.url()).pathname)
    const { see } = keys
    await keys.fromMenu(button(see, /^View:/), 'Chart')
    await seen(see.getByRole('region', { name: 'Records by State' }))
    await keys.pressOn(button(see, 'Layout'))
    await keys.choose(button(see.getByRole('dialog', { name: 'Layout' }), /By$/), 'Due')
    await keys.press('Escape')
    const slider = see.getByRole('slider')
    await keys.tabTo(slider)
    await keys.press('End')
    await expect.poll(() => slider.getAttribute('aria-valuetext'), soon).toMatch(/: \d/)
    await keys.press('ArrowLeft')
    await expect.poll(() => slider.getAttribute('aria-valuetext'), soon).toMatch(/: \d/)
    expect(keys.flaws()).toEqual([])
    expect(problems).toEqual([])
  })

  it('a dashboard is put in order, narrowed, and leads to its charts', async () => {
    const { keys, problems } = await journey.enterByKeys(ada, new URL(page.url()).pathname)
    const { see } = keys
    const charts = () => see.getByRole('heading', { level: 2, name: /^Chart/ }).allInnerTexts()
    await keys.fromMenu(button(see, /^View:/), 'Dashboard')
    await expect.poll(charts, soon).toEqual(['Chart 2', 'Chart'])
    await keys.fromMenu(button(see, 'Options of Chart 2'), 'Move later')
    await expect.poll(charts, soon).toEqual(['Chart', 'Chart 2'])
    await keys.expectFocus(button(see, 'Options of Chart 2'))
    await keys.press('Control+z')
    await expect.poll(charts, soon).toEqual(['Chart 2', 'Chart'])
    const shown = see.getByRole('region', { name: /^Chart: / }).first()
    await keys.pressOn(button(shown, 'Show as table'))
    await expect.poll(async () => (await rows(shown)).length, soon).toBeGreaterThan(1)
    await keys.expectFocus(button(shown, 'Show as chart'))
    await keys.press('Enter')
    await expect.poll(async () => (await bars(shown)).length, soon).toBeGreaterThan(1)
    await keys.pressOn(button(see, 'Filter'))
    const filter = see.getByRole('dialog', { name: 'Filter' })
    await keys.pressOn(button(filter, 'Add a condition'))
    await keys.typeInto(field(filter, 'Value of Task'), 'Piano')
    await seen(filter.getByText('1 record matches'))
    await keys.press('Escape')
    await expect.poll(async () => (await bars(shown)).length, soon).toBe(1)
    await keys.pressOn(button(see, 'Reset'))
    await expect.poll(async () => (await bars(shown)).length, soon).toBeGreaterThan(1)
    await keys.fromMenu(button(see, 'Options of Chart 2'), 'Open the chart')
    await seen(button(see, 'View: Chart 2'))
    expect(keys.flaws()).toEqual([])
    expect(problems).toEqual([])
  })
})

describe('on a phone', () => {
  it('charts stand below one another', async () => {
    const visitor = await journey.enter(ben, phone)
    const small = visitor.page
    await small.goto(`/b/${journey.base}/t/${journey.tasks}`)
    await button(small, /^View:/).click()
    await small.getByRole('menuitem', { name: 'Dashboard' }).click()
    await seen(small.getByRole('heading', { name: 'Chart 2' }))
    await showPicture(small, 'charts-phone')
    const wide = await small.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(390)
  })
})
