/**
 * A change is told from the log of commits, a moment before the database lets anybody read it. What a window fetched
 * in that moment may lack the change although it was asked for after the event. So each change counts once more when
 * it can surely be read: answers that prove to contain it stay, the others are fetched again.
 */
import { readableMs } from '@plinth/domain'
import type { Cancel, Clock } from './clock.ts'
import { maxSeq } from './seq.ts'
import type { StructureChange } from './structure.ts'

export class ToldChanges {
  readonly #clock: Clock
  readonly #onReadable: (change: StructureChange) => void
  #waiting: StructureChange | null = null
  /** Told while others wait: they have their own time. */
  #later: StructureChange | null = null
  #cancel: Cancel | null = null

  constructor(clock: Clock, onReadable: (change: StructureChange) => void) {
    this.#clock = clock
    this.#onReadable = onReadable
  }

  add(change: StructureChange): void {
    if (this.#waiting !== null) {
      this.#later = this.#later === null ? change : merge(this.#later, change)
      return
    }
    this.#waiting = change
    this.#cancel = this.#clock.after(readableMs, () => this.#ripen())
  }

  close(): void {
    this.#cancel?.()
  }

  #ripen(): void {
    const ripe = this.#waiting
    const later = this.#later
    this.#waiting = null
    this.#later = null
    if (later) this.add(later)
    if (ripe) this.#onReadable(ripe)
  }
}

function merge(a: StructureChange, b: StructureChange): StructureChange {
  const seq = a.seq === null || b.seq === null ? null : maxSeq(a.seq, b.seq)
  const behind = a.behind === null || b.behind === null ? null : a.behind < b.behind ? a.behind : b.behind
  return { seq, behind }
}
