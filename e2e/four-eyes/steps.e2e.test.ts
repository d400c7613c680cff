/**
 * What a step of a workflow asks for: a role, fields that are filled, a condition. Written by a creator, who names and colours the states first; a
 * member is told of each why the record does not go there. With the keyboard alone.
 */
import { type FieldId, uuidV7 } from '@plinth/domain'
import type { Locator } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { fillCell, fromFieldMenu } from '../keyboard/cells.ts'
import type { Keys } from '../keyboard/keys.ts'
import { button, field, grid, seen } from '../steps.ts'
import { enterOrders, openStates, stageOf } from './orders.ts'

let journey: DemoJourney
let adas: Keys
let bens: Keys
let problems: readonly string[][]

beforeAll(async () => {
  journey = await startDemoJourney('workflow-steps')
  // What it costs nobody has said.
  const price = { id: uuidV7() as FieldId, name: 'Price', type: 'integer', options: {} } as const
  ;({ adas, bens, problems } = await enterOrders(journey, [price]))
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

/** Why the order does not go into a state, by the list on its cell, which is closed again. */
async function reasonAgainst(keys: Keys, state: string): Promise<string> {
  const option = (await openStates(keys)).getByRole('option', { name: state })
  await seen(option)
  const reason = await option.innerText()
  await keys.press('Escape')
  await option.waitFor({ state: 'hidden' })
  return reason
}

/** Brings the order into a state. */
async function moveTo(keys: Keys, state: string): Promise<void> {
  await seen((await openStates(keys)).getByRole('option', { name: state }))
  await keys.type(state)
  await keys.press('Enter')
  await seen(stageOf(keys).getByText(state))
}

const workflowOf = (keys: Keys): Locator => keys.see.getByRole('dialog', { name: 'Workflow of “Stage”' })

describe('states', () => {
  it('have names, colours and an order, and one in which records begin', async () => {
    const { see } = adas
    await fromFieldMenu(adas, 'Orders', 'Stage', 'Edit field')
    const dialog = see.getByRole('dialog', { name: 'Edit “Stage”' })
    await adas.pressOn(button(dialog, 'Add a state'))
    await adas.expectFocus(field(dialog, 'State 4'))
    await adas.type('Stopped')
    await adas.pressOn(button(dialog, /^Colour of Stopped/))
    await adas.arrowTo(see.getByRole('menuitemradio', { name: 'Red' }))
    await adas.press('Enter')
    await seen(button(dialog, 'Colour of Stopped: red'))
    await adas.pressOn(button(dialog, 'Move Stopped up'))
    await expect.poll(() => field(dialog, 'State 3').inputValue()).toBe('Stopped')
    await adas.lookEverywhere('states')
    await adas.pressOn(button(dialog, 'Save field'))
    await dialog.waitFor({ state: 'hidden' })
    expect(adas.flaws()).toEqual([])
  })
})

describe('the steps of a workflow', () => {
  it('ask for fields, a condition and a role', async () => {
    await fromFieldMenu(adas, 'Orders', 'Stage', 'Workflow…')
    const dialog = workflowOf(adas)
    await seen(dialog)
    await adas.pressOn(button(dialog, /^Draft.*Add a step/))
    await seen(button(dialog, /Draft.*Review.*To Review/))
    await adas.pressOn(dialog.getByRole('checkbox', { name: 'Price', exact: true }), 'Space')
    await adas.typeInto(field(dialog, 'Condition (optional)'), '{Price} >')
    await adas.pressOn(button(dialog, 'Save workflow'))
    await seen(dialog.getByRole('alert'))
    await adas.look('a condition that is none')
    await adas.typeInto(field(dialog, 'Condition (optional)'), '{Price} > 10')
    await adas.tabTo(button(dialog, /^Review.*Add a step/), 'Shift+Tab')
    await adas.press('Enter')
    const everybody = dialog.getByRole('checkbox', { name: 'Everybody who may change the record' })
    await adas.choose(button(dialog, /^(?!.*From).*To\b.*$/).last(), 'Approved')
    await adas.pressOn(everybody, 'Space')
    await adas.pressOn(dialog.getByRole('checkbox', { name: 'Creator', exact: true }), 'Space')
    await adas.lookEverywhere('workflow-steps')
    await adas.pressOn(button(dialog, 'Save workflow'))
    await dialog.waitFor({ state: 'hidden' })
    expect(adas.flaws()).toEqual([])
  })

  it('say what is missing, what is not met, and who is to be asked', async () => {
    await bens.reload()
    await seen(grid(bens.see, 'Orders').getByText('Lamps'))
    expect(await reasonAgainst(bens, 'Review')).toContain('Fill in “Price” first.')
    expect(await reasonAgainst(bens, 'Stopped')).toContain('No step leads there from the present state')
    await fillCell(bens, 'Orders', 1, 'Price', '7')
    await expect
      .poll(() => reasonAgainst(bens, 'Review'))
      .toContain('creators of this base set, is not met. It looks at “Price”.')
    await fillCell(bens, 'Orders', 1, 'Price', '20')
    await expect.poll(() => reasonAgainst(bens, 'Review')).not.toContain('not met')
    await moveTo(bens, 'Review')
    expect(await reasonAgainst(bens, 'Approved')).toContain('Only for Creators. Ask one of them.')
    await bens.look('the table')
    expect(bens.flaws()).toEqual([])
  })

  it('let those through whom they name, and keep a field that they look at', async () => {
    await seen(stageOf(adas).getByText('Review'))
    await moveTo(adas, 'Approved')
    await seen(stageOf(bens).getByText('Approved'))
    await fromFieldMenu(adas, 'Orders', 'Price', 'Delete field')
    await seen(adas.see.getByText('The workflow of “Stage” needs this. Change its steps first.'))
    await adas.look('a field that is needed')
    expect([...adas.flaws(), ...bens.flaws(), ...problems.flat()]).toEqual([])
  })
})
