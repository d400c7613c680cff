/** Work in a table without a pointer: order, records that come and go, every editor, files. */
import type { Locator } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { button, cell, field, grid, seen } from '../steps.ts'
import { goToCell } from './cells.ts'
import { type DeskJourney, startDeskJourney } from './desk-journey.ts'
import { pieces } from './furnish.ts'
import { type Keys, soon } from './keys.ts'

let journey: DeskJourney
let keys: Keys

beforeAll(async () => {
  journey = await startDeskJourney('keys-records')
  ;({ keys } = journey)
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPicture(task))

const cellAt = (place: number, name: string): Promise<Locator> => cell(keys.see, 'Pieces', place, name)
const head = (name: string) => grid(keys.see, 'Pieces').getByRole('columnheader', { name })
const names = async () => {
  const rows = await grid(keys.see, 'Pieces').locator('[data-id] [aria-colindex="2"]').allInnerTexts()
  return rows.map((text) => text.trim())
}

const minutes = async () => (await cellAt(1, 'Minutes')).innerText()

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
    await keys.pressOn(button(see, /^Sort/))
    await keys.choose(button(see, /Direction of Piece/), 'Z → A')
    await keys.fromMenu(button(see, 'Add a sort'), 'Minutes')
    await keys.look('sorted')
    await keys.press('Escape')
    await expect.poll(() => head('Piece').getAttribute('aria-sort'), soon).toBe('descending')
    await expect.poll(() => head('Minutes').getAttribute('aria-sort'), soon).toBe('ascending')
    await keys.pressOn(button(see, /^Sort/))
    await keys.pressOn(button(see, 'Do not sort by Minutes'))
    await keys.pressOn(button(see, 'Do not sort by Piece'))
    await keys.press('Escape')
    await expect.poll(names, soon).toEqual([...pieces])
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

  it('have their cells copied, pasted, cut and emptied from the menu', async () => {
    const { see } = keys
    const menu = () => see.getByRole('menu', { name: 'Record' })
    await goTo(2, 'Piece')
    await keys.press('Shift+ArrowRight', 'Shift+ArrowDown', 'Shift+F10')
    await seen(menu().getByRole('menuitem', { name: 'Delete 2 records' }))
    await keys.look('menu of four cells')
    await keys.takeLine('Copy 4 cells')
    await seen(see.getByText('Copied 4 cells'))
    await goTo(1, 'Piece')
    await keys.press('Shift+F10')
    await keys.takeLine('Paste')
    await expect.poll(names, soon).toEqual(['Arabesque', 'Nocturne', 'Nocturne'])
    await expect.poll(minutes, soon).toBe('4')
    await keys.press('Control+z')
    await expect.poll(names, soon).toEqual([...pieces])
    await goTo(1, 'Minutes')
    await keys.press('Shift+F10')
    await keys.takeLine('Cut cell')
    await expect.poll(minutes, soon).toBe('')
    await keys.press('Shift+F10')
    await keys.takeLine('Paste')
    await expect.poll(minutes, soon).toBe('3')
    await goTo(1, 'Minutes')
    await keys.press('Shift+ArrowDown', 'Shift+F10')
    await keys.takeLine('Empty 2 cells')
    await expect.poll(minutes, soon).toBe('')
    await keys.press('Control+z')
    await expect.poll(minutes, soon).toBe('3')
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
    await seen(see.getByRole('grid', { name: /March 2026/ }))
    await keys.press('ArrowDown', 'ArrowRight', 'Enter')
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
    await keys.fromMenu(button(zone, 'More for score.png'), 'Remove')
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
    await expect.poll(() => keys.hasFocus(see.getByTestId('figures')), soon).toBe(true)
    await keys.press('Tab')
    await expect.poll(() => keys.hasFocus(grid(see, 'Pieces')), soon).toBe(false)
    expect(keys.flaws()).toEqual([])
  })

  it('leaves no error in the console', () => {
    expect(journey.problems).toEqual([])
  })
})
