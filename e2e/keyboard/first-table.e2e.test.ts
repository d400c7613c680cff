/** The main journey without a pointer: from the sign-up to a table that is edited and shared. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type JourneyBrowser, launchBrowser } from '../browser.ts'
import { startWorld, type World } from '../harness.ts'
import { button, cell, field, grid, heading, seen } from '../steps.ts'
import { Keys, soon } from './keys.ts'

const kay = { name: 'Kay', email: 'kay@example.org', password: 'eight unrelated words' }

let world: World
let browser: JourneyBrowser
let keys: Keys
let problems: string[]

beforeAll(async () => {
  world = await startWorld()
  browser = await launchBrowser()
  ;({ keys, problems } = await Keys.open(browser, world.url))
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await keys.keepPicture(`keys-${task.name.slice(0, 30)}`)
})

describe('with the keyboard alone', () => {
  it('nothing can be touched', () => {
    expect(() => keys.see.mouse).toThrow('“mouse” is no key')
    expect(() => keys.see.getByRole('button').click()).toThrow('“click” is no key')
    expect(() => keys.see.getByRole('main').getByLabel('Name').first().focus()).toThrow('“focus” is no key')
  })

  it('somebody signs up', async () => {
    const { see } = keys
    await keys.visit('/sign-up')
    await keys.typeInto(field(see, 'Name'), kay.name)
    await keys.typeInto(field(see, 'E-mail'), kay.email)
    await keys.typeInto(field(see, 'Password'), kay.password)
    await keys.look('sign-up')
    await keys.pressOn(button(see, 'Create account'))
    await seen(heading(see, 'Check your mail'))
    await keys.look('mail is sent')
    await keys.visit(await world.mailedLink(kay.email))
    await seen(heading(see, 'Welcome, Kay'))
    await keys.look('first visit')
    expect(keys.flaws()).toEqual([])
  })

  it('makes a workspace and a base', async () => {
    const { see } = keys
    await keys.typeInto(field(see, 'Name of the workspace'), 'Keys')
    await keys.press('Enter')
    await seen(heading(see, 'Welcome to Keys'))
    await keys.look('empty workspace')
    await keys.pressOn(button(see.getByRole('main'), 'New base'))
    const dialog = see.getByRole('dialog', { name: 'New base' })
    await keys.typeInto(field(dialog, 'Name'), 'Piano')
    await keys.look('new base')
    await keys.press('Enter')
    await seen(heading(see, 'Piano has no tables yet'))
    expect(await dialog.count()).toBe(0)
    await keys.look('empty base')
    expect(keys.flaws()).toEqual([])
  })

  it('imports a file', async () => {
    const { see } = keys
    await keys.pressOn(button(see, 'Import a file'))
    await seen(button(see.getByRole('dialog'), 'Choose a file'))
    await keys.look('import: choose')
    const text = 'piece,composer,minutes\nGymnopédie,Satie,3\nArabesque,Debussy,4\nNocturne,Field,5\n'
    const file = { name: 'pieces.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
    await keys.giveFile(button(see.getByRole('dialog'), 'Choose a file'), file)
    const preview = see.getByRole('dialog', { name: 'Import pieces.csv' })
    await seen(preview)
    await keys.look('import: preview')
    await keys.pressOn(button(preview, /^Import 3 rows$/))
    const done = see.getByRole('dialog', { name: 'Import finished' })
    await seen(done)
    await keys.look('import: done')
    await keys.pressOn(button(done, 'Open table'))
    await seen(grid(see, 'pieces'))
    await keys.look('table')
    expect(keys.flaws()).toEqual([])
  })

  it('walks through the table, edits, undoes and adds a record', async () => {
    const { see } = keys
    const first = await cell(see, 'pieces', 1, 'piece')
    await keys.tabTo(first)
    await keys.press('Control+End', 'Control+Home')
    await keys.expectFocus(first)
    await keys.press('ArrowDown', 'ArrowRight', 'Enter', 'Control+a')
    await keys.type('Claude Debussy')
    await keys.press('Enter')
    const composer = await cell(see, 'pieces', 2, 'composer')
    await expect.poll(() => composer.innerText(), soon).toBe('Claude Debussy')
    await keys.press('Control+z')
    await expect.poll(() => composer.innerText(), soon).toBe('Debussy')
    // Typing in a cell begins to edit it; Escape leaves it as it was.
    await keys.type('x')
    await keys.press('Escape')
    await keys.press('Control+End', 'ArrowDown', 'Enter')
    await expect.poll(() => grid(see, 'pieces').getAttribute('aria-rowcount'), soon).toBe(`${4 + 3}`)
    await keys.expectFocus(await cell(see, 'pieces', 4, 'piece'))
    await keys.look('a new record')
    expect(keys.flaws()).toEqual([])
  })

  it('opens a record, and comes back to where it was', async () => {
    const { see } = keys
    await keys.press('Control+Home', 'ArrowLeft', 'Enter')
    const panel = see.getByRole('complementary', { name: 'Gymnopédie' })
    await keys.expectFocus(panel)
    await keys.look('record')
    await keys.press('Escape')
    await panel.waitFor({ state: 'hidden' })
    await keys.expectFocus(grid(see, 'pieces'))
    expect(keys.flaws()).toEqual([])
  })

  it('invites a colleague', async () => {
    const { see } = keys
    await keys.pressOn(button(see, 'Invite'))
    const dialog = see.getByRole('dialog', { name: /^Invite to/ })
    await keys.typeInto(field(dialog, 'E-mail'), 'friend@example.org')
    await keys.look('invite')
    await keys.pressOn(button(dialog, 'Create link'))
    const ready = see.getByRole('dialog', { name: 'Your link is ready' })
    await keys.pressOn(button(ready, 'Copy link'))
    await expect.poll(() => keys.clipboard(), soon).toContain('/invite#')
    await keys.look('link')
    await keys.press('Escape')
    await ready.waitFor({ state: 'hidden' })
    await keys.expectFocus(button(see, 'Invite'))
    expect(keys.flaws()).toEqual([])
  })

  it('finds everything in the command palette', async () => {
    const { see } = keys
    await keys.command('Account')
    await seen(heading(see, 'You'))
    expect(new URL(see.url()).pathname).toBe('/account')
    await keys.look('account')
    expect(keys.flaws()).toEqual([])
  })

  it('leaves no error in the console', () => {
    expect(problems).toEqual([])
  })
})
