/** A base does something by itself: made, tried, seen at work, refused and paused. The maker has no pointer. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Visitor } from '../browser.ts'
import { ada, ben, cem, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { goToCell } from '../keyboard/cells.ts'
import { type Keys, soon } from '../keyboard/keys.ts'
import { button, cell, field, flawsOf, grid, heading, seen } from '../steps.ts'
import { addShot, as, makeAutomation, makeShots, shots } from './shots.ts'

let journey: DemoJourney
let adas: Keys
let bens: Keys
const problems: string[][] = []

beforeAll(async () => {
  journey = await startDemoJourney('automation')
  await as(journey.world, ada, (backend) => makeShots(backend, journey.base))
  const first = await journey.enterByKeys(ada, `/b/${journey.base}/automations`)
  const second = await journey.enterByKeys(ben, `/b/${journey.base}/t/${shots.table}`)
  adas = first.keys
  bens = second.keys
  problems.push(first.problems, second.problems)
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const runs = ({ see }: Keys) => see.getByRole('list', { name: 'Runs' }).getByRole('listitem')

/** Takes a shot into a state, in its cell. */
async function bringInto(keys: Keys, place: number, state: string): Promise<void> {
  await goToCell(keys, 'Shots', place, 'State')
  await keys.press('F2')
  await seen(keys.see.getByRole('option', { name: new RegExp(state) }))
  await keys.type(state)
  await keys.press('Enter')
}

