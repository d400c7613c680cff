/**
 * Every screen and dialog in every look: 1440 × 900 and 390 × 844, light and dark. Each has to be free of what axe objects to and
 * no wider than its window. With TOUR_PICTURES=folder a picture of each is kept there, to be looked at.
 */
import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  accessibilityViolations,
  desktop,
  isBeyondWindow,
  type JourneyBrowser,
  keepPicture,
  launchBrowser,
  newVisitor,
  phone,
  settled,
  tablet,
  type Visitor,
} from '../browser.ts'
import { startWorld, type World } from '../harness.ts'
import { button, chooseFile, field, fillSignUp, grid, heading, seen, signIn } from '../steps.ts'
import { deadToken, furnishTour, member, newcomer, owner, type Places, setQuota } from './furnish-tour.ts'

const pictures = process.env.TOUR_PICTURES ?? null

let world: World
let browser: JourneyBrowser
let places: Places

beforeAll(async () => {
  world = await startWorld()
  places = await furnishTour(world)
  browser = await launchBrowser()
  if (pictures) mkdirSync(pictures, { recursive: true })
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})

const csv = {
  name: 'prices.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    'Item,Price,Ordered,Paid\nLamp,12.5,2026-03-01,yes\nReel,many,2026-03-02,no\nCarpet,88,someday,yes\n',
  ),
}

