/** What somebody types is never lost and never overwrites others: conflicts, leaving the page, line breaks. */
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type JourneyBrowser, keepPicture, launchBrowser, newVisitor, type Visitor } from '../browser.ts'
import { startWorld, type World } from '../harness.ts'
import { button, cell, flawsOf, grid, heading, openRecord, seen, signIn } from '../steps.ts'
import { type Desk, dana, furnish } from './furnish-drafts.ts'

/** Other tests may share the machine. */
const soon = { timeout: 20_000 }

let world: World
let browser: JourneyBrowser
let desk: Desk
let visitor: Visitor
let page: Page

beforeAll(async () => {
  world = await startWorld()
  browser = await launchBrowser()
  desk = await furnish(world)
  visitor = await newVisitor(browser, { origin: world.url })
  page = visitor.page
  await signIn(page, dana)
  await seen(heading(page, 'Bases'))
  await openTable()
})
afterAll(async () => {
  await browser?.close()
  await desk?.stop()
  await world?.stop()
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await keepPicture(page, `drafts-${task.name.slice(0, 30)}`)
})

async function openTable(search = ''): Promise<void> {
  await page.goto(`/b/${desk.base}/t/${desk.table.id}${search}`)
  await loaded()
}

/** Cells that are still to come cannot be edited. */
async function loaded(): Promise<void> {
  await seen((await cell(page, 'Drafts', 3, 'Title')).filter({ hasNotText: 'Loading' }))
}

/** The value of a cell as the database has it. */
async function stored(place: number, name: string): Promise<unknown> {
  const { relation, fields } = desk.table
  const { column } = fields.find((field) => field.name === name)!
  const [row] = await world.backend.admin.unsafe(
    `select ${column} as value from data.${relation} where id = $1`,
    [desk.records[place - 1]!],
  )
  return row?.value
}

describe('a cell that somebody else changes while it is edited', () => {
  it('is not overwritten: the person is told, and may insist', async () => {
    const title = await cell(page, 'Drafts', 1, 'Title')
    await title.dblclick()
    const editor = page.getByRole('textbox', { name: 'Title' })
    await editor.fill('Mine')
    await desk.change(desk.records[0]!, 'Title', 'Theirs')
    await page.waitForTimeout(1_000)
    await editor.press('Enter')
    await expect.poll(() => title.innerText(), soon).toContain('Theirs')
    await title.click()
    const note = page.getByRole('region', { name: 'Not stored: Title' })
    await seen(note.getByText('You typed: Mine'))
    expect(await flawsOf(page)).toEqual([])
    expect(await stored(1, 'Title')).toBe('Theirs')
    // The open record says it in its place; the note would only lie over it.
    await page.keyboard.press('Space')
    await seen(openRecord(page).getByText('You typed: “Mine”.'))
    expect(await note.count()).toBe(0)
    await page.keyboard.press('Escape')
    await button(note, 'Use my value').click()
    await expect.poll(() => stored(1, 'Title'), soon).toBe('Mine')
  })

  it('keeps the other’s value when the editor is closed without a change', async () => {
    const title = await cell(page, 'Drafts', 2, 'Title')
    await title.dblclick()
    const editor = page.getByRole('textbox', { name: 'Title' })
    await seen(editor)
    await desk.change(desk.records[1]!, 'Title', 'Changed by another')
    await page.waitForTimeout(1_000)
    await editor.press('Enter')
    await expect.poll(() => title.innerText(), soon).toBe('Changed by another')
    expect(await stored(2, 'Title')).toBe('Changed by another')
  })
})

