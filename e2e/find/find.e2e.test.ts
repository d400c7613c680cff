/**
 * Finding a text in a table of which only a part is loaded, by the keyboard alone, and seeing what was found; and the index that an
 * order of so many records needs.
 */
import { signUpPerson } from '@plinth/backend/testing'
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  accessibilityViolations,
  desktop,
  type JourneyBrowser,
  keepPicture,
  launchBrowser,
  newVisitor,
  phone,
  showPicture,
  tablet,
  type Visitor,
} from '../browser.ts'
import { startWorld, type World } from '../harness.ts'
import { button, cell, flawsEverywhere, flawsOf, grid, resize, seen, signIn } from '../steps.ts'
import { type Archive, furnishArchive, needles, noted } from './furnish-find.ts'

const iris = { name: 'Iris Vogt', email: 'iris@example.org', password: 'four unrelated words more' }
const soon = { timeout: 20_000 }

let world: World
let browser: JourneyBrowser
let archive: Archive
let visitor: Visitor
let page: Page

beforeAll(async () => {
  world = await startWorld()
  const owner = await signUpPerson(world.project, iris)
  archive = await furnishArchive(world, owner)
  await owner.backend.dispose()
  browser = await launchBrowser()
  visitor = await newVisitor(browser, { origin: world.url })
  page = visitor.page
  await signIn(page, iris)
  await page.waitForURL(({ pathname }) => pathname !== '/sign-in')
  await seen(page.getByRole('main').getByRole('heading'))
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await keepPicture(page, `find-${task.name.slice(0, 24)}`)
})

const bar = () => page.getByRole('search', { name: 'Find in the table' })
const input = () => bar().getByRole('textbox', { name: 'Find in the table' })
const count = () => page.getByTestId('find-count')
const told = () => bar().getByRole('status')
const expectCount = (text: string) => expect.poll(() => count().innerText(), soon).toBe(text)
const active = () => grid(page, 'Papers').locator('[data-active]')
const expectCursor = (row: number, text: RegExp) =>
  expect
    .poll(async () => {
      const line = active().locator('xpath=ancestor-or-self::*[@aria-rowindex]')
      return [await line.getAttribute('aria-rowindex'), text.test(await active().innerText())]
    }, soon)
    .toEqual([String(row + 1), true])

async function openTable(search = ''): Promise<void> {
  await page.goto(`/b/${archive.base}/t/${archive.table.id}${search}`)
  await seen(grid(page, 'Papers').locator('[data-id]'))
  const first = await cell(page, 'Papers', 1, 'Title')
  await first.click()
}

/** How amber the second picture, which lies over the cells, is near the right edge of a cell: 0 … 255. */
async function amberAt(place: Locator): Promise<number> {
  const box = (await place.boundingBox())!
  return page.evaluate(({ x, y, width, height }) => {
    const layers = [...document.querySelectorAll<HTMLCanvasElement>('[role=grid] canvas')]
    const over = layers[1]!
    const rect = over.getBoundingClientRect()
    const ratio = over.width / rect.width
    const at = (px: number, py: number) =>
      over.getContext('2d')!.getImageData((px - rect.left) * ratio, (py - rect.top) * ratio, 1, 1).data
    const [red = 0, , blue = 0, alpha = 0] = at(x + width - 6, y + height / 2)
    return red > blue ? alpha : 0
  }, box)
}

/** What is wrong in both themes, at the size that the window has: phones have cards in place of the grid. */
async function flawsInBothThemes(name: string, within?: string): Promise<string[]> {
  const flaws: string[] = []
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    flaws.push(...(within ? await accessibilityViolations(page, within) : await flawsOf(page)))
    if (process.env['PLINTH_PICTURES']) {
      await showPicture(page, `${name}-${colorScheme}-${page.viewportSize()!.width}`)
    }
  }
  return flaws
}

