/** The pictures: each place once, in light and in dark. */
import type { Browser, Page } from 'playwright'
import { newVisitor, phone } from '../browser.ts'
import { button, cell, field, grid, heading, seen, signIn, type Who } from '../steps.ts'
import { isComplete } from './complete.ts'
import { savePicture } from './save.ts'
import { ada, ben, type Studio } from './studio.ts'

/** Smaller than most screens: what is read in a README is drawn smaller still. */
const window = { size: { width: 1280, height: 800 }, scale: 1.5 } as const
const hand = { size: phone, scale: 2 } as const

interface Picture {
  readonly name: string
  /** Where it is taken. */
  readonly address: string
  /** Without the sidebar. */
  readonly isWide?: boolean
  /** What there has to be, and what is done before. */
  readonly prepare: (page: Page) => Promise<void>
}

const onDesktop = (studio: Studio): readonly Picture[] => [
  {
    name: 'grid',
    address: studio.address('Shots', 'All shots'),
    prepare: async (page) => {
      await seen(grid(page, 'Shots'))
      await (await cell(page, 'Shots', 8, 'Status')).click()
    },
  },
  {
    name: 'board',
    address: studio.address('Shots', 'Board'),
    isWide: true,
    prepare: (page) => seen(page.locator('[data-card]')),
  },
  {
    name: 'gallery',
    address: studio.address('Shots', 'Contact sheet'),
    isWide: true,
    prepare: (page) => seen(page.locator('[data-card]')),
  },
  {
    name: 'calendar',
    address: studio.address('Bookings', 'Week'),
    isWide: true,
    prepare: (page) => seen(page.locator('[data-event]')),
  },
  {
    name: 'timeline',
    address: studio.address('Shots', 'Schedule'),
    isWide: true,
    prepare: async (page) => {
      const bar = button(page, /^SL-10-050, /)
      await seen(bar)
      await bar.hover()
      // Somewhat more of the past.
      await page.mouse.wheel(-266, 0)
    },
  },
  {
    name: 'dashboard',
    address: studio.address('Shots', 'Progress'),
    prepare: (page) => seen(page.locator('[data-chart="pie"]')),
  },
  {
    name: 'form',
    address: studio.address('Bookings', 'Ask for a room'),
    prepare: async (page) => {
      await button(page, 'Edit What do you need it for?').click()
      await seen(field(page, 'Question'))
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    },
  },
  {
    name: 'record',
    address: studio.record,
    prepare: (page) => seen(heading(page, 'Salt Line')),
  },
  {
    name: 'automation',
    address: studio.automation,
    prepare: async (page) => {
      const run = page.getByRole('list', { name: 'Runs' }).getByRole('listitem').first()
      await seen(run)
      await run.evaluate((line) => {
        line.style.scrollMarginBottom = '32px'
        line.scrollIntoView({ block: 'end' })
      })
    },
  },
  {
    name: 'share',
    address: studio.address('Shots', 'All shots'),
    prepare: async (page) => {
      await seen(grid(page, 'Shots'))
      await button(page, /^View:/).click()
      await page.getByRole('menuitem', { name: 'Share by link' }).click()
      await button(page.getByRole('dialog', { name: 'Share by link' }), 'New link').click()
      await seen(page.getByRole('dialog', { name: 'New link' }))
    },
  },
]

const onPhone = (studio: Studio): readonly Picture[] => [
  {
    name: 'phone-table',
    address: studio.address('Shots', 'All shots'),
    prepare: (page) => seen(page.getByRole('list', { name: 'Shots' })),
  },
  {
    name: 'phone-board',
    address: studio.address('Shots', 'Board'),
    prepare: (page) => seen(page.locator('[data-card]')),
  },
  {
    name: 'phone-calendar',
    address: studio.address('Bookings', 'Week'),
    prepare: (page) => seen(page.locator('[data-event]')),
  },
  {
    name: 'phone-form',
    address: studio.form,
    prepare: async (page) => {
      await page.getByLabel(/^What do you need it for/).fill('Foley retakes')
      await page.getByText('Mix room').tap()
    },
  },
  {
    name: 'phone-record',
    address: studio.record,
    prepare: (page) => seen(heading(page, 'Salt Line')),
  },
]

const styles = ['light', 'dark'] as const

async function take(page: Page, { name, address, isWide = false, prepare }: Picture): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(address)
  await prepare(page)
  // As it was for the picture before, where it is not said anew.
  const toggle = button(page, isWide ? 'Hide sidebar' : 'Show sidebar')
  if (await toggle.isVisible()) await toggle.click()
  await page.mouse.move(0, 0)
  for (const colorScheme of styles) {
    await page.emulateMedia({ colorScheme })
    await isComplete(page)
    await savePicture(`${name}-${colorScheme}`, await page.screenshot())
  }
}

async function enter(browser: Browser, studio: Studio, who: Who, how: typeof window | typeof hand) {
  const visitor = await newVisitor(browser, { ...how, origin: studio.world.url })
  await signIn(visitor.page, who)
  await seen(heading(visitor.page, 'Bases'), 30_000)
  return visitor
}

export async function takePictures(
  browser: Browser,
  studio: Studio,
  isWanted: (name: string) => boolean,
): Promise<void> {
  const desktop = onDesktop(studio).filter(({ name }) => isWanted(name))
  const small = onPhone(studio).filter(({ name }) => isWanted(name))
  if (desktop.length > 0) {
    const adas = await enter(browser, studio, ada, window)
    // Somebody else is there, too.
    const bens = await enter(browser, studio, ben, window)
    await bens.page.goto(studio.address('Shots', 'Board'))
    for (const picture of desktop) await take(adas.page, picture)
    for (const { context } of [adas, bens]) await context.close()
  }
  if (small.length > 0) {
    const bens = await enter(browser, studio, ben, hand)
    for (const picture of small) await take(bens.page, picture)
    await bens.context.close()
  }
}
