/** A form in the app: put together, filled in by its maker and by a member, by pointer, by finger and by keys. */
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { phone, showPicture, type Visitor } from '../browser.ts'
import { ada, ben, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, field, flawsEverywhere, makeView, seen } from '../steps.ts'

let journey: DemoJourney
let adas: Visitor
let page: Page

beforeAll(async () => {
  journey = await startDemoJourney('forms')
  adas = await journey.enter(ada)
  page = adas.page
  await page.goto(`/b/${journey.base}/t/${journey.tasks}`)
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const soon = { timeout: 20_000 }
const lines = (on = page): Locator => on.getByRole('list', { name: 'Questions of the form' })
/** The questions of the builder in their order, by what can be done with them. */
const asked = async (on = page): Promise<string[]> => {
  const all = lines(on).getByRole('button', { name: /^(Edit|Close) / })
  const names: string[] = []
  for (let at = 0; at < (await all.count()); at += 1)
    names.push(((await all.nth(at).getAttribute('aria-label')) ?? '').replace(/^\w+ /, ''))
  return names
}
const chooseIn = async (opener: string, item: string) => {
  await button(page, opener).click()
  await page.getByRole('menuitem', { name: item }).click()
}

describe('a form', () => {
  it('asks for all fields that can be asked for as soon as it is made', async () => {
    await makeView(page, 'Form', () => showPicture(page, 'forms-new-view').then(() => undefined))
    await expect.poll(() => asked(), soon).toContain('Task')
    await showPicture(page, 'forms-builder-first')
    expect(await flawsEverywhere(page, 'forms-builder-first')).toEqual([])
  })

  it('is put together in place', async () => {
    await field(page, 'Title of the form').fill('Ask us for something')
    await field(page, 'Introduction').fill('Tell us **what** you need.')
    for (const name of ['Billed', 'Files']) {
      if ((await asked()).includes(name)) await chooseIn(`Options of ${name}`, 'Do not ask this')
    }
    await button(page, 'Edit Task').click()
    await field(page, 'Question').fill('What is it about?')
    await field(page, 'Help').fill('A few words.')
    await page.getByText('Has to be answered').click()
    await expect
      .poll(() => page.getByRole('switch', { name: 'Has to be answered' }).isChecked(), soon)
      .toBe(true)
    await showPicture(page, 'forms-builder-question')
    await button(page, 'Close What is it about?').click()
    await chooseIn('Options of Hours', 'Ask only if…')
    const dialog = page.getByRole('dialog', { name: /When is/ })
    await field(dialog, 'Condition').fill('{Task} = "Move"')
    await showPicture(page, 'forms-condition')
    await button(dialog, 'Set condition').click()
    await dialog.waitFor({ state: 'hidden' })
    await seen(lines().getByText('{Task} = "Move"'))
    const before = await asked()
    await chooseIn(`Options of ${before.at(-1)}`, 'Move up')
    await expect.poll(() => asked(), soon).toEqual([...before.slice(0, -2), before.at(-1), before.at(-2)])
    await page.keyboard.press('Control+z')
    await expect.poll(() => asked(), soon).toEqual(before)
    await button(page, 'Save').click()
    await expect.poll(() => page.getByText('Changed', { exact: true }).isVisible(), soon).toBe(false)
    await showPicture(page, 'forms-builder')
    expect(await flawsEverywhere(page, 'forms-builder')).toEqual([])
  })

  it('shows a question when the answers before it ask for it, and keeps what was begun', async () => {
    await page.getByRole('radio', { name: 'Fill in' }).check({ force: true })
    await seen(page.getByRole('heading', { name: 'Ask us for something' }))
    const hours = page.getByLabel('Hours', { exact: true })
    expect(await hours.count()).toBe(0)
    await page.getByLabel(/^What is it about\?/).fill('Move')
    await seen(hours)
    await hours.fill('three')
    await showPicture(page, 'forms-fill')
    await button(page, 'Send').click()
    const summary = page.getByRole('region', { name: 'One answer needs another look' })
    await expect.poll(() => summary.evaluate((box) => box === document.activeElement), soon).toBe(true)
    await showPicture(page, 'forms-fill-problem')
    await page.reload()
    await page.getByRole('radio', { name: 'Fill in' }).check({ force: true })
    await expect.poll(() => page.getByLabel(/^What is it about\?/).inputValue(), soon).toBe('Move')
    await expect.poll(() => hours.inputValue(), soon).toBe('three')
    expect(await flawsEverywhere(page, 'forms-fill')).toEqual([])
  })

  it('is sent, says so, and leads to the record', async () => {
    await page.getByLabel('Hours', { exact: true }).fill('3')
    await page.getByRole('radio', { name: 'Doing' }).check({ force: true })
    await button(page, 'Send').click()
    const done = page.getByRole('region', { name: 'Sent' })
    await seen(done.getByText('Thank you. Your answers were sent.'))
    await showPicture(page, 'forms-sent')
    expect(await flawsEverywhere(page, 'forms-sent')).toEqual([])
    await button(done, 'Open the record').click()
    const record = page.getByRole('complementary')
    await seen(record.getByRole('heading', { name: 'Move' }))
    await expect.poll(() => record.getByLabel('Hours', { exact: true }).inputValue(), soon).toBe('3.0')
    await page.keyboard.press('Escape')
    await page.reload()
    await page.getByRole('radio', { name: 'Fill in' }).check({ force: true })
    await expect.poll(() => page.getByLabel(/^What is it about\?/).inputValue(), soon).toBe('')
    expect(adas.problems).toEqual([])
  })
})

describe('with the keyboard alone', () => {
  it('a form is put together, answered and sent', async () => {
    const { keys, problems } = await journey.enterByKeys(ada, new URL(page.url()).pathname)
    const { see } = keys
    await expect.poll(() => asked(see), soon).toContain('Due')
    await keys.typeInto(field(see, 'Introduction'), 'Tell us what you need.')
    await keys.pressOn(button(see, 'Edit Due'))
    await keys.pressOn(see.getByRole('switch', { name: 'Has to be answered' }), 'Space')
    await expect
      .poll(() => see.getByRole('switch', { name: 'Has to be answered' }).isChecked(), soon)
      .toBe(true)
    await keys.tabTo(button(see, 'Close Due'), 'Shift+Tab')
    await keys.press('Control+z')
    await expect
      .poll(() => see.getByRole('switch', { name: 'Has to be answered' }).isChecked(), soon)
      .toBe(false)
    await keys.press('Enter')
    await keys.expectFocus(button(see, 'Edit Due'))
    const before = await asked(see)
    const at = before.indexOf('Due')
    const others = before.filter((name) => name !== 'Due')
    await keys.press('Alt+Shift+ArrowDown')
    await expect.poll(() => asked(see), soon).toEqual(others.toSpliced(at + 1, 0, 'Due'))
    await keys.expectFocus(button(see, 'Edit Due'))
    await keys.press('Alt+Shift+ArrowUp', 'Alt+Shift+ArrowUp')
    await expect.poll(() => asked(see), soon).toEqual(others.toSpliced(at - 1, 0, 'Due'))
    await keys.expectFocus(button(see, 'Edit Due'))
    await keys.fromMenu(button(see, 'Options of Due'), 'Do not ask this')
    await expect.poll(() => asked(see), soon).toEqual(others)
    await keys.fromMenu(button(see, 'Ask for a field'), 'Due')
    await expect.poll(() => asked(see), soon).toEqual([...others, 'Due'])
    await keys.pressOn(button(see, 'Save'))
    await button(see, 'Save').waitFor({ state: 'hidden' })

    const mode = see.getByRole('radiogroup', { name: 'What to do with the form' })
    await keys.turnTo(mode.getByRole('radio', { name: 'Fill in' }), mode)
    await keys.pressOn(button(see, 'Send'))
    const summary = see.getByRole('region', { name: 'One answer needs another look' })
    await keys.expectFocus(summary)
    await keys.pressOn(button(summary, 'What is it about?'))
    await keys.expectFocus(see.getByLabel(/^What is it about\?/))
    await keys.type('Mend the lamp')
    const state = see.getByRole('radiogroup', { name: 'State' })
    await keys.turnTo(state.getByRole('radio', { name: 'Doing' }), state)
    await keys.typeInto(see.getByRole('textbox', { name: 'Due' }), '2027-03-05')
    await keys.pressOn(button(see, 'Send'))
    const done = see.getByRole('region', { name: 'Sent' })
    await keys.expectFocus(done)
    await keys.pressOn(button(done, 'Open the record'))
    await seen(see.getByRole('complementary').getByRole('heading', { name: 'Mend the lamp' }))
    expect(keys.flaws()).toEqual([])
    expect(problems).toEqual([])
  })
})

describe('a member on a phone', () => {
  it('fills it in by finger, with what the address says already', async () => {
    const bens = await journey.enter(ben, phone)
    const form = new URL(page.url()).pathname
    await bens.page.goto(`${form}?prefill_Task=From%20a%20link&prefill_Hours=2&hide_State=1`)
    await expect
      .poll(() => bens.page.getByLabel(/^What is it about\?/).inputValue(), soon)
      .toBe('From a link')
    expect(await bens.page.getByRole('radio', { name: 'Edit' }).count()).toBe(0)
    expect(await bens.page.getByRole('radiogroup', { name: 'State' }).count()).toBe(0)
    await showPicture(bens.page, 'forms-phone')
    await bens.page.getByRole('button', { name: 'Send', exact: true }).tap()
    await seen(bens.page.getByText('Thank you. Your answers were sent.'))
    await showPicture(bens.page, 'forms-phone-sent')
    expect(bens.problems).toEqual([])
  })
})
