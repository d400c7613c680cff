/** Records in the order and in groups of what they link: by keys, as names change, and for one who reads only some of it. */
import { type FieldId, type MutationId, uuidV7 } from '@plinth/domain'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { phone, type Visitor } from '../browser.ts'
import { type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { fromFieldMenu } from '../keyboard/cells.ts'
import type { Keys } from '../keyboard/keys.ts'
import { button, cell, flawsEverywhere, grid, leave, makeView, resize, seen } from '../steps.ts'
import { must } from '../target.ts'
import { asAda, dora, furnishLinks, type Linked, restrictDora } from './furnish-links.ts'

const soon = { timeout: 20_000 }

let journey: DemoJourney
let linked: Linked
let adas: Keys
let bens: Visitor
const problems: string[][] = []

/** Heat is of Regency, Ronin and Solaris are of Mosfilm; Ronin has two films that it quotes. */
beforeAll(async () => {
  journey = await startDemoJourney('link-order')
  linked = await furnishLinks(journey)
  await asAda(journey, async ({ bases, rows }) => {
    const { movies, studios } = linked
    const window = { anchor: null, direction: 'forward', skip: 0, take: 10 } as const
    const all = async (table: typeof movies) =>
      must(await rows.window({ query: { table: table.id, sorts: [] }, ...window })).rows.map(({ id }) => id)
    const [films, houses] = [await all(movies), await all(studios)]
    const add = async (name: string, options: object) =>
      must(await bases.createField(movies.id, { id: uuidV7() as FieldId, name, type: 'link', options }))
    const studio = await add('Studio', { target: studios.id, single: true })
    const quotes = await add('Quotes', { target: movies.id })
    const change = (film: number, field: FieldId, link: typeof films) => ({
      id: uuidV7() as MutationId,
      kind: 'update' as const,
      table: movies.id,
      record: films[film]!,
      values: { [field]: { link } },
      base: { [field]: null },
    })
    const mutations = [
      change(0, studio.id, [houses[0]!]),
      change(1, studio.id, [houses[1]!]),
      change(2, studio.id, [houses[1]!]),
      change(1, quotes.id, [films[0]!, films[2]!]),
      change(2, quotes.id, [films[1]!]),
    ]
    must(await rows.apply({ mutations, atomic: true }))
  })
  const entered = await journey.enterWithBen({ table: linked.movies.id, name: 'Movies' })
  ;({ adas, bens } = entered)
  problems.push(...entered.problems)
  await seen(grid(adas.see, 'Movies').getByText('Heat'))
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const addressOf = (table: string) => `/b/${journey.base}/t/${table}`
/** What stands in the lines of a table, from top to bottom: headings, and the first field of each record. */
async function linesOf(page: Keys['see']): Promise<(string | null)[]> {
  const all = grid(page, 'Movies').locator('[data-group] [role=gridcell], [data-id] [aria-colindex="2"]')
  const placed = await Promise.all(
    Array.from({ length: await all.count() }, async (_, at) => {
      const one = all.nth(at)
      return [(await one.boundingBox())?.y ?? 0, await one.textContent()] as const
    }),
  )
  return placed.toSorted(([a], [b]) => a - b).map(([, text]) => text)
}
const stands = (page: Keys['see'], ...lines: unknown[]) =>
  expect.poll(() => linesOf(page), soon).toEqual(lines)
async function renameStudio(place: number, name: string): Promise<void> {
  await bens.page.goto(addressOf(linked.studios.id))
  await (await cell(bens.page, 'Studios', place, 'Name')).click()
  await bens.page.keyboard.type(name)
  await bens.page.keyboard.press('Enter')
  await seen(grid(bens.page, 'Studios').getByText(name))
}

describe('records', () => {
  it('are sorted by the name of what they link, and again when that is renamed', async () => {
    await fromFieldMenu(adas, 'Movies', 'Studio', 'Sort A → Z')
    await stands(adas.see, 'Ronin', 'Solaris', 'Heat')
    await renameStudio(2, 'Zentral')
    await stands(adas.see, 'Heat', 'Ronin', 'Solaris')
    await fromFieldMenu(adas, 'Movies', 'Studio', 'Do not sort by this field')
    expect(adas.flaws()).toEqual([])
  })

  it('are sorted by how many they link, where they link several', async () => {
    await fromFieldMenu(adas, 'Movies', 'Quotes', 'Sort fewest first')
    await stands(adas.see, 'Solaris', 'Ronin', 'Heat')
    await fromFieldMenu(adas, 'Movies', 'Quotes', 'Do not sort by this field')
    expect(adas.flaws()).toEqual([])
  })

  it('stand in groups, each called by what its records link', async () => {
    await fromFieldMenu(adas, 'Movies', 'Studio', 'Group by this field')
    await stands(
      adas.see,
      'Studio: Regency, 1 record',
      'Heat',
      'Studio: Zentral, 2 records',
      'Ronin',
      'Solaris',
    )
    await adas.lookEverywhere('link-groups')
    await renameStudio(2, 'Mosfilm')
    await stands(
      adas.see,
      'Studio: Mosfilm, 2 records',
      'Ronin',
      'Solaris',
      'Studio: Regency, 1 record',
      'Heat',
    )
    expect(adas.flaws()).toEqual([])
  })

  it('that are made in a group begin with its link', async () => {
    await (await cell(adas.see, 'Movies', 1, 'Title')).waitFor()
    await adas.tabTo(grid(adas.see, 'Movies').locator('[data-active]'))
    await adas.press('Control+Home', 'ArrowDown', 'Shift+Enter')
    await adas.type('Stalker')
    await adas.press('Enter', 'Escape', 'Control+Home')
    await expect
      .poll(() => linesOf(adas.see), soon)
      .toEqual(expect.arrayContaining(['Studio: Mosfilm, 3 records', 'Stalker']))
    expect(adas.flaws()).toEqual([])
  })

  it('are told without the names that one does not read', async () => {
    await restrictDora(journey, linked, 'Mosfilm')
    const { page, problems: doras } = await journey.enter(dora)
    problems.push(doras)
    await page.goto(addressOf(linked.movies.id))
    await (await cell(page, 'Movies', 1, 'Studio')).click()
    await page.getByRole('columnheader', { name: /^Studio/ }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Group by this field' }).click()
    await stands(
      page,
      'Studio: Mosfilm, 3 records',
      'Ronin',
      'Solaris',
      'Stalker',
      'Studio: 1 restricted, 1 record',
      'Heat',
    )
    expect(await page.content()).not.toContain('Regency')
    expect(await flawsEverywhere(page, 'link-groups-restricted')).toEqual([])
    await resize(page, phone)
    for (const name of [/^Studio\s*Mosfilm\s*3/, /^Studio\s*1 restricted\s*1/]) await seen(button(page, name))
    await page.context().close()
  })

  it('are counted in a chart by what they link', async () => {
    const { page } = bens
    await page.goto(addressOf(linked.movies.id))
    await seen(grid(page, 'Movies'))
    await makeView(page, 'Chart')
    await button(page, 'Layout').click()
    const dialog = page.getByRole('dialog', { name: 'Layout' })
    await button(dialog, /By$/).click()
    await page.getByRole('option', { name: 'Studio', exact: true }).click()
    await leave(page, dialog)
    const shown = page.getByRole('region', { name: 'Records by Studio', exact: true })
    await expect
      .poll(() => shown.locator('[data-chart="bar"] > li').allInnerTexts(), soon)
      .toEqual([expect.stringMatching(/^Mosfilm\s+3$/), expect.stringMatching(/^Regency\s+1$/)])
    expect(await flawsEverywhere(page, 'link-chart')).toEqual([])
  })

  it('went without a complaint of any page', () => {
    expect(problems.flat()).toEqual([])
  })
})
