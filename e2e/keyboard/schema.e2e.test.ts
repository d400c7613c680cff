/** Bases, tables and fields made, changed and deleted without a pointer. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { button, field, grid, heading, seen } from '../steps.ts'
import { fromFieldMenu } from './cells.ts'
import { type DeskJourney, startDeskJourney } from './desk-journey.ts'
import { type Keys, soon } from './keys.ts'

let journey: DeskJourney
let keys: Keys

beforeAll(async () => {
  journey = await startDeskJourney('keys-schema')
  ;({ keys } = journey)
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPicture(task))

const heads = (table: string) => grid(keys.see, table).getByRole('columnheader')
const head = (name: string) => grid(keys.see, 'Concerts').getByRole('columnheader', { name })
const columns = async () => (await heads('Concerts').allInnerTexts()).map((text) => text.trim())
const dialog = (name: string) => keys.see.getByRole('dialog', { name })

const fieldMenu = (name: string, line: string) => fromFieldMenu(keys, 'Concerts', name, line)

/** Types the name of what is to be deleted: a wrong one does not count. */
async function confirmTyped(name: string, action: string): Promise<void> {
  const question = keys.see.getByRole('alertdialog')
  await keys.typeInto(question.getByRole('textbox'), `${name} or so`)
  await keys.look(action)
  expect(await button(question, action).isDisabled()).toBe(true)
  await keys.typeInto(question.getByRole('textbox'), name)
  await keys.pressOn(button(question, action))
}

