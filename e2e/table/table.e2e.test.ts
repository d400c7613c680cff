/**
 * Working in a table: the editors below a cell, files by chooser, drop and paste, two people on one cell, a lost
 * connection, and a million rows.
 */
import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page, Route } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  desktop,
  type JourneyBrowser,
  keepPicture,
  launchBrowser,
  newVisitor,
  phone,
  type Visitor,
} from '../browser.ts'
import { startWorld, type World } from '../harness.ts'
import { button, cell, field, flawsOf, grid, resize, seen, signIn } from '../steps.ts'
import { anna, bela, type Furnished, furnish, manyRows } from './furnish-table.ts'
import { pictureOf } from './grid-picture.ts'

/** Other tests may share the machine. */
const soon = { timeout: 20_000 }

let world: World
let browser: JourneyBrowser
let made: Furnished
let annas: Visitor
let belas: Visitor
let page: Page
const flaws: string[] = []

beforeAll(async () => {
  world = await startWorld()
  browser = await launchBrowser()
  made = await furnish(world)
  annas = await newVisitor(browser, { origin: world.url })
  belas = await newVisitor(browser, { origin: world.url })
  page = annas.page
  await signIn(annas.page, anna)
  await signIn(belas.page, bela)
  for (const visitor of [annas, belas]) await openTable(visitor.page, 'Notes')
})
afterAll(async () => {
  for (const folder of droppedFrom) rmSync(folder, { recursive: true, force: true })
  await browser?.close()
  await world?.stop()
})
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  // What follows shall fail for its own reasons only.
  await annas.page.unrouteAll()
  await annas.context.unrouteAll()
  const name = task.name.slice(0, 30).replaceAll(' ', '-')
  await keepPicture(annas.page, `table-${name}-anna`)
  await keepPicture(belas.page, `table-${name}-bela`)
})

async function openTable(one: Page, name: 'Notes' | 'Million'): Promise<void> {
  const table = name === 'Notes' ? made.notes : made.million
  await seen(one.getByRole('heading').first())
  await one.goto(`/b/${made.base}/t/${table.id}`)
  await seen(grid(one, name))
}

/** The value of a cell of the small table as the database has it. */
async function stored(place: number, name: string): Promise<unknown> {
  const column = made.notes.fields.find((one) => one.name === name)!.column
  const rows = await world.backend.admin.unsafe(
    `select ${column} as value from data.${made.notes.relation} order by id`,
  )
  return rows[place - 1]?.value
}

async function lookAt(one: Page): Promise<void> {
  for (const flaw of await flawsOf(one)) flaws.push(`${new URL(one.url()).pathname}: ${flaw}`)
}

describe('the editors of a cell', () => {
  it('takes lines of text, keeps them by Ctrl+Enter, and leaves them by Escape', async () => {
    const text = await cell(page, 'Notes', 1, 'Text')
    await text.click()
    await page.keyboard.press('Enter')
    const editor = page.getByRole('textbox', { name: 'Text' })
    await editor.fill('one\ntwo')
    await lookAt(page)
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => stored(1, 'Text'), soon).toBe('one\ntwo')
    await text.click()
    await page.keyboard.type('x')
    await seen(editor)
    expect(await editor.inputValue()).toBe('x')
    await page.keyboard.press('Escape')
    await expect.poll(() => editor.count()).toBe(0)
    // The focus is back in the grid: keys go on from the same cell.
    await page.keyboard.press('ArrowDown')
    await page.keyboard.type('second')
    await page.keyboard.press('Tab')
    await expect.poll(() => stored(2, 'Text'), soon).toBe('second')
    expect(await stored(1, 'Text')).toBe('one\ntwo')
  })

  it('takes a day and a time, typed or chosen', async () => {
    const due = await cell(page, 'Notes', 1, 'Due')
    await due.click()
    await page.keyboard.press('Enter')
    const editor = page.getByRole('textbox', { name: 'Due' })
    await editor.fill('2026-03-04 15:30')
    await lookAt(page)
    await page.keyboard.press('Enter')
    // The base is in Berlin.
    await expect
      .poll(async () => new Date(String(await stored(1, 'Due'))).toISOString(), soon)
      .toBe('2026-03-04T14:30:00.000Z')
    await due.click()
    await page.keyboard.press('Enter')
    await seen(editor)
    await page.getByRole('gridcell').or(page.getByRole('button')).filter({ hasText: /^12$/ }).first().click()
    await button(page, 'Done').click()
    await expect
      .poll(async () => new Date(String(await stored(1, 'Due'))).toISOString(), soon)
      .toBe('2026-03-12T14:30:00.000Z')
  })
})

