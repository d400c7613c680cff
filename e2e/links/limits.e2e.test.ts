/** What may be linked: said in the field's dialog by keys, offered and refused accordingly, from both sides. */
import type { Backend } from '@plinth/domain'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { phone, type Visitor } from '../browser.ts'
import { type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { fromFieldMenu, goToCell } from '../keyboard/cells.ts'
import type { Keys } from '../keyboard/keys.ts'
import { button, cell, field, flawsEverywhere, grid, seen } from '../steps.ts'
import { must } from '../target.ts'
import { asAda, furnishLinks, type Linked } from './furnish-links.ts'

const soon = { timeout: 20_000 }

let journey: DemoJourney
let linked: Linked
let adas: Keys
let bens: Visitor
const problems: string[][] = []

beforeAll(async () => {
  journey = await startDemoJourney('link-limits')
  linked = await furnishLinks(journey)
  const entered = await journey.enterWithBen({ table: linked.movies.id, name: 'Movies' })
  ;({ adas, bens } = entered)
  problems.push(...entered.problems)
  await seen(grid(adas.see, 'Movies').getByText('Heat'))
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const addressOf = (table: string) => `/b/${journey.base}/t/${table}`
const shows = (page: Page, table: string, place: number, name: string, text: string) =>
  expect.poll(async () => (await cell(page, table, place, name)).innerText(), soon).toBe(text)
const option = (name: string | RegExp) => adas.see.getByRole('option', { name })
const condition = (name: string) =>
  adas.see.getByRole('dialog', { name }).getByRole('textbox', { name: /^Only records of “Studios”/ })

const namesOf = async ({ rows }: Backend) => {
  const { id: table, fields } = linked.studios
  const query = { table, sorts: [] }
  const found = must(await rows.window({ query, anchor: null, direction: 'forward', skip: 0, take: 50 }))
  return found.rows.map(({ values }) => values[fields[0]!.id])
}

async function openList(place: number) {
  await goToCell(adas, 'Movies', place, 'Backers')
  await adas.press('Enter')
  const box = adas.see.getByRole('combobox', { name: /^Find a record of/ })
  await adas.expectFocus(box)
  return box
}

describe('what may be linked', () => {
  it('is said in the dialog of the field: how many, and which', async () => {
    const { see } = adas
    await adas.pressOn(button(see, 'Add field'))
    const dialog = see.getByRole('dialog', { name: 'New field' })
    await adas.typeInto(field(dialog, 'Name'), 'Backers')
    await adas.choose(button(dialog, /Type/), /^Link/)
    await adas.choose(button(dialog, /Records of/), 'Studios')
    await adas.typeInto(field(dialog, 'At most (optional)'), '1')
    await adas.pressOn(button(dialog, 'Create field'))
    await seen(dialog.getByText('A whole number from 2 to 1,000 is needed, or none.'))
    // It is above what is in sight.
    await adas.expectFocus(field(dialog, 'At most (optional)'))
    await adas.typeInto(field(dialog, 'At most (optional)'), '2')
    await adas.typeInto(condition('New field'), '{City} != "Studios Ealing"')
    await adas.lookEverywhere('link-limits-dialog')
    await adas.keepPicture('link-limits-dialog')
    await adas.pressOn(button(dialog, 'Create field'))
    await dialog.waitFor({ state: 'hidden' })
    await seen(grid(see, 'Movies').getByRole('columnheader', { name: /^Backers/ }))
    expect(adas.flaws()).toEqual([])
  })

  it('is taken by whoever types faster than the answer comes', async () => {
    await openList(2)
    await adas.type('Regency')
    const list = adas.see.getByRole('listbox', { name: 'Records of Studios' })
    await expect.poll(() => list.getAttribute('aria-busy'), soon).toBe('false')
    expect(await option(/^Mosfilm/).count()).toBe(0)
    await adas.press('Control+a')
    // Nothing that is here holds this: the list is empty until it is found.
    await adas.type('Mosfilm')
    await adas.press('Enter')
    await shows(adas.see, 'Movies', 2, 'Backers', 'Mosfilm')
    await adas.press('Escape', 'Delete')
    await shows(adas.see, 'Movies', 2, 'Backers', '')
    expect(adas.flaws()).toEqual([])
  })

  it('says of a record that is left out why, and makes no second one of its name', async () => {
    const box = await openList(2)
    await adas.type('ealing')
    await seen(option(/^Ealing.*Does not match the condition of this field/))
    expect(await option(/^Create/).count()).toBe(0)
    await adas.press('Enter')
    await seen(
      adas.see.getByRole('alert').getByText(/^“Backers” links only records of “Studios” that.* \{City\} !=/),
    )
    await adas.expectFocus(box)
    await adas.look('link list with one left out')
    await adas.showPicture('link-left-out')
    await adas.press('Escape')
    await shows(adas.see, 'Movies', 2, 'Backers', '')
    expect(adas.flaws()).toEqual([])
  })

  it('is what the list offers, until the cell is full', async () => {
    const { see } = adas
    await openList(1)
    await seen(option(/^Mosfilm/))
    expect(await option(/^Ealing/).count()).toBe(0)
    await adas.type('Reg')
    await seen(option(/^Regency/))
    await adas.press('Enter')
    await adas.type('Mos')
    await seen(option(/^Mosfilm/))
    await adas.press('Enter')
    await seen(see.getByText('At most 2 records. Take one out to link another.'))
    await adas.type('Frankenheimer')
    await see.getByText('Looking…').waitFor({ state: 'hidden' })
    expect(await option(/Frankenheimer/).count()).toBe(0)
    await adas.look('link list that is full')
    await adas.keepPicture('link-list-full')
    await adas.press('Escape')
    await shows(see, 'Movies', 1, 'Backers', 'Regency, Mosfilm')
    expect(adas.flaws()).toEqual([])
  })

  it('is refused at the cell where it comes by its name', async () => {
    await goToCell(adas, 'Movies', 2, 'Backers')
    await adas.copiedElsewhere('Ealing')
    await adas.press('Control+v')
    const note = adas.see.getByRole('region', { name: 'Not stored: Backers' })
    await seen(
      note.getByText(/“Backers” links only records of “Studios” that match its condition: \{City\} !=/),
    )
    await adas.press('Shift+F10')
    await adas.takeLine('Dismiss the problem')
    await shows(adas.see, 'Movies', 2, 'Backers', '')
    expect(adas.flaws()).toEqual([])
  })

  it('is the same from the other side, on a phone too', async () => {
    const { page } = bens
    await page.goto(addressOf(linked.studios.id))
    await (await cell(page, 'Studios', 3, 'Movies')).click()
    await page.keyboard.press('Enter')
    await seen(page.getByText('Movies has no records that can be linked here'))
    await page.keyboard.press('Escape')
    await (await cell(page, 'Studios', 2, 'Movies')).click()
    await page.keyboard.press('Enter')
    await seen(page.getByRole('option', { name: /^Solaris/ }))
    await page.keyboard.press('Escape')
    await page.setViewportSize(phone)
    expect(await flawsEverywhere(page, 'link-limits-phone')).toEqual([])
  })

  it('is changed with a word of the links that do not fit, which stay', async () => {
    await fromFieldMenu(adas, 'Movies', 'Backers', 'Edit field')
    const edit = adas.see.getByRole('dialog', { name: 'Edit “Backers”' })
    await expect.poll(() => condition('Edit “Backers”').inputValue(), soon).toBe('{City} != "Studios Ealing"')
    expect(await field(edit, 'At most (optional)').inputValue()).toBe('2')
    await adas.typeInto(condition('Edit “Backers”'), '{City} = "Studios Mosfilm"')
    await seen(edit.getByText(/^1 link is with records for which it is not true/))
    await adas.lookEverywhere('link-limits-unfit')
    await adas.pressOn(button(edit, 'Save field'))
    await edit.waitFor({ state: 'hidden' })
    await shows(adas.see, 'Movies', 1, 'Backers', 'Regency, Mosfilm')
    await openList(3)
    await seen(option(/^Mosfilm/))
    await expect.poll(() => option(/^Regency/).count(), soon).toBe(0)
    await adas.press('Escape')
    expect(adas.flaws()).toEqual([])
  })

  it('is made only where it may be linked: else nothing is, and the list says why', async () => {
    const box = await openList(2)
    await adas.type('Cinecitta')
    await seen(option('Create “Cinecitta”'))
    await adas.press('Enter')
    // It has no city: the condition is not true for it.
    await seen(
      adas.see
        .getByRole('alert')
        .getByText(/^“Cinecitta” is not created\. “Backers” links only.* \{City\} =/),
    )
    await adas.expectFocus(box)
    await adas.look('link list that could not create')
    await adas.showPicture('link-create-refused')
    await adas.press('Escape')
    await shows(adas.see, 'Movies', 2, 'Backers', '')
    expect(await asAda(journey, (backend) => namesOf(backend))).not.toContain('Cinecitta')
    expect(adas.flaws()).toEqual([])
    expect(problems.flat()).toEqual([])
  })
})
