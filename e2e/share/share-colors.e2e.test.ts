/** Colours of a view by links: in each way in which its records can stand, with what they mean, on a desk and on a phone. */
import { signInPerson } from '@plinth/backend/testing'
import type { TableId, ViewId } from '@plinth/domain'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isBeyondWindow, phone, showPicture, type Visitor } from '../browser.ts'
import { ada, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, flawsEverywhere, heading, leave, seen } from '../steps.ts'
import { must } from '../target.ts'
import { furnishProgramme, type Programme, stageNames } from './furnish-programme.ts'

let journey: DemoJourney
let programme: Programme
let outsider: Visitor
let theirs: Page
let small: Visitor
let addresses: Readonly<Record<keyof Programme['views'], string>>

beforeAll(async () => {
  journey = await startDemoJourney('share-colors')
  programme = await furnishProgramme(journey, true)
  addresses = await makeLinks(programme.table)
  outsider = await journey.visit()
  theirs = outsider.page
  small = await journey.visit({ size: phone })
  for (const visitor of [theirs, small.page]) await visitor.clock.setFixedTime('2027-03-16T10:00:00Z')
}, 240_000)
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

/** A link to each view, which tells all fields but one. */
async function makeLinks(table: TableId): Promise<typeof addresses> {
  const { backend } = await signInPerson(journey.world.project, ada)
  const { tables } = must(await backend.bases.schema(journey.base))
  const fields = tables
    .find(({ id }) => id === table)!
    .fields.filter(({ name }) => name !== 'Note')
    .map(({ id }) => id)
  const linkTo = async (view: ViewId) => {
    const settings = {
      name: 'Programme',
      fields,
      showsPeople: false,
      showsLinked: false,
      expiresAt: null,
      password: null,
    }
    const { token } = must(await backend.shares.create(table, { view }, settings))
    return `/s#${token}`
  }
  const links = Object.entries(programme.views).map(async ([kind, view]) => [kind, await linkTo(view)])
  const made = Object.fromEntries(await Promise.all(links)) as typeof addresses
  await backend.dispose()
  return made
}

const legend = (on: Page) => on.getByRole('list', { name: 'Colours' })

async function open(kind: keyof Programme['views'], on: Page): Promise<void> {
  // Another fragment alone loads nothing.
  await on.goto('about:blank')
  await on.goto(addresses[kind])
  await seen(legend(on).getByText('Sold out'))
}

/** Of sight as of words: the record has the hue, and is said to have it. */
const colored = (on: Page, hue: string, what: string) =>
  on.getByRole('main').locator(`[data-hue="${hue}"]`).filter({ hasText: what }).filter({ visible: true })

describe('colours by a link', () => {
  it.each(['table', 'list', 'gallery', 'board'] as const)(
    'stand on the records and values of a %s',
    async (kind) => {
      await open(kind, theirs)
      await seen(legend(theirs).getByText('Many seats'))
      const record = colored(theirs, 'red', 'Opening night').first()
      await seen(record)
      await expect.poll(() => record.innerText()).toContain('Colour: Sold out')
      await seen(colored(theirs, 'blue', 'Colour: Many seats').first())
      expect(await flawsEverywhere(theirs, `share-colors-${kind}`)).toEqual([])
      expect(outsider.problems).toEqual([])
    },
  )

  it.each(['calendar', 'timeline'] as const)(
    'stand on the days of a %s, but for those of values',
    async (kind) => {
      await open(kind, theirs)
      await seen(theirs.getByRole('button', { name: /^Opening night, .*Colour: Sold out$/ }).first())
      // Where no rule paints, the choice of the view does.
      const meanings = await legend(theirs).getByRole('listitem').allInnerTexts()
      expect(meanings.map((one) => one.trim())).toEqual(['Sold out', ...stageNames])
      await seen(
        theirs.getByRole('button', { name: new RegExp(`Colour: (${stageNames.join('|')})$`) }).first(),
      )
      expect(await flawsEverywhere(theirs, `share-colors-${kind}`)).toEqual([])
      expect(outsider.problems).toEqual([])
    },
  )

  it.each([
    ['table', 'Opening night'],
    ['calendar', 'Opening night'],
    // The first stack of a board is of what has no stage, and a bar says its days beside it.
    ['board', ''],
    ['timeline', ''],
  ] as const)('are on a phone: %s', async (kind, what) => {
    await open(kind, small.page)
    await seen(what ? colored(small.page, 'red', what).first() : legend(small.page))
    await showPicture(small.page, `share-colors-phone-${kind}`)
    expect(await isBeyondWindow(small.page)).toBe(false)
    expect(small.problems).toEqual([])
  })

  it('are said by keys, where a record is opened', async () => {
    await open('list', theirs)
    await seen(heading(theirs, 'Programme'))
    const name = button(theirs, 'Opening night')
    await name.focus()
    await theirs.keyboard.press('Enter')
    const shown = theirs.getByRole('dialog', { name: 'Opening night' })
    await seen(shown)
    await leave(theirs, shown)
    expect(outsider.problems).toEqual([])
  })
})
