import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type AttachmentId, type FieldId, limits, type RecordId, type Table } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sessionKey } from './client.ts'
import {
  createMemoryStorage,
  createSupabaseBackend,
  type SupabaseBackend,
} from './create-supabase-backend.ts'
import { type CuttingLine, openCuttingLine } from './cutting-line.ts'
import {
  addRecord,
  fieldOf,
  makeTable,
  newId,
  refusal,
  startWorld,
  value,
  type World,
} from './integration-world.ts'
import { nodeTransport } from './testing.ts'

const MB = 1024 * 1024

let world: World
let line: CuttingLine
let table: Table
let record: RecordId
/** The editor, over the line that breaks. */
let editor: SupabaseBackend
const storage = createMemoryStorage()
beforeAll(async () => {
  world = await startWorld()
  table = await makeTable(world, 'Films', [fieldOf('Name', 'text'), fieldOf('Files', 'attachment')])
  line = await openCuttingLine(world.project.url)
  const { email, password } = world.editor
  const { publishableKey } = world.project
  editor = createSupabaseBackend({ url: line.url, publishableKey, storage, transport: nodeTransport })
  value(await editor.auth.signIn({ email, password }))
})
beforeEach(async () => {
  record = await addRecord(world.editor, table, {})
})
afterAll(async () => {
  await editor.dispose()
  line.close()
  await world.stop()
})

const field = (): FieldId => table.fields[1]!.id
const setFileLimit = (bytes: number) =>
  world.sql`update storage.buckets set file_size_limit = ${bytes} where id = 'plinth'`
const unfinished = () => readdir(join(world.filesDir, 'resumable')).catch(() => [])
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const rows = () => world.sql`select state from plinth.attachment where record_id = ${record}`

function send(file: Blob, more: Partial<Parameters<SupabaseBackend['files']['upload']>[0]> = {}) {
  const id = newId<AttachmentId>()
  const cell = { table: table.id, record, field: field() }
  return editor.files.upload({ id, ...cell, file, name: 'film.bin', thumbnail: null, ...more })
}

/** As if the time of the token were over: the server refuses it, and only a new one goes on. */
function spoilToken(): void {
  const key = sessionKey(line.url)
  const session = JSON.parse(storage.getItem(key) as string) as { access_token: string }
  void storage.setItem(key, JSON.stringify({ ...session, access_token: `${session.access_token}x` }))
}

it('a large file arrives whole over a line that breaks six times', async () => {
  const content = randomBytes(40 * MB)
  const told: number[] = []
  const waited: boolean[] = []
  line.cutEvery(5.5 * MB, 6)
  const { attachment } = value(
    await send(new Blob([content]), {
      onProgress: (sent) => told.push(sent),
      onWaiting: (isWaiting) => waited.push(isWaiting),
    }),
  )
  expect(line.cuts).toBe(6)
  expect(attachment.bytes).toBe(content.length)
  const stored = value(await world.viewer.backend.files.download(attachment.key))
  expect(hash(new Uint8Array(await stored.arrayBuffer()))).toBe(hash(content))
  expect(told.at(-1)).toBe(content.length)
  expect(waited).toContain(true)
  expect(waited.at(-1)).toBe(false)
  // What is finished holds its note, for who lost the answer; its bytes have moved on.
  for (const slot of await unfinished()) {
    expect(await readdir(join(world.filesDir, 'resumable', slot))).toEqual([expect.stringMatching(/json$/)])
  }
})

it('a large upload that is cancelled is ended on the server, and its announcement taken back', async () => {
  const before = await unfinished()
  const controller = new AbortController()
  const answer = await send(new Blob([randomBytes(20 * MB)]), {
    signal: controller.signal,
    onProgress: (sent) => sent > 7 * MB && controller.abort(),
  })
  expect(refusal(answer)).toBe('upload_failed')
  expect(await unfinished()).toEqual(before)
  expect(await rows()).toEqual([])
})

it('a long upload goes on after its token has ended', async () => {
  let isFirst = true
  const answer = await send(new Blob([randomBytes(20 * MB)]), {
    onProgress: (sent) => {
      if (!isFirst || sent < 7 * MB) return
      isFirst = false
      spoilToken()
    },
  })
  expect(value(answer).attachment.bytes).toBe(20 * MB)
  expect(isFirst).toBe(false)
})

it('the rights are asked with each part: who loses them does not finish', async () => {
  let isFirst = true
  const answer = await send(new Blob([randomBytes(20 * MB)]), {
    onProgress: (sent) => {
      if (!isFirst || sent < 7 * MB) return
      isFirst = false
      void world.owner.backend.bases.setRole(world.base, world.editor.userId, 'viewer')
    },
  })
  expect(refusal(answer)).toBe('forbidden')
  value(await world.owner.backend.bases.setRole(world.base, world.editor.userId, 'editor'))
})

it('the bucket’s limit is the limit of a file, told before anything is sent', async () => {
  const large = new Blob([new Uint8Array(51 * MB)])
  const session = value(await editor.workspaces.session())
  expect(session.installation.fileBytes).toBe(limits.attachmentBytes)
  const refused = await send(large)
  expect(refused).toMatchObject({ error: { code: 'file_too_large', details: { limit: 50 * MB } } })
  await setFileLimit(1024 * MB)
  expect(value(await send(large)).attachment.bytes).toBe(51 * MB)
  expect(value(await editor.workspaces.session()).installation.fileBytes).toBe(1024 * MB)
  await setFileLimit(limits.attachmentBytes)
})
