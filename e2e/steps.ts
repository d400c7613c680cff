/** What people do on the screen, by the names that they and their screen readers see. */

import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import {
  accessibilityViolations,
  desktop,
  isBeyondWindow,
  keepsPictures,
  phone,
  rulesIn,
  showPicture,
} from './browser.ts'
import type { World } from './harness.ts'

export interface Who {
  name: string
  email: string
  password: string
}

export const fixture = (name: string) => new URL(`./fixtures/${name}`, import.meta.url).pathname

/** Waits until the element is on the screen; a failure tells what was there instead. */
export async function seen(locator: Locator, timeout = 15_000): Promise<void> {
  try {
    await locator.first().waitFor({ state: 'visible', timeout })
  } catch (error) {
    if (error instanceof Error) error.message += `\n${await standingOf(locator.page())}`
    throw error
  }
}

/** Where a page stands: its address, its headings, and what it says of troubles and of waiting. */
async function standingOf(page: Page): Promise<string> {
  if (page.isClosed()) return 'The page was closed.'
  const told = page.locator('h1, h2, [role=alert], [role=status], [role=progressbar], [aria-busy=true]')
  const texts = await told.allInnerTexts().catch(() => ['unknown'])
  const lines = texts.map((text) => text.replaceAll(/\s+/g, ' ').slice(0, 120)).filter(Boolean)
  return `The page ${page.url()} says: ${lines.join(' | ') || 'nothing'}`
}

/** Waits until the element has the focus, which dialogs take a moment after they are on the screen. */
export const focused = (locator: Locator) =>
  expect
    .poll(() => locator.evaluate((element) => element === document.activeElement), { timeout: 15_000 })
    .toBe(true)

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
export const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) })
export const field = (page: Page | Locator, name: string) => page.getByLabel(name, { exact: true })

/** From the form to the mailed link, which signs in. */
export async function signUp(world: World, page: Page, who: Who): Promise<void> {
  await page.goto('/sign-up')
  await fillSignUp(page, who)
  await seen(heading(page, 'Check your mail'))
  await page.goto(await world.mailedLink(who.email))
}

export async function fillSignUp(page: Page, who: Who): Promise<void> {
  await field(page, 'Name').fill(who.name)
  await field(page, 'E-mail').fill(who.email)
  await field(page, 'Password').fill(who.password)
  await button(page, 'Create account').click()
}

export async function signIn(page: Page, who: Who): Promise<void> {
  await page.goto('/sign-in')
  await field(page, 'E-mail').fill(who.email)
  await field(page, 'Password').fill(who.password)
  await button(page, 'Sign in').click()
}

export async function makeWorkspace(page: Page, name: string): Promise<void> {
  await field(page, 'Name of the workspace').fill(name)
  await button(page, 'Create workspace').click()
  await seen(heading(page, `Welcome to ${name}`))
}

export async function makeBase(page: Page, name: string): Promise<void> {
  await page.getByRole('main').or(page.locator('body')).first().waitFor()
  await button(page, 'New base').first().click()
  const dialog = page.getByRole('dialog', { name: 'New base' })
  await field(dialog, 'Name').fill(name)
  await button(dialog, 'Create base').click()
  await seen(heading(page, `${name} has no tables yet`))
}

/** Gives a file to a button that opens the system's chooser. */
export async function chooseFile(page: Page, opener: Locator, file: string | FileLike): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), opener.click()])
  await chooser.setFiles(file)
}

export interface FileLike {
  name: string
  mimeType: string
  buffer: Buffer
}

/** From the open import dialog to its preview. */
export async function openPreview(page: Page, file: string | FileLike): Promise<Locator> {
  const name = typeof file === 'string' ? file.split('/').at(-1)! : file.name
  await chooseFile(page, button(page.getByRole('dialog'), 'Choose a file'), file)
  const preview = page.getByRole('dialog', { name: `Import ${name}` })
  await seen(preview, 60_000)
  return preview
}

/** The whole import of a file into a new table; answers what the dialog says at its end. */
export async function importFile(page: Page, file: string | FileLike): Promise<string> {
  await button(page, 'Import a file').first().click()
  const preview = await openPreview(page, file)
  await button(preview, /^Import .* rows?$/).click()
  const done = page.getByRole('dialog', { name: 'Import finished' })
  await seen(done, 120_000)
  const report = await done.innerText()
  await button(done, 'Open table').click()
  await done.waitFor({ state: 'hidden' })
  return report
}

