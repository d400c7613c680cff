/** What cards show of a record: fields hidden and shown by keys, in a gallery and on a board, for oneself and, saved, for all. */
import { emptyViewConfig, uuidV7, type ViewId } from '@plinth/domain'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { as } from '../automation/shots.ts'
import type { Visitor } from '../browser.ts'
import { ada, ben, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { type Keys, soon } from '../keyboard/keys.ts'
import { button, field, flawsEverywhere, seen } from '../steps.ts'
import { must } from '../target.ts'

let journey: DemoJourney
let adas: Keys
let bens: Visitor
const problems: string[][] = []
const kinds = ['gallery', 'board'] as const
const views = { gallery: uuidV7() as ViewId, board: uuidV7() as ViewId }

beforeAll(async () => {
  journey = await startDemoJourney('card-fields')
  const { world, tasks } = journey
  await as(world, ada, async (backend) => {
    for (const kind of kinds) {
      const view = { id: views[kind], name: kind, kind, isShared: true, config: emptyViewConfig }
      must(await backend.views.create(tasks, view))
    }
  })
  const entered = await journey.enterByKeys(ada, addressOf('gallery'))
  adas = entered.keys
  bens = await journey.enter(ben)
  problems.push(entered.problems, bens.problems)
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const addressOf = (kind: (typeof kinds)[number]) => `/b/${journey.base}/t/${journey.tasks}/v/${views[kind]}`
/** The lines of the card of the poster, which has something in nearly every field. */
async function linesOf(page: Page): Promise<string> {
  const card = page.locator('[data-card]').filter({ hasText: 'Poster for the silent film week' })
  return (await card.first().innerText()).replaceAll(/\s+/g, ' ')
}
const expectLines = (page: Page, ...lines: RegExp[]) =>
  expect
    .poll(async () => {
      const text = await linesOf(page)
      return lines.filter((line) => !line.test(text))
    }, soon)
    .toEqual([])

const fields = () => adas.see.getByRole('dialog', { name: 'Fields' })
const openFields = () => adas.pressOn(button(adas.see.getByRole('toolbar', { name: 'Table' }), /^Fields/))
const turn = (name: string) => adas.pressOn(fields().getByRole('switch', { name }), 'Space')

async function save(): Promise<void> {
  await adas.press('Escape')
  await fields().waitFor({ state: 'hidden' })
  await adas.pressOn(button(adas.see, 'Save'))
  await button(adas.see, 'Save').waitFor({ state: 'hidden' })
}

describe('the cards of a gallery', () => {
  it('show the first fields that say something, and others instead of those that are hidden', async () => {
    const { see } = adas
    await bens.page.goto(addressOf('gallery'))
    await expectLines(see, /State Doing/, /Area Print/, /^(?!.*Due)/)
    await openFields()
    await adas.typeInto(field(fields(), 'Find a field'), 'are')
    await expect.poll(() => fields().getByRole('switch').count(), soon).toBe(1)
    await turn('Area')
    await expectLines(see, /State Doing/, /Due 5 Mar 2027/, /^(?!.*Area)/)
    await adas.look('the fields of cards')
    await adas.showPicture('card-fields-gallery')
    await expectLines(bens.page, /Area Print/)
  })

  it('are so for everybody when the view is saved, and as before when the field is shown again', async () => {
    const { see } = adas
    await save()
    await expectLines(bens.page, /Due 5 Mar 2027/, /^(?!.*Area)/)
    await seen(button(see.getByRole('toolbar', { name: 'Table' }), /^Fields.*1 hidden$/))
    await openFields()
    await turn('Area')
    await expectLines(see, /State Doing/, /Area Print/, /^(?!.*Due)/)
    await save()
    await expectLines(bens.page, /Area Print/, /^(?!.*Due)/)
    expect(adas.flaws()).toEqual([])
  })
})

describe('the cards of a board', () => {
  it('show a title alone, or one field of those that there are', async () => {
    const { see } = adas
    await adas.visit(addressOf('board'))
    await bens.page.goto(addressOf('board'))
    await expectLines(see, /Area Print/)
    await openFields()
    await adas.pressOn(button(fields(), 'Hide all'))
    await expect.poll(() => linesOf(see), soon).toBe('Poster for the silent film week')
    await adas.showPicture('card-fields-title')
    await turn('Hours')
    await expectLines(see, /^Poster for the silent film week Hours 6\.5$/)
    await save()
    await expectLines(bens.page, /^Poster for the silent film week Hours 6\.5$/)
    await adas.lookEverywhere('card-fields-board')
    expect(await flawsEverywhere(bens.page, 'card-fields-board')).toEqual([])
  })

  it('show all of them again, after a reload too', async () => {
    const { see } = adas
    await openFields()
    await adas.pressOn(button(fields(), 'Show all'))
    await expectLines(see, /Area Print/)
    await save()
    await adas.reload()
    await expectLines(see, /Area Print/)
    expect(adas.flaws()).toEqual([])
    expect(problems.flat()).toEqual([])
  })
})
