/** Views that show records one by one, by fingers on a phone: a grid, a list, a board, a gallery. */
import type { Locator } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { button, field, seen } from '../steps.ts'
import { expectCount, type Fingers, type StudioPhone, soon, startStudioPhone } from './fingers.ts'

let studio: StudioPhone
let fingers: Fingers

beforeAll(async () => {
  studio = await startStudioPhone('touch-records')
  ;({ fingers } = studio)
})
afterAll(() => studio?.journey.end())
afterEach(({ task }) => studio?.journey.keepPictures(task))

const titles = async (): Promise<string[]> => {
  const all = await fingers.page.locator('[data-card] [data-title]').allInnerTexts()
  return all.map((title) => title.trim())
}
const closed = (what: Locator) => what.waitFor({ state: 'hidden' })

describe('a grid, on a phone', () => {
  it('is opened by the switcher, and narrowed by a quick filter', async () => {
    const { page } = fingers
    await fingers.openTable('Shots')
    await fingers.openView('All shots')
    await expectCount(fingers, '36 records')
    await fingers.look('grid')
    const quick = page.getByRole('group', { name: 'Quick filters' })
    await button(quick, 'Status: any').tap()
    await page.getByRole('menuitemcheckbox', { name: 'On hold' }).tap()
    await fingers.tapBeside(page.getByRole('menu', { name: 'Status' }))
    await expectCount(fingers, '3 records')
    await seen(button(quick, 'Status: On hold'))
    await fingers.look('grid filtered')
    expect(fingers.flaws()).toEqual([])
  })

  it('has its records opened, changed, and taken back', async () => {
    const [first] = await titles()
    await fingers.rewrite(fingers.card(first!), 'Code', 'XX-10-000')
    await seen(fingers.card('XX-10-000'))
    expect(await fingers.card(first!).count()).toBe(0)
    // The way back is in sight, however many tools there are.
    await expect
      .poll(async () => (await button(fingers.tools, 'Undo').boundingBox())!.x, soon)
      .toBeLessThan(390 - 44)
    await fingers.undo()
    await seen(fingers.card(first!))
    await button(fingers.page, 'Clear').tap()
    await expectCount(fingers, '36 records')
    expect(fingers.flaws()).toEqual([])
  })

  it('has records made in it, and groups that close', async () => {
    await button(fingers.tools, 'New record').tap()
    await fingers.look('new record')
    await fingers.closeRecord()
    await expectCount(fingers, '37 records')
    await fingers.undo()
    await expectCount(fingers, '36 records')
    await fingers.openTable('Invoices')
    await fingers.openView('By status')
    const heading = button(fingers.page, /^Status Received/)
    await seen(heading)
    const before = await titles()
    await heading.tap()
    await expect.poll(titles, soon).not.toEqual(before)
    expect(await heading.getAttribute('aria-expanded')).toBe('false')
    await heading.tap()
    await expect.poll(titles, soon).toEqual(before)
    await fingers.look('grid in groups')
    expect(fingers.flaws()).toEqual([])
  })
})

describe('a list, on a phone', () => {
  it('has its records opened one after the other, deleted, and taken back', async () => {
    await fingers.openTable('Bookings')
    await fingers.openView('To confirm')
    await expectCount(fingers, '5 records')
    await fingers.look('list')
    const [first, second] = await titles()
    await fingers.card(first!).tap()
    await seen(fingers.record.getByRole('heading', { name: first! }))
    await button(fingers.record, 'Next record').tap()
    await seen(fingers.record.getByRole('heading', { name: second! }))
    await fingers.closeRecord()
    await button(fingers.tools, 'New record').tap()
    await fingers.typeInto(field(fingers.record, 'What'), 'Clean the stage')
    await fingers.page.keyboard.press('Enter')
    await fingers.closeRecord()
    // It has what the view asks for.
    await expectCount(fingers, '6 records')
    await fingers.card('Clean the stage').tap()
    await button(fingers.record, 'More for this record').tap()
    await fingers.page.getByRole('menuitem', { name: 'Delete record' }).tap()
    await closed(button(fingers.page, 'Close record'))
    await expectCount(fingers, '5 records')
    await fingers.undo()
    await expectCount(fingers, '6 records')
    await seen(fingers.card('Clean the stage'))
    expect(fingers.flaws()).toEqual([])
  })

  it('is put in another order by a sheet, and back', async () => {
    const before = await titles()
    const sheet = await fingers.openTool('Sort')
    await fingers.choose(button(sheet, /Direction of From/), 'Newest first')
    await fingers.look('sheet of the order')
    await fingers.closeSheet(sheet)
    await expect.poll(async () => (await titles())[0], soon).not.toBe(before[0])
    await button(fingers.tools, 'Reset').tap()
    await expect.poll(titles, soon).toEqual(before)
    expect(fingers.flaws()).toEqual([])
  })
})

