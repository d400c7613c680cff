import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Upload } from '@tus/server'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ResumableStore } from './resumable-store.ts'

const HOUR = 60 * 60 * 1000

let root: string
let now: number
let store: ResumableStore
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'plinth-resumable-'))
  now = Date.now()
  store = new ResumableStore(root, () => now)
})
afterEach(() => rm(root, { recursive: true }))

const slot = () => randomBytes(32).toString('hex')
async function begin(size: number, at = slot()): Promise<string> {
  const { id } = await store.create(new Upload({ id: `${at}/${randomUUID()}`, size, offset: 0 }))
  return id
}

async function* breaking() {
  yield Buffer.from('1234')
  throw new Error('the line broke')
}

it('keeps what came before a stream broke', async () => {
  const id = await begin(10)
  await expect(store.write(Readable.from(breaking()), id, 0)).rejects.toThrow('the line broke')
  expect((await store.getUpload(id)).offset).toBe(4)
  expect(await store.write(Readable.from([Buffer.from('567890')]), id, 4)).toBe(10)
  expect(await store.awaitsStoring(id)).toBe(true)
})

it('has one upload in a slot: beginning again ends the one before', async () => {
  const at = slot()
  const first = await begin(10, at)
  const second = await begin(10, at)
  await expect(store.getUpload(first)).rejects.toMatchObject({ status_code: 404 })
  expect((await store.getUpload(second)).offset).toBe(0)
  expect(await readdir(root)).toHaveLength(1)
})

it('tells that an upload came whole after its bytes have moved on', async () => {
  const id = await begin(3)
  await store.write(Readable.from([Buffer.from('abc')]), id, 0)
  await rm((await store.staged(id)).path)
  await expect(store.getUpload(id)).rejects.toMatchObject({ status_code: 410 })
  await store.noteStored(id)
  expect((await store.getUpload(id)).offset).toBe(3)
  expect(await store.awaitsStoring(id)).toBe(false)
})

it('gives up what is a day old, finished or not, and what a crash left without a note', async () => {
  const old = [await begin(3), await begin(3)]
  await store.noteStored(old[1]!)
  const torn = join(root, slot())
  await mkdir(torn)
  await utimes(torn, new Date(now - 25 * HOUR), new Date(now - 25 * HOUR))
  now += 2 * HOUR
  const young = await begin(3)
  expect(await store.deleteExpired()).toBe(1)
  now += 23 * HOUR
  expect(await store.deleteExpired()).toBe(2)
  expect((await store.getUpload(young)).size).toBe(3)
})

it.each(['x', '../../etc/passwd', `${'a'.repeat(64)}/../x`])('leads nowhere by the id %s', async (id) => {
  await expect(store.getUpload(id)).rejects.toMatchObject({ status_code: 404 })
})
