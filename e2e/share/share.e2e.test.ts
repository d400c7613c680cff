/** Links for people outside: made, opened without an account, guarded by a password, embedded, and taken back. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isBeyondWindow, phone, showPicture, type Visitor } from '../browser.ts'
import { ada, ben, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, cell, field, flawsEverywhere, heading, seen } from '../steps.ts'

let journey: DemoJourney
let adas: Visitor
let page: Page
let outsider: Visitor

beforeAll(async () => {
  journey = await startDemoJourney('share')
  adas = await journey.enter(ada)
  page = adas.page
  await page.goto(`/b/${journey.base}/t/${journey.tasks}`)
  outsider = await journey.visit()
})
afterAll(async () => {
  await journey?.end()
})
afterEach(({ task }) => journey?.keepPictures(task))

const soon = { timeout: 20_000 }
const dialog = (name: string | RegExp, on = page) => on.getByRole('dialog', { name })
const records = (on: Page) => on.locator('tbody tr')

async function openShare(): Promise<void> {
  await button(page, /^View:/).click()
  await page.getByRole('menuitem', { name: 'Share by link' }).click()
  await seen(dialog('Share by link'))
}

/** Makes a link in the dialog that is open; answers its address. */
async function makeLink(password?: string): Promise<string> {
  await button(dialog('Share by link'), 'New link').click()
  const form = dialog('New link')
  await seen(form)
  if (password) {
    await form.getByText('Ask for a password').click()
    await field(form, 'Password').fill(password)
  }
  await showPicture(page, password ? 'share-form-password' : 'share-form')
  await button(form, 'Create link').click()
  const ready = dialog('Your link is ready')
  await seen(ready)
  await showPicture(page, 'share-ready')
  const address = await field(ready, 'Link').inputValue()
  return address
}

describe('a link', () => {
  let address: string
  let code: string

  it('is made for a view, with the fields that it is to show', async () => {
    await button(page, /^View:/).click()
    await page.getByRole('menuitem', { name: 'New view' }).click()
    const made = dialog('New view')
    await field(made, 'Name').fill('Public')
    await button(made, 'Create view').click()
    await made.waitFor({ state: 'hidden' })
    await openShare()
    await showPicture(page, 'share-empty')
    address = await makeLink()
    expect(new URL(address).pathname).toBe('/s')
    const ready = dialog('Your link is ready')
    code = await field(ready, 'Code for a web page').inputValue()
    await button(ready, 'Copy link').click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText()), soon).toBe(address)
    expect(await flawsEverywhere(page, 'share-ready')).toEqual([])
    await button(ready, 'Done').click()
    await seen(dialog('Share by link').getByText('not opened yet'))
  })

  it('shows the view to whoever has it, and counts that', async () => {
    const { page: theirs } = outsider
    await theirs.goto(address)
    await seen(heading(theirs, 'Public'))
    await expect.poll(() => records(theirs).count(), soon).toBe(12)
    await showPicture(theirs, 'share-view')
    const name = await theirs.locator('tbody th').first().innerText()
    await theirs.locator('tbody th').first().getByRole('button').click()
    await seen(dialog(name.trim(), theirs))
    await showPicture(theirs, 'share-view-record')
    await theirs.keyboard.press('Escape')
    expect(await theirs.locator('thead').innerText()).not.toMatch(/Assignee|Files/)
    expect(await flawsEverywhere(theirs, 'share-view')).toEqual([])
    await page.reload()
    await openShare()
    await seen(dialog('Share by link').getByText(/opened once/))
    expect(await flawsEverywhere(page, 'share-list')).toEqual([])
    expect(outsider.problems).toEqual([])
  })

  it('is shown by another page, and nothing else of the app is', async () => {
    const other = await serve(
      `<h1>Another page</h1>${code}<iframe id="app" src="${journey.world.url}/"></iframe>`,
    )
    try {
      const visitor = await journey.visit({ origin: other.url })
      await visitor.page.goto(other.url)
      const shown = visitor.page.frameLocator('iframe[title="Public"]')
      await shown.locator('tbody tr').first().waitFor(soon)
      await expect.poll(() => shown.locator('tbody tr').count(), soon).toBe(12)
      expect(await shown.getByRole('banner').innerText()).not.toContain('Plinth')
      await showPicture(visitor.page, 'share-embedded')
      // The browser shows nothing of the page that refuses to be framed.
      await expect(
        visitor.page.frameLocator('#app').locator('#root').waitFor({ state: 'attached', timeout: 2_000 }),
      ).rejects.toThrow(/Timeout/)
      await visitor.context.close()
    } finally {
      await other.stop()
    }
  })

  it('has its fields changed, at once', async () => {
    const link = dialog('Share by link')
    await button(link, 'Change Public').click()
    const form = dialog('Change link')
    await form.getByText('Billed', { exact: true }).click()
    await field(form, 'Title').fill('Tasks for all')
    await button(form, 'Save').click()
    await seen(link.getByText('Tasks for all'))
    await outsider.page.reload()
    await seen(heading(outsider.page, 'Tasks for all'))
    await seen(outsider.page.locator('tbody tr'))
    expect(await outsider.page.locator('thead').innerText()).not.toMatch(/Billed/)
  })

  it('is gone at once when it is taken back', async () => {
    await button(dialog('Share by link'), 'Take back Tasks for all').click()
    await button(page.getByRole('alertdialog'), 'Take link back').click()
    await seen(dialog('Share by link').getByText('No links yet'))
    await outsider.page.reload()
    await seen(outsider.page.getByText('This link shows nothing any more'))
    await showPicture(outsider.page, 'share-gone')
    expect(await flawsEverywhere(outsider.page, 'share-gone')).toEqual([])
  })
})

