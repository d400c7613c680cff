/** People and records that a form gives by itself: chosen by its maker, shown to members, kept from visitors, and left out when they are gone. */
import { signInPerson } from '@plinth/backend/testing'
import { type FieldId, type MutationId, type RecordId, type TableId, uuidV7 } from '@plinth/domain'
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { showPicture, type Visitor } from '../browser.ts'
import { ada, ben, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, field, flawsEverywhere, heading, makeView, seen } from '../steps.ts'
import { must } from '../target.ts'

type Owner = Awaited<ReturnType<typeof signInPerson>>

let journey: DemoJourney
let owner: Owner
let adas: Visitor
let page: Page
let visitor: Visitor
let relation: string
let venues: readonly RecordId[]
const places = uuidV7() as TableId

beforeAll(async () => {
  journey = await startDemoJourney('own-values')
  owner = await signInPerson(journey.world.project, ada)
  venues = await furnish()
  const [row] = await journey.world.backend.sql<
    { relation: string }[]
  >`select relation from plinth."table" where id = ${journey.tasks}`
  relation = row!.relation
  adas = await journey.enter(ada)
  page = adas.page
  visitor = await journey.visit()
  await page.goto(`/b/${journey.base}/t/${journey.tasks}`)
})
afterAll(async () => {
  await owner?.backend.dispose()
  await journey?.end()
})
afterEach(({ task }) => journey?.keepPictures(task))

/** Places that tasks are at. */
async function furnish(): Promise<readonly RecordId[]> {
  const { bases, rows } = owner.backend
  const name = uuidV7() as FieldId
  const fields = [{ id: name, name: 'Name', type: 'text' as const, options: {} }]
  must(await bases.createTable(journey.base, { id: places, name: 'Places', fields }))
  const link = { id: uuidV7() as FieldId, name: 'Place', type: 'link' as const, options: { target: places } }
  must(await bases.createField(journey.tasks, link))
  const mutations = ['North hall', 'South hall', 'Yard'].map((label) => ({
    id: uuidV7() as MutationId,
    kind: 'insert' as const,
    table: places,
    record: uuidV7() as RecordId,
    values: { [name]: label },
  }))
  must(await rows.apply({ mutations, atomic: true }))
  return mutations.map(({ record }) => record)
}

const soon = { timeout: 20_000 }
const dialog = (name: string) => page.getByRole('dialog', { name })
const lines = (): Locator => page.getByRole('list', { name: 'Questions of the form' })
const fill = () => page.getByRole('radio', { name: 'Fill in' }).check({ force: true })
/** The place and the person of what came last. */
async function newest() {
  const [row] = await journey.world.backend.sql.unsafe(
    `select t.task, t.place, (select p.name from plinth.profile as p where p.id = t.assignee) as assignee
     from data.${relation} as t order by t.created_at desc limit 1`,
  )
  return { ...row }
}

describe('the maker of a form', () => {
  it('chooses records and a person that are there before anybody answers', async () => {
    await makeView(page, 'Form')
    await seen(field(page, 'Title of the form'))
    await field(page, 'Title of the form').fill('Report a fault')
    await button(page, 'Edit Place').click()
    await button(page, /^Filled in already: nothing yet/).click()
    for (const name of ['North hall', 'Yard']) await page.getByRole('option', { name }).click()
    await page.keyboard.press('Escape')
    await seen(button(page, 'Filled in already: North hall, Yard'))
    await seen(lines().locator('[inert]').getByText('Yard'))
    await showPicture(page, 'own-values-records')
    expect(await flawsEverywhere(page, 'own-values-records')).toEqual([])
    await button(page, 'Close Place').click()
    await button(page, 'Edit Assignee').click()
    await button(page, /^Filled in already Choose/).focus()
    await page.keyboard.press('Enter')
    await seen(page.getByRole('option', { name: /Ben/ }))
    await page.keyboard.type('Ben')
    await expect.poll(() => page.getByRole('option').count(), soon).toBe(1)
    await page.keyboard.press('Enter')
    await seen(button(page, /^Filled in already Change/))
    await showPicture(page, 'own-values-person')
    await button(page, 'Close Assignee').click()
    await button(page, 'Save').click()
    await expect.poll(() => page.getByText('Changed', { exact: true }).isVisible(), soon).toBe(false)
  })

  it('sees them when filling in, and may leave one out', async () => {
    await fill()
    await seen(button(page, 'Place Choose'))
    await field(page, 'Task').fill('The door does not close')
    await showPicture(page, 'own-values-fill')
    expect(await flawsEverywhere(page, 'own-values-fill')).toEqual([])
    await button(page, 'Unlink Yard').click()
    await button(page, 'Send').click()
    await seen(page.getByText('Thank you. Your answers were sent.'))
    expect(await newest()).toEqual({ task: 'The door does not close', place: 1, assignee: ben.name })
  })

  it('is not held up by a record that is gone since', async () => {
    const removal = { id: uuidV7() as MutationId, kind: 'delete' as const, table: places, record: venues[0]! }
    must(await owner.backend.rows.apply({ mutations: [removal], atomic: true }))
    await page.reload()
    await fill()
    await seen(page.getByText('Yard'))
    expect(await page.getByText('North hall').count()).toBe(0)
    await field(page, 'Task').fill('The lamp flickers')
    await button(page, 'Send').click()
    await seen(page.getByText('Thank you. Your answers were sent.'))
    expect(await newest()).toEqual({ task: 'The lamp flickers', place: 1, assignee: ben.name })
    expect(adas.problems).toEqual([])
  })
})

describe('whoever has the link', () => {
  let address: string

  it('is named nobody and nothing, and all is written', async () => {
    await page.getByRole('radio', { name: 'Edit' }).check({ force: true })
    await button(page, 'Share by link').click()
    await button(dialog('Share by link'), 'New link').click()
    await button(dialog('New link'), 'Create link').click()
    address = await field(dialog('Your link is ready'), 'Link').inputValue()
    await button(dialog('Your link is ready'), 'Done').click()
    const { page: theirs } = visitor
    const told = theirs.waitForResponse((answer) => answer.url().includes('/rpc/shared_page'))
    await theirs.goto(address)
    const text = await (await told).text()
    for (const secret of ['Yard', ben.name, ...venues])
      expect([secret, text.includes(secret)]).toEqual([secret, false])
    await seen(heading(theirs, 'Report a fault'))
    await field(theirs, 'Task').fill('From outside')
    await showPicture(theirs, 'own-values-outside')
    await button(theirs, 'Send').click()
    await seen(theirs.getByText('Thank you. Your answers were sent.'))
    expect(await newest()).toEqual({ task: 'From outside', place: 1, assignee: ben.name })
  })

  it('sends it all the same when that person has left', async () => {
    const session = must(await owner.backend.workspaces.session())
    const members = must(await owner.backend.workspaces.members(session.workspaces[0]!.id))
    const leaver = members.find(({ name }) => name === ben.name)!
    must(await owner.backend.workspaces.removeMember(session.workspaces[0]!.id, leaver.id))
    const { page: theirs } = visitor
    await theirs.goto('about:blank')
    await theirs.goto(address)
    await field(theirs, 'Task').fill('Nobody is there')
    await button(theirs, 'Send').click()
    await seen(theirs.getByText('Thank you. Your answers were sent.'))
    expect(await newest()).toEqual({ task: 'Nobody is there', place: 1, assignee: null })
    expect(visitor.problems).toEqual([])
  })
})
