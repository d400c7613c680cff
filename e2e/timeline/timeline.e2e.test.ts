/** Records as bars on a line of time: moved by pointer, by keys, by finger; live, taken back, refused with the reason; arrows between them. */
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { phone, showPicture, type Visitor } from '../browser.ts'
import { ada, ben, cem, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, flawsEverywhere, leave, makeView, seen } from '../steps.ts'
import { furnishPlan, type Plan } from './furnish-plan.ts'

let journey: DemoJourney
let plan: Plan
let adas: Visitor
let bens: Visitor
let page: Page

beforeAll(async () => {
  journey = await startDemoJourney('timeline')
  plan = await furnishPlan(journey)
  adas = await journey.enter(ada)
  bens = await journey.enter(ben)
  page = adas.page
  await page.goto(`/b/${journey.base}/t/${plan.table}`)
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const soon = { timeout: 20_000 }
const bar = (name: string, on = page): Locator => on.getByRole('button', { name: new RegExp(`^${name}, `) })
const nameOf = (name: string, on = page): Locator =>
  on.getByRole('listitem').getByRole('button', { name, exact: true })
const line = (name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name, exact: true }) })
const wordsOf = async (name: string, on = page): Promise<string> =>
  (await bar(name, on).first().getAttribute('aria-label')) ?? ''
const expectWords = (name: string, words: RegExp | string, on = page) =>
  expect.poll(() => wordsOf(name, on), soon).toMatch(words)
const boxOf = async (place: Locator) => {
  const box = await place.boundingBox()
  if (!box) throw new Error('not on the page')
  return box
}
/** Pixels of a day, of a month's scale. */
const dayPx = 38

/** Scrolls to where its bar is. */
async function goTo(name: string): Promise<void> {
  await nameOf(name).focus()
  await page.keyboard.press('s')
}

async function drag(
  place: Locator,
  by: number,
  from: 'left' | 'middle' | 'right' = 'middle',
  picture?: string,
) {
  const box = await boxOf(place)
  const x = from === 'middle' ? box.x + box.width / 2 : from === 'left' ? box.x + 1 : box.x + box.width - 1
  const y = box.y + box.height / 2
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by / 2, y, { steps: 4 })
  await page.mouse.move(x + by, y, { steps: 4 })
  if (picture) await showPicture(page, picture)
  await page.mouse.up()
}

/** Where the booklet's bar is, and how long. */
async function middle(): Promise<{ x: number; width: number }> {
  const { x, width } = await boxOf(bar('Programme booklet'))
  return { x, width }
}

async function layOut(line: RegExp, choice: string): Promise<void> {
  await button(page, 'Layout').click()
  await button(page.getByRole('dialog', { name: 'Layout' }), line).click()
  const option = page.getByRole('option', { name: choice, exact: true })
  await option.click()
  await option.waitFor({ state: 'hidden' })
  // The key counts as soon as the focus is back from the list.
  const dialog = page.getByRole('dialog', { name: 'Layout' })
  const close = async () => {
    await page.keyboard.press('Escape')
    return dialog.isHidden()
  }
  await expect.poll(close, soon).toBe(true)
}