describe('a record that somebody else deletes while it is edited', () => {
  it('takes what is typed on with it: the next one stays as it is', async () => {
    const { relation, fields } = desk.table
    const { column } = fields.find(({ name }) => name === 'Title')!
    const { admin } = world.backend
    await admin.unsafe(`insert into data.${relation} (${column}) values ('Going'), ('Staying')`)
    const titled = (text: string) => grid(page, 'Drafts').getByRole('gridcell', { name: text, exact: true })
    await titled('Going').dblclick()
    const editor = page.getByRole('textbox', { name: 'Title' })
    await editor.pressSequentially(', half a')
    expect(await editor.inputValue()).toBe('Going, half a')
    await admin.unsafe(`delete from data.${relation} where ${column} = 'Going'`)
    await editor.waitFor({ state: 'hidden' })
    await page.keyboard.type(' thought', { delay: 40 })
    await seen(page.getByText('A change could not be stored'))
    await seen(titled('Staying'))
    expect(await editor.count()).toBe(0)
    const rows = await admin.unsafe(`delete from data.${relation} where ${column} = 'Staying' returning id`)
    expect(rows).toHaveLength(1)
    await titled('Staying').waitFor({ state: 'hidden' })
    expect(await flawsOf(page)).toEqual([])
  })
})

describe('what is typed', () => {
  it('is stored when another page is opened in the middle of it', async () => {
    await page.goto(`/b/${desk.base}/t/${desk.other.id}`)
    await seen(grid(page, 'Shelf'))
    await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Drafts' }).click()
    await loaded()
    await (await cell(page, 'Drafts', 3, 'Title')).dblclick()
    await page.getByRole('textbox', { name: 'Title' }).fill('Half a title')
    await page.goBack()
    await seen(grid(page, 'Shelf'))
    await expect.poll(() => stored(3, 'Title'), soon).toBe('Half a title')
  })

  it('is stored when the page is loaded again in the middle of it', async () => {
    await openTable(`?record=${desk.records[2]!}`)
    const panel = page.getByRole('complementary', { name: /Third|Half a title/ })
    await panel
      .getByRole('textbox', { name: 'Long text field Text' })
      .fill('A long thought,\nnot yet finished')
    await page.reload()
    await expect.poll(() => stored(3, 'Text'), soon).toBe('A long thought,\nnot yet finished')
    // As it is read, until somebody goes there to write.
    await expect.poll(() => panel.innerText(), soon).toMatch(/A long thought,\s+not yet finished/)
  })

  it('waits beside its field when it is no value, also behind another page', async () => {
    await openTable()
    await (await cell(page, 'Drafts', 3, 'Pages')).dblclick()
    await page.getByRole('textbox', { name: 'Pages' }).fill('about ten')
    await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Shelf' }).click()
    await seen(grid(page, 'Shelf'))
    await page.goBack()
    await loaded()
    await (await cell(page, 'Drafts', 3, 'Pages')).click()
    await seen(page.getByText('about ten').first())
    expect(await stored(3, 'Pages')).toBeNull()
  })

  it('waits there on the next page too, which tells of it, until it is decided', async () => {
    await page.reload()
    await loaded()
    const note = page.getByText('Some of what you entered is not stored')
    await seen(note)
    expect(await flawsOf(page)).toEqual([])
    await button(page, 'Show').click()
    const panel = page.getByRole('complementary', { name: /Half a title/ })
    await seen(panel.getByText('about ten'))
    await button(panel, 'Dismiss').click()
    await panel.getByText('about ten').waitFor({ state: 'hidden' })
    await openTable()
    await page.waitForTimeout(1_000)
    expect(await note.count()).toBe(0)
  })

  it('waits on the next page when that is loaded in the middle of it', async () => {
    await (await cell(page, 'Drafts', 3, 'Pages')).dblclick()
    await page.getByRole('textbox', { name: 'Pages' }).fill('a dozen')
    await page.reload()
    await loaded()
    await (await cell(page, 'Drafts', 3, 'Pages')).click()
    await seen(page.getByText('a dozen').first())
    await button(page.getByRole('region', { name: 'Not stored: Pages' }), 'Dismiss').click()
    expect(await stored(3, 'Pages')).toBeNull()
  })

  it('goes into a text of two lines without joining them', async () => {
    await desk.change(desk.records[1]!, 'Title', 'one\ntwo')
    const title = await cell(page, 'Drafts', 2, 'Title')
    await expect.poll(() => title.innerText(), soon).toContain('two')
    await title.dblclick()
    const editor = page.getByRole('textbox', { name: 'Title' }).last()
    await editor.press('End')
    await page.keyboard.type('!')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => stored(2, 'Title'), soon).toBe('one\ntwo!')
  })
})

it('left no error in the console', () => {
  expect(visitor.problems).toEqual([])
})
