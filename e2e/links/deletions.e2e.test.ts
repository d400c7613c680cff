/** Records that go along with a deleted one: said in the field's dialog, counted before, taken back; by keys, and seen by others. */
import { signInPerson } from '@plinth/backend/testing'
import {
  type Backend,
  type FieldId,
  type MutationId,
  type OptionId,
  type RecordId,
  type Table,
  type TableId,
  uuidV7,
} from '@plinth/domain'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { phone, type Visitor } from '../browser.ts'
import { ada, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { fromFieldMenu, goToCell } from '../keyboard/cells.ts'
import type { Keys } from '../keyboard/keys.ts'
import { button, cell, field, flawsEverywhere, grid, seen } from '../steps.ts'
import { must } from '../target.ts'

const soon = { timeout: 20_000 }

let journey: DemoJourney
let films: Table
let scenes: Table
let takes: Table
let adas: Keys
let bens: Visitor
const problems: string[][] = []

beforeAll(async () => {
  journey = await startDemoJourney('deletions')
  const { backend } = await signInPerson(journey.world.project, ada)
  films = await tableOf(backend, 'Plays', ['Heat', 'Ronin', 'Solaris'])
  scenes = await tableOf(backend, 'Scenes', ['Diner', 'Bank', 'Chase'])
  takes = await tableOf(backend, 'Takes', ['Take 1', 'Take 2'])
  await linkAll(backend, takes, 'Scene', scenes, [0, 0], { onDelete: 'delete' })
  await backend.dispose()
  const entered = await journey.enterWithBen({ table: scenes.id, name: 'Scenes' })
  ;({ adas, bens } = entered)
  problems.push(...entered.problems)
  await seen(grid(adas.see, 'Scenes').getByText('Diner'))
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const addressOf = (table: string) => `/b/${journey.base}/t/${table}`

async function tableOf({ bases, rows }: Backend, name: string, records: readonly string[]): Promise<Table> {
  const first = { id: uuidV7() as FieldId, name: 'Name', type: 'text' as const, options: {} }
  const table = must(
    await bases.createTable(journey.base, { id: uuidV7() as TableId, name, fields: [first] }),
  )
  const mutations = records.map((text) => ({
    id: uuidV7() as MutationId,
    kind: 'insert' as const,
    table: table.id,
    record: uuidV7() as RecordId,
    values: { [first.id]: text },
  }))
  must(await rows.apply({ mutations, atomic: true }))
  return table
}

/** A field of several options, two of which each record has. */
async function addOptions(table: Table): Promise<void> {
  const { backend } = await signInPerson(journey.world.project, ada)
  const { bases, rows } = backend
  const id = uuidV7() as FieldId
  const options = ['Loud', 'Dark'].map((label) => ({
    id: label.toLowerCase() as OptionId,
    label,
    hue: 'blue' as const,
  }))
  must(await bases.createField(table.id, { id, name: 'Moods', type: 'multi_select', options: { options } }))
  const window = { anchor: null, direction: 'forward', skip: 0, take: 100 } as const
  const all = must(await rows.window({ query: { table: table.id, sorts: [] }, ...window }))
  const mutations = all.rows.map(({ id: record }) => ({
    id: uuidV7() as MutationId,
    kind: 'update' as const,
    table: table.id,
    record,
    values: { [id]: options.map((option) => option.id) },
    base: { [id]: null },
  }))
  must(await rows.apply({ mutations, atomic: true }))
  await backend.dispose()
}

/** Links the records of a table to those of another, each to the one at this place. */
async function linkAll(
  { bases, rows }: Backend,
  from: Table,
  name: string,
  to: Table,
  places: readonly number[],
  options: { onDelete?: 'delete' | 'refuse' },
) {
  const id = uuidV7() as FieldId
  const definition = {
    id,
    name,
    type: 'link' as const,
    options: { target: to.id, single: true as const, ...options },
  }
  must(await bases.createField(from.id, definition))
  const window = { anchor: null, direction: 'forward', skip: 0, take: 100 } as const
  const [own, others] = [
    must(await rows.window({ query: { table: from.id, sorts: [] }, ...window })).rows,
    must(await rows.window({ query: { table: to.id, sorts: [] }, ...window })).rows,
  ]
  const mutations = places.map((place, at) => ({
    id: uuidV7() as MutationId,
    kind: 'update' as const,
    table: from.id,
    record: own[at]!.id,
    values: { [id]: { link: [others[place]!.id] } },
    base: { [id]: null },
  }))
  must(await rows.apply({ mutations, atomic: true }))
}

const rowCount = (keys: Keys, text: string) =>
  expect.poll(() => keys.see.getByTestId('row-count').innerText(), soon).toBe(text)
const question = () => adas.see.getByRole('alertdialog')
/** Asks to delete the record at a place. */
async function remove(table: string, place: number) {
  await goToCell(adas, table, place, 'Name')
  await adas.press('Shift+Space', 'Control+-')
}

describe('a record that takes others along', () => {
  it('is made so in the dialog of the field', async () => {
    const { see } = adas
    await adas.pressOn(button(see, 'Add field'))
    const dialog = see.getByRole('dialog', { name: 'New field' })
    await adas.typeInto(field(dialog, 'Name'), 'Film')
    await adas.choose(button(dialog, /Type/), /^Link/)
    await adas.choose(button(dialog, /Records of/), 'Plays')
    await adas.turnTo(
      dialog.getByRole('radio', { name: 'One record at most' }).first(),
      dialog.getByRole('radio').first(),
    )
    await adas.turnTo(
      dialog.getByRole('radio', { name: /^Delete the records that link it/ }),
      dialog.getByRole('radio', { name: /^Unlink it/ }),
    )
    await seen(
      dialog.getByRole('checkbox', { name: /^Deleting a record here deletes its records of “Plays” too/ }),
    )
    await adas.lookEverywhere('deletion-dialog')
    await adas.pressOn(button(dialog, 'Create field'))
    await dialog.waitFor({ state: 'hidden' })
    await fromFieldMenu(adas, 'Scenes', 'Film', 'Edit field')
    const edit = see.getByRole('dialog', { name: 'Edit “Film”' })
    expect(await edit.getByRole('radio', { name: /^Delete the records that link it/ }).isChecked()).toBe(true)
    await adas.press('Escape')
    await edit.waitFor({ state: 'hidden' })
    for (const place of [1, 2]) {
      await goToCell(adas, 'Scenes', place, 'Film')
      await adas.press('Enter')
      await adas.expectFocus(see.getByRole('combobox', { name: /^Find a record of/ }))
      await adas.type('Hea')
      await seen(see.getByRole('option', { name: /^Heat/ }))
      await adas.press('Enter')
      await expect.poll(async () => (await cell(see, 'Scenes', place, 'Film')).innerText(), soon).toBe('Heat')
    }
    expect(adas.flaws()).toEqual([])
  })

  it('says before what goes along with it, counted, and stays where one says no', async () => {
    await adas.visit(addressOf(films.id))
    await bens.page.goto(addressOf(takes.id))
    await seen(grid(bens.page, 'Takes').getByText('Take 2'))
    await seen(grid(adas.see, 'Plays').getByText('Heat'))
    await remove('Plays', 1)
    await seen(
      question().getByText(
        'Also deletes 2 records of “Scenes” and 2 records of “Takes”, because they are linked.',
      ),
    )
    await adas.lookEverywhere('deletion-question')
    await adas.keepPicture('deletion-question')
    await adas.press('Escape')
    await question().waitFor({ state: 'hidden' })
    await rowCount(adas, '3 records')
    expect(adas.flaws()).toEqual([])
  })

  it('takes them along, and all come back with their links', async () => {
    await remove('Plays', 1)
    await adas.pressOn(button(question(), 'Delete 5 records'))
    await seen(adas.see.getByText('Deleted the record and 4 linked'))
    await rowCount(adas, '2 records')
    await grid(bens.page, 'Takes').getByText('Take 2').waitFor({ state: 'hidden' })
    await adas.press('Control+z')
    await rowCount(adas, '3 records')
    await seen(grid(bens.page, 'Takes').getByText('Take 2'))
    await expect
      .poll(async () => (await cell(bens.page, 'Takes', 1, 'Scene')).innerText(), soon)
      .toBe('Diner')
    await expect
      .poll(async () => (await cell(adas.see, 'Plays', 1, 'Scenes')).innerText(), soon)
      .toBe('Diner, Bank')
    expect(adas.flaws()).toEqual([])
  })

  it('goes without a question where nothing is linked, be its cells full of options', async () => {
    await addOptions(films)
    await remove('Plays', 3)
    const told = adas.see.getByText('Deleted the record', { exact: true })
    await seen(told)
    await rowCount(adas, '2 records')
    await adas.press('Control+z')
    await rowCount(adas, '3 records')
    // What the message offers is done.
    await told.waitFor({ state: 'detached', timeout: 3_000 })
    expect(adas.flaws()).toEqual([])
  })

  it('asks on a phone too, from the record, and undoes by the message', async () => {
    const { page } = bens
    await page.setViewportSize(phone)
    await page.goto(addressOf(films.id))
    await page.getByRole('list', { name: 'Plays' }).getByText('Heat', { exact: true }).click()
    const panel = page.getByRole('complementary', { name: 'Heat' })
    await seen(panel)
    await button(panel, 'More for this record').click()
    await page.getByRole('menuitem', { name: 'Delete record' }).click()
    const asked = page.getByRole('alertdialog')
    await seen(asked.getByText(/^Also deletes 2 records of “Scenes” and 2 records of “Takes”/))
    expect(await flawsEverywhere(page, 'deletion-record')).toEqual([])
    await button(asked, 'Delete 5 records').click()
    await asked.waitFor({ state: 'hidden' })
    await rowCount(adas, '2 records')
    await button(page, 'Undo').last().click()
    await rowCount(adas, '3 records')
    expect(adas.flaws()).toEqual([])
    expect(problems.flat()).toEqual([])
  })
})

describe('a record that others link', () => {
  let albums: Table

  beforeAll(async () => {
    const { backend } = await signInPerson(journey.world.project, ada)
    albums = await tableOf(backend, 'Albums', ['Blue', 'Hejira'])
    const songs = await tableOf(backend, 'Songs', ['Carey', 'Coyote', 'River'])
    const deals = await tableOf(backend, 'Deals', ['Deal 1'])
    await linkAll(backend, songs, 'Album', albums, [0, 1, 0], {})
    await linkAll(backend, deals, 'Album', albums, [1], { onDelete: 'refuse' })
    await backend.dispose()
    await adas.visit(addressOf(albums.id))
    await seen(grid(adas.see, 'Albums').getByText('Hejira'))
  })

  it('says before how many lose their link, and goes', async () => {
    await remove('Albums', 1)
    await seen(question().getByText('2 records of “Songs” lose the link to it.'))
    await adas.lookEverywhere('deletion-unlinks')
    await adas.pressOn(button(question(), 'Delete record'))
    await seen(adas.see.getByText('Deleted the record', { exact: true }))
    await question().waitFor({ state: 'hidden' })
    await rowCount(adas, '1 record')
    await adas.tabTo(grid(adas.see, 'Albums').locator('[data-active]'))
    await adas.press('Control+z')
    const name = async () => (await cell(adas.see, 'Albums', 1, 'Name')).innerText()
    await expect.poll(name, soon).toBe('Blue')
    expect(adas.flaws()).toEqual([])
  })

  it('says how many refuse its deletion, and by which field, and stays', async () => {
    // What was taken back stands where it belongs.
    await adas.visit(addressOf(albums.id))
    await seen(grid(adas.see, 'Albums').getByText('Hejira'))
    await remove('Albums', 2)
    await seen(
      question().getByText(
        '1 record of “Deals” is linked to it, and its field “Album” refuses the deletion. Unlink it there first.',
      ),
    )
    await adas.lookEverywhere('deletion-kept')
    await adas.pressOn(button(question(), 'Close'))
    await rowCount(adas, '2 records')
    expect([...adas.flaws(), ...problems.flat()]).toEqual([])
  })
})