describe('a timeline', () => {
  it('is made from the list of views, and has bars by itself', async () => {
    await makeView(page, 'Timeline')
    await expect.poll(() => bar('Poster').isVisible(), soon).toBe(true)
    await expectWords('Poster', /^Poster, from 1 Mar 2027 to 5 Mar 2027$/)
    await expectWords('Ticket sale opens', /, 15 Mar 2027$/)
    await showPicture(page, 'timeline')
  })

  it('shows what colours mean, and arrows to what comes after, those that can not be in red', async () => {
    await layOut(/Colour/, 'State')
    await layOut(/Comes after/, 'After')
    await expectWords('Poster', /Doing/)
    await seen(page.getByRole('list', { name: 'Colours by State' }).getByText('Waiting'))
    await expectWords('Print the booklet', /begins before the end of “Programme booklet”/)
    await expect.poll(() => page.locator('[data-arrow]').count(), soon).toBe(9)
    expect(await page.locator('[data-arrow=broken]').count()).toBe(1)
    await button(page, 'Save').click()
    await showPicture(page, 'timeline-arrows')
    await bens.page.goto(page.url())
    await expectWords('Print the booklet', /begins before/, bens.page)
  })

  it('has its bars dragged, for everybody, and taken back', async () => {
    await goTo('Print the booklet')
    await page.keyboard.press('ArrowRight')
    await drag(bar('Print the booklet'), 3 * dayPx, 'middle', 'timeline-dragged')
    await expectWords('Print the booklet', /from 13 Mar 2027 to 19 Mar 2027, To do$/)
    await expectWords('Print the booklet', /from 13 Mar 2027 to 19 Mar 2027, To do$/, bens.page)
    await drag(bar('Print the booklet'), 2 * dayPx, 'right')
    await expectWords('Print the booklet', /from 13 Mar 2027 to 21 Mar 2027/, bens.page)
    await drag(bar('Print the booklet'), dayPx, 'left')
    await expectWords('Print the booklet', /from 14 Mar 2027 to 21 Mar 2027/, bens.page)
    await button(page, 'Undo').click()
    await button(page, 'Undo').click()
    await button(page, 'Undo').click()
    await expectWords('Print the booklet', /from 10 Mar 2027 to 16 Mar 2027/, bens.page)
    await expect.poll(() => wordsOf('Print the booklet'), soon).toMatch(/begins before the end/)
  })

  it('says why a record stays where it is', async () => {
    await goTo('Clear the rights')
    await drag(bar('Clear the rights'), -3 * dayPx)
    await seen(page.getByText('This record stays where it is'))
    await expectWords('Clear the rights', /from 22 Feb 2027 to 26 Feb 2027/)
    await goTo('Settle accounts')
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await expectWords('Settle accounts', /from 30 Mar 2027 to 10 Apr 2027/, bens.page)
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await seen(page.getByText('The record stays where it was'))
    await seen(page.getByText('It has to be done by then'))
    await expectWords('Settle accounts', /to 10 Apr 2027.*, a change of it is not stored$/)
    await button(page, 'Undo').click()
    await expectWords('Settle accounts', /from 29 Mar 2027 to 9 Apr 2027/, bens.page)
    const cems = await journey.enter(cem)
    await cems.page.goto(page.url())
    await seen(bar('Clear the rights', cems.page))
    await nameOf('Clear the rights', cems.page).focus()
    await cems.page.keyboard.press('Alt+Shift+ArrowRight')
    await seen(cems.page.getByText('You can read this table, but not change it'))
    expect(await wordsOf('Clear the rights', cems.page)).toMatch(/from 22 Feb 2027 to 26 Feb 2027/)
    await cems.context.close()
  })

  it('opens a record by a press, and gives one without dates its first ones', async () => {
    await bar('Poster').click()
    await seen(page.getByRole('complementary').or(page.getByRole('dialog')).getByText('Poster'))
    await page.keyboard.press('Escape')
    await goTo('Poster')
    const [row, march] = [await boxOf(nameOf('Think of next year')), await boxOf(bar('Poster'))]
    const y = row.y + row.height / 2
    await page.mouse.move(march.x + dayPx / 2, y)
    await page.mouse.down()
    await page.mouse.move(march.x + 3.5 * dayPx, y, { steps: 6 })
    await page.mouse.up()
    await expectWords('Think of next year', /from 1 Mar 2027 to 4 Mar 2027/)
    await button(page, 'Undo').click()
    await expect.poll(() => bar('Think of next year').count(), soon).toBe(0)
  })

  it('leads to bars that are out of sight, and stays where one was', async () => {
    await button(page, 'Today').click()
    await line('Poster')
      .getByRole('button', { name: /^Show its bar/ })
      .click()
    await expect.poll(async () => (await boxOf(bar('Poster'))).x, soon).toBeGreaterThan(264)
    const before = (await boxOf(bar('Poster'))).x
    await page.waitForTimeout(400)
    await page.reload()
    await seen(bar('Poster'))
    await expect.poll(async () => Math.abs((await boxOf(bar('Poster'))).x - before), soon).toBeLessThan(2)
  })

  it('is seen from nearer and from farther away, around the pointer too', async () => {
    await goTo('Programme booklet')
    const near = await middle()
    await page.mouse.move(near.x, 300)
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, 120)
    await page.keyboard.up('Control')
    await expect.poll(async () => (await middle()).width, soon).toBeLessThan(near.width / 2)
    expect(Math.abs((await middle()).x - near.x)).toBeLessThan(2)
    await showPicture(page, 'timeline-quarter')
    await button(page, 'Zoom out').click()
    await showPicture(page, 'timeline-year')
    for (const scale of ['Weeks', 'Days'] as const) {
      await button(page, /Scale/).click()
      await page.getByRole('option', { name: scale }).click()
      await goTo('Poster')
      await showPicture(page, `timeline-${scale}`)
    }
    await button(page, 'Reset').click()
    await expect.poll(async () => (await middle()).width, soon).toBe(near.width)
  })

  it('moves what has a time by days to the same time, over the night in which summer time begins', async () => {
    await layOut(/Begins/, 'Meets')
    await goTo('Clear the rights')
    await expectWords('Clear the rights', /27 Mar 2027, 09:00/)
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await expectWords('Clear the rights', /28 Mar 2027, 09:00/)
    await drag(bar('Clear the rights'), -2 * dayPx)
    await expectWords('Clear the rights', /26 Mar 2027, 09:00/)
    await button(page, 'Undo').click()
    await button(page, 'Undo').click()
    await expect.poll(() => wordsOf('Clear the rights'), soon).toMatch(/27 Mar 2027, 09:00/)
    await button(page, 'Reset').click()
    await expectWords('Clear the rights', /22 Feb 2027/)
  })

  it('has its records in groups, and nothing that axe objects to', async () => {
    await button(page, 'Group').click()
    const groups = page.getByRole('dialog', { name: 'Group' })
    await button(groups, 'Add a group').click()
    await page.getByRole('menuitem', { name: 'State' }).click()
    await leave(page, groups)
    await seen(button(page, /^State To do/))
    await goTo('Poster')
    await showPicture(page, 'timeline-groups')
    await button(page, /^State To do/).click()
    await expect.poll(() => nameOf('Settle accounts').count(), soon).toBe(0)
    await button(page, /^State To do/).click()
    await seen(nameOf('Settle accounts'))
    await button(page, 'Reset').click()
    await seen(bar('Poster'))
    expect(await flawsEverywhere(page, 'timeline')).toEqual([])
  })
})

