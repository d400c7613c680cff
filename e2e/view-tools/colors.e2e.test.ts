/** Colour rules: made by keys, seen by everybody who sees what they look at, in every kind of view; quick filters by keys and by finger. */
import { signInPerson } from '@plinth/backend/testing'
import {
  type BaseId,
  type ColorRule,
  type ColorRuleId,
  emptyViewConfig,
  type FieldId,
  type TableId,
  uuidV7,
  type ViewConfig,
  type ViewId,
  type ViewKind,
} from '@plinth/domain'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations, phone, settled, type Visitor } from '../browser.ts'
import { ada, ben, cem, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, cell, field, flawsEverywhere, focused, grid, leave, resize, seen } from '../steps.ts'
import { must } from '../target.ts'

let journey: DemoJourney
let adas: Visitor
let bens: Visitor
let base: BaseId
let tasks: TableId
let fields: Readonly<Record<string, FieldId>>

beforeAll(async () => {
  journey = await startDemoJourney('colors')
  ;({ base, tasks } = journey)
  adas = await journey.enter(ada)
  bens = await journey.enter(ben)
  const { backend } = await signInPerson(journey.world.project, ada)
  const table = must(await backend.bases.schema(base)).tables.find(({ id }) => id === tasks)!
  fields = Object.fromEntries(table.fields.map(({ name, id }) => [name, id]))
  await backend.dispose()
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const soon = { timeout: 20_000 }
const rows = (page: Page, title: string) =>
  grid(page, 'Tasks').locator(`[role=row] [data-col="0"][title*="${title}"]`)
const legend = (page: Page) => page.getByRole('list', { name: 'Colours' })
const quick = (page: Page) => page.getByRole('group', { name: 'Quick filters' })
const expectCount = (page: Page, text: string) =>
  expect.poll(() => page.getByTestId('row-count').innerText(), soon).toBe(text)

/** A command of the palette, by keys. */
async function command(page: Page, name: string) {
  await page.keyboard.press('Control+k')
  await seen(page.getByRole('dialog').getByRole('combobox'))
  await page.keyboard.type(name)
  await seen(page.getByRole('option', { name }))
  await page.keyboard.press('Enter')
}

/** Makes a view as a maker's script would. */
async function makeView(name: string, kind: ViewKind, config: Partial<ViewConfig>): Promise<ViewId> {
  const { backend } = await signInPerson(journey.world.project, ada)
  const id = uuidV7() as ViewId
  must(
    await backend.views.create(tasks, {
      id,
      name,
      kind,
      isShared: true,
      config: { ...emptyViewConfig, ...config },
    }),
  )
  await backend.dispose()
  return id
}

const color = (name: string, when: ColorRule['when'], more: Partial<ColorRule>): ColorRule => ({
  id: uuidV7() as ColorRuleId,
  name,
  when,
  hue: 'red',
  paints: 'row',
  ...more,
})

describe('colour rules', () => {
  it('are made by keys, with the number of records that they colour', async () => {
    const { page } = adas
    await page.goto(`/b/${base}/t/${tasks}`)
    await seen(grid(page, 'Tasks'))
    await (await cell(page, 'Tasks', 1, 'Task')).click()
    await command(page, 'Colour records')
    const tool = page.getByRole('dialog', { name: 'Colour', exact: true })
    await seen(tool)
    await button(tool, 'Add a rule').focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New colour rule' })
    await seen(dialog)
    await expect.poll(() => page.locator('textarea:focus').count(), soon).toBe(1)
    await page.keyboard.type('{State} = "D')
    await seen(dialog.getByRole('option', { name: /Doing/ }))
    await page.keyboard.press('Enter')
    await seen(dialog.getByText(/of 12 records match now/))
    expect(await field(dialog, 'Condition').inputValue()).toBe('{State} = "Doing"')
    await field(dialog, 'What it means').focus()
    await page.keyboard.type('In hand')
    expect(await accessibilityViolations(page, '[role=dialog]')).toEqual([])
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await seen(button(tool, 'Edit In hand'))
    expect(await accessibilityViolations(page, '[role=dialog]')).toEqual([])
    await leave(page, tool)
    await seen(legend(page).getByText('In hand'))
    await seen(rows(page, 'Colour: In hand'))
  })

  it('are the first that is true, of records and of single values, and are steps that can be taken back', async () => {
    const { page } = adas
    const painted = await rows(page, 'Colour: In hand').count()
    expect(painted).toBeGreaterThan(0)
    await command(page, 'Colour records')
    const tool = page.getByRole('dialog', { name: 'Colour', exact: true })
    await seen(tool)
    await button(tool, 'Add a rule').click()
    const dialog = page.getByRole('dialog', { name: 'New colour rule' })
    await field(dialog, 'Condition').fill('{Due} < date(2027, 3, 2)')
    await field(dialog, 'What it means').fill('Early')
    await button(dialog, /Colours$/).click()
    await page.getByRole('option', { name: 'Due', exact: true }).click()
    await button(dialog, 'Add rule').click()
    await dialog.waitFor({ state: 'hidden' })
    await leave(page, tool)
    const early = grid(page, 'Tasks').locator('[role=gridcell][title="Colour: Early"]')
    await seen(early)
    expect(await early.first().innerText()).toContain('Colour: Early')
    expect(await flawsEverywhere(page, 'colors-grid')).toEqual([])
    await (await cell(page, 'Tasks', 1, 'Task')).click()
    await page.keyboard.press('Control+z')
    await early.first().waitFor({ state: 'hidden' })
    await page.keyboard.press('Control+y')
    await seen(early)
  })

  it('are put in order by keys, and the first one wins', async () => {
    const { page } = adas
    await command(page, 'Colour records')
    const tool = page.getByRole('dialog', { name: 'Colour', exact: true })
    await button(tool, 'Edit Early').focus()
    await page.keyboard.press('Alt+Shift+ArrowUp')
    await expect.poll(() => tool.getByRole('listitem').first().innerText(), soon).toContain('Early')
    await leave(page, tool)
    await button(page, 'Save as a view').click()
    await page.keyboard.type('Coloured')
    await page.keyboard.press('Enter')
    await seen(button(page, 'View: Coloured'))
  })

  it('are seen by others, follow what they change at once, and leave out what is hidden from them', async () => {
    const { page } = bens
    await page.goto(`/b/${base}/t/${tasks}`)
    await seen(button(page, 'View: Coloured'))
    await seen(rows(page, 'Colour: In hand'))
    const before = await rows(adas.page, 'Colour: In hand').count()
    const row = await rows(page, 'Colour: In hand').first().locator('xpath=..').getAttribute('data-row')
    const state = await cell(page, 'Tasks', Number(row) + 1, 'State')
    await state.click()
    await page.keyboard.press('Delete')
    await expect.poll(() => rows(page, 'Colour: In hand').count(), soon).toBe(before - 1)
    await expect.poll(() => rows(adas.page, 'Colour: In hand').count(), soon).toBe(before - 1)
    await page.keyboard.press('Control+z')
    await expect.poll(() => rows(adas.page, 'Colour: In hand').count(), soon).toBe(before)
    const { backend } = await signInPerson(journey.world.project, ada)
    const viewer = must(await backend.roles.list(base)).find(({ kind }) => kind === 'viewer')!
    must(await backend.roles.setFieldGrant(viewer.id, fields['State']!, 'hidden'))
    await backend.dispose()
    const { page: cems } = await journey.enter(cem)
    await cems.goto(`/b/${base}/t/${tasks}`)
    await seen(legend(cems).getByText('Early'))
    expect(await cems.getByText('In hand').count()).toBe(0)
    await button(cems.getByRole('toolbar', { name: 'Table' }), /^Colour/).click()
    await seen(cems.getByText('A rule of this view is left out'))
    expect(await accessibilityViolations(cems, '[role=dialog]')).toEqual([])
    await cems.context().close()
  })

  it('colour cards, lines, days and bars of every kind, and say so', { timeout: 400_000 }, async () => {
    const { page } = adas
    const over = (name: string, limit: number) => ({
      call: '>',
      args: [{ field: fields[name]! }, { number: limit }],
    })
    const colors = [
      color('Much work', over('Hours', 3), { hue: 'orange' }),
      color('Some work', over('Hours', 1), { hue: 'teal', paints: fields['Hours']! }),
    ]
    const places: Partial<Record<ViewKind, string>> = {
      list: '[data-card][title="Colour: Much work"]',
      board: '[data-card][title="Colour: Much work"]',
      gallery: '[data-card][title="Colour: Much work"]',
      calendar: '[data-event] [title*="Colour: Much work"]',
      timeline: '[data-bar][title*="Colour: Much work"]',
    }
    for (const [kind, place] of Object.entries(places) as [ViewKind, string][]) {
      const view = await makeView(`By ${kind}`, kind, {
        colors,
        quick: [fields['Area']!, fields['Assignee']!],
      })
      await page.goto(`/b/${base}/t/${tasks}/v/${view}?day=2027-03-01`)
      await seen(legend(page).getByText('Much work'))
      await seen(page.locator(place))
      expect([kind, await flawsEverywhere(page, `colors-${kind}`)]).toEqual([kind, []])
    }
    await seen(button(page, 'Area: any'))
  })
})

describe('quick filters', () => {
  it('are pinned where filters are made, and picked by keys without changing the view', async () => {
    const { page } = adas
    await page.goto(`/b/${base}/t/${tasks}`)
    await button(page, /^View: /).click()
    await page.getByRole('menuitem', { name: 'Coloured' }).click()
    await seen(button(page, 'View: Coloured'))
    await (await cell(page, 'Tasks', 1, 'Task')).click()
    await command(page, 'Quick filters')
    const filter = page.getByRole('dialog', { name: 'Filter', exact: true })
    for (const name of ['Area', 'Assignee', 'Due', 'Billed']) {
      // A menu that goes gives the focus back a moment later, which the next one would lose.
      await expect.poll(() => page.getByRole('menu').count(), soon).toBe(0)
      await settled(page)
      await button(filter, 'Add a quick filter').focus()
      await page.keyboard.press('Enter')
      await seen(page.getByRole('menuitem', { name, exact: true }))
      // Letters go to where the focus is, and a menu takes it a moment after it is on the screen.
      await seen(page.locator('[role=menuitem]:focus'))
      await page.keyboard.type(name.slice(0, 2))
      await focused(page.getByRole('menuitem', { name, exact: true }))
      await page.keyboard.press('Enter')
      await seen(button(filter, `Take ${name} away`))
    }
    expect(await accessibilityViolations(page, '[role=dialog]')).toEqual([])
    await leave(page, filter)
    await button(page, 'Save').click()
    await page.getByText('Changed', { exact: true }).waitFor({ state: 'hidden' })
    await button(quick(page), 'Area: any').focus()
    await page.keyboard.press('Enter')
    await seen(page.getByRole('menuitemcheckbox', { name: 'Print' }))
    await expect.poll(() => page.locator('[role=menuitemcheckbox]:focus').innerText(), soon).toBe('Programme')
    await page.keyboard.press('Space')
    await seen(page.getByRole('menuitemcheckbox', { name: 'Programme', checked: true }))
    await page.keyboard.press('Escape')
    await seen(button(quick(page), 'Area: Programme'))
    expect(new URL(page.url()).searchParams.get('quick')).toContain(fields['Area']!)
    expect(await page.getByText('Changed', { exact: true }).count()).toBe(0)
    await page.reload()
    await seen(button(quick(page), 'Area: Programme'))
    const programme = await page.getByTestId('row-count').innerText()
    expect(programme).not.toBe('12 records')
    await button(quick(page), 'Area: Programme').focus()
    await page.keyboard.press('Delete')
    await expectCount(page, '12 records')
    expect(new URL(page.url()).search).toBe('')
  })

  it('hold all together, say when nothing matches, and go in one press', async () => {
    const { page } = adas
    await button(quick(page), 'Assignee: any').click()
    await page.getByRole('menuitemcheckbox', { name: 'Me' }).click()
    await page.keyboard.press('Escape')
    await seen(button(quick(page), 'Assignee: Me'))
    await button(quick(page), 'Due: any').click()
    await page.getByRole('menuitemradio', { name: 'Before today' }).click()
    await seen(page.getByText('No records match'))
    expect(await flawsEverywhere(page, 'quick-nothing')).toEqual([])
    await button(page, 'Clear quick filters').click()
    await expectCount(page, '12 records')
    await button(quick(page), 'Billed: any').click()
    await page.getByRole('menuitemradio', { name: 'Checked', exact: true }).click()
    await seen(button(quick(page), 'Billed: Checked'))
    await button(quick(page), 'Clear').click()
    await expectCount(page, '12 records')
  })

  it('are picked by a finger, and narrow charts and dashboards as well', async () => {
    const { page } = bens
    await page.goto(`/b/${base}/t/${tasks}`)
    await resize(page, phone)
    await button(quick(page), 'Area: any')
      .tap()
      .catch(() => button(quick(page), 'Area: any').click())
    await page.getByRole('menuitemcheckbox', { name: 'Print' }).click()
    await page.keyboard.press('Escape')
    await seen(button(quick(page), 'Area: Print'))
    const dashboard = await makeView('Overview', 'dashboard', { quick: [fields['Area']!] })
    await page.goto(`/b/${base}/t/${tasks}/v/${dashboard}`)
    await seen(button(quick(page), 'Area: any'))
    await button(quick(page), 'Area: any').click()
    await page.getByRole('menuitemcheckbox', { name: 'House' }).click()
    await page.keyboard.press('Escape')
    await seen(button(quick(page), 'Area: House'))
    expect(await flawsEverywhere(page, 'quick-dashboard')).toEqual([])
    expect([...adas.problems, ...bens.problems]).toEqual([])
  })
})
