/** The editor of automations: one made by keys for each way to begin, with each thing to do, and what each made of somebody's change. */
import type { SupabaseBackend } from '@plinth/backend'
import {
  type BaseId,
  type CellValue,
  type FieldId,
  type MutationId,
  type RecordId,
  type TableId,
  uuidV7,
} from '@plinth/domain'
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { showPicture, type Visitor } from '../browser.ts'
import { ada, ben, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { type Keys, soon } from '../keyboard/keys.ts'
import { button, cell, field, flawsEverywhere, grid, heading, seen } from '../steps.ts'
import { must } from '../target.ts'
import { as, makeShots, shots } from './shots.ts'

const reels = uuidV7() as TableId
const reviews = uuidV7() as TableId

let journey: DemoJourney
let adas: Keys
let bens: Visitor
const problems: string[][] = []

beforeAll(async () => {
  journey = await startDemoJourney('automation-editor')
  const { world, base } = journey
  await as(world, ada, (backend) => furnish(backend, base))
  const entered = await journey.enterByKeys(ada, `/b/${base}/automations`)
  adas = entered.keys
  bens = await journey.enter(ben)
  problems.push(entered.problems, bens.problems)
  await bens.page.goto(`/b/${base}/t/${shots.table}`)
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const text = (name: string) => ({ id: uuidV7() as FieldId, name, type: 'text', options: {} }) as const
const link = (name: string, target: TableId) =>
  ({ id: uuidV7() as FieldId, name, type: 'link', options: { target } }) as const
const insert = (table: TableId, values: Record<FieldId, CellValue>) => ({
  id: uuidV7() as MutationId,
  kind: 'insert' as const,
  table,
  record: uuidV7() as RecordId,
  values,
})

/** Shots, reels that they are linked to, and reviews that link to them; a shot of Ben's. */
async function furnish(backend: SupabaseBackend, base: BaseId): Promise<void> {
  const { bases, rows } = backend
  await makeShots(backend, base)
  const reel = text('Reel')
  must(await bases.createTable(base, { id: reels, name: 'Reels', fields: [reel] }))
  must(await bases.createField(shots.table, link('Reel', reels)))
  must(await bases.createTable(base, { id: reviews, name: 'Reviews', fields: [text('Review')] }))
  must(await bases.createField(reviews, link('Shot', shots.table)))
  const owner = must(await bases.members(base)).find(({ name }) => name === ben.name)!.id
  const shot = { [shots.title]: 'Bridge at night', [shots.state]: 'draft', [shots.owner]: owner }
  const mutations = [insert(reels, { [reel.id]: 'Reel one' }), insert(shots.table, shot)]
  must(await rows.apply({ mutations, atomic: true }))
}

const actions = (): Locator => adas.see.getByRole('list', { name: 'Actions' })
const runs = (): Locator => adas.see.getByRole('list', { name: 'Runs' }).getByRole('listitem')

/** A new automation for shots, up to when it begins. */
async function begin(name: string, when: RegExp): Promise<void> {
  const { see } = adas
  await adas.visit(`/b/${journey.base}/automations/new`)
  await adas.typeInto(field(see, 'Name'), name)
  await adas.choose(button(see, /Records of$/), 'Shots')
  await adas.choose(button(see, /Begins when$/), when)
}

const add = (action: string) => adas.fromMenu(button(adas.see, 'Add an action'), action)

/** Chooses a field of the action that was added last, and types what it becomes. */
async function setTo(name: string, value: string): Promise<void> {
  await adas.choose(button(actions(), /Field$/).last(), name)
  await adas.typeInto(field(actions(), `Value of ${name}`), value)
}

async function tick(list: RegExp, line: string): Promise<void> {
  await adas.pressOn(button(adas.see, list))
  await adas.arrowTo(adas.see.getByRole('menuitemcheckbox', { name: line }).first())
  await adas.press('Enter', 'Escape')
  await adas.see.getByRole('menuitemcheckbox').first().waitFor({ state: 'hidden' })
}

async function create(name: string, sentence: string): Promise<void> {
  const { see } = adas
  await seen(see.getByText(sentence))
  await adas.look(name)
  await adas.showPicture(`automation-editor-${name}`)
  await adas.pressOn(button(see, 'Create automation'))
  await seen(heading(see, name))
  await seen(see.getByText('It has not run yet.', { exact: false }))
}

/** What the history says of the only run. */
async function expectTold(...parts: string[]): Promise<void> {
  const text = async () => (await runs().first().innerText()).replaceAll(/\s+/g, ' ')
  await seen(runs().first().getByText('Done'), 30_000)
  // The names come a moment later: until then nothing is said of them.
  expect(await text()).not.toContain('not to be seen')
  for (const part of parts) await expect.poll(text, soon).toContain(part)
  expect(await runs().count()).toBe(1)
}

/** Types over a cell, as Ben. */
async function write(place: number, name: string, text: string): Promise<void> {
  const { page } = bens
  await (await cell(page, 'Shots', place, name)).click()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}
const expectIn = async (table: string, place: number, name: string, text: string, on: Page = bens.page) => {
  const there = await cell(on, table, place, name)
  await expect.poll(() => there.innerText(), { timeout: 30_000 }).toContain(text)
}

describe('when a record is made', () => {
  it('its fields are set and another record is made for it', async () => {
    await begin('New shots', /^A record is made/)
    await add('Set fields')
    await setTo('Takes', '1')
    await add('Make a record')
    await adas.choose(button(actions(), /In the table$/), 'Reviews')
    await seen(button(actions(), /^The record that it runs for/))
    await adas.pressOn(button(actions(), 'Add a field').last())
    await setTo('Review', 'First look')
    await create('New shots', 'When a record of Shots is made: set Takes, make a record of Reviews.')
    expect(adas.flaws()).toEqual([])
  })

  it('shows in the grid of whoever made it, and in the history', async () => {
    const { page } = bens
    await seen(grid(page, 'Shots').getByText('Bridge at night'))
    await button(page, 'New record').click()
    await page.keyboard.type('Kites')
    await page.keyboard.press('Enter')
    await expectIn('Shots', 4, 'Shot', 'Kites')
    await expectIn('Shots', 4, 'Takes', '1')
    await expectTold('Done for Kites', 'Made First look in Reviews.', 'made by Ben Okafor')
    await adas.tabTo(adas.see.getByRole('link', { name: 'First look' }))
    await adas.lookEverywhere('automation-editor-made')
    await page.goto(`/b/${journey.base}/t/${reviews}`)
    await expectIn('Reviews', 1, 'Review', 'First look')
    await expectIn('Reviews', 1, 'Shot', 'Kites')
    await page.goto(`/b/${journey.base}/t/${shots.table}`)
    expect(adas.flaws()).toEqual([])
  })
})

describe('when a field changes', () => {
  it('a record is linked and people are told', async () => {
    const { see } = adas
    await begin('Renamed', /^A field changes/)
    await tick(/^Fields: nothing yet/, 'Shot')
    await add('Link a record')
    await adas.choose(button(actions(), /In the field$/), 'Reel')
    await adas.pressOn(button(see, /^Record of Reels: nothing yet/))
    await seen(see.getByRole('option', { name: 'Reel one' }))
    await adas.type('Reel')
    await adas.press('Enter')
    await add('Notify people')
    await tick(/^People: nothing yet/, 'Ben')
    await adas.typeInto(field(see, 'Message'), 'A shot has another name.')
    await create(
      'Renamed',
      'When Shot of a record of Shots changes: link a record in Reel, notify Ben Okafor.',
    )
    expect(adas.flaws()).toEqual([])
  })

  it('shows in the grid of whoever changed it, in the notices, and in the history', async () => {
    const { page } = bens
    await write(1, 'Shot', 'Harbour at noon')
    await expectIn('Shots', 1, 'Reel', 'Reel one')
    await expectTold('Linked Reel one in Reels.', '1 person notified', 'changed by Ben Okafor')
    await button(page, 'Notices, 1 unread').click()
    await seen(page.getByRole('dialog', { name: 'Notices' }).getByText('A shot has another name.'))
    await showPicture(page, 'automation-editor-notices')
    await page.keyboard.press('Escape')
    // Another field is none of those that were chosen.
    await write(2, 'Takes', '2')
    await adas.pressOn(button(adas.see, 'Refresh'))
    expect(await runs().count()).toBe(1)
  })
})

describe('when a record begins to match', () => {
  it('a record is made and linked, fields are set, and whoever is in one of them is told', async () => {
    const { see } = adas
    await begin('Many takes', /^A record begins to match/)
    await adas.typeInto(field(see, 'What must become true'), '{Takes} > 5')
    await seen(see.getByText('0 of 4 records match now.'))
    await add('Make a record')
    await adas.choose(button(actions(), /In the table$/), 'Reels')
    await adas.pressOn(button(actions(), 'Add a field').last())
    await setTo('Reel', 'Retakes')
    await add('Link a record')
    await adas.choose(button(actions(), /In the field$/), 'Reel')
    await adas.choose(button(actions(), /The record$/), 'The one that action 1 makes')
    await add('Set fields')
    await adas.choose(button(actions(), /Field$/).last(), 'State')
    await adas.choose(button(actions(), /Value of State$/), 'Review')
    await add('Notify people')
    await tick(/^Whoever is in: nothing yet/, 'Owner')
    await adas.typeInto(field(see, 'Message'), 'This takes long.')
    await create(
      'Many takes',
      'When a record of Shots begins to match {Takes} > 5: make a record of Reels, link a record in Reel, set State, notify Owner.',
    )
    expect(adas.flaws()).toEqual([])
  })

  it('does nothing before that is true, and all of it once as soon as it is', async () => {
    const { page } = bens
    await write(3, 'Takes', '5')
    await write(3, 'Takes', '6')
    await expectIn('Shots', 3, 'State', 'Review')
    await expectIn('Shots', 3, 'Reel', 'Retakes')
    await expectTold(
      'Done for Bridge at night',
      'Made Retakes in Reels.',
      'Linked Retakes in Reels.',
      '1 person notified',
    )
    await write(3, 'Takes', '7')
    await adas.pressOn(button(adas.see, 'Refresh'))
    expect(await runs().count()).toBe(1)
    await seen(button(page, 'Notices, 1 unread'))
    expect(await flawsEverywhere(page, 'automation-editor-grid')).toEqual([])
  })
})

describe('what this project cannot do', () => {
  it('is said where it would be chosen', async () => {
    const { see } = adas
    await begin('On its day', /^A date is reached/)
    await seen(
      see.getByText('Whoever runs this project can switch on the extension pg_cron', { exact: false }),
    )
    await seen(see.getByText('this project’s database lacks the extension pg_net', { exact: false }))
    await adas.pressOn(button(see, 'Add an action'))
    await seen(see.getByRole('menuitem', { name: 'Notify people' }))
    expect(await see.getByRole('menuitem', { name: 'Call another service' }).count()).toBe(0)
    await adas.press('Escape')
    await see.getByRole('menuitem').first().waitFor({ state: 'hidden' })
    await adas.lookEverywhere('automation-editor-without')
    expect(adas.flaws()).toEqual([])
    expect(problems.flat()).toEqual([])
  })
})