export const grid = (page: Page, table: string) => page.getByRole('grid', { name: table })

/** A cell by the row's place (from 1) and the field's name. */
export async function cell(page: Page, table: string, place: number, name: string): Promise<Locator> {
  const header = grid(page, table).getByRole('columnheader', { name: new RegExp(`^${name}(\\W|$)`) })
  const column = await header.first().getAttribute('aria-colindex')
  return grid(page, table).locator(`[role=row][data-row="${place - 1}"] [aria-colindex="${column}"]`)
}

/** Gives the window another size and waits until the page is laid out for it. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  if (page.viewportSize()?.width === size.width) return
  await page.setViewportSize(size)
  await page.waitForFunction((width) => window.innerWidth === width, size.width)
  // The first frame tells the components, the second shows what they made of it.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** What is wrong with the page as it stands: violations found by axe, and content beyond the window's edge. */
export async function flawsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  const violations = await accessibilityViolations(page, undefined, rules)
  return (await isBeyondWindow(page)) ? [...violations, 'the page is larger than its window'] : violations
}

/**
 * Looks at a page as it is shown on a desk and on a phone, in both themes; it is left on a desk in the light. In the dark all but
 * the colours is the same, and they are on a phone what they are on a desk: there it is for pictures.
 */
export async function inEveryLook(
  page: Page,
  look: (name: string, rules?: readonly string[]) => Promise<void>,
): Promise<void> {
  const looks = [
    ['light', desktop],
    ['dark', desktop],
    ...(keepsPictures ? [['dark', phone] as const] : []),
    ['light', phone],
  ] as const
  for (const [colorScheme, size] of looks) {
    await page.emulateMedia({ colorScheme })
    await resize(page, size)
    await look(`${colorScheme}-${size.width}`, rulesIn[colorScheme])
  }
  await resize(page, desktop)
}

/** What is wrong with it in any of these looks; pictures of them begin with the name. */
export async function flawsEverywhere(page: Page, name: string): Promise<string[]> {
  const flaws: string[] = []
  await inEveryLook(page, async (look, rules) => {
    flaws.push(...(await flawsOf(page, rules)))
    await showPicture(page, `${name}-${look}`)
  })
  return flaws
}

/** Closes a dialog by its key, which goes by unheard while the focus is on its way back from a list. */
export async function leave(page: Page, dialog: Locator): Promise<void> {
  const end = Date.now() + 15_000
  // The list that it opened may bear its name, too, while it goes.
  while (await dialog.first().isVisible()) {
    if (Date.now() > end) throw new Error(`${dialog} stays open`)
    await page.keyboard.press('Escape')
    await page.waitForTimeout(200)
  }
}

/** Makes a view of a kind from the list of views; it is called like the kind where nobody says otherwise. */
export async function makeView(page: Page, kind: string, look?: () => Promise<void>): Promise<void> {
  await button(page, /^View:/).click()
  await page.getByRole('menuitem', { name: 'New view' }).click()
  const dialog = page.getByRole('dialog', { name: 'New view' })
  await dialog.getByText(kind, { exact: true }).click()
  await expect.poll(() => field(dialog, 'Name').inputValue(), { timeout: 20_000 }).toBe(kind)
  await look?.()
  await button(dialog, 'Create view').click()
  await dialog.waitFor({ state: 'hidden' })
}

/** The open record, beside its table or over it. */
export const openRecord = (page: Page): Locator =>
  page.getByRole('complementary').or(page.getByRole('dialog')).first()

/** Opens the list of a choice and takes the line that begins like this, by keys. */
export async function chooseByKeys(page: Page, opener: Locator, option: string): Promise<void> {
  await opener.focus()
  await page.keyboard.press('Enter')
  const options = page.getByRole('option')
  await seen(options)
  await page.keyboard.press('Home')
  for (let step = 0; step < (await options.count()); step++) {
    const focused = page.locator('[role=option]:focus')
    await focused.waitFor()
    if ((await focused.innerText()).startsWith(option)) break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  await options.first().waitFor({ state: 'hidden' })
}
