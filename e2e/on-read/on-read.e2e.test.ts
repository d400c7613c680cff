/**
 * A creator computes what differs from reader to reader and from day to day: a sum over linked records of which an editor reads some, and a
 * formula that asks what day it is. With the keyboard alone; both see their own values, and see them follow.
 */
import type { RecordId, RoleId, TableId } from '@plinth/domain'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { fillCell, fromFieldMenu, goToCell } from '../keyboard/cells.ts'
import { type Keys, soon } from '../keyboard/keys.ts'
import { asAda } from '../links/furnish-links.ts'
import { furnishRollups } from '../rollups/furnish-rollups.ts'
import { button, cell, field, grid, seen } from '../steps.ts'
import { must } from '../target.ts'

let journey: DemoJourney
let adas: Keys
let bens: Keys
let problems: string[][]
let movies: TableId

/** Editors read long movies alone. */
const narrow = () =>
  asAda(journey, async ({ bases, roles }) => {
    const schema = must(await bases.schema(journey.base))
    const minutes = schema.tables.find(({ id }) => id === movies)!.fields[1]!
    const editors = must(await roles.list(journey.base)).find(({ kind }) => kind === 'editor')!
    const rule = { call: '>', args: [{ field: minutes.id }, { number: 150 }] }
    must(await roles.setGrant(editors.id as RoleId, movies, 'read', { scope: 'rules', rule }))
  })