describe('what a base is made of, with the keyboard alone', () => {
  it('a table is made with the fields it shall have', async () => {
    const { see } = keys
    await keys.command('New table')
    await keys.typeInto(field(dialog('New table'), 'Name'), 'Concerts')
    await keys.typeInto(field(dialog('New table'), 'Name of field 2'), 'Day')
    await keys.choose(button(dialog('New table'), /Type of field 2/), /^Date(?! )/)
    await keys.pressOn(button(dialog('New table'), 'Remove Done'))
    await keys.pressOn(button(dialog('New table'), 'Add a field'))
    await keys.typeInto(field(dialog('New table'), 'Name of field 3'), 'Seats')
    await keys.choose(button(dialog('New table'), /Type of field 3/), /^(Integer|Whole number)/)
    await keys.look('new table')
    await keys.pressOn(button(dialog('New table'), 'Create table'))
    await seen(heading(see, 'No records yet'))
    await keys.look('empty table')
    expect(await columns()).toEqual(['Selection', 'Name', 'Day', 'Seats', 'Add field'])
    await keys.tabTo(button(see, 'Name, field menu'))
    await keys.press('ArrowRight')
    await keys.expectFocus(button(see, 'Day, field menu'))
    await keys.pressOn(button(see.getByRole('main'), 'New record').last())
    await seen(grid(see, 'Concerts'))
    await expect.poll(columns, soon).toEqual(['Selection', 'Name', 'Day', 'Seats', 'Add field'])
    expect(keys.flaws()).toEqual([])
  })

  it('a table is gone to by its name, into its cells, with the focus beside the one that was open', async () => {
    const { see } = keys
    for (const [from, to] of [
      ['Concerts', 'Pieces'],
      ['Pieces', 'Concerts'],
    ] as const) {
      await keys.tabTo(see.getByRole('navigation').getByRole('link', { name: from }).first(), 'Shift+Tab')
      await keys.command(to)
      await keys.expectFocus(grid(see, to))
    }
    expect(keys.flaws()).toEqual([])
  })

  it('a field gets options, in their order and colours', async () => {
    const { see } = keys
    await keys.pressOn(button(see, 'Fields'))
    await keys.pressOn(button(see.getByRole('dialog', { name: 'Fields' }), 'Add field'))
    await seen(dialog('New field'))
    await keys.press('Escape')
    await keys.expectFocus(button(see, 'Fields'))
    await keys.pressOn(button(see, 'Add field'))
    await keys.typeInto(field(dialog('New field'), 'Name'), 'Hall')
    await keys.choose(button(dialog('New field'), /Type/), /^Single select/)
    const option = (at: number) => field(dialog('New field'), `Option ${at}`)
    await keys.pressOn(button(dialog('New field'), 'Add an option'))
    await keys.expectFocus(option(1))
    await keys.type('Large')
    await keys.press('Enter')
    await keys.expectFocus(option(2))
    await keys.type('Small')
    await keys.press('Enter')
    await keys.expectFocus(option(3))
    await keys.type('Odd')
    await keys.tabTo(button(dialog('New field'), /^Colour of Small/), 'Shift+Tab')
    await keys.press('Enter')
    await keys.arrowTo(see.getByRole('menuitemradio', { name: 'Pink' }))
    await keys.press('Enter')
    await seen(button(dialog('New field'), 'Colour of Small: pink'))
    await keys.pressOn(button(dialog('New field'), 'Move Small up'))
    await expect.poll(() => option(1).inputValue(), soon).toBe('Small')
    await keys.pressOn(button(dialog('New field'), 'Remove Odd'))
    await expect.poll(() => option(3).count(), soon).toBe(0)
    await keys.expectFocus(button(dialog('New field'), 'Remove Large'))
    await keys.pressOn(button(dialog('New field'), 'Remove Small'))
    await keys.expectFocus(button(dialog('New field'), 'Remove Large'))
    await keys.press('Enter')
    await keys.expectFocus(button(dialog('New field'), 'Add an option'))
    await keys.press('Enter')
    await keys.copiedElsewhere('Small\nLarge\n\nSmall\n')
    await keys.press('Control+v')
    await keys.expectFocus(option(2))
    expect([await option(1).inputValue(), await option(2).inputValue()]).toEqual(['Small', 'Large'])
    expect(await option(3).count()).toBe(0)
    await keys.look('new field')
    await keys.pressOn(button(dialog('New field'), 'Create field'))
    await seen(head('Hall'))
    await fieldMenu('Hall', 'Edit field')
    const edit = dialog('Edit “Hall”')
    expect(await field(edit, 'Option 1').inputValue()).toBe('Small')
    expect(await field(edit, 'Option 2').inputValue()).toBe('Large')
    await keys.pressOn(button(edit, 'Add an option'))
    await keys.type('Open air')
    await keys.look('edit field')
    await keys.pressOn(button(edit, 'Save field'))
    await edit.waitFor({ state: 'hidden' })
    await keys.expectFocus(head('Hall'))
    expect(keys.flaws()).toEqual([])
  })

  it('a field gets another name and width, and is deleted', async () => {
    const { see } = keys
    await fieldMenu('Seats', 'Make wider')
    await keys.expectFocus(head('Seats'))
    await fieldMenu('Seats', 'Rename field')
    await keys.typeInto(field(dialog('Edit “Seats”'), 'Name'), 'Chairs')
    await keys.press('Enter')
    await seen(head('Chairs'))
    await fieldMenu('Chairs', 'Delete field')
    await expect.poll(() => head('Chairs').count(), soon).toBe(0)
    await keys.expectFocus(grid(see, 'Concerts'))
    await keys.look('table')
    expect(keys.flaws()).toEqual([])
  })

  it('a table gets another name, and is deleted', async () => {
    const { see } = keys
    await keys.fromMenu(button(see, 'Menu of Concerts'), 'Edit table')
    await keys.typeInto(field(dialog('Edit table'), 'Name'), 'Recitals')
    await keys.look('edit table')
    await keys.press('Enter')
    await seen(grid(see, 'Recitals'))
    await keys.expectFocus(button(see, 'Menu of Recitals'))
    await keys.press('Enter')
    await keys.takeLine('Delete table')
    await seen(grid(see, 'Pieces'))
    await keys.look('the table that is left')
    expect(keys.flaws()).toEqual([])
  })

  it('a base gets another name, colour and region, and is deleted after it was typed', async () => {
    const { see } = keys
    await keys.fromMenu(button(see, 'Menu of Piano'), 'Base settings')
    await seen(button(see, 'Save settings'))
    await keys.typeInto(field(see.getByRole('main'), 'Name'), 'Grand piano')
    const colour = see.getByRole('radiogroup', { name: 'Colour' })
    await keys.tabTo(colour)
    await keys.arrowTo(colour.getByRole('radio', { name: 'pink' }), 'ArrowRight')
    await keys.typeInto(see.getByRole('combobox', { name: /Time zone/ }), 'Lisbon')
    await keys.look('time zones', '[role=listbox]')
    await keys.press('ArrowDown', 'Enter')
    await keys.choose(button(see, /Weeks start on/), 'Sunday')
    await keys.pressOn(button(see, 'Save settings'))
    await seen(see.getByText('Settings saved.'))
    await keys.expectFocus(button(see, 'Save settings'))
    await seen(see.getByRole('link', { name: 'Grand piano', exact: true }))
    const [stored] = await journey.world.backend.admin`select hue, time_zone, week_start from plinth.base`
    expect(stored).toEqual({ hue: 'pink', time_zone: 'Europe/Lisbon', week_start: 7 })
    await keys.look('base settings')
    await keys.pressOn(button(see, 'Delete base'))
    await confirmTyped('Grand piano', 'Delete base')
    await seen(heading(see, 'Welcome to Keys'))
    await keys.expectFocus(see.getByRole('main'))
    expect(keys.flaws()).toEqual([])
  })

  it('leaves no error in the console', () => {
    expect(journey.problems).toEqual([])
  })
})
