/** The main journey on a phone: 390 × 844 pixels and fingers. */
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  accessibilityViolations,
  isBeyondWindow,
  type JourneyBrowser,
  keepPicture,
  launchBrowser,
  newVisitor,
  phone,
} from '../browser.ts'
import { startWorld, type World } from '../harness.ts'
import { button, type FileLike, field, heading, seen } from '../steps.ts'
import { touchFlaws } from './touch-flaws.ts'

const tim = { name: 'Tim', email: 'tim@example.org', password: 'five unrelated words' }
const soon = { timeout: 20_000 }

let world: World
let browser: JourneyBrowser
let page: Page
let problems: string[]

beforeAll(async () => {
  world = await startWorld()
  browser = await launchBrowser()
  ;({ page, problems } = await newVisitor(browser, { origin: world.url, size: phone }))
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})
afterEach(async ({ task }) => {
  flaws.length = 0
  if (task.result?.state === 'fail') await keepPicture(page, `touch-${task.name.slice(0, 30)}`)
})

const flaws: string[] = []
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })

/** What axe objects to, what is too small or cut off. */
async function look(name: string): Promise<void> {
  flaws.push(...(await accessibilityViolations(page)).map((flaw) => `${name}: ${flaw}`))
  await measure(name)
}

async function measure(name: string): Promise<void> {
  flaws.push(...(await page.evaluate(touchFlaws)).map((flaw) => `${name}: ${flaw}`))
  if (await isBeyondWindow(page)) flaws.push(`${name}: the page is larger than its window`)
}

async function typeInto(place: Locator, text: string): Promise<void> {
  await place.tap()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

async function giveFile(opener: Locator, file: FileLike): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), opener.tap()])
  await chooser.setFiles(file)
}

async function command(name: string): Promise<void> {
  await button(page, 'Search and commands').tap()
  await page.keyboard.type(name)
  await page.getByRole('option', { name }).first().tap()
}

/** Goes to a page by the drawer. */
async function navigate(link: string): Promise<void> {
  await button(page, 'Navigation').tap()
  await dialog('Navigation').getByRole('link', { name: link, exact: true }).tap()
  await dialog('Navigation').waitFor({ state: 'hidden' })
}

describe('what is looked for', () => {
  it('is found where it is', async () => {
    await page.setContent(`<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Faults</title><main><h1>Faults</h1>
      <button>OK</button> <a href="/" style="display: block; width: 60px; height: 48px; margin-left: -20px">Back</a>
      <h2 style="width: 60px; overflow: hidden; white-space: nowrap">A long heading</h2> <p>In <a href="/">a text</a></p>
      <label style="display: flex; height: 44px; width: 44px"><input type="checkbox"></label></main>`)
    await look('faults')
    expect(flaws.map((flaw) => flaw.replace(/ is \d+ × \d+ px| – .*/, ' …'))).toEqual([
      'faults: label: input …',
      'faults: button “OK” …',
      'faults: a “Back” is cut off',
      'faults: h2 “A long heading” ends in dots',
    ])
  })
})

