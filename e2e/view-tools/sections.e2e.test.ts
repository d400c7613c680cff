/** Sections of shared views and icons: made, filled, folded and taken back by keys, dragged by the pointer, seen by others. */
import { signInPerson } from '@plinth/backend/testing'
import { type BaseId, emptyViewConfig, type TableId, uuidV7, type ViewId } from '@plinth/domain'
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations, phone, showPicture, type Visitor } from '../browser.ts'
import { ada, ben, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, cell, field, flawsEverywhere, grid, resize, seen } from '../steps.ts'
import { must } from '../target.ts'

let journey: DemoJourney
let adas: Visitor
let bens: Visitor
let base: BaseId
let tasks: TableId

beforeAll(async () => {
  journey = await startDemoJourney('sections')
  ;({ base, tasks } = journey)
  const { backend } = await signInPerson(journey.world.project, ada)
  for (const name of ['All', 'Print', 'Tickets', 'House'])
    must(
      await backend.views.create(tasks, {
        id: uuidV7() as ViewId,
        name,
        isShared: true,
        config: emptyViewConfig,
      }),
    )
  await backend.dispose()
  adas = await journey.enter(ada)
  bens = await journey.enter(ben)
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const soon = { timeout: 20_000 }
const tree = (page: Page): Locator => page.getByRole('list', { name: 'Views of Tasks' })
const line = (page: Page, name: string): Locator => tree(page).getByRole('link', { name, exact: true })
const section = (page: Page, name: string): Locator =>
  tree(page).getByRole('button', { name: new RegExp(`^${name}\\W*\\d*$`) })
/** What stands in the tree, from top to bottom. */
const order = (page: Page) =>
  tree(page).evaluate((list) =>
    [...list.querySelectorAll('[data-line]')].map((one) => one.textContent?.replaceAll(/\d+$/g, '').trim()),
  )
const expectOrder = (page: Page, names: readonly string[]) =>
  expect.poll(() => order(page), soon).toEqual(names)

async function newSection(page: Page, view: string, name: string) {
  await button(tree(page), `Menu of ${view}`).focus()
  await page.keyboard.press('Enter')
  await seen(page.getByRole('menuitem', { name: 'Move to section' }))
  await page.keyboard.type('Move to')
  await page.keyboard.press('ArrowRight')
  await seen(page.getByRole('menuitem', { name: 'New section…' }))
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New section' })
  await seen(dialog)
  expect(await accessibilityViolations(page, '[role=dialog]')).toEqual([])
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await seen(section(page, name))
}

describe('sections of views', () => {
  it('are made by keys, and views go into them and out by keys', async () => {
    const { page } = adas
    await page.goto(`/b/${base}/t/${tasks}`)
    await seen(grid(page, 'Tasks'))
    await expectOrder(page, ['All', 'Print', 'Tickets', 'House'])
    await newSection(page, 'House', 'Building')
    await newSection(page, 'Tickets', 'Sale')
    await expectOrder(page, ['All', 'Print', 'Building', 'House', 'Sale', 'Tickets'])
    await line(page, 'Print').focus()
    await page.keyboard.press('Alt+Shift+ArrowDown')
    await expectOrder(page, ['All', 'Building', 'Print', 'House', 'Sale', 'Tickets'])
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), soon).toBe('Print')
    await page.keyboard.press('Alt+Shift+ArrowDown')
    await expectOrder(page, ['All', 'Building', 'House', 'Print', 'Sale', 'Tickets'])
    await page.keyboard.press('Alt+Shift+ArrowDown')
    await expectOrder(page, ['All', 'Building', 'House', 'Sale', 'Print', 'Tickets'])
    expect(await flawsEverywhere(page, 'sections')).toEqual([])
  })

  it('go back by Ctrl Z, as everything in a table', async () => {
    const { page } = adas
    await (await cell(page, 'Tasks', 1, 'Task')).click()
    await page.keyboard.press('Control+z')
    await expectOrder(page, ['All', 'Building', 'House', 'Print', 'Sale', 'Tickets'])
    await page.keyboard.press('Control+y')
    await expectOrder(page, ['All', 'Building', 'House', 'Sale', 'Print', 'Tickets'])
    expect(await line(page, 'Print').count()).toBe(1)
  })

  it('are put in order, renamed, and filled by dragging', async () => {
    const { page } = adas
    await section(page, 'Sale').focus()
    await page.keyboard.press('Alt+Shift+ArrowUp')
    await expectOrder(page, ['All', 'Sale', 'Print', 'Tickets', 'Building', 'House'])
    await line(page, 'All').dragTo(section(page, 'Building'))
    await expectOrder(page, ['Sale', 'Print', 'Tickets', 'Building', 'House', 'All'])
    await line(page, 'All').dragTo(line(page, 'Print'), { targetPosition: { x: 60, y: 4 } })
    await expectOrder(page, ['Sale', 'All', 'Print', 'Tickets', 'Building', 'House'])
    await button(tree(page), 'Menu of the section Sale').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Rename section' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rename section' })
    await field(dialog, 'Name').fill('Building')
    await page.keyboard.press('Enter')
    await seen(dialog.getByText('This name is taken here'))
    await field(dialog, 'Name').fill('Front of house')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await seen(section(page, 'Front of house'))
    expect(await section(page, 'Sale').count()).toBe(0)
  })

  it('are seen by others at once, who fold them for themselves', async () => {
    const { page } = bens
    await page.goto(`/b/${base}/t/${tasks}`)
    await expectOrder(page, ['Front of house', 'All', 'Print', 'Tickets', 'Building', 'House'])
    expect(await button(tree(page), /^Menu of/).count()).toBe(0)
    await section(page, 'Building').focus()
    await page.keyboard.press('Enter')
    await expectOrder(page, ['Front of house', 'All', 'Print', 'Tickets', 'Building'])
    await page.reload()
    await expectOrder(page, ['Front of house', 'All', 'Print', 'Tickets', 'Building'])
    await expectOrder(adas.page, ['Front of house', 'All', 'Print', 'Tickets', 'Building', 'House'])
    await button(page, /^View: /).click()
    await seen(page.getByRole('group', { name: 'Front of house' }).getByRole('menuitem', { name: 'Print' }))
    await page.keyboard.press('Escape')
  })

  it('are deleted without a view', async () => {
    const { page } = adas
    await button(tree(page), 'Menu of the section Building').click()
    await page.getByRole('menuitem', { name: /^Delete section/ }).click()
    await expectOrder(page, ['House', 'Front of house', 'All', 'Print', 'Tickets'])
    await expectOrder(bens.page, ['House', 'Front of house', 'All', 'Print', 'Tickets'])
    expect(await section(page, 'Building').count()).toBe(0)
  })

  it('stand beside icons of views and tables, chosen by keys', async () => {
    const { page } = adas
    await line(page, 'Print').click()
    await button(page, 'View: Print').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Change icon' }).click()
    const dialog = page.getByRole('dialog', { name: 'Name and icon of the view' })
    await seen(dialog)
    expect(await accessibilityViolations(page, '[role=dialog]')).toEqual([])
    await dialog.getByRole('radio', { name: 'No icon of its own' }).focus()
    await page.keyboard.press('ArrowRight')
    expect(await dialog.getByRole('radio', { name: 'bell' }).isChecked()).toBe(true)
    await button(dialog, 'Save view').click()
    await dialog.waitFor({ state: 'hidden' })
    await seen(line(page, 'Print').locator('svg.lucide-bell'))
    await seen(line(bens.page, 'Print').locator('svg.lucide-bell'))
    await button(page, 'Menu of Tasks').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Edit table' }).click()
    const table = page.getByRole('dialog', { name: 'Edit table' })
    await table
      .getByText('film', { exact: true })
      .or(table.getByRole('radio', { name: 'film' }))
      .first()
      .check({ force: true })
    expect(await accessibilityViolations(page, '[role=dialog]')).toEqual([])
    await button(table, 'Save table').click()
    await table.waitFor({ state: 'hidden' })
    await seen(page.getByRole('link', { name: 'Tasks', exact: true }).locator('svg.lucide-film'))
    await seen(bens.page.getByRole('link', { name: 'Tasks', exact: true }).locator('svg.lucide-film'))
    await resize(page, phone)
    await button(page, 'Navigation').click()
    await seen(section(page, 'Front of house'))
    expect(await accessibilityViolations(page, 'nav')).toEqual([])
    await showPicture(page, 'sections-drawer')
    expect([...adas.problems, ...bens.problems]).toEqual([])
  })
})
