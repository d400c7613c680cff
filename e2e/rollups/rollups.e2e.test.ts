/** A creator counts, looks up and rolls up linked records with the keyboard alone; somebody else sees it follow what is linked and changed. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { fillCell, fromFieldMenu, goToCell } from '../keyboard/cells.ts'
import { type Keys, soon } from '../keyboard/keys.ts'
import { button, cell, field, grid, seen } from '../steps.ts'
import { furnishRollups } from './furnish-rollups.ts'

let journey: DemoJourney
let adas: Keys
let bens: Keys
let problems: string[][]

beforeAll(async () => {
  journey = await startDemoJourney('rollups')
  const { studios, movies } = await furnishRollups(journey)
  ;({ adas, bens, problems } = await journey.enterBothByKeys(
    { table: studios, name: 'Studios' },
    { table: movies, name: 'Movies' },
  ))
  await seen(grid(adas.see, 'Studios').getByText('Regency'))
  await seen(grid(bens.see, 'Movies').getByText('Heat'))
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const textOf = async (keys: Keys, table: string, place: number, name: string) =>
  (await cell(keys.see, table, place, name)).innerText()
const shows = (keys: Keys, table: string, place: number, name: string, text: string) =>
  expect.poll(() => textOf(keys, table, place, name), soon).toBe(text)

describe('a rollup', () => {
  it('is made from linked records: through which field, of what, how, and of which of them', async () => {
    const { see } = adas
    await adas.pressOn(button(see, 'Add field'))
    const dialog = see.getByRole('dialog', { name: 'New field' })
    await adas.typeInto(field(dialog, 'Name'), 'Total minutes')
    await adas.choose(button(dialog, /Type/), /^Rollup/)
    await adas.pressOn(button(dialog, 'Create field'))
    await seen(dialog.getByText('Choose the field whose values are read.'))
    await adas.look('a rollup that is not complete')
    await adas.choose(button(dialog, /Field of “Movies”/), 'Minutes')
    await adas.choose(button(dialog, /Computed/), /^Sum/)
    const condition = dialog.getByRole('textbox', { name: /^Only records of “Movies”/ })
    await adas.typeInto(condition, '{Minutes} +')
    await seen(dialog.locator('textarea[aria-invalid=true]'))
    await adas.look('a condition with a problem')
    await adas.typeInto(condition, '{Minutes} > 100')
    await seen(
      dialog.getByText(/It is the sum of “Minutes” in “Movies”, where \{Minutes\} > 100: a field of type/),
    )
    await adas.lookEverywhere('rollup-dialog')
    await adas.pressOn(button(dialog, 'Create field'))
    await dialog.waitFor({ state: 'hidden' })
    await seen(button(see, /^Total minutes, rollup.*field menu/))
    await shows(adas, 'Studios', 1, 'Total minutes', '291')
    expect(adas.flaws()).toEqual([])
  })

  it('follows what an editor writes in the other table, for everybody', async () => {
    await fillCell(bens, 'Movies', 1, 'Minutes', '171')
    await shows(adas, 'Studios', 1, 'Total minutes', '292')
    expect([...adas.flaws(), ...bens.flaws()]).toEqual([])
  })

  it('counts, and looks values up', async () => {
    const { see } = adas
    await adas.pressOn(button(see, 'Add field'))
    const dialog = see.getByRole('dialog', { name: 'New field' })
    await adas.typeInto(field(dialog, 'Name'), 'How many')
    await adas.choose(button(dialog, /Type/), /^Count/)
    await seen(dialog.getByText(/It is how many records are linked in “Movies”/))
    await adas.look('a count')
    await adas.pressOn(button(dialog, 'Create field'))
    await dialog.waitFor({ state: 'hidden' })
    await shows(adas, 'Studios', 1, 'How many', '2')
    await adas.pressOn(button(see, 'Add field'))
    await adas.typeInto(field(dialog, 'Name'), 'Titles')
    await adas.choose(button(dialog, /Type/), /^Lookup/)
    await adas.choose(button(dialog, /Field of “Movies”/), 'Title')
    await adas.look('a lookup')
    await adas.showPicture('lookup-dialog')
    await adas.pressOn(button(dialog, 'Create field'))
    await dialog.waitFor({ state: 'hidden' })
    await shows(adas, 'Studios', 1, 'Titles', 'Heat, Ronin')
    expect(adas.flaws()).toEqual([])
  })

  it('looks choices up as choices, as they are called, and has none of its own', async () => {
    const { see } = adas
    await adas.pressOn(button(see, 'Add field'))
    const dialog = see.getByRole('dialog', { name: 'New field' })
    await adas.typeInto(field(dialog, 'Name'), 'Genres')
    await adas.choose(button(dialog, /Type/), /^Lookup/)
    await adas.choose(button(dialog, /Field of “Movies”/), 'Genre')
    await seen(dialog.getByText(/a field of type multi select\. Kept with each record/i))
    await adas.look('a lookup of choices')
    await adas.pressOn(button(dialog, 'Create field'))
    await dialog.waitFor({ state: 'hidden' })
    await shows(adas, 'Studios', 1, 'Genres', 'Drama, Thriller')
    await fromFieldMenu(adas, 'Studios', 'Genres', 'Edit field')
    const edit = see.getByRole('dialog', { name: 'Edit “Genres”' })
    await seen(button(edit, /Field of “Movies”/))
    expect(await edit.getByRole('button', { name: /Add option|Merge options/ }).count()).toBe(0)
    await adas.lookEverywhere('lookup-of-choices')
    await adas.press('Escape')
    await edit.waitFor({ state: 'hidden' })
    expect(adas.flaws()).toEqual([])
  })

  it('is not written: its cell says from what it is computed', async () => {
    await goToCell(adas, 'Studios', 1, 'Total minutes')
    await adas.type('7')
    await seen(adas.see.getByText('“Total minutes” is computed from linked records'))
    await seen(adas.see.getByText(/It is the sum of “Minutes” in “Movies”, where \{Minutes\} > 100\./))
    await adas.look('a cell that is rolled up')
    await adas.showPicture('rollup-cell')
    expect(adas.flaws()).toEqual([])
  })

  it('says in its cell that what comes of it is more than a cell holds', async () => {
    for (const place of [1, 2]) await fillCell(bens, 'Movies', place, 'Minutes', '9007199254740991')
    const why = 'Error: the sum of what is linked in “Movies” and counts is too large a number'
    await shows(adas, 'Studios', 1, 'Total minutes', why)
    await goToCell(adas, 'Studios', 1, 'Name')
    await adas.press('Space')
    const panel = adas.see.getByRole('complementary', { name: 'Regency' })
    await seen(panel.getByText(`${why}.`))
    await adas.look('a sum that is too large')
    await adas.showPicture('rollup-error')
    await adas.press('Escape')
    await bens.press('Control+z', 'Control+z')
    await shows(adas, 'Studios', 1, 'Total minutes', '292')
    expect(adas.flaws()).toEqual([])
  })

  it('is changed, taken back, and made again', async () => {
    const { see } = adas
    await fromFieldMenu(adas, 'Studios', 'Total minutes', 'Edit field')
    const dialog = see.getByRole('dialog', { name: 'Edit “Total minutes”' })
    await adas.choose(button(dialog, /Computed/), /^Largest/)
    await adas.look('a rollup that is changed')
    await adas.pressOn(button(dialog, 'Save field'))
    await dialog.waitFor({ state: 'hidden' })
    await shows(adas, 'Studios', 1, 'Total minutes', '171')
    await goToCell(adas, 'Studios', 1, 'Total minutes')
    await adas.press('Control+z')
    await shows(adas, 'Studios', 1, 'Total minutes', '292')
    await adas.press('Control+Shift+z')
    await shows(adas, 'Studios', 1, 'Total minutes', '171')
    expect([...adas.flaws(), ...problems.flat()]).toEqual([])
  })
})
