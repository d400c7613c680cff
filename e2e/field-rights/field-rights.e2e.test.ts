/** A creator locks what is done and keeps a field from editors; an editor sees both, and is refused with a reason. */
import { signInPerson } from '@plinth/backend/testing'
import { demoPeople, seedDemo } from '@plinth/embedded/demo'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { keepPicture, launchBrowser, newVisitor, phone, type Visitor } from '../browser.ts'
import { startWorld, type World } from '../harness.ts'
import { button, field, flawsOf, grid, heading, resize, seen, signIn } from '../steps.ts'
import { must } from '../target.ts'

const [ada, ben] = demoPeople as [Who, Who]
type Who = (typeof demoPeople)[number]

let world: World
let browser: Browser
let adas: Visitor
let bens: Visitor
let base: string
let tasks: string

beforeAll(async () => {
  world = await startWorld()
  await seedDemo(world.project)
  const { backend } = await signInPerson(world.project, ada)
  const place = must(await backend.workspaces.session()).workspaces[0]!.bases[0]!
  base = place.id
  tasks = place.tables.find(({ name }) => name === 'Tasks')!.id
  await backend.dispose()
  browser = await launchBrowser()
  adas = await newVisitor(browser, { origin: world.url })
  bens = await newVisitor(browser, { origin: world.url })
  await signIn(adas.page, ada)
  await signIn(bens.page, ben)
  for (const { page } of [adas, bens]) await seen(heading(page, 'Bases'))
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const [name, { page }] of Object.entries({ adas, bens })) {
    await keepPicture(page, `field-rights-${task.name.slice(0, 24)}-${name}`)
  }
})

/** The cell of a field in a row, counted from 1. */
async function cellAt(page: Page, row: number, name: string) {
  const table = grid(page, 'Tasks')
  const header = table.getByRole('columnheader', { name: new RegExp(`^${name}(\\W|$)`) }).first()
  const column = await header.getAttribute('aria-colindex')
  return table.locator(`[role=row][aria-rowindex="${row + 1}"] [aria-colindex="${column}"]`)
}

describe('rights on records and fields', () => {
  it('are given by a creator: a lock with its count, and a field to be read only', async () => {
    const { page } = adas
    await page.goto(`/b/${base}/roles`)
    await button(page, 'New lock').focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New lock' })
    await seen(dialog)
    await page.keyboard.type('Finished')
    await button(dialog, /Table/).click()
    await page.getByRole('option', { name: 'Tasks' }).click()
    await page.getByRole('option').first().waitFor({ state: 'hidden' })
    await field(dialog, 'Condition').focus()
    await page.keyboard.type('{State} = "Done')
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
    const { backend } = await signInPerson(world.project, ada)
    const schema = must(await backend.bases.schema(base as never))
    const table = schema.tables.find(({ id }) => id === tasks)!
    const state = table.fields.find(({ name }) => name === 'State')!
    await backend.dispose()
    await page.goto(`/b/${base}/t/${tasks}?sort=${state.id}:desc`)
    await seen(grid(page, 'Tasks'))
    // Three tasks are done; behind them come those that are not.
    await seen(grid(page, 'Tasks').locator('[aria-rowindex="4"]').getByTitle('Locked by “Finished”'))
    await (await cellAt(page, 1, 'Task')).click()
    await page.keyboard.press('F2')
    await seen(page.getByText('This record is locked by “Finished”'))
    await seen(page.getByText('Only creators may change it.'))
    await (await cellAt(page, 5, 'Due')).click()
    await page.keyboard.press('Delete')
    await seen(page.getByText('You can read “Due”, but not change it'))
    await (await cellAt(page, 5, 'Task')).click()
    await page.keyboard.press('F2')
    await page.keyboard.press('End')
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
    expect(await button(panel, 'Delete record').count()).toBe(0)
    await seen(panel.getByText('(read only)'))
    expect(await flawsOf(page)).toEqual([])
    expect([...adas.problems, ...bens.problems]).toEqual([])
  })
})
