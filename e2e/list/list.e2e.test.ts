/** Records in one line each, below the headings of their groups: by pointer, by keys, by finger; live, and taken back. */
import type { SupabaseBackend } from '@plinth/backend'
import { signInPerson } from '@plinth/backend/testing'
import { type CellValue, type Field, type FieldId, type MutationId, uuidV7 } from '@plinth/domain'
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { phone, showPicture, type Visitor } from '../browser.ts'
import { ada, ben, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, flawsEverywhere, leave, makeView, openRecord, seen } from '../steps.ts'
import { must } from '../target.ts'

let journey: DemoJourney
let adas: Visitor
let bens: Visitor
let page: Page
let byBen: SupabaseBackend
let fields: readonly Field[]

beforeAll(async () => {
  journey = await startDemoJourney('list')
  adas = await journey.enter(ada)
  bens = await journey.enter(ben)
  page = adas.page
  byBen = (await signInPerson(journey.world.project, ben)).backend
  const { tables } = must(await byBen.bases.schema(journey.base))
  fields = tables.find(({ id }) => id === journey.tasks)!.fields
  await page.goto(`/b/${journey.base}/t/${journey.tasks}`)
})
afterAll(async () => {
  await byBen?.dispose()
  await journey?.end()
})
afterEach(({ task }) => journey?.keepPictures(task))

const soon = { timeout: 20_000 }
const list = (on = page, table = 'Tasks'): Locator => on.getByRole('list', { name: table, exact: true })
const lines = (on = page): Locator => on.locator('[data-card]')
const line = (name: string, on = page): Locator => lines(on).filter({ hasText: name })
/** What stands on the lines from top to bottom: a title, or what a heading says. */
const texts = (on = page): Promise<string[]> =>
  on
    .locator('[data-place]')
    .evaluateAll((all) =>
      all
        .toSorted((a, b) => Number(a.dataset['place']) - Number(b.dataset['place']))
        .map((one) => (one.querySelector('[data-title]') ?? one).textContent),
    )
const heading = (name: RegExp, on = page) => on.getByRole('button', { name }).and(on.locator('[data-main]'))
const panel = (on = page) => openRecord(on)
const isFocused = (on: Locator) => on.evaluate((one) => one === document.activeElement)

/** Adds a line to the tool of the toolbar that orders or groups. */
async function add(tool: 'Group' | 'Sort', one: string): Promise<void> {
  await button(page.getByRole('toolbar', { name: 'Table' }), new RegExp(`^${tool}`)).click()
  const dialog = page.getByRole('dialog', { name: tool })
  await button(dialog, `Add a ${tool.toLowerCase()}`).click()
  await page.getByRole('menuitem', { name: one, exact: true }).click()
  await leave(page, dialog)
}

/** Somebody else changes a record, elsewhere. */
async function changeAsBen(title: string, name: string, to: CellValue): Promise<void> {
  const [primary, changed] = [fields[0]!.id, fields.find((one) => one.name === name)!.id]
  const query = { table: journey.tasks, sorts: [], fields: [primary, changed] }
  const { rows } = must(
    await byBen.rows.window({ query, anchor: null, direction: 'forward', skip: 0, take: 50 }),
  )
  const row = rows.find(({ values }) => values[primary] === title)!
  const id = uuidV7() as MutationId
  const values = { [changed]: to } as Record<FieldId, CellValue>
  const base = { [changed]: row.values[changed] ?? null } as Record<FieldId, CellValue>
  const update = { id, kind: 'update' as const, table: journey.tasks, record: row.id, values, base }
  must(await byBen.rows.apply({ mutations: [update], atomic: true }))
}

const optionOf = (name: string, label: string): string =>
  fields.find((one) => one.name === name)!.options.options!.find((one) => one.label === label)!.id

