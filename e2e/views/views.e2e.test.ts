/** Views of a table: made by keys, saved, had by others or by nobody else, changed without being saved, and silent on what is hidden. */
import { readFile } from 'node:fs/promises'
import { signInPerson } from '@plinth/backend/testing'
import { type BaseId, emptyViewConfig, type FieldId, type TableId, uuidV7, type ViewId } from '@plinth/domain'
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations, showPicture, type Visitor } from '../browser.ts'
import { ada, ben, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, cell, chooseByKeys, field, flawsEverywhere, focused, grid, seen } from '../steps.ts'
import { must } from '../target.ts'

let journey: DemoJourney
let adas: Visitor
let bens: Visitor
let base: BaseId
let tasks: TableId

beforeAll(async () => {
  journey = await startDemoJourney('views')
  ;({ base, tasks } = journey)
  adas = await journey.enter(ada)
  bens = await journey.enter(ben)
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const soon = { timeout: 20_000 }
const count = (page: Page) => page.getByTestId('row-count').innerText()
const expectCount = (page: Page, text: string) => expect.poll(() => count(page), soon).toBe(text)
const viewNow = (page: Page, name: string) => seen(button(page, `View: ${name}`))

const heading = (page: Page, name: RegExp): Locator => grid(page, 'Tasks').getByRole('columnheader', { name })
const gone = (what: Locator) => what.waitFor({ state: 'hidden' })
/** How much of the toolbar is out of sight. */
const overflow = (page: Page) =>
  page.getByRole('toolbar', { name: 'Table' }).evaluate((bar) => bar.scrollWidth - bar.clientWidth)

/** The lines of the file that is written. */
async function exported(page: Page, scope: 'This view' | 'Whole table'): Promise<string[]> {
  await button(page.getByRole('toolbar', { name: 'Table' }), 'More').click()
  await page.getByRole('menuitem', { name: /^Export/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Export Tasks' })
  await seen(dialog)
  // What is looked at comes first.
  expect(await dialog.getByRole('radio', { name: 'This view' }).isChecked()).toBe(true)
  await dialog.getByText(scope, { exact: true }).click()
  const [download] = await Promise.all([page.waitForEvent('download'), button(dialog, 'Export').click()])
  const text = await readFile(await download.path(), 'utf8')
  await button(dialog, 'Close').last().click()
  await gone(dialog)
  return text.replace('\uFEFF', '').trimEnd().split('\r\n')
}

/** Opens a tool of the toolbar by its key. */
async function open(page: Page, tool: string | RegExp, name: string) {
  await button(page.getByRole('toolbar', { name: 'Table' }), tool).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name })
  await seen(dialog)
  return dialog
}

describe('views of a table', () => {
  it('begin with all records, and a filter made by keys', async () => {
    const { page } = adas
    await page.goto(`/b/${base}/t/${tasks}`)
    await seen(grid(page, 'Tasks'))
    await viewNow(page, 'All records')
    await expectCount(page, '12 records')
    const filter = await open(page, 'Filter', 'Filter')
    await button(filter, 'Add a condition').focus()
    await page.keyboard.press('Enter')
    await seen(filter.getByText('Not complete yet: filters nothing.'))
    await expectCount(page, '12 records')
    await chooseByKeys(page, button(filter, /Field$/).first(), 'State')
    await chooseByKeys(page, button(filter, /How State is compared/), 'is any of')
    await button(filter, /^Value of State/).focus()
    await page.keyboard.press('Enter')
    await seen(page.getByRole('menuitemcheckbox', { name: 'Done' }))
    await page.keyboard.press('End')
    await expect.poll(() => page.locator('[role=menuitemcheckbox]:focus').innerText()).toContain('Done')
    await page.keyboard.press('Space')
    await page.keyboard.press('Escape')
    await seen(filter.getByText('3 records match'))
    expect(await accessibilityViolations(page, '[role=dialog]')).toEqual([])
    await page.keyboard.press('Escape')
    await filter.waitFor({ state: 'hidden' })
    await expectCount(page, '3 records')
  })

  it('are saved under a name, and there after a reload', async () => {
    const { page } = adas
    await button(page, 'Save as a view').focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Save as a new view' })
    await focused(field(dialog, 'Name'))
    await page.keyboard.type('Finished')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await viewNow(page, 'Finished')
    expect(new URL(page.url()).pathname).toMatch(/\/v\/[0-9a-f-]{36}$/)
    expect(new URL(page.url()).search).toBe('')
    await page.reload()
    await viewNow(page, 'Finished')
    await expectCount(page, '3 records')
    await seen(page.getByRole('link', { name: 'Finished' }))
  })

  it('are seen by another person, who keeps changes for themself', async () => {
    const { page } = bens
    await page.goto(`/b/${base}/t/${tasks}`)
    await viewNow(page, 'Finished')
    await expectCount(page, '3 records')
    const sort = await open(page, 'Sort', 'Sort')
    await button(sort, 'Add a sort').focus()
    await page.keyboard.press('Enter')
    await seen(page.getByRole('menuitem', { name: 'Task' }))
    await page.keyboard.press('Enter')
    await seen(button(sort, /Direction of Task/))
    expect(await accessibilityViolations(page, '[role=dialog]')).toEqual([])
    await page.keyboard.press('Escape')
    await seen(page.getByText('Changed', { exact: true }))
    // The tools become icons; a tip says what the one with the focus is.
    expect(await overflow(page)).toBe(0)
    await seen(page.getByRole('tooltip', { name: 'Sort' }))
    await showPicture(page, 'views-changed')
    expect(await button(page, 'Save').count()).toBe(0)
    await button(page, 'Save as my own view').click()
    await page.keyboard.type('Only mine')
    await page.keyboard.press('Enter')
    await viewNow(page, 'Only mine')
    await expect
      .poll(
        () => grid(page, 'Tasks').getByRole('columnheader', { name: /^Task/ }).getAttribute('aria-sort'),
        soon,
      )
      .toBe('ascending')
  })

  it('of one person are not seen by others', async () => {
    const { page } = adas
    await page.reload()
    await viewNow(page, 'Finished')
    await button(page, 'View: Finished').click()
    await seen(page.getByRole('menuitem', { name: 'Finished' }))
    expect(await page.getByRole('menuitem', { name: 'Only mine' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'hidden' })
  })

  it('may be changed without saving, and are as before after “Reset”', async () => {
    const { page } = adas
    const fields = await open(page, 'Fields', 'Fields')
    await fields.getByRole('switch', { name: 'Due' }).focus()
    await page.keyboard.press('Space')
    await grid(page, 'Tasks').getByRole('columnheader', { name: /^Due/ }).waitFor({ state: 'hidden' })
    expect(await accessibilityViolations(page, '[role=dialog]')).toEqual([])
    await page.keyboard.press('Escape')
    await seen(button(page, 'Save'))
    expect(await overflow(page)).toBe(0)
    await page.reload()
    await seen(page.getByText('Changed', { exact: true }))
    expect(await grid(page, 'Tasks').getByRole('columnheader', { name: /^Due/ }).count()).toBe(0)
    await button(page, 'Reset').click()
    await seen(grid(page, 'Tasks').getByRole('columnheader', { name: /^Due/ }))
    await page.getByText('Changed', { exact: true }).waitFor({ state: 'hidden' })
  })

  it('go back by Ctrl Z and on again by Ctrl Y, in one order with the names of fields', async () => {
    const { page } = adas
    const fields = await open(page, 'Fields', 'Fields')
    await fields.getByRole('switch', { name: 'Due' }).focus()
    await page.keyboard.press('Space')
    await gone(heading(page, /^Due/))
    await page.keyboard.press('Escape')
    await fields.waitFor({ state: 'hidden' })
    await heading(page, /^Hours/)
      .getByRole('button')
      .focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Rename field', exact: true }).click()
    await field(page.getByRole('dialog', { name: 'Edit “Hours”' }), 'Name').fill('Effort')
    await page.keyboard.press('Enter')
    await seen(heading(page, /^Effort/))

    await (await cell(page, 'Tasks', 1, 'Task')).click()
    await page.keyboard.press('Control+z')
    await seen(heading(page, /^Hours/))
    expect(await heading(page, /^Due/).count()).toBe(0)
    await page.keyboard.press('Control+z')
    await seen(heading(page, /^Due/))
    await page.getByText('Changed', { exact: true }).waitFor({ state: 'hidden' })
    await page.keyboard.press('Control+y')
    await gone(heading(page, /^Due/))
    await page.keyboard.press('Control+y')
    await seen(heading(page, /^Effort/))
    await page.keyboard.press('Control+z')
    await seen(heading(page, /^Hours/))
    await page.keyboard.press('Control+z')
    await seen(heading(page, /^Due/))
  })

  it('go into a file as they are looked at, unless the whole table is asked for', async () => {
    const { page } = adas
    const [all, ofView] = [await exported(page, 'Whole table'), await exported(page, 'This view')]
    expect([all.length, ofView.length]).toEqual([1 + 12, 1 + 3])
    expect(ofView[0]).toBe(all[0])
    expect(all).toEqual(expect.arrayContaining(ofView))
  })

  it('are searched, and say so when nothing matches', async () => {
    const { page } = adas
    await button(page, 'Search records').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('zzzz')
    await seen(page.getByText('No records match'))
    expect(await flawsEverywhere(page, 'views-nothing')).toEqual([])
    await field(page, 'Search records').focus()
    await page.keyboard.press('Escape')
    await expectCount(page, '3 records')
    expect(new URL(page.url()).search).toBe('')
  })

  it('say nothing of a field that is hidden from whoever looks', async () => {
    const { backend } = await signInPerson(journey.world.project, ada)
    const table = () =>
      backend.bases.schema(base).then((answer) => must(answer).tables.find(({ id }) => id === tasks)!)
    const pay = uuidV7() as FieldId
    must(await backend.bases.createField(tasks, { id: pay, name: 'Pay', type: 'integer', options: {} }))
    const [task] = (await table()).fields
    must(
      await backend.views.create(tasks, {
        id: uuidV7() as ViewId,
        name: 'Well paid',
        isShared: true,
        config: {
          ...emptyViewConfig,
          filter: {
            join: 'and',
            items: [
              { field: pay, operator: 'empty' },
              { field: task!.id, operator: 'not_empty' },
            ],
          },
          sorts: [{ field: pay, direction: 'desc' }],
        },
      }),
    )
    const roles = must(await backend.roles.list(base))
    const editor = roles.find(({ kind }) => kind === 'editor')!
    must(await backend.roles.setFieldGrant(editor.id, pay, 'hidden'))
    await backend.dispose()
    const { page } = bens
    await page.goto(`/b/${base}/t/${tasks}`)
    await button(page, /^View: /).click()
    await page.getByRole('menuitem', { name: 'Well paid' }).click()
    await viewNow(page, 'Well paid')
    await expectCount(page, '12 records')
    const filter = await open(page, /^Filter/, 'Filter')
    await seen(filter.getByText('its field is gone, or you may not see it'))
    expect(await accessibilityViolations(page, '[role=dialog]')).toEqual([])
    expect(await page.getByText('Pay', { exact: true }).count()).toBe(0)
    await page.keyboard.press('Escape')
    expect(await flawsEverywhere(page, 'views')).toEqual([])
    expect([...adas.problems, ...bens.problems]).toEqual([])
  })
})
