/** A chart and a dashboard by links: made, read without an account, as tables too, by keys and by finger. */
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isBeyondWindow, phone, showPicture, type Visitor } from '../browser.ts'
import { ada, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, field, flawsEverywhere, heading, leave, makeView, seen } from '../steps.ts'

let journey: DemoJourney
let adas: Visitor
let page: Page
let outsider: Visitor

beforeAll(async () => {
  journey = await startDemoJourney('share-charts')
  adas = await journey.enter(ada)
  page = adas.page
  await page.goto(`/b/${journey.base}/t/${journey.tasks}`)
  outsider = await journey.visit()
})
afterAll(async () => {
  await journey?.end()
})
afterEach(({ task }) => journey?.keepPictures(task))

const soon = { timeout: 20_000 }
const dialog = (name: string, on = page) => on.getByRole('dialog', { name })
const chart = (name: string, on: Page): Locator => on.getByRole('region', { name, exact: true })
const bars = async (on: Locator): Promise<string[]> =>
  (await on.locator('[data-chart="bar"] > li').allInnerTexts()).map((text) =>
    text.replaceAll(/\s*\n\s*/g, ' '),
  )

/** Makes a link to the view that is open; answers its address. */
async function makeLink(look?: () => Promise<void>): Promise<string> {
  await button(page, /^View:/).click()
  await page.getByRole('menuitem', { name: 'Share by link' }).click()
  await button(dialog('Share by link'), 'New link').click()
  await look?.()
  await button(dialog('New link'), 'Create link').click()
  const ready = dialog('Your link is ready')
  const address = await field(ready, 'Link').inputValue()
  expect(await field(ready, 'Code for a web page').inputValue()).toMatch(/^<iframe src="[^"]+embed#/)
  await button(ready, 'Done').click()
  await leave(page, dialog('Share by link'))
  return address
}

describe('a chart', () => {
  let address: string

  it('is shared with the fields that it tells of', async () => {
    await makeView(page, 'Chart')
    await seen(chart('Records by State', page))
    address = await makeLink(async () => {
      const form = dialog('New link')
      await seen(form.getByText('no records'))
      await seen(form.getByRole('checkbox', { name: 'State' }))
      expect(await form.getByRole('checkbox').count()).toBe(1)
      await showPicture(page, 'share-chart-form')
      expect(await flawsEverywhere(page, 'share-chart-form')).toEqual([])
    })
  })

  it('shows its figures to whoever has the link, as a table too', async () => {
    const { page: theirs } = outsider
    await theirs.goto(address)
    await seen(heading(theirs, 'Chart'))
    const shown = chart('Records by State', theirs)
    await expect.poll(() => bars(shown), soon).toEqual(await bars(chart('Records by State', page)))
    await showPicture(theirs, 'share-chart')
    await button(shown, 'Show as table').click()
    await expect.poll(() => shown.locator('tbody tr').count(), soon).toBeGreaterThan(2)
    await seen(shown.getByRole('rowheader', { name: 'All records' }))
    await showPicture(theirs, 'share-chart-table')
    expect(await flawsEverywhere(theirs, 'share-chart')).toEqual([])
    expect(outsider.problems).toEqual([])
  })

  it('that comes to count by another field is not shown until its maker says so', async () => {
    await button(page, 'Layout').click()
    await button(dialog('Layout'), /By$/).click()
    await page.getByRole('option', { name: 'Area', exact: true }).click()
    await leave(page, dialog('Layout'))
    await button(page, 'Save').click()
    await expect.poll(() => button(page, 'Save').count(), soon).toBe(0)
    const { page: theirs } = outsider
    await theirs.reload()
    await seen(theirs.getByText('No charts here'))
    await showPicture(theirs, 'share-chart-none')
    expect(await flawsEverywhere(theirs, 'share-chart-none')).toEqual([])
  })
})

describe('a dashboard', () => {
  let address: string

  it('is shared as it is, without anybody having furnished it', async () => {
    await makeView(page, 'Dashboard')
    await seen(page.getByRole('heading', { name: 'Chart', exact: true }))
    await button(page, 'Add a chart').click()
    await page.getByRole('menuitem', { name: 'New chart' }).click()
    await seen(page.getByRole('heading', { name: 'Chart 2' }))
    await button(page, 'Save').click()
    await expect.poll(() => button(page, 'Save').count(), soon).toBe(0)
    address = await makeLink()
    const { page: theirs } = outsider
    await theirs.goto(address)
    for (const name of ['Chart: Records by Area', 'Chart 2: Records by State']) {
      const shown = chart(name, theirs)
      await expect.poll(async () => (await bars(shown)).length, soon).toBeGreaterThan(1)
      expect(await bars(shown)).toEqual(await bars(chart(name, page)))
    }
    await showPicture(theirs, 'share-dashboard')
    expect(await flawsEverywhere(theirs, 'share-dashboard')).toEqual([])
    expect(outsider.problems).toEqual([])
  })

  it('is read with the keyboard alone', async () => {
    const { keys, problems } = await journey.visitByKeys()
    const { see } = keys
    const { pathname, hash } = new URL(address)
    await keys.visit(`${pathname}${hash}`)
    const shown = chart('Chart: Records by Area', see)
    await seen(shown)
    await keys.pressOn(button(shown, 'Show as table'))
    await seen(shown.locator('tbody tr'))
    await keys.pressOn(button(shown, 'Show as chart'))
    await seen(shown.locator('[data-chart="bar"]'))
    expect(problems).toEqual([])
  })

  it('stands below one another on a phone, and answers a finger', async () => {
    const visitor = await journey.visit({ size: phone })
    const small = visitor.page
    await small.goto(address)
    const shown = chart('Chart: Records by Area', small)
    await expect.poll(async () => (await bars(shown)).length, soon).toBeGreaterThan(1)
    await showPicture(small, 'share-dashboard-phone')
    await button(shown, 'Show as table').tap()
    await seen(shown.locator('tbody tr'))
    expect(await isBeyondWindow(small)).toBe(false)
    expect(await flawsEverywhere(small, 'share-dashboard-phone')).toEqual([])
    expect(visitor.problems).toEqual([])
    expect(adas.problems).toEqual([])
  })
})
