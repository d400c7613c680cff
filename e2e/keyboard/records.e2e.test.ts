/** Work in a table without a pointer: order, records that come and go, every editor, files. */
import type { Browser, Locator } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../browser.ts'
import { startWorld, type World } from '../harness.ts'
import { button, cell, field, grid, seen } from '../steps.ts'
import { goToCell } from './cells.ts'
import { type Desk, furnishDesk, pieces, signInByKeys, withPerson } from './furnish.ts'
import { Keys, soon } from './keys.ts'

const kay = { name: 'Kay', email: 'kay@example.org', password: 'eight unrelated words' }

let world: World
let browser: Browser
let desk: Desk
let keys: Keys
let problems: string[]

beforeAll(async () => {
  world = await startWorld()
  desk = await withPerson(world, kay, furnishDesk)
  browser = await launchBrowser()
  ;({ keys, problems } = await Keys.open(browser, world.url))
  await keys.visit(`/b/${desk.base}/t/${desk.table.id}`)
  await signInByKeys(keys, kay)
  await seen(grid(keys.see, 'Pieces'))
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await keys.keepPicture(`keys-records-${task.name.slice(0, 30)}`)
})

const cellAt = (place: number, name: string): Promise<Locator> => cell(keys.see, 'Pieces', place, name)
const head = (name: string) => grid(keys.see, 'Pieces').getByRole('columnheader', { name })
const names = async () => {
  const rows = await grid(keys.see, 'Pieces').locator('[data-id] [aria-colindex="2"]').allInnerTexts()
  return rows.map((text) => text.trim())
}

const goTo = (place: number, name: string) => goToCell(keys, 'Pieces', place, name)

/** The menu of a field, opened from the top line of the table. */
async function fieldMenu(name: string): Promise<void> {
  await goTo(1, name)
  await keys.press('ArrowUp')
  await keys.expectFocus(head(name))
  await keys.press('Enter')
}