describe('on a phone, with fingers', () => {
  it('somebody signs up', async () => {
    await page.goto('/sign-in')
    await seen(heading(page, 'Sign in'))
    await measure('sign-in')
    await page.getByRole('link', { name: 'Forgot password?' }).tap()
    await seen(heading(page, 'Reset your password'))
    await measure('reset')
    await page.getByRole('link', { name: 'Back to sign in' }).tap()
    await page.getByRole('link', { name: 'Create an account' }).tap()
    await typeInto(field(page, 'Name'), tim.name)
    await typeInto(field(page, 'E-mail'), tim.email)
    await typeInto(field(page, 'Password'), tim.password)
    await look('sign-up')
    await button(page, 'Create account').tap()
    await seen(heading(page, 'Check your mail'))
    await measure('mail is sent')
    await page.goto(await world.mailedLink(tim.email))
    await seen(heading(page, 'Welcome, Tim'))
    await look('first visit')
    expect(flaws).toEqual([])
  })

  it('makes a workspace and a base', async () => {
    await typeInto(field(page, 'Name of the workspace'), 'Pocket')
    await button(page, 'Create workspace').tap()
    await seen(heading(page, 'Welcome to Pocket'))
    await look('empty workspace')
    await button(page.getByRole('main'), 'New base').tap()
    await typeInto(field(dialog('New base'), 'Name'), 'Shelf')
    await look('new base')
    await button(dialog('New base'), 'Create base').tap()
    await seen(heading(page, 'Shelf has no tables yet'))
    await look('empty base')
    expect(flaws).toEqual([])
  })

  it('imports a file', async () => {
    await button(page, 'Import a file').first().tap()
    await seen(button(dialog('Import a file'), 'Choose a file'))
    await measure('import: choose')
    const text =
      'book,author,pages,read\nEmma,Jane Austen,474,yes\nUlysses,James Joyce,730,no\nMoby-Dick,Herman Melville,635,yes\n'
    const file = { name: 'books.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
    await giveFile(button(dialog('Import a file'), 'Choose a file'), file)
    await seen(dialog('Import books.csv'))
    await look('import: preview')
    await button(dialog('Import books.csv'), 'Import 3 rows').tap()
    await seen(dialog('Import finished'))
    await measure('import: done')
    await button(dialog('Import finished'), 'Open table').tap()
    await seen(page.getByRole('list', { name: 'books' }).getByRole('button', { name: /Emma/ }))
    await look('records')
    expect(flaws).toEqual([])
  })

  it('opens a record and changes a value', async () => {
    await page.getByRole('list', { name: 'books' }).getByRole('button', { name: /Emma/ }).tap()
    const record = page.getByRole('complementary', { name: 'Emma' })
    await seen(record)
    await look('record')
    await typeInto(field(record, 'pages'), '480')
    await page.keyboard.press('Enter')
    await button(record, 'Next record').tap()
    await seen(page.getByRole('complementary', { name: 'Ulysses' }))
    await button(page, /^Close record/).tap()
    const cards = page.getByRole('list', { name: 'books' })
    await expect.poll(() => cards.getByRole('button', { name: /Emma/ }).innerText(), soon).toContain('480')
    expect(flaws).toEqual([])
  })

  it('groups the records, and closes a group', async () => {
    await button(page.getByRole('toolbar', { name: 'Table' }), /^Group/).tap()
    await button(dialog('Group'), 'Add a group').tap()
    await page.getByRole('menuitem', { name: 'read' }).tap()
    await look('groups')
    await button(dialog('Group'), 'Close').tap()
    await dialog('Group').waitFor({ state: 'hidden' })
    const cards = page.getByRole('list', { name: 'books' })
    const titles = async () =>
      (await cards.getByRole('listitem').allInnerTexts()).map((text) =>
        text.replaceAll(/\s+/g, ' ').slice(0, 16),
      )
    const no = cards.getByRole('button', { name: /^read No 1 record$/ })
    await seen(no)
    await look('headings')
    await expect.poll(async () => (await titles()).length, soon).toBe(5)
    const [first, unread, second] = await titles()
    expect([first, unread, second]).toEqual([
      'read No 1 record',
      expect.stringContaining('Ulysses'),
      'read Yes 2 recor',
    ])
    const place = await no.boundingBox()
    await no.tap()
    await expect.poll(async () => (await titles()).length, soon).toBe(4)
    expect(await no.getAttribute('aria-expanded')).toBe('false')
    expect(await no.boundingBox()).toEqual(place)
    await no.tap()
    await expect.poll(titles, soon).toHaveLength(5)
    await button(page.getByRole('toolbar', { name: 'Table' }), 'Reset').tap()
    await expect.poll(titles, soon).toHaveLength(3)
    expect(flaws).toEqual([])
  })

  it('adds a field for files, and attaches one', async () => {
    await command('New field')
    await typeInto(field(dialog('New field'), 'Name'), 'Cover')
    await button(dialog('New field'), /Type/).tap()
    await seen(page.getByRole('option').first())
    await measure('types')
    await page.getByRole('option', { name: /^(Attachment|Files)/ }).tap()
    await look('new field')
    await button(dialog('New field'), 'Create field').tap()
    await dialog('New field').waitFor({ state: 'hidden' })
    await page
      .getByRole('list', { name: 'books' })
      .getByRole('button', { name: /Ulysses/ })
      .tap()
    const record = page.getByRole('complementary', { name: 'Ulysses' })
    const cover = { name: 'cover.png', mimeType: 'image/png', buffer: await page.screenshot() }
    await giveFile(button(record, 'Add files'), cover)
    await seen(button(record, 'Download cover.png'), 30_000)
    await look('record with a file')
    await button(record, /^cover\.png/).tap()
    await seen(dialog('cover.png').getByRole('img', { name: 'cover.png' }))
    await look('preview')
    await button(dialog('cover.png'), 'Close').tap()
    await button(record, /^Close record/).tap()
    expect(flaws).toEqual([])
  })

  it('renames a field, which has no column here', async () => {
    const fields = button(page.getByRole('toolbar', { name: 'Table' }), /^Fields/)
    await fields.tap()
    await seen(button(dialog('Fields'), 'Menu of Cover'))
    await look('sheet of the fields')
    await button(dialog('Fields'), 'Menu of Cover').tap()
    await page.getByRole('menuitem', { name: 'Edit field' }).tap()
    const edit = dialog('Edit “Cover”')
    await typeInto(field(edit, 'Name'), 'Jacket')
    // A finger that misses throws nothing away.
    await page.touchscreen.tap(8, 8)
    await button(edit, 'Save field').tap()
    await edit.waitFor({ state: 'hidden' })
    await fields.tap()
    await seen(dialog('Fields').getByText('Jacket', { exact: true }))
    await button(dialog('Fields'), 'Close').tap()
    expect(flaws).toEqual([])
  })

  it('finds every other page by the drawer, and nothing there is small or cut off', async () => {
    await button(page, 'Navigation').tap()
    await seen(dialog('Navigation'))
    await look('navigation')
    await page.keyboard.press('Escape')
    for (const name of ['All bases', 'Members', 'Usage', 'Workspace settings', 'Shelf']) {
      await navigate(name)
      await seen(page.getByRole('heading', { level: 1 }))
      await measure(name)
    }
    for (const [name, title] of [
      ['Account', 'You'],
      ['Invite people', 'Invite to Pocket'],
      ['Export table', 'Export books'],
      ['Edit table', 'Edit table'],
      ['Duplicate table', 'Duplicate “books”'],
      ['Keyboard shortcuts', 'Keyboard shortcuts'],
    ] as const) {
      await command(name)
      await seen(heading(page, title))
      await measure(name)
      if (name === 'Account') await navigate('books')
      else await page.keyboard.press('Escape')
    }
    await button(page, 'More').last().tap()
    await seen(page.getByRole('menu'))
    await measure('menu of the table')
    await page.keyboard.press('Escape')
    expect(flaws).toEqual([])
  })

  it('leaves no error in the console', () => {
    expect(problems).toEqual([])
  })
})
