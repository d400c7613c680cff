/** The files of a record, with the keyboard alone: several at once, another order and names, looked at, downloaded as one, given up. */
import { signInPerson } from '@plinth/backend/testing'
import type { Attachment, Backend, FieldId, RecordId } from '@plinth/domain'
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { showPicture } from '../browser.ts'
import { ada, ben, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import type { Keys } from '../keyboard/keys.ts'
import { button, cell, type FileLike, field, flawsOf, focused, grid, seen } from '../steps.ts'
import { must } from '../target.ts'

const MB = 1024 * 1024
const patience = { timeout: 20_000 }

let journey: DemoJourney
let keys: Keys
let problems: string[]
let record: RecordId
let files: FieldId

beforeAll(async () => {
  journey = await startDemoJourney('files')
  await asAda(async (backend) => {
    const { tables } = must(await backend.bases.schema(journey.base))
    files = tables.find(({ id }) => id === journey.tasks)!.fields.find(({ name }) => name === 'Files')!.id
    const query = { table: journey.tasks, sorts: [] }
    const page = { query, anchor: null, direction: 'forward', skip: 0, take: 50 } as const
    const { rows } = must(await backend.rows.window(page))
    record = rows.find(({ values }) => values[files] === null)!.id
  })
  const address = `/b/${journey.base}/t/${journey.tasks}?record=${record}`
  ;({ keys, problems } = await journey.enterByKeys(ada, address))
  await seen(panel())
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

async function asAda<T>(work: (backend: Backend) => Promise<T>): Promise<T> {
  const { backend } = await signInPerson(journey.world.project, ada)
  const answer = await work(backend)
  await backend.dispose()
  return answer
}

const namesStored = () =>
  asAda(async (backend) => {
    const answer = must(await backend.rows.byId({ table: journey.tasks, sorts: [] }, [record]))
    return ((answer.rows[0]!.values[files] ?? []) as Attachment[]).map(({ name }) => name)
  })

const countFiles = async (name: string) =>
  (await journey.world.backend.sql`select 1 from plinth.attachment where name = ${name} and state = 'ready'`)
    .length
const pending = () => journey.world.backend.sql`select 1 from plinth.attachment where name = 'film.bin'`
const panel = () => keys.see.getByRole('complementary').or(keys.see.getByRole('dialog')).first()
const line = (name: string) => keys.see.getByRole('listitem').filter({ hasText: name })
const opener = (name: string) => line(name).getByRole('button').first()
const more = (name: string) => button(keys.see, `More for ${name}`)
const shown = () => keys.see.getByRole('dialog').last()

const large = (name: string, bytes: number): FileLike => ({ ...text(name), buffer: Buffer.alloc(bytes) })

/** A document of one empty page. */
const pdf = (name: string): FileLike => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    '%PDF-1.1\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
  ),
})
/** Half a second of a tone, as samples. */
function tone(name: string): FileLike {
  const rate = 8_000
  const samples = Buffer.alloc(rate)
  for (let at = 0; at < rate / 2; at += 1) samples.writeInt16LE(Math.round(8_000 * Math.sin(at / 3)), at * 2)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return { name, mimeType: 'audio/wav', buffer: Buffer.concat([head, samples]) }
}

/** A second of film, as the browser records it. */
async function film(page: Page, name: string): Promise<FileLike> {
  const bytes = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 48 })
    const paint = canvas.getContext('2d')!
    const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: 'video/webm' })
    const parts: Blob[] = []
    recorder.ondataavailable = ({ data }) => parts.push(data)
    const stopped = new Promise((resolve) => (recorder.onstop = resolve))
    recorder.start()
    for (let frame = 0; frame < 12; frame += 1) {
      paint.fillStyle = `hsl(${frame * 30} 80% 50%)`
      paint.fillRect(0, 0, 64, 48)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    recorder.stop()
    await stopped
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())]
  })
  return { name, mimeType: 'video/webm', buffer: Buffer.from(bytes) }
}

/** Puts a picture where the next paste takes it from. */
const copyPicture = (page: Page) =>
  page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 8, height: 8 })
    canvas.getContext('2d')!.fillRect(0, 0, 8, 8)
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture! })])
  })

const text = (name: string): FileLike => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })

