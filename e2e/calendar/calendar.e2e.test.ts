/** Records on their days: by pointer, by keys, by finger; live, taken back, across a change of the clocks and in another zone. */
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { phone, showPicture, type Visitor } from '../browser.ts'
import { ada, ben, cem, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, flawsEverywhere, flawsOf, makeView, seen } from '../steps.ts'
import { type Furnished, furnish } from './furnish-calendar.ts'

let journey: DemoJourney
let furnished: Furnished
let page: Page
let bens: Visitor
let address: string

beforeAll(async () => {
  journey = await startDemoJourney('calendar')
  furnished = await furnish(journey)
  ;({ page } = await journey.enter(ada))
  bens = await journey.enter(ben)
  await page.goto(`/b/${journey.base}/t/${furnished.events}`)
}, 240_000)
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const soon = { timeout: 20_000 }
const day = (iso: string, on = page): Locator => on.locator(`[data-cell="${iso}"]`)
const chip = (name: string, on = page): Locator =>
  on.locator('[data-event] button').filter({ hasText: name }).first()
/** All that is said of a record. */
const said = (name: string, on = page) => chip(name, on).getAttribute('aria-label')
const expectSaid = (name: string, words: RegExp, on = page) =>
  expect.poll(() => said(name, on), soon).toMatch(words)
/** The same on one of its days. */
const chipOn = (name: string, iso: string, on = page): Locator =>
  on.locator(`[data-day="${iso}"] [data-event] button`).filter({ hasText: name })
const expectOn = (name: string, iso: string, on = page) =>
  expect.poll(() => chipOn(name, iso, on).count(), soon).toBeGreaterThan(0)
const shows = async (words: string, on = page) => {
  const title = on.getByRole('heading', { level: 2 })
  await expect.poll(() => title.allInnerTexts(), soon).toContain(words)
}
const chooseSpan = (name: string, on = page) =>
  on.getByRole('radiogroup', { name: 'Shows' }).getByText(name).click()

async function middleOf(place: Locator): Promise<{ x: number; y: number }> {
  const box = await place.boundingBox()
  if (!box) throw new Error('not on the page')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

type Point = { x: number; y: number }

async function drag(start: Point, to: Point, picture?: string): Promise<void> {
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x + 8, start.y + 4, { steps: 3 })
  await page.mouse.move(to.x, to.y, { steps: 8 })
  if (picture) await showPicture(page, picture)
  await page.mouse.up()
}

async function choose(layout: Locator, label: string, option: string): Promise<void> {
  await button(layout, new RegExp(label)).click()
  await page.getByRole('option', { name: option, exact: true }).click()
  await page.getByRole('listbox').waitFor({ state: 'hidden' })
}

