/** Boards, galleries, lists, calendars and timelines by links: as they stand for members, on a desk and on a phone, by keys too. */
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isBeyondWindow, phone, showPicture, type Visitor } from '../browser.ts'
import { ada, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, field, flawsEverywhere, focused, heading, leave, seen } from '../steps.ts'
import { furnishProgramme, type Programme } from './furnish-programme.ts'

let journey: DemoJourney
let programme: Programme
let page: Page
let outsider: Visitor
let theirs: Page
let small: Visitor

beforeAll(async () => {
  journey = await startDemoJourney('share-kinds')
  programme = await furnishProgramme(journey)
  ;({ page } = await journey.enter(ada))
  outsider = await journey.visit()
  theirs = outsider.page
  small = await journey.visit({ size: phone })
  // Which month is shown is a matter of the day.
  for (const visitor of [theirs, small.page]) await visitor.clock.setFixedTime('2027-03-16T10:00:00Z')
}, 240_000)
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const soon = { timeout: 20_000 }
const dialog = (name: string | RegExp, on: Page) => on.getByRole('dialog', { name })
const stack = (name?: string | RegExp, on = theirs): Locator =>
  on.getByRole('main').getByRole('region', name === undefined ? {} : { name })
const lane = (name: string, on = theirs) => on.getByRole('main').getByRole('region', { name, exact: true })
const cellsOf = (on: Locator) => on.getByRole('region').evaluateAll((all) => all.map((one) => one.ariaLabel))
const day = (name: RegExp): Locator => theirs.getByRole('listitem', { name })
const cards = (on: Locator | Page): Locator => on.getByRole('listitem').filter({ visible: true })

/** The links of the view that is open. */
async function openLinks(): Promise<void> {
  await button(page, /^View:/).click()
  await page.getByRole('menuitem', { name: 'Share by link' }).click()
  await seen(dialog('Share by link', page))
}

/** Makes a link to a view; answers its address. */
async function makeLink(kind: keyof Programme['views']): Promise<string> {
  await page.goto(`/b/${journey.base}/t/${programme.table}/v/${programme.views[kind]}`)
  await openLinks()
  await button(dialog('Share by link', page), 'New link').click()
  await button(dialog('New link', page), 'Create link').click()
  const ready = dialog('Your link is ready', page)
  const address = await field(ready, 'Link').inputValue()
  await button(ready, 'Done').click()
  await leave(page, dialog('Share by link', page))
  return address
}

/** Opens a record by its key, and comes back to where it was. */
async function openByKey(record: Locator, name: string): Promise<void> {
  await record.focus()
  await theirs.keyboard.press('Enter')
  const shown = dialog(name, theirs)
  await seen(shown.getByText('Stage', { exact: true }))
  await theirs.keyboard.press('Escape')
  await focused(record)
}

/** Looks at the same on a phone. */
async function onPhone(address: string, title: string, look: (on: Page) => Promise<void>): Promise<void> {
  await small.page.goto(address)
  await seen(heading(small.page, title))
  await look(small.page)
  await showPicture(small.page, `share-kinds-phone-${title.replaceAll(' ', '-')}`)
  expect(await isBeyondWindow(small.page)).toBe(false)
  expect(small.problems).toEqual([])
}