it('takes several files at once, which stand as they were chosen', async () => {
  const picture = await keys.picture('stage.png')
  await keys.giveFile(button(keys.see, 'Add files'), [picture, pdf('plan.pdf'), text('notes.txt')])
  for (const name of ['stage.png', 'plan.pdf', 'notes.txt']) await seen(more(name), 30_000)
  await keys.lookEverywhere('files')
  expect(await namesStored()).toEqual(['stage.png', 'plan.pdf', 'notes.txt'])
  // The small picture was made here, and came with the large one.
  const { sql } = journey.world.backend
  const [small] = await sql`
    select a.bytes, (o.metadata ->> 'size')::int as size, o.metadata ->> 'mimetype' as type
    from plinth.attachment as a join storage.objects as o on o.name = a.thumb_key where a.name = 'stage.png'`
  expect(small!['size']).toBeLessThan(Number(small!['bytes']))
  expect(small!['type']).toMatch(/^image\//)
  expect(keys.flaws()).toEqual([])
})

it('are put in another order, which is taken back and made again', async () => {
  const before = await namesStored()
  await keys.tabTo(opener(before[0]!), 'Shift+Tab')
  await keys.press('Alt+Shift+ArrowDown')
  const moved = [before[1], before[0], before[2]]
  await expect.poll(namesStored, patience).toEqual(moved)
  await keys.fromMenu(more(before[0]!), 'Move down')
  await expect.poll(namesStored, patience).toEqual([before[1], before[2], before[0]])
  await keys.tabTo(opener(before[0]!), 'Shift+Tab')
  await keys.press('Control+z')
  await expect.poll(namesStored, patience).toEqual(moved)
  expect(keys.flaws()).toEqual([])
})

it('get another name', async () => {
  await keys.fromMenu(more('notes.txt'), 'Rename')
  const dialog = keys.see.getByRole('dialog', { name: 'Rename file' })
  await seen(dialog)
  await keys.lookEverywhere('files-rename')
  await keys.typeInto(field(dialog, 'Name'), 'minutes.txt')
  await keys.press('Enter')
  await seen(more('minutes.txt'))
  expect(await namesStored()).toContain('minutes.txt')
  expect(keys.flaws()).toEqual([])
})

it('are looked at, larger and one after the other', async () => {
  await keys.tabTo(opener('stage.png'), 'Shift+Tab')
  await keys.press('Enter')
  await seen(shown().getByRole('img', { name: 'stage.png' }))
  await keys.lookEverywhere('files-picture')
  const wide = async () => (await shown().getByRole('img', { name: 'stage.png' }).boundingBox())!.width
  const fitted = await wide()
  await keys.pressOn(button(shown(), 'Larger'))
  await seen(shown().getByText('150 %'))
  expect(Math.abs((await wide()) - fitted * 1.5)).toBeLessThanOrEqual(1)
  await keys.look('enlarged')
  await keys.pressOn(button(shown(), 'Next file'))
  await seen(shown().locator('iframe[title="plan.pdf"]'))
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  await keys.showPicture('files-document')
  await keys.pressOn(button(shown(), 'Close'))
  await seen(more('stage.png'))
  expect(keys.flaws()).toEqual([])
})

it('are downloaded as one archive', async () => {
  const { name, text: archive } = await keys.download(button(keys.see, 'Download all'))
  expect(name).toMatch(/^.+ – .+\.zip$/)
  expect(['stage.png', 'plan.pdf', 'minutes.txt'].filter((file) => !archive.includes(file))).toEqual([])
  const told = keys.see.getByRole('listitem').filter({ hasText: '3 files downloaded' })
  await seen(told)
  expect(await told.innerText()).not.toMatch(/so far|Cancel/)
})

it('are dropped onto a cell of the table, and nowhere else there', async () => {
  const { page, problems: bens } = await journey.enter(ben)
  await page.goto(`/b/${journey.base}/t/${journey.tasks}`)
  await seen(grid(page, 'Tasks'))
  const over = async (target: Locator, type: 'dragover' | 'drop') => {
    await target.scrollIntoViewIfNeeded()
    const box = (await target.boundingBox())!
    const dataTransfer = await page.evaluateHandle(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['dropped'], 'dropped.txt', { type: 'text/plain' }))
      return transfer
    })
    const place = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 }
    await grid(page, 'Tasks').dispatchEvent(type, { dataTransfer, bubbles: true, cancelable: true, ...place })
  }
  const mark = page.locator('[data-drop-mark]')
  const before = await countFiles('dropped.txt')
  await over(await cell(page, 'Tasks', 3, 'Task'), 'dragover')
  await expect.poll(() => mark.count()).toBe(0)
  await seen(page.getByText('Drop the file to import it'))
  // A drag that goes on tells where it is over and over, also while the table scrolls there.
  const overFiles = async () => {
    await over(await cell(page, 'Tasks', 3, 'Files'), 'dragover')
    return mark.count()
  }
  await expect.poll(overFiles, patience).toBe(1)
  await page.getByText('Drop the file to import it').waitFor({ state: 'hidden' })
  await showPicture(page, 'files-drop')
  await over(await cell(page, 'Tasks', 3, 'Files'), 'drop')
  await expect.poll(() => countFiles('dropped.txt'), patience).toBe(before + 1)
  await mark.waitFor({ state: 'detached' })
  expect(bens).toEqual([])
  await page.context().close()
})

