/** A workflow with a second person: one proposes and may not approve their own, the other approves. With the keyboard alone. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { fromFieldMenu, goToCell } from '../keyboard/cells.ts'
import type { Keys } from '../keyboard/keys.ts'
import { button, seen } from '../steps.ts'
import { enterOrders, openStates, stageOf } from './orders.ts'

let journey: DemoJourney
let adas: Keys
let bens: Keys
let problems: readonly string[][]

beforeAll(async () => {
  journey = await startDemoJourney('four-eyes')
  ;({ adas, bens, problems } = await enterOrders(journey))
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

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
