/** Twenty things that people do in a spreadsheet, by the keyboard alone, each with the number of keys that it takes. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { goToCell } from '../keyboard/cells.ts'
import { type DeskJourney, startDeskJourney } from '../keyboard/desk-journey.ts'
import type { Desk } from '../keyboard/furnish.ts'
import { type Keys, soon } from '../keyboard/keys.ts'
import { button, cell, grid, seen } from '../steps.ts'

let journey: DeskJourney
let desk: Desk
let keys: Keys
const counts: [task: string, keys: number][] = []

beforeAll(async () => {
  journey = await startDeskJourney('tasks')
  ;({ desk, keys } = journey)
})
afterAll(async () => {
  await journey?.end()
  for (const [task, presses] of counts) console.log(`${String(presses).padStart(3)} keys  ${task}`)
})
afterEach(({ task }) => journey?.keepPicture(task))

/** What the database holds in a field, in the order of the rows. */
async function stored(name: string): Promise<unknown[]> {
  const { relation, fields } = desk.table
  const { column } = fields.find((one) => one.name === name)!
  const rows = await journey.world.backend.admin.unsafe(
    `select ${column} as value from data.${relation} order by id`,
  )
  return rows.map((row) => row['value'] as unknown)
}

const at = (place: number, name: string) => goToCell(keys, 'Pieces', place, name)

/** The keys of a task, counted: a typed text is as many as it has characters. */
async function task(name: string, ...presses: (string | { type: string })[]): Promise<void> {
  let count = 0
  for (const press of presses) {
    if (typeof press === 'string') await keys.press(press)
    else await keys.type(press.type)
    count += typeof press === 'string' ? 1 : press.type.length
  }
  counts.push([name, count])
}