describe('records, with the keyboard alone', () => {
  it('are put in order by a field, by a second one, and back', async () => {
    const { see } = keys
    await fieldMenu('Piece')
    await seen(see.getByRole('menu'))
    await keys.look('field menu')
    await keys.takeLine('Sort A → Z')
    await expect.poll(names, soon).toEqual([...pieces].sort())
    await keys.expectFocus(head('Piece'))
    await keys.pressOn(button(see, /^Sorted by Piece/))
    await expect.poll(() => head('Piece').getAttribute('aria-sort'), soon).toBe('descending')
    await keys.fromMenu(button(see, 'Then by'), 'Minutes')
    await expect.poll(() => head('Minutes').getAttribute('aria-sort'), soon).toBe('ascending')
    await keys.look('sorted')
    await keys.pressOn(button(see, 'Do not sort by Minutes'))
    await keys.pressOn(button(see, 'Do not sort by Piece'))
    await expect.poll(names, soon).toEqual([...pieces])
    await keys.pressOn(button(see, 'Sort'), 'Escape')
    expect(keys.flaws()).toEqual([])
  })

  it('are added and deleted, one and many, with a way back each time', async () => {
    const { see } = keys
    await goTo(3, 'Piece')
    await keys.press('Shift+Enter')
    await keys.expectFocus(await cellAt(4, 'Piece'))
    await keys.type('Clair de lune')
    await keys.press('Enter')
    await expect.poll(names, soon).toEqual([...pieces, 'Clair de lune'])
    await goTo(2, 'Piece')
    await keys.press('Shift+F10')
    await seen(see.getByRole('menu', { name: 'Record' }))
    await keys.look('record menu')
    await keys.takeLine('Delete record')
    await expect.poll(names, soon).toEqual(['Gymnopédie', 'Nocturne', 'Clair de lune'])
    await keys.expectFocus(grid(see, 'Pieces'))
    // The way back in the message: its shortcut leads to it, wherever the focus is.
    await keys.press('Alt+t')
    await keys.pressOn(button(see, 'Undo').last())
    await expect.poll(names, soon).toEqual([...pieces, 'Clair de lune'])
    await goTo(1, 'Piece')
    await keys.press('ArrowLeft', 'Space', 'ArrowDown', 'Space')
    await keys.pressOn(button(see, 'Delete 2 records'))
    const dialog = see.getByRole('alertdialog', { name: 'Delete 2 records?' })
    await seen(dialog)
    await keys.look('delete records')
    await keys.pressOn(button(dialog, 'Delete 2 records'))
    await expect.poll(names, soon).toEqual(['Nocturne', 'Clair de lune'])
    await keys.pressOn(button(see.getByRole('toolbar'), 'Undo'))
    await expect.poll(names, soon).toEqual([...pieces, 'Clair de lune'])
    await goTo(4, 'Piece')
    await keys.press('Shift+F10')
    await keys.takeLine('Delete record')
    await expect.poll(names, soon).toEqual([...pieces])
    await keys.press('Control+z', 'Control+y')
    await expect.poll(names, soon).toEqual([...pieces])
    await keys.look('records')
    expect(keys.flaws()).toEqual([])
  })

  it('are filled in by every editor', async () => {
    const { see } = keys
    await goTo(1, 'Mood')
    await keys.press('Enter')
    await seen(see.getByRole('combobox', { name: 'Find an option of Mood' }))
    await keys.look('options')
    await keys.type('bri')
    await keys.press('Enter')
    await expect.poll(async () => (await cellAt(1, 'Mood')).innerText(), soon).toBe('Bright')
    await keys.expectFocus(await cellAt(1, 'Mood'))
    await keys.press('ArrowRight', 'Enter')
    await seen(see.getByRole('textbox', { name: 'Played' }))
    await keys.type('2026-03-04')
    await keys.look('day')
    await keys.tabTo(see.getByRole('grid', { name: /March 2026/ }))
    await keys.press('ArrowRight', 'Enter')
    await expect.poll(async () => (await cellAt(1, 'Played')).innerText(), soon).toMatch(/5 Mar|05\/03\/2026/)
    await keys.expectFocus(await cellAt(1, 'Played'))
    await keys.press('ArrowRight', 'Space')
    await expect.poll(async () => (await cellAt(1, 'Known')).innerText(), soon).toBe('Yes')
    await keys.press('ArrowRight', 'Enter')
    await seen(see.getByRole('textbox', { name: 'Notes' }))
    await keys.type('Slowly')
    await keys.press('Enter')
    await keys.type('and painfully')
    await keys.look('long text')
    await keys.press('Control+Enter')
    await expect.poll(async () => (await cellAt(1, 'Notes')).innerText(), soon).toBe('Slowly and painfully')
    await keys.expectFocus(await cellAt(2, 'Notes'))
    await goTo(1, 'Minutes')
    await keys.type('many')
    await keys.press('Enter')
    await seen(see.getByRole('alert'))
    await keys.look('refused')
    await keys.press('Escape')
    await keys.expectFocus(await cellAt(1, 'Minutes'))
    expect(keys.flaws()).toEqual([])
  })

  it('hold files that are opened, saved and removed', async () => {
    const { see } = keys
    await goTo(2, 'Scores')
    await keys.press('Enter')
    const zone = see.getByRole('dialog', { name: 'Scores' })
    await keys.giveFile(button(zone, 'Add files'), await keys.picture('score.png'))
    await seen(button(zone, 'Download score.png'), 30_000)
    const text = { name: 'fingering.txt', mimeType: 'text/plain', buffer: Buffer.from('1 2 3 1') }
    await keys.giveFile(button(zone, 'Add more'), text)
    await seen(button(zone, 'Download fingering.txt'), 30_000)
    await keys.look('files')
    const line = button(zone, /^score\.png/)
    await keys.pressOn(line)
    const preview = see.getByRole('dialog', { name: 'score.png' })
    await seen(preview.getByRole('img', { name: 'score.png' }))
    await keys.look('preview')
    await keys.press('Escape')
    await keys.expectFocus(line)
    expect(await keys.download(button(zone, 'Download fingering.txt'))).toEqual({
      name: 'fingering.txt',
      text: '1 2 3 1',
    })
    await keys.pressOn(button(zone, 'Remove score.png'))
    const question = see.getByRole('alertdialog', { name: 'Remove score.png?' })
    await seen(question)
    await keys.look('remove a file')
    await keys.pressOn(button(question, 'Remove file'))
    await expect.poll(() => button(zone, 'Download score.png').count(), soon).toBe(0)
    await keys.expectFocus(zone)
    await keys.press('Escape')
    await keys.expectFocus(await cellAt(2, 'Scores'))
    expect(keys.flaws()).toEqual([])
  })

  it('are read and changed one at a time beside the table', async () => {
    const { see } = keys
    await goTo(1, 'Piece')
    await keys.press('ArrowLeft', 'Enter')
    await keys.expectFocus(see.getByRole('complementary', { name: 'Gymnopédie' }))
    await keys.pressOn(button(see, 'Next record'))
    const panel = see.getByRole('complementary', { name: 'Arabesque' })
    await seen(panel)
    await keys.typeInto(field(panel, 'Minutes'), '12')
    await keys.press('Enter')
    await expect.poll(async () => (await cellAt(2, 'Minutes')).innerText(), soon).toBe('12')
    const mood = button(panel, /Mood/)
    await keys.pressOn(mood)
    await keys.type('calm')
    await keys.press('Enter')
    await expect.poll(() => mood.innerText(), soon).toBe('Calm')
    await keys.expectFocus(mood)
    await keys.pressOn(panel.getByRole('checkbox', { name: 'Known' }), 'Space')
    await keys.look('record')
    await keys.tabTo(button(panel, 'Copy link to record'), 'Shift+Tab')
    await keys.press('Enter')
    await expect.poll(() => keys.clipboard(), soon).toContain('record=')
    await keys.press('Escape')
    await keys.expectFocus(grid(see, 'Pieces'))
    expect(keys.flaws()).toEqual([])
  })

  it('are worked on by keys that a sheet tells', async () => {
    const { see } = keys
    await keys.command('Keyboard shortcuts')
    const sheet = see.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await seen(sheet)
    await keys.look('shortcuts')
    for (const line of ['Menu of the record', 'Out of the table, before it', 'Out of the table, behind it']) {
      await seen(sheet.getByText(line, { exact: true }))
    }
    await keys.press('Escape')
    await keys.expectFocus(grid(see, 'Pieces'))
    // Tab goes from cell to cell; only at the ends it leads out.
    await goTo(2, 'Mood')
    await keys.press('Control+Home', 'Shift+Tab')
    expect(await keys.hasFocus(grid(see, 'Pieces').getByRole('gridcell'))).toBe(false)
    await goTo(2, 'Mood')
    await keys.press('Control+End', 'Tab')
    await expect.poll(() => keys.hasFocus(grid(see, 'Pieces')), soon).toBe(false)
    expect(keys.flaws()).toEqual([])
  })

  it('leaves no error in the console', () => {
    expect(problems).toEqual([])
  })
})
