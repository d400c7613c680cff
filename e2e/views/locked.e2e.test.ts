/** What becomes of a saved view: locked and unlocked, duplicated, kept for oneself and shared again. Its maker has no pointer. */
import { emptyViewConfig, uuidV7, type ViewId } from '@plinth/domain'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { as } from '../automation/shots.ts'
import { showPicture, type Visitor } from '../browser.ts'
import { ada, ben, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { type Keys, soon } from '../keyboard/keys.ts'
import { button, field, flawsEverywhere, grid, seen } from '../steps.ts'
import { must } from '../target.ts'

let journey: DemoJourney
let adas: Keys
let bens: Visitor
let problems: string[][]

beforeAll(async () => {
  journey = await startDemoJourney('locked')
  await furnish()
  ;({ adas, bens, problems } = await journey.enterWithBen({ table: journey.tasks, name: 'Tasks' }))
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

/** Two views that everybody has; Ben may save them as Ada may. */
async function furnish(): Promise<void> {
  const { world, base, tasks } = journey
  await as(world, ada, async ({ bases, views }) => {
    const config = emptyViewConfig
    for (const name of ['All tasks', 'Press'])
      must(await views.create(tasks, { id: uuidV7() as ViewId, name, isShared: true, config }))
    const member = must(await bases.members(base)).find(({ name }) => name === ben.name)!
    must(await bases.setRole(base, member.id, 'creator'))
  })
}

const tree = (page: Page) => page.getByRole('list', { name: 'Views of Tasks' })
/** `more` is what those hear who do not see the sign before it. */
const line = (page: Page, name: string, more = '') =>
  tree(page).getByRole('link', { name: new RegExp(`^${name}\\s*${more}$`) })
const viewNow = (page: Page, name: string) => seen(button(page, `View: ${name}`))
const due = (page: Page) => grid(page, 'Tasks').getByRole('columnheader', { name: /^Due/ })
const changed = (page: Page) => page.getByRole('group', { name: 'Changes of this view' })

/** Takes a line of the list of views. Forwards, Tab goes through every cell first. */
async function does(keys: Keys, line: string): Promise<void> {
  await keys.tabTo(button(keys.see, /^View:/), 'Shift+Tab')
  await keys.press('Enter')
  await keys.takeLine(line)
}

/** Shows or hides the field of the days by the tool for that. */
async function turnDue(page: Page): Promise<void> {
  await button(page.getByRole('toolbar', { name: 'Table' }), /^Fields/).click()
  const fields = page.getByRole('dialog', { name: 'Fields' })
  await fields.getByText('Due', { exact: true }).click()
  await page.keyboard.press('Escape')
  await fields.waitFor({ state: 'hidden' })
}

describe('a shared view', () => {
  it('is saved by whoever may shape the base, as long as it is not locked', async () => {
    const { page } = bens
    await page.goto(`/b/${journey.base}/t/${journey.tasks}`)
    await line(page, 'Press').click()
    await viewNow(page, 'Press')
    await turnDue(page)
    await seen(button(changed(page), 'Save'))
    await does(adas, 'Press')
    await viewNow(adas.see, 'Press')
    await does(adas, 'Lock view')
    await viewNow(adas.see, 'Press, locked')
    await button(changed(page), 'Save').waitFor({ state: 'hidden' })
    await viewNow(page, 'Press, locked')
    await seen(changed(page).getByText('Locked', { exact: true }))
    await seen(line(page, 'Press', ', locked'))
    await showPicture(page, 'locked')
    expect(await flawsEverywhere(page, 'locked')).toEqual([])
  })

  it('that is locked is looked at otherwise all the same, and saved as another one', async () => {
    const { page } = bens
    expect(await due(page).count()).toBe(0)
    await button(changed(page), 'Save as new').click()
    const dialog = page.getByRole('dialog', { name: 'Save as a new view' })
    await field(dialog, 'Name').fill('Without days')
    await button(dialog, 'Save view').click()
    await dialog.waitFor({ state: 'hidden' })
    await viewNow(page, 'Without days')
    await seen(line(adas.see, 'Without days'))
    await seen(due(adas.see))
  })

  it('is saved again after it is unlocked', async () => {
    const { page } = bens
    await does(adas, 'Unlock view')
    await viewNow(adas.see, 'Press')
    await line(page, 'Press').click()
    await viewNow(page, 'Press')
    await turnDue(page)
    await button(changed(page), 'Save').click()
    await changed(page).waitFor({ state: 'hidden' })
    await due(adas.see).waitFor({ state: 'hidden' })
    expect(adas.flaws()).toEqual([])
  })

  it('is duplicated with all that it shows, under a name of its own', async () => {
    const { see } = adas
    await does(adas, 'Duplicate this view')
    const dialog = see.getByRole('dialog', { name: 'Duplicate view' })
    await adas.expectFocus(field(dialog, 'Name'))
    expect(await field(dialog, 'Name').inputValue()).toBe('Press copy')
    expect(await dialog.getByRole('switch', { name: 'Shared' }).isChecked()).toBe(true)
    await adas.look('the duplicate')
    await adas.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await viewNow(see, 'Press copy')
    expect(await due(see).count()).toBe(0)
    await seen(line(bens.page, 'Press copy'))
    await viewNow(bens.page, 'Press')
  })

  it('is kept for oneself, and gone for everybody else', async () => {
    await line(bens.page, 'Press copy').click()
    await viewNow(bens.page, 'Press copy')
    await does(adas, 'Keep for me alone')
    await seen(line(adas.see, 'Press copy', ', yours alone'))
    await viewNow(adas.see, 'Press copy')
    // Whoever looked at it is led to one that they have.
    await viewNow(bens.page, 'All tasks')
    await seen(due(bens.page))
    expect(await tree(bens.page).getByText('Press copy').count()).toBe(0)
    await bens.page.reload()
    await viewNow(bens.page, 'All tasks')
    expect(await tree(bens.page).getByText('Press copy').count()).toBe(0)
  })

  it('is shared again with everybody, as it was', async () => {
    await does(adas, 'Share with everybody here')
    await seen(line(adas.see, 'Press copy'))
    await line(bens.page, 'Press copy').click()
    await viewNow(bens.page, 'Press copy')
    await expect.poll(() => due(bens.page).count(), soon).toBe(0)
    expect(await flawsEverywhere(bens.page, 'locked-shared')).toEqual([])
    await adas.lookEverywhere('a view shared again')
    expect(adas.flaws()).toEqual([])
    expect(problems.flat()).toEqual([])
  })
})
