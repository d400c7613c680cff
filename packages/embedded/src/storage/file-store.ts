import { createHash, randomUUID } from 'node:crypto'
import { copyFile, type FileHandle, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { failures } from './storage-failure.ts'

/** A received file that no row names yet. */
export interface StagedFile {
  path: string
  size: number
  /** Quoted MD5, as S3 gives it. */
  etag: string
}

type KnownVersions = (versions: string[]) => Promise<Set<string>>

/** How many files a sweep moved. */
interface Swept {
  setAside: number
  broughtBack: number
}

const VERSION = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Bytes read past a limit and thrown away, so that a client sees the refusal and not a broken pipe. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024

/** Times of files may lag behind the process's clock. */
const CLOCK_SLACK_MS = 1_000

/** Rows asked for at once while looking for files that no row names. */
const SWEEP_BATCH = 500

/**
 * Files on disk. Each version of an object is one file under a random name that never changes its
 * content: `objects/<first two digits>/<version>`. A file is written to `incoming/`, synced, and renamed
 * within the transaction that writes its row; what a crash leaves behind is swept at the next start.
 */
export class FileStore {
  private readonly startedMs = Date.now()

  constructor(private readonly root: string) {}

  /** Writes a stream to a staged file. Throws a refusal past `limitBytes`. */
  async receive(chunks: AsyncIterable<Uint8Array>, limitBytes: number): Promise<StagedFile> {
    const path = join(this.root, 'incoming', randomUUID())
    await mkdir(dirname(path), { recursive: true })
    const file = await open(path, 'wx', 0o600)
    try {
      const { size, etag } = await writeChunks(file, chunks, limitBytes)
      await file.sync()
      return { path, size, etag }
    } catch (error) {
      await rm(path, { force: true })
      throw error
    } finally {
      await file.close()
    }
  }

  /** Gives a staged file its lasting name; durable when this resolves. */
  async publish(staged: StagedFile, version: string): Promise<void> {
    const path = this.pathOf(version)
    await makeFolder(dirname(path))
    await rename(staged.path, path)
    await syncFolder(dirname(path))
  }

  async discard(staged: StagedFile): Promise<void> {
    await rm(staged.path, { force: true })
  }

  /** Makes a second name for the same content: versions never change, so they may share it. */
  async copy(from: string, to: string): Promise<void> {
    const target = this.pathOf(to)
    await makeFolder(dirname(target))
    await link(this.pathOf(from), target).catch(async (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw failures.objectNotFound()
      await copyFile(this.pathOf(from), target)
    })
    await syncFolder(dirname(target))
  }

  async remove(version: string | null): Promise<void> {
    if (version !== null && VERSION.test(version)) await rm(this.pathOf(version), { force: true })
  }

  /** Opens a version for reading; null when there is no such file. */
  async open(version: string): Promise<FileHandle | null> {
    if (!VERSION.test(version)) return null
    try {
      return await open(this.pathOf(version), 'r')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }

  /**
   * Clears what an earlier process left behind: half-received files are deleted; files that no row
   * names are moved to `lost/`, not deleted, because a wrong database would name none of them. What a row
   * names comes back from there. `known` gives those of the versions that have a row.
   */
  async sweep(known: KnownVersions): Promise<Swept> {
    for (const name of await listFolder(join(this.root, 'incoming'))) {
      const path = join(this.root, 'incoming', name)
      if (await this.isOld(path)) await rm(path, { force: true })
    }
    const lost = versionsAmong(await listFolder(join(this.root, 'lost')))
    const broughtBack = await inBatches(lost, (some) => this.bringBack(some, known))
    let setAside = 0
    for (const shard of await listFolder(join(this.root, 'objects'))) {
      const versions = versionsAmong(await listFolder(join(this.root, 'objects', shard)))
      setAside += await inBatches(versions, (some) => this.setAside(some, known))
    }
    return { setAside, broughtBack }
  }

  private async setAside(versions: string[], known: KnownVersions): Promise<number> {
    const named = await known(versions)
    let moved = 0
    for (const version of versions) {
      const path = this.pathOf(version)
      // A file of this process may be published before its row is committed.
      if (named.has(version) || !(await this.isOld(path))) continue
      await mkdir(join(this.root, 'lost'), { recursive: true })
      moved += await renamed(path, join(this.root, 'lost', version))
    }
    return moved
  }

  private async bringBack(versions: string[], known: KnownVersions): Promise<number> {
    const named = await known(versions)
    let moved = 0
    for (const version of versions) {
      if (!named.has(version)) continue
      const path = this.pathOf(version)
      await makeFolder(dirname(path))
      moved += await renamed(join(this.root, 'lost', version), path)
    }
    return moved
  }

  private async isOld(path: string): Promise<boolean> {
    const found = await stat(path).catch(() => null)
    return found !== null && found.ctimeMs < this.startedMs - CLOCK_SLACK_MS
  }

  private pathOf(version: string): string {
    if (!VERSION.test(version)) throw new Error('not a version of an object')
    return join(this.root, 'objects', version.slice(0, 2), version)
  }
}

async function writeChunks(
  file: FileHandle,
  chunks: AsyncIterable<Uint8Array>,
  limitBytes: number,
): Promise<{ size: number; etag: string }> {
  const hash = createHash('md5')
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > limitBytes) {
      if (size > limitBytes + MAX_DRAINED_BYTES) break
      continue
    }
    hash.update(chunk)
    await file.appendFile(chunk)
  }
  if (size > limitBytes) throw failures.tooLarge()
  return { size, etag: `"${hash.digest('hex')}"` }
}

const versionsAmong = (names: string[]) => names.filter((name) => VERSION.test(name))

/** Sums up what `work` answers for some versions at a time. */
async function inBatches(versions: string[], work: (versions: string[]) => Promise<number>): Promise<number> {
  let sum = 0
  for (let start = 0; start < versions.length; start += SWEEP_BATCH) {
    sum += await work(versions.slice(start, start + SWEEP_BATCH))
  }
  return sum
}

/** 1 if the file is now at `to`, else 0. */
async function renamed(from: string, to: string): Promise<number> {
  return rename(from, to).then(
    () => 1,
    () => 0,
  )
}

async function listFolder(path: string): Promise<string[]> {
  return readdir(path).catch(() => [])
}

/** Makes a folder whose own entry is durable, too. */
async function makeFolder(path: string): Promise<void> {
  const created = await mkdir(path, { recursive: true })
  if (created !== undefined) await syncFolder(dirname(path))
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
