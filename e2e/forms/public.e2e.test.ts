/** A form for people outside: shared with a password, sent with a file by somebody without an account, and its file taken in. */
import { signInPerson } from '@plinth/backend/testing'
import { emptyViewConfig, type FieldId, uuidV7, type ViewId } from '@plinth/domain'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { phone, showPicture, type Visitor } from '../browser.ts'
import { ada, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, chooseFile, field, flawsEverywhere, heading, seen } from '../steps.ts'
import { must } from '../target.ts'

let journey: DemoJourney
let adas: Visitor
let page: Page
let outsider: Visitor
let form: ViewId
let address: string

const password = 'lanterns at noon'
const soon = { timeout: 20_000 }

/** What the form asks, in two steps. */
async function makeForm(): Promise<ViewId> {
  const { backend } = await signInPerson(journey.world.project, ada)
  const schema = must(await backend.bases.schema(journey.base))
  const tasks = schema.tables.find(({ id }) => id === journey.tasks)!
  const idOf = (name: string): FieldId => tasks.fields.find((one) => one.name === name)!.id
  const sections = [
    {
      id: 'what',
      title: 'What',
      questions: [{ field: idOf('Task'), isRequired: true, label: 'What is it?' }],
    },
    { id: 'how', title: 'How', questions: [{ field: idOf('Contact') }, { field: idOf('Files') }] },
  ]
  const settings = {
    form: { title: 'Tell us', pace: 'steps' as const, thanks: 'We will **write**.', sections },
  }
  const id = uuidV7() as ViewId
  const config = { ...emptyViewConfig, settings }
  must(await backend.views.create(journey.tasks, { id, name: 'Apply', kind: 'form', isShared: true, config }))
  await backend.dispose()
  return id
}

beforeAll(async () => {
  journey = await startDemoJourney('forms-public')
  form = await makeForm()
  adas = await journey.enter(ada)
  page = adas.page
  outsider = await journey.visit({ size: phone })
})
afterAll(async () => {
  await journey?.end()
})
afterEach(({ task }) => journey?.keepPictures(task))

describe('a form for people outside', () => {
  it('is shared by its maker, with a password', async () => {
    await page.goto(`/b/${journey.base}/t/${journey.tasks}/v/${form}`)
    await button(page, 'Share by link').click()
    await button(page.getByRole('dialog', { name: 'Share by link' }), 'New link').click()
    const dialog = page.getByRole('dialog', { name: 'New link' })
    await dialog.getByText('Ask for a password').click()
    await field(dialog, 'Password').fill(password)
    await showPicture(page, 'forms-share')
    await button(dialog, 'Create link').click()
    address = await field(page.getByRole('dialog', { name: 'Your link is ready' }), 'Link').inputValue()
    expect(address).toMatch(/\/s#token=[\w-]{43}$/)
  })

  it('asks whoever has the link and the password, step by step', async () => {
    const { page: theirs } = outsider
    await theirs.goto(address)
    await field(theirs, 'Password').fill(password)
    await button(theirs, 'Show it').click()
    await seen(heading(theirs, 'Tell us'))
    await showPicture(theirs, 'forms-public')
    await button(theirs, 'Next').click()
    await seen(theirs.getByRole('region', { name: 'One answer needs another look' }))
    await theirs.getByLabel(/^What is it\?/).fill('A leaking roof')
    await button(theirs, 'Next').click()
    await seen(theirs.getByText('Step 2 of 2').first())
    expect(await flawsEverywhere(theirs, 'forms-public')).toEqual([])
  })

  it('takes a file along, and says thanks', async () => {
    const { page: theirs } = outsider
    await theirs.getByLabel('Contact', { exact: true }).fill('roof@example.org')
    const file = { name: 'roof.txt', mimeType: 'text/plain', buffer: Buffer.from('It drips.') }
    await chooseFile(theirs, button(theirs, 'Add files'), file)
    await seen(theirs.getByText('roof.txt'))
    await showPicture(theirs, 'forms-public-file')
    await button(theirs, 'Send').click()
    await seen(theirs.getByText('We will write.'))
    expect(await flawsEverywhere(theirs, 'forms-public-sent')).toEqual([])
    expect(outsider.problems).toEqual([])
  })

  it('makes a record, whose file waits until somebody takes it in', async () => {
    await page.goto(`/b/${journey.base}/t/${journey.tasks}/v/${form}`)
    await button(page, 'Files to look at · 1').click()
    await page.getByRole('menuitem', { name: 'roof.txt' }).click()
    const record = page.getByRole('complementary')
    await seen(record.getByRole('heading', { name: 'A leaking roof' }))
    await seen(record.getByText('1 file from outside waits here'))
    await showPicture(page, 'forms-waiting')
    await button(record, 'Take it in').click()
    await seen(button(record, 'Download roof.txt'))
    await expect.poll(() => record.getByText('1 file from outside waits here').count(), soon).toBe(0)
    expect(adas.problems).toEqual([])
  })
})
