/** Records as cards in stacks: by pointer, by keys, by finger; live, taken back, and refused with the reason. */
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { phone, showPicture, type Visitor } from '../browser.ts'
import { ada, ben, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, flawsEverywhere, leave, makeView, seen } from '../steps.ts'

let journey: DemoJourney
let adas: Visitor
let bens: Visitor
let page: Page

beforeAll(async () => {
  journey = await startDemoJourney('board')
  adas = await journey.enter(ada)
  bens = await journey.enter(ben)
  page = adas.page
  await page.goto(`/b/${journey.base}/t/${journey.tasks}`)
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const soon = { timeout: 20_000 }
const stack = (name: string, on = page): Locator => on.getByRole('region', { name: new RegExp(`^${name}, `) })
const cardsOf = async (name: string, on = page): Promise<string[]> => {
  const cards = stack(name, on).locator('[data-card]')
  return (await cards.allInnerTexts()).map((text) => text.split('\n')[0]!.trim())
}
const card = (name: string, on = page): Locator => on.locator('[data-card]').filter({ hasText: name })
const expectIn = (name: string, title: string, on = page) =>
  expect.poll(() => cardsOf(name, on), soon).toContain(title)
const expectNotIn = (name: string, title: string, on = page) =>
  expect.poll(() => cardsOf(name, on), soon).not.toContain(title)

async function middleOf(place: Locator): Promise<{ x: number; y: number }> {
  const box = await place.boundingBox()
  if (!box) throw new Error('not on the page')
  return { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 80) }
}

async function drag(from: Locator, to: { x: number; y: number }, picture?: string): Promise<void> {
  const start = await middleOf(from)
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x + 8, start.y + 8, { steps: 3 })
  await page.mouse.move(to.x, to.y, { steps: 8 })
  if (picture) await showPicture(page, picture)
  await page.mouse.up()
}

describe('a board', () => {
  let first: string

  it('is made from the list of views, with a stack for each choice', async () => {
    await makeView(page, 'Board', () => showPicture(page, 'board-new-view'))
    await seen(stack('To do'))
    await expect.poll(async () => (await cardsOf('To do')).length, soon).toBeGreaterThan(1)
    await showPicture(page, 'board')
    first = (await cardsOf('To do'))[0]!
    await bens.page.goto(page.url())
    await expectIn('To do', first, bens.page)
  })

  it('has its cards dragged from stack to stack, for everybody, and taken back', async () => {
    await drag(card(first), await middleOf(stack('Waiting')), 'board-dragged')
    await expectIn('Waiting', first)
    await expectNotIn('To do', first)
    await expectIn('Waiting', first, bens.page)
    await button(page, 'Undo').click()
    await expectIn('To do', first, bens.page)
    await expect.poll(() => cardsOf('To do'), soon).toContain(first)
  })

  it('opens a record by a press, and keeps the order that people make by hand', async () => {
    await card(first).click()
    await seen(page.getByRole('complementary').or(page.getByRole('dialog')).getByText(first))
    await page.keyboard.press('Escape')
    const before = await cardsOf('To do')
    const target = await middleOf(card(before[1]!))
    await drag(card(before[0]!), { x: target.x, y: target.y + 40 })
    const order = [before[1]!, before[0]!, ...before.slice(2)]
    await expect.poll(() => cardsOf('To do'), soon).toEqual(order)
    await page.reload()
    await expect.poll(() => cardsOf('To do'), soon).toEqual(order)
  })

  it('closes stacks, has lanes and makes records in them', async () => {
    await button(page, 'Close Done').click()
    await seen(button(page, 'Open Done'))
    await button(page, 'Open Done').click()
    await button(page, 'New record in To do').click()
    const panel = page.getByRole('complementary').or(page.getByRole('dialog'))
    await seen(panel.first())
    await page.keyboard.press('Escape')
    await expectIn('To do', 'Unnamed record')
    await button(page, 'Layout').click()
    const layout = page.getByRole('dialog', { name: 'Layout' })
    await button(layout, /Lanes/).click()
    await page.getByRole('option', { name: 'Area' }).click()
    await leave(page, layout)
    await expect.poll(() => page.getByRole('region', { name: 'No Area', exact: true }).count(), soon).toBe(1)
    await showPicture(page, 'board-lanes')
    await button(page, 'Reset').click()
    expect(await flawsEverywhere(page, 'board')).toEqual([])
  })
})

