/** A creator makes a role with a rule, by keys; who holds it sees, changes and is refused accordingly, and learns why. */
import { signInPerson } from '@plinth/backend/testing'
import type { BaseId, TableId } from '@plinth/domain'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { phone, type Visitor } from '../browser.ts'
import { ada, cem, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, chooseByKeys, field, flawsOf, focused, grid, heading, resize, seen } from '../steps.ts'
import { must } from '../target.ts'

const soon = { timeout: 20_000 }

let journey: DemoJourney
let adas: Visitor
let cems: Visitor
let base: BaseId
let tasks: TableId

beforeAll(async () => {
  journey = await startDemoJourney('roles')
  ;({ base, tasks } = journey)
  adas = await journey.enter(ada)
  cems = await journey.enter(cem)
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const scope = (page: Page, action: string, table: string) =>
  page.getByRole('button', { name: `${action} records of ${table}` })

/** What the footer of the table says. */
const footer = (page: Page) => page.getByTestId('row-count').innerText()

describe('a role of one’s own', () => {
  it('is made, given a rule with completion and a count, and given to somebody', async () => {
    const { page } = adas
    await page.goto(`/b/${base}/roles`)
    await seen(heading(page, 'Roles of this base'))
    expect(await flawsOf(page)).toEqual([])
    await button(page, 'New role').focus()
    await page.keyboard.press('Enter')
    await focused(field(page.getByRole('dialog', { name: 'New role' }), 'Name'))
    await page.keyboard.type('Projectionist')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Sees what is to be done')
    await page.keyboard.press('Enter')
    await seen(heading(page, 'Projectionist'))

    await chooseByKeys(page, scope(page, 'Read', 'Tasks'), 'By rule')
    const dialog = page.getByRole('dialog', { name: 'Records of Tasks' })
    await focused(field(dialog, 'Condition'))
    await page.keyboard.type('{Sta')
    await seen(page.getByRole('option', { name: /State/ }))
    await page.keyboard.press('Enter')
    await page.keyboard.type(' = "To')
    await seen(page.getByRole('option', { name: /To do/ }))
    expect(await flawsOf(page)).toEqual([])
    await page.keyboard.press('Enter')
    await seen(dialog.getByText('3 of 12 records match now.'))
    await dialog.getByRole('checkbox', { name: 'Change' }).focus()
    await page.keyboard.press('Space')
    await button(dialog, 'Save rule').focus()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await seen(page.getByText('Read and Change where'))
    await seen(page.getByText('{State} = "To do"'))
    await expect.poll(() => scope(page, 'Change', 'Tasks').innerText(), soon).toContain('By rule')

    await page.getByRole('combobox', { name: 'Give it to somebody of this workspace' }).focus()
    await page.keyboard.type('Cem')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await button(page, 'Give role').focus()
    await page.keyboard.press('Enter')
    await seen(page.getByRole('list', { name: 'Who holds this role' }).getByText('Cem Aydın'))
    expect(await flawsOf(page)).toEqual([])
  })

  it('adds to what other roles allow, until they are taken away', async () => {
    await cems.page.goto(`/b/${base}/t/${tasks}`)
    await seen(grid(cems.page, 'Tasks'))
    await expect.poll(() => footer(cems.page), soon).toBe('12 records')

    const { page } = adas
    await page.goto(`/b/${base}/members`)
    const role = page.getByRole('button', { name: 'Role of Cem Aydın' })
    await chooseByKeys(page, role, 'Custom roles')
    await expect.poll(() => role.innerText(), soon).toContain('Custom roles')
  })

  it('shows its holder the records of the rule and no other table, at once and after a reload', async () => {
    const { page } = cems
    await expect.poll(() => footer(page), soon).toBe('3 records')
    await page.reload()
    await seen(grid(page, 'Tasks'))
    await expect.poll(() => footer(page), soon).toBe('3 records')
    expect(await page.getByRole('link', { name: 'Films' }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Airports' }).count()).toBe(0)
    expect(await flawsOf(page)).toEqual([])
  })

  it('lets the holder change those records, and says what a rule refuses', async () => {
    const { page } = cems
    const { backend } = await signInPerson(journey.world.project, cem)
    const schema = must(await backend.bases.schema(base))
    const table = schema.tables[0]!
    expect(schema.tables.map(({ name }) => name)).toEqual(['Tasks'])
    const state = table.fields.find(({ name }) => name === 'State')!
    const name = table.fields[0]!
    const stats = must(await backend.rows.stats({ table: table.id, sorts: [] } as never, 'exact'))
    expect(stats.total).toBe(3)
    await backend.dispose()

    const first = grid(page, 'Tasks').locator('[role=row][aria-rowindex="2"] [role=gridcell]')
    const header = (field: string) =>
      grid(page, 'Tasks').getByRole('columnheader', { name: new RegExp(`^${field}(\\W|$)`) })
    const at = async (field: string) => {
      const column = await header(field).first().getAttribute('aria-colindex')
      return grid(page, 'Tasks').locator(`[role=row][aria-rowindex="2"] [aria-colindex="${column}"]`)
    }
    await seen(first.first())
    await (await at(name.name)).click()
    await page.keyboard.press('F2')
    await page.keyboard.type(' (seen)')
    await page.keyboard.press('Enter')
    await seen(grid(page, 'Tasks').getByText(/\(seen\)/))

    await (await at(state.name)).click()
    await page.keyboard.press('F2')
    await page.keyboard.type('Done')
    await page.keyboard.press('Enter')
    await seen(
      page.getByText('With this change the record would leave what your role reaches.', { exact: false }),
    )
    expect(await flawsOf(page)).toEqual([])
  })

  it('is explained to the creator, on a desk and on a phone', async () => {
    const { page } = adas
    await page.goto(`/b/${base}/roles`)
    await page.getByRole('combobox', { name: 'May' }).focus()
    await page.keyboard.type('Cem')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await seen(page.getByText(/^Cem Aydın may read no records of /))
    await chooseByKeys(page, page.getByRole('button', { name: /with records of/ }), 'Tasks')
    await seen(page.getByText('Cem Aydın may read records that match a rule.'))
    await seen(
      page.getByText('The role “Projectionist” may read the records of this table that match its rule.'),
    )
    expect(await flawsOf(page)).toEqual([])
    await resize(page, phone)
    expect(await flawsOf(page)).toEqual([])
    expect([...adas.problems, ...cems.problems]).toEqual([])
  })
})
