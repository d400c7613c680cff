/** Files by links: covers of a gallery, the files of a record, looked at and downloaded by who has no account, by keys and on a phone too. */
import { readFile } from 'node:fs/promises'
import { signInPerson } from '@plinth/backend/testing'
import { type AttachmentId, uuidV7 } from '@plinth/domain'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { isBeyondWindow, phone, showPicture, type Visitor } from '../browser.ts'
import { ada, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { hangPictures } from '../gallery/pictures.ts'
import { button, field, flawsEverywhere, focused, heading, leave, makeView, seen } from '../steps.ts'
import { must } from '../target.ts'

let journey: DemoJourney
let page: Page
let outsider: Visitor
let theirs: Page
let small: Visitor
let address: string
/** A record without a picture: it has a document. */
let documented: string

beforeAll(async () => {
  journey = await startDemoJourney('share-files')
  ;({ page } = await journey.enter(ada))
  outsider = await journey.visit()
  theirs = outsider.page
  small = await journey.visit({ size: phone })
  const { backend } = await signInPerson(journey.world.project, ada)
  const [bare] = await hangPictures(page, backend, journey.tasks)
  documented = bare!
  const { fields } = must(await backend.bases.schema(journey.base)).tables.find(
    ({ id }) => id === journey.tasks,
  )!
  const query = { table: journey.tasks, sorts: [], fields: [fields[0]!.id] }
  const { rows } = must(
    await backend.rows.window({ query, anchor: null, direction: 'forward', skip: 0, take: 50 }),
  )
  must(
    await backend.files.upload({
      id: uuidV7() as AttachmentId,
      table: journey.tasks,
      record: rows.find(({ values }) => values[fields[0]!.id] === documented)!.id,
      field: fields.find(({ type }) => type === 'attachment')!.id,
      file: new Blob(['to be read'], { type: 'text/plain' }),
      name: 'Contract of the long name that no card has room for.txt',
      thumbnail: null,
    }),
  )
  await backend.dispose()
  await page.goto(`/b/${journey.base}/t/${journey.tasks}`)
}, 240_000)
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const soon = { timeout: 20_000 }
const dialog = (name: string | RegExp, on: Page = theirs) => on.getByRole('dialog', { name })
const cards = (on: Page) => on.getByRole('listitem').filter({ visible: true })
const shownPictures = (on: Page) =>
  on
    .getByRole('main')
    .locator('img')
    .evaluateAll((all) => all.filter((one) => (one as HTMLImageElement).naturalWidth > 0).length)

it('a link to a gallery has its covers ticked, and no other files by themselves', async () => {
  await makeView(page, 'Gallery')
  await button(page, /^View:/).click()
  await page.getByRole('menuitem', { name: 'Share by link' }).click()
  await button(dialog('Share by link', page), 'New link').click()
  const form = dialog('New link', page)
  expect(await form.getByRole('checkbox', { name: 'Files' }).isChecked()).toBe(true)
  await seen(form.getByText('Files of chosen fields can be opened and downloaded.'))
  expect(await flawsEverywhere(page, 'share-files-form')).toEqual([])
  await button(form, 'Create link').click()
  const ready = dialog('Your link is ready', page)
  address = await field(ready, 'Link').inputValue()
  await button(ready, 'Done').click()
  await leave(page, dialog('Share by link', page))
})

it('its cards have their pictures, and what is no picture the kind of its file', async () => {
  await theirs.goto(address)
  await expect.poll(() => cards(theirs).count(), soon).toBe(12)
  await expect.poll(() => shownPictures(theirs), soon).toBe(9)
  await seen(button(theirs, documented))
  expect(await flawsEverywhere(theirs, 'share-files-gallery')).toEqual([])
  expect(await isBeyondWindow(theirs)).toBe(false)
})

it('a picture of a record is looked at by keys, and downloaded', async () => {
  const card = button(theirs, 'Open ticket sale')
  await card.focus()
  await theirs.keyboard.press('Enter')
  const record = dialog('Open ticket sale')
  const picture = button(record, /^picture-2\.png/)
  await seen(picture)
  expect(await flawsEverywhere(theirs, 'share-files-record')).toEqual([])
  await picture.focus()
  await theirs.keyboard.press('Enter')
  const large = dialog('picture-2.png')
  await seen(large.getByRole('img', { name: 'picture-2.png' }))
  await showPicture(theirs, 'share-files-large')
  await theirs.keyboard.press('Escape')
  await focused(picture)
  const [download] = await Promise.all([
    theirs.waitForEvent('download'),
    button(record, 'Download picture-2.png').press('Enter'),
  ])
  expect(download.suggestedFilename()).toBe('picture-2.png')
  const bytes = await readFile((await download.path())!)
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  await theirs.keyboard.press('Escape')
  await focused(card)
})

it('what a browser does not show is downloaded at once', async () => {
  await button(theirs, documented).click()
  const [download] = await Promise.all([
    theirs.waitForEvent('download'),
    button(dialog(documented), /^Contract/).click(),
  ])
  expect(await readFile((await download.path())!, 'utf8')).toBe('to be read')
  await theirs.keyboard.press('Escape')
  expect(outsider.problems).toEqual([])
})

it('stands on a phone', async () => {
  await small.page.goto(address)
  await expect.poll(() => shownPictures(small.page), soon).toBeGreaterThan(1)
  await showPicture(small.page, 'share-files-phone')
  expect(await flawsEverywhere(small.page, 'share-files-phone')).toEqual([])
  await button(small.page, documented).tap()
  await seen(button(dialog(documented, small.page), /^Contract/))
  await showPicture(small.page, 'share-files-phone-record')
  expect(await isBeyondWindow(small.page)).toBe(false)
  expect(small.problems).toEqual([])
})

it('gives nothing any more once it was taken back', async () => {
  await button(page, /^View:/).click()
  await page.getByRole('menuitem', { name: 'Share by link' }).click()
  await button(dialog('Share by link', page), /^Take back/).click()
  await button(page.getByRole('alertdialog'), 'Take link back').click()
  await expect.poll(() => button(dialog('Share by link', page), /^Take back/).count(), soon).toBe(0)
  await theirs.reload()
  await seen(heading(theirs, 'This link shows nothing any more'))
})
