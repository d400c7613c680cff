/**
 * Tells one's own changes among the events, and notices when the event of a stored change does not come: then it is
 * taken for lost.
 */
import type { RecordId } from '@plinth/domain'
import type { Cancel, Clock } from './clock.ts'

/** The event of one's own change comes within this time. */
export const ownEventMs = 2_000
const rememberedEvents = 1_000

type Item = readonly [RecordId, number]

export class OwnEvents {
  readonly #clock: Clock
  readonly #seen = new Set<string>()
  readonly #awaited = new Map<string, Cancel>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Waits for the event of a stored change (`ver` 0: a deletion), unless it was here before the answer. */
  await(id: RecordId, ver: number, onLost: () => void): void {
    const key = keyOf(id, ver)
    if (this.#seen.has(key)) return
    const cancel = this.#clock.after(ownEventMs, () => {
      this.#awaited.delete(key)
      onLost()
    })
    this.#awaited.set(key, cancel)
  }

  isAwaited(id: RecordId, ver: number): boolean {
    return this.#awaited.has(keyOf(id, ver))
  }

  /** An event has come. */
  note(items: readonly Item[]): void {
    for (const [id, ver] of items) {
      const key = keyOf(id, ver)
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

const keyOf = (id: RecordId, ver: number) => `${id} ${ver}`
