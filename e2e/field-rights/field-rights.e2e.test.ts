/** A creator locks what is done and keeps a field from editors; an editor sees both, and is refused with a reason. */
import { signInPerson } from '@plinth/backend/testing'
import type { BaseId, TableId } from '@plinth/domain'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { phone, type Visitor } from '../browser.ts'
import { ada, ben, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, cell, field, flawsOf, focused, grid, heading, resize, seen } from '../steps.ts'
import { must } from '../target.ts'

let journey: DemoJourney
let adas: Visitor
let bens: Visitor
let base: BaseId
let tasks: TableId

beforeAll(async () => {
  journey = await startDemoJourney('field-rights')
  ;({ base, tasks } = journey)
  adas = await journey.enter(ada)
  bens = await journey.enter(ben)
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

describe('rights on records and fields', () => {
  it('are given by a creator: a lock with its count, and a field to be read only', async () => {
    const { page } = adas
    await page.goto(`/b/${base}/roles`)
    await button(page, 'New lock').focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New lock' })
    await focused(field(dialog, 'Name'))
    await page.keyboard.type('Finished')
    await button(dialog, /Table/).click()
    await page.getByRole('option', { name: 'Tasks' }).click()
    await page.getByRole('option').first().waitFor({ state: 'hidden' })
    await field(dialog, 'Condition').focus()
    // Frames come late: what is typed right after a choice stands behind it all the same.
    await page.evaluate(() => {
      const next = globalThis.requestAnimationFrame
      globalThis.requestAnimationFrame = (then) => Number(setTimeout(() => next(then), 200))
      addEventListener('keydown', ({ key }) => {
        if (key === '"') globalThis.requestAnimationFrame = next
      })
    })
    await page.keyboard.type('{Sta')
    await seen(page.getByRole('option', { name: /State/ }))
    await page.keyboard.press('Enter')
    await page.keyboard.type(' = "Done', { delay: 30 })
    await seen(page.getByRole('option', { name: /Done/ }))
    await page.keyboard.press('Enter')
    await seen(dialog.getByText(/\d of 12 records match now\./))
    expect(await flawsOf(page)).toEqual([])
    await button(dialog, 'Create lock').focus()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    const locks = page.getByRole('list', { name: 'Locks' })
    await seen(locks.getByText('Only creators may change it.'))

    await page.getByRole('link', { name: /^Editor/ }).click()
    await seen(heading(page, 'Editor'))
    await button(page, 'Rights on fields of Tasks').focus()
    await page.keyboard.press('Enter')
    const fields = page.getByRole('dialog', { name: 'Fields of Tasks' })
    await button(fields, /Due/).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: /Read only/ }).click()
    await expect.poll(() => button(fields, /Due/).innerText()).toContain('Read only')
    await page.getByRole('option').first().waitFor({ state: 'hidden' })
    expect(await flawsOf(page)).toEqual([])
    await button(fields, 'Done').click()
    await fields.waitFor({ state: 'hidden' })
    await seen(page.getByText('Due: read only'))
  })

  it('are seen by an editor before anything is typed', async () => {
    const { page } = bens
    const { backend } = await signInPerson(journey.world.project, ada)
    const schema = must(await backend.bases.schema(base))
    const table = schema.tables.find(({ id }) => id === tasks)!
    const state = table.fields.find(({ name }) => name === 'State')!
    await backend.dispose()
    await page.goto(`/b/${base}/t/${tasks}?sort=${state.id}:desc`)
    await seen(grid(page, 'Tasks'))
    // Three tasks are done; behind them come those that are not.
    await seen(grid(page, 'Tasks').locator('[aria-rowindex="4"]').getByTitle('Locked by “Finished”'))
    await (await cell(page, 'Tasks', 1, 'Task')).click()
    await page.keyboard.press('F2')
    await seen(page.getByText('This record is locked by “Finished”'))
    await seen(page.getByText('Only creators may change it.'))
    await (await cell(page, 'Tasks', 5, 'Due')).click()
    await page.keyboard.press('Delete')
    await seen(page.getByText('You can read “Due”, but not change it'))
    await (await cell(page, 'Tasks', 5, 'Task')).click()
    await page.keyboard.press('F2')
    await page.keyboard.type(' (mine)')
    await page.keyboard.press('Enter')
    await seen(grid(page, 'Tasks').getByText(/\(mine\)/))
    expect(await flawsOf(page)).toEqual([])
  })

  it('are told in the open record, on a phone too', async () => {
    const { page } = bens
    const locked = grid(page, 'Tasks').locator('[aria-rowindex="2"]')
    const id = await locked.getAttribute('data-id')
    await resize(page, phone)
    await page.goto(`/b/${base}/t/${tasks}?record=${id}`)
    const panel = page.getByRole('complementary').last()
    await seen(panel.getByText('Locked by “Finished”'))
    await button(panel, 'More for this record').click()
    await seen(page.getByRole('menuitem', { name: 'Copy link to record' }))
    expect(await page.getByRole('menuitem', { name: 'Delete record' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await seen(panel.getByText('(read only)'))
    expect(await flawsOf(page)).toEqual([])
    expect([...adas.problems, ...bens.problems]).toEqual([])
  })
})
