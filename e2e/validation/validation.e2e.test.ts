/** A creator sets rules that some records break; a member is refused in a cell, in the maker's words. With the keyboard alone. */
import type { Locator } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { fillCell, fromFieldMenu, goToCell } from '../keyboard/cells.ts'
import { type Keys, soon } from '../keyboard/keys.ts'
import { button, cell, field, grid, seen } from '../steps.ts'

const ask = 'Not right? Creators of this base can change the rule.'

let journey: DemoJourney
let adas: Keys
let bens: Keys
let problems: string[][]

beforeAll(async () => {
  journey = await startDemoJourney('validation')
  ;({ adas, bens, problems } = await journey.enterBothByKeys({ table: journey.tasks, name: 'Tasks' }))
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

/** Opens the settings of a field from its menu in the header, and the rules in them. */
async function openRules(name: string): Promise<Locator> {
  await fromFieldMenu(adas, 'Tasks', name, 'Edit field')
  const dialog = adas.see.getByRole('dialog', { name: `Edit “${name}”` })
  await adas.pressOn(dialog.locator('summary', { hasText: 'Rules' }))
  return dialog
}

describe('a rule of a field', () => {
  it('lists the records that break it, and may leave them alone', async () => {
    const dialog = await openRules('Hours')
    await adas.typeInto(field(dialog, 'At most'), '6')
    const leave = dialog.getByRole('checkbox', { name: /^Leave what is there/ })
    await seen(leave)
    // By name, up to five, each a way to the record.
    const broken = dialog.getByRole('link', { name: /\(in a new tab\)$/ })
    await seen(dialog.getByText(/records? do(es)? not follow this/))
    const [name] = (await broken.first().innerText()).split(/\s+\(in a new tab\)/)
    const record = await adas.newTab(broken.first())
    await seen(record.see.getByRole('complementary').getByText(name!).first())
    await adas.look('rules of a field')
    await adas.showPicture('validation-field')
    await adas.pressOn(button(dialog, 'Save field'))
    await seen(dialog.getByText(/Some records do not follow this rule/))
    await adas.pressOn(leave, 'Space')
    await adas.pressOn(button(dialog, 'Save field'))
    await dialog.waitFor({ state: 'hidden' })
    expect(adas.flaws()).toEqual([])
  })

  it('refuses a member in the cell, at once and in words', async () => {
    const { see } = bens
    await bens.reload()
    const target = await goToCell(bens, 'Tasks', 1, 'Hours')
    const before = await target.innerText()
    await bens.type('99')
    await bens.press('Enter')
    await seen(see.getByText(`At most 6. ${ask}`))
    await bens.showPicture('validation-cell')
    await bens.look('a refused cell')
    await bens.press('Escape')
    await bens.reload()
    await seen(grid(see, 'Tasks'))
    await expect.poll(async () => (await cell(see, 'Tasks', 1, 'Hours')).innerText(), soon).toBe(before)
    expect(bens.flaws()).toEqual([])
  })

  it('lets a text be a phone number, which nobody has to write as a pattern', async () => {
    const { see } = adas
    await adas.pressOn(button(grid(see, 'Tasks'), 'Add field'))
    const dialog = see.getByRole('dialog', { name: 'New field' })
    await adas.typeInto(field(dialog, 'Name'), 'Phone')
    await adas.pressOn(dialog.locator('summary', { hasText: 'Rules' }))
    await adas.pressOn(button(dialog, /Allowed/))
    await seen(see.getByRole('option', { name: 'Phone numbers' }))
    await adas.press('ArrowDown', 'Enter')
    await seen(field(dialog, 'What people read when the text is not like that'))
    await adas.showPicture('validation-phone')
    await adas.look('rules of a new field')
    await adas.pressOn(button(dialog, 'Create field'))
    await dialog.waitFor({ state: 'hidden' })
    await seen(button(bens.see, /^Phone, .*field menu/))
    await fillCell(bens, 'Tasks', 1, 'Phone', '+43 1 234 56 78')
    const target = await goToCell(bens, 'Tasks', 2, 'Phone')
    await bens.type('call me')
    await bens.press('Enter')
    await seen(bens.see.getByText(`A phone number is needed, such as +43 1 234 56 78. ${ask}`))
    await bens.press('Escape')
    await expect.poll(() => target.innerText(), soon).toBe('')
    expect([...adas.flaws(), ...bens.flaws()]).toEqual([])
  })

  it('marks what is required', async () => {
    const dialog = await openRules('State')
    await adas.pressOn(dialog.getByRole('checkbox', { name: 'Required' }), 'Space')
    await seen(dialog.getByText('All records follow this.'))
    await adas.pressOn(button(dialog, 'Save field'))
    await dialog.waitFor({ state: 'hidden' })
    for (const { see } of [adas, bens]) await seen(button(see, 'State, required, field menu'))
    await adas.look('the table')
    expect(adas.flaws()).toEqual([])
  })
})

describe('a rule of a table', () => {
  it('is written as an expression with a message of its maker', async () => {
    const { see } = adas
    await adas.fromMenu(button(see, 'Menu of Tasks'), 'Rules for records')
    const list = see.getByRole('dialog', { name: 'Rules for records of Tasks' })
    await adas.pressOn(button(list, 'Add a rule'))
    const dialog = see.getByRole('dialog', { name: 'New rule' })
    await adas.typeInto(field(dialog, 'Condition'), 'is_empty({Hours}) or {Hours} != 3')
    await adas.typeInto(field(dialog, 'What people read who break it'), 'Three hours is no estimate.')
    await seen(dialog.getByText(/All records follow this|not follow this/))
    const leave = dialog.getByRole('checkbox', { name: /^Leave what is there/ })
    if (await leave.isVisible()) await adas.pressOn(leave, 'Space')
    await adas.showPicture('validation-rule')
    await adas.look('a rule of a table')
    await adas.pressOn(button(dialog, 'Save rule'))
    await seen(list.getByText('Three hours is no estimate.'))
    await dialog.waitFor({ state: 'hidden' })
    await adas.showPicture('validation-list')
    await adas.look('rules of a table')
    await adas.pressOn(button(list, 'Close').last())
    await list.waitFor({ state: 'hidden' })
    expect(adas.flaws()).toEqual([])
  })

  it('is told to a member whose change the database refuses', async () => {
    const { see } = bens
    await bens.reload()
    await seen(grid(see, 'Tasks'))
    await fillCell(bens, 'Tasks', 2, 'Hours', '3')
    await goToCell(bens, 'Tasks', 2, 'Hours')
    await seen(see.getByText(`Three hours is no estimate. ${ask}`))
    await bens.look('a refused cell')
    expect([...bens.flaws(), ...problems.flat()]).toEqual([])
  })
})
