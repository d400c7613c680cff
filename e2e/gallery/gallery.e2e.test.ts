/** Records as cards with pictures: by pointer, by keys, by finger; live, taken back, and as long as a table is. */
import type { SupabaseBackend } from '@plinth/backend'
import { signInPerson } from '@plinth/backend/testing'
import { type CellValue, type FieldId, type MutationId, uuidV7 } from '@plinth/domain'
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { phone, showPicture, type Visitor } from '../browser.ts'
import { ada, ben, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, flawsEverywhere, leave, makeView, openRecord, resize, seen } from '../steps.ts'
import { must } from '../target.ts'
import { touchFlaws } from '../touch/touch-flaws.ts'
import { hangPictures } from './pictures.ts'

let journey: DemoJourney
let adas: Visitor
let bens: Visitor
let page: Page
let byBen: SupabaseBackend
/** Records without a file. */
let bare: readonly string[]

beforeAll(async () => {
  journey = await startDemoJourney('gallery')
  adas = await journey.enter(ada)
  bens = await journey.enter(ben)
  page = adas.page
  byBen = (await signInPerson(journey.world.project, ben)).backend
  bare = await hangPictures(page, byBen, journey.tasks)
  await page.goto(`/b/${journey.base}/t/${journey.tasks}`)
})
afterAll(async () => {
  await byBen?.dispose()
  await journey?.end()
})
afterEach(({ task }) => journey?.keepPictures(task))

const soon = { timeout: 20_000 }
const gallery = (on = page, table = 'Tasks'): Locator => on.getByRole('list', { name: table, exact: true })
const cards = (on = page): Locator => on.locator('[data-card]')
const card = (name: string, on = page): Locator => cards(on).filter({ hasText: name })
/** Titles in the order in which the cards stand, when all of them are there. */
const titles = async (on = page): Promise<string[]> => {
  let all: string[] = ['']
  const look = async () => {
    all = await on
      .locator('[data-place]')
      .evaluateAll((cards) =>
        cards
          .toSorted((a, b) => Number(a.dataset['place']) - Number(b.dataset['place']))
          .map((one) => one.querySelector('[data-title]')?.textContent ?? ''),
      )
    return all.length > 0 && !all.includes('')
  }
  await expect.poll(look, soon).toBe(true)
  return all
}
const expectTitles = (wanted: (list: string[]) => boolean, on = page) =>
  expect.poll(async () => wanted(await titles(on)), soon).toBe(true)
const panel = (on = page) => openRecord(on)
/** How many cards stand side by side. */
const columns = async (on = page): Promise<number> => {
  const tops = await on
    .locator('[data-place]')
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))
  return tops.filter((top) => top === Math.min(...tops)).length
}
const shownPictures = (on = page) =>
  on
    .locator('[data-card] img')
    .evaluateAll((all) => all.filter((one) => (one as HTMLImageElement).naturalWidth > 0).length)

async function choose(setting: string, option: string): Promise<void> {
  await button(page, 'Layout').click()
  const dialog = page.getByRole('dialog', { name: 'Layout' })
  await button(dialog, new RegExp(setting)).click()
  await page.getByRole('option', { name: option }).click()
  await leave(page, dialog)
}

/** Somebody else renames a record, elsewhere. */
async function renameAsBen(from: string, to: string): Promise<void> {
  const { fields } = must(await byBen.bases.schema(journey.base)).tables.find(
    ({ id }) => id === journey.tasks,
  )!
  const title = fields[0]!.id
  const query = { table: journey.tasks, sorts: [], fields: [title] }
  const { rows } = must(
    await byBen.rows.window({ query, anchor: null, direction: 'forward', skip: 0, take: 50 }),
  )
  const record = rows.find(({ values }) => values[title] === from)!.id
  const id = uuidV7() as MutationId
  const values = { [title]: to } as Record<FieldId, CellValue>
  const base = { [title]: from } as Record<FieldId, CellValue>
  const update = { id, kind: 'update' as const, table: journey.tasks, record, values, base }
  must(await byBen.rows.apply({ mutations: [update], atomic: true }))
}

