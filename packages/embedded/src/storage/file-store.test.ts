import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FileStore } from './file-store.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'plinth-store-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

async function read(store: FileStore, version: string): Promise<string | null> {
  const file = await store.open(version)
  if (!file) return null
  const text = await file.readFile('utf8')
  await file.close()
  return text
}

const files = async (folder: string) =>
  (await readdir(join(root, folder), { recursive: true }).catch(() => [])).filter((name) =>
    name.includes('-'),
  )

describe('the file store', () => {
  it('publishes a received file under its version, with size and MD5', async () => {
    const store = new FileStore(root)
    const version = randomUUID()
    const staged = await store.receive(chunks('hel', 'lo'), 5)
    expect(staged).toMatchObject({ size: 5, etag: '"5d41402abc4b2a76b9719d911017c592"' })
    expect(await read(store, version)).toBeNull()
    await store.publish(staged, version)
    expect(await read(store, version)).toBe('hello')
    await store.remove(version)
    expect(await read(store, version)).toBeNull()
  })

  it('keeps nothing of a stream that is too long or breaks', async () => {
    const store = new FileStore(root)
    await expect(store.receive(chunks('123', '456'), 5)).rejects.toThrow('exceeded the maximum')
    const broken = (async function* () {
      yield Buffer.from('123')
      throw new Error('connection lost')
    })()
    await expect(store.receive(broken, 5)).rejects.toThrow('connection lost')
    expect(await files('incoming')).toEqual([])
  })

  it('copies by content: the copy outlives the original', async () => {
    const store = new FileStore(root)
    const [one, two] = [randomUUID(), randomUUID()]
    await store.publish(await store.receive(chunks('same'), 9), one)
    await store.copy(one, two)
    await store.remove(one)
    expect(await read(store, two)).toBe('same')
    await expect(store.copy(one, randomUUID())).rejects.toThrow('Object not found')
  })

  it('takes no path for a version', async () => {
    const store = new FileStore(root)
    await writeFile(join(root, 'secret'), 'x')
    expect(await store.open('../secret')).toBeNull()
    await store.remove('../secret')
    expect(await readdir(root)).toEqual(['secret'])
  })

  it('at the start sets aside what no row names, and leaves the new alone', async () => {
    const before = new FileStore(root)
    const [named, orphan] = [randomUUID(), randomUUID()]
    for (const version of [named, orphan]) {
      await before.publish(await before.receive(chunks(version), 99), version)
    }
    await mkdir(join(root, 'incoming'), { recursive: true })
    await writeFile(join(root, 'incoming', randomUUID()), 'half')
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    const store = new FileStore(root)
    const fresh = randomUUID()
    await store.publish(await store.receive(chunks('fresh'), 99), fresh)
    await utimes(join(root, 'objects', fresh.slice(0, 2), fresh), 0, 0)
    expect(await store.sweep(async () => new Set([named]))).toEqual({ setAside: 1, broughtBack: 0 })
    expect(await files('lost')).toEqual([orphan])
    expect(await files('incoming')).toEqual([])
    expect([await read(store, named), await read(store, fresh)]).toEqual([named, 'fresh'])
  })

  it('at the start brings back what was set aside and a row names: the right database is there again', async () => {
    const before = new FileStore(root)
    const [named, orphan] = [randomUUID(), randomUUID()]
    for (const version of [named, orphan]) {
      await before.publish(await before.receive(chunks(version), 99), version)
    }
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    expect(await new FileStore(root).sweep(async () => new Set())).toEqual({ setAside: 2, broughtBack: 0 })
    const store = new FileStore(root)
    expect(await read(store, named)).toBeNull()
    expect(await store.sweep(async () => new Set([named]))).toEqual({ setAside: 0, broughtBack: 1 })
    expect(await read(store, named)).toBe(named)
    expect(await files('lost')).toEqual([orphan])
  })
})
