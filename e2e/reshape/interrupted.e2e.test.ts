/** A change of type that does not come to its end: left after the preview, stopped midway, given up, and nothing is lost. */
import { type TableId, uuidV7 } from '@plinth/domain'
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Visitor } from '../browser.ts'
import { ada, ben, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, cell, chooseByKeys, flawsEverywhere, flawsOf, grid, seen } from '../steps.ts'

const soon = { timeout: 30_000 }
const count = 25_000
const large = uuidV7() as TableId
const points = uuidV7()

let journey: DemoJourney
let adas: Visitor
let bens: Visitor
let relation: string
/** All values of the field as they were before anything. */
let before: string
/** Its column as it was, with its default. */
let asMade: string[]

beforeAll(async () => {
  journey = await startDemoJourney('interrupted')
  await makeTable()
  before = await stored()
  asMade = await columns()
  adas = await journey.enter(ada)
  bens = await journey.enter(ben)
  for (const { page } of [adas, bens]) {
    await page.goto(`/b/${journey.base}/t/${large}`)
    await seen(grid(page, 'Large'), 30_000)
  }
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

/** More records than three steps of a change take. */
async function makeTable(): Promise<void> {
  const fields = [
    { id: uuidV7(), name: 'Name', type: 'text', options: {} },
    { id: points, name: 'Points', type: 'integer', options: {}, default: { kind: 'value', value: 7 } },
  ]
  const definition = JSON.stringify({ id: large, name: 'Large', fields })
  await journey.world.backend.admin.begin(async (tx) => {
    const [person] = await tx`select id from plinth.profile where email = ${ada.email}`
    const claims = JSON.stringify({ sub: person!['id'] as string, role: 'authenticated' })
    await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`
    const [made] = await tx`
      select plinth.create_table(${journey.base}, ${definition}::text::jsonb) ->> 'relation' as relation`
    relation = made!['relation'] as string
    await tx.unsafe(
      `insert into data.${relation} (name, points)
        select 'n' || g, nullif(g % 1000, 0) from generate_series(1, ${count}) as g`,
    )
  })
}

/** A fingerprint of all values, as texts. */
async function stored(): Promise<string> {
  const [row] = await journey.world.backend.admin.unsafe(
    `select count(*) || ' ' || md5(string_agg(name || '=' || coalesce(points::text, '-'), ',' order by id)) as all from data.${relation}`,
  )
  return row!['all'] as string
}

const columns = async () =>
  (
    await journey.world.backend.admin`
      select column_name || ' ' || data_type || coalesce(' ' || column_default, '') as line from information_schema.columns
      where table_schema = 'data' and table_name = ${relation} and column_name like 'points%'`
  ).map((row) => row['line'] as string)

const head = (page: Page) => grid(page, 'Large').getByRole('columnheader', { name: /^Points(\W|$)/ })

async function fromMenu(page: Page, line: string, title: string): Promise<Locator> {
  await head(page).getByRole('button').focus()
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: line, exact: true })
  await seen(item)
  await item.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: title })
  await seen(dialog)
  return dialog
}

/** Up to the preview of what becomes of the values. */
async function preview(page: Page): Promise<Locator> {
  const dialog = await fromMenu(page, 'Change type', 'Change the type of “Points”')
  await chooseByKeys(page, button(dialog, /New type/), 'Text')
  await seen(dialog.getByText('fit.', { exact: false }))
  return dialog
}

async function pressOn(page: Page, place: Locator): Promise<void> {
  await place.focus()
  await page.keyboard.press('Enter')
}

describe('a change of type', () => {
  it('that is left after its preview has changed nothing', async () => {
    const { page } = adas
    const dialog = await preview(page)
    await seen(dialog.getByText('All 24,975 values fit.'))
    expect(await flawsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(await head(page).getByText('Changing type…').count()).toBe(0)
    expect([await stored(), await columns()]).toEqual([before, asMade])
  })

  it('that is stopped midway says so to everybody, and keeps the values', async () => {
    const { page } = adas
    const dialog = await preview(page)
    const isHeld = holdCall(page, 3)
    await pressOn(page, button(dialog, 'Change type'))
    await isHeld
    await expect
      .poll(() => dialog.getByRole('progressbar', { name: 'Converting' }).getAttribute('aria-valuenow'), soon)
      .toBe('40')
    expect(await flawsEverywhere(page, 'type-midway')).toEqual([])
    // The app is closed in the middle.
    await page.reload()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await seen(head(page).getByText('Changing type…'))
    await seen(head(bens.page).getByText('Changing type…'))
    expect(await stored()).toBe(before)
    await (await cell(bens.page, 'Large', 1, 'Points')).click()
    await bens.page.keyboard.press('F2')
    await seen(bens.page.getByText('“Points” is changing its type'))
    await bens.page.keyboard.press('Escape')
  })

  it('is given up, and the field is as it was: values, default, and who may write', async () => {
    const { page } = adas
    const dialog = await fromMenu(page, 'Changing type…', '“Points” is changing its type')
    const progress = dialog.getByRole('progressbar', { name: 'Converted so far' })
    expect(await progress.getAttribute('aria-valuenow')).toBe('40')
    expect(await flawsEverywhere(page, 'type-given-up')).toEqual([])
    await pressOn(page, button(dialog, 'Cancel the change'))
    await dialog.waitFor({ state: 'hidden' })
    await seen(page.getByText('“Points” keeps its type and its values.'))
    for (const one of [page, bens.page]) {
      await expect.poll(() => head(one).getByText('Changing type…').count(), soon).toBe(0)
    }
    expect([await stored(), await columns()]).toEqual([before, asMade])
    const place = await cell(bens.page, 'Large', 2, 'Points')
    expect(await place.innerText()).toBe('2')
    await place.click()
    await bens.page.keyboard.type('2000')
    await bens.page.keyboard.press('Enter')
    await expect.poll(async () => (await stored()) !== before, soon).toBe(true)
    await bens.page.keyboard.press('Control+z')
    await expect.poll(stored, soon).toBe(before)
    expect(await flawsOf(bens.page)).toEqual([])
  })

  it('is given up in its own dialog while it converts', async () => {
    const { page } = adas
    const dialog = await preview(page)
    const isHeld = holdCall(page, 2)
    await pressOn(page, button(dialog, 'Change type'))
    const letGo = await isHeld
    await pressOn(page, button(dialog, 'Cancel'))
    await seen(dialog.getByRole('progressbar', { name: 'Giving it up' }))
    await letGo()
    await dialog.waitFor({ state: 'hidden' })
    await seen(page.getByText('“Points” keeps its type and its values.').last())
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await expect.poll(() => head(page).getByText('Changing type…').count(), soon).toBe(0)
    expect([await stored(), await columns()]).toEqual([before, asMade])
  })

  it('begins anew afterwards and comes to its end', async () => {
    const { page } = adas
    const dialog = await preview(page)
    await pressOn(page, button(dialog, 'Change type'))
    await dialog.waitFor({ state: 'hidden', timeout: 60_000 })
    await seen(page.getByText('“Points” is now of type text.'))
    expect([await stored(), await columns()]).toEqual([before, ['points text']])
  })

  it('goes back by Ctrl Z in as many steps, says so meanwhile, and has its default again', async () => {
    const { page } = adas
    const isHeld = holdCall(page, 2)
    await (await cell(page, 'Large', 1, 'Points')).focus()
    await page.keyboard.press('Control+z')
    const letGo = await isHeld
    await seen(page.getByText('“Points” becomes of type integer again'))
    await seen(head(page).getByText('Changing type…'))
    expect(await flawsEverywhere(page, 'type-back-midway')).toEqual([])
    await letGo()
    await seen(page.getByText('“Points” is of type integer again.'), 60_000)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await expect.poll(() => head(page).getByText('Changing type…').count(), soon).toBe(0)
    expect([await stored(), await columns()]).toEqual([before, asMade])
    await page.goto(`/b/${journey.base}/settings/trash`)
    const list = page.getByRole('list', { name: 'In the trash' })
    await seen(list.getByText('Old values of Points'))
    expect(await list.getByText('Old values of Points').count()).toBe(1)
    expect([...adas.problems, ...bens.problems]).toEqual([])
  })
})

describe('a page that knows another shape of its table', () => {
  it('asks for it anew, and shows the rows without being loaded again', async () => {
    const { page } = bens
    let isAsked = false
    let refused = 0
    await page.route('**/rpc/rows_window', (route) => {
      if (isAsked) return route.continue()
      refused += 1
      // As the database answers when a column went after the call had looked for it.
      const json = { code: '42703', message: 'column t.gone does not exist', details: null, hint: null }
      return route.fulfill({ status: 400, json })
    })
    await page.route('**/rpc/base_schema', (route) => {
      if (refused > 0) isAsked = true
      return route.continue()
    })
    await page.reload()
    await seen(grid(page, 'Large').getByText('n1', { exact: true }), 30_000)
    expect([isAsked, refused > 0]).toEqual([true, true])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(bens.problems).toEqual([])
  })
})

/** Lets this call of `change_type` wait for ever; answers when it has come. */
function holdCall(page: Page, nth: number): Promise<() => Promise<void>> {
  return new Promise((resolve) => {
    let calls = 0
    void page.route('**/rpc/change_type', (route) => {
      calls += 1
      if (calls !== nth) return route.continue()
      resolve(() => route.continue())
      return undefined
    })
  })
}
