/**
 * Decoded pictures for the canvas. A picture is downloaded when it is first painted, decoded off the main thread, and
 * painted when it has arrived; the most recently painted ones are kept.
 */
import type { Backend } from '@plinth/domain'

/** At ≤ 256 px each, some tens of megabytes at most. */
const kept = 200

/** What was painted within this time is on screen: to give it up would be to fetch it again for the next painting. */
const onScreenMs = 1000

interface Picture {
  bitmap: ImageBitmap | null
  askedAt: number
}

export class Pictures {
  readonly #files: Pick<Backend['files'], 'download'>
  readonly #onReady: () => void
  readonly #pictures = new Map<string, Picture>()
  readonly #controller = new AbortController()

  constructor(files: Pick<Backend['files'], 'download'>, onReady: () => void) {
    this.#files = files
    this.#onReady = onReady
  }

  /** The picture stored under a key; null while it is not there. */
  get(key: string | null): ImageBitmap | null {
    if (key === null) return null
    const known = this.#pictures.get(key)
    const now = performance.now()
    if (known) {
      known.askedAt = now
      this.#pictures.delete(key)
      this.#pictures.set(key, known)
      return known.bitmap
    }
    const picture: Picture = { bitmap: null, askedAt: now }
    this.#pictures.set(key, picture)
    this.#evict(now)
    void this.#load(key, picture)
    return null
  }

  close(): void {
    this.#controller.abort()
    for (const { bitmap } of this.#pictures.values()) bitmap?.close()
    this.#pictures.clear()
  }

  async #load(key: string, picture: Picture): Promise<void> {
    const answer = await this.#files.download(key, this.#controller.signal)
    if (!answer.ok || this.#pictures.get(key) !== picture) return
    // A picture that cannot be decoded stays a label.
    const bitmap = await createImageBitmap(answer.value).catch(() => null)
    if (this.#pictures.get(key) !== picture) return bitmap?.close()
    picture.bitmap = bitmap
    this.#onReady()
  }

  #evict(now: number): void {
    for (const [key, { bitmap, askedAt }] of this.#pictures) {
      if (this.#pictures.size <= kept || now - askedAt < onScreenMs) return
      bitmap?.close()
      this.#pictures.delete(key)
    }
  }
}