const droppedFrom: string[] = []

/** As from the system's file manager: the browser itself makes the events and reads the file. */
async function dropFile(one: Page, target: Locator, name: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-drop-'))
  writeFileSync(join(folder, name), await one.screenshot())
  const box = await target.boundingBox()
  const place = { x: box!.x + box!.width / 2, y: box!.y + box!.height / 2 }
  const browserSide = await one.context().newCDPSession(one)
  const data = { items: [], files: [join(folder, name)], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await browserSide.send('Input.dispatchDragEvent', { type, ...place, data })
  }
  await browserSide.detach()
  droppedFrom.push(folder)
}

describe('files in a cell', () => {
  it('come in by drop and by paste', async () => {
    await (await cell(page, 'Notes', 2, 'Files')).dblclick()
    const zone = page.getByRole('dialog', { name: 'Files' })
    await seen(button(zone, 'Add files'))
    await dropFile(page, zone.getByText('or drop or paste them here'), 'dropped.png')
    await seen(button(zone, 'Download dropped.png'), 20_000)
    await button(zone, 'Add more').focus()
    await page.evaluate(() => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File(['pasted'], 'pasted.txt', { type: 'text/plain' }))
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(paste)
    })
    await seen(button(zone, 'Download pasted.txt'), 20_000)
    await lookAt(page)
    await page.keyboard.press('Escape')
    await expect.poll(() => zone.count()).toBe(0)
  })

  it('can be cancelled on their way, and tried again after a failure', async () => {
    await (await cell(page, 'Notes', 3, 'Files')).dblclick()
    const zone = page.getByRole('dialog', { name: 'Files' })
    const held: Route[] = []
    await page.route(/\/storage\/v1\/object\//, (route) =>
      route.request().method() === 'DELETE' ? route.continue() : void held.push(route),
    )
    const choose = async (name: string) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        button(zone, /^Add (files|more)$/).click(),
      ])
      await chooser.setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })
    }
    await choose('cancelled.txt')
    await expect.poll(() => held.length, soon).toBe(1)
    await button(zone, 'Cancel the upload of cancelled.txt').click()
    await expect.poll(() => zone.getByText('cancelled.txt').count()).toBe(0)
    await choose('retried.txt')
    await expect.poll(() => held.length, soon).toBe(2)
    await held[1]!.fulfill({ status: 500, body: '{}' })
    await seen(button(zone, 'Try retried.txt again'), 20_000)
    await page.unroute(/\/storage\/v1\/object\//)
    await button(zone, 'Try retried.txt again').click()
    await seen(button(zone, 'Download retried.txt'), 20_000)
    expect(await zone.getByText('cancelled.txt').count()).toBe(0)
    await page.keyboard.press('Escape')
  })
})

describe('two people', () => {
  it('who change the same cell: the second is told, and decides', async () => {
    const theirs = await cell(belas.page, 'Notes', 3, 'Title')
    await expect.poll(() => theirs.innerText(), soon).toBe('Third')
    const mine = await cell(page, 'Notes', 3, 'Title')
    await mine.dblclick()
    await field(page, 'Title').fill('by Anna')
    // Béla's page does not hear of it before he has typed: what he sees is old.
    await belas.context.setOffline(true)
    await page.keyboard.press('Enter')
    await expect.poll(() => stored(3, 'Title'), soon).toBe('by Anna')
    await theirs.dblclick()
    await field(belas.page, 'Title').fill('by Béla')
    await belas.page.keyboard.press('Enter')
    await belas.page.keyboard.press('ArrowUp')
    await belas.context.setOffline(false)
    await expect.poll(() => theirs.innerText(), soon).toContain('by Anna')
    await theirs.click()
    await seen(belas.page.getByText('Somebody else changed this value in the meantime.'))
    await lookAt(belas.page)
    expect(await stored(3, 'Title')).toBe('by Anna')
    await button(belas.page, 'Use my value').click()
    await expect.poll(() => stored(3, 'Title'), soon).toBe('by Béla')
    await expect.poll(() => mine.innerText(), soon).toBe('by Béla')
  })
})