describe.each([
  { look: 'desktop', size: desktop },
  { look: 'phone', size: phone },
])('on a $look', ({ look, size }) => {
  let visitor: Visitor
  let page: Page
  let flaws: string[] = []
  const isPhone = look === 'phone'

  beforeAll(async () => {
    visitor = await newVisitor(browser, { origin: world.url, size })
    page = visitor.page
  })
  afterAll(() => visitor?.context.close())
  afterEach(async ({ task }) => {
    flaws = []
    if (task.result?.state === 'fail') await keepPicture(page, `tour-${look}-${task.name.slice(0, 24)}`)
  })

  /** Light in full; in dark only the colours are other ones, and they are the same in both sizes. */
  async function show(name: string): Promise<void> {
    await settled(page)
    await picture(name, 'light')
    const dialogs = '[role=dialog], [role=alertdialog]'
    // Behind an open dialog all is hidden from everybody: what is in it is what there is.
    const within = (await page.locator(dialogs).last().isVisible()) ? dialogs : undefined
    note(name, await accessibilityViolations(page, within))
    if (await isBeyondWindow(page)) flaws.push(`${name}: the page is larger than its window`)
    if (isPhone && !pictures) return
    await page.emulateMedia({ colorScheme: 'dark' })
    await settled(page)
    if (!isPhone) note(`${name}, dark`, await accessibilityViolations(page, within, ['color-contrast']))
    await picture(name, 'dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await settled(page)
  }

  function note(name: string, violations: readonly string[]): void {
    flaws.push(...violations.map((violation) => `${name}: ${violation}`))
  }

  async function picture(name: string, scheme: string): Promise<void> {
    if (!pictures) return
    await page.screenshot({ path: `${pictures}/${name}-${look}-${scheme}.png` })
  }

  async function palette(name: string): Promise<void> {
    await page.keyboard.press('Control+K')
    await search().fill(name)
    await page.getByRole('option', { name }).or(page.getByRole('menuitem', { name })).first().click()
  }
  const search = () => page.getByRole('combobox', { name: 'Search and commands' })
  const dialog = () => page.getByRole('dialog').or(page.getByRole('alertdialog')).last()
  const close = async () => {
    await page.keyboard.press('Escape')
    const left = async () => {
      // What was typed is asked about.
      const discard = button(page, 'Discard')
      if (await discard.isVisible()) await discard.click()
      return page.locator('[role=dialog], [role=alertdialog]').count()
    }
    await expect.poll(left).toBe(0)
  }

  it('shows what is there for people who are not signed in', async () => {
    await page.goto('/sign-in')
    await seen(heading(page, 'Sign in'))
    await show('sign-in')
    await field(page, 'E-mail').fill(owner.email)
    await field(page, 'Password').fill('not the password')
    await button(page, 'Sign in').click()
    await seen(page.getByText('E-mail address and password do not match.'))
    await show('sign-in-refused')
    await page.goto('/sign-up')
    await seen(heading(page, 'Create an account'))
    await show('sign-up')
    await fillSignUp(page, { ...newcomer, email: `${look}@example.org` })
    await seen(heading(page, 'Check your mail'))
    await show('check-mail')
    await page.goto('/reset')
    await seen(heading(page, 'Reset your password'))
    await show('reset')
    await page.goto(`/invite#token=${places.token}`)
    await seen(heading(page, 'Join Programme'))
    await show('invite')
    await page.goto(`/invite#token=${deadToken}`)
    await seen(heading(page, 'This invitation cannot be used'))
    await show('invite-dead')
    await page.goto('/auth/callback?error_code=otp_expired')
    await seen(heading(page, 'This link does not work'))
    await show('link-dead')
    await page.goto('/no/such/page')
    await seen(heading(page, 'There is nothing here'))
    await show('not-found-outside')
    await page.route('**/config.json', (route) => route.fulfill({ status: 404 }))
    await page.goto('/connect')
    await seen(heading(page, 'Connect your project'))
    await show('connect')
    await field(page, 'Project URL').fill('nowhere')
    await field(page, 'Publishable key').fill('sb_secret_of_somebody')
    await show('connect-refused')
    await page.unroute('**/config.json')
    expect(flaws).toEqual([])
  })

  it('shows a newcomer what to do', async () => {
    const fresh = await newVisitor(browser, { origin: world.url, size })
    const own = page
    page = fresh.page
    await signIn(page, newcomer)
    await seen(page.getByText('You are not in a workspace yet'))
    await show('waiting')
    page = own
    await fresh.context.close()
    expect(flaws).toEqual([])
  })

  it('shows workspaces, their people and settings', async () => {
    await signIn(page, owner)
    await seen(heading(page, 'Bases'))
    await page.goto(`/w/${places.workspace}`)
    await seen(page.getByRole('main').getByText('Budget'))
    await show('workspace')
    if (isPhone) {
      await button(page, 'Navigation').click()
      await seen(dialog())
      await show('navigation')
      await close()
    }
    await palette('New base')
    await seen(page.getByRole('dialog', { name: 'New base' }))
    await show('new-base')
    await button(dialog(), 'Create base').click()
    // The browser's own words; without them a form that sends nothing looks broken.
    await seen(dialog().getByText(/^Please fill/))
    await show('new-base-refused')
    await close()
    await page.goto(`/w/${places.emptyWorkspace}`)
    await seen(heading(page, /^Welcome to/))
    await show('workspace-empty')
    await page.goto(`/w/${places.workspace}/members`)
    await seen(page.getByText('Anyone with the link'))
    await show('members')
    await button(page, 'Invite people').click()
    await seen(dialog())
    await show('invite-people')
    await button(dialog(), 'Create link').click()
    await seen(page.getByRole('dialog', { name: 'Your link is ready' }))
    await show('invite-link')
    await close()
    await page.goto(`/w/${places.workspace}/settings`)
    await seen(page.getByText('No account yet'))
    await show('workspace-settings')
    await button(page, 'Delete workspace').scrollIntoViewIfNeeded()
    await button(page, 'Delete workspace').click()
    await seen(page.getByRole('alertdialog'))
    await show('workspace-delete')
    await close()
    expect(flaws).toEqual([])
  })

  it('shows what a workspace holds, and when it is full', async () => {
    const usage = `/w/${places.workspace}/usage`
    const figures = () => seen(page.getByRole('list', { name: 'Bases by size' }).getByText('Programme'))
    await page.goto(`/w/${places.workspace}`)
    await seen(heading(page, 'Bases'))
    await palette('Usage')
    await figures()
    await show('usage')
    // Three tables of the demo and one that is empty; 6,589 records.
    await setQuota(world, places.workspace, { rows: 8_000 })
    await page.goto(usage)
    await seen(page.getByText('Little is left of the quota for records'))
    await show('usage-near')
    await setQuota(world, places.workspace, { rows: 6_000, tables: 4 })
    await page.goto(usage)
    await seen(page.getByText('The quota for tables and records is used up'))
    await show('usage-full')

    await page.goto(`/b/${places.emptyBase}`)
    await button(page, 'New table').first().click()
    await field(dialog(), 'Name').fill('One more')
    await button(dialog(), 'Create table').click()
    await seen(dialog().getByText(/This workspace may hold 4 tables\. There is not enough room/))
    expect(
      await dialog()
        .getByRole('link', { name: /See what is used/ })
        .getAttribute('href'),
    ).toBe(usage)
    await show('new-table-refused')
    await close()

    await page.goto(places.emptyTable)
    await button(page, 'New record').first().click()
    const note = page.getByRole(isPhone ? 'alert' : 'region').filter({ hasText: /may hold 6,000 records/ })
    await seen(note)
    await show('record-refused')
    await button(note, /^Discard/).click()
    await setQuota(world, places.workspace, { rows: null, tables: null })

    await page.route('**/rpc/workspace_usage', (route) => route.abort())
    await page.goto(usage)
    await seen(page.getByText('The figures did not come'), 30_000)
    await show('usage-error')
    await page.unroute('**/rpc/workspace_usage')
    await button(page, 'Try again').click()
    await figures()

    const colleague = await newVisitor(browser, { origin: world.url, size })
    await signIn(colleague.page, member)
    await seen(heading(colleague.page, 'Bases'))
    await colleague.page.goto(usage)
    const own = page
    page = colleague.page
    await seen(page.getByText('Bases that you do not see'))
    await show('usage-member')
    page = own
    await colleague.context.close()
    expect(flaws).toEqual([])
  })

  it('shows bases, their people and settings', async () => {
    await page.goto(`/b/${places.emptyBase}`)
    await seen(heading(page, 'Budget has no tables yet'))
    await show('base-empty')
    await page.goto(`/b/${places.base}/members`)
    await seen(page.getByText('owner of the workspace'))
    await show('base-members')
    await page.goto(`/b/${places.base}/settings`)
    await seen(button(page, 'Save settings'))
    await show('base-settings')
    await palette('New table')
    await seen(dialog())
    await show('new-table')
    await close()
    expect(flaws).toEqual([])
  })

  const rowsShown = (name: string) =>
    isPhone
      ? seen(page.getByRole('list', { name }).getByRole('button').first())
      : seen(grid(page, name).locator('[data-id]').first())

  it('shows tables and records', async () => {
    await page.goto(places.films)
    await rowsShown('Films')
    await show('table')
    if (!isPhone) {
      await button(page, 'Add field').first().click()
      await seen(dialog())
      await show('new-field')
      await close()
      await grid(page, 'Films').getByRole('columnheader').nth(2).getByRole('button').click()
      await seen(page.getByRole('menu'))
      await show('field-menu')
      await page.keyboard.press('Escape')
    }
    await palette('Export table')
    // The palette is a dialog too: the one meant is known by its name.
    await seen(page.getByRole('dialog', { name: /^Export/ }))
    await show('export')
    await close()
    await palette('Duplicate table')
    await seen(page.getByRole('dialog', { name: /^Duplicate/ }))
    await show('table-duplicate')
    await close()
    await page.goto(places.tasks)
    await rowsShown('Tasks')
    const poster = page.getByText('Poster for the silent film week').first()
    if (isPhone) await poster.click()
    else {
      const row = page.locator('[data-id]').filter({ hasText: 'Poster for the silent film week' }).first()
      await page.goto(`${places.tasks}?record=${await row.getAttribute('data-id')}`)
    }
    await seen(page.getByRole('complementary', { name: /^Poster/ }))
    await show('record')
    await page.goto(places.emptyTable)
    await seen(page.getByText(/no records yet|nothing here/i))
    await show('table-empty')
    expect(flaws).toEqual([])
  })

  it('shows an import from the file to the report', async () => {
    await page.goto(`/b/${places.emptyBase}`)
    await button(page, 'Import a file').first().click()
    await seen(page.getByRole('dialog', { name: 'Import a file' }))
    await show('import-choose')
    await chooseFile(page, button(page.getByRole('dialog'), 'Choose a file'), csv)
    const preview = page.getByRole('dialog', { name: `Import ${csv.name}` })
    await seen(preview)
    await show('import-preview')
    await preview
      .getByRole('button', { name: /of the column Price|Price/ })
      .first()
      .click()
    await show('import-column')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('listbox').count()).toBe(0)
    if ((await preview.count()) === 0) throw new Error('Esc closed more than the menu')
    await button(preview, /^Import .* rows?$/).click()
    const done = page.getByRole('dialog', { name: 'Import finished' })
    await seen(done)
    await show('import-done')
    await button(done, 'Open table').click()
    await rowsShown('prices')
    await palette('Delete table')
    await seen(heading(page, 'Budget has no tables yet'))
    expect(flaws).toEqual([])
  })

  it('shows palette, shortcuts and account', async () => {
    await page.goto(places.films)
    await rowsShown('Films')
    await page.keyboard.press('Control+K')
    await seen(search())
    await show('palette')
    await search().fill('zzzz')
    await show('palette-nothing')
    await close()
    await palette('Keyboard shortcuts')
    await seen(page.getByRole('dialog', { name: 'Keyboard shortcuts' }))
    await show('shortcuts')
    await close()
    await page.goto('/account')
    await seen(heading(page, 'You'))
    await show('account')
    expect(flaws).toEqual([])
  })

  it('shows what is wrong, and the way out', async () => {
    await page.goto('/b/00000000-0000-7000-8000-000000000000')
    await seen(heading(page, 'There is nothing here'))
    await show('not-found')
    await page.goto(`/w/${places.workspace}`)
    await seen(heading(page, 'Bases'))
    await page.route('**/rpc/base_schema', (route) => route.abort())
    await page
      .getByRole('main')
      .getByRole('link', { name: /Programme/ })
      .first()
      .click()
    await seen(heading(page, 'No answer'), 30_000)
    await show('no-answer')
    await page.unroute('**/rpc/base_schema')
    await button(page, 'Try again').click()
    await seen(
      page
        .getByRole('main')
        .getByText(/records/)
        .first(),
    )
    await page.context().setOffline(true)
    await seen(page.getByText(/You are offline/))
    await show('offline')
    // Far below what is loaded.
    await page.getByRole('main').evaluate((main) => {
      const scrollers = [...main.querySelectorAll('*')].filter((one) => one.scrollHeight > 10_000)
      for (const one of scrollers) one.scrollTop = 50_000
    })
    await seen(page.getByText('Some rows are missing'))
    await show('rows-missing')
    await page.context().setOffline(false)
    await expect.poll(() => page.getByText(/You are offline/).count()).toBe(0)
    expect(flaws).toEqual([])
  })

  it('keeps the cursor in sight when the banner takes some of the room', async () => {
    if (isPhone) return
    const films = grid(page, 'Films')
    await page.goto(places.films)
    await rowsShown('Films')
    await films.locator('[data-active]').first().click()
    await page.keyboard.press('Control+End')
    const active = films.locator('[data-active]')
    const beyond = async () => {
      const [cell, view] = [await active.boundingBox(), await films.boundingBox()]
      return cell && view ? cell.y + cell.height - (view.y + view.height) : Number.NaN
    }
    await expect.poll(beyond).toBeLessThanOrEqual(0)
    await page.context().setOffline(true)
    await seen(page.getByText(/You are offline/))
    await expect.poll(beyond).toBeLessThanOrEqual(0)
    await page.context().setOffline(false)
  })

  it('keeps its outlines in forced colours, and stands still where motion is reduced', async () => {
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    await page.goto(places.films)
    await rowsShown('Films')
    await picture('table', 'forced')
    await page.keyboard.press('Control+K')
    await seen(search())
    await picture('palette', 'forced')
    const moving = await page.evaluate(
      () =>
        document.getAnimations().filter((one) => Number(one.effect?.getComputedTiming().endTime) > 20).length,
    )
    expect(moving).toBe(0)
    await close()
    await page.goto(`/w/${places.workspace}/settings`)
    await seen(page.getByText('No account yet'))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await picture('workspace-settings', 'forced')
    const outline = await page.evaluate(() => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement!)
      return { outlineStyle, outlineWidth, boxShadow }
    })
    expect(outline.outlineStyle).not.toBe('none')
    await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'no-preference' })
  })

  it('left no error in the console', () => {
    // Requests that the tour itself broke off are logged by the browser.
    expect(
      visitor.problems.filter((line) => !/net::ERR_|Failed to load resource|WebSocket/.test(line)),
    ).toEqual([])
  })
})

describe('on a tablet', () => {
  it('selects records with a tap, where nothing hovers', async () => {
    const { page, context } = await newVisitor(browser, { origin: world.url, size: tablet })
    await signIn(page, owner)
    await seen(heading(page, 'Bases'))
    await page.goto(places.tasks)
    const second = grid(page, 'Tasks').locator('[data-row="1"]')
    await seen(second.locator('[data-select]'))
    await second.locator('[data-select]').tap()
    await seen(page.getByText('1 selected'))
    expect(await second.getAttribute('aria-selected')).toBe('true')
    await button(page, 'Unselect').tap()

    const piano = page.locator('[data-id]').filter({ hasText: 'Piano tuning' })
    await piano.locator('[data-select]').tap()
    await button(page, 'Delete record').tap()
    await seen(page.getByText('Deleted the record'))
    await expect.poll(() => page.getByText('1 selected').count()).toBe(0)
    await button(page, 'Undo').first().tap()
    await seen(piano)

    await second.locator('[data-open]').tap()
    await seen(page.getByRole('complementary'))
    await context.close()
  })
})
