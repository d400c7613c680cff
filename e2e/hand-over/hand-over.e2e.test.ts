/** Somebody who sees some records hands one over, gets more of them, and meets the rules of fields before anything is sent. */
import { readFile } from 'node:fs/promises'
import { signInPerson, signUpPerson } from '@plinth/backend/testing'
import { type Backend, type BaseId, type RoleId, type Table, type TableId, uuidV7 } from '@plinth/domain'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { desktop, phone, type Visitor } from '../browser.ts'
import { ada, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, cell, flawsEverywhere, flawsOf, grid, heading, resize, seen } from '../steps.ts'
import { must } from '../target.ts'

const dora = { name: 'Dora Lind', email: 'dora@example.org', password: 'four unrelated words' }
const soon = { timeout: 20_000 }
const [role, more] = [uuidV7() as RoleId, uuidV7() as RoleId]

let journey: DemoJourney
let adas: Visitor
let doras: Visitor
let base: BaseId
let tasks: TableId

beforeAll(async () => {
  journey = await startDemoJourney('hand-over')
  ;({ base, tasks } = journey)
  await makeRoles()
  adas = await journey.enter(ada)
  doras = await journey.enter(dora)
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

/** Runs some calls as the owner. */
async function asAda<T>(work: (backend: Backend, table: Table) => Promise<T>): Promise<T> {
  const { backend } = await signInPerson(journey.world.project, ada)
  const table = must(await backend.bases.schema(base)).tables.find(({ id }) => id === tasks)!
  const answer = await work(backend, table)
  await backend.dispose()
  return answer
}

const fieldOf = (table: Table, name: string) => table.fields.find((field) => field.name === name)!

function isState(table: Table, label: string) {
  const { id, options } = fieldOf(table, 'State')
  const option = options.options!.find((one) => one.label === label)!
  return { call: '=', args: [{ field: id }, { option: option.id, field: id }] }
}

/** "Projectionist" reads and changes what is to do, "Helper" reads what waits; Dora holds the first. */
async function makeRoles(): Promise<void> {
  const person = await signUpPerson(journey.world.project, dora)
  await asAda(async (backend, table) => {
    must(await backend.roles.save(base, role, { name: 'Projectionist' }))
    must(await backend.roles.save(base, more, { name: 'Helper' }))
    for (const action of ['read', 'update'] as const) {
      must(
        await backend.roles.setGrant(role, tasks, action, { scope: 'rules', rule: isState(table, 'To do') }),
      )
    }
    must(
      await backend.roles.setGrant(more, tasks, 'read', { scope: 'rules', rule: isState(table, 'Waiting') }),
    )
    const [workspace] = must(await backend.workspaces.session()).workspaces
    const { token } = must(
      await backend.workspaces.invite({
        workspace: workspace!.id,
        role: 'guest',
        base,
        baseRole: null,
        customRole: role,
        email: null,
      }),
    )
    must(await person.backend.workspaces.acceptInvitation(token))
  })
  await person.backend.dispose()
}

const records = (page: Page) => page.getByTestId('row-count').innerText()

/** Chooses an option in a cell of the grid, by typing. */
async function choose(page: Page, place: number, name: string, text: string): Promise<void> {
  await (await cell(page, 'Tasks', place, name)).click()
  await page.keyboard.press('F2')
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

describe('a record that leaves its editor’s sight', () => {
  it('is kept back until the role may hand over, by a switch', async () => {
    await doras.page.goto(`/b/${base}/t/${tasks}`)
    await seen(grid(doras.page, 'Tasks'), 30_000)
    await expect.poll(() => records(doras.page), soon).toBe('3 records')
    await choose(doras.page, 1, 'State', 'Done')
    await seen(doras.page.getByText(/for the right to hand records over/))
    await button(doras.page.getByRole('region', { name: 'Not stored: State' }), 'Dismiss').click()
    expect(await records(doras.page)).toBe('3 records')

    const { page } = adas
    await page.goto(`/b/${base}/roles`)
    await page.getByRole('link', { name: /^Projectionist/ }).click()
    await seen(heading(page, 'Projectionist'))
    const handOver = page.getByRole('switch', { name: 'May hand over records of Tasks' })
    await handOver.focus()
    await page.keyboard.press('Space')
    await expect.poll(() => handOver.isChecked(), soon).toBe(true)
    expect(await flawsOf(page)).toEqual([])
    await page.reload()
    await expect.poll(() => handOver.isChecked(), soon).toBe(true)
    await resize(page, phone)
    expect(await flawsOf(page)).toEqual([])
  })

  it('is explained and proved: who may hand over, by which role', async () => {
    const { page } = adas
    await resize(page, desktop)
    await page.goto(`/b/${base}/roles/proof`)
    await seen(heading(page, 'Who may do what'))
    await seen(page.getByText('Projectionist · may hand over the records that it changes'))
    await page.getByText('Projectionist · may hand over').scrollIntoViewIfNeeded()
    expect(await flawsEverywhere(page, 'hand-over-proof')).toEqual([])
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Markdown').click()])
    const text = await readFile(await download.path(), 'utf8')
    expect(text).toMatch(/\| Tasks \| Projectionist \| Hand over \| All \| By rule \|/)
    expect(text.match(/Hand over/g)).toHaveLength(1)

    // Dora asks for herself, of a record that she sees.
    await (await cell(doras.page, 'Tasks', 1, 'Task')).click()
    await doras.page.keyboard.press('Shift+F10')
    const line = doras.page.getByRole('menuitem', { name: 'Who can see and change this?' })
    await seen(line)
    await line.focus()
    await doras.page.keyboard.press('Enter')
    const dialog = doras.page.getByRole('dialog', { name: 'Who can see and change this?' })
    await seen(dialog.getByText('You may change this record, and hand it over.'))
    await seen(dialog.getByText(/It may hand records over: a change may take one out of what it reaches\./))
    expect(await flawsEverywhere(doras.page, 'hand-over-explained')).toEqual([])
    await doras.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  it('goes with a message, and is not taken back', async () => {
    const { page } = doras
    await choose(page, 1, 'State', 'Done')
    await seen(page.getByText(/” is handed over/))
    expect(await flawsOf(page)).toEqual([])
    await expect.poll(() => records(page), soon).toBe('2 records')
    await (await cell(page, 'Tasks', 1, 'Task')).click()
    await page.keyboard.press('Control+z')
    await seen(page.getByText('This step cannot be undone'))
    expect(await records(page)).toBe('2 records')
  })

  it('is followed by others when a new role brings them into sight, without a reload', async () => {
    await asAda(async (backend) => {
      const person = must(await backend.bases.members(base)).find(({ email }) => email === dora.email)!
      must(await backend.roles.setMember(more, person.id, true))
    })
    await expect.poll(() => records(doras.page), soon).not.toBe('2 records')
    const waiting = await asAda(async (backend, table) =>
      must(await backend.roles.countMatching(tasks, isState(table, 'Waiting'))),
    )
    await expect.poll(() => records(doras.page), soon).toBe(`${2 + waiting.matching} records`)
  })
})

describe('a value that breaks a rule of its field', () => {
  it('is kept at its cell when it is chosen or cleared, and never sent', async () => {
    const { page } = doras
    await asAda(async (backend, table) => {
      const due = fieldOf(table, 'Due').id
      const rules = { required: true, min: '2020-01-01' }
      must(await backend.bases.updateField(due, {}, { table: tasks, rules, keep: true }))
    })
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('apply_mutations')) sent.push(request.url())
    })
    // The rule has come to this window.
    await seen(grid(page, 'Tasks').getByRole('columnheader', { name: /^Due.*required/i }))
    await (await cell(page, 'Tasks', 1, 'Due')).click()
    await page.keyboard.press('Delete')
    const note = page.getByRole('region', { name: 'Not stored: Due' })
    await seen(note.getByText('This field needs a value.'))
    expect(await button(note, 'Try again').count()).toBe(0)
    expect(await flawsOf(page)).toEqual([])
    await button(note, 'Dismiss').click()
    expect(sent).toEqual([])
    expect([...adas.problems, ...doras.problems]).toEqual([])
  })
})
