/** What floats over a table: its editors and their dialogs are seen, and the focus is somewhere when they have gone. */
import type { Locator } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { desktop, showPicture, type Visitor } from '../browser.ts'
import { ada, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, cell, flawsEverywhere, flawsOf, focused, grid, resize, seen } from '../steps.ts'

let journey: DemoJourney
let visitor: Visitor

beforeAll(async () => {
  journey = await startDemoJourney('floats')
  visitor = await journey.enter(ada)
  await visitor.page.goto(`/b/${journey.base}/t/${journey.tasks}`)
  await seen(grid(visitor.page, 'Tasks'))
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const keyboard = () => visitor.page.keyboard
const head = (name: string) =>
  grid(visitor.page, 'Tasks').getByRole('columnheader', { name: new RegExp(`^${name}(\\W|$)`) })

/** Nothing lies over the middle of it. */
const isOnTop = (element: Locator) =>
  element.evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect()
    return one.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })

/** All of it lies within the window. */
const isInWindow = (element: Locator) =>
  element.evaluate((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect()
    return left >= 0 && top >= 0 && right <= window.innerWidth && bottom <= window.innerHeight
  })

async function goTo(row: number, name: string): Promise<Locator> {
  await head(name).scrollIntoViewIfNeeded()
  const place = await cell(visitor.page, 'Tasks', row, name)
  await place.click()
  return place
}

it('the files of a cell lie below what they open, and have the focus again', async () => {
  const { page } = visitor
  const place = await goTo(1, 'Files')
  await keyboard().press('Enter')
  const files = page.getByRole('dialog', { name: 'Files' })
  // By its mark-up: below a dialog it is hidden from everybody.
  const below = page.locator('[role=dialog][aria-label=Files]')
  const first = files.getByRole('listitem').first()
  const more = button(first, /^More for /)
  for (const line of ['Rename', 'Remove']) {
    await more.press('Enter')
    await page.getByRole('menuitem', { name: line }).click()
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog')).last()
    await seen(button(dialog, 'Cancel'))
    await expect.poll(() => isOnTop(below)).toBe(false)
    expect(await isOnTop(button(dialog, 'Cancel'))).toBe(true)
    await showPicture(page, `floats-${line}`)
    await keyboard().press('Escape')
    await button(dialog, 'Cancel').waitFor({ state: 'detached' })
    await focused(more)
  }
  await keyboard().press('Escape')
  if (await files.isVisible()) await keyboard().press('Escape')
  await files.waitFor({ state: 'detached' })
  await focused(place)
})

it('a cell that was scrolled away comes into sight before its editor opens', async () => {
  const { page } = visitor
  const size = page.viewportSize()!
  await page.setViewportSize({ ...size, height: 420 })
  for (const name of ['State', 'Files']) {
    await goTo(1, name)
    await page.mouse.wheel(0, 2_000)
    await expect.poll(() => grid(page, 'Tasks').evaluate((one) => one.scrollTop)).toBeGreaterThan(60)
    await keyboard().press('Enter')
    const editor = page.getByRole('dialog', { name }).or(page.getByRole('textbox', { name })).last()
    await seen(editor)
    expect(await isInWindow(editor)).toBe(true)
    expect(await flawsOf(page)).toEqual([])
    await keyboard().press('Escape')
    await editor.waitFor({ state: 'detached' })
  }
  await page.setViewportSize(size)
})

it('what cannot be stored is told within the window', async () => {
  const { page } = visitor
  await grid(page, 'Tasks').evaluate((one) => one.scrollTo(0, 0))
  const place = await goTo(2, 'Link')
  // The column ends where the window does.
  const { x, width } = (await place.boundingBox())!
  await resize(page, { width: Math.ceil(x + width), height: 900 })
  await keyboard().type('no address')
  await keyboard().press('Enter')
  const told = page.getByRole('alert')
  await seen(told)
  expect(await isInWindow(told)).toBe(true)
  const [bubble, ofCell] = [(await told.boundingBox())!.x, (await place.boundingBox())!.x]
  expect(bubble).toBeLessThan(ofCell)
  expect(await told.innerText()).not.toContain('does not fit the type')
  await showPicture(page, 'floats-problem')
  await keyboard().press('Escape')
  await resize(page, desktop)
})

it('a day that was typed is stored by Tab, which goes on; from the calendar Escape leaves the cell as it was', async () => {
  const { page } = visitor
  const place = await goTo(3, 'Due')
  const next = Number(await place.getAttribute('aria-colindex')) + 1
  await keyboard().type('2027-04-02')
  await keyboard().press('Tab')
  await expect.poll(() => place.innerText()).toBe('2 Apr 2027')
  const active = page.locator('[role=gridcell][data-active]')
  await expect.poll(() => active.getAttribute('aria-colindex')).toBe(String(next))
  await focused(active)
  await goTo(3, 'Due')
  await keyboard().press('Enter')
  const picker = page.getByRole('dialog', { name: 'Due' })
  await seen(picker.getByRole('grid'))
  await keyboard().press('Tab')
  await keyboard().press('Escape')
  await picker.waitFor({ state: 'detached' })
  expect(await place.innerText()).toBe('2 Apr 2027')
})