describe('a calendar', () => {
  it('is made from the list of views, and leads to where there is something', async () => {
    await makeView(page, 'Calendar')
    await seen(page.getByText('No records on these days.'))
    await showPicture(page, 'calendar-nothing')
    await button(page, '1 Mar 2027').click()
    await shows('March 2027')
    await expectOn('Opening night', '2027-03-01')
    expect(new URL(page.url()).searchParams.get('day')).toBe('2027-03-01')
  })

  it('has bars over days, colours with a legend, and lists of full days', async () => {
    await button(page, 'Layout').click()
    const layout = page.getByRole('dialog', { name: 'Layout' })
    await choose(layout, 'Ends', 'To')
    await choose(layout, 'Colour', 'Kind')
    // While a list closes, the key is the list's.
    const isOpen = async () => {
      await page.keyboard.press('Escape')
      return layout.isVisible()
    }
    await expect.poll(isOpen, soon).toBe(false)
    await expectSaid('Film festival', /10.*13 Mar.*Kind: Festival/)
    await seen(page.getByText('Rehearsal', { exact: true }))
    const wide =
      (await chip('Film festival').boundingBox())!.width / (await day('2027-03-10').boundingBox())!.width
    expect(Math.round(wide)).toBe(4)
    await showPicture(page, 'calendar-month')
    const more = page.locator('[data-day="2027-03-18"]').getByRole('button', { name: /more on/ })
    await more.click()
    const list = page.getByRole('dialog', { name: /18 March/ })
    await seen(list.getByText('Visit 12'))
    await showPicture(page, 'calendar-day-list')
    await page.keyboard.press('Escape')
    await button(page, 'Save').click()
    await button(page, 'Save').waitFor({ state: 'hidden' })
    address = page.url()
  })

  it('has records dragged to other days, at their times, for everybody, and taken back', async () => {
    await bens.page.goto(address)
    await expectOn('Last rehearsal', '2027-03-27', bens.page)
    await expectSaid('Last rehearsal', /10:00/)
    await drag(await middleOf(chip('Last rehearsal')), await middleOf(day('2027-03-29')), 'calendar-dragged')
    await expectOn('Last rehearsal', '2027-03-29', bens.page)
    // The clocks were put forward between these days.
    await expectSaid('Last rehearsal', /10:00.*12:00/, bens.page)
    await button(page, 'Undo').click()
    await expectOn('Last rehearsal', '2027-03-27', bens.page)
    await expect.poll(() => chipOn('Last rehearsal', '2027-03-27').count(), soon).toBe(1)
  })

  it('has ends dragged, and records that begin in the middle of a bar', async () => {
    const box = (await chip('Film festival').boundingBox())!
    const edge = { x: box.x + box.width - 3, y: box.y + box.height / 2 }
    await drag(edge, await middleOf(day('2027-03-14')))
    await expectSaid('Film festival', /10.*14 Mar/, bens.page)
    await button(page, 'Undo').click()
    await expectSaid('Film festival', /10.*13 Mar/, bens.page)
    const now = (await chip('Film festival').boundingBox())!
    const width = now.width / 4
    const third = { x: now.x + width * 2.5, y: now.y + now.height / 2 }
    await drag(third, { x: third.x - width, y: third.y })
    await expectSaid('Film festival', /9.*12 Mar/, bens.page)
    await button(page, 'Undo').click()
    await expect.poll(() => said('Film festival'), soon).toMatch(/10.*13 Mar/)
  })

  it('gives those without a date one, by dragging and by a button', async () => {
    await button(page, /Without date/).click()
    const tray = page.getByRole('complementary', { name: 'Records without From' })
    await seen(tray.getByText('Award'))
    await showPicture(page, 'calendar-tray')
    await drag(await middleOf(tray.getByText('Award')), await middleOf(day('2027-03-23')))
    await expectOn('Award', '2027-03-23')
    await expectSaid('Award', /9:00/)
    await day('2027-03-24').click({ position: { x: 60, y: 90 } })
    await button(tray, /^Put Talk with the director on Wed.*24 Mar/).click()
    await expectOn('Talk with the director', '2027-03-24')
    await button(page, 'Undo').click()
    await button(page, 'Undo').click()
    await expect.poll(() => tray.getByText('Award').count(), soon).toBe(1)
    await button(tray, 'Close').click()
  })

  it('makes a record on a day', async () => {
    await day('2027-03-04').hover()
    await button(page, 'New record on Thursday 4 March')
      .or(button(page, 'New record on Thursday, 4 March'))
      .click()
    await expectOn('Unnamed record', '2027-03-04')
    await page.keyboard.press('Escape')
    await button(page, 'Undo').click()
    await expect.poll(() => chip('Unnamed record').count(), soon).toBe(0)
  })
})

