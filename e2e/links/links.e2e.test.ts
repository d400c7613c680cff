/** A link between two tables, from its making to its end: with keys, seen by a second person, by one with a rule, and on a phone. */
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { phone, showPicture, type Visitor } from '../browser.ts'
import { ben, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { fromFieldMenu, goToCell } from '../keyboard/cells.ts'
import type { Keys } from '../keyboard/keys.ts'
import { button, cell, field, flawsEverywhere, flawsOf, grid, openPreview, seen } from '../steps.ts'
import { must } from '../target.ts'
import { asAda, dora, furnishLinks, type Linked, linkMany, restrictDora } from './furnish-links.ts'

const soon = { timeout: 20_000 }

let journey: DemoJourney
let linked: Linked
let adas: Keys
let bens: Visitor
const problems: string[][] = []

beforeAll(async () => {
  journey = await startDemoJourney('links')
  linked = await furnishLinks(journey)
  const entered = await journey.enterWithBen({ table: linked.movies.id, name: 'Movies' })
  ;({ adas, bens } = entered)
  problems.push(...entered.problems)
  await seen(grid(adas.see, 'Movies').getByText('Heat'))
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const addressOf = (table: string) => `/b/${journey.base}/t/${table}`
const textOf = async (page: Page, table: string, place: number, name: string) =>
  (await cell(page, table, place, name)).innerText()
const shows = (page: Page, table: string, place: number, name: string, text: string) =>
  expect.poll(() => textOf(page, table, place, name), soon).toBe(text)

/** Opens the list of a cell of links. */
async function openList(keys: Keys, table: string, place: number, name: string) {
  await goToCell(keys, table, place, name)
  await keys.press('Enter')
  const box = keys.see.getByRole('combobox', { name: /^Find a record of/ })
  await keys.expectFocus(box)
  return box
}
const option = (keys: Keys, name: string | RegExp) => keys.see.getByRole('option', { name })

describe('a link', () => {
  it('is made to another table, with a field there for the other side', async () => {
    const { see } = adas
    await adas.pressOn(button(see, 'Add field'))
    const dialog = see.getByRole('dialog', { name: 'New field' })
    await adas.typeInto(field(dialog, 'Name'), 'Studio')
    await adas.choose(button(dialog, /Type/), /^Link/)
    await adas.choose(button(dialog, /Records of/), 'Studios')
    await adas.turnTo(
      dialog.getByRole('radio', { name: 'One record at most' }).first(),
      dialog.getByRole('radio').first(),
    )
    await seen(
      dialog.getByText(
        'Each record of “Movies” has one record of “Studios” at most. Each record of “Studios” has any number of records of “Movies”.',
      ),
    )
    expect(await field(dialog, 'Name of the field there').inputValue()).toBe('Movies')
    await adas.lookEverywhere('link-dialog')
    await adas.pressOn(button(dialog, 'Create field'))
    await dialog.waitFor({ state: 'hidden' })
    await seen(grid(see, 'Movies').getByRole('columnheader', { name: /^Studio/ }))
    expect(adas.flaws()).toEqual([])
  })

  it('is filled from a list that one types into, and is seen from the other side at once', async () => {
    await bens.page.goto(addressOf(linked.studios.id))
    await seen(grid(bens.page, 'Studios').getByText('Regency'))
    await openList(adas, 'Movies', 1, 'Studio')
    await adas.type('reg')
    await seen(option(adas, /^Regency/))
    await adas.look('link list')
    await adas.showPicture('link-list')
    await adas.press('Enter')
    await shows(adas.see, 'Movies', 1, 'Studio', 'Regency')
    await shows(bens.page, 'Studios', 1, 'Movies', 'Heat')
    expect(adas.flaws()).toEqual([])
  })

  it('makes a record that is not there yet, and links it', async () => {
    await openList(adas, 'Movies', 2, 'Studio')
    await adas.type('Frankenheimer')
    await seen(option(adas, 'Create “Frankenheimer”'))
    await adas.press('Enter')
    await shows(adas.see, 'Movies', 2, 'Studio', 'Frankenheimer')
    await seen(grid(bens.page, 'Studios').getByText('Frankenheimer'))
    await shows(bens.page, 'Studios', 4, 'Movies', 'Ronin')
    expect(adas.flaws()).toEqual([])
  })

  it('offers first what was linked lately, until one types', async () => {
    await openList(adas, 'Movies', 3, 'Studio')
    const names = () => adas.see.getByRole('option').allInnerTexts()
    await expect
      .poll(async () => (await names()).slice(0, 2).join(' '), soon)
      .toMatch(/^Frankenheimer\s.*Regency/)
    await adas.look('link list, recent')
    await adas.type('Mos')
    await expect.poll(async () => (await names())[0], soon).toMatch(/^Mosfilm/)
    await adas.press('Escape')
    await shows(adas.see, 'Movies', 3, 'Studio', '')
    expect(adas.flaws()).toEqual([])
  })

  it('follows the name of its record', async () => {
    await (await cell(bens.page, 'Studios', 1, 'Name')).click()
    await bens.page.keyboard.type('New Regency')
    await bens.page.keyboard.press('Enter')
    await shows(adas.see, 'Movies', 1, 'Studio', 'New Regency')
    expect(adas.flaws()).toEqual([])
  })

  it('is taken back, made again, and taken out', async () => {
    await adas.press('Control+z')
    await shows(adas.see, 'Movies', 2, 'Studio', '')
    await shows(bens.page, 'Studios', 4, 'Movies', '')
    await adas.press('Control+y')
    await shows(bens.page, 'Studios', 4, 'Movies', 'Ronin')
    await openList(adas, 'Movies', 2, 'Studio')
    await adas.press('Backspace', 'Escape')
    await shows(adas.see, 'Movies', 2, 'Studio', '')
    await shows(bens.page, 'Studios', 4, 'Movies', '')
    expect(adas.flaws()).toEqual([])
  })

  it('is not made to a record that has its one place elsewhere: the list says where', async () => {
    await (await cell(bens.page, 'Studios', 2, 'Movies')).click()
    await bens.page.keyboard.press('Enter')
    await bens.page.getByRole('combobox', { name: 'Find a record of Movies' }).fill('Heat')
    await seen(bens.page.getByRole('option', { name: 'Heat Linked in “New Regency”' }))
    await bens.page.keyboard.press('Enter')
    await seen(
      bens.page.getByRole('alert').getByText(/^“Heat” can be linked once only\. Linked in “New Regency”/),
    )
    await showPicture(bens.page, 'link-taken')
    expect(await flawsOf(bens.page)).toEqual([])
    await bens.page.keyboard.press('Escape')
    await shows(bens.page, 'Studios', 2, 'Movies', '')
  })

  it('is refused there where it comes by its name, and says so at its cell', async () => {
    await (await cell(bens.page, 'Studios', 2, 'Movies')).click()
    await bens.page.evaluate((copied) => navigator.clipboard.writeText(copied), 'Heat')
    await bens.page.keyboard.press('Control+v')
    await seen(bens.page.getByText(/This record is linked elsewhere/))
    await button(bens.page.getByRole('region', { name: 'Not stored: Movies' }), 'Dismiss').click()
    await shows(bens.page, 'Studios', 2, 'Movies', '')
    expect(adas.flaws()).toEqual([])
  })

  it('is copied and pasted by the names of its records', async () => {
    await goToCell(adas, 'Movies', 1, 'Studio')
    await adas.press('Control+c', 'ArrowDown', 'Control+v')
    await shows(adas.see, 'Movies', 2, 'Studio', 'New Regency')
    await shows(bens.page, 'Studios', 1, 'Movies', 'Heat, Ronin')
    expect(adas.flaws()).toEqual([])
  })

  it('stands where it stood, for the other side too, when taking it out is taken back', async () => {
    await openList(adas, 'Movies', 1, 'Studio')
    await adas.press('Backspace', 'Escape')
    await shows(bens.page, 'Studios', 1, 'Movies', 'Ronin')
    await adas.press('Control+z')
    await shows(adas.see, 'Movies', 1, 'Studio', 'New Regency')
    await shows(bens.page, 'Studios', 1, 'Movies', 'Heat, Ronin')
    expect(adas.flaws()).toEqual([])
  })

  it('shows records in the panel, each a way to its own page', async () => {
    await bens.page.goto(`${addressOf(linked.studios.id)}`)
    await (await cell(bens.page, 'Studios', 1, 'Name')).click()
    await bens.page.keyboard.press(' ')
    const panel = bens.page.getByRole('complementary', { name: 'New Regency' })
    await seen(panel.getByRole('link', { name: 'Ronin' }))
    expect(await flawsEverywhere(bens.page, 'link-record')).toEqual([])
    await panel.getByRole('link', { name: 'Ronin' }).click()
    await seen(bens.page.getByRole('complementary', { name: 'Ronin' }))
    await seen(grid(bens.page, 'Movies'))
  })

  it('is chosen from a list that stays where it came up, whatever is typed', async () => {
    const { page } = bens
    const { width, height } = page.viewportSize()!
    // Below the cell there is no room for all of it.
    await page.setViewportSize({ width, height: 420 })
    await page.goto(addressOf(linked.movies.id))
    await (await cell(page, 'Movies', 3, 'Studio')).click()
    await page.keyboard.press('Enter')
    const box = page.getByRole('combobox', { name: 'Find a record of Studios' })
    await seen(page.getByRole('option', { name: /^Mosfilm/ }))
    const place = async () => (await box.boundingBox())!.y
    const before = await place()
    for (const text of ['Mos', 'Nothing like this', '']) {
      await box.fill(text)
      await expect.poll(() => page.getByRole('listbox').getAttribute('aria-busy'), soon).toBe('false')
      expect(Math.abs((await place()) - before)).toBeLessThan(2)
    }
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width, height })
  })

  it('is found by a filter on a record', async () => {
    const { see } = adas
    await adas.pressOn(button(see.getByRole('toolbar', { name: 'Table' }), /^Filter/))
    const filter = see.getByRole('dialog', { name: 'Filter' })
    await adas.pressOn(button(filter, 'Add a condition'))
    await adas.choose(button(filter, /Field$/).first(), 'Studio')
    await adas.pressOn(button(filter, /^Value of Studio/))
    await adas.expectFocus(see.getByRole('combobox', { name: 'Find a record of Studios' }))
    await adas.type('New R')
    await seen(option(adas, /^New Regency/))
    await adas.press('Enter', 'Escape')
    await seen(button(filter, 'Value of Studio: New Regency'))
    await expect.poll(() => see.getByTestId('row-count').innerText(), soon).toBe('2 records')
    await adas.look('link filter')
    await adas.showPicture('link-filter')
    await adas.pressOn(button(filter, /^Remove/).first())
    await adas.press('Escape')
    await expect.poll(() => see.getByTestId('row-count').innerText(), soon).toBe('3 records')
    expect(adas.flaws()).toEqual([])
  })

  it('comes with a file, by names or keys; records that are not there are made where that is wanted', async () => {
    const { page } = bens
    await asAda(journey, async ({ bases }) => {
      const { id: table, fields } = linked.studios
      must(await bases.updateField(fields[1]!.id, {}, { table, rules: { unique: true }, keep: false }))
    })
    await page.goto(addressOf(linked.movies.id))
    await seen(grid(page, 'Movies').getByText('Heat'))
    await button(page, 'More').last().click()
    await page.getByRole('menuitem', { name: /^Import/ }).click()
    const text = 'Title,Studio\nStalker,Ealing\nRan,Toho\nKes,Nobody at all\nMirror,Studios Regency\n'
    const preview = await openPreview(page, {
      name: 'films.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    })
    await seen(preview.getByText('Records by their names, or by City, with commas between them.'))
    await seen(preview.getByRole('cell', { name: 'Ealing' }))
    await showPicture(page, 'link-import')
    expect(await flawsEverywhere(page, 'link-import')).toEqual([])
    await preview.getByText('Add missing records to “Studios”').click()
    await button(preview, /^Import 4 rows$/).click()
    const done = page.getByRole('dialog', { name: 'Import finished' })
    await seen(done, 60_000)
    await button(done, 'Open table').click()
    await shows(page, 'Movies', 4, 'Studio', 'Ealing')
    await shows(page, 'Movies', 5, 'Studio', 'Toho')
    await shows(page, 'Movies', 6, 'Studio', 'Nobody at all')
    await shows(page, 'Movies', 7, 'Studio', 'New Regency')
    await shows(adas.see, 'Movies', 5, 'Studio', 'Toho')
    expect(await flawsOf(page)).toEqual([])
  })

  it('tells who may not read a record that one is there, and no more', async () => {
    await restrictDora(journey, linked, 'Mosfilm')
    const { page, problems: doras } = await journey.enter(dora)
    problems.push(doras)
    await page.goto(addressOf(linked.movies.id))
    await shows(page, 'Movies', 1, 'Studio', '1 restricted')
    expect(await page.content()).not.toContain('Regency')
    await (await cell(page, 'Movies', 1, 'Studio')).click()
    await page.keyboard.press('Delete')
    await seen(page.getByText('1 linked record stays: you may not read it.'))
    await shows(page, 'Movies', 1, 'Studio', '1 restricted')
    expect(await flawsEverywhere(page, 'link-restricted')).toEqual([])
    await page.context().close()
  })

  it('lists all records of a cell that has more than are told with it, to be taken out', async () => {
    await linkMany(journey, linked, 'Mosfilm', 24)
    const { page } = bens
    await page.goto(addressOf(linked.studios.id))
    await (await cell(page, 'Studios', 2, 'Name')).click()
    await page.keyboard.press(' ')
    const panel = page.getByRole('complementary', { name: 'Mosfilm' })
    await seen(panel.getByText('+4', { exact: true }))
    await button(panel, 'Link records').click()
    await seen(page.getByText('and 4 more'))
    const chosen = page.locator('[role=option][aria-selected=true]')
    await expect.poll(() => chosen.count(), soon).toBe(24)
    await page.getByRole('option', { name: /^Reel 24/ }).click()
    await expect.poll(() => chosen.count(), soon).toBe(23)
    await seen(page.getByText('and 3 more'))
    expect(await flawsOf(page)).toEqual([])
    await showPicture(page, 'link-many')
    await page.keyboard.press('Escape')
    await seen(panel.getByText('+3', { exact: true }))
    // Copied are those that the cell tells, and that is said.
    await (await cell(page, 'Studios', 2, 'Movies')).click()
    await page.keyboard.press('Control+c')
    await seen(page.getByText('Of 1 cell, the first 20 linked records were copied'))
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Reel \d+(, Reel \d+){19}$/)
    expect(await flawsOf(page)).toEqual([])
  })

  it('goes with a deleted record, or refuses the deletion, as its field says', async () => {
    await bens.page.goto(addressOf(linked.studios.id))
    await fromFieldMenu(adas, 'Movies', 'Studio', 'Edit field')
    const edit = adas.see.getByRole('dialog', { name: 'Edit “Studio”' })
    await adas.turnTo(
      edit.getByRole('radio', { name: /^Refuse the deletion/ }),
      edit.getByRole('radio', { name: /^Unlink it/ }),
    )
    await adas.pressOn(button(edit, 'Save field'))
    await edit.waitFor({ state: 'hidden' })
    await deleteFirst(bens.page)
    const asked = bens.page.getByRole('alertdialog')
    await seen(
      asked.getByText(
        /^\d+ records? of “Movies” (is|are) linked to it, and (its|their) field “Studio” refuses the deletion\. Unlink it there first\.$/,
      ),
    )
    await button(asked, 'Close').click()
    await shows(adas.see, 'Movies', 1, 'Studio', 'New Regency')
    await fromFieldMenu(adas, 'Movies', 'Studio', 'Edit field')
    await adas.turnTo(
      edit.getByRole('radio', { name: /^Unlink it/ }),
      edit.getByRole('radio', { name: /^Refuse the deletion/ }),
    )
    await adas.pressOn(button(edit, 'Save field'))
    await edit.waitFor({ state: 'hidden' })
    await deleteFirst(bens.page)
    await seen(asked.getByText(/^\d+ records? of “Movies” loses? the link to it\.$/))
    await button(asked, 'Delete record').click()
    await shows(adas.see, 'Movies', 1, 'Studio', '')
    expect(adas.flaws()).toEqual([])
    expect(problems.flat()).toEqual([])
  })
})

describe('names that nobody has', () => {
  it('are pasted as records that are made for them', async () => {
    await goToCell(adas, 'Movies', 3, 'Studio')
    await adas.copiedElsewhere('Paramount')
    await adas.press('Control+v')
    const dialog = adas.see.getByRole('dialog', { name: 'One value does not fit' })
    await seen(dialog.getByText('No record of “Studios” is called “Paramount”.'))
    await adas.look('names that nobody has')
    await adas.showPicture('link-missing')
    await adas.pressOn(button(dialog, 'Create “Paramount” in Studios'))
    await dialog.waitFor({ state: 'hidden' })
    await shows(adas.see, 'Movies', 3, 'Studio', 'Paramount')
    await adas.press('Delete')
    await shows(adas.see, 'Movies', 3, 'Studio', '')
    // What was linked lately stands first in the list.
    await adas.press('Enter')
    await adas.type('Paramount')
    await seen(option(adas, /^Paramount/))
    await adas.press('Enter')
    await adas.press('Escape')
    await shows(adas.see, 'Movies', 3, 'Studio', 'Paramount')
    await adas.press('Delete', 'ArrowUp', 'Enter')
    const first = adas.see.getByRole('option').first()
    await expect.poll(() => first.innerText(), soon).toMatch(/^Paramount/)
    expect(adas.flaws()).toEqual([])
    await adas.press('Escape')
  })
})

describe('on a phone, with fingers', () => {
  it('records are linked and taken out in the record, by a list', async () => {
    const { page, problems: said } = await journey.enter(ben, phone)
    problems.push(said)
    await page.goto(addressOf(linked.studios.id))
    await page.getByRole('list', { name: 'Studios' }).getByText('Ealing', { exact: true }).tap()
    const panel = page.getByRole('complementary', { name: 'Ealing' })
    await button(panel, 'Link records').tap()
    await page.getByRole('option', { name: /^Heat/ }).tap()
    await page.getByRole('option', { name: /^Solaris/ }).tap()
    await seen(button(page, 'Unlink Solaris'))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await flawsOf(page)).toEqual([])
      await showPicture(page, `link-phone-${colorScheme}`)
    }
    await button(page, 'Unlink Solaris').tap()
    await button(page, 'Unlink Solaris').waitFor({ state: 'hidden' })
    await page.keyboard.press('Escape')
    await seen(panel.getByRole('link', { name: 'Heat' }))
    expect(await flawsOf(page)).toEqual([])
    await showPicture(page, 'link-phone-record')
    await shows(adas.see, 'Movies', 1, 'Studio', 'Ealing')
    expect(problems.flat()).toEqual([])
  })
})

