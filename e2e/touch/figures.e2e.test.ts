/** Views that ask or count, by fingers on a phone: a form, a chart, a dashboard. */
import type { Locator } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { button, field, seen } from '../steps.ts'
import { expectCount, type Fingers, type StudioPhone, soon, startStudioPhone } from './fingers.ts'

let studio: StudioPhone
let fingers: Fingers

beforeAll(async () => {
  studio = await startStudioPhone('touch-figures')
  ;({ fingers } = studio)
})
afterAll(() => studio?.journey.end())
afterEach(({ task }) => studio?.journey.keepPictures(task))

const questions = (): Promise<string[]> =>
  fingers.page
    .getByRole('button', { name: /^Options of / })
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))

/** A label that is scrolled out of sight counts as none. */
const isScrolledAway = (flaw: string) => flaw.startsWith('label-title-only')

describe('a form, on a phone', () => {
  it('is put together by fingers, and taken back', async () => {
    const { page } = fingers
    await fingers.openTable('Bookings')
    await fingers.openView('Ask for a room')
    await button(page, 'Edit Film').tap()
    await page.getByText('Has to be answered').tap()
    await expect
      .poll(() => page.getByRole('switch', { name: 'Has to be answered' }).isChecked(), soon)
      .toBe(true)
    await fingers.look('form builder')
    await button(page, 'Close Film').tap()
    const before = await questions()
    await fingers.fromMenu(button(page, 'Options of Film'), 'Do not ask this')
    await expect.poll(questions, soon).not.toContain('Options of Film')
    await fingers.undo()
    await expect.poll(questions, soon).toEqual(before)
    await button(fingers.tools, 'Reset').tap()
    await page.getByText('Changed', { exact: true }).waitFor({ state: 'hidden' })
    expect(fingers.flaws()).toEqual([])
  })

  it('says what is missing, is answered, and leads to the record', async () => {
    const { page } = fingers
    await page.getByText('Fill in', { exact: true }).tap()
    await button(page, 'Ask for it').tap()
    await seen(page.getByRole('region', { name: '4 answers need another look' }))
    await fingers.look('form problems', isScrolledAway)
    await button(page, 'What do you need it for?').tap()
    await page.keyboard.type('Rehearse')
    const film = page.getByRole('group', { name: 'Film' })
    await button(film, /Choose/).tap()
    await page.getByRole('option', { name: 'Salt Line' }).tap()
    await seen(film.getByText('Salt Line'))
    await page.getByText('Mix room', { exact: true }).tap()
    await fingers.typeInto(page.getByRole('textbox', { name: /^From/ }), '2027-03-01 09:00')
    await button(page, 'Calendar for Until').tap()
    const days = page.getByRole('dialog', { name: 'Until' })
    await seen(days.getByRole('grid'))
    await fingers.look('form calendar')
    await button(days, 'Done').tap()
    await days.waitFor({ state: 'hidden' })
    await fingers.typeInto(page.getByRole('textbox', { name: /^Until/ }), '2027-03-01 12:00')
    await fingers.look('form answered', isScrolledAway)
    await button(page, 'Ask for it').tap()
    const sent = page.getByRole('region', { name: 'Sent' })
    await seen(sent.getByText(/You will hear from us tomorrow/))
    await button(sent, 'Open the record').tap()
    await seen(fingers.record.getByRole('heading', { name: 'Rehearse' }))
    await fingers.closeRecord()
    expect(fingers.flaws()).toEqual([])
  })
})

const chart = (name: string): Locator => fingers.page.getByRole('region', { name, exact: true })

