/** Moves that are refused say why, however they are made; cards go to other lanes, and stacks tell their sums. */
import type { TableId } from '@plinth/domain'
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { showPicture } from '../browser.ts'
import { ada, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, flawsEverywhere, focused, leave, makeView, seen } from '../steps.ts'
import { furnishJobs } from './furnish-jobs.ts'

let journey: DemoJourney
let jobs: TableId
let page: Page

beforeAll(async () => {
  journey = await startDemoJourney('refusals')
  jobs = await furnishJobs(journey)
  ;({ page } = await journey.enter(ada))
  await page.goto(`/b/${journey.base}/t/${jobs}`)
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const soon = { timeout: 20_000 }
const lane = (name: string): Locator => page.getByRole('region', { name, exact: true })
const stack = (name: string, within: Page | Locator = page): Locator =>
  within.getByRole('region', { name: new RegExp(`^${name}, `) })
const card = (name: string, within: Page | Locator = page): Locator =>
  within.locator('[data-card]').filter({ hasText: name })
/** Before it was sent, and after. */
const [stays, stayed] = ['This record stays where it is', 'The record stays where it was']
const noStep = 'No step leads there from the present state; creators of this base draw the steps.'

/** What is said is read, and goes, so that the next one is not taken for it. */
async function said(title: string): Promise<string> {
  const told = page.locator('[data-sonner-toast]').filter({ hasText: title })
  await seen(told)
  const words = await told.innerText()
  await told.getByRole('button', { name: 'Close toast' }).click()
  await told.waitFor({ state: 'detached' })
  return words
}

async function choose(label: string, option: string): Promise<void> {
  const layout = page.getByRole('dialog', { name: 'Layout' })
  if (!(await layout.isVisible())) await button(page, 'Layout').click()
  await button(layout, new RegExp(`${label}$`)).click()
  await page.getByRole('option', { name: option, exact: true }).click()
  await page.getByRole('listbox').waitFor({ state: 'hidden' })
}
const leaveLayout = () => leave(page, page.getByRole('dialog', { name: 'Layout' }))

async function drag(from: Locator, onto: Locator, picture: string): Promise<void> {
  const [start, end] = [await from.boundingBox(), await onto.boundingBox()]
  if (!start || !end) throw new Error('not on the page')
  await page.mouse.move(start.x + 40, start.y + 30)
  await page.mouse.down()
  await page.mouse.move(start.x + 50, start.y + 40, { steps: 3 })
  await page.mouse.move(end.x + 60, end.y + 60, { steps: 8 })
  await seen(onto.getByText(noStep))
  await showPicture(page, picture)
  await page.mouse.up()
}

/** Opens the menu of a card by its key, and goes into one of its submenus. */
async function openMenu(of: Locator, submenu: string): Promise<Locator> {
  await of.focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: submenu, exact: true }).click()
  const menu = page.getByRole('menu').last()
  await seen(menu)
  return menu
}

describe('a card that may not go into a stack', () => {
  it('says so where it is dragged', async () => {
    await makeView(page, 'Board')
    await seen(card('Hang the screen', stack('Draft')))
    await drag(card('Hang the screen'), stack('Approved'), 'refused-drag')
    expect(await said(stays)).toContain(noStep)
    await seen(card('Hang the screen', stack('Draft')))
  })

  it('says so in its menu, and does not go', async () => {
    const menu = await openMenu(card('Hang the screen'), 'Move to')
    const approved = menu.getByRole('menuitem', { name: 'Approved' })
    await seen(approved.getByText(noStep))
    await showPicture(page, 'refused-menu')
    await approved.click()
    expect(await said(stays)).toContain(noStep)
    await seen(card('Hang the screen', stack('Draft')))
  })

  it('goes back with the reason where only the server knew, and keeps the focus', async () => {
    await card('Print the tickets').focus()
    await page.keyboard.press('Alt+Shift+ArrowRight')
    expect(await said(stayed)).toContain('Fill in “Hours” first.')
    await seen(card('Print the tickets', stack('Review')))
    await focused(card('Print the tickets', stack('Review')))
  })

  it('goes by its menu where it may', async () => {
    const menu = await openMenu(card('Mend the lamp'), 'Move to')
    await menu.getByRole('menuitem', { name: 'Review' }).click()
    await seen(card('Mend the lamp', stack('Review')))
    await focused(card('Mend the lamp', stack('Review')))
    await page.keyboard.press('Control+z')
    await expect.poll(() => card('Mend the lamp', stack('Draft')).count(), soon).toBe(1)
  })
})

describe('a board', () => {
  it('tells the sums of its stacks', async () => {
    await choose('Figure of stacks', 'Hours')
    await showPicture(page, 'figure-setting')
    await leaveLayout()
    await expect.poll(() => stack('Draft').innerText(), soon).toContain('Sum 7.5')
    await expect.poll(() => stack('Review').innerText(), soon).toContain('Sum 8')
  })

  it('has its cards moved to other lanes by keys and by their menu, as far as they may go there', async () => {
    await choose('Lanes', 'Rank')
    await leaveLayout()
    await seen(stack('Draft', lane('Low')).getByText('Sum 7.5'))
    await card('Hang the screen', lane('Low')).focus()
    await page.keyboard.press('Alt+Shift+PageDown')
    await seen(card('Hang the screen', stack('Draft', lane('High'))))
    await focused(card('Hang the screen', lane('High')))
    await seen(stack('Draft', lane('High')).getByText('Sum 3'))
    await page.keyboard.press('Alt+Shift+PageUp')
    expect(await said(stayed)).toContain(noStep)
    await focused(card('Hang the screen', stack('Draft', lane('High'))))
    const menu = await openMenu(card('Hang the screen'), 'Move to lane')
    await seen(menu.getByText(noStep))
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await button(page, /^High/).click()
    const open = await openMenu(card('Mend the lamp'), 'Move to lane')
    await open.getByRole('menuitem', { name: 'High' }).click()
    await focused(card('Mend the lamp', stack('Draft', lane('High'))))
    await drag(card('Paint the door'), stack('Review', lane('Low')), 'refused-lane')
    expect(await said(stays)).toContain(noStep)
    expect(await flawsEverywhere(page, 'board-in-lanes')).toEqual([])
  })

  it('says that not all links have stacks', async () => {
    await choose('Stacks', 'Team')
    await choose('Lanes', 'No lanes')
    await leaveLayout()
    await seen(page.getByText('Only the first 50 records of “Teams”'))
    await expect.poll(() => page.locator('[data-stack]').count(), soon).toBe(51)
    expect(await flawsEverywhere(page, 'board-of-links')).toEqual([])
  })
})

describe('a calendar', () => {
  it('says why a record goes back to its day', async () => {
    await makeView(page, 'Calendar')
    await page.goto(`${page.url()}${page.url().includes('?') ? '&' : '?'}day=2027-03-10`)
    const on = (day: string) => page.locator(`[data-day="${day}"] [data-event] [data-stop]`)
    await on('2027-03-10').filter({ hasText: 'Paint the door' }).first().focus()
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await seen(on('2027-03-11').filter({ hasText: 'Paint the door' }))
    await page.keyboard.press('Alt+Shift+ArrowRight')
    expect(await said(stayed)).toContain('It has to be done by then')
    await focused(on('2027-03-11').filter({ hasText: 'Paint the door' }).first())
  })
})