describe('in a cell for several records', () => {
  it('nothing is chosen once one is made, so that Enter again takes none out', async () => {
    await adas.visit(addressOf(linked.studios.id))
    await seen(grid(adas.see, 'Studios').getByText('Ealing'))
    // Those before it are deleted by now.
    const names = await Promise.all([1, 2, 3].map((at) => textOf(adas.see, 'Studios', at, 'Name')))
    const place = names.indexOf('Ealing') + 1
    const box = await openList(adas, 'Studios', place, 'Movies')
    await adas.type('Zulu')
    await seen(option(adas, 'Create “Zulu”'))
    await adas.press('Enter')
    await seen(button(adas.see, 'Unlink Zulu'))
    await expect.poll(() => box.inputValue(), soon).toBe('')
    await seen(adas.see.getByRole('option').first())
    expect(await box.getAttribute('aria-activedescendant')).toBeNull()
    await adas.press('Enter', 'Escape')
    await shows(adas.see, 'Studios', place, 'Movies', 'Stalker, Heat, Zulu')
    expect(adas.flaws()).toEqual([])
  })
})

async function deleteFirst(page: Page): Promise<void> {
  await seen(grid(page, 'Studios').getByText('New Regency'))
  await (await cell(page, 'Studios', 1, 'Name')).click({ button: 'right' })
  await page.getByRole('menuitem', { name: /^Delete record/ }).click()
}
