/** People are mentioned in long texts and comments by keys; who reads sees their present names, and who asks the database what was written. */
import { signInPerson } from '@plinth/backend/testing'
import {
  type FieldId,
  type MutationId,
  type RecordId,
  type TableId,
  type UserId,
  uuidV7,
} from '@plinth/domain'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Visitor } from '../browser.ts'
import { ada, ben, cem, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { goToCell } from '../keyboard/cells.ts'
import { type Keys, soon } from '../keyboard/keys.ts'
import { asAda } from '../links/furnish-links.ts'
import { button, cell, field, flawsOf, grid, seen } from '../steps.ts'
import { must } from '../target.ts'

const table = uuidV7() as TableId
const record = uuidV7() as RecordId
const [title, note] = [uuidV7() as FieldId, uuidV7() as FieldId]

let journey: DemoJourney
let adas: Keys
let cems: Visitor
let idOf: (who: { email: string }) => UserId
const problems: string[][] = []

beforeAll(async () => {
  journey = await startDemoJourney('mentions')
  idOf = await furnish()
  const entered = await journey.enterByKeys(ada, `/b/${journey.base}/t/${table}`)
  adas = entered.keys
  cems = await journey.enter(cem)
  problems.push(entered.problems, cems.problems)
  await seen(grid(adas.see, 'Notes').getByText('Opening night'))
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const furnish = () =>
  asAda(journey, async ({ bases, rows }) => {
    const fields = [
      { id: title, name: 'Title', type: 'text', options: {} },
      { id: note, name: 'Note', type: 'long_text', options: {} },
    ] as const
    must(await bases.createTable(journey.base, { id: table, name: 'Notes', fields }))
    const mutation = { id: uuidV7() as MutationId, kind: 'insert', table, record } as const
    must(
      await rows.apply({ mutations: [{ ...mutation, values: { [title]: 'Opening night' } }], atomic: true }),
    )
    const people = must(await bases.members(journey.base))
    return ({ email }: { email: string }) => people.find((person) => person.email === email)!.id
  })

/** What the database holds of the note, and of its comments. */
const stored = () =>
  asAda(journey, async ({ rows, records }) => {
    const { rows: found } = must(await rows.byId({ table, sorts: [] }, [record]))
    const { comments } = must(await records.comments(table, record, null))
    return { note: found[0]!.values[note], comments: comments.map(({ body }) => body) }
  })

const list = (see: Page) => see.getByRole('listbox', { name: 'People to mention' })
const page = (see: Page) => see.getByRole('article', { name: 'Opening night', exact: true })
const noteCell = async () => (await cell(adas.see, 'Notes', 1, 'Note')).innerText()

describe('somebody is mentioned', () => {
  it('in a long text of the table: found by a few letters, chosen by arrows', async () => {
    const { see } = adas
    await goToCell(adas, 'Notes', 1, 'Note')
    await adas.press('Enter')
    const area = see.getByRole('dialog', { name: 'Note' }).getByRole('textbox', { name: 'Note' })
    await adas.expectFocus(area)
    await adas.type('Ask @')
    await seen(list(see).getByRole('option', { name: 'Ada Berg' }))
    await adas.keepPicture('mentions-list')
    await adas.look('the list of people')
    await adas.type('e')
    await expect.poll(() => list(see).getByRole('option').count(), soon).toBe(3)
    await adas.press('ArrowDown')
    expect(await list(see).getByRole('option', { selected: true }).innerText()).toMatch(/Ben Okafor/)
    await adas.press('Enter')
    await list(see).waitFor({ state: 'hidden' })
    await adas.type('today')
    expect(await area.inputValue()).toBe('Ask @Ben Okafor today')
    await adas.press('Control+Enter')
    await expect.poll(noteCell, soon).toBe('Ask @Ben Okafor today')
    await expect
      .poll(async () => (await stored()).note, soon)
      .toBe(`Ask [@Ben Okafor](plinth:person/${idOf(ben)}) today`)
    expect(adas.flaws()).toEqual([])
  })

  it('on the page of a record, where they are read as chips', async () => {
    const { see } = adas
    await goToCell(adas, 'Notes', 1, 'Note')
    await adas.press('Space', 'Alt+Enter')
    await seen(page(see))
    const area = page(see).getByRole('textbox', { name: 'Note' })
    await adas.pressOn(button(page(see), 'Edit Note'))
    expect(await area.inputValue()).toBe('Ask @Ben Okafor today')
    await adas.type(', **then** @cem')
    await seen(list(see).getByRole('option', { name: 'Cem Aydın' }))
    await adas.look('the list of people on a page')
    await adas.press('Tab')
    expect(await area.inputValue()).toBe('Ask @Ben Okafor today, **then** @Cem Aydın ')
    await adas.press('Control+Enter')
    await seen(page(see).getByText('@Cem Aydın'))
    expect(await page(see).getByRole('region', { name: 'Note' }).innerText()).toBe(
      'Ask @Ben Okafor today, then @Cem Aydın',
    )
    await adas.lookEverywhere('mentions-preview')
    expect(adas.flaws()).toEqual([])
  })

  it('in a comment, after the list was closed once', async () => {
    const { see } = adas
    const area = field(see, 'Write a comment')
    await adas.typeInto(area, 'Thanks @ce')
    await seen(list(see))
    await adas.press('Escape')
    await list(see).waitFor({ state: 'hidden' })
    expect(await area.inputValue()).toBe('Thanks @ce')
    await adas.type('m')
    await seen(list(see).getByRole('option', { name: 'Cem Aydın' }))
    await adas.press('Tab')
    await adas.type('!')
    await adas.keepPicture('mentions-comment')
    await adas.press('Control+Enter')
    await cems.page.goto(see.url())
    const comment = cems.page.getByRole('region', { name: /^Comments/ }).getByRole('listitem')
    await seen(comment.getByText('@Cem Aydın', { exact: true }))
    expect((await stored()).comments).toEqual([`Thanks [@Cem Aydın](plinth:person/${idOf(cem)}) !`])
    expect(await flawsOf(cems.page)).toEqual([])
    expect(adas.flaws()).toEqual([])
  })

  it('by their present name, whoever reads', async () => {
    const { backend } = await signInPerson(journey.world.project, cem)
    must(await backend.workspaces.saveProfile({ name: 'Cem [Arslan]' }))
    await backend.dispose()
    await cems.page.reload()
    await seen(cems.page.getByText('@Cem [Arslan]', { exact: true }).nth(1))
    expect(await cems.page.getByText('@Cem Aydın').count()).toBe(0)
    await adas.reload()
    await seen(page(adas.see))
    await adas.typeInto(field(adas.see, 'Write a comment'), '@ars')
    await seen(list(adas.see))
    await adas.press('Enter', 'Control+Enter')
    await expect
      .poll(async () => (await stored()).comments[1], soon)
      .toBe(`[@Cem \\[Arslan\\]](plinth:person/${idOf(cem)})`)
    expect(adas.flaws()).toEqual([])
  })

  it('from a list that stands above the text where there is no room below', async () => {
    const { page: low } = await journey.enter(ada)
    await low.setViewportSize({ width: 1280, height: 420 })
    await low.goto(adas.see.url())
    const area = field(low, 'Write a comment')
    await area.evaluate((text) => text.scrollIntoView({ block: 'end' }))
    await area.pressSequentially('@')
    await seen(list(low))
    const [text, box] = [(await area.boundingBox())!, (await list(low).boundingBox())!]
    expect(text.y + text.height + box.height).toBeGreaterThan(420)
    expect(box.y + box.height).toBeLessThanOrEqual(text.y)
    expect(await flawsOf(low)).toEqual([])
    await low.context().close()
  })

  it('and stays named when they leave', async () => {
    await asAda(journey, async ({ workspaces }) => {
      const [workspace] = must(await workspaces.session()).workspaces
      must(await workspaces.removeMember(workspace!.id, idOf(ben)))
    })
    await adas.reload()
    await seen(page(adas.see))
    await seen(page(adas.see).getByText('@Ben Okafor', { exact: true }))
    await adas.typeInto(field(adas.see, 'Write a comment'), '@')
    await seen(list(adas.see))
    expect(await list(adas.see).getByRole('option', { name: 'Ben Okafor' }).count()).toBe(0)
    await adas.press('Escape')
    await adas.keepPicture('mentions-former')
    expect([...adas.flaws(), ...problems.flat()]).toEqual([])
  })

  it('and is found by the name that was written', async () => {
    const found = await asAda(journey, async ({ rows }) =>
      must(await rows.stats({ table, sorts: [], search: 'Okafor' }, 'exact')),
    )
    expect(found.total).toBe(1)
  })
})
