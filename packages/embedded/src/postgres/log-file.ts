import { appendFile, rename, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/** Text waiting to be written beyond this is dropped: a disk that hangs must not fill the memory. */
const MAX_WAITING = 1024 * 1024

/**
 * Keeps what a program writes in a file that never grows past `maxBytes`: a full one is renamed to
 * `<path>.1`, whose predecessor is dropped. A file that cannot be written is passed over, because a log
 * must not stop the work it tells of.
 */
export class LogFile {
  private bytes: number | undefined
  private waiting = 0
  private writing: Promise<void> = Promise.resolve()

  constructor(
    readonly path: string,
    private readonly maxBytes = 1024 * 1024,
  ) {}

  /** Collects what `stream` writes until it ends. */
  follow(stream: Readable): void {
    stream.on('data', (chunk: Buffer | string) => this.add(chunk))
  }

  /** Resolves when everything added so far is written. */
  flushed(): Promise<void> {
    return this.writing
  }

  add(chunk: Buffer | string): void {
    const size = Buffer.byteLength(chunk)
    if (this.waiting + size > MAX_WAITING) return
    this.waiting += size
    this.writing = this.writing
      .then(() => this.append(chunk, size))
      .catch(() => undefined)
      .finally(() => {
        this.waiting -= size
      })
  }

  private async append(chunk: Buffer | string, size: number): Promise<void> {
    this.bytes ??= await stat(this.path).then(
      (found) => found.size,
      () => 0,
    )
    if (this.bytes > 0 && this.bytes + size > this.maxBytes) {
      await rename(this.path, `${this.path}.1`)
      this.bytes = 0
    }
    await appendFile(this.path, chunk, { mode: 0o600 })
    this.bytes += size
  }
}
