/** A creator sets rules that some records break, by keys; a member is refused in a cell, in the maker's words. */
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { keepPicture, type Visitor } from '../browser.ts'
import { ada, ben, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, cell, field, flawsOf, grid, seen } from '../steps.ts'

const soon = { timeout: 20_000 }
const ask = 'Not right? Ask a creator of this base.'

let journey: DemoJourney
let adas: Visitor
let bens: Visitor

beforeAll(async () => {
  journey = await startDemoJourney('validation')
  adas = await journey.enter(ada)
  bens = await journey.enter(ben)
  for (const { page } of [adas, bens]) {
    await page.goto(`/b/${journey.base}/t/${journey.tasks}`)
    await seen(grid(page, 'Tasks'))
  }
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

async function press(target: Locator, key = 'Enter'): Promise<void> {
  await target.focus()
  await target.page().keyboard.press(key)
}

/** Opens the settings of a field from its menu in the header. */
async function openField(page: Page, name: string): Promise<Locator> {
  await press(page.getByRole('button', { name: new RegExp(`^${name}(, required)?, field menu$`) }))
  await press(page.getByRole('menuitem', { name: 'Edit field' }))
  const dialog = page.getByRole('dialog', { name: `Edit “${name}”` })
  await seen(dialog)
  return dialog
}

/** Types into a cell over what it holds. */
async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await target.click()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

describe('a rule of a field', () => {
  it('lists the records that break it, and may leave them alone', async () => {
    const { page } = adas
    const dialog = await openField(page, 'Hours')
    await press(dialog.locator('summary', { hasText: 'Rules' }))
    await field(dialog, 'At most').focus()
    await page.keyboard.type('6')
    const leave = dialog.getByRole('checkbox', { name: /^Leave what is there/ })
    await seen(leave)
    expect(await flawsOf(page)).toEqual([])
    await keepPicture(page, 'validation-field')
    await press(button(dialog, 'Save field'))
    await seen(dialog.getByText(/Some records do not follow this rule/))
    await press(leave, 'Space')
    await press(button(dialog, 'Save field'))
    await dialog.waitFor({ state: 'hidden' })
  })

  it('refuses a member in the cell, at once and in words', async () => {
    const { page } = bens
    await page.reload()
    await seen(grid(page, 'Tasks'))
    const target = await cell(page, 'Tasks', 1, 'Hours')
    await seen(target)
    const before = await target.innerText()
    await typeInto(page, target, '99')
    await seen(page.getByText(`At most 6. ${ask}`))
    await keepPicture(page, 'validation-cell')
    expect(await flawsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.reload()
    await seen(grid(page, 'Tasks'))
    await expect.poll(async () => (await cell(page, 'Tasks', 1, 'Hours')).innerText(), soon).toBe(before)
  })

  it('marks what is required', async () => {
    const { page } = adas
    const dialog = await openField(page, 'State')
    await press(dialog.locator('summary', { hasText: 'Rules' }))
    await press(dialog.getByRole('checkbox', { name: 'Required' }), 'Space')
    await seen(dialog.getByText('All records follow this.'))
    await press(button(dialog, 'Save field'))
    await dialog.waitFor({ state: 'hidden' })
    await seen(page.getByRole('button', { name: 'State, required, field menu' }))
    await seen(bens.page.getByRole('button', { name: 'State, required, field menu' }))
    expect(await flawsOf(page)).toEqual([])
  })
})

describe('a rule of a table', () => {
  it('is written as an expression with a message of its maker', async () => {
    const { page } = adas
    await press(button(page, 'Menu of Tasks'))
    await press(page.getByRole('menuitem', { name: 'Rules for records' }))
    await press(button(page.getByRole('dialog', { name: 'Rules for records of Tasks' }), 'Add a rule'))
    const dialog = page.getByRole('dialog', { name: 'New rule' })
    await field(dialog, 'Condition').focus()
    await page.keyboard.type('is_empty({Hours}) or {Hours} != 3')
    await field(dialog, 'What people read who break it').focus()
    await page.keyboard.type('Three hours is no estimate.')
    await seen(dialog.getByText(/All records follow this|not follow this/))
    const leave = dialog.getByRole('checkbox', { name: /^Leave what is there/ })
    if (await leave.isVisible()) await press(leave, 'Space')
    await keepPicture(page, 'validation-rule')
    expect(await flawsOf(page)).toEqual([])
    await press(button(dialog, 'Save rule'))
    const list = page.getByRole('dialog', { name: 'Rules for records of Tasks' })
    await seen(list.getByText('Three hours is no estimate.'))
    await dialog.waitFor({ state: 'hidden' })
    await keepPicture(page, 'validation-list')
    expect(await flawsOf(page)).toEqual([])
    await press(button(list, 'Close').last())
    await list.waitFor({ state: 'hidden' })
  })

  it('is told to a member whose change the database refuses', async () => {
    const { page } = bens
    await page.reload()
    await seen(grid(page, 'Tasks'))
    const target = await cell(page, 'Tasks', 2, 'Hours')
    await seen(target)
    await typeInto(page, target, '3')
    await target.click()
    await seen(page.getByText(`Three hours is no estimate. ${ask}`))
    expect(await flawsOf(page)).toEqual([])
  })
})
