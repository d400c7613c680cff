/** Fields and views that were made, moved and deleted go back by Ctrl Z and on by Ctrl Y, with all that they held. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { button, cell, field, grid, seen } from '../steps.ts'
import { fillCell, fromFieldMenu, goToCell } from './cells.ts'
import { type DeskJourney, startDeskJourney } from './desk-journey.ts'
import { type Keys, soon } from './keys.ts'

let journey: DeskJourney
let keys: Keys

beforeAll(async () => {
  journey = await startDeskJourney('keys-steps-back')
  ;({ keys } = journey)
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPicture(task))

const head = (name: string) =>
  grid(keys.see, 'Pieces').getByRole('columnheader', { name: new RegExp(`^${name}(\\W|$)`) })
const dialog = (name: string) => keys.see.getByRole('dialog', { name })
const gone = (name: string) => expect.poll(() => head(name).count(), soon).toBe(0)
const switcher = () => button(keys.see, /^View:/)
const shows = (view: string) =>
  expect.poll(() => switcher().getAttribute('aria-label'), soon).toBe(`View: ${view}`)

/** The saved views, as the menu lists them. */
async function listed(...names: string[]): Promise<void> {
  await keys.pressOn(switcher())
  const items = keys.see.getByRole('menu').getByRole('menuitem')
  const saved = async () => (await items.allInnerTexts()).map((text) => text.split('\n')[0]!.trim())
  await expect
    .poll(async () => (await saved()).slice(0, names.length + 1), soon)
    .toEqual([...names, 'New view'])
  await keys.press('Escape')
  await items.first().waitFor({ state: 'hidden' })
}

async function step(key: 'Control+z' | 'Control+y'): Promise<void> {
  await goToCell(keys, 'Pieces', 1, 'Piece')
  await keys.press(key)
}

async function makeView(name: string): Promise<void> {
  await keys.fromMenu(switcher(), 'New view')
  await keys.typeInto(field(dialog('New view'), 'Name'), name)
  await keys.press('Enter')
  await dialog('New view').waitFor({ state: 'hidden' })
  await shows(name)
  await seen(await cell(keys.see, 'Pieces', 1, 'Piece'))
}

describe('with the keyboard alone', () => {
  it('a field that was made goes to the trash and comes back', async () => {
    const { see } = keys
    await keys.pressOn(button(see, 'Add field'))
    await keys.typeInto(field(dialog('New field'), 'Name'), 'Key')
    await keys.pressOn(button(dialog('New field'), 'Create field'))
    await seen(head('Key'))
    await step('Control+z')
    await gone('Key')
    await seen(see.getByText('The field “Key” is in the trash.'))
    await step('Control+y')
    await seen(head('Key'))
    await keys.look('a field is back')
    expect(keys.flaws()).toEqual([])
  })

  it('a field that was deleted comes back with its values', async () => {
    await fillCell(keys, 'Pieces', 1, 'Key', 'D major')
    await fromFieldMenu(keys, 'Pieces', 'Key', 'Delete field')
    await gone('Key')
    await step('Control+z')
    await seen(head('Key'))
    await expect
      .poll(async () => (await cell(keys.see, 'Pieces', 1, 'Key')).innerText(), soon)
      .toBe('D major')
    await step('Control+y')
    await gone('Key')
    await step('Control+z')
    await seen(head('Key'))
    await step('Control+z')
    await expect.poll(async () => (await cell(keys.see, 'Pieces', 1, 'Key')).innerText(), soon).toBe('')
    expect(keys.flaws()).toEqual([])
  })

  it('a field of another type goes back with what had not fitted, and on again', async () => {
    const { see } = keys
    const holds = async (place: number, text: string) =>
      expect.poll(async () => (await cell(see, 'Pieces', place, 'Key')).innerText(), soon).toBe(text)
    await fillCell(keys, 'Pieces', 1, 'Key', 'D major')
    await fillCell(keys, 'Pieces', 2, 'Key', '7')
    await fromFieldMenu(keys, 'Pieces', 'Key', 'Change type')
    const change = dialog('Change the type of “Key”')
    await keys.choose(button(change, /New type/), /^Integer|^Whole number/)
    await seen(change.getByRole('list', { name: 'Values that do not fit' }).getByText('D major'))
    await keys.look('another type')
    await keys.pressOn(button(change, 'Change type'))
    await change.waitFor({ state: 'hidden' })
    await holds(1, '')
    await step('Control+z')
    await seen(see.getByText('“Key” is of type text again.'))
    await keys.look('a type is back')
    await holds(1, 'D major')
    await holds(2, '7')
    await step('Control+y')
    await seen(see.getByText('“Key” is of type integer again.'))
    await holds(1, '')
    await holds(2, '7')
    await fillCell(keys, 'Pieces', 2, 'Key', '8')
    await step('Control+z')
    await holds(2, '7')
    await step('Control+z')
    await holds(1, 'D major')
    expect(keys.flaws()).toEqual([])
  })

  it('a tick in the record goes back from where it was made', async () => {
    await goToCell(keys, 'Pieces', 1, 'Piece')
    await keys.press('Space')
    const known = keys.see.getByRole('complementary').getByRole('checkbox', { name: 'Known' })
    await keys.pressOn(known, 'Space')
    await expect.poll(() => known.isChecked(), soon).toBe(true)
    await keys.press('Control+z')
    await expect.poll(() => known.isChecked(), soon).toBe(false)
    await keys.expectFocus(known)
    await keys.press('Control+y')
    await expect.poll(() => known.isChecked(), soon).toBe(true)
    await keys.press('Control+z', 'Escape')
    expect(keys.flaws()).toEqual([])
  })

  it('views that were made, moved and deleted go back one by one', async () => {
    await makeView('Long ones')
    await makeView('Known ones')
    await listed('Long ones', 'Known ones')
    await keys.fromMenu(switcher(), 'Move up')
    await listed('Known ones', 'Long ones')
    await keys.fromMenu(switcher(), 'Delete view')
    await listed('Long ones')
    await step('Control+z')
    await listed('Known ones', 'Long ones')
    await step('Control+z')
    await listed('Long ones', 'Known ones')
    await step('Control+z')
    await listed('Long ones')
    await step('Control+y')
    await listed('Long ones', 'Known ones')
    await step('Control+y')
    await listed('Known ones', 'Long ones')
    await keys.look('views')
    expect(keys.flaws()).toEqual([])
  })

  it('a view that is taken back while it is open gives way to another', async () => {
    await makeView('Short ones')
    await step('Control+z')
    await shows('Known ones')
    await listed('Known ones', 'Long ones')
    expect(keys.flaws()).toEqual([])
  })
})