describe('with the keyboard alone', () => {
  it('cards are gone through, moved and opened', async () => {
    const url = new URL(page.url())
    const { keys, problems } = await journey.enterByKeys(ada, url.pathname)
    const { see } = keys
    await seen(stack('To do', see))
    await expect.poll(async () => (await cardsOf('To do', see)).length, soon).toBeGreaterThan(2)
    const [one, two] = await cardsOf('To do', see)
    await keys.tabTo(card(one!, see))
    await keys.press('ArrowDown')
    await keys.expectFocus(card(two!, see))
    await keys.press('Alt+Shift+ArrowRight')
    await expectNotIn('To do', two!, see)
    await keys.expectFocus(card(two!, see))
    await keys.press('Alt+Shift+ArrowLeft')
    await expectIn('To do', two!, see)
    await keys.press('Enter')
    await seen(see.getByRole('heading', { name: two! }))
    await keys.press('Escape')
    await keys.expectFocus(card(two!, see))
    await keys.press('Control+z')
    await expectNotIn('To do', two!, see)
    await keys.press('Control+z')
    await expectIn('To do', two!, see)
    const unnamed = async () =>
      (await cardsOf('To do', see)).filter((name) => name === 'Unnamed record').length
    const before = await unnamed()
    await keys.pressOn(button(see, 'New record in To do'))
    await seen(see.getByRole('complementary').or(see.getByRole('dialog')).first())
    await keys.press('Escape')
    await expect.poll(unnamed, soon).toBe(before + 1)
    await keys.press('Control+z')
    await expect.poll(unnamed, soon).toBe(before)
    expect(keys.flaws()).toEqual([])
    expect(problems).toEqual([])
  })
})

describe('on a phone', () => {
  it('stacks are leafed through, and cards moved by their menu', async () => {
    const visitor = await journey.enter(ben, phone)
    const small = visitor.page
    await small.goto(page.url())
    await expect.poll(async () => (await cardsOf('To do', small)).length, soon).toBeGreaterThan(1)
    const [one] = await cardsOf('To do', small)
    await stack('To do', small).getByRole('button', { name: 'Card menu' }).first().tap()
    await small.getByRole('menuitem', { name: 'Move to', exact: true }).tap()
    await showPicture(small, 'board-phone-menu')
    await small.getByRole('menuitem', { name: 'Done' }).tap()
    await expectIn('Done', one!, small)
    await expectNotIn('To do', one!)
  })

  it('a card is dragged by a finger that holds it, and nothing is scrolled meanwhile', async () => {
    const { page: small } = await journey.enter(ada, phone)
    await small.goto(page.url())
    await expect.poll(async () => (await cardsOf('To do', small)).length, soon).toBeGreaterThan(1)
    const [first, second] = await cardsOf('To do', small)
    const box = await card(first!, small).boundingBox()
    const next = await card(second!, small).boundingBox()
    if (!box || !next) throw new Error('not on the page')
    const from = { x: box.x + box.width / 2, y: box.y + 20 }
    const device = await small.context().newCDPSession(small)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: (typeof from)[]) =>
      device.send('Input.dispatchTouchEvent', { type, touchPoints })
    await touch('touchStart', from)
    await expect.poll(() => small.locator('.card-in-hand').count(), soon).toBe(1)
    for (const part of [0.2, 0.5, 0.8, 1])
      await touch('touchMove', { x: from.x, y: from.y + part * (next.y + next.height - 8 - from.y) })
    expect(await small.locator('.card-in-hand').count()).toBe(1)
    await touch('touchEnd')
    await device.detach()
    await expect.poll(async () => (await cardsOf('To do', small)).slice(0, 2), soon).toEqual([second, first])
    await button(small, 'Undo').tap()
    await expect.poll(async () => (await cardsOf('To do', small)).slice(0, 2), soon).toEqual([first, second])
  })
})