it('wait for the line to come back, and are given up meanwhile', async () => {
  const before = await namesStored()
  await keys.answer('**/upload/resumable**', 503)
  await keys.giveFile(button(keys.see, 'Add more'), [large('film.bin', 8 * MB)])
  await seen(keys.see.getByText('Waiting for the connection; it goes on by itself.'))
  await keys.lookEverywhere('files-waiting')
  await keys.tabTo(button(keys.see, 'Cancel the upload of film.bin'), 'Shift+Tab')
  await keys.press('Enter')
  await button(keys.see, 'Cancel the upload of film.bin').waitFor({ state: 'detached' })
  await expect.poll(async () => (await pending()).length, patience).toBe(0)
  expect(await namesStored()).toEqual(before)
  expect(keys.flaws()).toEqual([])
})

it('that failed are tried again, and the focus stays with them', async () => {
  await keys.answer('**/storage/v1/object/**', 403)
  await keys.giveFile(button(keys.see, 'Add more'), [text('again.txt')])
  const again = button(keys.see, 'Try again.txt again')
  await keys.tabTo(again, 'Shift+Tab')
  await keys.lookEverywhere('files-failed')
  await keys.untouched('**/storage/v1/object/**')
  await keys.slow('**/storage/v1/object/**', 2_000)
  await keys.press('Enter')
  await again.waitFor({ state: 'detached' })
  await keys.expectFocus(button(keys.see, 'Cancel the upload of again.txt'))
  await seen(more('again.txt'))
  await keys.untouched('**/storage/v1/object/**')
  expect(keys.flaws()).toEqual([])
})

it('are pasted as pictures, into a record and into a cell', async () => {
  const { page, problems: bens } = await journey.enter(ben)
  await page.goto(`/b/${journey.base}/t/${journey.tasks}?record=${record}`)
  const place = button(page.getByRole('complementary'), 'Add more')
  await seen(place, 30_000)
  await copyPicture(page)
  const [before, other] = [await countFiles('image.png'), await cell(page, 'Tasks', 3, 'Files')]
  await place.focus()
  await page.keyboard.press('Control+v')
  await expect.poll(() => countFiles('image.png'), patience).toBe(before + 1)
  expect(await namesStored()).toContain('image.png')
  await page.keyboard.press('Escape')
  await other.click()
  await page.keyboard.press('Control+v')
  await expect.poll(() => countFiles('image.png'), patience).toBe(before + 2)
  expect(bens).toEqual([])
  await page.context().close()
})

it('of sound and film are played where they are looked at', async () => {
  const { page, problems: bens } = await journey.enter(ben)
  await page.goto(`/b/${journey.base}/t/${journey.tasks}?record=${record}`)
  const place = button(page.getByRole('complementary'), 'Add more')
  await seen(place, 30_000)
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), place.press('Enter')])
  await chooser.setFiles([tone('tone.wav'), await film(page, 'film.webm')])
  for (const [name, tag] of [
    ['tone.wav', 'audio'],
    ['film.webm', 'video'],
  ] as const) {
    const listed = page.getByRole('listitem').filter({ hasText: name })
    await seen(button(listed, `More for ${name}`), 30_000)
    await listed.getByRole('button').first().press('Enter')
    const player = page.getByRole('dialog').last().locator(tag)
    await seen(player)
    await player.evaluate((media: HTMLMediaElement) => media.play())
    await expect
      .poll(() => player.evaluate((media: HTMLMediaElement) => media.currentTime), patience)
      .toBeGreaterThan(0)
    expect(await flawsOf(page)).toEqual([])
    await showPicture(page, `files-${tag}`)
    await page.keyboard.press('Escape')
    await player.waitFor({ state: 'detached' })
    await focused(listed.getByRole('button').first())
  }
  expect(bens).toEqual([])
  await page.context().close()
})

it('that are too large are told of before anything is sent, and those chosen with them come', async () => {
  await journey.world.backend.sql`update storage.buckets set file_size_limit = ${MB} where id = 'plinth'`
  await keys.reload()
  await seen(more('stage.png'), 30_000)
  await keys.giveFile(button(keys.see, 'Add more'), [large('film.bin', 2 * MB), text('beside.txt')])
  await seen(keys.see.getByText(/A file can have at most 1 MB/))
  await keys.look('too large')
  await seen(more('beside.txt'), 30_000)
  expect(await namesStored()).toContain('beside.txt')
  expect(await countFiles('film.bin')).toBe(0)
  expect(keys.flaws()).toEqual([])
  expect(problems.filter((line) => !line.includes('503'))).toEqual([])
})