describe('a list', () => {
  it('is made from the list of views, with a line for each record and values that stand below each other', async () => {
    await makeView(page, 'List')
    await seen(list())
    await expect.poll(() => lines().count(), soon).toBe(12)
    await showPicture(page, 'list')
    const lefts = await page
      .locator('[data-card] [title="Due"]')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)))
    expect(lefts).toHaveLength(12)
    expect(new Set(lefts).size).toBe(1)
    await bens.page.goto(page.url())
    await seen(list(bens.page))
  })

  it('has headings of groups, which close and open, and make records with what their group has', async () => {
    await add('Group', 'State')
    await expect.poll(async () => (await texts())[0], soon).toMatch(/^State/)
    await showPicture(page, 'list-groups')
    const count = (await texts()).length
    expect(count).toBe(16)
    await heading(/^State Done/).click()
    await expect.poll(async () => (await texts()).length, soon).toBeLessThan(count)
    await heading(/^State Done/).click()
    await expect.poll(async () => (await texts()).length, soon).toBe(count)
    await page.locator('[data-place="0"]').getByRole('button', { name: 'New record in this group' }).click()
    await seen(panel())
    await page.keyboard.press('Escape')
    // At the end until it is stored, then in its group.
    const firstGroup = async () => {
      const [first, ...others] = await texts()
      const end = others.findIndex((text) => text.startsWith('State'))
      return [first!.replace(/^State/, ''), ...others.slice(0, end)]
    }
    await expect.poll(firstGroup, soon).toContain('Unnamed record')
    expect((await firstGroup())[0]).toMatch(/^To do/)
    await button(page, 'Undo').first().click()
    await expect.poll(async () => (await texts()).length, soon).toBe(count)
  })

  it('adds up what its groups have', async () => {
    await button(page, 'Layout').click()
    const layout = page.getByRole('dialog', { name: 'Layout' })
    await button(layout, /Figure of groups$/).click()
    await page.getByRole('option', { name: 'Hours', exact: true }).click()
    await page.getByRole('listbox').waitFor({ state: 'hidden' })
    await leave(page, layout)
    await expect.poll(async () => (await texts()).join('\n'), soon).toMatch(/^StateDone.*Sum \d/m)
  })

  it('shows what others change at once, with the groups', async () => {
    const title = 'Piano tuning'
    await expect.poll(() => texts(), soon).toContain(title)
    const groupNow = async () => {
      const all = await texts()
      return all.slice(0, all.indexOf(title)).findLast((text) => text.startsWith('State'))
    }
    expect(await groupNow()).toMatch(/To do/)
    await changeAsBen(title, 'State', optionOf('State', 'Waiting'))
    await expect.poll(groupNow, soon).toMatch(/Waiting/)
    await changeAsBen(title, 'State', optionOf('State', 'To do'))
    await expect.poll(groupNow, soon).toMatch(/To do/)
    await button(page, 'Reset').click()
    await expect.poll(async () => (await texts()).length, soon).toBe(12)
  })

  it('keeps a record in its place while one works on it, and lets it go after', async () => {
    await add('Sort', 'Task')
    const all = (await texts()).toSorted()
    await expect.poll(() => texts(), soon).toEqual(all)
    const mine = all[2]!
    await line(mine).click()
    await seen(panel().getByText(mine))
    await changeAsBen(mine, 'Task', `Zebra ${mine}`)
    await expect.poll(async () => (await texts())[2], soon).toBe(`Zebra ${mine}`)
    await seen(page.locator('[data-place="2"]').getByTitle(/^Moves to its place/))
    await showPicture(page, 'list-held')
    await page.keyboard.press('Escape')
    await line(all[0]!).focus()
    await expect.poll(async () => (await texts()).at(-1), soon).toBe(`Zebra ${mine}`)
    await changeAsBen(`Zebra ${mine}`, 'Task', mine)
    await expect.poll(async () => (await texts())[2], soon).toBe(mine)
    await button(page, 'Reset').click()
  })

  it('deletes a record from its menu and takes that back', async () => {
    const title = 'Piano tuning'
    await line(title).hover()
    await page
      .locator('[data-place]')
      .filter({ hasText: title })
      .getByRole('button', { name: 'Record menu' })
      .click()
    await showPicture(page, 'list-menu')
    await page.getByRole('menuitem', { name: 'Delete record' }).click()
    await expect.poll(() => line(title).count(), soon).toBe(0)
    await expect.poll(() => line(title, bens.page).count(), soon).toBe(0)
    await button(page, 'Undo').first().click()
    await expect.poll(() => line(title).count(), soon).toBe(1)
    await expect.poll(() => line(title, bens.page).count(), soon).toBe(1)
    await add('Group', 'Area')
    await seen(heading(/^Area/))
    expect(await flawsEverywhere(page, 'list')).toEqual([])
    await button(page, 'Reset').click()
    expect(adas.problems).toEqual([])
  })
})

