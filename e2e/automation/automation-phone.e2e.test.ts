/** An automation made from an example on a phone, with fingers. */
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations, isBeyondWindow, phone, showPicture } from '../browser.ts'
import { ada, ben, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, field, focused, heading, seen } from '../steps.ts'
import { touchFlaws } from '../touch/touch-flaws.ts'
import { addShot, as, makeShots, shots } from './shots.ts'

let journey: DemoJourney
let page: Page
const flaws: string[] = []

beforeAll(async () => {
  journey = await startDemoJourney('automation-phone')
  await as(journey.world, ada, (backend) => makeShots(backend, journey.base))
  ;({ page } = await journey.enter(ada, phone))
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

/** What axe objects to, what is too small or cut off; and a picture. */
async function look(name: string): Promise<void> {
  flaws.push(...(await accessibilityViolations(page)).map((flaw) => `${name}: ${flaw}`))
  flaws.push(...(await page.evaluate(touchFlaws)).map((flaw) => `${name}: ${flaw}`))
  if (await isBeyondWindow(page)) flaws.push(`${name}: the page is larger than its window`)
  await showPicture(page, `automation-phone-${name}`)
}

describe('automations on a phone', () => {
  it('are found in the menu of the base, and begun from an example', async () => {
    await page.goto(`/b/${journey.base}/t/${shots.table}`)
    await button(page, 'Base settings and members').tap()
    await page.getByRole('menuitem', { name: 'Automations' }).tap()
    await seen(heading(page, 'Let the base do it by itself'))
    await look('examples')
    await page.getByRole('link', { name: /^When a record enters “Approved”/ }).tap()
    await seen(page.getByText('When a record of Shots enters Approved', { exact: false }))
    await look('editor')
    expect(flaws.splice(0)).toEqual([])
  })

  it('are told what to do by fingers', async () => {
    await button(page, 'Add an action').tap()
    await look('actions')
    await page.getByRole('menuitem', { name: 'Notify people' }).tap()
    // What lies below a menu takes no tap while it closes.
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await button(page, /^People: nothing yet/).tap()
    await page.getByRole('menuitemcheckbox', { name: /Ada/ }).tap()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await field(page, 'Message').tap()
    await focused(field(page, 'Message'))
    await page.keyboard.type('Approved.')
    await button(page, 'Create automation').tap()
    await seen(heading(page, 'Shots: Approved'))
    await page.getByText('“Shots: Approved” is on.').waitFor({ state: 'hidden' })
    await look('made')
    expect(flaws.splice(0)).toEqual([])
  })

  it('show what they did, and go to the record', async () => {
    await as(journey.world, ben, (backend) => addShot(backend, 'Ferry in the fog', 'approved'))
    const run = page.getByRole('list', { name: 'Runs' }).getByRole('listitem').first()
    await seen(run.getByText('Done'), 30_000)
    await run.scrollIntoViewIfNeeded()
    await look('history')
    await run.getByRole('link', { name: 'Ferry in the fog' }).tap()
    await seen(heading(page, 'Ferry in the fog'))
    await page.goBack()
    await button(page, 'Notices, 1 unread').tap()
    await seen(page.getByRole('dialog', { name: 'Notices' }).getByRole('link', { name: /Approved\./ }))
    await look('notices')
    expect(flaws.splice(0)).toEqual([])
  })
})