beforeAll(async () => {
  journey = await startDemoJourney('on-read')
  const made = await furnishRollups(journey)
  movies = made.movies
  await narrow()
  ;({ adas, bens, problems } = await journey.enterBothByKeys({ table: made.studios, name: 'Studios' }))
  await seen(grid(adas.see, 'Studios').getByText('Regency'))
  await seen(grid(bens.see, 'Studios').getByText('Regency'))
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const shows = (keys: Keys, name: string, text: string | RegExp) =>
  expect
    .poll(async () => (await cell(keys.see, 'Studios', 1, name)).innerText(), soon)
    .toMatch(typeof text === 'string' ? new RegExp(`^${text}$`) : text)

/** In the base's time zone it may be another one for an hour a year. */
const year = () => new Date().getFullYear()

describe('a field that is computed when it is read', () => {
  it('adds up linked records for everybody from what they may read', async () => {
    const { see } = adas
    await adas.pressOn(button(grid(see, 'Studios'), 'Add field'))
    const dialog = see.getByRole('dialog', { name: 'New field' })
    await adas.typeInto(field(dialog, 'Name'), 'Total')
    await adas.choose(button(dialog, /Type/), /^Rollup/)
    await adas.choose(button(dialog, /Field of “Movies”/), 'Minutes')
    await adas.choose(button(dialog, /Computed/), /^Sum/)
    await seen(dialog.getByText(/Computed when it is read, for everybody from what they may read\./))
    await adas.lookEverywhere('on-read-rollup')
    await adas.pressOn(button(dialog, 'Create field'))
    await dialog.waitFor({ state: 'hidden' })
    for (const { see: page } of [adas, bens])
      await seen(button(page, 'Total, computed when it is read, field menu'))
    await shows(adas, 'Total', '291')
    await shows(bens, 'Total', '170')
    expect([...adas.flaws(), ...bens.flaws()]).toEqual([])
  })

  it('asks what day it is, and says that it changes by itself', async () => {
    const { see } = adas
    await adas.pressOn(button(grid(see, 'Studios'), 'Add field'))
    const dialog = see.getByRole('dialog', { name: 'New field' })
    await adas.typeInto(field(dialog, 'Name'), 'Year')
    await adas.choose(button(dialog, /Type/), /^Formula/)
    await adas.typeInto(
      dialog.getByRole('textbox', { name: 'Formula' }),
      'text(year(today())) & ": " & text({Total})',
    )
    await seen(dialog.getByText(/as of today, which changes by itself at midnight/))
    await seen(dialog.getByLabel('Preview').getByText(`${year()}: 291`))
    await adas.lookEverywhere('on-read-formula')
    await adas.pressOn(button(dialog, 'Create field'))
    await dialog.waitFor({ state: 'hidden' })
    await shows(adas, 'Year', `${year()}: 291`)
    await shows(bens, 'Year', `${year()}: 170`)
    expect([...adas.flaws(), ...bens.flaws()]).toEqual([])
  })

  it('reads what linked records are called, of those that each may read', async () => {
    const { see } = adas
    await adas.pressOn(button(grid(see, 'Studios'), 'Add field'))
    const dialog = see.getByRole('dialog', { name: 'New field' })
    await adas.typeInto(field(dialog, 'Name'), 'Shown')
    await adas.choose(button(dialog, /Type/), /^Formula/)
    await adas.typeInto(
      dialog.getByRole('textbox', { name: 'Formula' }),
      'join(sort({Movies}), " + ") & " (" & text(count({Movies})) & ")"',
    )
    await seen(dialog.getByText(/from those linked records that you may read/))
    await seen(dialog.getByLabel('Preview').getByText('Heat + Ronin (2)'))
    await adas.pressOn(button(dialog, 'Create field'))
    await dialog.waitFor({ state: 'hidden' })
    await shows(adas, 'Shown', 'Heat \\+ Ronin \\(2\\)')
    await shows(bens, 'Shown', 'Heat \\(1\\)')
    expect([...adas.flaws(), ...bens.flaws()]).toEqual([])
  })

  it('is another for everybody as soon as its formula is', async () => {
    const edit = async (formula: string) => {
      await fromFieldMenu(adas, 'Studios', 'Shown', 'Edit field')
      const dialog = adas.see.getByRole('dialog', { name: 'Edit “Shown”' })
      await adas.typeInto(dialog.getByRole('textbox', { name: 'Formula' }), formula)
      await adas.pressOn(button(dialog, 'Save field'))
      await dialog.waitFor({ state: 'hidden' })
    }
    await edit('upper(join(sort({Movies}), "/"))')
    await shows(adas, 'Shown', 'HEAT/RONIN')
    await shows(bens, 'Shown', 'HEAT')
    await goToCell(adas, 'Studios', 1, 'Name')
    await adas.press('Control+z')
    await shows(adas, 'Shown', 'Heat \\+ Ronin \\(2\\)')
    await shows(bens, 'Shown', 'Heat \\(1\\)')
    expect([...adas.flaws(), ...bens.flaws()]).toEqual([])
  })

  it('is not written, and says from what it is computed', async () => {
    await goToCell(bens, 'Studios', 1, 'Total')
    await bens.type('7')
    await seen(bens.see.getByText('“Total” is computed when it is read'))
    await seen(bens.see.getByText(/from those linked records that you may read/))
    await bens.look('a cell that is computed when it is read')
    await bens.keepPicture('on-read-cell')
    expect(bens.flaws()).toEqual([])
  })

  it('is nothing to sort by, and its menu says why', async () => {
    const { see } = adas
    await goToCell(adas, 'Studios', 1, 'Total')
    await adas.press('ArrowUp', 'Enter')
    const menu = see.getByRole('menu')
    await seen(menu)
    await seen(see.getByText(/Views cannot be sorted, filtered, grouped or summed up by it\./))
    expect(await menu.getByRole('menuitem', { name: /Sort|Group/ }).count()).toBe(0)
    await adas.look('the menu of a field on read')
    await adas.keepPicture('on-read-menu')
    await adas.press('Escape')
    await adas.pressOn(button(see, /^Sort/))
    const popover = see.getByRole('dialog', { name: 'Sort' })
    await adas.pressOn(button(popover, 'Add a sort'))
    await seen(see.getByRole('menuitem', { name: 'Name' }))
    expect(await see.getByRole('menuitem', { name: /Total|Year/ }).count()).toBe(0)
    await adas.press('Escape')
    await see.getByRole('menu').waitFor({ state: 'hidden' })
    await adas.press('Escape')
    await popover.waitFor({ state: 'hidden' })
    expect(adas.flaws()).toEqual([])
  })

  it('follows changes of the records that it is made of, for who reads them', async () => {
    await asAda(journey, async ({ bases, rows }) => {
      const schema = must(await bases.schema(journey.base))
      const [title, minutes] = schema.tables.find(({ id }) => id === movies)!.fields
      const query = { table: movies, sorts: [] }
      const window = { query, anchor: null, direction: 'forward', skip: 0, take: 9 } as const
      const heat = must(await rows.window(window)).rows.find(({ values }) => values[title!.id] === 'Heat')!
      const change = {
        record: heat.id as RecordId,
        values: { [minutes!.id]: 180 },
        base: { [minutes!.id]: 170 },
      }
      const mutation = { id: crypto.randomUUID() as never, kind: 'update', table: movies, ...change } as const
      must(await rows.apply({ mutations: [mutation], atomic: true }))
    })
    await shows(adas, 'Total', '301')
    await shows(bens, 'Total', '180')
    await fillCell(adas, 'Studios', 1, 'Name', 'Regency House')
    await shows(bens, 'Name', 'Regency House')
    await shows(bens, 'Total', '180')
    expect([...adas.flaws(), ...bens.flaws()]).toEqual([])
  })

  it('stands on the page of the record and in what is exported, as it is for whoever looks', async () => {
    const { see } = bens
    await goToCell(bens, 'Studios', 1, 'Name')
    await bens.press('Space')
    const panel = see.getByRole('complementary', { name: 'Regency House', exact: true })
    await seen(panel.getByText(`${year()}: 180`))
    await bens.look('a record with fields on read')
    await bens.keepPicture('on-read-record')
    await bens.press('Escape')
    await panel.waitFor({ state: 'hidden' })
    await bens.fromMenu(button(see.getByRole('toolbar'), 'More'), /^Export/)
    const dialog = see.getByRole('dialog', { name: 'Export Studios' })
    const { text } = await bens.download(button(dialog, 'Export'))
    expect(text).toContain(`180,${year()}: 180`)
    await bens.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(bens.flaws()).toEqual([])
  })

  it('is deleted, and made again when that is taken back', async () => {
    await fromFieldMenu(adas, 'Studios', 'Year', 'Delete field')
    await seen(adas.see.getByText('The field “Year” is deleted.'))
    await expect.poll(() => button(adas.see, /^Year, /).count(), soon).toBe(0)
    await goToCell(adas, 'Studios', 1, 'Name')
    await adas.press('Control+z')
    await seen(adas.see.getByText('The field “Year” is back.'))
    // The message that offered this is done with.
    const offers = button(adas.see.locator('[data-sonner-toast]'), 'Undo')
    await expect.poll(() => offers.count(), { timeout: 2_000 }).toBe(0)
    await shows(adas, 'Year', `${year()}: 301`)
    expect([...adas.flaws(), ...problems.flat()]).toEqual([])
  })
})
