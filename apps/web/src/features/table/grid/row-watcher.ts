/** Listens to the records on screen, and to no others. */
import type { RecordId } from '@plinth/domain'
import type { RecordStore } from '@plinth/record-store'

export class RowWatcher {
  readonly #store: RecordStore
  readonly #onChange: (id: RecordId) => void
  #stops = new Map<RecordId, () => void>()

  constructor(store: RecordStore, onChange: (id: RecordId) => void) {
    this.#store = store
    this.#onChange = onChange
  }

  watch(ids: Iterable<RecordId>): void {
    const before = this.#stops
    this.#stops = new Map()
    for (const id of ids) {
      const stop = before.get(id) ?? this.#store.subscribe(id, () => this.#onChange(id))
      before.delete(id)
      this.#stops.set(id, stop)
    }
    for (const stop of before.values()) stop()
  }

  close(): void {
    this.watch([])
  }
}
