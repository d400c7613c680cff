/** A column of names becomes links and names again, by keys, seen by a second person. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Visitor } from '../browser.ts'
import { type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { fillCell, fromFieldMenu, goToCell } from '../keyboard/cells.ts'
import type { Keys } from '../keyboard/keys.ts'
import { button, cell, grid, seen } from '../steps.ts'
import { furnishLinks, type Linked } from './furnish-links.ts'

const soon = { timeout: 20_000 }

let journey: DemoJourney
let linked: Linked
let keys: Keys
let bens: Visitor
const problems: string[][] = []

beforeAll(async () => {
  journey = await startDemoJourney('to-links')
  linked = await furnishLinks(journey)
  const entered = await journey.enterWithBen({ table: linked.movies.id, name: 'Movies' })
  ;({ adas: keys, bens } = entered)
  problems.push(...entered.problems)
  await seen(grid(keys.see, 'Movies').getByText('Heat'))
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const textOf = async (page: Keys['see'], table: string, place: number, name: string) =>
  (await cell(page, table, place, name)).innerText()
const shows = (table: string, place: number, name: string, text: string) =>
  expect.poll(() => textOf(keys.see, table, place, name), soon).toBe(text)
const change = () => keys.see.getByRole('dialog', { name: 'Change the type of “Note”' })

describe('a text', () => {
  it('says before it becomes links who is found, and who would be made', async () => {
    await fillCell(keys, 'Movies', 1, 'Note', 'Regency')
    await fillCell(keys, 'Movies', 2, 'Note', 'Warner, Ealing')
    await fillCell(keys, 'Movies', 3, 'Note', 'Mosfilm')
    await fromFieldMenu(keys, 'Movies', 'Note', 'Change type')
    await keys.choose(button(change(), /New type/), /^Link/)
    await keys.choose(button(change(), /Records of/), 'Studios')
    await seen(change().getByText('2 values fit. 1 value does not: that cell will be empty.'))
    await seen(change().getByRole('list', { name: 'Values that do not fit' }).getByText('Warner, Ealing'))
    await keys.lookEverywhere('to-links')
    await keys.pressOn(
      change().getByRole('checkbox', { name: 'Make records in “Studios” for 1 name that is not there' }),
      'Space',
    )
    await seen(change().getByText('All 3 values fit.'))
    await seen(
      change().getByRole('checkbox', { name: 'Make 1 record in “Studios” for names that are not there' }),
    )
    await keys.look('all are found')
    expect(keys.flaws()).toEqual([])
  })

  it('becomes links that both sides show, to everybody at once', async () => {
    await keys.pressOn(button(change(), 'Change type'))
    await change().waitFor({ state: 'hidden' })
    await seen(keys.see.getByText('“Note” is now of type link.'))
    await shows('Movies', 2, 'Note', 'Warner, Ealing')
    await bens.page.goto(`/b/${journey.base}/t/${linked.studios.id}`)
    await expect.poll(() => textOf(bens.page, 'Studios', 4, 'Movies'), soon).toBe('Ronin')
    await keys.showPicture('to-links-done')
    expect(keys.flaws()).toEqual([])
  })

  it('is the text that it was by Ctrl Z, and links again by Ctrl Y', async () => {
    await goToCell(keys, 'Movies', 1, 'Note')
    await keys.press('Control+z')
    await seen(keys.see.getByText('“Note” is of type text again.'))
    await shows('Movies', 2, 'Note', 'Warner, Ealing')
    await keys.look('a text again')
    await keys.press('Control+y')
    await seen(keys.see.getByText('“Note” is of type link again.'))
    await shows('Movies', 2, 'Note', 'Warner, Ealing')
    expect(keys.flaws()).toEqual([])
  })
})

describe('links', () => {
  it('become a text of their names', async () => {
    await fromFieldMenu(keys, 'Movies', 'Note', 'Change type')
    await keys.choose(button(change(), /New type/), /^Text/)
    await seen(change().getByText('All 3 values fit.'))
    await keys.pressOn(button(change(), 'Change type'))
    await change().waitFor({ state: 'hidden' })
    await shows('Movies', 2, 'Note', 'Warner, Ealing')
    await goToCell(keys, 'Movies', 1, 'Note')
    await keys.press('Control+z')
    await seen(keys.see.getByText('“Note” is of type link again.'))
    await shows('Movies', 2, 'Note', 'Warner, Ealing')
    expect(keys.flaws()).toEqual([])
    expect(problems).toEqual([[], []])
  })
})