describe('a gallery', () => {
  it('is made from the list of views, with the pictures of the field of files', async () => {
    await makeView(page, 'Gallery')
    await seen(gallery())
    await expect.poll(() => cards().count(), soon).toBe(12)
    await expect.poll(() => shownPictures(), soon).toBeGreaterThan(6)
    await showPicture(page, 'gallery')
    await bens.page.goto(page.url())
    await seen(gallery(bens.page))
  })

  it('has cards of three sizes, pictures shown whole, or no pictures', async () => {
    const usual = await columns()
    await choose('Card size', 'Large')
    await expect.poll(() => columns(), soon).toBeLessThan(usual)
    await showPicture(page, 'gallery-large')
    await choose('Card size', 'Small')
    await expect.poll(() => columns(), soon).toBeGreaterThan(usual)
    await showPicture(page, 'gallery-small')
    await button(page, 'Reset').click()
    await choose('Pictures', 'Shown whole')
    const fit = () =>
      page
        .locator('[data-card] img')
        .first()
        .evaluate((one) => getComputedStyle(one).objectFit)
    await expect.poll(fit, soon).toBe('contain')
    await showPicture(page, 'gallery-whole')
    await button(page, 'Reset').click()
    await choose('Cover', 'No cover')
    await expect.poll(() => page.locator('[data-card] img').count(), soon).toBe(0)
    await showPicture(page, 'gallery-no-cover')
    await choose('Colour', 'Area')
    await seen(page.locator('[data-card][data-hue]'))
    await button(page, 'Reset').click()
    await expect.poll(() => shownPictures(), soon).toBeGreaterThan(6)
  })

  it('opens a record by a press, deletes it from its menu, and takes that back', async () => {
    const [first] = await titles()
    await card(first!).click()
    await seen(panel().getByText(first!))
    await showPicture(page, 'gallery-open')
    await page.keyboard.press('Escape')
    await expect.poll(() => card(first!).evaluate((one) => one === document.activeElement), soon).toBe(true)
    const gone = bare[0]!
    await card(gone).click({ button: 'right' })
    await showPicture(page, 'gallery-menu')
    await page.getByRole('menuitem', { name: 'Delete record' }).click()
    await expect.poll(() => card(gone).count(), soon).toBe(0)
    await expect.poll(() => card(gone, bens.page).count(), soon).toBe(0)
    await button(page, 'Undo').first().click()
    await expect.poll(() => card(gone).count(), soon).toBe(1)
    await expect.poll(() => card(gone, bens.page).count(), soon).toBe(1)
  })

  it('makes a record, and asks before it deletes one with a file', async () => {
    await button(page, 'New record').click()
    await seen(panel())
    await page.keyboard.press('Escape')
    await expectTitles((all) => all.length === 13 && all.includes('Unnamed record'))
    await expect.poll(() => card('Unnamed record', bens.page).count(), soon).toBe(1)
    await button(page, 'Undo').first().click()
    await expect.poll(() => cards().count(), soon).toBe(12)
    const pictured = (await titles()).find((title) => !bare.includes(title))!
    await card(pictured).focus()
    await page.keyboard.press('Delete')
    const dialog = page.getByRole('alertdialog')
    await seen(dialog.getByText(/files? (does|do) not come back/))
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(await titles()).toContain(pictured)
  })

  it('is put in order by hand, by its menu and by keys', async () => {
    const [one, two, ...others] = await titles()
    await card(one!).hover()
    await page.locator('[data-place="0"]').getByRole('button', { name: 'Card menu' }).click()
    await page.getByRole('menuitem', { name: 'Move on' }).click()
    await expect.poll(() => titles(), soon).toEqual([two, one, ...others])
    await card(one!).focus()
    await page.keyboard.press('Alt+Shift+ArrowLeft')
    await expect.poll(() => titles(), soon).toEqual([one, two, ...others])
    await page.reload()
    await expect.poll(() => titles(), soon).toEqual([one, two, ...others])
  })

  it('shows what others change at once; the card with the focus keeps it wherever it stands then', async () => {
    await button(page, 'Sort').click()
    const dialog = page.getByRole('dialog', { name: 'Sort' })
    await button(dialog, 'Add a sort').click()
    await page.getByRole('menuitem', { name: 'Task' }).click()
    await leave(page, dialog)
    await expectTitles((all) => all.length === 12 && all.join() === all.toSorted().join())
    const all = await titles()
    const [mine, moved] = [all[3]!, all[9]!]
    await card(mine).focus()
    await renameAsBen(moved, `A first thing`)
    await expectTitles((now) => now[0] === 'A first thing' && now[4] === mine)
    expect(await card(mine).evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), soon).toContain(all[4]!)
    await renameAsBen('A first thing', moved)
    await button(page, 'Reset').click()
  })

  it('finds a text, and lights up where it is', async () => {
    const [title] = await titles()
    await card(title!).focus()
    await page.keyboard.press('Control+f')
    await page.getByRole('textbox', { name: 'Find in the table' }).fill('tuning')
    await seen(page.locator('[data-card][aria-current]'))
    await showPicture(page, 'gallery-find')
    await page.keyboard.press('Escape')
    expect(await titles()).toContain(title)
    expect(await flawsEverywhere(page, 'gallery')).toEqual([])
    expect(adas.problems).toEqual([])
  })
})

