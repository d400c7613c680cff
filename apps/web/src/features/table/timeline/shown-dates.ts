/** The dates that a record would get, while it is dragged. Beside React, so that only its own row follows the pointer. */
import type { RecordId } from '@plinth/domain'
import type { Dates } from './moves.ts'

export interface DraggedDates {
  readonly id: RecordId
  /** Null: as they are. */
  readonly dates: Dates
}

export class ShownDates {
  readonly #listeners = new Set<() => void>()
  #shown: DraggedDates | null = null

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  readonly shown = (): DraggedDates | null => this.#shown

  /** Of this record; null: it is not dragged. */
  of(id: RecordId | null): DraggedDates | null {
    return this.#shown !== null && this.#shown.id === id ? this.#shown : null
  }

  set(shown: DraggedDates | null): void {
    this.#shown = shown
    for (const listener of Array.from(this.#listeners)) listener()
  }
}
