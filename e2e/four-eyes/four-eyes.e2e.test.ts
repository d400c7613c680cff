/** A workflow with a second person: one proposes and may not approve their own, the other approves. By keyboard. */
import { signInPerson } from '@plinth/backend/testing'
import type { FieldId, MutationId, OptionId, RecordId, TableId } from '@plinth/domain'
import { uuidV7 } from '@plinth/domain'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Visitor } from '../browser.ts'
import { ada, ben, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, flawsOf, grid, seen } from '../steps.ts'
import { must } from '../target.ts'

let journey: DemoJourney
let adas: Visitor
let bens: Visitor
const orders = uuidV7() as TableId

beforeAll(async () => {
  journey = await startDemoJourney('four-eyes')
  await makeOrders()
  adas = await journey.enter(ada)
  bens = await journey.enter(ben)
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

/** A table with one order, which nobody has proposed yet. */
async function makeOrders(): Promise<void> {
  const { backend } = await signInPerson(journey.world.project, ada)
  const name = uuidV7() as FieldId
  const options = ['Draft', 'Review', 'Approved'].map((label) => ({
    id: label.toLowerCase() as OptionId,
    label,
    hue: 'teal' as const,
  }))
  const fields = [
    { id: name, name: 'Order', type: 'text', options: {} },
    { id: uuidV7() as FieldId, name: 'Stage', type: 'status', options: { options } },
  ] as const
  must(await backend.bases.createTable(journey.base, { id: orders, name: 'Orders', fields }))
  const insert = {
    id: uuidV7() as MutationId,
    kind: 'insert',
    table: orders,
    record: uuidV7() as RecordId,
    values: { [name]: 'Lamps' },
  } as const
  must(await backend.rows.apply({ mutations: [insert], atomic: true }))
  await backend.dispose()
}

const stageOf = (page: Page) => grid(page, 'Orders').locator('[aria-rowindex="2"] [aria-colindex="3"]')

async function openTable(page: Page): Promise<void> {
  await page.goto(`/b/${journey.base}/t/${orders}`)
  await seen(grid(page, 'Orders').getByText('Lamps'))
}

/** Opens the list of states on the order's cell. */
async function openStates(page: Page) {
  await stageOf(page).click()
  await page.keyboard.press('F2')
  const list = page.getByRole('listbox', { name: 'Stage' })
  await seen(list.getByRole('option', { name: /Approved/ }))
  return list
}

describe('a workflow with four eyes', () => {
  it('is drawn by a creator', async () => {
    const { page } = adas
    await openTable(page)
    await button(page, 'Stage, field menu').click()
    await page.getByRole('menuitem', { name: 'Edit field' }).click()
    await button(page.getByRole('dialog', { name: 'Edit “Stage”' }), 'Workflow…').focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Workflow of “Stage”' })
    await seen(dialog)
    await button(dialog, /^Draft.*Add a step/).focus()
    await page.keyboard.press('Enter')
    await seen(button(dialog, /Draft.*Review.*To Review/))
    await button(dialog, /^Review.*Add a step/).focus()
    await page.keyboard.press('Enter')
    await seen(button(dialog, /Review.*Approved.*To Approved/))
    await dialog.getByRole('checkbox', { name: 'Needs a second person' }).focus()
    await page.keyboard.press('Space')
    await seen(button(dialog, /To Approved.*second person/))
    expect(await flawsOf(page)).toEqual([])
    await button(dialog, 'Save workflow').focus()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
  })

  it('lets one propose, and tells them why they may not approve', async () => {
    const { page } = bens
    await openTable(page)
    let list = await openStates(page)
    await seen(list.getByText('No step leads there from the present state.'))
    await page.keyboard.type('Review')
    await page.keyboard.press('Enter')
    await seen(stageOf(page).getByText('Review'))
    list = await openStates(page)
    const reason = 'Needs a second person: you brought it here. Ask somebody else.'
    await seen(list.getByText(reason))
    await page.keyboard.type('Approved')
    await page.keyboard.press('Enter')
    expect(await list.getByRole('option').getAttribute('aria-disabled')).toBe('true')
    expect(await flawsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'hidden' })

    // Pasting asks nobody beforehand: the database refuses with the same words.
    await stageOf(page).click()
    await stageOf(page).evaluate((cell) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'Approved')
      cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    const note = page.getByRole('region', { name: 'Not stored: Stage' })
    await seen(note.getByText(reason))
    await button(note, 'Dismiss').click()
    await seen(stageOf(page).getByText('Review'))
  })

  it('lets the other approve', async () => {
    const { page } = adas
    await seen(stageOf(page).getByText('Review'))
    await openStates(page)
    await page.keyboard.type('Approved')
    await page.keyboard.press('Enter')
    await seen(stageOf(page).getByText('Approved'))
    await seen(stageOf(bens.page).getByText('Approved'))
    expect([...adas.problems, ...bens.problems]).toEqual([])
  })
})
