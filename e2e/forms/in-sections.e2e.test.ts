/** A form in sections: put together by keys, stepped through by people outside, kept through a reload, and what follows when it is sent. */
import type { SupabaseBackend } from '@plinth/backend'
import {
  type BaseId,
  emptyViewConfig,
  type FieldId,
  type OptionId,
  type TableId,
  uuidV7,
  type ViewId,
} from '@plinth/domain'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { as } from '../automation/shots.ts'
import { phone, showPicture } from '../browser.ts'
import { ada, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { type Keys, soon } from '../keyboard/keys.ts'
import { button, field, flawsEverywhere, grid, heading, seen } from '../steps.ts'
import { must } from '../target.ts'

const requests = uuidV7() as TableId
const form = uuidV7() as ViewId
const kinds = [
  { id: 'repair' as OptionId, label: 'Repair', hue: 'amber' },
  { id: 'idea' as OptionId, label: 'Idea', hue: 'green' },
] as const

let journey: DemoJourney
let adas: Keys
const problems: string[][] = []
let address: string

beforeAll(async () => {
  journey = await startDemoJourney('form-sections')
  const { world, base } = journey
  await as(world, ada, (backend) => makeForm(backend, base))
  const entered = await journey.enterByKeys(ada, `/b/${base}/t/${requests}/v/${form}`)
  adas = entered.keys
  problems.push(entered.problems)
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const text = (name: string) => ({ id: uuidV7() as FieldId, name, type: 'text' as const, options: {} })

/** It asks for all fields of its table, as forms do at first. */
async function makeForm({ bases, views }: SupabaseBackend, base: BaseId): Promise<void> {
  const kind = {
    id: uuidV7() as FieldId,
    name: 'Kind',
    type: 'single_select' as const,
    options: { options: kinds },
  }
  const fields = [text('Subject'), kind, text('Place'), text('Phone')]
  must(await bases.createTable(base, { id: requests, name: 'Requests', fields }))
  const shared = { isShared: true, config: emptyViewConfig }
  must(await views.create(requests, { id: uuidV7() as ViewId, name: 'All requests', ...shared }))
  must(await views.create(requests, { id: form, name: 'Ask us', kind: 'form', ...shared }))
}

/** Titles of sections and names of questions, as they stand in the builder. */
async function lines(page: Page): Promise<string[]> {
  const all = page
    .getByRole('list', { name: 'Questions of the form' })
    .getByRole('button', { name: /^Options of / })
  const names: string[] = []
  for (let at = 0; at < (await all.count()); at += 1)
    names.push(((await all.nth(at).getAttribute('aria-label')) ?? '').replace('Options of ', ''))
  return names
}
const expectLines = (names: string[]) => expect.poll(() => lines(adas.see), soon).toEqual(names)

async function save(): Promise<void> {
  await adas.pressOn(button(adas.see, 'Save'))
  await button(adas.see, 'Save').waitFor({ state: 'hidden' })
}

describe('a form in sections', () => {
  it('has sections added and named, and questions moved into them', async () => {
    const { see } = adas
    await expectLines(['Section 1', 'Subject', 'Kind', 'Place', 'Phone'])
    for (const [at, title] of ['You', 'The place'].entries()) {
      await adas.pressOn(button(see, 'Add a section'))
      await adas.expectFocus(field(see, `Title of section ${at + 2}`))
      await adas.type(title)
    }
    await adas.typeInto(field(see, 'Text of section 3'), 'So that we **find** it.')
    await adas.tabTo(button(see, 'Edit Phone'), 'Shift+Tab')
    await adas.press('Alt+Shift+ArrowDown')
    await expectLines(['Section 1', 'Subject', 'Kind', 'Place', 'You', 'Phone', 'The place'])
    await adas.tabTo(button(see, 'Edit Place'), 'Shift+Tab')
    await adas.press('Alt+Shift+ArrowDown', 'Alt+Shift+ArrowDown', 'Alt+Shift+ArrowDown')
    await expectLines(['Section 1', 'Subject', 'Kind', 'You', 'Phone', 'The place', 'Place'])
    expect(adas.flaws()).toEqual([])
  })

  it('has a section moved with its questions, and asked only if that makes sense', async () => {
    const { see } = adas
    await adas.fromMenu(button(see, 'Options of The place'), 'Move section up')
    await expectLines(['Section 1', 'Subject', 'Kind', 'The place', 'Place', 'You', 'Phone'])
    await adas.fromMenu(button(see, 'Options of The place'), 'Ask only if…')
    const dialog = see.getByRole('dialog', { name: 'When is “The place” asked?' })
    await adas.typeInto(field(dialog, 'Condition'), '{Kind} = "Repair"')
    await adas.look('the condition of a section')
    await adas.press('Control+Enter')
    await dialog.waitFor({ state: 'hidden' })
    await seen(see.getByText('{Kind} = "Repair"'))
    await adas.pressOn(button(see, 'Edit Subject'))
    await adas.pressOn(see.getByRole('switch', { name: 'Has to be answered' }), 'Space')
    await adas.tabTo(button(see, 'Close Subject'), 'Shift+Tab')
    await adas.press('Enter')
    expect(adas.flaws()).toEqual([])
  })

  it('asks a section at a time, and opens an address when it is sent', async () => {
    const { see } = adas
    await adas.choose(button(see, /Questions$/), 'A section at a time')
    await adas.choose(button(see, /When it is sent$/), 'Open an address')
    await adas.typeInto(field(see, 'Address'), 'http://example.org/thanks')
    await adas.press('Tab')
    await seen(see.getByText('It has to begin with https://'))
    await adas.tabTo(field(see, 'Address'), 'Shift+Tab')
    await adas.typeInto(field(see, 'Address'), 'https://example.org/thanks')
    await save()
    await adas.lookEverywhere('form-sections')
    await adas.reload()
    await expectLines(['Section 1', 'Subject', 'Kind', 'The place', 'Place', 'You', 'Phone'])
    await seen(button(see, /^A section at a time/))
    expect(await field(see, 'Address').inputValue()).toBe('https://example.org/thanks')
  })

  it('is shared with people outside', async () => {
    const { see } = adas
    await adas.pressOn(button(see, 'Share by link'))
    await adas.pressOn(button(see.getByRole('dialog', { name: 'Share by link' }), 'New link'))
    await adas.pressOn(button(see.getByRole('dialog', { name: 'New link' }), 'Create link'))
    const ready = see.getByRole('dialog', { name: 'Your link is ready' })
    address = await field(ready, 'Link').inputValue()
    await adas.pressOn(button(ready, 'Done'))
    await adas.press('Escape')
    expect(adas.flaws()).toEqual([])
  })
})

describe('whoever has its link', () => {
  let keys: Keys
  let see: Page

  it('steps through what is asked for, and no step is there for nothing', async () => {
    const visitor = await journey.visitByKeys()
    keys = visitor.keys
    see = keys.see
    problems.push(visitor.problems)
    await keys.visit(address)
    await seen(see.getByText('Step 1 of 2').first())
    await keys.typeInto(see.getByLabel(/^Subject/), 'A lamp')
    await keys.pressOn(see.getByRole('radio', { name: 'Repair' }), 'Space')
    await seen(see.getByText('Step 1 of 3').first())
    await keys.pressOn(button(see, 'Next'))
    await seen(heading(see, 'The place'))
    await keys.typeInto(field(see, 'Place'), 'The yard')
    await keys.pressOn(button(see, 'Next'))
    await seen(heading(see, 'You'))
    await keys.lookEverywhere('form-sections-step')
    expect(keys.flaws()).toEqual([])
  })

  it('finds the answers again after a reload', async () => {
    await keys.typeInto(field(see, 'Phone'), '030 1234')
    await seen(see.getByText('Your answers are kept on this device until you send them; files are not.'))
    await keys.reload()
    await seen(see.getByText('Step 1 of 3').first())
    expect(await see.getByLabel(/^Subject/).inputValue()).toBe('A lamp')
    await keys.pressOn(button(see, 'Next'))
    await seen(heading(see, 'The place'))
    expect(await field(see, 'Place').inputValue()).toBe('The yard')
    await keys.pressOn(button(see, 'Next'))
    await seen(heading(see, 'You'))
    expect(await field(see, 'Phone').inputValue()).toBe('030 1234')
  })

  it('is led to the address when it is sent, and nothing of it is kept', async () => {
    // A page of somebody else, which is not to be asked from here.
    await keys.answer('https://example.org/**', 200)
    await keys.pressOn(button(see, 'Send'))
    await expect.poll(() => see.url(), soon).toBe('https://example.org/thanks')
    await keys.visit(address)
    await seen(see.getByText('Step 1 of 2').first())
    expect(await see.getByLabel(/^Subject/).inputValue()).toBe('')
    expect(keys.flaws()).toEqual([])
  })
})

describe('another one', () => {
  it('is offered where its maker wants that', async () => {
    const { see } = adas
    await adas.choose(button(see, /When it is sent$/), 'Say something')
    await adas.typeInto(field(see, 'What is said'), 'We will call you.')
    await adas.pressOn(see.getByRole('switch', { name: 'Offer to send another one' }), 'Space')
    await save()
    expect(adas.flaws()).toEqual([])
  })

  it('begins at the first step, with nothing in it', async () => {
    const visitor = await journey.visit({ size: phone })
    const { page } = visitor
    problems.push(visitor.problems)
    await page.goto(address)
    for (const subject of ['More chairs', 'Longer hours']) {
      await seen(page.getByText('Step 1 of 2').first())
      expect(await page.getByLabel(/^Subject/).inputValue()).toBe('')
      await page.getByLabel(/^Subject/).fill(subject)
      await page.getByRole('radio', { name: 'Idea' }).check({ force: true })
      await button(page, 'Next').tap()
      await seen(heading(page, 'You'))
      await button(page, 'Send').tap()
      await seen(page.getByText('We will call you.'))
      await showPicture(page, 'form-sections-sent')
      if (subject === 'More chairs') await button(page, 'Send another one').tap()
    }
    expect(await flawsEverywhere(page, 'form-sections-sent')).toEqual([])
  })

  it('is a record of its own, as all that were sent', async () => {
    const { see } = adas
    await adas.visit(`/b/${journey.base}/t/${requests}`)
    await expect.poll(() => see.getByTestId('row-count').innerText(), soon).toBe('3 records')
    const sent = [1, 2, 3].map((place) =>
      grid(see, 'Requests')
        .locator(`[role=row][data-row="${place - 1}"]`)
        .innerText(),
    )
    const texts = (await Promise.all(sent)).map((text) => text.replaceAll(/\s+/g, ' '))
    expect(texts).toEqual([
      expect.stringMatching(/A lamp Repair The yard 030 1234/),
      expect.stringMatching(/More chairs Idea/),
      expect.stringMatching(/Longer hours Idea/),
    ])
    expect(problems.flat()).toEqual([])
  })
})