describe('without a connection', () => {
  it('keeps edits, over a reload too, and stores each once when it is back', async () => {
    const before = await versionOf(1)
    await annas.context.route(/\/rest\/v1\/rpc\/apply_mutations/, (route) => route.abort())
    const title = await cell(page, 'Notes', 1, 'Title')
    await title.dblclick()
    await field(page, 'Title').fill('written on a train')
    await page.keyboard.press('Enter')
    await expect.poll(() => title.innerText(), soon).toContain('written on a train')
    await page.reload()
    await seen(grid(page, 'Notes'))
    await expect
      .poll(async () => (await cell(page, 'Notes', 1, 'Title')).innerText(), soon)
      .toContain('written on a train')
    expect(await stored(1, 'Title')).toBe('First')
    await annas.context.unroute(/\/rest\/v1\/rpc\/apply_mutations/)
    await annas.context.setOffline(true)
    await (await cell(page, 'Notes', 2, 'Title')).dblclick()
    await field(page, 'Title').fill('and this in a tunnel')
    await page.keyboard.press('Enter')
    await seen(page.getByText(/offline/i))
    await lookAt(page)
    await annas.context.setOffline(false)
    await expect.poll(() => stored(1, 'Title'), { timeout: 40_000 }).toBe('written on a train')
    await expect.poll(() => stored(2, 'Title'), { timeout: 40_000 }).toBe('and this in a tunnel')
    expect(await versionOf(1)).toBe(before + 1)
    await expect
      .poll(async () => (await cell(belas.page, 'Notes', 2, 'Title')).innerText(), { timeout: 40_000 })
      .toBe('and this in a tunnel')
  })
})

async function versionOf(place: number): Promise<number> {
  const rows = await world.backend.admin.unsafe(`select ver from data.${made.notes.relation} order by id`)
  return Number(rows[place - 1]?.ver)
}

const nameAt = async (place: number) => (await cell(page, 'Million', place, 'Name')).innerText()

/** The rows wholly on screen, as "number text of the first cell". */
const rowsOnScreen = () =>
  grid(page, 'Million').evaluate((element) => {
    const box = element.getBoundingClientRect()
    return [...element.querySelectorAll('[role=row][data-id]')].flatMap((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      if (top < box.top + 34 || bottom > box.bottom) return []
      const text = row.querySelector('[data-col="1"]')?.textContent
      return [`${Number(row.getAttribute('aria-rowindex')) - 1} ${text}`]
    })
  })

/** Waits until a screenful of rows is there; answers those that do not stand where they belong. */
async function misplacedRows(): Promise<string[]> {
  let rows: string[] = []
  await expect
    .poll(async () => {
      rows = await rowsOnScreen()
      return rows.length > 15 && rows.every((row) => !row.endsWith(' Loading'))
    }, soon)
    .toBe(true)
  return rows.filter((row) => !/^(\d+) Record \1$/.test(row))
}

/** The other colours damage everything: with the first ones again nothing on the picture is from before. */
async function isAsPaintedAnew(): Promise<void> {
  await expect.poll(() => grid(page, 'Million').locator('[data-row][aria-busy=true]').count(), soon).toBe(0)
  const was = await pictureOf(grid(page, 'Million'))
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    const isPainted = async () => (await pictureOf(grid(page, 'Million'))) !== was
    await expect.poll(isPainted, soon).toBe(colorScheme === 'dark')
  }
}

