/** A workflow with a second person: one proposes and may not approve their own, the other approves. With the keyboard alone. */
import { signInPerson } from '@plinth/backend/testing'
import type { FieldId, MutationId, OptionId, RecordId, TableId } from '@plinth/domain'
import { uuidV7 } from '@plinth/domain'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ada, ben, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { fromFieldMenu, goToCell } from '../keyboard/cells.ts'
import type { Keys } from '../keyboard/keys.ts'
import { button, grid, seen } from '../steps.ts'
import { must } from '../target.ts'

let journey: DemoJourney
let adas: Keys
let bens: Keys
const problems: string[][] = []
const orders = uuidV7() as TableId

beforeAll(async () => {
  journey = await startDemoJourney('four-eyes')
  await makeOrders()
  const [first, second] = [await enter(ada), await enter(ben)]
  adas = first.keys
  bens = second.keys
  problems.push(first.problems, second.problems)
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

const stageOf = ({ see }: Keys) => grid(see, 'Orders').locator('[aria-rowindex="2"] [aria-colindex="3"]')

async function enter(who: typeof ada) {
  const entered = await journey.enterByKeys(who, `/b/${journey.base}/t/${orders}`)
  await seen(grid(entered.keys.see, 'Orders').getByText('Lamps'))
  return entered
}

/** Opens the list of states on the order's cell. */
async function openStates(keys: Keys) {
  await goToCell(keys, 'Orders', 1, 'Stage')
  await keys.press('F2')
  const list = keys.see.getByRole('listbox', { name: 'Stage' })
  await seen(list.getByRole('option', { name: /Approved/ }))
  return list
}

describe('a workflow with four eyes', () => {
  it('is drawn by a creator', async () => {
    const { see } = adas
    await fromFieldMenu(adas, 'Orders', 'Stage', 'Workflow…')
    const dialog = see.getByRole('dialog', { name: 'Workflow of “Stage”' })
    await seen(dialog)
    await adas.pressOn(button(dialog, /^Draft.*Add a step/))
    await seen(button(dialog, /Draft.*Review.*To Review/))
    await adas.tabTo(button(dialog, /^Review.*Add a step/), 'Shift+Tab')
    await adas.press('Enter')
    await seen(button(dialog, /Review.*Approved.*To Approved/))
    await adas.pressOn(dialog.getByRole('checkbox', { name: 'Needs a second person' }), 'Space')
    await seen(button(dialog, /To Approved.*second person/))
    await adas.look('workflow')
    await adas.pressOn(button(dialog, 'Save workflow'))
    await dialog.waitFor({ state: 'hidden' })
    expect(adas.flaws()).toEqual([])
  })

  it('lets one propose, and tells them why they may not approve', async () => {
    const { see } = bens
    let list = await openStates(bens)
    await seen(list.getByText('No step leads there from the present state'))
    await bens.type('Review')
    await bens.press('Enter')
    await seen(stageOf(bens).getByText('Review'))
    list = await openStates(bens)
    const reason = 'Needs a second person: you brought it here. Ask somebody else.'
    await seen(list.getByText(reason))
    await bens.type('Approved')
    await bens.press('Enter')
    expect(await list.getByRole('option').getAttribute('aria-disabled')).toBe('true')
    await bens.look('states')
    await bens.press('Escape')
    await list.waitFor({ state: 'hidden' })

    // Pasting asks nobody beforehand: the database refuses with the same words.
    await bens.copiedElsewhere('Approved')
    await goToCell(bens, 'Orders', 1, 'Stage')
    await bens.press('Control+v')
    const note = see.getByRole('region', { name: 'Not stored: Stage' })
    await seen(note.getByText(reason))
    await bens.press('Shift+F10')
    await bens.takeLine('Why was this refused?')
    const why = see.getByRole('dialog', { name: 'Why this was refused' })
    await seen(why.getByText('This record is in', { exact: false }))
    await seen(why.getByRole('listitem').filter({ hasText: 'Approved' }).getByText(reason))
    await bens.lookEverywhere('four-eyes-why')
    await bens.press('Escape')
    await why.waitFor({ state: 'hidden' })
    // On the phone it was looked at, too, the table is drawn anew: the cursor begins at the top.
    await goToCell(bens, 'Orders', 1, 'Stage')
    await bens.press('Shift+F10')
    await bens.takeLine('Dismiss the problem')
    await seen(stageOf(bens).getByText('Review'))
    expect(bens.flaws()).toEqual([])
  })

  it('lets the other approve', async () => {
    await seen(stageOf(adas).getByText('Review'))
    await openStates(adas)
    await adas.type('Approved')
    await adas.press('Enter')
    await seen(stageOf(adas).getByText('Approved'))
    await seen(stageOf(bens).getByText('Approved'))
    expect([...adas.flaws(), ...bens.flaws(), ...problems.flat()]).toEqual([])
  })
})