describe('with the keyboard alone', () => {
  it('cards are gone through side by side and up and down, opened, deleted and taken back', async () => {
    const { keys, problems } = await journey.enterByKeys(ada, new URL(page.url()).pathname)
    const { see } = keys
    await expect.poll(() => cards(see).count(), soon).toBe(12)
    const order = await titles(page)
    const at = (place: number) => see.locator(`[data-place="${place}"] [data-card]`)
    const across = await columns(page)
    await keys.tabTo(at(0))
    await keys.press('ArrowRight')
    await keys.expectFocus(at(1))
    await keys.press('ArrowDown')
    await keys.expectFocus(at(1 + across))
    await keys.press('ArrowUp', 'Home')
    await keys.expectFocus(at(0))
    await keys.press('End')
    await keys.expectFocus(at(across - 1))
    await keys.press('Control+End')
    await keys.expectFocus(at(11))
    await keys.press('Control+Home')
    await keys.expectFocus(at(0))
    await keys.press('Enter')
    await seen(see.getByRole('heading', { name: order[0]! }))
    await keys.press('Escape')
    await keys.expectFocus(at(0))
    const place = order.indexOf(bare[0]!)
    for (let step = 0; step < place; step += 1) await keys.press('ArrowRight')
    await keys.expectFocus(at(place))
    await keys.press('Delete')
    await expect.poll(() => card(bare[0]!, see).count(), soon).toBe(0)
    // The card that stands there now has the focus.
    await keys.expectFocus(card(order[place + 1]!, see))
    await keys.press('Control+z')
    await expect.poll(() => card(bare[0]!, see).count(), soon).toBe(1)
    await keys.press('Shift+F10')
    await seen(see.getByRole('menu', { name: 'Record' }))
    await keys.takeLine('Open as page')
    await seen(see.getByRole('article'))
    await keys.press('Escape')
    expect(keys.flaws()).toEqual([])
    expect(problems).toEqual([])
  })
})

describe('of thousands of records', () => {
  it('draws what is seen, from the first to the last, and keeps the focus on the way', async () => {
    const films = must(await byBen.bases.schema(journey.base)).tables.find(({ name }) => name === 'Films')!.id
    await page.goto(`/b/${journey.base}/t/${films}`)
    await makeView(page, 'Gallery')
    await seen(gallery(page, 'Films'))
    await expect.poll(() => page.getByTestId('row-count').innerText(), soon).toBe('3,201 records')
    await showPicture(page, 'gallery-films')
    await cards().first().focus()
    await page.keyboard.press('Control+End')
    const last = page.locator('[data-place="3200"] [data-card]')
    await expect.poll(() => hasFocus(last), soon).toBe(true)
    expect(await cards().count()).toBeLessThan(120)
    await page.keyboard.press('PageUp')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[data-place]') !== null), soon)
      .toBe(true)
    const place = await page.evaluate(() =>
      Number(document.activeElement!.closest<HTMLElement>('[data-place]')!.dataset['place']),
    )
    expect(place).toBeLessThan(3_200)
    expect(place).toBeGreaterThan(3_150)
    // A narrower window has fewer side by side; what was at the top stays there.
    const top = await topPlace(page)
    await resize(page, { width: 1_000, height: 900 })
    await expect.poll(async () => Math.abs((await topPlace(page)) - top), soon).toBeLessThan(6)
  })
})

/** It has the focus, and is loaded. */
const hasFocus = (on: Locator): Promise<boolean> =>
  on.evaluate((one) => one === document.activeElement && one.ariaDisabled !== 'true')

/** The first card of those in sight. */
const topPlace = (on: Page): Promise<number> =>
  on.locator('[data-place]').evaluateAll((all) => {
    const list = all[0]!.parentElement!.parentElement!.getBoundingClientRect().top
    const seen = all.filter((one) => one.getBoundingClientRect().bottom > list + 1)
    return Math.min(...seen.map((one) => Number(one.dataset['place'])))
  })

describe('on a phone', () => {
  it('cards stand below each other, small ones two abreast, and everything is large enough for a finger', async () => {
    const visitor = await journey.enter(ben, phone)
    const small = visitor.page
    await small.goto(bens.page.url())
    await expect.poll(() => shownPictures(small), soon).toBeGreaterThan(1)
    expect(await columns(small)).toBe(1)
    await showPicture(small, 'gallery-phone')
    // What stands above the view is looked at where it is made.
    const flaws = await small.evaluate(touchFlaws)
    expect(flaws.filter((flaw) => !/“Tasks”|is here”/.test(flaw))).toEqual([])
    const [first] = await titles(small)
    await card(first!, small).tap()
    await seen(panel(small).getByText(first!))
    await button(small, 'Close record').tap()
    await small.getByRole('button', { name: 'Card menu' }).first().tap()
    await seen(small.getByRole('menuitem', { name: 'Open as page' }))
    await showPicture(small, 'gallery-phone-menu')
    await small.keyboard.press('Escape')
    const url = new URL(small.url())
    url.searchParams.set('view', JSON.stringify({ settings: { cardSize: 'small' } }))
    await small.goto(url.href)
    await expect.poll(() => columns(small), soon).toBe(2)
    await expect.poll(() => shownPictures(small), soon).toBeGreaterThan(1)
    await showPicture(small, 'gallery-phone-small')
    expect(visitor.problems).toEqual([])
  })
})
