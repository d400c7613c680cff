/** Fifty thousand cells from another program, by keys: stored while one works on, stopped, refused in the middle, taken back. */
import { type Person, signUpPerson } from '@plinth/backend/testing'
import {
  type BaseId,
  type FieldDefinition,
  type FieldId,
  type Table,
  type TableId,
  uuidV7,
  type WorkspaceId,
} from '@plinth/domain'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type JourneyBrowser, launchBrowser } from '../browser.ts'
import { startWorld, type World } from '../harness.ts'
import { signInByKeys } from '../keyboard/furnish.ts'
import { Keys, soon } from '../keyboard/keys.ts'
import { button, grid, seen } from '../steps.ts'
import { must } from '../target.ts'

const bea = { name: 'Bea', email: 'bea@example.org', password: 'seven plain words to type' }
const records = 50_000
/** A step of fifty thousand cells, on a machine that does other things beside. */
const patience = { timeout: 240_000 }

let world: World
let browser: JourneyBrowser
let bulk: Person
let table: Table
let base: BaseId
let keys: Keys
let problems: string[]
const seconds: [what: string, seconds: number][] = []

beforeAll(async () => {
  world = await startWorld()
  bulk = await signUpPerson(world.project, bea)
  await furnish()
  browser = await launchBrowser()
  ;({ keys, problems } = await Keys.open(browser, world.url))
  await keys.visit(`/b/${base}/t/${table.id}`)
  await signInByKeys(keys, bea)
  await seen(grid(keys.see, 'Lots'))
}, 180_000)
afterAll(async () => {
  await bulk?.backend.dispose()
  await browser?.close()
  await world?.stop()
  for (const [what, took] of seconds) console.log(`${took.toFixed(1).padStart(6)} s  ${what}`)
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await keys.keepPicture(`bulk-${task.name.slice(0, 30)}`)
})

/** A table of ten fields and fifty thousand records. */
async function furnish(): Promise<void> {
  const { workspaces, bases } = bulk.backend
  const workspace = uuidV7() as WorkspaceId
  base = uuidV7() as BaseId
  must(await workspaces.create({ id: workspace, name: 'Bulk' }))
  const region = { timeZone: 'Europe/Berlin', locale: 'en-GB', weekStart: 1 } as const
  must(await bases.create({ id: base, workspace, name: 'Stock', hue: 'teal', ...region }))
  const fields = Array.from({ length: 10 }, (_, at): FieldDefinition => {
    return { id: uuidV7() as FieldId, name: `F${at}`, type: at === 0 ? 'text' : 'integer', options: {} }
  })
  table = must(await bases.createTable(base, { id: uuidV7() as TableId, name: 'Lots', fields }))
  await world.backend.admin.unsafe(
    `insert into data.${table.relation} (${table.fields[0]!.column}) select 'lot ' || n from generate_series(1, ${records}) n`,
  )
}

async function count(where: (column: (at: number) => string) => string): Promise<number> {
  const column = (at: number) => table.fields[at]!.column
  const [row] = await world.backend.admin.unsafe(
    `select count(*)::int as n from data.${table.relation} where ${where(column)}`,
  )
  return Number(row?.['n'])
}

/** Records of the paste that is stopped. */
const others = () => count((at) => `${at(0)} like 'other %'`)

/** The first record, from wherever one is. */
async function goToTop(column = 0): Promise<void> {
  await keys.tabTo(grid(keys.see, 'Lots').locator('[data-active]'))
  await keys.press('Control+Home', ...Array.from({ length: column }, () => 'ArrowRight'))
  const first = grid(keys.see, 'Lots').locator(`[aria-rowindex="2"] [aria-colindex="${column + 2}"]`)
  await keys.expectFocus(first)
}

const note = () => keys.see.getByRole('region', { name: 'Many changes' })
const says = (text: string | RegExp) => seen(note().getByText(text).first(), patience.timeout)

/** A button of the note, by way of its key: who has pressed one of them is still there. */
async function press(name: string): Promise<void> {
  if (!(await keys.hasFocus(note()))) await keys.press('F6')
  await keys.expectFocus(note())
  await keys.pressOn(button(note(), name))
}

async function timed(what: string, act: () => Promise<unknown>): Promise<void> {
  const began = performance.now()
  await act()
  seconds.push([what, (performance.now() - began) / 1_000])
}

const block = (rows: number, columns: number, value: (row: number, column: number) => string) =>
  Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_cell, column) => value(row, column)).join('\t'),
  ).join('\n')

