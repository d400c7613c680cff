/** Views that show when records are, by fingers on a phone: a calendar, a timeline. */
import type { Locator } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { button, field, seen } from '../steps.ts'
import { type Fingers, type StudioPhone, soon, startStudioPhone } from './fingers.ts'

let studio: StudioPhone
let fingers: Fingers

beforeAll(async () => {
  studio = await startStudioPhone('touch-times')
  ;({ fingers } = studio)
})
afterAll(() => studio?.journey.end())
afterEach(({ task }) => studio?.journey.keepPictures(task))

const heading = () => fingers.page.getByRole('heading', { level: 2 }).first().innerText()
const event = (name: string): Locator =>
  fingers.page.locator('[data-event] button').filter({ hasText: name }).first()
/** A week on a phone is looked over; its days are pressed, and have their records at full width. */
const isOfWeek = (flaw: string) => /^button “.*, \d\d:\d\d.* px$|^span .* ends in dots$/.test(flaw)
const span = (name: string) =>
  fingers.page.getByRole('radiogroup', { name: 'Shows' }).getByText(name, { exact: true })

describe('a calendar, on a phone', () => {
  let day: string

  it('is a list of days, and goes to other months and back', async () => {
    const { page } = fingers
    await fingers.openTable('Bookings')
    await fingers.openView('Week')
    const now = await heading()
    await button(page, 'Next month').tap()
    await expect.poll(heading, soon).not.toBe(now)
    await button(page, 'Previous month').tap()
    await button(page, 'Previous month').tap()
    await expect.poll(heading, soon).not.toBe(now)
    await button(page, 'Today').tap()
    await expect.poll(heading, soon).toBe(now)
    await seen(page.getByRole('list', { name: 'Colours by Room' }).getByText('Stage A'))
    await fingers.look('calendar days')
    expect(fingers.flaws()).toEqual([])
  })

  it('has its records opened, changed, and taken back', async () => {
    const { page } = fingers
    // A booking of this week, whose days may be those of the next month.
    await seen(page.locator('[data-event]'))
    if ((await event('Grade reel 2').count()) === 0) await button(page, 'Next month').tap()
    await seen(event('Grade reel 2'))
    const line = page.locator('[data-day]').filter({ has: event('Grade reel 2') })
    day = (await line.first().getAttribute('data-day'))!
    await fingers.rewrite(event('Grade reel 2'), 'What', 'Grade the second reel')
    await seen(event('Grade the second reel'))
    await fingers.undo()
    await seen(event('Grade reel 2'))
    expect(fingers.flaws()).toEqual([])
  })

  it('has a month with dots, in which a day is chosen and a record made on it', async () => {
    const { page } = fingers
    await span('Month').tap()
    await page.locator(`[data-cell="${day}"]`).tap()
    await seen(event('Grade reel 2'))
    await fingers.look('calendar month')
    await button(page.locator(`section[data-day="${day}"]`), 'New record').tap()
    await seen(fingers.record)
    await fingers.typeInto(field(fingers.record, 'What'), 'Clean the suite')
    await page.keyboard.press('Enter')
    await fingers.closeRecord()
    await seen(event('Clean the suite'))
    await fingers.undo()
    await fingers.undo()
    await event('Clean the suite').waitFor({ state: 'hidden' })
    await expect
      .poll(() => page.locator('[data-event]').filter({ hasText: 'Unnamed record' }).count(), soon)
      .toBe(0)
    expect(fingers.flaws()).toEqual([])
  })

  it('has weeks and days by the hours, and another order of its tools on a sheet', async () => {
    const { page } = fingers
    await span('Day').tap()
    await seen(event('Grade reel 2'))
    await fingers.look('calendar day')
    const at = new URL(page.url()).searchParams.get('day')
    await button(page, 'Next day').tap()
    await expect.poll(() => new URL(page.url()).searchParams.get('day'), soon).not.toBe(at)
    await span('Week').tap()
    await seen(event('Grade reel 2'))
    await fingers.look('calendar week', isOfWeek)
    const sheet = await fingers.openTool('Layout')
    await fingers.choose(button(sheet, /Colour/), 'No colour')
    await fingers.closeSheet(sheet)
    await page.getByRole('list', { name: 'Colours by Room' }).waitFor({ state: 'hidden' })
    await button(fingers.tools, 'Reset').tap()
    await seen(page.getByRole('list', { name: 'Colours by Room' }))
    expect(fingers.flaws()).toEqual([])
  })
})

