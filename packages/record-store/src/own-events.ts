/**
 * Tells one's own changes among the events, and notices when the event of a stored change does not come: then it is
 * taken for lost.
 */
import type { RecordId, Seq } from '@plinth/domain'
import type { Cancel, Clock } from './clock.ts'

/** The event of one's own change comes within this time. */
export const ownEventMs = 2_000
/** Two for each record: with the point and without. */
const rememberedEvents = 2_000

/** What an event tells of one record. */
export interface ToldChange {
  readonly id: RecordId
  /** 0: it was deleted. */
  readonly ver: number
  /** The point of the commit; null: the answer did not name it. */
  readonly seq: Seq | null
}

export class OwnEvents {
  readonly #clock: Clock
  readonly #seen = new Set<string>()
  readonly #awaited = new Map<string, Cancel>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Waits for the event of a stored change, unless it was here before the answer. */
  await(change: ToldChange, onLost: () => void): void {
    const key = keyOf(change)
    if (this.#seen.has(key)) return
    const cancel = this.#clock.after(ownEventMs, () => {
      this.#awaited.delete(key)
      onLost()
    })
    this.#awaited.set(key, cancel)
  }

  isAwaited(change: ToldChange): boolean {
    return keysOf(change).some((key) => this.#awaited.has(key))
  }

  /** An event has come. */
  note({
    seq,
    items,
  }: {
    readonly seq: Seq
    readonly items: readonly (readonly [RecordId, number])[]
  }): void {
    for (const key of items.flatMap(([id, ver]) => keysOf({ id, ver, seq }))) {
      this.#awaited.get(key)?.()
      this.#awaited.delete(key)
      this.#seen.add(key)
    }
    for (const oldest of this.#seen) {
      if (this.#seen.size <= rememberedEvents) break
      this.#seen.delete(oldest)
    }
  }

  close(): void {
    for (const cancel of this.#awaited.values()) cancel()
    this.#awaited.clear()
  }
}

/** The point tells best: a record that was deleted and made again has its versions twice. */
const keyOf = ({ id, ver, seq }: ToldChange) => (seq === null ? `${id} ${ver}` : `${id} at ${seq}`)

/** Whatever the answer has named, or will. */
const keysOf = (change: ToldChange) => [keyOf(change), keyOf({ ...change, seq: null })]