describe('automations', () => {
  it('say what they are for, with examples of this very base', async () => {
    const { see } = adas
    await seen(heading(see, 'Let the base do it by itself'))
    await seen(see.getByRole('list', { name: 'Examples' }).getByRole('link'))
    await adas.lookEverywhere('automation-first-use')
    expect(adas.flaws()).toEqual([])
  })

  it('are made by keys: when, then what', async () => {
    const { see } = adas
    await adas.pressOn(see.getByRole('link', { name: 'New automation' }))
    await seen(heading(see, 'New automation'))
    await adas.typeInto(field(see, 'Name'), 'Approved')
    await adas.choose(button(see, /Records of$/), 'Shots')
    await adas.choose(button(see, /Begins when$/), /A record enters a state/)
    await adas.choose(button(see, /Field$/), 'State')
    await adas.choose(button(see, /Becomes$/), 'Approved')
    await adas.pressOn(button(see, 'Create automation'))
    await seen(see.getByText('Add what is to be done.'))
    await adas.fromMenu(button(see, 'Add an action'), 'Set fields')
    await adas.choose(button(see, /Field$/).last(), 'Approved on')
    await adas.choose(button(see, /What Approved on becomes$/), 'The day on which it runs')
    await adas.fromMenu(button(see, 'Add an action'), 'Notify people')
    await adas.pressOn(button(see, /^People: nothing yet/))
    await adas.arrowTo(see.getByRole('menuitemcheckbox', { name: /Ada/ }))
    await adas.press('Enter', 'Escape')
    await adas.typeInto(field(see, 'Message'), 'A shot is approved.')
    await adas.lookEverywhere('automation-editor-new')
    expect(adas.flaws()).toEqual([])
  })

  it('show what would happen, and change nothing', async () => {
    const { see } = adas
    await adas.pressOn(button(see, /^Record of Shots: nothing yet/))
    await seen(see.getByRole('option', { name: /Harbour at dawn/ }))
    await adas.type('Harbour')
    await adas.press('Enter')
    await adas.pressOn(button(see, 'Show what would happen'))
    const result = see.getByRole('region', { name: 'What would happen' })
    await seen(result.getByText('It would do this'))
    await seen(result.getByText('“A shot is approved.”'))
    expect(await result.innerText()).toContain('Approved on')
    await adas.lookEverywhere('automation-dry-run')
    expect(adas.flaws()).toEqual([])
    expect(await (await cell(bens.see, 'Shots', 1, 'Approved on')).innerText()).toBe('')
  })

  it('are made, and told in one sentence', async () => {
    const { see } = adas
    await adas.pressOn(button(see, 'Create automation'))
    await seen(heading(see, 'Approved'))
    await seen(
      see.getByText('When a record of Shots enters Approved: set Approved on, notify Ada', { exact: false }),
    )
    await seen(see.getByText('It has not run yet.', { exact: false }))
    expect(new URL(see.url()).pathname).toMatch(/automations\/[0-9a-f-]{36}$/)
  })

  it('work when somebody else changes a record, whose grid shows it at once', async () => {
    await seen(grid(bens.see, 'Shots').getByText('Harbour at dawn'))
    await bringInto(bens, 1, 'Approved')
    const approvedOn = await cell(bens.see, 'Shots', 1, 'Approved on')
    await expect.poll(() => approvedOn.innerText(), soon).not.toBe('')
    const run = runs(adas).first()
    await seen(run.getByText('Done'), 30_000)
    await expect.poll(() => run.innerText(), soon).toContain('Harbour at dawn')
    expect(await run.innerText()).toContain('1 person notified')
    expect(await run.innerText()).toContain('changed by Ben')
    await adas.tabTo(button(adas.see, 'Refresh'))
    await adas.lookEverywhere('automation-history')
    expect(adas.flaws()).toEqual([])
  })

  it('tell whom they are to tell, who goes from there to the record', async () => {
    const { see } = adas
    await adas.pressOn(button(see, 'Notices, 1 unread'))
    const list = see.getByRole('dialog', { name: 'Notices' })
    await seen(list.getByText('A shot is approved.'))
    await adas.look('the notices')
    await adas.showPicture('automation-notices')
    await adas.pressOn(list.getByRole('link', { name: /A shot is approved/ }))
    await seen(heading(see, 'Harbour at dawn'))
    await seen(button(see, 'Notices'))
    expect(adas.flaws()).toEqual([])
  })

  it('that are refused say why, and what helps', async () => {
    const id = await as(journey.world, ada, (backend) =>
      makeAutomation(backend, {
        name: 'Count takes',
        trigger: { kind: 'created' },
        condition: null,
        actions: [{ kind: 'set', values: [{ field: shots.takes, value: { kind: 'value', value: 99 } }] }],
      }),
    )
    await as(journey.world, ben, (backend) => addShot(backend, 'Ferry in the fog'))
    await adas.visit(`/b/${journey.base}/automations/${id}`)
    const run = runs(adas).first()
    await seen(run.getByText('Failed'), 30_000)
    await expect.poll(() => run.innerText(), soon).toMatch(/“Set fields”, was refused.*“Takes”/s)
    await adas.tabTo(button(adas.see, 'Refresh'))
    await adas.look('the history with a refusal')
    await adas.showPicture('automation-refused')
    await adas.visit(`/b/${journey.base}/automations`)
    await seen(adas.see.getByText(/^Last run .* failed\.$/))
    await adas.lookEverywhere('automation-list')
    expect(adas.flaws()).toEqual([])
  })

  it('do nothing while they are paused', async () => {
    const { see } = adas
    await adas.pressOn(see.getByRole('link', { name: 'Approved', exact: true }))
    await seen(heading(see, 'Approved'))
    await adas.pressOn(button(see, 'Pause'))
    await seen(see.getByText('It is paused'))
    const before = await runs(adas).count()
    await bringInto(bens, 2, 'Approved')
    await bens.see.getByRole('main').waitFor()
    await adas.pressOn(button(see, 'Refresh'))
    expect(await (await cell(bens.see, 'Shots', 2, 'Approved on')).innerText()).toBe('')
    expect(await runs(adas).count()).toBe(before)
    await adas.pressOn(button(see, 'Resume').first())
    await see.getByText('It is paused').waitFor({ state: 'hidden' })
  })

  it('are not left with unsaved changes without a word', async () => {
    const { see } = adas
    await adas.typeInto(field(see, 'Name'), 'Approved shots')
    await seen(see.getByText('Unsaved changes.'))
    await adas.pressOn(see.getByRole('link', { name: 'Automations' }).last())
    const alert = see.getByRole('alertdialog', { name: 'Leave without saving?' })
    await seen(alert)
    await adas.look('the question before leaving')
    await adas.press('Escape')
    await alert.waitFor({ state: 'hidden' })
    await adas.pressOn(button(see, 'Save automation'))
    await seen(heading(see, 'Approved shots'))
    await see.getByText('Unsaved changes.').waitFor({ state: 'hidden' })
    expect(adas.flaws()).toEqual([])
  })

  it('are deleted with their history, after a question', async () => {
    const { see } = adas
    await adas.visit(`/b/${journey.base}/automations`)
    await seen(see.getByRole('link', { name: 'Count takes' }))
    await adas.fromMenu(button(see, 'Menu of Count takes'), 'Delete')
    const alert = see.getByRole('alertdialog', { name: 'Delete the automation “Count takes”?' })
    await seen(alert)
    await adas.pressOn(button(alert, 'Delete automation'))
    await alert.waitFor({ state: 'hidden' })
    await see.getByRole('link', { name: 'Count takes' }).waitFor({ state: 'hidden' })
    expect(problems.flat()).toEqual([])
  })

  it('are not for those who do not shape the base', async () => {
    const { page }: Visitor = await journey.enter(cem)
    await page.goto(`/b/${journey.base}/automations`)
    await seen(heading(page, 'Only creators see and change automations'))
    expect(await flawsOf(page)).toEqual([])
    await page.goto(`/b/${journey.base}/automations/new`)
    await seen(heading(page, 'Only creators see and change automations'))
  })
})
