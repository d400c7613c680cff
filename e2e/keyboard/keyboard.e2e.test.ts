/** The main journey without a pointer: every step is a key, and what has the focus can always be seen. */
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { keepPicture, launchBrowser, newVisitor } from '../browser.ts'
import { startWorld, type World } from '../harness.ts'
import { button, cell, field, flawsOf, grid, heading, seen } from '../steps.ts'

const kay = { name: 'Kay', email: 'kay@example.org', password: 'eight unrelated words' }
const soon = { timeout: 20_000 }

let world: World
let browser: Browser
let page: Page

beforeAll(async () => {
  world = await startWorld()
  browser = await launchBrowser()
  ;({ page } = await newVisitor(browser, { origin: world.url }))
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await keepPicture(page, `keyboard-${task.name.slice(0, 30)}`)
})

const hasFocus = (locator: Locator) =>
  locator.evaluate(
    (element) => element === document.activeElement || element.contains(document.activeElement),
  )

/** Presses Tab until the element has the focus. */
async function tabTo(locator: Locator): Promise<void> {
  await seen(locator)
  for (let presses = 0; presses < 80; presses += 1) {
    if (await hasFocus(locator.first())) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${locator}`)
}

async function typeInto(locator: Locator, text: string): Promise<void> {
  await tabTo(locator)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

async function pressOn(locator: Locator, key = 'Enter'): Promise<void> {
  await tabTo(locator)
  await page.keyboard.press(key)
}

/** Outline, ring or border: something must tell where the focus is. */
async function isFocusVisible(): Promise<boolean> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (element === null || element === document.body) return false
    const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(element)
    const isOutlined = outlineStyle !== 'none' && outlineWidth !== '0px'
    return isOutlined || boxShadow !== 'none' || borderColor !== getComputedStyle(document.body).borderColor
  })
}

describe('with the keyboard alone', () => {
  it('somebody signs up', async () => {
    await page.goto('/sign-up')
    await typeInto(field(page, 'Name'), kay.name)
    expect(await isFocusVisible()).toBe(true)
    await typeInto(field(page, 'E-mail'), kay.email)
    await typeInto(field(page, 'Password'), kay.password)
    await pressOn(button(page, 'Create account'))
    await seen(heading(page, 'Check your mail'))
    await page.goto(await world.mailedLink(kay.email))
    await seen(heading(page, 'Welcome, Kay'))
  })

  it('makes a workspace and a base', async () => {
    await typeInto(field(page, 'Name of the workspace'), 'Keys')
    await page.keyboard.press('Enter')
    await seen(heading(page, 'Welcome to Keys'))
    await pressOn(button(page.getByRole('main'), 'New base').or(button(page, 'New base')).first())
    const dialog = page.getByRole('dialog', { name: 'New base' })
    await typeInto(field(dialog, 'Name'), 'Piano')
    await page.keyboard.press('Enter')
    await seen(heading(page, 'Piano has no tables yet'))
    expect(await dialog.count()).toBe(0)
  })

  it('imports a file', async () => {
    await pressOn(button(page, 'Import a file'))
    const choose = button(page.getByRole('dialog'), 'Choose a file')
    await tabTo(choose)
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')])
    const text = 'piece,composer,minutes\nGymnopédie,Satie,3\nArabesque,Debussy,4\nNocturne,Field,5\n'
    await chooser.setFiles({ name: 'pieces.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    const preview = page.getByRole('dialog', { name: 'Import pieces.csv' })
    await pressOn(button(preview, /^Import 3 rows$/))
    const done = page.getByRole('dialog', { name: 'Import finished' })
    await pressOn(button(done, 'Open table'))
    await seen(grid(page, 'pieces'))
    expect(await flawsOf(page)).toEqual([])
  })

  it('walks through the table, edits, undoes and adds a record', async () => {
    const first = await cell(page, 'pieces', 1, 'piece')
    await tabTo(first)
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Control+Home')
    await expect.poll(() => hasFocus(first), soon).toBe(true)
    expect(await isFocusVisible()).toBe(true)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Claude Debussy')
    await page.keyboard.press('Enter')
    const composer = await cell(page, 'pieces', 2, 'composer')
    await expect.poll(() => composer.innerText(), soon).toBe('Claude Debussy')
    await page.keyboard.press('Control+z')
    await expect.poll(() => composer.innerText(), soon).toBe('Debussy')
    // Typing in a cell begins to edit it; Escape leaves it as it was.
    await page.keyboard.type('x')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+End')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => grid(page, 'pieces').getAttribute('aria-rowcount'), soon).toBe(`${4 + 2}`)
  })

  it('opens a record, and comes back to where it was', async () => {
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    const panel = page.getByRole('complementary', { name: 'Gymnopédie' })
    await seen(panel)
    await expect.poll(() => hasFocus(panel), soon).toBe(true)
    expect(await flawsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
    await expect.poll(() => hasFocus(grid(page, 'pieces')), soon).toBe(true)
  })

  it('invites a colleague', async () => {
    await pressOn(button(page, 'Invite'))
    const dialog = page.getByRole('dialog', { name: /^Invite to/ })
    await typeInto(field(dialog, 'E-mail'), 'friend@example.org')
    await pressOn(button(dialog, 'Create link'))
    const ready = page.getByRole('dialog', { name: 'Your link is ready' })
    await pressOn(button(ready, 'Copy link'))
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText()), soon).toContain('/invite#')
    await page.keyboard.press('Escape')
    await ready.waitFor({ state: 'hidden' })
    await expect.poll(() => hasFocus(button(page, 'Invite')), soon).toBe(true)
  })

  it('finds everything in the command palette', async () => {
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog')
    await seen(palette)
    await page.keyboard.type('account')
    await page.keyboard.press('Enter')
    await seen(heading(page, 'You'))
    expect(new URL(page.url()).pathname).toBe('/account')
    expect(await flawsOf(page)).toEqual([])
  })
})
