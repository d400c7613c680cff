import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import type { StagedFile } from '../file-store.ts'

/** As on hosted: what is not finished a day after it was begun is given up. */
const LIFETIME_MS = 24 * 60 * 60 * 1000

interface Note {
  size: number
  metadata: Record<string, string | null>
  createdMs: number
  /** Its object is there; only the answer may have been lost. */
  isStored: boolean
}

/**
 * Unfinished uploads on disk. The id of one is `<slot>/<version>`; its bytes are in the file of that name, what is
 * known of it in `<version>.json` beside. The bytes on disk are the offset: what was told survives a crash.
 */
export class ResumableStore extends DataStore {
  constructor(
    private readonly root: string,
    private readonly now: () => number = Date.now,
  ) {
    super()
    this.extensions = ['creation', 'creation-with-upload', 'termination', 'expiration']
  }

  /** Begins an upload; an earlier one in its slot ends. */
  override async create(upload: Upload): Promise<Upload> {
    const { slot } = placeOf(upload.id)
    await rm(join(this.root, slot), { recursive: true, force: true })
    await mkdir(join(this.root, slot), { recursive: true })
    const createdMs = this.now()
    const { size = 0, metadata = {} } = upload
    await writeFile(this.pathOf(upload.id), '', { mode: 0o600 })
    await this.note(upload.id, { size, metadata, createdMs, isStored: false })
    upload.creation_date = new Date(createdMs).toISOString()
    return upload
  }

  /** Appends what comes; what came before the line broke stays. Durable when this resolves. */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const file = await open(this.pathOf(id), 'r+')
    let end = offset
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        await file.write(chunk, 0, chunk.length, end)
        end += chunk.length
      }
    } finally {
      await file.sync()
      await file.close()
    }
    return end
  }

  override async getUpload(id: string): Promise<Upload> {
    const { size, metadata, createdMs, isStored } = await this.read(id)
    const offset = isStored ? size : await sizeOf(this.pathOf(id))
    return new Upload({ id, size, offset, metadata, creation_date: new Date(createdMs).toISOString() })
  }

  override async remove(id: string): Promise<void> {
    await this.read(id)
    await rm(join(this.root, placeOf(id).slot), { recursive: true, force: true })
  }

  override getExpiration(): number {
    return LIFETIME_MS
  }

  /** Removes what is older than its lifetime, and what a crash left without its note. */
  override async deleteExpired(): Promise<number> {
    let deleted = 0
    for (const slot of await readdir(this.root).catch(() => [])) {
      const names = await readdir(join(this.root, slot)).catch(() => [])
      const name = names.find((each) => each.endsWith('.json'))
      const note = name && (await this.read(`${slot}/${name.slice(0, -'.json'.length)}`).catch(() => null))
      const begunMs = note ? note.createdMs : await changedMs(join(this.root, slot))
      if (this.now() - begunMs <= LIFETIME_MS) continue
      await rm(join(this.root, slot), { recursive: true, force: true })
      deleted += 1
    }
    return deleted
  }

  /** Whether all bytes are there, but no object. */
  async awaitsStoring(id: string): Promise<boolean> {
    const { size, isStored } = await this.read(id)
    return !isStored && (await sizeOf(this.pathOf(id))) === size
  }

  /** The bytes of a complete upload, to be given their lasting name. Versions never change, so they are their own tag. */
  async staged(id: string): Promise<StagedFile> {
    const path = this.pathOf(id)
    return { path, size: await sizeOf(path), etag: `"${placeOf(id).version}"` }
  }

  /** Notes that the object is there: who lost the answer is told so for a day. */
  async noteStored(id: string): Promise<void> {
    await this.note(id, { ...(await this.read(id)), isStored: true })
  }

  private pathOf(id: string): string {
    const { slot, version } = placeOf(id)
    return join(this.root, slot, version)
  }

  private async read(id: string): Promise<Note> {
    try {
      return JSON.parse(await readFile(`${this.pathOf(id)}.json`, 'utf8')) as Note
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw ERRORS.FILE_NOT_FOUND
      throw error
    }
  }

  private async note(id: string, note: Note): Promise<void> {
    const path = `${this.pathOf(id)}.json`
    await writeFile(`${path}.new`, JSON.stringify(note), { mode: 0o600 })
    await rename(`${path}.new`, path)
  }
}

function placeOf(id: string): { slot: string; version: string } {
  const [slot = '', version = ''] = id.split('/')
  if (!/^[0-9a-f]{64}$/.test(slot) || !/^[0-9a-f-]{36}$/.test(version)) throw ERRORS.FILE_NOT_FOUND
  return { slot, version }
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => null)
  if (!found) throw ERRORS.FILE_NO_LONGER_EXISTS
  return found.size
}

async function changedMs(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.mtimeMs ?? 0
}