describe('a shared board', () => {
  let address: string

  it('has a stack for each choice, and one for what has none', async () => {
    address = await makeLink('board')
    await theirs.goto(address)
    await seen(heading(theirs, 'Programme by stage'))
    await seen(stack('Idea, 48 records'))
    const names = await stack().evaluateAll((all) => all.map((one) => one.ariaLabel))
    expect(names).toEqual([
      'No Stage, 1 record',
      'Idea, 48 records',
      'In talks, 2 records',
      'Fixed, 10 records',
      'Over, 1 record',
    ])
    await expect.poll(() => cards(stack(/^Idea/)).count(), soon).toBe(20)
    await seen(button(stack(/^Fixed/), 'Opening night'))
    expect(await flawsEverywhere(theirs, 'share-board')).toEqual([])
  })

  it('opens a record, and goes on in a stack, by keys', async () => {
    await openByKey(button(stack(/^Fixed/), 'Silent film week'), 'Silent film week')
    const more = button(stack(/^Idea/), 'Show more of Idea')
    await more.focus()
    await theirs.keyboard.press('Enter')
    await expect.poll(() => cards(stack(/^Idea/)).count(), soon).toBe(40)
    await focused(cards(stack(/^Idea/)).nth(20).getByRole('button'))
    await more.click()
    await expect.poll(() => cards(stack(/^Idea/)).count(), soon).toBe(48)
    expect(await more.count()).toBe(0)
    expect(outsider.problems).toEqual([])
  })

  it('is gone through a column at a time on a phone', () =>
    onPhone(address, 'Programme by stage', async (on) => {
      await seen(button(stack(/^No Stage/, on), 'Night of the projectionists'))
      // What is far aside is not asked for yet.
      expect(await cards(stack(/^Over/, on)).count()).toBe(0)
      await stack(/^Over/, on).scrollIntoViewIfNeeded()
      await seen(button(stack(/^Over/, on), 'Kurzfilmnacht'))
    }))

  it('becomes a table once its link does not tell any more by what its records are stacked', async () => {
    await theirs.reload()
    const more = button(stack(/^Idea/), 'Show more of Idea')
    await seen(more)
    await openLinks()
    await button(dialog('Share by link', page), 'Change Programme by stage').click()
    const form = dialog('Change link', page)
    await form.getByText('Stage', { exact: true }).click()
    await button(form, 'Save').click()
    await form.waitFor({ state: 'hidden' })
    await more.click()
    await seen(theirs.getByRole('table').getByRole('rowheader', { name: 'Opening night' }))
    expect(await stack().count()).toBe(0)
    expect(outsider.problems).toEqual([])
  })
})

describe('a shared board with lanes', () => {
  let address: string

  it('has a row of its stacks for each value, and loads of each some records at a time', async () => {
    address = await makeLink('lanes')
    await theirs.goto(address)
    await seen(heading(theirs, 'Programme in lanes'))
    await seen(button(theirs, /^Not Sold out\s+46 records$/))
    expect(await cellsOf(lane('Sold out'))).toEqual([
      'No Stage, Sold out, 0 records',
      'Idea, Sold out, 13 records',
      'In talks, Sold out, 0 records',
      'Fixed, Sold out, 2 records',
      'Over, Sold out, 1 record',
    ])
    const ideas = stack('Idea, Not Sold out, 35 records')
    await expect.poll(() => cards(ideas).count(), soon).toBe(20)
    await button(ideas, 'Show more of Idea, Not Sold out').click()
    await expect.poll(() => cards(ideas).count(), soon).toBe(35)
    expect(await flawsEverywhere(theirs, 'share-lanes')).toEqual([])
  })

  it('is opened and closed by keys, lane by lane', async () => {
    await openByKey(button(stack(/^Fixed, Sold out/), 'Opening night'), 'Opening night')
    const head = button(theirs, /^Not Sold out/)
    await head.focus()
    await theirs.keyboard.press('Enter')
    await expect.poll(() => cellsOf(lane('Not Sold out'))).toEqual([])
    expect(await head.getAttribute('aria-expanded')).toBe('false')
    await focused(head)
    await showPicture(theirs, 'share-lanes-closed')
    await theirs.keyboard.press('Tab')
    await focused(button(theirs, /^Sold out/))
    await theirs.keyboard.press('Shift+Tab')
    await theirs.keyboard.press('Space')
    await seen(button(stack(/^Fixed, Not Sold out/), 'Silent film week'))
    expect(outsider.problems).toEqual([])
  })

  it('says on a phone which lane it is, however far aside one goes', () =>
    onPhone(address, 'Programme in lanes', async (on) => {
      await seen(button(stack(/^No Stage, Not Sold out/, on), 'Night of the projectionists'))
      await stack(/^Over, Not Sold out/, on).scrollIntoViewIfNeeded()
      const head = button(on, /^Not Sold out/)
      expect((await head.boundingBox())!.x).toBeGreaterThanOrEqual(0)
      await head.tap()
      await seen(button(stack(/^Over, Sold out/, on), 'Kurzfilmnacht'))
      await showPicture(on, 'share-lanes-phone-closed')
      await head.tap()
    }))

  it('has its stacks alone where its link does not tell any more by what the lanes are', async () => {
    await openLinks()
    await button(dialog('Share by link', page), 'Change Programme in lanes').click()
    const form = dialog('Change link', page)
    await form.getByText('Sold out', { exact: true }).click()
    await button(form, 'Save').click()
    await form.waitFor({ state: 'hidden' })
    await button(stack(/^Idea, Not Sold out/), /^Show more/).click()
    await seen(stack('Idea, 48 records'))
    expect(await stack(/Sold out/).count()).toBe(0)
    expect(outsider.problems).toEqual([])
  })
})

