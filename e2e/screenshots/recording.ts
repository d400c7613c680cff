/** The recording of the README: a grid, a board, a calendar, and a form on a phone, with what the database says to it. */
import type { Browser, Locator, Page } from 'playwright'
import { newVisitor, phone } from '../browser.ts'
import { button, cell, grid, heading, seen, signIn } from '../steps.ts'
import { isComplete } from './complete.ts'
import { drawPointer, type Inset, say } from './drawn.ts'
import { middleOf, type Point, Recorder, slowDown } from './recorder.ts'
import { write } from './save.ts'
import { ada, type Studio } from './studio.ts'

const size = { width: 1200, height: 800 } as const
/** As wide as others, and so high that the whole form is seen. */
const tall = { width: phone.width, height: 920 } as const
const mostBytes = 3_000_000

export async function record(browser: Browser, studio: Studio): Promise<void> {
  const origin = studio.world.url
  const desk = await newVisitor(browser, { size, origin })
  await drawPointer(desk.context, 'arrow')
  await signIn(desk.page, ada)
  await seen(heading(desk.page, 'Bases'), 30_000)
  await desk.page.goto(studio.address('Shots', 'All shots'))
  await seen(grid(desk.page, 'Shots'))
  const hand = await newVisitor(browser, { size: tall, scale: 2, origin })
  await drawPointer(hand.context, 'finger')
  await hand.page.goto(studio.form)
  await seen(heading(hand.page, 'Ask for a room'))

  const recorder = await Recorder.of(desk.page, { x: 640, y: 560 })
  await typeInGrid(recorder)
  await dragOnBoard(recorder)
  await dragInCalendar(recorder)
  await fillInOnPhone(recorder, hand.page)
  console.log(`recording.webp: ${recorder.ms / 1_000} s`)
  write('recording.webp', await recorder.encode(), mostBytes)
  for (const { context } of [desk, hand]) await context.close()
}

const line = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name, exact: true })

async function typeInGrid(recorder: Recorder): Promise<void> {
  const { page } = recorder
  await say(page, 'Tables: type, and formulas follow')
  await recorder.rest(900)
  await recorder.press(await cell(page, 'Shots', 9, 'Frames'))
  await recorder.type('312')
  await recorder.rest(200)
  await page.keyboard.press('Enter')
  await recorder.rest(1_200)
}

async function dragOnBoard(recorder: Recorder): Promise<void> {
  const { page } = recorder
  await say(page, '')
  await recorder.press(line(page, 'Board'))
  await isComplete(page)
  await say(page, 'A status knows its steps, and says why not')
  await recorder.rest(300)
  const stack = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}, `) })
  const card = stack('To do').locator('[data-card]').first()
  const [from, wrong, right] = [
    await middleOf(card),
    await middleOf(stack('In review')),
    await middleOf(stack('In progress')),
  ]
  await recorder.glide(from)
  await recorder.down()
  await recorder.glide({ x: wrong.x, y: from.y + 30 })
  await recorder.rest(1_500)
  await recorder.glide({ x: right.x, y: from.y + 20 })
  await recorder.rest(200)
  await recorder.up()
  await recorder.rest(900)
}

async function dragInCalendar(recorder: Recorder): Promise<void> {
  const { page } = recorder
  await say(page, '')
  await recorder.press(line(page, 'Bookings'))
  await seen(page.locator('[data-event]'))
  // Room for a week.
  await button(page, 'Hide sidebar').evaluate((toggle) => (toggle as HTMLElement).click())
  await isComplete(page)
  await say(page, 'Dates are dragged')
  await recorder.rest(300)
  const from = await middleOf(page.locator('[data-event]').filter({ hasText: 'Camera tests' }))
  const column = await middleOf(page.locator('[data-hours]').nth(4))
  await recorder.glide(from)
  await recorder.down()
  await recorder.glide({ x: column.x, y: from.y - 192 }, 900)
  await recorder.rest(300)
  await recorder.up()
  await recorder.rest(700)
}

async function fillInOnPhone(recorder: Recorder, hand: Page): Promise<void> {
  const { page } = recorder
  await slowDown(hand)
  const inset: Inset = { page: hand, width: 264, left: 16, top: 810 }
  recorder.inset = inset
  await say(page, 'Forms for everybody: what is sent arrives at once')
  await recorder.along(500, (part) => {
    inset.top = 810 - part * 730
  })
  await recorder.rest(300)
  const touch = await touchOf(recorder, hand)
  await touch(hand.getByLabel(/^What do you need it for/))
  await recorder.type('Foley retakes', hand)
  await touch(hand.getByText('Mix room'))
  await recorder.rest(300)
  await touch(button(hand, 'Ask for it'))
  await seen(page.locator('[data-event]').filter({ hasText: 'Foley retakes' }))
  await recorder.rest(2_600)
}

/** How a finger touches something, and leaves it. */
async function touchOf(recorder: Recorder, hand: Page): Promise<(place: Locator) => Promise<void>> {
  const device = await hand.context().newCDPSession(hand)
  const send = (type: 'touchStart' | 'touchEnd', ...touchPoints: Point[]) =>
    device.send('Input.dispatchTouchEvent', { type, touchPoints })
  return async (place) => {
    await send('touchStart', await middleOf(place))
    await recorder.rest(240)
    await send('touchEnd')
    await recorder.rest(200)
  }
}
