/** Many files at once and from a phone: five hundred of a table in one archive, whole; a picture that the camera takes. */
import { readFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { signInPerson } from '@plinth/backend/testing'
import {
  type AttachmentId,
  type FieldId,
  limits,
  type MutationId,
  type RecordId,
  uuidV7,
} from '@plinth/domain'
import type { ElementHandle } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { accessibilityViolations, isBeyondWindow, phone } from '../browser.ts'
import { ada, ben, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, grid, seen } from '../steps.ts'
import { must } from '../target.ts'

const count = 500

let journey: DemoJourney
let record: RecordId
let files: FieldId

beforeAll(async () => {
  journey = await startDemoJourney('many-files')
  const { backend } = await signInPerson(journey.world.project, ada)
  const { tables } = must(await backend.bases.schema(journey.base))
  const table = journey.tasks
  files = tables.find(({ id }) => id === table)!.fields.find(({ name }) => name === 'Files')!.id
  // One more than hold them.
  const records = Array.from({ length: count / limits.attachmentsPerCell + 1 }, () => uuidV7() as RecordId)
  const mutations = records.map((id) => ({
    id: uuidV7() as MutationId,
    kind: 'insert' as const,
    table,
    record: id,
    values: {},
  }))
  must(await backend.rows.apply({ mutations, atomic: true }))
  record = records.at(-1)!
  for (let n = 0; n < count; n += 1) {
    const cell = { table, record: records[Math.floor(n / limits.attachmentsPerCell)]!, field: files }
    const file = new Blob([contentOf(n)], { type: 'text/plain' })
    const id = uuidV7() as AttachmentId
    must(await backend.files.upload({ ...cell, id, file, name: nameOf(n), thumbnail: null }))
  }
  await backend.dispose()
}, 180_000)
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const nameOf = (n: number) => `take ${n}.txt`
const contentOf = (n: number) => `Take ${n}: ${'x'.repeat(n * 7)}`

/** What an archive lists, as its directory says, with the content of each. */
async function unpack(path: string): Promise<Map<string, string>> {
  const archive = await readFile(path)
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06'))
  const listed = archive.readUInt16LE(end + 10)
  let at = archive.readUInt32LE(end + 16)
  const found = new Map<string, string>()
  for (let n = 0; n < listed; n += 1) {
    const [method, sum, size] = [
      archive.readUInt16LE(at + 10),
      archive.readUInt32LE(at + 16),
      archive.readUInt32LE(at + 24),
    ]
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => archive.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ]
    const head = archive.readUInt32LE(at + 42)
    const from = head + 30 + archive.readUInt16LE(head + 26) + archive.readUInt16LE(head + 28)
    const content = archive.subarray(from, from + size)
    const name = archive.subarray(at + 46, at + 46 + nameLength).toString()
    // Stored as it is, and what was summed up.
    expect([name, method, crc32(content)]).toEqual([name, 0, sum])
    found.set(name, content.toString())
    at += 46 + nameLength + extra + comment
  }
  return found
}

it('of a table come as one archive, each whole', async () => {
  const { page, problems } = await journey.enter(ben)
  await page.goto(`/b/${journey.base}/t/${journey.tasks}`)
  await seen(grid(page, 'Tasks'))
  await button(page.getByRole('toolbar', { name: 'Table' }), 'More').click()
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    page.getByRole('menuitem', { name: 'Download the files of Files' }).click(),
  ])
  await seen(page.getByRole('listitem').filter({ hasText: /\d+ files downloaded/ }), 60_000)
  const found = await unpack(await download.path())
  const wanted = Array.from({ length: count }, (_, n) => [nameOf(n), contentOf(n)] as const)
  expect(wanted.filter(([name, content]) => found.get(name) !== content)).toEqual([])
  expect(problems).toEqual([])
})

it('a picture that a phone’s camera takes is a file like others', async () => {
  const { page, problems } = await journey.enter(ben, phone)
  await page.goto(`/b/${journey.base}/t/${journey.tasks}?record=${record}`)
  const take = button(page, 'Take a picture').first()
  await seen(take)
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), take.tap()])
  expect(chooser.isMultiple()).toBe(false)
  const input = chooser.element() as ElementHandle<HTMLInputElement>
  const asked = await input.evaluate((one) => [one.getAttribute('capture'), one.accept])
  expect(asked).toEqual(['environment', 'image/*'])
  const shot = await page.screenshot()
  await chooser.setFiles({ name: 'IMG_0001.png', mimeType: 'image/png', buffer: shot })
  await seen(
    page
      .getByRole('alert')
      .or(page.getByRole('status'))
      .or(page.getByText(/50 files/))
      .first(),
  )
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await isBeyondWindow(page)).toBe(false)
  expect(problems).toEqual([])
})