describe('a password', () => {
  let address: string

  it('is asked for, and another one opens nothing', async () => {
    address = await makeLink('open sesame')
    await button(dialog('Your link is ready'), 'Done').click()
    const { page: theirs } = outsider
    await theirs.goto(address)
    await seen(heading(theirs, 'A password is needed'))
    await showPicture(theirs, 'share-password')
    await field(theirs, 'Password').fill('open says me')
    await button(theirs, 'Show it').click()
    await seen(theirs.getByText('This is another password. Try again.'))
    expect(await flawsEverywhere(theirs, 'share-password')).toEqual([])
    await field(theirs, 'Password').fill('open sesame')
    await theirs.keyboard.press('Enter')
    await expect.poll(() => records(theirs).count(), soon).toBe(12)
  })

  it('is given with the keyboard alone', async () => {
    const { keys, problems } = await journey.visitByKeys()
    const { see } = keys
    const { pathname, hash } = new URL(address)
    await keys.visit(`${pathname}${hash}`)
    await seen(heading(see, 'A password is needed'))
    await keys.tabTo(field(see, 'Password'))
    await keys.type('open sesame')
    await keys.press('Enter')
    const first = see.locator('tbody th').first().getByRole('button')
    await seen(first)
    const name = await first.innerText()
    await keys.tabTo(first)
    await keys.press('Enter')
    await seen(dialog(name, see))
    await keys.press('Escape')
    await keys.expectFocus(first)
    expect(problems).toEqual([])
  })

  it('is asked for on a phone, where records are cards', async () => {
    const visitor = await journey.visit({ size: phone })
    const small = visitor.page
    await small.goto(address)
    await seen(heading(small, 'A password is needed'))
    await showPicture(small, 'share-phone-password')
    await field(small, 'Password').fill('open sesame')
    await button(small, 'Show it').click()
    await expect.poll(() => small.getByRole('listitem').filter({ visible: true }).count(), soon).toBe(12)
    await showPicture(small, 'share-phone')
    expect(await isBeyondWindow(small)).toBe(false)
    expect(visitor.problems).toEqual([])
  })
})

describe('a record', () => {
  it('is shared from its menu, by itself', async () => {
    await page.keyboard.press('Escape')
    const place = await cell(page, 'Tasks', 1, 'Task')
    await place.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Share by link' }).click()
    await button(dialog('Share by link'), 'New link').click()
    await field(dialog('New link'), 'Title').fill('One task')
    await button(dialog('New link'), 'Create link').click()
    const address = await field(dialog('Your link is ready'), 'Link').inputValue()
    const { page: theirs } = outsider
    await theirs.goto(address)
    await seen(heading(theirs, 'One task'))
    await seen(theirs.locator('dl'))
    await showPicture(theirs, 'share-record')
    expect(await flawsEverywhere(theirs, 'share-record')).toEqual([])
    await button(dialog('Your link is ready'), 'Done').click()
    await page.keyboard.press('Escape')
  })
})

describe('the links of a base', () => {
  it('are listed for its creators, and nobody else is offered any', async () => {
    await button(page, 'Base settings and members').click()
    await page.getByRole('menuitem', { name: 'Links to people outside' }).click()
    const list = dialog('Links to people outside')
    await expect.poll(() => list.getByRole('listitem').count(), soon).toBe(2)
    await showPicture(page, 'share-base')
    expect(adas.problems).toEqual([])
    const bens = await journey.enter(ben)
    await bens.page.goto(page.url())
    await button(bens.page, 'Base settings and members').click()
    await seen(bens.page.getByRole('menuitem', { name: 'Base settings' }))
    expect(await bens.page.getByRole('menuitem', { name: 'Links to people outside' }).count()).toBe(0)
  })
})

/** A page of somebody else, at an address of its own. */
async function serve(body: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const server: Server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><title>Other</title>${body}`)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    stop: () => new Promise((done) => server.close(() => done())),
  }
}