describe('in a table, with the keyboard alone', () => {
  it('lines of another program are pasted, and the table grows', async () => {
    await keys.copiedElsewhere('Nocturne\t5\r\nÉtude\t4\r\nWaltz\t6\r\n"Two\r\nlines"\t7\r\n')
    await at(3, 'Piece')
    await task('paste four rows, three of them new', 'Control+v')
    const all = ['Gymnopédie', 'Arabesque', 'Nocturne', 'Étude', 'Waltz', 'Two\nlines']
    await expect.poll(() => stored('Piece'), soon).toEqual(all)
    expect(await stored('Minutes')).toEqual(['3', '4', '5', '4', '6', '7'])
  })

  it('a paste is taken back and made again as one step', async () => {
    await task('undo a paste', 'Control+z')
    await expect.poll(() => stored('Piece'), soon).toHaveLength(3)
    await task('redo a paste', 'Control+y')
    await expect.poll(() => stored('Piece'), soon).toHaveLength(6)
  })

  it('a range is copied for another program', async () => {
    await at(1, 'Piece')
    await task('copy two rows of two cells', 'Shift+ArrowDown', 'Shift+ArrowRight', 'Control+c')
    await expect.poll(() => keys.clipboard(), soon).toBe('Gymnopédie\t3\nArabesque\t4')
  })

  it('everything is selected and copied', async () => {
    await task('copy the whole table', 'Control+a', 'Control+c')
    await expect.poll(async () => (await keys.clipboard()).split('\n').length, soon).toBe(7)
    await keys.press('Escape')
  })

  it('a value is filled down a column', async () => {
    await at(4, 'Minutes')
    await task('fill one value into two more rows', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Control+d')
    await expect.poll(() => stored('Minutes'), soon).toEqual(['3', '4', '5', '4', '4', '4'])
  })

  it('the value above is repeated', async () => {
    await at(2, 'Minutes')
    await task('repeat the value above', 'Control+d')
    await expect.poll(() => stored('Minutes'), soon).toEqual(['3', '3', '5', '4', '4', '4'])
  })

  it('one value goes into all selected cells', async () => {
    await at(3, 'Minutes')
    await task('one value into three cells', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Control+Enter')
    await expect.poll(() => stored('Minutes'), soon).toEqual(['3', '3', '5', '5', '5', '4'])
  })

  it('what is typed goes into all selected cells', async () => {
    await at(3, 'Minutes')
    const presses = ['Shift+ArrowDown', 'Shift+ArrowDown', { type: '9' }, 'Control+Enter']
    await task('type one value into three cells', ...presses)
    await expect.poll(() => stored('Minutes'), soon).toEqual(['3', '3', '9', '9', '9', '4'])
    await task('take it back', 'Control+z', 'Control+z')
    await expect.poll(() => stored('Minutes'), soon).toEqual(['3', '3', '5', '5', '5', '4'])
  })

  it('a range is emptied, and filled again by undo', async () => {
    await at(1, 'Minutes')
    await task('empty a column', 'Control+Shift+ArrowDown', 'Delete')
    await expect.poll(() => stored('Minutes'), soon).toEqual([null, null, null, null, null, null])
    await task('undo it', 'Control+z')
    await expect.poll(() => stored('Minutes'), soon).toEqual(['3', '3', '5', '5', '5', '4'])
  })

  it('rows are typed in with Tab and Enter', async () => {
    await at(6, 'Piece')
    await task('type a text and a number', { type: 'Bagatelle' }, 'Tab', { type: '12' }, 'Enter')
    await expect.poll(async () => (await stored('Piece'))[5], soon).toBe('Bagatelle')
    await expect.poll(async () => (await stored('Minutes'))[5], soon).toBe('12')
  })

  it('cells are cut and pasted elsewhere', async () => {
    await at(6, 'Minutes')
    await task('cut a cell and paste it above', 'Control+x', 'ArrowUp', 'Control+v')
    await expect.poll(() => stored('Minutes'), soon).toEqual(['3', '3', '5', '5', '12', null])
  })

  it('one copied cell fills a selection', async () => {
    await at(1, 'Minutes')
    await task('copy one cell into two', 'Control+c', 'ArrowDown', 'Shift+ArrowDown', 'Control+v')
    await expect.poll(() => stored('Minutes'), soon).toEqual(['3', '3', '3', '5', '12', null])
  })

  it('options are pasted by their names, and what does not fit is told before anything is stored', async () => {
    await keys.copiedElsewhere('Calm\nLoud\nBright')
    await at(1, 'Mood')
    await task('paste options', 'Control+v')
    const review = keys.see.getByRole('dialog', { name: 'One value does not fit' })
    await seen(review)
    await keys.look('review of a paste')
    expect(await stored('Mood')).toEqual([null, null, null, null, null, null])
    await keys.pressOn(button(review, 'Paste the other 2'))
    await expect.poll(() => stored('Mood'), soon).toEqual(['o1', null, 'o2', null, null, null])
    await keys.expectFocus(await cell(keys.see, 'Pieces', 1, 'Mood'))
  })

  it('a value is carried to the right as text', async () => {
    await at(1, 'Known')
    await task('check a box, and say so beside it', 'Space', 'Shift+ArrowRight', 'Control+r')
    await expect.poll(async () => (await stored('Known'))[0], soon).toBe(true)
    await expect.poll(async () => (await stored('Notes'))[0], soon).toBe('true')
  })

  it('boxes are checked all at once', async () => {
    await at(1, 'Known')
    await task('check a column', 'Control+Shift+ArrowDown', 'Control+d')
    await expect.poll(() => stored('Known'), soon).toEqual([true, true, true, true, true, true])
  })

  it('today is put in', async () => {
    await at(1, 'Played')
    await task('put in today', 'Control+;')
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(new Date())
    await expect
      .poll(async () => new Date(String((await stored('Played'))[0])).toISOString().slice(0, 10), soon)
      .toBe(today)
  })

  it('the ends of the table are two keys away', async () => {
    await task('to the last cell', 'Control+End')
    await keys.expectFocus(await cell(keys.see, 'Pieces', 6, 'Scores'))
    await task('to the first one', 'Control+Home')
    await keys.expectFocus(await cell(keys.see, 'Pieces', 1, 'Piece'))
    await task('to the last of a filled column', 'Control+ArrowDown')
    await keys.expectFocus(await cell(keys.see, 'Pieces', 6, 'Piece'))
    expect(await keys.hasFocus(await cell(keys.see, 'Pieces', 6, 'Piece'))).toBe(true)
  })

  it('a record is opened beside the table, and closed', async () => {
    await at(2, 'Piece')
    await task('open the record', 'Space')
    await keys.expectFocus(keys.see.getByRole('complementary', { name: 'Arabesque' }))
    await task('close it', 'Escape')
    await keys.expectFocus(await cell(keys.see, 'Pieces', 2, 'Piece'))
    expect(await keys.see.getByRole('complementary', { name: 'Arabesque' }).count()).toBe(0)
  })

  it('a row is added below, and named', async () => {
    await at(6, 'Piece')
    await task('add a row', 'Shift+Enter')
    await keys.expectFocus(await cell(keys.see, 'Pieces', 7, 'Piece'))
    await task('name it', { type: 'Elegy' }, 'Enter')
    await expect.poll(async () => (await stored('Piece'))[6], soon).toBe('Elegy')
  })

  it('rows are deleted, and come back', async () => {
    await at(7, 'Piece')
    await task('delete a row', 'Shift+Space', 'Control+-')
    await expect.poll(() => stored('Piece'), soon).toHaveLength(6)
    await keys.press('Control+z')
    await expect.poll(() => stored('Piece'), soon).toHaveLength(7)
  })

  it('records are searched for, and all of them are there again', async () => {
    await at(1, 'Piece')
    await task('search', 'Control+Shift+f', { type: 'arab' })
    await expect.poll(() => grid(keys.see, 'Pieces').locator('[data-id]').count(), soon).toBe(1)
    await task('end the search', 'Escape')
    await expect.poll(() => grid(keys.see, 'Pieces').locator('[data-id]').count(), soon).toBe(7)
  })

  it('the keys are told by a sheet', async () => {
    await at(1, 'Piece')
    await task('ask for the keys', 'Control+/')
    const sheet = keys.see.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await seen(sheet)
    await keys.look('sheet of keys')
    await keys.press('Escape')
    await keys.expectFocus(grid(keys.see, 'Pieces'))
    expect(await sheet.count()).toBe(0)
  })

  it('ends with nothing to object to', async () => {
    await at(1, 'Piece')
    await keys.press('Shift+ArrowDown', 'Shift+ArrowRight')
    await keys.lookEverywhere('tasks')
    expect(keys.flaws()).toEqual([])
    expect(journey.problems).toEqual([])
  })
})
