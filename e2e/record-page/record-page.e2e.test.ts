/** The page of a record: to it and from it by keys, along the view, with comments, linked records, a layout, on paper and on a phone. */
import type { RecordId } from '@plinth/domain'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations, phone, showPicture, type Visitor } from '../browser.ts'
import { ben, cem, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { goToCell, pickFrom } from '../keyboard/cells.ts'
import type { Keys } from '../keyboard/keys.ts'
import { dora, furnishLinks, type Linked, linkMany, restrictDora } from '../links/furnish-links.ts'
import { button, cell, field, flawsOf, grid, seen } from '../steps.ts'
import { addStudioField, addTextAndOptions } from './furnish-record-page.ts'

const soon = { timeout: 20_000 }

let journey: DemoJourney
let linked: Linked
let adas: Keys
let bens: Visitor
const problems: string[][] = []

beforeAll(async () => {
  journey = await startDemoJourney('record-page')
  linked = await furnishLinks(journey)
  await addStudioField(journey, linked)
  await linkMany(journey, linked, 'Regency', 23)
  const entered = await journey.enterWithBen({ table: linked.movies.id, name: 'Movies' })
  ;({ adas, bens } = entered)
  problems.push(...entered.problems)
  await seen(grid(adas.see, 'Movies').getByText('Heat'))
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const story = (see: Page) => see.getByRole('region', { name: 'Story' })
const storyArea = (see: Page) => see.getByRole('textbox', { name: 'Story' })
const addressOf = (table: string) => `/b/${journey.base}/t/${table}`
const pageOf = (see: Page, name: string) => see.getByRole('article', { name, exact: true })
const panelOf = (see: Page, name: string) => see.getByRole('complementary', { name, exact: true })
const noteAt = (place: number) => cell(adas.see, 'Movies', place, 'Note')
const thread = (see: Page) => see.getByRole('region', { name: /^Comments/ })

describe('the cursor of the table', () => {
  it('goes along with the open record, beside the table and over it', async () => {
    await goToCell(adas, 'Movies', 1, 'Note')
    await adas.press('Space')
    await seen(panelOf(adas.see, 'Heat'))
    await adas.press('Alt+PageDown')
    await seen(panelOf(adas.see, 'Ronin'))
    await adas.expectFocus(panelOf(adas.see, 'Ronin'))
    await adas.press('Escape')
    await adas.expectFocus(await noteAt(2))
    await adas.press('Space', 'Alt+Enter')
    await seen(pageOf(adas.see, 'Ronin'))
    for (const _ of 'twenty more records.') await adas.press('Alt+PageDown')
    await seen(adas.see.getByText('22 of 26'))
    await adas.press('Escape')
    await adas.expectFocus(await noteAt(22))
    expect(adas.flaws()).toEqual([])
  })

  it('is on it after the page is loaded again', async () => {
    await adas.press('Space')
    await seen(adas.see.getByText('22 of 26'))
    await adas.reload()
    await seen(adas.see.getByText('22 of 26'))
    await adas.press('Escape')
    await adas.expectFocus(await cell(adas.see, 'Movies', 22, 'Title'))
    expect(adas.flaws()).toEqual([])
  })
})

describe('a record', () => {
  it('opens beside the table, and as a page by one key', async () => {
    await goToCell(adas, 'Movies', 1, 'Title')
    await adas.press('Space')
    await seen(panelOf(adas.see, 'Heat'))
    expect(adas.see.url()).toMatch(/\?record=/)
    await adas.press('Alt+Enter')
    await seen(pageOf(adas.see, 'Heat'))
    expect(adas.see.url()).toMatch(/\/r\/[0-9a-f-]{36}$/)
    await adas.press('Alt+Enter')
    await seen(panelOf(adas.see, 'Heat'))
    await adas.press('Alt+Enter')
    await seen(pageOf(adas.see, 'Heat'))
    expect(adas.flaws()).toEqual([])
  })

  it('is followed by the next one of the view, up to its ends', async () => {
    await seen(adas.see.getByText('1 of 26'))
    await adas.press('Alt+PageDown')
    await seen(pageOf(adas.see, 'Ronin'))
    await adas.press('Alt+PageUp')
    await seen(pageOf(adas.see, 'Heat'))
    await adas.press('Alt+PageUp')
    await seen(adas.see.getByText('This is the first record of the view.'))
    await adas.pressOn(button(adas.see, 'Next record'))
    await seen(pageOf(adas.see, 'Ronin'))
    expect(adas.flaws()).toEqual([])
  })

  it('keeps to the order of the view, also where nothing of that is loaded', async () => {
    const title = linked.movies.fields[0]!.id
    await bens.page.goto(`${addressOf(linked.movies.id)}?sort=${title}:desc`)
    await seen(grid(bens.page, 'Movies').getByText('Solaris'))
    await grid(bens.page, 'Movies').getByText('Solaris', { exact: true }).click()
    await bens.page.keyboard.press('Space')
    await seen(panelOf(bens.page, 'Solaris'))
    await bens.page.keyboard.press('Alt+Enter')
    await seen(pageOf(bens.page, 'Solaris'))
    await bens.page.keyboard.press('Alt+PageDown')
    await seen(pageOf(bens.page, 'Ronin'))
    await bens.page.keyboard.press('Alt+PageDown')
    await seen(pageOf(bens.page, 'Reel 23'))
    await bens.page.reload()
    await seen(pageOf(bens.page, 'Reel 23'))
    await seen(bens.page.getByText('3 of 26'))
    await bens.page.keyboard.press('Alt+PageUp')
    await seen(pageOf(bens.page, 'Ronin'))
    expect(bens.page.url()).toContain('sort=')
  })

  it('is changed on its page as anywhere', async () => {
    await adas.typeInto(field(adas.see, 'Note'), 'Of 1998')
    await adas.press('Alt+PageUp')
    await seen(pageOf(adas.see, 'Heat'))
    await bens.page.goto(adas.see.url())
    await seen(pageOf(bens.page, 'Heat'))
    await adas.press('Alt+PageDown')
    await seen(pageOf(adas.see, 'Ronin'))
    await bens.page.keyboard.press('Alt+PageDown')
    await seen(pageOf(bens.page, 'Ronin'))
    await expect.poll(() => field(bens.page, 'Note').inputValue(), soon).toBe('Of 1998')
    await adas.press('Alt+PageUp')
    await seen(pageOf(adas.see, 'Heat'))
    expect(adas.flaws()).toEqual([])
  })

  it('has an address that can be copied', async () => {
    await adas.pressOn(button(adas.see, 'Copy link to record'))
    const link = await adas.clipboard()
    await bens.page.goto(link)
    await seen(pageOf(bens.page, 'Heat'))
    expect(bens.page.url()).toBe(link)
  })
})

describe('comments', () => {
  const html = '<b>bold</b> & <img src=x onerror=alert(1)>'

  it('are written by keys, and seen by others at once, their HTML as it is written', async () => {
    await seen(pageOf(adas.see, 'Heat'))
    await bens.page.goto(adas.see.url())
    await seen(thread(bens.page))
    await adas.typeInto(field(adas.see, 'Write a comment'), html)
    await adas.press('Control+Enter')
    await seen(thread(adas.see).getByText(html))
    await seen(thread(bens.page).getByText(html))
    await seen(thread(bens.page).getByText('Ada', { exact: false }))
    expect(adas.flaws()).toEqual([])
  })

  it('are changed and deleted by who wrote them, and counted', async () => {
    await adas.fromMenu(button(thread(adas.see), /^What to do with the comment/), 'Edit')
    await adas.expectFocus(field(adas.see, 'Edit the comment'))
    // Escape leaves what is nearest: the edit first, not the record around it.
    await adas.type('No, ')
    await adas.press('Escape')
    await field(adas.see, 'Edit the comment').waitFor({ state: 'hidden' })
    await seen(pageOf(adas.see, 'Heat'))
    await seen(thread(adas.see).getByText(html))
    await adas.fromMenu(button(thread(adas.see), /^What to do with the comment/), 'Edit')
    await adas.expectFocus(field(adas.see, 'Edit the comment'))
    // What was typed before is still there.
    expect(await field(adas.see, 'Edit the comment').inputValue()).toMatch(/No, /)
    await adas.press('Control+a')
    await adas.type('Shot in **Los Angeles**')
    await adas.press('Control+Enter')
    await seen(thread(bens.page).getByRole('strong').getByText('Los Angeles'))
    await seen(thread(bens.page).getByText('Shot in Los Angeles'))
    await seen(thread(bens.page).getByText(/edited/))
    await field(bens.page, 'Write a comment').fill('In 95 locations')
    await button(thread(bens.page), 'Comment').click()
    await seen(adas.see.getByRole('heading', { name: 'Comments 2' }))
    await expect.poll(() => button(thread(bens.page), /^What to do with the comment/).count(), soon).toBe(1)
    expect(adas.flaws()).toEqual([])
  })

  it('are typed on by mouse as by keys, leave the keys of the record alive, and are there after a reload', async () => {
    const { page } = bens
    await button(thread(page), /^What to do with the comment/).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')), soon)
      .toBe('Edit the comment')
    await page.keyboard.type('Oh: ')
    await page.keyboard.press('Escape')
    await field(page, 'Edit the comment').waitFor({ state: 'hidden' })
    await field(page, 'Write a comment').fill('Begun, and not sent')
    await page.reload()
    await expect.poll(() => field(page, 'Write a comment').inputValue(), soon).toBe('Begun, and not sent')
    await field(page, 'Write a comment').fill('')
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press('Alt+PageDown')
    await seen(pageOf(page, 'Ronin'))
    await page.keyboard.press('Alt+PageUp')
    await seen(pageOf(page, 'Heat'))
  })

  it('of others are deleted by creators', async () => {
    await adas.fromMenu(button(thread(adas.see), /^What to do with the comment of Ben/), 'Delete')
    await adas.pressOn(button(adas.see.getByRole('alertdialog'), 'Delete comment'))
    await seen(bens.page.getByRole('heading', { name: 'Comments 1' }))
    expect(adas.flaws()).toEqual([])
  })

  it('are read by viewers, who are told why they write none', async () => {
    const { page, problems: cems } = await journey.enter(cem)
    problems.push(cems)
    await page.goto(adas.see.url())
    await seen(thread(page).getByText('Shot in Los Angeles'))
    await seen(thread(page).getByText(/does not write them/))
    expect(await flawsOf(page)).toEqual([])
  })

  it('look as they should, in both themes', async () => {
    await adas.tabTo(field(adas.see, 'Write a comment'))
    await adas.lookEverywhere('record-page')
    expect(adas.flaws()).toEqual([])
  })
})

describe('linked records', () => {
  it('are a small table, page by page, each a way to its own page', async () => {
    const { page } = bens
    await page.goto(addressOf(linked.studios.id))
    await grid(page, 'Studios').getByText('Regency', { exact: true }).click()
    await page.keyboard.press('Space')
    await seen(panelOf(page, 'Regency'))
    await page.keyboard.press('Alt+Enter')
    const table = pageOf(page, 'Regency').getByRole('table')
    await seen(table.getByText('Reel 1', { exact: true }))
    await seen(page.getByText('Page 1 of 3, 23 records'))
    await seen(
      table.getByText('Movies Reel 1', { exact: true }).or(table.getByRole('columnheader', { name: 'Note' })),
    )
    await showPicture(page, 'record-page-linked')
    const { relation, fields } = linked.movies
    await journey.world.backend.admin.unsafe(
      `update data.${relation} set ${fields[1]!.column} = 'Seen by a censor' where ${fields[0]!.column} = 'Reel 1'`,
    )
    await seen(table.getByText('Seen by a censor', { exact: true }))
    await button(page, 'More linked records').click()
    await seen(table.getByText('Reel 11', { exact: true }))
    await button(table, 'Unlink Reel 11').click()
    await seen(page.getByText('Page 2 of 3, 22 records'))
    await expect.poll(() => table.getByText('Reel 11', { exact: true }).count(), soon).toBe(0)
    expect(await flawsOf(page)).toEqual([])
    await table.getByRole('link', { name: 'Reel 12' }).click()
    await seen(pageOf(page, 'Reel 12'))
  })
})

describe('a layout', () => {
  it('says by keys what is shown of linked records', async () => {
    await bens.page.goto(`${addressOf(linked.studios.id)}`)
    await grid(bens.page, 'Studios').getByText('Regency', { exact: true }).click()
    await bens.page.keyboard.press('Space')
    await seen(panelOf(bens.page, 'Regency'))
    await bens.page.keyboard.press('Alt+Enter')
    const columns = () => pageOf(bens.page, 'Regency').getByRole('columnheader').allInnerTexts()
    await expect.poll(columns, soon).toEqual(['Title', 'Note', 'Unlink'])
    const [before, there] = [adas.see.url(), bens.page.url()]
    await adas.visit(there)
    await seen(pageOf(adas.see, 'Regency'))
    await adas.fromMenu(button(adas.see, 'More for this record'), 'Edit layout')
    const dialog = adas.see.getByRole('dialog', { name: 'Layout of Studios' })
    await adas.pressOn(button(dialog, 'Columns of Movies'))
    const menu = adas.see.getByRole('menu', { name: 'Columns of Movies' })
    await seen(menu.getByRole('menuitemcheckbox', { name: 'Note' }))
    await adas.look('record-layout-columns')
    await adas.showPicture('record-layout-columns')
    await adas.press('Space', 'Escape')
    await menu.waitFor({ state: 'hidden' })
    await adas.pressOn(button(dialog, 'Save layout'))
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(columns, soon).toEqual(['Title', 'Unlink'])
    await adas.visit(before)
    expect(adas.flaws()).toEqual([])
  })

  it('is made by keys, and shown to others at once', async () => {
    await bens.page.goto(adas.see.url())
    await seen(pageOf(bens.page, 'Heat'))
    await adas.fromMenu(button(adas.see, 'More for this record'), 'Edit layout')
    const dialog = adas.see.getByRole('dialog', { name: 'Layout of Movies' })
    await adas.typeInto(field(dialog, 'Name of the section').first(), 'What it is')
    await adas.tabTo(field(dialog, 'Width of Title'))
    await adas.press('ArrowDown')
    await adas.pressOn(dialog.getByRole('switch', { name: 'Note' }), 'Space')
    await adas.lookEverywhere('record-layout')
    await adas.pressOn(button(dialog, 'Save layout'))
    await dialog.waitFor({ state: 'hidden' })
    await seen(bens.page.getByRole('heading', { name: 'What it is' }))
    await expect.poll(() => field(bens.page, 'Note').count(), soon).toBe(0)
    await button(bens.page, 'Show 1 more field').click()
    await seen(field(bens.page, 'Note'))
    expect(adas.flaws()).toEqual([])
  })

  it('is for makers alone', async () => {
    await button(bens.page, 'More for this record').click()
    await seen(bens.page.getByRole('menuitem', { name: 'Print' }))
    expect(await bens.page.getByRole('menuitem', { name: 'Edit layout' }).count()).toBe(0)
    await bens.page.keyboard.press('Escape')
  })
})

describe('on paper', () => {
  it('a record stands in black on white, without the app around it', async () => {
    const { page } = bens
    const record = /\/r\/([0-9a-f-]{36})/.exec(page.url())![1] as RecordId
    await addTextAndOptions(journey, linked, record)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const sheet = page.locator('[data-print]')
    await seen(sheet.getByText('Shot in Los Angeles'))
    await seen(sheet.getByText('Loud, Dark', { exact: true }))
    await seen(sheet.getByRole('heading', { name: 'A heist' }))
    expect(await page.locator('#root').isVisible()).toBe(false)
    expect(await sheet.locator('button, input, textarea, svg').count()).toBe(0)
    const colours = await sheet.evaluate((node) => [
      getComputedStyle(node).color,
      getComputedStyle(document.documentElement).backgroundColor,
    ])
    expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
    await showPicture(page, 'record-page-print')
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
    const file = await page.pdf({ format: 'A4' })
    expect(file.subarray(0, 5).toString()).toBe('%PDF-')
    // One sheet, and not the empty ones that a cut off app would leave.
    expect(file.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  })
})

describe('a long text', () => {
  it('is read as its Markdown by who may not write it', async () => {
    const { page, problems: told } = await journey.enter(cem)
    problems.push(told)
    await page.goto(bens.page.url())
    const article = pageOf(page, 'Heat')
    await seen(article.getByRole('region', { name: 'Story' }).getByRole('heading', { name: 'A heist' }))
    expect(await article.getByText('**').count()).toBe(0)
    expect(await flawsOf(page)).toEqual([])
    await showPicture(page, 'record-page-viewer-text')
  })
})

describe('a long text that one may write', () => {
  it('is read until one goes there by Enter, and again when it is left', async () => {
    await adas.reload()
    await adas.pressOn(button(adas.see, 'Edit Story'))
    await adas.expectFocus(storyArea(adas.see))
    await adas.type(' Not this')
    await adas.press('Escape')
    await adas.expectFocus(button(adas.see, 'Edit Story'))
    // Nothing that was written is lost by a key; what was not meant is taken back.
    await seen(story(adas.see).getByText(/Not this$/))
    await adas.press('Control+z')
    await expect.poll(() => story(adas.see).innerText(), soon).not.toContain('Not this')
    await adas.press('Enter')
    await adas.type(
      '\n\n- [ ] Call\n- [x] Write\n  - at length, as somebody does who has all the time of the world\n- Wait',
    )
    await adas.press('Tab')
    await seen(story(adas.see).getByText('☐ Call'))
    expect(await storyArea(adas.see).isVisible()).toBe(false)
    await adas.lookEverywhere('record-page-tasks')
    expect(adas.flaws()).toEqual([])
  })

  it('is written by a press on it, and keeps what is pressed next where it is', async () => {
    const { page } = bens
    await story(page).getByText('Call').click()
    await page.keyboard.type(', twice')
    await button(page, 'Hide what is not in the layout').click()
    await seen(button(page, 'Show 1 more field'))
    await seen(story(page).getByText('Wait, twice'))
    expect(await storyArea(page).isVisible()).toBe(false)
    // Marked to be copied, say.
    const { x, y, width, height } = (await story(page).getByText('Two men').boundingBox())!
    await page.mouse.move(x, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width, y + height / 2)
    await page.mouse.up()
    expect(await page.evaluate(() => String(getSelection()))).toMatch(/Two/)
    expect(await storyArea(page).isVisible()).toBe(false)
  })
})

describe('on a phone', () => {
  it('a record has its page, the next one, and its comments', async () => {
    const { page, problems: told } = await journey.enter(ben, phone)
    problems.push(told)
    await page.goto(adas.see.url())
    await seen(pageOf(page, 'Heat'))
    await seen(thread(page).getByText('Shot in Los Angeles'))
    expect(await flawsOf(page)).toEqual([])
    await showPicture(page, 'record-page-touch')
    await button(page, 'Next record').tap()
    await seen(pageOf(page, 'Ronin'))
    await field(page, 'Write a comment').fill('From the train')
    await button(thread(page), 'Comment').tap()
    await seen(thread(page).getByText('From the train'))
    expect(await accessibilityViolations(page)).toEqual([])
    await button(page, 'Back to Movies').tap()
    await seen(page.getByRole('list', { name: 'Movies' }))
  })
})

describe('a record that is not here', () => {
  it('offers nothing of a record', async () => {
    const { page } = bens
    const address = page.url()
    await page.goto(address.replace(/(\/r\/[0-9a-f-]{32})[0-9a-f]{4}/, '$10000'))
    await seen(page.getByText('This record is not here'))
    expect(await button(page, 'More for this record').count()).toBe(0)
    expect(await button(page, 'Copy link to record').count()).toBe(0)
    expect(await button(page, 'Next record').isDisabled()).toBe(true)
    expect(await flawsOf(page)).toEqual([])
    await page.goto(address)
  })
})

describe('somebody who reads less', () => {
  it('sees on the page how many linked records are restricted, and none of their names', async () => {
    await restrictDora(journey, linked, 'Mosfilm')
    const { page, problems: doras } = await journey.enter(dora)
    problems.push(doras)
    await page.goto(addressOf(linked.movies.id))
    await grid(page, 'Movies').getByText('Reel 1', { exact: true }).click()
    await page.keyboard.press('Space')
    await page.keyboard.press('Alt+Enter')
    await seen(pageOf(page, 'Reel 1').getByText('1 restricted'))
    expect(await page.getByText('Regency').count()).toBe(0)
    expect(await flawsOf(page)).toEqual([])
    await showPicture(page, 'record-page-restricted')
  })

  it('is seen through by creators: linked records, and comments that nobody writes there', async () => {
    const { see } = adas
    await adas.visit(addressOf(linked.movies.id))
    await seen(grid(see, 'Movies'))
    await adas.fromMenu(button(see, 'Base settings and members'), 'View as…')
    const dialog = see.getByRole('dialog', { name: 'View as' })
    await pickFrom(adas, dialog.getByRole('combobox', { name: 'Role or person' }), 'Archive')
    await adas.pressOn(button(dialog, 'View'))
    await seen(see.getByText('You see this base as Archive. Read only.'))
    await openFirst(adas, 'Heat')
    await seen(thread(see).getByText('Shot in Los Angeles'))
    await adas.press('Alt+PageDown', 'Alt+PageDown', 'Alt+PageDown')
    await seen(pageOf(see, 'Reel 1').getByText('1 restricted'))
    expect(await see.getByText('Regency').count()).toBe(0)
    expect(await field(see, 'Write a comment').count()).toBe(0)
    await adas.look('a record as somebody else')
    expect(adas.flaws()).toEqual([])
  })
})

/** From the table to the page of the first record. */
async function openFirst(keys: Keys, title: string): Promise<void> {
  await goToCell(keys, 'Movies', 1, 'Title')
  await keys.press('Space')
  await seen(panelOf(keys.see, title))
  await keys.press('Alt+Enter')
  await seen(pageOf(keys.see, title))
}

it('left no errors in the consoles', () => {
  expect(problems.flat()).toEqual([])
})