describe('fifty thousand cells', () => {
  it('of five thousand records are pasted, while one works on', async () => {
    await keys.copiedElsewhere(block(5_000, 10, (row, column) => (column ? `${row}` : `piece ${row}`)))
    await goToTop()
    await timed('5,000 records × 10 cells', async () => {
      await keys.press('Control+v')
      await says('Storing 5,000 records.')
      await keys.look('bulk-running')
      // The table goes on: its end is looked at, and a cell is changed there.
      await keys.press('Control+End', 'Home')
      await seen(keys.see.getByRole('gridcell', { name: `lot ${records}` }))
      await keys.type('typed meanwhile')
      await keys.press('Enter')
      await expect.poll(() => count((at) => `${at(0)} = 'typed meanwhile'`), soon).toBe(1)
      await says('5,000 records are stored.')
    })
    expect(await count((at) => `${at(0)} like 'piece %' and ${at(9)} is not null`)).toBe(5_000)
  }, 300_000)

  it('of one field are pasted over fifty thousand records, and taken back', async () => {
    await keys.copiedElsewhere(block(records, 1, (row) => `${row + 1}`))
    await goToTop(8)
    await timed('50,000 records × 1 cell', async () => {
      await keys.press('Control+v')
      await says('50,000 records are stored.')
    })
    expect(await count((at) => `${at(8)} is not null`)).toBe(records)
    await timed('taking 50,000 back', async () => {
      await press('Undo')
      await says('50,000 records are as before.')
    })
    expect(await count((at) => `${at(8)} is not null`)).toBe(5_000)
  }, 600_000)

  it('are stopped in the middle: what is stored is told, and taken back', async () => {
    await keys.copiedElsewhere(block(5_000, 10, (row, column) => (column ? '7' : `other ${row}`)))
    await goToTop()
    await keys.press('Control+v')
    await says('Storing 5,000 records.')
    // What was stopped before anything is stored has nothing to take back.
    await expect.poll(others, { ...soon, interval: 5 }).toBeGreaterThan(0)
    await press('Stop')
    await says(/^Stopped\./)
    const stored = await others()
    expect(stored).toBeLessThan(5_000)
    await says(`Stopped. ${stored.toLocaleString('en-GB')} records are stored.`)
    await press('Undo')
    await expect.poll(others, patience).toBe(0)
  }, 300_000)

  it('wait where one is refused, and go on when one wants it', async () => {
    await world.backend.admin.unsafe(
      `alter table data.${table.relation} add constraint no_omen check (${table.fields[7]!.column} <> 990000)`,
    )
    await keys.copiedElsewhere(
      block(2_000, 10, (row, column) => {
        if (column === 7 && row === 700) return '990000'
        return column ? `${row}` : `third ${row}`
      }),
    )
    await goToTop()
    await keys.press('Control+v')
    await says('One record could not be stored.')
    await keys.lookEverywhere('bulk-asks')
    await press('Show which')
    await seen(keys.see.getByRole('dialog', { name: 'One record could not be stored' }))
    await keys.lookEverywhere('bulk-refused')
    await keys.press('Escape')
    // The dialog gives the focus back to its button, in the note.
    await keys.pressOn(button(note(), 'Store the rest'))
    await says('1,999 records are stored.')
    expect(await count((at) => `${at(0)} like 'third %'`)).toBe(1_999)
    // What was refused stays to be read until it is closed.
    await press('Close')
    await expect.poll(() => note().count(), soon).toBe(0)
  }, 300_000)

  it('of all records of a table go when these are deleted, seen or not, and come back', async () => {
    const few = 2_500
    await world.backend.admin.unsafe(
      `delete from data.${table.relation} where id not in (select id from data.${table.relation} order by id limit ${few})`,
    )
    const bar = keys.see.getByRole('toolbar', { name: 'Table' })
    await seen(
      keys.see.getByText(`${few.toLocaleString('en-GB')} records`, { exact: true }),
      patience.timeout,
    )
    await goToTop()
    await keys.press('ArrowLeft', 'Control+a')
    await seen(bar.getByText('2,500 selected'))
    await keys.pressOn(button(bar, 'Delete 2,500 records'))
    const dialog = keys.see.getByRole('alertdialog', { name: 'Delete 2,500 records?' })
    await keys.pressOn(button(dialog, 'Delete 2,500 records'))
    await expect.poll(() => count(() => 'true'), patience).toBe(0)
    await says('2,500 records are deleted.')
    await press('Undo')
    await expect.poll(() => count(() => 'true'), patience).toBe(few)
  }, 300_000)

  it('leave nothing to mend', () => {
    expect([...problems, ...keys.flaws()]).toEqual([])
  })
})
