/**
 * A creator makes a role with a rule and a hidden field, invites somebody into it and looks through its eyes; who holds it is
 * refused and reads why; the field comes and goes before their eyes. With the keyboard alone.
 */
import { signUpPerson } from '@plinth/backend/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ada, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, cell, field, grid, heading, seen } from '../steps.ts'
import { goToCell, inviteByKeys, pickFrom } from './cells.ts'
import { type Keys, soon } from './keys.ts'

const dora = { name: 'Dora Lind', email: 'dora@example.org', password: 'four unrelated words' }

let journey: DemoJourney
let keys: Keys
let doras: Keys
/** Address of the role, once it is made. */
let role: string
const problems: string[][] = []

beforeAll(async () => {
  journey = await startDemoJourney('keys-hidden-field')
  const { backend } = await signUpPerson(journey.world.project, dora)
  await backend.dispose()
  const entered = await journey.enterByKeys(ada, `/b/${journey.base}/roles`)
  keys = entered.keys
  problems.push(entered.problems)
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const records = (of: Keys) => of.see.getByTestId('row-count').innerText()
const heads = async (of: Keys) => {
  const texts = await grid(of.see, 'Tasks').getByRole('columnheader').allInnerTexts()
  return texts.map((text) => text.split('\n')[0]!.trim())
}
const fieldsDialog = () => keys.see.getByRole('dialog', { name: 'Fields of Tasks' })
const rightOn = (name: string) => button(fieldsDialog(), new RegExp(`the field ${name}$`))

async function openFields(): Promise<void> {
  await keys.pressOn(button(keys.see, 'Rights on fields of Tasks'))
  await seen(fieldsDialog())
}

async function closeFields(): Promise<void> {
  await keys.pressOn(button(fieldsDialog(), 'Done'))
  await fieldsDialog().waitFor({ state: 'hidden' })
}

/** Hides Hours, after reading what that means. */
async function hideHours(): Promise<void> {
  await keys.choose(rightOn('Hours'), /^Hidden/)
  const question = keys.see.getByRole('alertdialog', { name: /^Hide “Hours” from the role “Projectionist”/ })
  await keys.expectFocus(button(question, 'Cancel'))
  await seen(question.getByText('those of 12 records', { exact: false }))
  await keys.look('hide a field')
  await keys.pressOn(button(question, 'Hide field'))
  await question.waitFor({ state: 'hidden', timeout: 30_000 })
  await expect.poll(() => rightOn('Hours').innerText(), soon).toContain('Hidden')
  await keys.expectFocus(rightOn('Hours'))
}

describe('a hidden field, with the keyboard alone', () => {
  it('is kept from a role that reaches some records', async () => {
    const { see } = keys
    await keys.pressOn(button(see, 'New role'))
    await keys.typeInto(field(see.getByRole('dialog', { name: 'New role' }), 'Name'), 'Projectionist')
    await keys.press('Enter')
    await seen(heading(see, 'Projectionist'))
    role = see.url()
    await keys.choose(button(see, /Read records of Tasks$/), /^By rule/)
    const dialog = see.getByRole('dialog', { name: 'Records of Tasks' })
    await keys.expectFocus(field(dialog, 'Condition'))
    await keys.type('{Sta')
    await seen(see.getByRole('option', { name: /State/ }))
    await keys.press('Enter')
    await keys.type(' = "Doi')
    await seen(see.getByRole('option', { name: /Doing/ }))
    await keys.press('Enter')
    await seen(dialog.getByText('4 of 12 records match now.'))
    await keys.pressOn(dialog.getByRole('checkbox', { name: 'Change' }), 'Space')
    await keys.pressOn(button(dialog, 'Save rule'))
    await dialog.waitFor({ state: 'hidden' })
    await seen(see.getByText('Read and Change where'))

    await openFields()
    await hideHours()
    await keys.choose(rightOn('Due'), /^Read only/)
    await expect.poll(() => rightOn('Due').innerText(), soon).toContain('Read only')
    await keys.lookEverywhere('keys-fields')
    await closeFields()
    await seen(see.getByText('Due: read only · Hours: hidden'))
    expect(keys.flaws()).toEqual([])
  })

  it('is none that everybody needs', async () => {
    await openFields()
    await keys.pressOn(rightOn('Task'))
    const hidden = keys.see.getByRole('option', { name: /^Hidden/ })
    await seen(hidden.getByText(/Move another field to the first place/))
    expect(await hidden.getAttribute('aria-disabled')).toBe('true')
    await keys.press('Escape')
    await hidden.waitFor({ state: 'hidden' })
    await closeFields()
    expect(keys.flaws()).toEqual([])
  })

  it('is not there for who is invited into the role', async () => {
    await keys.visit(`/b/${journey.base}/members`)
    const link = await inviteByKeys(keys, dora, { workspace: /^Guest/, base: /^Projectionist/ })
    const entered = await journey.enterByKeys(dora, '/sign-in')
    doras = entered.keys
    problems.push(entered.problems)
    await doras.visit(link)
    await doras.pressOn(button(doras.see, 'Accept the invitation'))
    await seen(grid(doras.see, 'Tasks'), 30_000)
    await expect.poll(() => records(doras), soon).toBe('4 records')
    const names = await heads(doras)
    expect(names).toContain('Due')
    expect(names).not.toContain('Hours')
    await goToCell(doras, 'Tasks', 1, 'Task')
    await doras.press('Space')
    await seen(doras.see.getByRole('complementary').last().getByText('Contact'))
    expect(await doras.see.getByText('Hours').count()).toBe(0)
    await doras.press('Escape')
    expect([...keys.flaws(), ...doras.flaws()]).toEqual([])
  })

  it('is not there through the eyes of the role and of the person', async () => {
    const { see } = keys
    await keys.visit(`/b/${journey.base}/t/${journey.tasks}`)
    await seen(grid(see, 'Tasks').getByText('(Hidden from the role “Projectionist”.)'))
    await keys.look('the table of a creator')
    await keys.fromMenu(button(see, 'Base settings and members'), 'View as…')
    for (const [typed, name] of [
      ['Projectionist', 'Projectionist'],
      ['Dora', 'Dora Lind'],
    ] as const) {
      const dialog = see.getByRole('dialog', { name: 'View as' })
      await pickFrom(keys, dialog.getByRole('combobox', { name: 'Role or person' }), typed)
      await keys.pressOn(button(dialog, 'View'))
      await seen(see.getByText(`You see this base as ${name}. Read only.`))
      await expect.poll(() => records(keys), soon).toBe('4 records')
      expect(await heads(keys)).not.toContain('Hours')
      await keys.look(`as ${name}`)
      if (typed === 'Projectionist') await keys.pressOn(button(see, 'As somebody else'))
    }
    await keys.pressOn(see.getByRole('link', { name: 'Exit' }))
    await seen(grid(see, 'Tasks').getByRole('columnheader', { name: /^Hours/ }))
    expect(keys.flaws()).toEqual([])
  })

  it('leaves its neighbours under the rules of the role, with the reason', async () => {
    const { see } = doras
    await goToCell(doras, 'Tasks', 1, 'State')
    await doras.press('F2')
    await doras.type('Done')
    await doras.press('Enter')
    await seen(see.getByText(/would leave what your role reaches/))
    // A note beside a cell is left with the cell: by keys the menu of the record does the same.
    await doras.press('Shift+F10')
    await doras.takeLine('Why was this refused?')
    let dialog = see.getByRole('dialog', { name: 'Why this was refused' })
    await seen(dialog.getByText('“Projectionist” may change', { exact: false }))
    await seen(dialog.getByText(`ask ${ada.name}`, { exact: false }))
    await doras.lookEverywhere('keys-why')
    await doras.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await goToCell(doras, 'Tasks', 1, 'State')
    await doras.press('Shift+F10')
    await doras.takeLine('Dismiss the problem')

    await goToCell(doras, 'Tasks', 1, 'Due')
    await doras.press('Delete')
    await seen(see.getByText('You can read “Due”, but not change it'))
    await doras.press('Alt+t')
    await doras.pressOn(button(see, 'Why?').last())
    dialog = see.getByRole('dialog', { name: 'Who can see and change this?' })
    await seen(dialog.getByText('You may not change “Due” of this record.'))
    await seen(dialog.getByText('The role “Projectionist” only reads this field.').first())
    await doras.look('why a field')
    await doras.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(doras.flaws()).toEqual([])
  })

  it('is explained to the creator, and proved', async () => {
    const { see } = keys
    await goToCell(keys, 'Tasks', 1, 'Hours')
    await keys.press('Shift+F10')
    await keys.takeLine('Who can see and change this?')
    const dialog = see.getByRole('dialog', { name: 'Who can see and change this?' })
    await seen(dialog.getByText('You may read “Hours” of this record.'))
    await pickFrom(keys, dialog.getByRole('combobox', { name: 'Person' }), 'Dora')
    await seen(dialog.getByText('Dora Lind may not read “Hours” of this record.'))
    await seen(dialog.getByText('The role “Projectionist” has this field hidden.').first())
    await keys.lookEverywhere('keys-explained')
    await keys.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await keys.visit(`/b/${journey.base}/roles/proof`)
    await seen(see.getByText('Projectionist · does not see Hours'))
    expect(await see.getByRole('alert').count()).toBe(0)
    await keys.lookEverywhere('keys-proof')
    expect(keys.flaws()).toEqual([])
  })

  it('comes and goes before the eyes of who holds the role', async () => {
    await goToCell(doras, 'Tasks', 1, 'Notes')
    await keys.visit(role)
    await openFields()
    await keys.choose(rightOn('Hours'), /^As in the table/)
    await seen(grid(doras.see, 'Tasks').getByRole('columnheader', { name: /^Hours/ }), 30_000)
    const hours = await cell(doras.see, 'Tasks', 1, 'Hours')
    await expect.poll(() => hours.innerText(), soon).toMatch(/\d/)
    await doras.expectFocus(await cell(doras.see, 'Tasks', 1, 'Notes'))
    await hideHours()
    await expect.poll(() => heads(doras), { timeout: 30_000 }).not.toContain('Hours')
    await doras.expectFocus(await cell(doras.see, 'Tasks', 1, 'Notes'))
    await closeFields()
    expect([...keys.flaws(), ...doras.flaws()]).toEqual([])
  })

  it('stays aside in a large table until its values are moved back', async () => {
    const { see } = keys
    await keys.visit(`/b/${journey.base}/roles`)
    await keys.pressOn(see.getByRole('main').getByRole('link', { name: /^Viewer/ }))
    await keys.pressOn(button(see, 'Rights on fields of Films'))
    const dialog = see.getByRole('dialog', { name: 'Fields of Films' })
    const budget = button(dialog, /the field Budget$/)
    await keys.choose(budget, /^As in the table/)
    const aside = dialog.getByText('The values of “Budget” are still aside')
    await seen(aside)
    await keys.lookEverywhere('keys-aside')
    await keys.pressOn(button(dialog, 'Move back'))
    await aside.waitFor({ state: 'hidden', timeout: 30_000 })
    expect(await budget.innerText()).toContain('As in the table')
    await keys.pressOn(button(dialog, 'Done'))
    await dialog.waitFor({ state: 'hidden' })
    expect(keys.flaws()).toEqual([])
  })

  it('leaves no error in anybody’s console', () => {
    expect(problems.flat()).toEqual([])
  })
})