const bar = (name: string): Locator =>
  fingers.page.getByRole('button', { name: new RegExp(`^${name}, from`) })
/** Names and bars share the height of a line; each is high enough to be told from the other. */
const isOfLine = (flaw: string) => / is \d+ × (2[4-9]|3\d) px$/.test(flaw)
const leftOf = async (name: string) => (await bar(name).boundingBox())!.x
const wordsOf = async (name: string) => (await bar(name).getAttribute('aria-label')) ?? ''

describe('a timeline, on a phone', () => {
  it('goes earlier, later and back to today', async () => {
    const { page } = fingers
    await fingers.openTable('Shots')
    await fingers.openView('Schedule')
    await seen(bar('SL-10-050'))
    await fingers.look('timeline', isOfLine)
    await button(page, 'Today').tap()
    const first = await leftOf('SL-10-050')
    await button(page, 'Later').tap()
    await button(page, 'Later').tap()
    const arrow = page
      .getByRole('listitem')
      .filter({ has: button(page, 'SL-10-050') })
      .getByRole('button', { name: 'Show its bar, which lies earlier' })
    await seen(arrow)
    await arrow.tap()
    await expect.poll(() => leftOf('SL-10-050'), soon).toBeGreaterThanOrEqual(0)
    await button(page, 'Earlier').tap()
    await button(page, 'Today').tap()
    await expect.poll(async () => Math.abs((await leftOf('SL-10-050')) - first), soon).toBeLessThan(2)
    await fingers.push(page.locator('[data-timeline]'), { x: -120 })
    await expect.poll(() => leftOf('SL-10-050'), soon).toBeLessThan(first - 60)
    await button(page, 'Today').tap()
    expect(fingers.flaws()).toEqual([])
  })

  it('has its bars dragged by a finger that holds them, and taken back', async () => {
    const before = await wordsOf('SL-10-050')
    await fingers.holdAndDrag(bar('SL-10-050'), { x: 76 })
    await expect.poll(() => wordsOf('SL-10-050'), soon).not.toBe(before)
    await fingers.undo()
    await expect.poll(() => wordsOf('SL-10-050'), soon).toBe(before)
    // Who only pushes moves what is seen, and no bar.
    const from = await leftOf('SL-10-050')
    await fingers.push(bar('SL-10-050'), { x: -60 })
    await expect.poll(() => leftOf('SL-10-050'), soon).toBeLessThan(from - 30)
    expect(await wordsOf('SL-10-050')).toBe(before)
    await button(fingers.page, 'Today').tap()
    expect(fingers.flaws()).toEqual([])
  })

  it('has its records opened and changed, groups closed, and is seen from farther away', async () => {
    const { page } = fingers
    await fingers.rewrite(button(page, 'SL-10-050'), 'Code', 'SL-10-055')
    await seen(bar('SL-10-055'))
    await fingers.undo()
    await seen(bar('SL-10-050'))
    await button(page, /^Sequence Harbour/).tap()
    await bar('SL-10-050').waitFor({ state: 'hidden' })
    await button(page, /^Sequence Harbour/).tap()
    await seen(bar('SL-10-050'))
    const wide = (await bar('SL-10-050').boundingBox())!.width
    await fingers.choose(button(page, /Scale/), 'Quarters')
    await expect.poll(async () => (await bar('SL-10-050').boundingBox())!.width, soon).toBeLessThan(wide / 2)
    await fingers.look('timeline quarters', isOfLine)
    await button(fingers.tools, 'Reset').tap()
    await expect.poll(async () => (await bar('SL-10-050').boundingBox())!.width, soon).toBe(wide)
    expect(fingers.flaws()).toEqual([])
  })
})
