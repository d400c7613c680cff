/** A table whose records name one another, filled by pastes: from nothing, by names of the paste's own rows, and by names of nobody. */
import { type FieldId, type TableId, uuidV7 } from '@plinth/domain'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { ada, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { goToCell } from '../keyboard/cells.ts'
import { type Keys, soon } from '../keyboard/keys.ts'
import { button, cell, grid, seen } from '../steps.ts'
import { must } from '../target.ts'
import { asAda } from './furnish-links.ts'

let journey: DemoJourney
let adas: Keys
const problems: string[] = []

beforeAll(async () => {
  journey = await startDemoJourney('within-table')
  const id = uuidV7() as TableId
  await asAda(journey, async ({ bases }) => {
    const name = { id: uuidV7() as FieldId, name: 'Name', type: 'text' as const, options: {} }
    must(await bases.createTable(journey.base, { id, name: 'Jobs', fields: [name] }))
    const options = { target: id }
    must(await bases.createField(id, { id: uuidV7() as FieldId, name: 'After', type: 'link', options }))
  })
  const entered = await journey.enterByKeys(ada, `/b/${journey.base}/t/${id}`)
  adas = entered.keys
  problems.push(...entered.problems)
  await seen(grid(adas.see, 'Jobs').getByRole('columnheader', { name: /^Name/ }))
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const shows = (place: number, name: string, text: string) =>
  expect.poll(async () => (await cell(adas.see, 'Jobs', place, name)).innerText(), soon).toBe(text)
const rows = () => grid(adas.see, 'Jobs').getAttribute('aria-rowcount')

it('an empty table takes a paste, whose rows name one another up and down', async () => {
  await adas.tabTo(
    grid(adas.see, 'Jobs').getByRole('columnheader', { name: /^Name/ }).getByRole('button').first(),
  )
  await adas.copiedElsewhere('Job 01\tJob 03\nJob 02\tJob 01\nJob 03\tjob 02')
  await adas.press('Control+v')
  await shows(1, 'Name', 'Job 01')
  await shows(1, 'After', 'Job 03')
  await shows(2, 'After', 'Job 01')
  await shows(3, 'After', 'Job 02')
  await adas.look('a paste into an empty table')
  expect(adas.flaws()).toEqual([])
})

it('what was pasted is selected, beyond the last row too, and the cursor stays', async () => {
  const before = await rows()
  await goToCell(adas, 'Jobs', 3, 'Name')
  await adas.copiedElsewhere('Job 03\tJob 02\nJob 04\tJob 03\nJob 05\tJob 04')
  await adas.press('Control+v')
  await shows(5, 'After', 'Job 04')
  expect(await rows()).toBe(String(Number(before) + 2))
  await seen(adas.see.getByText('6 cells selected'))
  await adas.expectFocus(await cell(adas.see, 'Jobs', 3, 'Name'))
  expect(adas.flaws()).toEqual([])
})

it('once what is missing is made, the focus is on the button that pastes the rest', async () => {
  await goToCell(adas, 'Jobs', 1, 'After')
  // Of a name that two have nothing is made.
  await adas.copiedElsewhere('Job 05\nJob 99')
  await goToCell(adas, 'Jobs', 5, 'Name')
  await adas.press('Control+v')
  await shows(6, 'Name', 'Job 99')
  await goToCell(adas, 'Jobs', 6, 'Name')
  await adas.copiedElsewhere('Job 05')
  await adas.press('Control+v')
  await shows(6, 'Name', 'Job 05')
  await goToCell(adas, 'Jobs', 1, 'After')
  await adas.copiedElsewhere('Job 05\nJob 77\nJob 04')
  await adas.press('Control+v')
  const dialog = adas.see.getByRole('dialog', { name: '2 values do not fit' })
  await adas.tabTo(button(dialog, 'Create “Job 77” in Jobs'))
  await adas.press('Enter')
  const rest = adas.see.getByRole('dialog', { name: 'One value does not fit' })
  await adas.expectFocus(button(rest, 'Paste the other 2'))
  await adas.press('Enter')
  await rest.waitFor({ state: 'hidden' })
  await shows(1, 'After', 'Job 03')
  await shows(2, 'After', 'Job 77')
  await shows(3, 'After', 'Job 04')
  expect(adas.flaws()).toEqual([])
  expect(problems.flat()).toEqual([])
})