describe('a shared table', () => {
  it('has its records in the groups of the view, on a phone too', async () => {
    const address = await makeLink('groups')
    await theirs.goto(address)
    await seen(heading(theirs, 'Programme in groups'))
    const heads = theirs.locator('th[scope=rowgroup]')
    const texts = async () => (await heads.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))
    await expect
      .poll(texts, soon)
      .toEqual(['Stage Idea', 'Sold out No', 'Sold out Yes', 'Stage In talks', 'Sold out No'])
    const feet = theirs.locator('tfoot').locator('th, td')
    await expect
      .poll(() => feet.allInnerTexts(), soon)
      .toEqual(['Figures', '', 'Earliest 18 Jan 2027', '', 'Sum 2,164', 'Checked 26 %', '', ''])
    expect(await flawsEverywhere(theirs, 'share-groups')).toEqual([])
    await button(theirs, 'Next').click()
    await expect
      .poll(async () => (await texts()).filter((text) => text.startsWith('Stage')), soon)
      .toEqual(['Stage Fixed', 'Stage Over', 'Stage Empty'])
    await openByKey(button(theirs, 'Opening night'), 'Opening night')
    expect(outsider.problems).toEqual([])
    await onPhone(address, 'Programme in groups', async (on) => {
      await seen(heading(on, /^Stage\s*Idea$/))
      const figures = on.getByRole('region', { name: 'Figures' })
      await figures.scrollIntoViewIfNeeded()
      await expect
        .poll(() => figures.getByRole('definition').first().innerText())
        .toMatch(/^Earliest\s+18 Jan 2027$/)
    })
  })
})

describe('a shared gallery', () => {
  it('has a card for each record, some at a time', async () => {
    const address = await makeLink('gallery')
    await theirs.goto(address)
    await seen(heading(theirs, 'Programme on cards'))
    await expect.poll(() => cards(theirs).count(), soon).toBe(50)
    expect(await flawsEverywhere(theirs, 'share-gallery')).toEqual([])
    await openByKey(button(theirs, 'Opening night'), 'Opening night')
    await button(theirs, 'Next').click()
    await expect.poll(() => cards(theirs).count(), soon).toBe(12)
    expect(outsider.problems).toEqual([])
    await onPhone(address, 'Programme on cards', (on) => seen(button(on, 'Opening night')))
  })
})

describe('a shared list', () => {
  it('has a line for each record, on a phone a card', async () => {
    const address = await makeLink('list')
    await theirs.goto(address)
    await seen(heading(theirs, 'Programme in lines'))
    await expect.poll(() => cards(theirs).count(), soon).toBe(50)
    await seen(cards(theirs).first().getByText('Fixed'))
    expect(await flawsEverywhere(theirs, 'share-list')).toEqual([])
    await openByKey(button(theirs, 'Opening night'), 'Opening night')
    expect(outsider.problems).toEqual([])
    await onPhone(address, 'Programme in lines', (on) => seen(button(on, 'Opening night')))
  })
})

