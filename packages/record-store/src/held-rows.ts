/**
 * Records that stay where they are although they belong elsewhere by now, because somebody works on them; and the one
 * that was let go last, until it is known where it went.
 */
import type { RecordId } from '@plinth/domain'
import type { RecordStore } from './record-store.ts'

export class HeldRows {
  readonly #store: Pick<RecordStore, 'retain' | 'release'>
  readonly #held = new Set<RecordId>()
  #released: RecordId | null = null
  /** The record that the cursor is on. */
  cursor: RecordId | null = null

  constructor(store: Pick<RecordStore, 'retain' | 'release'>) {
    this.#store = store
  }

  get size(): number {
    return this.#held.size
  }

  get released(): RecordId | null {
    return this.#released
  }

  has(id: RecordId): boolean {
    return this.#held.has(id)
  }

  hold(id: RecordId): void {
    this.#held.add(id)
  }

  /** Stops holding without a word: the record is gone. */
  drop(id: RecordId): void {
    this.#held.delete(id)
  }

  /** Lets a record go to its place; false: it was not held. */
  letGo(id: RecordId): boolean {
    if (!this.#held.delete(id)) return false
    // Kept until it is known where it has gone.
    this.#store.retain([id])
    this.forgetReleased()
    this.#released = id
    return true
  }

  /** The record that was let go last has found its place. */
  forgetReleased(): void {
    if (this.#released !== null) this.#store.release([this.#released])
    this.#released = null
  }

  ids(): RecordId[] {
    return [...this.#held]
  }
}