describe('by the hours', () => {
  it('records stand beside one another, and a skipped hour is told', async () => {
    await day('2027-03-27').click({ position: { x: 60, y: 100 } })
    await chooseSpan('Week')
    await seen(page.getByText(/There is no 0?2:00–0?3:00/))
    await expectOn('Last rehearsal', '2027-03-27')
    const [one, other] = [await chip('Last rehearsal').boundingBox(), await chip('Light check').boundingBox()]
    expect(one!.x + one!.width).toBeLessThanOrEqual(other!.x + 1)
    await showPicture(page, 'calendar-week')
    const link = new URL(page.url())
    expect([link.searchParams.get('span'), link.searchParams.get('day')]).toEqual(['week', '2027-03-27'])
    await page.reload()
    await expectOn('Last rehearsal', '2027-03-27')
  })

  it('are dragged to other hours, and end at others', async () => {
    const hour = (await day('2027-03-27').boundingBox())!.height / 24
    const from = await middleOf(chip('Light check'))
    await drag(from, { x: from.x, y: from.y + hour }, 'calendar-week-dragged')
    await expectSaid('Light check', /12:00.*14:30/)
    const box = (await chip('Light check').boundingBox())!
    await drag(
      { x: box.x + box.width / 2, y: box.y + box.height - 3 },
      { x: box.x + 20, y: box.y + hour * 3.5 },
    )
    await expectSaid('Light check', /12:00.*15:30/)
    await button(page, 'Undo').click()
    await button(page, 'Undo').click()
    await expect.poll(() => said('Light check'), soon).toMatch(/11:00.*13:30/)
  })

  it('are without flaws, a day and a list too', async () => {
    expect(await flawsEverywhere(page, 'calendar-week')).toEqual([])
    await chooseSpan('Day')
    expect(await flawsEverywhere(page, 'calendar-day')).toEqual([])
    await chooseSpan('Agenda')
    await expectOn('Last rehearsal', '2027-03-27')
    expect(await flawsEverywhere(page, 'calendar-agenda')).toEqual([])
    await chooseSpan('Month')
    await expectOn('Last rehearsal', '2027-03-27')
    expect(await flawsEverywhere(page, 'calendar-month')).toEqual([])
  })
})

describe('who may not change it', () => {
  it('is told so, and the record stays', async () => {
    const { page: sight } = await journey.enter(cem)
    await sight.goto(address)
    await expectOn('Premiere', '2027-03-31', sight)
    const start = await middleOf(chip('Premiere', sight))
    await sight.mouse.move(start.x, start.y)
    await sight.mouse.down()
    await sight.mouse.move(start.x - 200, start.y, { steps: 6 })
    await sight.mouse.up()
    await seen(sight.getByText(/read|only/i).first())
    await expectOn('Premiere', '2027-03-31', sight)
    expect(await button(sight, /^New record on/).count()).toBe(0)
  })
})

describe('with the keyboard alone', () => {
  it('days and records are gone through, moved and made longer, opened and made', async () => {
    const { pathname, search } = new URL(address)
    const { keys, problems } = await journey.enterByKeys(ada, `${pathname}${search}`)
    const { see } = keys
    await expectOn('Opening night', '2027-03-01', see)
    await keys.tabTo(day('2027-03-01', see))
    await keys.press('ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowLeft')
    await keys.expectFocus(day('2027-03-15', see))
    await keys.press('ArrowUp', 'ArrowUp', 'Enter')
    await keys.expectFocus(chip('Opening night', see))
    await keys.press('Alt+Shift+ArrowRight')
    await expectOn('Opening night', '2027-03-02', see)
    await keys.press('Alt+Shift+ArrowDown')
    await expectOn('Opening night', '2027-03-09', see)
    await keys.expectFocus(chip('Opening night', see))
    await keys.press('+')
    await expectSaid('Opening night', /9.*10 Mar/, see)
    await keys.press('[')
    await expectSaid('Opening night', /19:00.*21:00/, see)
    await keys.press('Alt+Shift+ArrowUp')
    await keys.press('Alt+Shift+ArrowLeft')
    await expectOn('Opening night', '2027-03-01', see)
    // Out of the month, and the calendar goes along.
    await keys.press('Alt+Shift+ArrowUp')
    await shows('February 2027', see)
    await keys.expectFocus(chip('Opening night', see))
    await keys.press('Control+z')
    await keys.press('PageDown')
    await shows('March 2027', see)
    await expectOn('Opening night', '2027-03-01', see)
    await keys.press('ArrowRight')
    await keys.press('n')
    await seen(see.getByRole('complementary').or(see.getByRole('dialog')).first())
    await keys.press('Escape')
    await expect.poll(() => chip('Unnamed record', see).count(), soon).toBe(1)
    await keys.press('Control+z')
    await expect.poll(() => chip('Unnamed record', see).count(), soon).toBe(0)
    expect(keys.flaws()).toEqual([])
    expect(problems).toEqual([])
  })
})