describe('a shared calendar', () => {
  let address: string

  it('has records on their days, and what a day has no room for behind it', async () => {
    address = await makeLink('calendar')
    await theirs.goto(address)
    await seen(heading(theirs, 'March 2027'))
    await seen(button(day(/8 March/), /^Silent film week/))
    await seen(day(/^Wednesday,? 17 March, 10 records/))
    expect(await flawsEverywhere(theirs, 'share-calendar')).toEqual([])
    await openByKey(button(theirs, /^Opening night/), 'Opening night')
    await button(day(/17 March/), /more on Wednesday,? 17 March/).click()
    const all = dialog(/17 March/, theirs)
    await expect.poll(() => all.getByRole('listitem').count(), soon).toBe(10)
    await showPicture(theirs, 'share-calendar-day')
    await button(all, /^Talk 7\b/).click()
    await seen(dialog('Talk 7', theirs))
    await leave(theirs, dialog('Talk 7', theirs))
    await leave(theirs, all)
    expect(outsider.problems).toEqual([])
  })

  it('is gone through month by month, and says where the next records are', async () => {
    await button(theirs, 'Next month').click()
    await seen(heading(theirs, 'April 2027'))
    await seen(button(theirs, /^Retrospective/))
    await button(theirs, 'Next month').click()
    await seen(heading(theirs, 'May 2027'))
    await seen(theirs.getByText('No records on these days.'))
    await showPicture(theirs, 'share-calendar-nothing')
    await button(theirs, 'Next: 18 Jun 2027').click()
    await seen(heading(theirs, 'June 2027'))
    await seen(button(theirs, /^Summer in the yard/))
    await button(theirs, 'Today').click()
    await seen(heading(theirs, 'March 2027'))
    expect(outsider.problems).toEqual([])
  })

  it('is a list of days on a phone', () =>
    onPhone(address, 'Programme by days', async (on) => {
      await seen(heading(on, 'March 2027'))
      const today = on.getByRole('listitem', { name: /16 March, today, 2 records/ })
      await expect.poll(() => today.getByRole('button').count(), soon).toBe(2)
      await button(on, 'Next month').click()
      await seen(heading(on, 'April 2027'))
      await seen(on.getByRole('listitem', { name: /11 April, 1 record/ }))
      await button(on, 'Previous month').click()
    }))
})

describe('a shared timeline', () => {
  it('has a bar over the days of each record', async () => {
    const address = await makeLink('timeline')
    await theirs.goto(address)
    await seen(heading(theirs, /February.*April 2027/))
    const row = theirs.getByRole('listitem').filter({ hasText: 'Retrospective: Agnès Varda' })
    await seen(row.getByText(/22 Mar.*11 Apr 2027/))
    expect(await flawsEverywhere(theirs, 'share-timeline')).toEqual([])
    await openByKey(row.getByRole('button').first(), 'Retrospective: Agnès Varda')
    await button(theirs, 'Next three months').click()
    await seen(heading(theirs, /May.*July 2027/))
    await seen(button(theirs, /^Summer in the yard, 18 Jun/))
    await showPicture(theirs, 'share-timeline-next')
    for (const [scale, title] of [
      ['Years', '2027'],
      ['Weeks', /Jun 2027$/],
      ['Months', 'June 2027'],
    ] as const) {
      await button(theirs, /Scale/).focus()
      await theirs.keyboard.press('Enter')
      await theirs.keyboard.type(scale)
      await theirs.keyboard.press('Enter')
      await focused(button(theirs, /Scale/))
      await seen(heading(theirs, title))
      expect(await flawsEverywhere(theirs, `share-timeline-${scale.toLowerCase()}`)).toEqual([])
    }
    await seen(button(theirs, /^Summer in the yard, 18 Jun/))
    expect(outsider.problems).toEqual([])
    await onPhone(address, 'Programme in time', (on) => seen(on.getByText('Opening night').first()))
  })
})
