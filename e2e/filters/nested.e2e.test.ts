/** A filter of several parts, with days counted from today: put together by keys, saved, and there after a reload and for others. */
import type { SupabaseBackend } from '@plinth/backend'
import {
  type BaseId,
  type CellValue,
  type FieldId,
  type MutationId,
  type OptionId,
  type RecordId,
  type TableId,
  uuidV7,
} from '@plinth/domain'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { as } from '../automation/shots.ts'
import type { Visitor } from '../browser.ts'
import { ada, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { type Keys, soon } from '../keyboard/keys.ts'
import { button, field, flawsEverywhere, grid, seen } from '../steps.ts'
import { must } from '../target.ts'

const loans = uuidV7() as TableId
const [title, state, due] = Array.from({ length: 3 }, () => uuidV7() as FieldId) as [
  FieldId,
  FieldId,
  FieldId,
]
const options = [
  { id: 'open' as OptionId, label: 'Open', hue: 'amber' },
  { id: 'back' as OptionId, label: 'Back', hue: 'green' },
] as const

let journey: DemoJourney
let adas: Keys
let bens: Visitor
let problems: string[][]

beforeAll(async () => {
  journey = await startDemoJourney('nested-filter')
  await as(journey.world, ada, (backend) => makeLoans(backend, journey.base))
  ;({ adas, bens, problems } = await journey.enterWithBen({ table: loans, name: 'Loans' }))
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

/** So many days from now: whole days away from what is asked for, midnight may pass meanwhile. */
const inDays = (count: number): string =>
  new Date(Date.now() + count * 24 * 60 * 60_000).toISOString().slice(0, 10)

async function makeLoans({ bases, rows }: SupabaseBackend, base: BaseId): Promise<void> {
  const fields = [
    { id: title, name: 'Loan', type: 'text', options: {} },
    { id: state, name: 'State', type: 'single_select', options: { options } },
    { id: due, name: 'Due', type: 'date', options: {} },
  ] as const
  must(await bases.createTable(base, { id: loans, name: 'Loans', fields }))
  const all: [string, string, string | null][] = [
    ['Projector', 'open', inDays(3)],
    ['Screen', 'back', inDays(3)],
    ['Amplifier', 'open', inDays(-40)],
    ['Ladder', 'open', inDays(-5)],
    ['Piano', 'open', inDays(200)],
    ['Curtain', 'open', null],
  ]
  const mutations = all.map(([name, option, day]) => ({
    id: uuidV7() as MutationId,
    kind: 'insert' as const,
    table: loans,
    record: uuidV7() as RecordId,
    values: { [title]: name, [state]: option, [due]: day } as Record<FieldId, CellValue>,
  }))
  must(await rows.apply({ mutations, atomic: true }))
}

/** What the table shows, from top to bottom. */
const shown = async (page: Page): Promise<string[]> => {
  const rows = grid(page, 'Loans').locator('[role=row][data-row]:not([data-row="-1"])')
  const names = await rows.locator('[aria-colindex="2"]').allInnerTexts()
  return names.map((name) => name.trim()).filter((name) => name !== '')
}
const expectShown = (page: Page, names: string[]) =>
  expect.poll(() => shown(page).then((list) => list.toSorted()), soon).toEqual(names.toSorted())

const filter = (page: Page) => page.getByRole('dialog', { name: 'Filter' })
const group = () => filter(adas.see).getByRole('group', { name: 'Group of conditions' })

/** Chooses the field of the condition that was added last, which has the focus. */
async function begin(name: string, within = filter(adas.see)): Promise<void> {
  const fields = button(within, /Field$/).last()
  await adas.expectFocus(fields)
  await adas.choose(fields, name)
}

describe('a filter', () => {
  it('begins with one condition', async () => {
    const { see } = adas
    await adas.pressOn(button(see.getByRole('toolbar', { name: 'Table' }), 'Filter'))
    await adas.pressOn(button(filter(see), 'Add a condition'))
    await begin('State')
    await adas.pressOn(button(see, /^Value of State/))
    await adas.arrowTo(see.getByRole('menuitemradio', { name: 'Open' }))
    await adas.press('Enter')
    await seen(filter(see).getByText('5 records match'))
    expect(adas.flaws()).toEqual([])
  })

  it('has a group within, of which one condition has to hold, with days that go on with the calendar', async () => {
    const { see } = adas
    await adas.pressOn(button(filter(see), 'Add a group'))
    await begin('Due', group())
    await adas.choose(button(group(), /How Due is compared/), 'is within')
    await adas.choose(button(group(), /Period of Due/), 'the next')
    await adas.typeInto(field(group(), 'How many'), '7')
    await adas.choose(button(group(), /Unit/), 'days')
    await seen(filter(see).getByText('1 record matches'))
    await adas.pressOn(button(group(), 'Add a condition'))
    await begin('Due', group())
    await adas.choose(button(group(), /How Due is compared/).last(), 'is before')
    await adas.choose(button(group(), /Value of Due/).last(), 'days ago')
    await adas.typeInto(field(group(), 'Days'), '30')
    await seen(group().getByText('has to hold'))
    await seen(button(group(), /^Any of these/))
    await seen(filter(see).getByText('2 records match'))
    await adas.lookEverywhere('nested-filter')
    expect(adas.flaws()).toEqual([])
  })

  it('shows the records for which all of it holds', async () => {
    await adas.press('Escape')
    await filter(adas.see).waitFor({ state: 'hidden' })
    await expectShown(adas.see, ['Projector', 'Amplifier'])
    await seen(button(adas.see, /^Filter.*3$/))
    expect(adas.flaws()).toEqual([])
  })

  it('is saved with a view, there after a reload and for others', async () => {
    const { see } = adas
    await adas.pressOn(button(see, 'Save as a view'))
    await adas.expectFocus(field(see.getByRole('dialog', { name: 'Save as a new view' }), 'Name'))
    await adas.type('To be asked for')
    await adas.press('Enter')
    await seen(button(see, 'View: To be asked for'))
    await adas.reload()
    await seen(button(see, 'View: To be asked for'))
    await expectShown(see, ['Projector', 'Amplifier'])
    await adas.pressOn(button(see, /^Filter.*3$/))
    await seen(button(group(), /^Any of these/))
    expect(await field(group(), 'How many').inputValue()).toBe('7')
    expect(await field(group(), 'Days').inputValue()).toBe('30')
    await bens.page.goto(`/b/${journey.base}/t/${loans}`)
    await expectShown(bens.page, ['Projector', 'Amplifier'])
  })

  it('has its group joined otherwise, and taken out again', async () => {
    const { see } = adas
    await adas.choose(button(group(), /How conditions are joined/), 'All of these')
    await seen(filter(see).getByText('0 records match'))
    await adas.choose(button(group(), /How conditions are joined/), 'Any of these')
    await seen(filter(see).getByText('2 records match'))
    await adas.pressOn(button(filter(see), 'Remove this group'))
    await group().waitFor({ state: 'hidden' })
    await seen(filter(see).getByText('5 records match'))
    await adas.press('Escape')
    await adas.pressOn(button(see, 'Reset'))
    await expectShown(see, ['Projector', 'Amplifier'])
    expect(adas.flaws()).toEqual([])
    expect(await flawsEverywhere(bens.page, 'nested-filter-shown')).toEqual([])
    expect(problems.flat()).toEqual([])
  })
})
