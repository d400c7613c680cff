/**
 * A creator invites somebody into a role with a rule and looks through its eyes; who holds it is refused, and learns why. With
 * the keyboard alone.
 */
import { signInPerson, signUpPerson } from '@plinth/backend/testing'
import { type BaseId, type RoleId, type TableId, uuidV7 } from '@plinth/domain'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ada, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { goToCell, inviteByKeys, pickFrom } from '../keyboard/cells.ts'
import { type Keys, soon } from '../keyboard/keys.ts'
import { button, grid, heading, seen } from '../steps.ts'
import { must } from '../target.ts'

const dora = { name: 'Dora Lind', email: 'dora@example.org', password: 'four unrelated words' }
const role = uuidV7() as RoleId

let journey: DemoJourney
let adas: Keys
let doras: Keys
const problems: string[][] = []
let base: BaseId
let tasks: TableId

beforeAll(async () => {
  journey = await startDemoJourney('view-as')
  ;({ base, tasks } = journey)
  await makeRole()
  const { backend } = await signUpPerson(journey.world.project, dora)
  await backend.dispose()
  const first = await journey.enterByKeys(ada, `/b/${base}/members`)
  const second = await journey.enterByKeys(dora, '/sign-in')
  adas = first.keys
  doras = second.keys
  problems.push(first.problems, second.problems)
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

const records = ({ see }: Keys) => see.getByTestId('row-count').innerText()

describe('a base through somebody else’s eyes', () => {
  it('begins with an invitation into a role, by link', async () => {
    const link = await inviteByKeys(adas, dora, { workspace: /^Guest/, base: /^Projectionist/ })
    await doras.visit(link)
    await doras.pressOn(button(doras.see, 'Accept the invitation'))
    await seen(grid(doras.see, 'Tasks'), 30_000)
    await expect.poll(() => records(doras), soon).toBe('3 records')
    expect([...adas.flaws(), ...doras.flaws()]).toEqual([])
  })

  it('shows a role what it reaches, read-only, after a reload too', async () => {
    const { see } = adas
    await adas.visit(`/b/${base}/t/${tasks}`)
    await seen(grid(see, 'Tasks'))
    await adas.fromMenu(button(see, 'Base settings and members'), 'View as…')
    const dialog = see.getByRole('dialog', { name: 'View as' })
    await pickFrom(adas, dialog.getByRole('combobox', { name: 'Role or person' }), 'Projectionist')
    await adas.pressOn(button(dialog, 'View'))
    await dialog.waitFor({ state: 'hidden' })
    for (const load of [async () => undefined, () => adas.reload()]) {
      await load()
      await seen(see.getByText('You see this base as Projectionist. Read only.'))
      await seen(grid(see, 'Tasks'))
      await expect.poll(() => records(adas), soon).toBe('3 records')
    }
    const tables = see.getByRole('navigation', { name: 'Tables' }).getByRole('link')
    expect(await tables.allInnerTexts()).toEqual(['Tasks'])
    for (const name of ['New record', 'Undo', 'Add field']) expect(await button(see, name).count()).toBe(0)
    await adas.look('as a role')
    expect(adas.flaws()).toEqual([])
  })

  it('shows a person, follows a change of their rights, and is left again', async () => {
    const { see } = adas
    await adas.pressOn(button(see, 'As somebody else'))
    const dialog = see.getByRole('dialog', { name: 'View as' })
    await pickFrom(adas, dialog.getByRole('combobox', { name: 'Role or person' }), 'Dora')
    await adas.pressOn(button(dialog, 'View'))
    await seen(see.getByText('You see this base as Dora Lind. Read only.'))
    await expect.poll(() => records(adas), soon).toBe('3 records')
    const { backend } = await signInPerson(journey.world.project, ada)
    must(await backend.roles.setGrant(role, tasks, 'read', { scope: 'rules', rule: { boolean: true } }))
    await expect.poll(() => records(adas), soon).toBe('12 records')
    await backend.dispose()
    await adas.lookEverywhere('view-as-person')
    // Forwards, Tab goes through every cell first.
    await adas.tabTo(see.getByRole('link', { name: 'Exit' }), 'Shift+Tab')
    await adas.press('Enter')
    await seen(button(see, 'New record'))
    expect(adas.flaws()).toEqual([])
  })

  it('is refused to the person what the role does not allow, with the rule and whom to ask', async () => {
    const { see } = doras
    await expect.poll(() => records(doras), soon).toBe('12 records')
    await goToCell(doras, 'Tasks', 1, 'State')
    await doras.press('F2')
    await doras.type('Done')
    await doras.press('Enter')
    await seen(see.getByText(/rule of your role does not allow|would leave what your role reaches/))
    await doras.press('Shift+F10')
    await doras.takeLine('Why was this refused?')
    const dialog = see.getByRole('dialog', { name: 'Why this was refused' })
    await seen(dialog.getByText('“Projectionist” may change', { exact: false }))
    await seen(dialog.getByText(`ask ${ada.name}`, { exact: false }))
    await doras.look('why')
    await doras.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(doras.flaws()).toEqual([])
  })

  it('is explained to the creator for each record and person, and proved for all', async () => {
    const { see } = adas
    await goToCell(adas, 'Tasks', 1, 'State')
    await adas.press('Shift+F10')
    await adas.takeLine('Who can see and change this?')
    const dialog = see.getByRole('dialog', { name: 'Who can see and change this?' })
    await seen(dialog.getByText('Creators may do everything in their base.'))
    await pickFrom(adas, dialog.getByRole('combobox', { name: 'Person' }), 'Dora')
    await seen(dialog.getByText(/Dora Lind may (not )?change this record\./))
    await seen(dialog.getByText('{State} = "To do"'))
    await adas.look('who can see and change this')
    await adas.press('Escape')
    await dialog.waitFor({ state: 'hidden' })

    await adas.visit(`/b/${base}/roles/proof`)
    await seen(heading(see, 'Who may do what'))
    await seen(see.getByText('In force:', { exact: false }))
    await seen(see.getByText('Projectionist · Change where {State} = "To do"'))
    expect(await see.getByRole('alert').count()).toBe(0)
    const { name } = await adas.download(button(see, 'Markdown'))
    expect(name).toBe('Programme – rights.md')
    await adas.lookEverywhere('view-as-proof')
    expect([...adas.flaws(), ...problems.flat()]).toEqual([])
  })
})