describe('a long table', () => {
  it('finding opens by a key, tells how many matches there are, and goes to the first one', async () => {
    await openTable()
    await page.keyboard.press('Control+f')
    await seen(input())
    await page.keyboard.insertText('needle')
    await expectCount('1 of 4')
    await expectCursor(needles[0], /Needle 10/)
    await expect
      .poll(() => told().innerText(), soon)
      .toContain('1 of 4. Row 10, Title: Haystack with a Needle 10')
    // What is typed goes on going into the field.
    expect(await input().inputValue()).toBe('needle')
    await page.keyboard.type('s')
    await expectCount('Not found')
    await page.keyboard.press('Backspace')
    await expectCount('1 of 4')
  })

  it('marks what was found, and nothing else', async () => {
    const found = await cell(page, 'Papers', needles[0], 'Title')
    const other = await cell(page, 'Papers', needles[0] + 1, 'Title')
    await expect.poll(() => amberAt(found), soon).toBeGreaterThan(30)
    expect(await amberAt(other)).toBe(0)
    expect(await flawsInBothThemes('find')).toEqual([])
    await resize(page, tablet)
    expect(await flawsInBothThemes('find')).toEqual([])
    await resize(page, desktop)
  })

  it('goes to matches far away, in other fields too, and on from the beginning, with a word about it', async () => {
    await input().focus()
    await page.keyboard.press('Enter')
    await expectCount('2 of 4')
    await expectCursor(needles[1], /Needle 30000/)
    await page.keyboard.press('F3')
    await expectCursor(noted, /a NEEDLE beside it/)
    await page.keyboard.press('Control+g')
    await expectCursor(needles[2], /Needle 59990/)
    await expectCount('4 of 4')
    await page.keyboard.press('Enter')
    await expectCursor(needles[0], /Needle 10/)
    await seen(bar().getByText('From the beginning again', { exact: true }))
    await expect.poll(() => told().innerText(), soon).toContain('From the beginning again. 1 of 4')
    await page.keyboard.press('Shift+Enter')
    await expectCursor(needles[2], /Needle 59990/)
    await seen(bar().getByText('From the end again', { exact: true }))
  })

  it('gives the focus back to the cell that was found', async () => {
    await page.keyboard.press('Escape')
    await bar().waitFor({ state: 'hidden' })
    await expect.poll(() => active().evaluate((one) => one === document.activeElement)).toBe(true)
    await expectCursor(needles[2], /Needle 59990/)
    const found = await cell(page, 'Papers', needles[2], 'Title')
    await expect.poll(() => amberAt(found), soon).toBe(0)
  })

  it('goes on from the rows without the bar having the focus', async () => {
    await page.keyboard.press('Control+Home')
    await expectCursor(1, /Paper 1/)
    await page.keyboard.press('F3')
    await expectCursor(needles[0], /Needle 10/)
    await page.keyboard.press('F3')
    await expectCursor(needles[1], /Needle 30000/)
    await page.keyboard.press('Escape')
    await bar().waitFor({ state: 'hidden' })
    expect(await bar().count()).toBe(0)
  })

  it('follows what is changed meanwhile', async () => {
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Control+f')
    await page.keyboard.insertText('needle')
    await expectCount('1 of 4')
    await page.keyboard.press('Escape')
    await page.keyboard.press('F3')
    await expectCursor(needles[1], /Needle 30000/)
    await page.keyboard.type('Empty now')
    await page.keyboard.press('Enter')
    await expectCount('3 found')
    await page.keyboard.press('F3')
    await expectCursor(noted, /a NEEDLE beside it/)
    await expectCount('2 of 3')
    await page.keyboard.press('Escape')
    expect(await bar().count()).toBe(0)
  })

  it('does not go to fields that the view hides, and says so', async () => {
    const hidden = archive.table.fields[3]!.id
    await openTable(`?view=${encodeURIComponent(JSON.stringify({ hidden: [hidden] }))}`)
    await page.keyboard.press('Control+f')
    await page.keyboard.insertText('a needle beside')
    await expectCount('Only in hidden fields')
    await expectCursor(1, /Paper 1/)
    expect(await told().innerText()).toBe('Only in hidden fields')
    await page.keyboard.press('Escape')
  })

  it('finds in a view with a filter and an order what the view holds', async () => {
    const kind = archive.table.fields[2]!.id
    const filter = { join: 'and', items: [{ field: kind, operator: 'is', value: 'letter' }] }
    const view = encodeURIComponent(JSON.stringify({ filter }))
    await openTable(`?view=${view}&sort=${encodeURIComponent(`${archive.table.fields[1]!.id}:desc`)}`)
    await page.keyboard.press('Control+f')
    await page.keyboard.insertText('NEEDLE')
    await expectCount('1 of 3')
    await page.keyboard.press('Enter')
    await expectCount('2 of 3')
    expect(await accessibilityViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  it('is told that no index serves the view, makes the one that helps, and sees what came of it', async () => {
    const amount = archive.table.fields[1]!.id
    await openTable(`?sort=${encodeURIComponent(`${amount}:desc`)}`)
    const mark = button(page.getByRole('toolbar', { name: 'Table' }), 'Not served by an index')
    await seen(mark)
    await mark.focus()
    await page.keyboard.press('Enter')
    const popover = page.getByRole('dialog', { name: 'Not served by an index' })
    await seen(popover.getByText('all of 60,000 records'))
    await seen(popover.getByText('The order of the records.'))
    expect(await flawsInBothThemes('index', '[role=dialog]')).toEqual([])
    await page.keyboard.press('Escape')
    await resize(page, phone)
    await mark.click()
    await seen(popover.getByText('The order of the records.'))
    expect(await flawsInBothThemes('index', '[role=dialog]')).toEqual([])
    await page.keyboard.press('Escape')
    await popover.waitFor({ state: 'hidden' })
    await resize(page, desktop)
    await mark.focus()
    await page.keyboard.press('Enter')
    await button(popover, 'Make index on Amount').focus()
    await page.keyboard.press('Enter')
    const served = page.getByRole('dialog', { name: 'Served by an index' })
    await seen(served.getByText('This view is served by it now.'), 60_000)
    expect(await flawsInBothThemes('index-made', '[role=dialog]')).toEqual([])
    await button(served, 'All indexes of this table').focus()
    await page.keyboard.press('Enter')
    const list = page.getByRole('dialog', { name: 'Indexes of Papers' })
    await seen(list.getByText('Amount'))
    expect(await flawsEverywhere(page, 'indexes')).toEqual([])
    await button(list, 'Drop the index on Amount').focus()
    await page.keyboard.press('Enter')
    await seen(list.getByText('This table has none.'))
    await page.keyboard.press('Escape')
    await seen(mark)
  })

  it('is another thing than the search, which leaves only what matches', async () => {
    await openTable()
    await page.keyboard.press('Control+Shift+f')
    await page.keyboard.insertText('needle')
    await expect.poll(() => grid(page, 'Papers').locator('[data-id]').count(), soon).toBe(3)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
  })

  it('goes from card to card on a phone, far away too, and gives the focus back to the one that was found', async () => {
    await resize(page, phone)
    await page.goto(`/b/${archive.base}/t/${archive.table.id}`)
    const cards = page.getByRole('list', { name: 'Papers' })
    await seen(cards.locator('[data-card]').first())
    await button(page.getByRole('toolbar', { name: 'Table' }), 'More').click()
    await page.getByRole('menuitem', { name: 'Find in the table' }).click()
    await seen(input())
    await page.keyboard.insertText('needle')
    await expectCount('1 of 3')
    const here = cards.locator('[aria-current]')
    const expectCard = async (row: number, text: RegExp) => {
      await expect.poll(() => here.innerText(), soon).toMatch(text)
      expect(await here.locator('xpath=..').getAttribute('aria-posinset')).toBe(String(row))
      const [box, list] = [await here.boundingBox(), await cards.locator('xpath=..').boundingBox()]
      expect(box!.y).toBeGreaterThanOrEqual(list!.y - 1)
      expect(box!.y + box!.height).toBeLessThanOrEqual(list!.y + list!.height + 1)
    }
    await expectCard(needles[0], /Needle 10/)
    expect(await flawsInBothThemes('find-phone')).toEqual([])
    await button(bar(), 'Next match').click()
    await expectCount('2 of 3')
    await expectCard(noted, /a NEEDLE beside it/)
    await page.keyboard.press('Enter')
    await expectCard(needles[2], /Needle 59990/)
    expect(await flawsInBothThemes('find-phone-note')).toEqual([])
    await button(bar(), 'Previous match').click()
    await expectCard(noted, /a NEEDLE beside it/)
    await button(bar(), 'Close').click()
    await expect
      .poll(() => cards.locator('[data-card]:focus').innerText(), soon)
      .toMatch(/a NEEDLE beside it/)
    expect(await here.count()).toBe(0)
    await resize(page, desktop)
    await openTable()
  })

  it('is in the menu of the table', async () => {
    await button(page.getByRole('toolbar', { name: 'Table' }), 'More').click()
    await page.getByRole('menuitem', { name: 'Find in the table' }).click()
    await expect.poll(() => input().evaluate((one) => one === document.activeElement)).toBe(true)
    expect(visitor.problems).toEqual([])
  })
})