describe('with the keyboard alone', () => {
  it('rows are gone through, bars moved, made longer and opened', async () => {
    const { keys, problems } = await journey.enterByKeys(ada, new URL(page.url()).pathname)
    const { see } = keys
    await seen(bar('Poster', see))
    await keys.tabTo(nameOf('Clear the rights', see))
    await keys.press('ArrowDown')
    await keys.expectFocus(nameOf('Poster', see))
    await keys.press('Alt+Shift+ArrowRight')
    await expectWords('Poster', /from 2 Mar 2027 to 6 Mar 2027/, see)
    await keys.press(']')
    await expectWords('Poster', /from 2 Mar 2027 to 7 Mar 2027/, see)
    await keys.press('Control+Alt+Shift+ArrowLeft')
    await expectWords('Poster', /from 2 Mar 2027 to 6 Mar 2027/, see)
    await keys.press('{')
    await expectWords('Poster', /from 1 Mar 2027 to 6 Mar 2027/, see)
    await keys.expectFocus(nameOf('Poster', see))
    await keys.press('Control+z', 'Control+z', 'Control+z', 'Control+z')
    await expectWords('Poster', /from 1 Mar 2027 to 5 Mar 2027/, see)
    await keys.press('End')
    await keys.expectFocus(nameOf('Think of next year', see))
    await keys.press('Enter')
    await expectWords('Think of next year', /2027/, see)
    await keys.press('Control+z')
    await expect.poll(() => bar('Think of next year', see).count(), soon).toBe(0)
    await keys.press('Home')
    await keys.expectFocus(nameOf('Clear the rights', see))
    await keys.press('t', 's', '-', '+')
    await seen(bar('Clear the rights', see))
    await keys.press('Enter')
    await seen(see.getByRole('heading', { name: 'Clear the rights' }))
    expect(keys.flaws()).toEqual([])
    expect(problems).toEqual([])
  })
})

describe('on a phone', () => {
  it('names stand above the bars, which are moved by a finger that holds still first', async () => {
    const visitor = await journey.enter(ben, phone)
    const small = visitor.page
    await small.goto(page.url())
    await seen(nameOf('Poster', small))
    await nameOf('Poster', small).tap()
    await small.getByRole('dialog').or(small.getByRole('complementary')).first().waitFor()
    await small.goBack()
    await seen(bar('Clear the rights', small))
    await holdAndDrag(small, bar('Clear the rights', small), dayPx)
    await expectWords('Clear the rights', /from 23 Feb 2027 to 27 Feb 2027/, small)
    await expectWords('Clear the rights', /from 23 Feb 2027 to 27 Feb 2027/)
    await showPicture(small, 'timeline-phone')
    expect(visitor.problems).toEqual([])
  })
})

/** A finger that waits for a moment and then goes aside. */
async function holdAndDrag(on: Page, place: Locator, by: number): Promise<void> {
  const { x, y, width, height } = await boxOf(place)
  const client = await on.context().newCDPSession(on)
  const point = (dx: number) => [{ x: x + Math.min(width / 2, 60) + dx, y: y + height / 2 }]
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: point(0) })
  await on.waitForTimeout(450)
  for (const share of [0.25, 0.5, 0.75, 1]) {
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: point(share * by) })
  }
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