it('an option that could not be made stays beside its cell, to be read and taken back', async () => {
  const { page, context } = visitor
  expect(visitor.problems).toEqual([])
  await context.route(/\/rpc\/add_option/, (route) => route.abort())
  const place = await goTo(4, 'Area')
  const before = await place.innerText()
  await keyboard().press('Enter')
  await keyboard().type('Foyer')
  await seen(page.getByRole('option', { name: 'Create “Foyer”' }))
  await keyboard().press('Enter')
  const note = page.getByRole('region', { name: 'Not stored: Area' })
  await seen(note.getByText(/The option “Foyer” could not be created\. /))
  await focused(place)
  expect(await flawsOf(page)).toEqual([])
  await showPicture(page, 'floats-option')
  await context.unroute(/\/rpc\/add_option/)
  await page.reload()
  await goTo(4, 'Area')
  await button(note, /^Dismiss/).click()
  await note.waitFor({ state: 'detached' })
  await expect.poll(() => place.innerText()).toBe(before)
  expect(visitor.problems.splice(0).every((line) => line.includes('ERR_FAILED'))).toBe(true)
})

it('the focus comes back to the table after options were merged, and keys take that back', async () => {
  const { page } = visitor
  await head('Area').scrollIntoViewIfNeeded()
  await head('Area').hover()
  await button(head('Area'), /^Area.*field menu$/).click()
  await page.getByRole('menuitem', { name: 'Edit field' }).click()
  await button(page, 'Merge options…').click()
  const dialog = page.getByRole('dialog', { name: 'Merge options of “Area”' })
  await dialog.getByRole('checkbox').first().check({ force: true })
  await button(dialog, 'Merge options').click()
  await dialog.waitFor({ state: 'detached' })
  await seen(page.getByText(/^1 option became/))
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[role=grid]') !== null))
    .toBe(true)
  await keyboard().press('Control+z')
  await seen(page.getByText('“Area” is as it was before the merge.'))
})

it('the focus goes to the next heading when its column goes', async () => {
  const { page } = visitor
  const menuOf = (name: string) => button(head(name), new RegExp(`^${name}.*field menu$`))
  await head('Area').scrollIntoViewIfNeeded()
  await head('Area').hover()
  await menuOf('Area').click()
  await page.getByRole('menuitem', { name: 'Hide in this view' }).click()
  await head('Area').waitFor({ state: 'detached' })
  await focused(menuOf('Assignee'))
  await menuOf('Assignee').click()
  await page.getByRole('menuitem', { name: 'Delete field' }).click()
  await head('Assignee').waitFor({ state: 'detached' })
  await focused(menuOf('Due'))
  await keyboard().press('Enter')
  await page.getByRole('menuitem', { name: 'Delete field' }).press('Enter')
  await head('Due').waitFor({ state: 'detached' })
  await focused(menuOf('Hours'))
  await keyboard().press('Control+z')
  await seen(head('Due'))
  expect(visitor.problems).toEqual([])
})

it('a form whose name was missing is sent by the first press once it is there', async () => {
  const { page } = visitor
  await button(page, 'Add a table').click()
  const form = page.getByRole('dialog', { name: 'New table' })
  const name = form.getByRole('textbox', { name: 'Name', exact: true })
  await seen(name)
  await keyboard().press('Enter')
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
  const { y } = (await button(form, 'Create table').boundingBox())!
  await keyboard().type('Loans')
  await expect.poll(() => name.getAttribute('aria-invalid')).not.toBe('true')
  const { x, ...box } = (await button(form, 'Create table').boundingBox())!
  expect(box.y).toBeLessThan(y)
  await page.mouse.click(x + box.width / 2, box.y + box.height / 2)
  await form.waitFor({ state: 'detached' })
  await seen(grid(page, 'Loans'))
  await page.goBack()
  await seen(grid(page, 'Tasks'))
})

it('a form in which something was typed asks before Escape or its cross throws it away', async () => {
  const { page } = visitor
  await button(page, 'Add field').click()
  const form = page.getByRole('dialog', { name: 'New field' })
  await seen(form)
  await keyboard().press('Escape')
  await form.waitFor({ state: 'detached' })
  await button(page, 'Add field').click()
  const name = form.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Half a name')
  const question = form.getByRole('group', { name: 'Discard what you have entered?' })
  await keyboard().press('Escape')
  await seen(question)
  await focused(button(question, 'Keep editing'))
  expect(await flawsEverywhere(page, 'floats-discard')).toEqual([])
  await keyboard().press('Escape')
  await question.waitFor({ state: 'detached' })
  await focused(name)
  await button(form, 'Close').click()
  await seen(question)
  // Whoever goes on typing has answered.
  await name.click()
  await question.waitFor({ state: 'detached' })
  expect(await name.inputValue()).toBe('Half a name')
  await keyboard().press('Escape')
  await keyboard().press('Tab')
  await focused(button(question, 'Discard'))
  await keyboard().press('Enter')
  await form.waitFor({ state: 'detached' })
})
