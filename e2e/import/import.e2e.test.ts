/** Files of every kind: what is found out, what does not fit, what is added to what is there, and the way back out. */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  type JourneyBrowser,
  keepPicture,
  launchBrowser,
  newVisitor,
  phone,
  type Visitor,
} from '../browser.ts'
import { startWorld, type World } from '../harness.ts'
import {
  button,
  type FileLike,
  fixture,
  flawsOf,
  grid,
  heading,
  importFile,
  makeBase,
  makeWorkspace,
  openPreview,
  seen,
  signIn,
  signUp,
} from '../steps.ts'

const rio = { name: 'Rio', email: 'rio@example.org', password: 'twelve unrelated words' }
const soon = { timeout: 20_000 }

let world: World
let browser: JourneyBrowser
let visitor: Visitor
let page: Page
let baseUrl: string
const flaws: string[] = []

beforeAll(async () => {
  world = await startWorld()
  browser = await launchBrowser()
  visitor = await newVisitor(browser, { origin: world.url })
  page = visitor.page
  await signUp(world, page, rio)
  await makeWorkspace(page, 'Files')
  await makeBase(page, 'Inbox')
  baseUrl = page.url()
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await keepPicture(page, `import-${task.name.slice(0, 30)}`)
})

async function lookAt(one: Page): Promise<void> {
  for (const flaw of await flawsOf(one)) flaws.push(flaw)
}

const csv = (name: string, text: string): FileLike => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

const rowsOf = (table: string) => grid(page, table).getAttribute('aria-rowcount')

/** From an open table to the preview of a file to be added to the base. */
async function previewInto(file: FileLike | string): Promise<Locator> {
  await button(page, 'More').last().click()
  await page.getByRole('menuitem', { name: /^Import/ }).click()
  return openPreview(page, file)
}

