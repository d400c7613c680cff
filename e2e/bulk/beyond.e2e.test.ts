/** More records than a browser carries, by keys: deleted by the server, stopped in the middle, taken back; a column emptied. */
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

const ida = { name: 'Ida', email: 'ida@example.org', password: 'seven plain words to type' }
const records = 60_000
const patience = { timeout: 180_000 }

let world: World
let browser: JourneyBrowser
let somebody: Person
let table: Table
let base: BaseId
let keys: Keys
let problems: string[]

beforeAll(async () => {
  world = await startWorld()
  somebody = await signUpPerson(world.project, ida)
  await furnish()
  browser = await launchBrowser()
  ;({ keys, problems } = await Keys.open(browser, world.url))
  await keys.visit(`/b/${base}/t/${table.id}`)
  await signInByKeys(keys, ida)
  await seen(grid(keys.see, 'Lots'))
}, 180_000)
afterAll(async () => {
  await somebody?.backend.dispose()
  await browser?.close()
  await world?.stop()
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await keys.keepPicture(`beyond-${task.name.slice(0, 30)}`)
})

async function furnish(): Promise<void> {
  const { workspaces, bases } = somebody.backend
  const workspace = uuidV7() as WorkspaceId
  base = uuidV7() as BaseId
  must(await workspaces.create({ id: workspace, name: 'Beyond' }))
  const region = { timeZone: 'Europe/Berlin', locale: 'en-GB', weekStart: 1 } as const
  must(await bases.create({ id: base, workspace, name: 'Stock', hue: 'teal', ...region }))
  const fields = ['Name', 'Place'].map((name): FieldDefinition => {
    return { id: uuidV7() as FieldId, name, type: 'text', options: {} }
  })
  table = must(await bases.createTable(base, { id: uuidV7() as TableId, name: 'Lots', fields }))
  const [name, place] = table.fields
  await world.backend.admin.unsafe(
    `insert into data.${table.relation} (${name!.column}, ${place!.column}) select 'lot ' || n, 'shelf ' || n from generate_series(1, ${records}) n`,
  )
}

async function count(where = 'true'): Promise<number> {
  const [row] = await world.backend.admin.unsafe(
    `select count(*)::int as n from data.${table.relation} where ${where}`,
  )
  return Number(row?.['n'])
}

const note = () => keys.see.getByRole('region', { name: 'Many changes' })
const says = (text: string | RegExp) => seen(note().getByText(text).first(), patience.timeout)

/** A button of the note, by way of its key. */
async function press(name: string): Promise<void> {
  if (!(await keys.hasFocus(note()))) await keys.press('F6')
  await keys.expectFocus(note())
  await keys.pressOn(button(note(), name))
}

/** The first cell of the second field. */
async function goToTop(): Promise<void> {
  // What was taken back comes into the window a moment later than into the table.
  const rows = () => grid(keys.see, 'Lots').getAttribute('aria-rowcount')
  await expect.poll(rows, soon).toBe(String(records + 3))
  await keys.tabTo(grid(keys.see, 'Lots').locator('[data-active]'))
  await keys.press('Control+Home', 'ArrowRight')
}

async function deleteAll(): Promise<void> {
  await goToTop()
  await keys.press('ArrowLeft', 'ArrowLeft', 'Control+a')
  const bar = keys.see.getByRole('toolbar', { name: 'Table' })
  await seen(bar.getByText('60,000 selected'))
  await keys.pressOn(button(bar, 'Delete 60,000 records'))
  const dialog = keys.see.getByRole('alertdialog', { name: 'Delete 60,000 records?' })
  await seen(dialog)
  await keys.look('beyond-asks')
  await keys.pressOn(button(dialog, 'Delete 60,000 records'))
}

describe('sixty thousand records', () => {
  it('are deleted, stopped in the middle, and come back', async () => {
    await deleteAll()
    await says('Deleting 60,000 records.')
    await expect.poll(count, { ...soon, interval: 20 }).toBeLessThan(records)
    await press('Stop')
    await says(/^Stopped\./)
    const left = await count()
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(records)
    await says(`Stopped. ${(records - left).toLocaleString('en-GB')} records are deleted.`)
    await press('Undo')
    await says(`${(records - left).toLocaleString('en-GB')} records are as before.`)
    expect(await count()).toBe(records)
  }, 300_000)

  it('lose the values of one field, get them back by the key for it, and lose them again', async () => {
    await goToTop()
    await keys.press('Control+Shift+ArrowDown', 'Delete')
    const dialog = keys.see.getByRole('alertdialog', { name: 'Empty “Place” of 60,000 records?' })
    await seen(dialog)
    await keys.pressOn(button(dialog, 'Empty 60,000 records'))
    await says('60,000 records are stored.')
    const filled = `${table.fields[1]!.column} is not null`
    expect(await count(filled)).toBe(0)
    await keys.tabTo(grid(keys.see, 'Lots').locator('[data-active]'))
    await keys.press('Control+z')
    await expect.poll(() => count(filled), patience).toBe(records)
    await says('60,000 records are as before.')
    await keys.press('Control+y')
    await says('60,000 records are stored again.')
    expect(await count(filled)).toBe(0)
    await keys.press('Control+z')
    await says('60,000 records are as before.')
    expect(await count(filled)).toBe(records)
  }, 300_000)

  it('are all deleted', async () => {
    await deleteAll()
    await says('60,000 records are deleted.')
    expect(await count()).toBe(0)
    await seen(keys.see.getByText('No records yet'))
    await expect.poll(() => keys.see.getByText(/^\d.* selected$/).count(), patience).toBe(0)
    await keys.lookEverywhere('beyond-deleted')
  }, 300_000)

  it('leave nothing to mend', () => {
    expect([...problems, ...keys.flaws()]).toEqual([])
  })
})
