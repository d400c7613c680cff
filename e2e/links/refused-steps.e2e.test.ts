/** Pastes that link a record twice where it can be linked once, in the same paste or with one that is there, and values that do not fit: what is told of each, and what is done. */
import { type FieldId, uuidV7 } from '@plinth/domain'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ada, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { goToCell } from '../keyboard/cells.ts'
import { type Keys, soon } from '../keyboard/keys.ts'
import { button, cell, grid, seen } from '../steps.ts'
import { must } from '../target.ts'
import { asAda, furnishLinks, type Linked, linkMany } from './furnish-links.ts'

let journey: DemoJourney
let linked: Linked
let adas: Keys
const problems: string[] = []

beforeAll(async () => {
  journey = await startDemoJourney('refused-steps')
  linked = await furnishLinks(journey)
  await asAda(journey, async ({ bases }) => {
    const pair = { id: uuidV7() as FieldId, name: 'Work', single: true as const }
    const options = { target: linked.studios.id, single: true as const, pair }
    const owner = { id: uuidV7() as FieldId, name: 'Owner', type: 'link' as const, options }
    must(await bases.createField(linked.movies.id, owner))
    const count = { id: uuidV7() as FieldId, name: 'Year', type: 'integer' as const, options: {} }
    must(await bases.createField(linked.movies.id, count))
  })
  // The fourth movie, “Reel 1”, has the studio that others will ask for.
  await linkMany(journey, linked, 'Ealing', 1)
  const entered = await journey.enterByKeys(ada, `/b/${journey.base}/t/${linked.movies.id}`)
  adas = entered.keys
  problems.push(...entered.problems)
  await seen(grid(adas.see, 'Movies').getByText('Heat'))
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const note = (name: string) => adas.see.getByRole('region', { name: `Not stored: ${name}` })
const shows = (place: number, name: string, text: string) =>
  expect.poll(async () => (await cell(adas.see, 'Movies', place, name)).innerText(), soon).toBe(text)

async function pasteAt(place: number, name: string, text: string) {
  await goToCell(adas, 'Movies', place, name)
  await adas.copiedElsewhere(text)
  await adas.press('Control+v')
}

describe('a name that is pasted twice where it can be linked once', () => {
  it('is told before, with the row that gets it', async () => {
    await pasteAt(1, 'Owner', 'Mosfilm\nMosfilm')
    const list = adas.see.getByRole('dialog', { name: 'One value does not fit' })
    await seen(list.getByRole('row', { name: /^Row 2: Ronin Owner Mosfilm .* links it in row 1\.$/ }))
    await adas.look('a name that is pasted twice')
    await adas.showPicture('refused-twice')
    await adas.pressOn(button(list, 'Paste the other value'))
    await list.waitFor({ state: 'hidden' })
    await shows(1, 'Owner', 'Mosfilm')
    await shows(2, 'Owner', '')
    await adas.press('Control+z')
    await shows(1, 'Owner', '')
    expect(adas.flaws()).toEqual([])
  })
})

describe('a name that is pasted where another record has it, and it can be linked once', () => {
  it('is told at the first row with the second, which stays in sight', async () => {
    await pasteAt(1, 'Owner', 'Regency\nEaling\nMosfilm')
    await seen(
      note('Owner').getByText(
        /because “Owner” of “Ronin” in row 2 was refused in the same change\. Correct it/,
      ),
    )
    const [box, culprit] = [
      (await note('Owner').boundingBox())!,
      (await (await cell(adas.see, 'Movies', 2, 'Owner')).boundingBox())!,
    ]
    expect(box.y).toBeGreaterThanOrEqual(culprit.y + culprit.height)
    await adas.look('note of what was refused with another')
    await adas.showPicture('refused-along')
  })

  it('is told at the second row', async () => {
    await adas.press('ArrowDown')
    await seen(note('Owner').getByText(/can be linked once only/))
    expect(adas.flaws()).toEqual([])
  })

  it('has its note closed by Escape, until the cursor comes again', async () => {
    await adas.press('Escape')
    // The first takes the selection of the paste, where there is one.
    if (await note('Owner').isVisible()) await adas.press('Escape')
    await note('Owner').waitFor({ state: 'hidden' })
    await adas.press('ArrowUp')
    await seen(note('Owner'))
    await adas.press('Escape')
    await note('Owner').waitFor({ state: 'hidden' })
    await adas.press('ArrowDown', 'ArrowUp')
    await seen(note('Owner'))
    expect(adas.flaws()).toEqual([])
  })

  it('lets all others be tried again at once, without it', async () => {
    await adas.press('Shift+F10')
    await adas.takeLine('Try both again')
    await shows(1, 'Owner', 'Regency')
    await shows(3, 'Owner', 'Mosfilm')
    const refused = await cell(adas.see, 'Movies', 2, 'Owner')
    await expect.poll(() => refused.innerText(), soon).toMatch(/^Not stored/)
    expect(adas.flaws()).toEqual([])
  })
})

describe('the list of what does not fit', () => {
  it('tells the row of each record', async () => {
    await goToCell(adas, 'Movies', 2, 'Title')
    await adas.press('Delete')
    await shows(2, 'Title', '')
    await pasteAt(1, 'Year', 'early\nlate\n1972\n1985\nnever')
    const list = adas.see.getByRole('dialog', { name: '3 values do not fit' })
    await seen(list.getByRole('row', { name: /^Row 1: Heat Year early/ }))
    await seen(list.getByRole('row', { name: /^Row 2 Year late/ }))
    await seen(list.getByRole('row', { name: /^Row 5, new Year never/ }))
    await adas.look('list of what does not fit')
    await adas.showPicture('refused-list')
    await adas.press('Escape')
    await list.waitFor({ state: 'hidden' })
    expect(adas.flaws()).toEqual([])
  })
})

describe('the key that deletes records', () => {
  it('says how where none is selected, once', async () => {
    await goToCell(adas, 'Movies', 1, 'Title')
    await adas.press('Control+-')
    const told = adas.see.getByText('No record is selected, so nothing is deleted')
    await seen(told)
    await adas.press('Control+-')
    expect(await told.count()).toBe(1)
    await adas.press('Shift+ ', 'Control+-')
    const asked = adas.see.getByRole('dialog', { name: 'Delete this record?' })
    await seen(asked.or(adas.see.getByRole('alertdialog', { name: 'Delete this record?' })))
    await adas.press('Escape')
    expect(problems).toEqual([])
  })
})
