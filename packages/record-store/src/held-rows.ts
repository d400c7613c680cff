/**
 * Records that stay where they are although they belong elsewhere by now, or nowhere, because somebody works on them; and the
 * one that was let go last, until it is known where it went.
 */
import type { RecordId } from '@plinth/domain'
import type { RecordStore } from './record-store.ts'
import type { HeldReason } from './window-order.ts'

interface Held {
  /** Null: whether it has to go is not known yet. */
  readonly reason: HeldReason | null
  /** Since when it is known to be no row of the view; null: it is one, as far as is known. */
  readonly outsideSince: number | null
  /** The window's total is without it already. */
  readonly isUncounted: boolean
}

export class HeldRows {
  readonly #store: Pick<RecordStore, 'retain' | 'release'>
  readonly #held = new Map<RecordId, Held>()
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

  /** Rows that are shown beyond the window's total. */
  get uncounted(): number {
    let count = 0
    for (const { isUncounted } of this.#held.values()) if (isUncounted) count += 1
    return count
  }

  has(id: RecordId): boolean {
    return this.#held.has(id)
  }

  reasonOf(id: RecordId): HeldReason | null {
    return this.#held.get(id)?.reason ?? null
  }

  isOutside(id: RecordId): boolean {
    return (this.#held.get(id)?.outsideSince ?? null) !== null
  }

  hold(id: RecordId, reason: HeldReason | null = null): void {
    const known = this.#held.get(id)
    this.#held.set(id, {
      outsideSince: null,
      isUncounted: false,
      ...known,
      reason: reason ?? known?.reason ?? null,
    })
  }

  /** A held record is no row of the view any more, or is one again. */
  judge(id: RecordId, outside: HeldReason | null, at: number): void {
    const known = this.#held.get(id)
    if (!known) return
    if (outside === null) {
      const reason = known.outsideSince === null ? known.reason : null
      this.#held.set(id, { reason, outsideSince: null, isUncounted: false })
    } else {
      this.#held.set(id, { ...known, reason: outside, outsideSince: known.outsideSince ?? at })
    }
  }

  /** A count that began at `began` is without the rows that had left the view before. */
  countedSince(began: number): void {
    for (const [id, held] of this.#held) {
      if (held.outsideSince !== null && held.outsideSince <= began)
        this.#held.set(id, { ...held, isUncounted: true })
    }
  }

  /** Stops holding without a word: the record is gone, or stands where it belongs. */
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
    return [...this.#held.keys()]
  }
}
