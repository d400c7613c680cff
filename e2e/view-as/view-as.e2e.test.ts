/** A creator invites somebody into a role with a rule and looks through its eyes; who holds it is refused, and learns why. */
import { signInPerson, signUpPerson } from '@plinth/backend/testing'
import { type BaseId, type RoleId, type TableId, uuidV7 } from '@plinth/domain'
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { phone, type Visitor } from '../browser.ts'
import { ada, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, cell, chooseByKeys, field, flawsOf, grid, heading, resize, seen } from '../steps.ts'
import { must } from '../target.ts'

const dora = { name: 'Dora Lind', email: 'dora@example.org', password: 'four unrelated words' }
const soon = { timeout: 20_000 }
const role = uuidV7() as RoleId

let journey: DemoJourney
let adas: Visitor
let doras: Visitor
let base: BaseId
let tasks: TableId

beforeAll(async () => {
  journey = await startDemoJourney('view-as')
  ;({ base, tasks } = journey)
  await makeRole()
  const { backend } = await signUpPerson(journey.world.project, dora)
  await backend.dispose()
  adas = await journey.enter(ada)
  doras = await journey.enter(dora)
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

/** "Projectionist" reads and changes what is to do. */
async function makeRole(): Promise<void> {
  const { backend } = await signInPerson(journey.world.project, ada)
  const table = must(await backend.bases.schema(base)).tables.find(({ id }) => id === tasks)!
  const state = table.fields.find(({ name }) => name === 'State')!
  const toDo = state.options.options!.find(({ label }) => label === 'To do')!
  const rule = { call: '=', args: [{ field: state.id }, { option: toDo.id, field: state.id }] }
  must(await backend.roles.save(base, role, { name: 'Projectionist' }))
  for (const action of ['read', 'update'] as const) {
    must(await backend.roles.setGrant(role, tasks, action, { scope: 'rules', rule }))
  }
  await backend.dispose()
}

/** Types a name and takes the first line that fits. */
async function pick(page: Page, box: Locator, name: string): Promise<void> {
  await box.focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.type(name)
  await seen(page.getByRole('option', { name: new RegExp(name) }))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('option').first().waitFor({ state: 'hidden' })
}

async function press(page: Page, target: Locator): Promise<void> {
  await target.focus()
  await page.keyboard.press('Enter')
}

const records = (page: Page) => page.getByTestId('row-count').innerText()

describe('a base through somebody else’s eyes', () => {
  it('begins with an invitation into a role, by link', async () => {
    const { page } = adas
    await page.goto(`/b/${base}/members`)
    await press(page, button(page, 'Invite'))
    const dialog = page.getByRole('dialog', { name: /^Invite to/ })
    await field(dialog, 'E-mail').fill(dora.email)
    await chooseByKeys(page, dialog.getByRole('button', { name: /Role in the workspace/ }), 'Guest')
    await chooseByKeys(page, dialog.getByRole('button', { name: /Role in the base/ }), 'Projectionist')
    expect(await flawsOf(page)).toEqual([])
    await press(page, button(dialog, 'Create link'))
    const link = await field(page.getByRole('dialog', { name: 'Your link is ready' }), 'Link').inputValue()
    await doras.page.goto(link)
    await press(doras.page, button(doras.page, 'Accept the invitation'))
    await seen(grid(doras.page, 'Tasks'), 30_000)
    await expect.poll(() => records(doras.page), soon).toBe('3 records')
  })

  it('shows a role what it reaches, read-only, after a reload too', async () => {
    const { page } = adas
    await page.goto(`/b/${base}/t/${tasks}`)
    await seen(grid(page, 'Tasks'))
    await press(page, button(page, 'Base settings and members'))
    await press(page, page.getByRole('menuitem', { name: 'View as…' }))
    const dialog = page.getByRole('dialog', { name: 'View as' })
    await pick(page, dialog.getByRole('combobox', { name: 'Role or person' }), 'Projectionist')
    await press(page, button(dialog, 'View'))
    await dialog.waitFor({ state: 'hidden' })
    for (const load of [async () => null, () => page.reload()]) {
      await load()
      await seen(page.getByText('You see this base as Projectionist. Read only.'))
      await seen(grid(page, 'Tasks'))
      await expect.poll(() => records(page), soon).toBe('3 records')
    }
    expect(await page.getByRole('navigation', { name: 'Tables' }).getByRole('link').allInnerTexts()).toEqual([
      'Tasks',
    ])
    for (const name of ['New record', 'Undo', 'Add field']) expect(await button(page, name).count()).toBe(0)
    expect(await flawsOf(page)).toEqual([])
  })

  it('shows a person, follows a change of their rights, and is left again', async () => {
    const { page } = adas
    await press(page, button(page, 'As somebody else'))
    const dialog = page.getByRole('dialog', { name: 'View as' })
    await pick(page, dialog.getByRole('combobox', { name: 'Role or person' }), 'Dora')
    await press(page, button(dialog, 'View'))
    await seen(page.getByText('You see this base as Dora Lind. Read only.'))
    await expect.poll(() => records(page), soon).toBe('3 records')
    const { backend } = await signInPerson(journey.world.project, ada)
    must(await backend.roles.setGrant(role, tasks, 'read', { scope: 'rules', rule: { boolean: true } }))
    await expect.poll(() => records(page), soon).toBe('12 records')
    await backend.dispose()
    await resize(page, phone)
    await seen(page.getByRole('list', { name: 'Tasks' }))
    expect(await flawsOf(page)).toEqual([])
    await resize(page, { width: 1440, height: 900 })
    await press(page, page.getByRole('link', { name: 'Exit' }))
    await seen(button(page, 'New record'))
  })

  it('is refused to the person what the role does not allow, with the rule and whom to ask', async () => {
    const { page } = doras
    await expect.poll(() => records(page), soon).toBe('12 records')
    await (await cell(page, 'Tasks', 1, 'State')).click()
    await page.keyboard.press('F2')
    await page.keyboard.type('Done')
    await page.keyboard.press('Enter')
    await seen(page.getByText(/rule of your role does not allow|would leave what your role reaches/))
    await press(page, button(page, 'Why?').first())
    const dialog = page.getByRole('dialog', { name: 'Why this was refused' })
    await seen(dialog.getByText('“Projectionist” may change', { exact: false }))
    await seen(dialog.getByText(`ask ${ada.name}`, { exact: false }))
    expect(await flawsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  it('is explained to the creator for each record and person, and proved for all', async () => {
    const { page } = adas
    await (await cell(page, 'Tasks', 1, 'State')).click()
    await page.keyboard.press('Shift+F10')
    await press(page, page.getByRole('menuitem', { name: 'Who can see and change this?' }))
    const dialog = page.getByRole('dialog', { name: 'Who can see and change this?' })
    await seen(dialog.getByText('Creators may do everything in their base.'))
    await pick(page, dialog.getByRole('combobox', { name: 'Person' }), 'Dora')
    await seen(dialog.getByText(/Dora Lind may (not )?change this record\./))
    await seen(dialog.getByText('{State} = "To do"'))
    expect(await flawsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })

    await page.goto(`/b/${base}/roles/proof`)
    await seen(heading(page, 'Who may do what'))
    await seen(page.getByText('In force:', { exact: false }))
    await seen(page.getByText('Projectionist · Change where {State} = "To do"'))
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await flawsOf(page)).toEqual([])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      press(page, button(page, 'Markdown')),
    ])
    expect(download.suggestedFilename()).toBe('Programme – rights.md')
    await resize(page, phone)
    expect(await flawsOf(page)).toEqual([])
    expect([...adas.problems, ...doras.problems]).toEqual([])
  })
})
