/**
 * `npm run screenshots`: the pictures of the documentation, taken of the built app over the demo base. Light, dark, phone.
 */
import { mkdirSync } from 'node:fs'
import { mailboxIn } from '@plinth/backend/testing'
import { demoPeople, seedDemo } from '@plinth/embedded/demo'
import type { Browser, Page } from 'playwright'
import { desktop, newVisitor, phone, startChromium, type Visitor } from './browser.ts'
import { startWorld, type World } from './harness.ts'
import { button, chooseFile, fixture, grid, heading, seen, signIn } from './steps.ts'

const folder = new URL('../docs/images/', import.meta.url).pathname
const looks = [
  { name: 'light', size: desktop, colorScheme: 'light' },
  { name: 'dark', size: desktop, colorScheme: 'dark' },
  { name: 'phone', size: phone, colorScheme: 'light' },
] as const
type Look = (typeof looks)[number]

async function take(page: Page, name: string, look: Look): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => null))
  // Pictures and thumbnails fade in.
  await page.waitForTimeout(600)
  await page.screenshot({ path: `${folder}${name}-${look.name}.png` })
  console.log(`${name}-${look.name}.png`)
}

async function openTable(page: Page, name: string, look: Look): Promise<void> {
  if (look.name === 'phone') await button(page, 'Navigation').click()
  await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name, exact: true }).click()
  await seen(look.name === 'phone' ? page.getByRole('list', { name }) : grid(page, name))
}

async function takeAll({ page }: Visitor, look: Look, base: string): Promise<void> {
  await page.goto('/sign-in')
  await seen(heading(page, 'Sign in'))
  await take(page, 'sign-in', look)
  await signIn(page, demoPeople[0]!)
  await seen(heading(page, 'Bases'))
  await take(page, 'workspace', look)

  await page.goto(`/b/${base}`)
  await openTable(page, 'Films', look)
  await take(page, 'table', look)
  await openTable(page, 'Tasks', look)
  const poster = page.getByText('Poster for the silent film week').first()
  await seen(poster)
  if (look.name === 'phone') await poster.click()
  else {
    const record = await page.locator('[data-id]').first().getAttribute('data-id')
    await page.goto(`${page.url().split('?')[0]}?record=${record}`)
  }
  await seen(button(page.getByRole('complementary', { name: /^Poster/ }), 'Download poster-a.png'))
  await take(page, 'record', look)

  await page.goto(page.url().split('?')[0]!)
  await groupByState(page, look)
  await take(page, 'groups', look)

  await page.goto(`/b/${base}`)
  await seen(page.getByRole('main'))
  await openImport(page)
  const dialog = page.getByRole('dialog', { name: 'Import a file' })
  await chooseFile(page, button(dialog, 'Choose a file'), fixture('cities.csv'))
  await seen(page.getByRole('dialog', { name: 'Import cities.csv' }), 60_000)
  await page.getByText('A new table', { exact: true }).click()
  await take(page, 'import', look)
}

async function groupByState(page: Page, look: Look): Promise<void> {
  await button(page.getByRole('toolbar', { name: 'Table' }), /^Group/).click()
  const groups = page.getByRole('dialog', { name: 'Group' })
  await button(groups, 'Add a group').click()
  await page.getByRole('menuitem', { name: 'State' }).click()
  await page.keyboard.press('Escape')
  await groups.waitFor({ state: 'hidden' })
  if (look.name === 'phone') return seen(page.getByRole('button', { name: /^State To do/ }))
  await seen(grid(page, 'Tasks').locator('[data-group]').first())
  await button(page.getByTestId('figures'), /^Add a figure of Hours/).click({ force: true })
  await page.getByRole('menuitemradio', { name: 'Sum' }).click()
  await seen(button(page.getByTestId('figures'), /^Hours: Sum/))
}

async function openImport(page: Page): Promise<void> {
  await button(page, /More|Table menu/)
    .last()
    .click()
  await page.getByRole('menuitem', { name: /^Import/ }).click()
}

async function run(world: World, browser: Browser): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await seedDemo({ ...world.project, newestMail: mailboxIn(world.backend.dataDir) })
  const [base] = await world.backend.admin`select id from plinth.base`
  for (const look of looks) {
    const visitor = await newVisitor(browser, { ...look, origin: world.url })
    await takeAll(visitor, look, String(base?.id))
    await visitor.context.close()
  }
}

const world = await startWorld()
const browser = await startChromium()
try {
  await run(world, browser)
} finally {
  await browser.close()
  await world.stop()
}