describe('on a phone', () => {
  it('is a list of days; a month has dots, and a finger that holds drags', async () => {
    const { page: small } = await journey.enter(ben, phone)
    await small.goto(address)
    await expectOn('Last rehearsal', '2027-03-27', small)
    await showPicture(small, 'calendar-phone-agenda')
    await chooseSpan('Month', small)
    await day('2027-03-27', small).tap()
    await seen(chip('Last rehearsal', small))
    expect(await flawsOf(small)).toEqual([])
    await showPicture(small, 'calendar-phone-month')
    const device = await small.context().newCDPSession(small)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
      device.send('Input.dispatchTouchEvent', { type, touchPoints })
    const [from, to] = [
      await middleOf(chip('Last rehearsal', small)),
      await middleOf(day('2027-03-25', small)),
    ]
    await touch('touchStart', from)
    await expect.poll(() => small.locator('.card-in-hand').count(), soon).toBe(1)
    for (const part of [0.3, 0.6, 1]) {
      await touch('touchMove', { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part })
    }
    await showPicture(small, 'calendar-phone-dragged')
    await touch('touchEnd')
    await device.detach()
    await expectOn('Last rehearsal', '2027-03-25')
    await expectSaid('Last rehearsal', /10:00.*12:00/)
    await button(small, 'Undo').click()
    await expectOn('Last rehearsal', '2027-03-27')
  })
})

describe('of more records than are read at once', () => {
  it('says of each day how many there are, of those too that go on and that end at midnight', async () => {
    await page.goto(`/b/${journey.base}/t/${furnished.shifts}`)
    await makeView(page, 'Calendar')
    await button(page, '12 May 2031').click()
    await button(page, 'Layout').click()
    await choose(page.getByRole('dialog', { name: 'Layout' }), 'Ends', 'To')
    const moreOn = (iso: string) =>
      page
        .locator(`[data-day="${iso}"]`)
        .getByRole('button', { name: /more on/ })
        .getAttribute('aria-label')
    await expect.poll(() => moreOn('2031-05-14'), soon).toMatch(/^20 more on/)
    expect(await moreOn('2031-05-12')).toMatch(/^1,04\d more on/)
    expect(await moreOn('2031-05-13')).toMatch(/^1,04\d more on/)
    expect(await page.locator('[data-day="2031-05-15"]').getByRole('button', { name: /more/ }).count()).toBe(
      0,
    )
    await showPicture(page, 'calendar-dense')
  })
})

describe('in a base of another zone', () => {
  it('days and hours are those of the base, wherever one sits', async () => {
    const { base, calls } = furnished.york
    await page.goto(`/b/${base}/t/${calls}`)
    await makeView(page, 'Calendar')
    await button(page, /Mar 1[03], 2027/).click()
    // In Berlin it is half past four of the next day.
    await expectOn('Late call', '2027-03-10')
    await expectSaid('Late call', /10:30.PM/)
    const heads = page.getByRole('columnheader').filter({ hasText: /^(Sun|Mon)/ })
    expect(await heads.first().innerText()).toMatch(/Sun/)
    // That night New York puts its clocks forward; Berlin waits for two weeks.
    await drag(await middleOf(chip('Early call')), await middleOf(day('2027-03-14')))
    await expectOn('Early call', '2027-03-14')
    await expectSaid('Early call', /9:00.AM/)
    await showPicture(page, 'calendar-new-york')
  })
})
