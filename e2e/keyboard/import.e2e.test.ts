/** Files in and out without a pointer: what is decided, stopped, taken back, reported and saved again. */
import type { Locator } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { button, type FileLike, grid, seen } from '../steps.ts'
import { type DeskJourney, startDeskJourney } from './desk-journey.ts'
import { type Keys, soon } from './keys.ts'

let journey: DeskJourney
let keys: Keys

beforeAll(async () => {
  journey = await startDeskJourney('keys-import')
  ;({ keys } = journey)
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPicture(task))

const fileOf = (name: string, text: string): FileLike => ({
  name,
  mimeType: name.endsWith('.json') ? 'application/json' : 'text/csv',
  buffer: Buffer.from(text),
})
const rowsOf = (table: string) => grid(keys.see, table).getAttribute('aria-rowcount')
const dialog = (name: string | RegExp) => keys.see.getByRole('dialog', { name })
const done = () => dialog('Import finished')

/** From the palette to the preview of a file. */
async function preview(file: FileLike): Promise<Locator> {
  await keys.command('Import a file')
  await keys.giveFile(button(dialog('Import a file'), 'Choose a file'), file)
  const shown = dialog(`Import ${file.name}`)
  await seen(shown, 60_000)
  return shown
}

async function intoNewTable(shown: Locator): Promise<void> {
  const places = shown.getByRole('radiogroup', { name: 'Import into' })
  await keys.turnTo(places.getByRole('radio', { name: 'A new table' }), places)
}

async function openTable(name: string, rows: number): Promise<void> {
  await keys.pressOn(button(done(), 'Open table'))
  await seen(grid(keys.see, name))
  await expect.poll(() => rowsOf(name), soon).toBe(`${rows + 3}`)
  await keys.expectFocus(keys.see.getByRole('main'))
}

describe('a file, with the keyboard alone', () => {
  it('of objects becomes a table', async () => {
    const objects = [
      { name: 'Lamp', price: 12.5, sold: true },
      { name: 'Reel', price: 3, sold: false },
    ]
    const shown = await preview(fileOf('things.json', JSON.stringify(objects)))
    await intoNewTable(shown)
    await keys.look('preview of objects')
    await keys.pressOn(button(shown, 'Import 2 rows'))
    await openTable('things', 2)
    await keys.look('things')
    expect(keys.flaws()).toEqual([])
  })

  it('gets another type for a column, and reports what does not fit', async () => {
    const lines = Array.from({ length: 30 }, (_, at) => `item ${at},${at === 9 ? 'plenty' : at * 3}`)
    const shown = await preview(fileOf('stock.csv', `name,count\n${lines.join('\n')}\n`))
    await intoNewTable(shown)
    await keys.pressOn(shown.getByRole('checkbox', { name: 'Import the column name' }), 'Space')
    await seen(shown.getByText('Left out.'))
    await keys.press('Space')
    await keys.choose(button(shown, /Type of count/), /^(Integer|Whole number)/)
    await seen(shown.getByText(/1 cell does not fit and will be left empty/))
    await keys.look('preview with a misfit')
    await keys.pressOn(button(shown, 'Import 30 rows'))
    await seen(done())
    await keys.expectFocus(button(done(), 'Open table'))
    await keys.look('report')
    const report = await keys.download(button(done(), 'Download report'))
    expect(report.name).toContain('stock')
    expect(report.text).toMatch(/11,.*plenty/)
    await openTable('stock', 30)
    expect(keys.flaws()).toEqual([])
  })

  it('is added to a table by its key', async () => {
    const shown = await preview(fileOf('more.csv', 'name,count\nitem 1,1000\nitem 2,2000\nnew item,5\n'))
    const places = shown.getByRole('radiogroup', { name: 'Import into' })
    await keys.turnTo(places.getByRole('radio', { name: 'An existing table' }), places)
    await keys.choose(button(shown, /^stock Table|Table$/), 'stock')
    await keys.choose(button(shown, /Rows that are there already/), /Update where “name” is equal/)
    await keys.look('preview by key')
    await keys.pressOn(button(shown, 'Import 3 rows'))
    await seen(done())
    await seen(done().getByText('1 row added, 2 updated'))
    await openTable('stock', 31)
    expect(keys.flaws()).toEqual([])
  })

  it('is paused, gone on with, and taken back', async () => {
    const big = Array.from({ length: 60_000 }, (_, at) => `line ${at},${at}`).join('\n')
    const shown = await preview(fileOf('big.csv', `name,count\n${big}\n`))
    await intoNewTable(shown)
    // Else a busy machine may bring in all before the keys come to “Cancel”.
    await keys.slow('**/rpc/import_rows*', 500)
    await keys.pressOn(button(shown, 'Import 60,000 rows'))
    const running = dialog(/^Importing into/)
    await keys.pressOn(button(running, 'Pause'))
    await seen(running.getByText('Paused.'))
    await keys.look('paused')
    await keys.pressOn(button(running, 'Resume'))
    await keys.pressOn(button(running, 'Cancel'))
    await keys.look('keep or discard')
    await keys.untouched('**/rpc/import_rows*')
    await keys.pressOn(button(running, 'Discard the table'))
    const gone = dialog('Import discarded')
    await seen(gone, 60_000)
    await keys.look('discarded')
    await keys.pressOn(button(gone, 'Close').last())
    await keys.expectFocus(keys.see.getByRole('main'))
    const tables = await journey.world.backend.admin`select name from plinth."table" order by name`
    expect(tables.map(({ name }) => name as string)).toEqual(['Pieces', 'stock', 'things'])
    expect(keys.flaws()).toEqual([])
  })

  it('is refused with words when it is no table, and another one is chosen', async () => {
    await keys.command('Import a file')
    await keys.giveFile(button(dialog('Import a file'), 'Choose a file'), fileOf('empty.csv', ''))
    await seen(dialog('Import a file').getByText('This file has no rows.'))
    await keys.look('refused')
    await keys.giveFile(button(dialog('Import a file'), 'Choose a file'), fileOf('one.csv', 'name\nx\n'))
    await seen(dialog('Import one.csv'))
    await keys.pressOn(button(dialog('Import one.csv'), 'Cancel'))
    await keys.expectFocus(keys.see.getByRole('main'))
    expect(keys.flaws()).toEqual([])
  })

  it('is saved again from the table', async () => {
    await keys.fromMenu(button(keys.see.getByRole('toolbar'), 'More'), /^Export/)
    const saving = dialog('Export stock')
    await keys.pressOn(saving.getByRole('checkbox', { name: 'Guard against formulas' }), 'Space')
    await keys.look('export')
    const { name, text } = await keys.download(button(saving, 'Export'))
    expect(name).toBe('Piano – stock.csv')
    expect(text.split(/\r?\n/).filter((line) => line !== '')).toHaveLength(32)
    await seen(saving.getByText('31 rows exported.'))
    await keys.look('exported')
    await keys.pressOn(button(saving, 'Close').last())
    await keys.expectFocus(button(keys.see.getByRole('toolbar'), 'More'))
    expect(keys.flaws()).toEqual([])
  })

  it('leaves no error in the console', () => {
    expect(journey.problems).toEqual([])
  })
})