describe('a chart, on a phone', () => {
  it('is read as a picture and as a table, and counts by something else', async () => {
    const { page } = fingers
    await fingers.openTable('Shots')
    await fingers.openView('Shots by status')
    const byStatus = chart('Records by Status')
    await seen(byStatus.getByText('On hold'))
    await fingers.look('chart')
    await button(byStatus, 'Show as table').tap()
    await seen(
      byStatus
        .getByRole('cell', { name: 'On hold' })
        .or(byStatus.getByRole('rowheader', { name: 'On hold' })),
    )
    await fingers.look('chart table')
    await button(byStatus, 'Show as chart').tap()
    const sheet = await fingers.openTool('Layout')
    await fingers.choose(button(sheet, /By$/), 'Sequence')
    await fingers.look('sheet of a chart')
    await fingers.closeSheet(sheet)
    await seen(chart('Records by Sequence').getByText('Harbour'))
    await button(fingers.tools, 'Reset').tap()
    await seen(byStatus)
    await button(fingers.tools, 'New record').tap()
    await fingers.closeRecord()
    await expectCount(fingers, '37 records')
    await fingers.undo()
    await expectCount(fingers, '36 records')
    expect(page.url()).toContain('/v/')
    expect(fingers.flaws()).toEqual([])
  })

  it('tells its figures where a finger is put, also when it is lifted', async () => {
    await fingers.openView('Due by week')
    const slider = fingers.page.getByRole('slider')
    await seen(slider)
    const read = () => slider.getAttribute('aria-valuetext')
    expect(await read()).toBe('None chosen')
    await slider.tap()
    await expect.poll(read, soon).toMatch(/^Week of .*: .*\d/)
    const first = await read()
    await fingers.look('chart figures')
    const { width, height } = (await slider.boundingBox())!
    await slider.tap({ position: { x: width - 40, y: height / 2 } })
    await expect.poll(read, soon).not.toBe(first)
    await fingers.page.getByTestId('row-count').tap()
    await expect.poll(read, soon).toBe('None chosen')
    expect(fingers.flaws()).toEqual([])
  })
})

const charts = (): Promise<string[]> => fingers.page.getByRole('heading', { level: 2 }).allInnerTexts()

describe('a dashboard, on a phone', () => {
  it('has charts below one another, put in another order and taken back', async () => {
    const { page } = fingers
    await fingers.openView('Progress')
    const before = ['Due by week', 'Shots by status', 'Seconds by sequence']
    await expect.poll(charts, soon).toEqual(before)
    await fingers.look('dashboard')
    await fingers.fromMenu(button(page, 'Options of Due by week'), 'Move later')
    await expect.poll(charts, soon).toEqual(['Shots by status', 'Due by week', 'Seconds by sequence'])
    await fingers.undo()
    await expect.poll(charts, soon).toEqual(before)
    expect(fingers.flaws()).toEqual([])
  })

  it('is narrowed by a filter and by words, and leads to its charts', async () => {
    const { page } = fingers
    const byStatus = page.getByRole('region', { name: /^Shots by status/ })
    const figures = async () =>
      (await byStatus.locator('[data-chart=bar] > li').allInnerTexts()).map((text) =>
        Number(text.split('\n').at(-1)),
      )
    const sum = async () => (await figures()).reduce((all, one) => all + one, 0)
    await expect.poll(sum, soon).toBe(36)
    await button(fingers.tools, 'Search records').tap()
    await page.keyboard.type('SL-10')
    await expect.poll(sum, soon).toBe(6)
    await button(fingers.tools, 'Clear the search').tap()
    await expect.poll(sum, soon).toBe(36)
    const sheet = await fingers.openTool('Filter')
    await button(sheet, 'Add a condition').tap()
    await fingers.typeInto(field(sheet, 'Value of Code'), 'PM')
    await seen(sheet.getByText(/^12 records match/))
    await fingers.look('sheet of the filter')
    await fingers.closeSheet(sheet)
    await expect.poll(sum, soon).toBe(12)
    await button(fingers.tools, 'Reset').tap()
    await expect.poll(sum, soon).toBe(36)
    await fingers.fromMenu(button(page, 'Options of Shots by status'), 'Open the chart')
    await seen(button(fingers.tools, 'View: Shots by status'))
    expect(fingers.flaws()).toEqual([])
  })
})
