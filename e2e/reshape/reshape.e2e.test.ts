/** A maker reshapes a table: description, default, copies, another type; deletes, takes back, and empties the trash. */
import { type BaseId, type TableId, uuidV7 } from '@plinth/domain'
import type { Page } from 'playwright'
import type { TransactionSql } from 'postgres'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { desktop, phone, showPicture, type Visitor } from '../browser.ts'
import { ada, cem, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, cell, field, flawsOf, grid, heading, resize, seen } from '../steps.ts'

const soon = { timeout: 20_000 }

let journey: DemoJourney
let adas: Visitor
let cems: Visitor
let base: BaseId
let tasks: TableId

beforeAll(async () => {
  journey = await startDemoJourney('reshape')
  ;({ base, tasks } = journey)
  adas = await journey.enter(ada)
  cems = await journey.enter(cem)
  for (const { page } of [adas, cems]) {
    await page.goto(`/b/${base}/t/${tasks}`)
    await seen(grid(page, 'Tasks'))
  }
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const head = (page: Page, name: string, table = 'Tasks') =>
  grid(page, table).getByRole('columnheader', { name: new RegExp(`^${name}(\\W|$)`) })

/** One transaction as Ada, as REST makes it. */
function asAda(work: (tx: TransactionSql) => Promise<unknown>) {
  return journey.world.backend.admin.begin(async (tx) => {
    const [person] = await tx`select id from plinth.profile where email = ${ada.email}`
    const claims = JSON.stringify({ sub: person!['id'] as string, role: 'authenticated' })
    await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`
    await work(tx)
  })
}

/** Takes a line of the menu of a field, by keys. */
async function fromFieldMenu(page: Page, name: string, line: string): Promise<void> {
  await head(page, name).getByRole('button').focus()
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: line, exact: true })
  await seen(item)
  await item.focus()
  await page.keyboard.press('Enter')
  await item.waitFor({ state: 'hidden' })
}

async function fromTableMenu(page: Page, table: string, line: string): Promise<void> {
  await button(page, `Menu of ${table}`).focus()
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: line, exact: true })
  await seen(item)
  await item.focus()
  await page.keyboard.press('Enter')
  await item.waitFor({ state: 'hidden' })
}

describe('what stands in a list', () => {
  it('is in sight in the sidebar where it is open, however low', async () => {
    const { page } = adas
    await page.setViewportSize({ width: desktop.width, height: 420 })
    await page.reload()
    const line = page.locator('nav').getByRole('link', { name: 'Tasks', exact: true })
    await seen(line)
    const hidden = () =>
      line.evaluate((link) => {
        const [own, around] = [link, link.closest('nav')!].map((part) => part.getBoundingClientRect())
        return Math.max(0, own!.bottom - around!.bottom)
      })
    await expect.poll(hidden, soon).toBe(0)
    await showPicture(page, 'sidebar-low')
    await resize(page, desktop)
  })

  it('is dragged where it is the options of a field', async () => {
    const { page } = adas
    await seen(grid(page, 'Tasks'))
    await fromFieldMenu(page, 'Area', 'Edit field')
    const dialog = page.getByRole('dialog', { name: 'Edit “Area”' })
    const option = (at: number) => field(dialog, `Option ${at}`)
    const [first, second] = [await option(1).inputValue(), await option(2).inputValue()]
    await showPicture(page, 'options-handles')
    await dialog
      .locator('[draggable=true]')
      .nth(1)
      .dragTo(option(1), { targetPosition: { x: 60, y: 4 } })
    await expect.poll(() => option(1).inputValue(), soon).toBe(second)
    expect(await option(2).inputValue()).toBe(first)
    expect(await flawsOf(page)).toEqual([])
    for (const [scheme, size] of [
      ['dark', desktop],
      ['light', phone],
    ] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      await resize(page, size)
      await showPicture(page, `options-handles-${scheme}-${size.width}`)
    }
    await resize(page, desktop)
    await button(dialog, 'Cancel').click()
    await dialog.waitFor({ state: 'hidden' })
  })
})

describe('a table', () => {
  it('gets a field with a default and a description, which a new record shows and others read', async () => {
    const { page } = adas
    await button(grid(page, 'Tasks'), 'Add field').click()
    const dialog = page.getByRole('dialog', { name: 'New field' })
    await field(dialog, 'Name').fill('Effort')
    await field(dialog, 'Default').fill('3 days')
    await field(dialog, 'Description').fill('How long it takes, roughly')
    expect(await flawsOf(page)).toEqual([])
    await button(dialog, 'Create field').click()
    await dialog.waitFor({ state: 'hidden' })
    await seen(head(cems.page, 'Effort'))
    await button(page, 'New record').first().click()
    await seen(grid(page, 'Tasks').getByText('3 days'))
    await page.keyboard.press('Escape')
    await head(cems.page, 'Effort').getByRole('button').click()
    await seen(cems.page.getByText('How long it takes, roughly'))
    await cems.page.keyboard.press('Escape')
  })

  it('has a field of another type, with the misfits shown before', async () => {
    const { page } = adas
    await fromFieldMenu(page, 'Effort', 'Change type')
    const dialog = page.getByRole('dialog', { name: 'Change the type of “Effort”' })
    await button(dialog, /New type/).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: /^Whole number|^Integer/ }).focus()
    await page.keyboard.press('Enter')
    await seen(dialog.getByText(/1 value does not: that cell|do not: those cells/))
    await seen(dialog.getByText(/A value that is not a whole number within .* does not fit\./))
    const misfits = dialog.getByRole('list', { name: 'Values that do not fit' })
    await seen(misfits.getByText('3 days'))
    await seen(misfits.getByText('Unnamed record'))
    await showPicture(page, 'reshape-misfits')
    expect(await flawsOf(page)).toEqual([])
    await button(dialog, 'Change type').focus()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => grid(cems.page, 'Tasks').getByText('3 days').count(), soon).toBe(0)
  })

  it('has its type and what had not fitted back by Ctrl Z, and the other one by Ctrl Y', async () => {
    const { page } = adas
    await (await cell(page, 'Tasks', 1, 'Effort')).focus()
    await page.keyboard.press('Control+z')
    await seen(page.getByText(/^“Effort” is of type .* again\.$/))
    await seen(grid(page, 'Tasks').getByText('3 days'))
    expect(await flawsOf(page)).toEqual([])
    await showPicture(page, 'reshape-type-back')
    await page.keyboard.press('Control+y')
    await expect.poll(() => grid(page, 'Tasks').getByText('3 days').count(), soon).toBe(0)
  })

  it('loses a field and gets it back at once', async () => {
    const { page } = adas
    const first = await (await cell(cems.page, 'Tasks', 1, 'State')).innerText()
    await fromFieldMenu(page, 'State', 'Duplicate field')
    const copy = page.getByRole('dialog', { name: 'Duplicate “State”' })
    expect(await field(copy, 'Name of the copy').inputValue()).toBe('State copy')
    await button(copy, 'Duplicate').click()
    await copy.waitFor({ state: 'hidden' })
    await seen(head(cems.page, 'State copy'))
    await expect
      .poll(async () => (await cell(cems.page, 'Tasks', 1, 'State copy')).innerText(), soon)
      .toBe(first)
    await fromFieldMenu(page, 'State copy', 'Delete field')
    await seen(page.getByText('The field “State copy” is in the trash.'))
    await expect.poll(() => head(cems.page, 'State copy').count(), soon).toBe(0)
    await button(page.locator('[data-sonner-toast]'), 'Undo').click()
    await seen(page.getByText('The field “State copy” is back.'))
    await expect
      .poll(async () => (await cell(cems.page, 'Tasks', 1, 'State copy')).innerText(), soon)
      .toBe(first)
  })

  it('whose type is half changed says so, and a creator goes on with it or gives it up', async () => {
    const { page } = adas
    const large = uuidV7() as TableId
    // What somebody leaves behind who closes the app in the middle.
    await asAda(async (tx) => {
      const points = uuidV7()
      const fields = [
        { id: uuidV7(), name: 'Name', type: 'text', options: {} },
        { id: points, name: 'Points', type: 'integer', options: {} },
      ]
      const definition = JSON.stringify({ id: large, name: 'Large', fields })
      const [made] =
        await tx`select plinth.create_table(${base}, ${definition}::text::jsonb) ->> 'relation' as relation`
      await tx.unsafe(
        `insert into data.${made!['relation']} (name, points) select 'n' || g, g from generate_series(1, 2100) as g`,
      )
      await tx`select plinth.change_type(${points}, 'text', '{}')`
    })
    await page.goto(`/b/${base}/t/${large}`)
    await seen(head(page, 'Points', 'Large').getByText('Changing type…'))
    await (await cell(page, 'Large', 1, 'Points')).dblclick()
    await seen(page.getByText('“Points” is changing its type'))
    await page.keyboard.press('Escape')
    const open = async () => {
      await head(page, 'Points', 'Large').getByRole('button').focus()
      await page.keyboard.press('Enter')
      const item = page.getByRole('menuitem', { name: 'Changing type…' })
      await seen(item)
      await item.focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: '“Points” is changing its type' })
      await seen(dialog)
      return dialog
    }
    expect(await flawsOf(await open().then(() => page))).toEqual([])
    await showPicture(page, 'reshape-changing-type')
    await button(page.getByRole('dialog'), 'Continue').focus()
    await page.keyboard.press('Enter')
    await seen(page.getByText('“Points” is now of type text.'))
    await expect.poll(() => head(page, 'Points', 'Large').getByText('Changing type…').count(), soon).toBe(0)
  })

  it('is copied, moved, deleted, and restored from the trash', async () => {
    const { page } = adas
    await fromTableMenu(page, 'Tasks', 'Duplicate table')
    const copy = page.getByRole('dialog', { name: 'Duplicate “Tasks”' })
    await button(copy, 'Duplicate').click()
    await seen(grid(page, 'Tasks copy'))
    await fromTableMenu(page, 'Tasks copy', 'Move up')
    const order = () =>
      page
        .locator('nav')
        .getByRole('link', { name: /^Tasks/ })
        .allInnerTexts()
    await expect.poll(order, soon).toEqual(['Tasks copy', 'Tasks'])
    // By keys on the line itself, which keeps the focus, and by dragging it.
    const line = (name: string) => page.locator('nav').getByRole('link', { name, exact: true })
    await line('Tasks copy').focus()
    await page.keyboard.press('Alt+Shift+ArrowDown')
    await expect.poll(order, soon).toEqual(['Tasks', 'Tasks copy'])
    await expect
      .poll(() => line('Tasks copy').evaluate((link) => link === document.activeElement), soon)
      .toBe(true)
    await seen(page.getByText(/^Tasks copy is now table \d of \d\.$/))
    const { width, height } = (await line('Tasks').boundingBox())!
    await line('Tasks copy').dragTo(line('Tasks'), { targetPosition: { x: width / 2, y: height / 4 } })
    await expect.poll(order, soon).toEqual(['Tasks copy', 'Tasks'])
    // Others see it too, as it happens.
    await expect
      .poll(
        () =>
          cems.page
            .locator('nav')
            .getByRole('link', { name: /^Tasks/ })
            .allInnerTexts(),
        soon,
      )
      .toEqual(['Tasks copy', 'Tasks'])
    await fromTableMenu(page, 'Tasks copy', 'Delete table')
    await seen(page.getByText('The table “Tasks copy” is in the trash.'))
    await page.goto(`/b/${base}/settings/trash`)
    const list = page.getByRole('list', { name: 'In the trash' })
    await seen(list.getByText('Tasks copy', { exact: true }))
    await seen(list.getByText('Old values of Effort'))
    expect(await flawsOf(page)).toEqual([])
    for (const [scheme, size] of [
      ['light', desktop],
      ['dark', desktop],
      ['dark', phone],
      ['light', phone],
    ] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      await resize(page, size)
      expect(await flawsOf(page)).toEqual([])
      await showPicture(page, `trash-${scheme}-${size.width}`)
    }
    await resize(page, desktop)
    await button(list, 'Restore Tasks copy').click()
    await seen(page.getByRole('link', { name: 'Tasks copy', exact: true }))
    await list.getByText('Tasks copy', { exact: true }).waitFor({ state: 'hidden' })
  })

  it('lets the trash be emptied by who types its name, on a phone too', async () => {
    const { page } = adas
    await resize(page, phone)
    expect(await flawsOf(page)).toEqual([])
    await button(page, 'Empty the trash').click()
    const dialog = page.getByRole('alertdialog')
    await seen(dialog)
    await dialog.getByRole('textbox').fill(
      await dialog
        .getByText(/^Type “/)
        .innerText()
        .then((text) => /“(.*)”/.exec(text)![1]!),
    )
    await button(dialog, 'Empty the trash').click()
    await seen(heading(page, 'The trash is empty'))
    await dialog.waitFor({ state: 'hidden' })
    expect(await flawsOf(page)).toEqual([])
    await resize(page, desktop)
    await cems.page.goto(`/b/${base}/settings/trash`)
    await seen(heading(cems.page, 'Only creators see the trash'))
    expect([...adas.problems, ...cems.problems]).toEqual([])
  })
})