describe('with the keyboard alone', () => {
  it('lines and headings are gone through, opened, closed, deleted and taken back', async () => {
    await add('Group', 'State')
    await button(page, 'Save').click()
    await button(page, 'Save').waitFor({ state: 'hidden' })
    const { keys, problems } = await journey.enterByKeys(ada, new URL(page.url()).pathname)
    const { see } = keys
    await seen(heading(/^State/, see))
    const all = await texts(page)
    const at = (place: number) => see.locator(`[data-place="${place}"] [data-main]`)
    await keys.tabTo(at(0))
    await keys.press('ArrowDown')
    await keys.expectFocus(at(1))
    await keys.press('j')
    await keys.expectFocus(at(2))
    await keys.press('k', 'k')
    await keys.expectFocus(at(0))
    const count = all.length
    await keys.press('ArrowLeft')
    await expect.poll(async () => (await see.locator('[data-place]').count()) < count, soon).toBe(true)
    await keys.expectFocus(at(0))
    await keys.press('ArrowRight')
    await expect.poll(() => see.locator('[data-place]').count(), soon).toBe(count)
    await keys.press('End')
    await keys.expectFocus(at(count - 1))
    await keys.press('ArrowLeft')
    await keys.expectFocus(heading(/^State Done/, see))
    await keys.press('Home', 'ArrowDown', 'Space')
    await seen(see.getByRole('heading', { name: all[1]! }))
    await keys.press('Escape')
    await keys.expectFocus(at(1))
    const title = 'Piano tuning'
    for (let place = 1; place < all.indexOf(title); place += 1) await keys.press('j')
    await keys.expectFocus(line(title, see))
    await keys.press('Delete')
    await expect.poll(() => line(title, see).count(), soon).toBe(0)
    await keys.expectFocus(at(all.indexOf(title)))
    await keys.press('Control+z')
    await expect.poll(() => line(title, see).count(), soon).toBe(1)
    await keys.press('Home', 'Shift+Enter')
    await seen(see.getByRole('complementary').or(see.getByRole('dialog')))
    await keys.press('Escape')
    await expect.poll(() => line('Unnamed record', see).count(), soon).toBe(1)
    await keys.press('Control+z')
    await expect.poll(() => line('Unnamed record', see).count(), soon).toBe(0)
    expect(keys.flaws()).toEqual([])
    expect(problems).toEqual([])
  })
})

describe('of thousands of records', () => {
  it('draws what is seen, from the first to the last', async () => {
    const { tables } = must(await byBen.bases.schema(journey.base))
    const films = tables.find(({ name }) => name === 'Films')!.id
    await page.goto(`/b/${journey.base}/t/${films}`)
    await makeView(page, 'List')
    await seen(list(page, 'Films'))
    await expect.poll(() => page.getByTestId('row-count').innerText(), soon).toBe('3,201 records')
    await add('Group', 'Genre')
    await seen(heading(/^Genre/))
    await showPicture(page, 'list-films')
    await lines().first().focus()
    await page.keyboard.press('End')
    const last = page.locator('[data-main]:focus')
    await expect.poll(() => last.getAttribute('aria-disabled'), soon).toBe('false')
    await expect.poll(() => isFocused(last), soon).toBe(true)
    expect(await lines().count()).toBeLessThan(80)
    await showPicture(page, 'list-films-end')
    await page.keyboard.press('PageUp')
    await expect.poll(() => page.locator('[data-main]:focus').count(), soon).toBe(1)
    await page.keyboard.press('Home')
    await expect.poll(() => isFocused(page.locator('[data-place="0"] [data-main]')), soon).toBe(true)
  })
})

describe('on a phone', () => {
  it('records are cards below their headings', async () => {
    const visitor = await journey.enter(ben, phone)
    const small = visitor.page
    await small.goto(bens.page.url())
    await expect.poll(() => lines(small).count(), soon).toBeGreaterThan(2)
    await showPicture(small, 'list-phone')
    await lines(small).first().tap()
    await seen(panel(small))
    await button(small, 'Close record').tap()
    await expect.poll(() => lines(small).count(), soon).toBeGreaterThan(2)
    expect(visitor.problems).toEqual([])
  })
})