/** The download that a press starts, as text. */
async function downloaded(press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

describe('a file', () => {
  it('of airports becomes a table in which every value stands', async () => {
    expect(await importFile(page, fixture('airports.csv'))).toContain('3,376 rows added')
    await expect.poll(() => rowsOf('airports'), soon).toBe(`${3_376 + 3}`)
    await seen(grid(page, 'airports').getByText('Bay Springs').first())
    await lookAt(page)
  })

  it('of films in JSON keeps titles that are numbers as text', async () => {
    const preview = await previewInto(fixture('movies.json'))
    await preview.getByText('A new table', { exact: true }).click()
    await lookAt(page)
    await button(preview, /^Import 3,201 rows$/).click()
    const done = page.getByRole('dialog', { name: 'Import finished' })
    await seen(done, 60_000)
    expect(await done.innerText()).toContain('3,201 rows added')
    await button(done, 'Open table').click()
    await expect.poll(() => rowsOf('movies'), soon).toBe(`${3_201 + 3}`)
    await seen(grid(page, 'movies').getByText('The Land Girls').first())
  })

  it('with values that do not fit keeps every row and reports each by its line', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => `item ${index},${index * 3}`)
    lines[9] = 'item 9,plenty'
    const preview = await previewInto(csv('stock.csv', `name,count\n${lines.join('\n')}\n`))
    await preview.getByText('A new table', { exact: true }).click()
    await button(preview, /Type of count/).click()
    await page.getByRole('option', { name: /^Integer|^Whole number/ }).click()
    await seen(preview.getByText(/1 cell does not fit and will be left empty/))
    await button(preview, /^Import 60 rows$/).click()
    const done = page.getByRole('dialog', { name: 'Import finished' })
    await seen(done, 60_000)
    await lookAt(page)
    const report = await downloaded(() => button(done, 'Download report').click())
    expect(report.name).toContain('stock')
    expect(report.text).toMatch(/11.*count.*plenty|11,.*plenty/)
    await button(done, 'Open table').click()
    await expect.poll(() => rowsOf('stock'), soon).toBe(`${60 + 3}`)
  })

  it('is added to a table by its key: equal ones are updated, others are added', async () => {
    const preview = await previewInto(csv('more.csv', 'name,count\nitem 1,1000\nitem 2,2000\nnew item,5\n'))
    await button(preview, /Rows that are there already/).click()
    await page.getByRole('option', { name: /Update where “name” is equal/ }).click()
    await button(preview, /^Import 3 rows$/).click()
    const done = page.getByRole('dialog', { name: 'Import finished' })
    await seen(done, 60_000)
    expect(await done.innerText()).toContain('1 row added, 2 updated')
    await button(done, 'Open table').click()
    await expect.poll(() => rowsOf('stock'), soon).toBe(`${61 + 3}`)
    await seen(grid(page, 'stock').getByText('1,000').first())
  })

  it('can be paused, gone on with, and taken back as if it had never been', async () => {
    const big = Array.from({ length: 60_000 }, (_, index) => `line ${index},${index}`).join('\n')
    const preview = await previewInto(csv('big.csv', `name,count\n${big}\n`))
    await preview.getByText('A new table', { exact: true }).click()
    await button(preview, /^Import 60,000 rows$/).click()
    const running = page.getByRole('dialog', { name: /^Importing into/ })
    await button(running, 'Pause').click()
    await seen(running.getByText('Paused.'))
    await lookAt(page)
    await button(running, 'Resume').click()
    await button(running, 'Cancel').click()
    await button(running, 'Discard the table').click()
    const gone = page.getByRole('dialog', { name: 'Import discarded' })
    await seen(gone, 60_000)
    await button(gone, 'Close').last().click()
    const tables = await world.backend.admin`select name from plinth."table" order by name`
    expect(tables.map(({ name }) => name as string)).toEqual(['airports', 'movies', 'stock'])
  })

  it('comes out again as it went in', async () => {
    await page
      .getByRole('navigation', { name: 'Workspace' })
      .getByRole('link', { name: 'airports', exact: true })
      .click()
    await seen(grid(page, 'airports'))
    await button(page, 'More').last().click()
    await page.getByRole('menuitem', { name: /^Export/ }).click()
    const dialog = page.getByRole('dialog', { name: /Export/ })
    await seen(dialog)
    await lookAt(page)
    const out = await downloaded(() =>
      button(dialog, /^(Export|Download)/)
        .last()
        .click(),
    )
    const original = readFileSync(fixture('airports.csv'), 'utf8')
    expect(recordsOf(out.text)).toEqual(recordsOf(original))
  })

  it('names its records by its first column of text, unless somebody chooses another', async () => {
    await page.goto(baseUrl)
    await seen(grid(page, 'airports'))
    const lines = Array.from({ length: 40 }, (_, no) => `${no + 1},guest ${no},${no % 2 ? 'red' : 'green'}`)
    const preview = await previewInto(csv('guests.csv', `no,name,team\n${lines.join('\n')}\n`))
    await preview.getByText('A new table', { exact: true }).click()
    await seen(preview.getByText('The first column of text; “no” before it is of the type Integer.'))
    await button(preview, /Records are named by/).click()
    await page.getByRole('option', { name: 'no', exact: true }).click()
    await seen(preview.getByText('Chosen by you.'))
    await button(preview, /Records are named by/).click()
    await page.getByRole('option', { name: 'name', exact: true }).click()
    await lookAt(page)
    await button(preview, /^Import 40 rows$/).click()
    const done = page.getByRole('dialog', { name: 'Import finished' })
    await seen(done, 60_000)
    await button(done, 'Open table').click()
    await seen(grid(page, 'guests'))
    const headers = await grid(page, 'guests').getByRole('columnheader').allInnerTexts()
    expect(
      headers.map((text) => text.trim()).filter((text) => ['no', 'name', 'team'].includes(text)),
    ).toEqual(['name', 'no', 'team'])
  })

  it('brings options along, and leaves what is there where a value does not fit', async () => {
    const preview = await previewInto(csv('late.csv', 'no,name,team\nmany,guest 0,blue\n99,guest 99,red\n'))
    await button(preview, /Rows that are there already/).click()
    await page.getByRole('option', { name: /Update where “name” is equal/ }).click()
    await seen(preview.getByText(/2 cells do not fit and will be left empty, or as it is/))
    await preview.getByText('Add 1 new option').click()
    await seen(preview.getByText(/1 cell does not fit/))
    await lookAt(page)
    await button(preview, /^Import 2 rows$/).click()
    const done = page.getByRole('dialog', { name: 'Import finished' })
    await seen(done, 60_000)
    expect(await done.innerText()).toContain('1 row added, 1 updated')
    await button(done, 'Open table').click()
    await seen(grid(page, 'guests').getByText('blue'))
    const [row] = await world.backend.admin`
      select t.relation, (select f.column_name from plinth.field f where f.table_id = t.id and f.name = 'no') as no,
        (select f.column_name from plinth.field f where f.table_id = t.id and f.name = 'name') as name
      from plinth."table" t where t.name = 'guests'`
    const stored = await world.backend.admin.unsafe(
      `select ${row!.no} as no from data.${row!.relation} where ${row!.name} = 'guest 0'`,
    )
    expect(stored.map(({ no }) => Number(no))).toEqual([1])
  })

  it('that is no table is refused with words', async () => {
    await page.goto(baseUrl)
    await seen(grid(page, 'airports'))
    await button(page, 'More').last().click()
    await page.getByRole('menuitem', { name: /^Import/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Import a file' })
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      button(dialog, 'Choose a file').click(),
    ])
    await chooser.setFiles({ name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.from('') })
    await seen(dialog.getByText('This file has no rows.'))
    await lookAt(page)
    await page.keyboard.press('Escape')
    expect(await dialog.count()).toBe(0)
  })

  it('is imported on a phone too', async () => {
    const small = await newVisitor(browser, { origin: world.url, size: phone })
    await signIn(small.page, rio)
    await seen(heading(small.page, 'Bases'))
    await small.page.goto(baseUrl)
    await seen(small.page.getByRole('list', { name: 'airports' }).getByRole('button').first())
    await button(small.page, 'More').last().click()
    await small.page.getByRole('menuitem', { name: /^Import/ }).click()
    const preview = await openPreview(small.page, csv('few.csv', 'name,count\na,1\nb,2\n'))
    await preview.getByText('A new table', { exact: true }).click()
    await lookAt(small.page)
    await button(preview, /^Import 2 rows$/).click()
    await seen(small.page.getByRole('dialog', { name: 'Import finished' }), 30_000)
    expect(small.problems).toEqual([])
    await small.context.close()
  })

  it('had no page that axe objects to or that is wider than its window', () => {
    expect([...new Set(flaws)]).toEqual([])
  })

  it('left no error in the console', () => {
    expect(visitor.problems).toEqual([])
  })
})

/** Cells by the rules of RFC 4180; no cell of these files holds a line break. */
function recordsOf(text: string): string[][] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  return lines
    .filter((line) => line !== '')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
      ),
    )
}