const stack = (name: string) => fingers.page.getByRole('region', { name: new RegExp(`^${name}, `) })
const cardsOf = async (name: string) =>
  (await stack(name).locator('[data-title]').allInnerTexts()).map((title) => title.trim())

describe('a board, on a phone', () => {
  it('has stacks that are leafed through', async () => {
    await fingers.openTable('Shots')
    await fingers.openView('Board')
    await seen(stack('To do').locator('[data-card]'))
    await fingers.look('board')
    const next = stack('In progress')
    expect((await next.boundingBox())!.x).toBeGreaterThan(300)
    await fingers.push(stack('To do').locator('header'), { x: -320 })
    await expect.poll(async () => (await next.boundingBox())!.x, soon).toBeLessThan(60)
    await fingers.push(next.locator('header'), { x: 320 })
    await expect.poll(async () => (await stack('To do').boundingBox())!.x, soon).toBeGreaterThanOrEqual(0)
    expect(fingers.flaws()).toEqual([])
  })

  it('has its cards opened, moved by their menu, and made in a stack', async () => {
    const { page } = fingers
    const [first] = await cardsOf('To do')
    await stack('To do').getByRole('button', { name: 'Card menu' }).first().tap()
    await page.getByRole('menuitem', { name: 'Move to' }).tap()
    await fingers.look('board menu')
    await page.getByRole('menuitem', { name: 'In progress' }).tap()
    await expect.poll(() => cardsOf('In progress'), soon).toContain(first)
    await expect.poll(() => cardsOf('To do'), soon).not.toContain(first)
    const before = await cardsOf('To do')
    await button(page, 'New record in To do').tap()
    await fingers.closeRecord()
    // At the end of the stack, below what is seen of it.
    await expectCount(fingers, '37 records')
    await fingers.undo()
    await expectCount(fingers, '36 records')
    await fingers.rewrite(fingers.card(before[0]!), 'Code', 'YY-10-000')
    await expect.poll(() => cardsOf('To do'), soon).toContain('YY-10-000')
    await fingers.undo()
    await expect.poll(() => cardsOf('To do'), soon).toEqual(before)
    expect(fingers.flaws()).toEqual([])
  })
})

describe('a gallery, on a phone', () => {
  it('has its cards opened, changed and taken back', async () => {
    await fingers.openView('Contact sheet')
    const pictures = fingers.page.locator('[data-card] img')
    await expect.poll(() => pictures.count(), soon).toBeGreaterThan(1)
    await fingers.look('gallery')
    const [first] = await titles()
    await fingers.rewrite(fingers.card(first!), 'Code', 'WW-10-000')
    await seen(fingers.card('WW-10-000'))
    await fingers.undo()
    await seen(fingers.card(first!))
    expect(fingers.flaws()).toEqual([])
  })

  it('has smaller cards, and a menu on each', async () => {
    const { page } = fingers
    const sheet = await fingers.openTool('Layout')
    await fingers.choose(button(sheet, /Card size/), 'Small')
    await fingers.look('sheet of the layout')
    await fingers.closeSheet(sheet)
    const tops = () =>
      page
        .locator('[data-place]')
        .evaluateAll((all) => all.slice(0, 2).map((one) => Math.round(one.getBoundingClientRect().top)))
    await expect.poll(async () => new Set(await tops()).size, soon).toBe(1)
    await fingers.look('gallery small')
    await fingers.fromMenu(button(page, 'Card menu').first(), 'Open as page')
    await seen(page.getByRole('article'))
    await button(page, /^Back to/).tap()
    await closed(page.getByRole('article'))
    await button(fingers.tools, 'Reset').tap()
    await expect.poll(async () => new Set(await tops()).size, soon).toBe(2)
    expect(fingers.flaws()).toEqual([])
  })
})
