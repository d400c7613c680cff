/**
 * Blocks of record ids by number, newest used last. Each id stands in at most one place: where two blocks claim the
 * same record (a structure changed between their fetches), the newer one keeps it and the other shows a gap until
 * it is fetched again.
 */
import type { RecordId, Seq } from '@plinth/domain'

export interface Block {
  readonly no: number
  readonly first: number
  /** null: the record moved to another block. */
  readonly ids: readonly (RecordId | null)[]
  readonly asOf: Seq
  readonly generation: number
  /** Counted from the beginning of the rows, not from their end. */
  readonly isFirm: boolean
  /** Numbers may be off (fetched from a doubtful key). */
  readonly isDrifting: boolean
}

export class BlockCache {
  readonly #blocks = new Map<number, Block>()
  readonly #place = new Map<RecordId, number>()
  readonly size: number

  constructor(blockSize: number) {
    this.size = blockSize
  }

  get(no: number): Block | undefined {
    return this.#blocks.get(no)
  }

  /** Marks as used, so that it is evicted last. */
  touch(no: number): void {
    const block = this.#blocks.get(no)
    if (!block) return
    this.#blocks.delete(no)
    this.#blocks.set(no, block)
  }

  idAt(index: number): RecordId | null {
    const block = this.#blocks.get(Math.floor(index / this.size))
    return block?.ids[index - block.first] ?? null
  }

  indexOf(id: RecordId): number | null {
    return this.#place.get(id) ?? null
  }

  /** Stores a block; answers the ids that came in and went out of the cache. */
  put(block: Block): { added: RecordId[]; removed: RecordId[] } {
    const before = this.#blocks.get(block.no)
    const had = new Set(before?.ids.filter((id) => id !== null))
    for (const id of had) this.#place.delete(id)
    const added: RecordId[] = []
    block.ids.forEach((id, at) => {
      if (id === null) return
      if (!had.delete(id)) {
        if (!this.#takeFromOthers(id)) added.push(id)
      }
      this.#place.set(id, block.first + at)
    })
    this.#blocks.delete(block.no)
    this.#blocks.set(block.no, block)
    return { added, removed: [...had] }
  }

  remove(no: number): RecordId[] {
    const block = this.#blocks.get(no)
    if (!block) return []
    this.#blocks.delete(no)
    const ids = block.ids.filter((id) => id !== null)
    for (const id of ids) this.#place.delete(id)
    return ids
  }

  rewrite(change: (block: Block) => Block): void {
    for (const block of this.#blocks.values()) this.#blocks.set(block.no, change(block))
  }

  /** Evicts the least used beyond `keep`, sparing pinned ones; answers the ids that left. */
  evict(keep: number, isPinned: (block: Block) => boolean): RecordId[] {
    const gone: RecordId[] = []
    for (const block of this.#blocks.values()) {
      if (this.#blocks.size <= keep) break
      if (!isPinned(block)) gone.push(...this.remove(block.no))
    }
    return gone
  }

  /** Those that are here of the blocks from one number to another. */
  between(first: number, last: number): Block[] {
    return Array.from({ length: last - first + 1 }, (_, at) => this.get(first + at)).filter(
      (block) => block !== undefined,
    )
  }

  numbers(): number[] {
    return [...this.#blocks.keys()]
  }

  ids(): IterableIterator<RecordId> {
    return this.#place.keys()
  }

  #takeFromOthers(id: RecordId): boolean {
    const index = this.#place.get(id)
    if (index === undefined) return false
    const other = this.#blocks.get(Math.floor(index / this.size))
    if (!other) return false
    const ids = other.ids.map((known) => (known === id ? null : known))
    this.#blocks.set(other.no, { ...other, ids, generation: -1 })
    return true
  }
}