describe('a million rows', () => {
  it('goes to both ends and by pages with the keys', async () => {
    await openTable(page, 'Million')
    await expect.poll(() => nameAt(1), soon).toBe('Record 1')
    await seen(page.getByText('1,000,000 records'))
    await (await cell(page, 'Million', 1, 'Name')).click()
    await page.keyboard.press('Control+End')
    await expect.poll(() => nameAt(manyRows), soon).toBe(`Record ${manyRows}`)
    for (let no = 0; no < 3; no++) await page.keyboard.press('PageUp')
    await expect.poll(misplacedRows, soon).toEqual([])
    const [afterPageUp] = await rowsOnScreen()
    expect(Math.abs(Number.parseInt(afterPageUp!, 10) - (manyRows - 70))).toBeLessThan(40)
    await page.keyboard.press('Control+Home')
    await expect.poll(() => nameAt(1), soon).toBe('Record 1')
    for (let no = 0; no < 12; no++) await page.keyboard.press('PageDown')
    await expect.poll(misplacedRows, soon).toEqual([])
    const [afterPageDown] = await rowsOnScreen()
    expect(Math.abs(Number.parseInt(afterPageDown!, 10) - 270)).toBeLessThan(60)
  })

  it('takes what is typed on a row that is still on its way', async () => {
    await page.keyboard.press('Control+Home')
    await expect.poll(() => nameAt(1), soon).toBe('Record 1')
    const gate = new EventEmitter()
    const held = once(gate, 'open')
    await page.route('**/rpc/rows_window', async (route: Route) => {
      await held
      await route.continue()
    })
    const far = 612_345
    await grid(page, 'Million').evaluate((one, share) => {
      one.scrollTop = (one.scrollHeight - one.clientHeight) * share
    }, far / manyRows)
    const loading = grid(page, 'Million').locator('[data-row][aria-busy=true] [data-col="1"]').nth(8)
    await loading.click()
    const line = await loading.locator('xpath=..').getAttribute('data-row')
    await page.keyboard.type('typed early')
    expect(await field(page, 'Name').count()).toBe(0)
    gate.emit('open')
    await expect.poll(() => field(page, 'Name').inputValue(), soon).toBe('typed early')
    await page.unroute('**/rpc/rows_window')
    await page.keyboard.press('Escape')
    expect(await nameAt(Number(line) + 1)).toBe(`Record ${Number(line) + 1}`)
  })

  it('shows the right rows wherever the bar jumps and the wheel turns', async () => {
    const element = grid(page, 'Million')
    for (const share of [0.5, 0.91, 0.13, 0.77]) {
      await element.evaluate((one, to) => {
        one.scrollTop = (one.scrollHeight - one.clientHeight) * to
      }, share)
      await expect.poll(misplacedRows, soon).toEqual([])
      await page.mouse.move(700, 500)
      for (let no = 0; no < 25; no++) await page.mouse.wheel(0, 240)
      await expect.poll(misplacedRows, soon).toEqual([])
    }
  })
  it('renders no frame of a turning wheel over rows that are there', async () => {
    await page.addInitScript(() => {
      // React tells such a hook of every commit, in a built app too.
      const hook = {
        supportsFiber: true,
        commits: 0,
        inject: () => 1,
        checkDCE() {},
        onCommitFiberUnmount() {},
      }
      const onCommitFiberRoot = () => {
        hook.commits += 1
      }
      Object.assign(globalThis, {
        __REACT_DEVTOOLS_GLOBAL_HOOK__: Object.assign(hook, {
          onCommitFiberRoot,
          onPostCommitFiberRoot() {},
        }),
      })
    })
    const commits = () =>
      page.evaluate(() => Reflect.get(globalThis, '__REACT_DEVTOOLS_GLOBAL_HOOK__').commits as number)
    const turn = async (by: number) => {
      for (let no = 0; no < 40; no++) await page.mouse.wheel(0, by)
      await expect.poll(misplacedRows, soon).toEqual([])
    }
    // Keys along a long view come when it has been quiet for a while.
    const farKeys = page.waitForResponse('**/view_anchors')
    await openTable(page, 'Million')
    await page.mouse.move(700, 500)
    await turn(60)
    await turn(-60)
    await farKeys
    await page.waitForLoadState('networkidle')
    const before = await commits()
    expect(before).toBeGreaterThan(0)
    await turn(60)
    // The elements follow when the turning has come to rest.
    await expect.poll(async () => (await rowsOnScreen())[0] ?? '1 ', soon).not.toMatch(/^1 /)
    // Something else may have come to an end meanwhile, once; forty turns are many more frames.
    expect((await commits()) - before).toBeLessThan(3)
  })

  it('looks as if it were painted anew, whatever size it had before', async () => {
    await openTable(page, 'Million')
    await (await cell(page, 'Million', 1, 'Name')).click()
    await expect.poll(misplacedRows, soon).toEqual([])
    const first = await pictureOf(grid(page, 'Million'))
    await page.keyboard.press('Space')
    await seen(page.getByRole('complementary', { name: 'Record 1', exact: true }))
    expect(await pictureOf(grid(page, 'Million'))).not.toBe(first)
    await isAsPaintedAnew()
    await page.keyboard.press('Escape')
    await isAsPaintedAnew()
    expect(await pictureOf(grid(page, 'Million'))).toBe(first)
    await page.keyboard.press('Space')
    await grid(page, 'Million').hover()
    await page.mouse.wheel(0, 330)
    await isAsPaintedAnew()
    await page.keyboard.press('Escape')
    await isAsPaintedAnew()
    await resize(page, { width: 1_100, height: 640 })
    await page.mouse.wheel(0, 330)
    await page.mouse.wheel(130, 0)
    await isAsPaintedAnew()
    await resize(page, desktop)
    await isAsPaintedAnew()
    await grid(page, 'Million').evaluate((one) => one.scrollTo(0, 0))
  })

  it('edits at the far end, and stays with the rows in view when others come in before them', async () => {
    // Where rows are still on their way, a click could meet another one than was meant.
    await grid(page, 'Million').evaluate((one) => {
      one.scrollTop = 0
    })
    await expect.poll(misplacedRows, soon).toEqual([])
    await (await cell(page, 'Million', 1, 'Name')).click()
    await page.keyboard.press('Control+End')
    await expect.poll(() => nameAt(manyRows), soon).toBe(`Record ${manyRows}`)
    await (await cell(page, 'Million', manyRows - 2, 'Name')).dblclick()
    await field(page, 'Name').fill('edited far away')
    await page.keyboard.press('Enter')
    const { relation, fields } = made.million
    const column = fields[0]!.column
    const count = async () =>
      (await world.backend.admin.unsafe(`select 1 from data.${relation} where ${column} = 'edited far away'`))
        .length
    await expect.poll(count, soon).toBe(1)
    expect(await nameAt(manyRows - 2)).toBe('edited far away')
    await page.keyboard.press('Control+Home')
    await page.mouse.move(700, 500)
    await grid(page, 'Million').evaluate((one) => {
      one.scrollTop = (one.scrollHeight - one.clientHeight) / 2
    })
    await expect.poll(misplacedRows, soon).toEqual([])
    const [top] = await rowsOnScreen()
    const known = top!.split(' ').slice(1).join(' ')
    // Three records with ids before all others, made by somebody else.
    await world.backend.admin.unsafe(`
      insert into data.${relation} (id, ${column})
      select ('01980000-0000-7000-8000-00000000000' || n)::uuid, 'Before ' || n from generate_series(1, 3) n`)
    // Their numbers are right when the keys along the view are: those are asked for every half minute at most.
    await expect
      .poll(async () => (await rowsOnScreen()).find((row) => row.endsWith(` ${known}`)), { timeout: 45_000 })
      .toBe(`${Number(known.split(' ')[1]) + 3} ${known}`)
    const [first] = await rowsOnScreen()
    expect(first!.split(' ').slice(1).join(' ')).toBe(known)
    await lookAt(page)
  })
})

describe('at the end', () => {
  it('has no flaw that axe finds, on a desk or on a phone', async () => {
    await openTable(page, 'Notes')
    await lookAt(page)
    await resize(page, phone)
    await seen(page.getByRole('list', { name: 'Notes' }).getByRole('button').first())
    await lookAt(page)
    await resize(page, desktop)
    expect([...new Set(flaws)]).toEqual([])
  })

  it('left no error in the console but for the lost connections', () => {
    const unexpected = [...annas.problems, ...belas.problems].filter(
      (line) => !/ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket|status of 500/.test(line),
    )
    expect(unexpected).toEqual([])
  })
})
