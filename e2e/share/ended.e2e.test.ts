/** Links that end by themselves: when they do is chosen and listed, what visitors read then, and how one is opened again. */
import { emptyViewConfig, uuidV7, type ViewId } from '@plinth/domain'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { as } from '../automation/shots.ts'
import { showPicture, type Visitor } from '../browser.ts'
import { ada, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { type Keys, soon } from '../keyboard/keys.ts'
import { button, field, flawsEverywhere, heading, seen } from '../steps.ts'
import { must } from '../target.ts'

let journey: DemoJourney
let adas: Keys
let visitor: Visitor
let problems: string[]
let address: string

beforeAll(async () => {
  journey = await startDemoJourney('ended')
  const { world, base, tasks } = journey
  const view = { id: uuidV7() as ViewId, name: 'Public', isShared: true, config: emptyViewConfig }
  await as(world, ada, async ({ views }) => must(await views.create(tasks, view)))
  ;({ keys: adas, problems } = await journey.enterByKeys(ada, `/b/${base}/t/${tasks}`))
  visitor = await journey.visit()
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const list = () => adas.see.getByRole('dialog', { name: 'Share by link' })
const dialog = (name: string) => adas.see.getByRole('dialog', { name })
/** How lists say a day that is so many days from now. */
const dayIn = (days: number) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Europe/Berlin' }).format(
    Date.now() + days * 24 * 60 * 60_000,
  )
const expectRecords = (on: Page, count: number) =>
  expect.poll(() => on.locator('tbody tr').count(), soon).toBe(count)

describe('a link', () => {
  it('ends when its maker says, and the list says when', async () => {
    const { see } = adas
    await adas.fromMenu(button(see, /^View:/), 'Share by link')
    await adas.pressOn(button(list(), 'New link'))
    await adas.choose(button(dialog('New link'), /Ends$/), 'In a week')
    await adas.look('the end of a link')
    await adas.pressOn(button(dialog('New link'), 'Create link'))
    const ready = dialog('Your link is ready')
    address = await field(ready, 'Link').inputValue()
    await adas.pressOn(button(ready, 'Done'))
    await seen(list().getByText(`until ${dayIn(7)}`))
    await adas.lookEverywhere('ended-list')
    expect(adas.flaws()).toEqual([])
  })

  it('keeps its end when something else of it is changed', async () => {
    await adas.pressOn(button(list(), 'Change Public'))
    const form = dialog('Change link')
    await seen(button(form, /^On \d+ .* Ends$/))
    await adas.typeInto(field(form, 'Title'), 'Tasks for all')
    await adas.pressOn(button(form, 'Save'))
    await seen(list().getByText('Tasks for all'))
    await seen(list().getByText(`until ${dayIn(7)}`))
    expect(adas.flaws()).toEqual([])
  })

  it('shows the view until then, and after that says what became of it', async () => {
    const { page } = visitor
    await page.goto(address)
    await seen(heading(page, 'Tasks for all'))
    await expectRecords(page, 12)
    // A week later.
    await journey.world.backend
      .admin`update plinth_private.share_link set expires_at = now() - interval '1 minute'`
    await page.reload()
    await seen(heading(page, 'This link shows nothing any more'))
    await seen(
      page.getByText(
        'It was taken back, has ended, or is not whole. Ask whoever gave it to you for a new one.',
      ),
    )
    expect(await page.getByText('Tasks for all').count()).toBe(0)
    await showPicture(page, 'ended')
    expect(await flawsEverywhere(page, 'ended')).toEqual([])
  })

  it('says so to its maker, who opens it again for a day', async () => {
    const { see } = adas
    await adas.reload()
    await adas.fromMenu(button(see, /^View:/), 'Share by link')
    await seen(list().getByText('Ended', { exact: true }))
    await seen(list().getByText(/ended \d/))
    await adas.lookEverywhere('ended-list-ended')
    await adas.pressOn(button(list(), 'Change Tasks for all'))
    await adas.choose(button(dialog('Change link'), /Ends$/), 'In a day')
    await adas.pressOn(button(dialog('Change link'), 'Save'))
    await seen(list().getByText(`until ${dayIn(1)}`))
    expect(await list().getByText('Ended', { exact: true }).count()).toBe(0)
    await visitor.page.reload()
    await expectRecords(visitor.page, 12)
    expect(adas.flaws()).toEqual([])
    expect([...problems, ...visitor.problems]).toEqual([])
  })
})
