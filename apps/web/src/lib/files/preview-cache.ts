/**
 * Downloaded pictures as object URLs. A URL lives while somebody shows it, and a while longer in a small cache, so
 * that scrolling back shows it at once.
 */
import type { FileSource } from './file-source.ts'

interface Entry {
  users: number
  url: string | null
  state: 'loading' | 'ready' | 'failed'
  readonly listeners: Set<() => void>
  readonly controller: AbortController
}

export interface PreviewOptions {
  /** Previews that nobody shows any more and that stay all the same. */
  readonly kept: number
  /** What the bytes are taken for, whatever storage says: a blob of another type could be a page of the app's origin. */
  readonly type?: string
}

export class PreviewCache {
  readonly #download: FileSource['download']
  readonly #entries = new Map<string, Entry>()

  readonly #options: PreviewOptions

  constructor(source: FileSource, options: PreviewOptions) {
    this.#options = options
    this.#download = (key, signal) => source.download(key, signal)
  }

  state(key: string): Entry['state'] {
    return this.#entries.get(key)?.state ?? 'loading'
  }

  url(key: string): string | null {
    return this.#entries.get(key)?.url ?? null
  }

  /** Shows a picture: loads it if needed and runs `listener` when that changes; answers how to leave. */
  show(key: string, listener: () => void): () => void {
    let entry = this.#entries.get(key)
    if (entry?.state === 'failed') {
      this.#entries.delete(key)
      entry = undefined
    }
    if (!entry) {
      entry = {
        users: 0,
        url: null,
        state: 'loading',
        listeners: new Set(),
        controller: new AbortController(),
      }
      void this.#load(key, entry)
    }
    // Last used, last evicted.
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    entry.users += 1
    entry.listeners.add(listener)
    const shown = entry
    return () => this.#leave(key, shown, listener)
  }

  #leave(key: string, entry: Entry, listener: () => void): void {
    entry.users -= 1
    entry.listeners.delete(listener)
    if (entry.users === 0 && entry.state === 'loading') {
      entry.controller.abort()
      this.#entries.delete(key)
    }
    this.#evict()
  }

  async #load(key: string, entry: Entry): Promise<void> {
    const answer = await this.#download(key, entry.controller.signal)
    if (this.#entries.get(key) !== entry) return
    entry.state = answer.ok ? 'ready' : 'failed'
    const { type } = this.#options
    if (answer.ok) {
      entry.url = URL.createObjectURL(type === undefined ? answer.value : new Blob([answer.value], { type }))
    }
    for (const listener of entry.listeners) listener()
  }

  #evict(): void {
    let unused = [...this.#entries.values()].filter((entry) => entry.users === 0).length
    for (const [key, entry] of this.#entries) {
      if (unused <= this.#options.kept) break
      if (entry.users > 0) continue
      if (entry.url !== null) URL.revokeObjectURL(entry.url)
      this.#entries.delete(key)
      unused -= 1
    }
  }
}
