/** Which rows are looked at, how fast that changes, and by how much they were moved along with their records. */
import type { Cancel, Clock } from './clock.ts'
import { ScrollPace, settleMs } from './scroll-pace.ts'

export class Viewport {
  readonly #clock: Clock
  readonly #onSettled: () => void
  readonly #pace = new ScrollPace()
  #first = 0
  #last = 0
  #direction: 1 | -1 = 1
  #shift = 0
  #cancelSettle: Cancel | null = null

  /** `onSettled` runs when a fling has come to rest. */
  constructor(clock: Clock, onSettled: () => void) {
    this.#clock = clock
    this.#onSettled = onSettled
  }

  get first(): number {
    return this.#first
  }

  /** Inclusive. */
  get last(): number {
    return this.#last
  }

  /** 1: downwards. */
  get direction(): 1 | -1 {
    return this.#direction
  }

  /** Rows by which the view was moved since the beginning so that it stayed with its records. */
  get shift(): number {
    return this.#shift
  }

  get isFlinging(): boolean {
    return this.#cancelSettle !== null
  }

  shows(index: number): boolean {
    return index >= this.#first && index <= this.#last
  }

  /** Answers false when that is where it was. */
  moveTo(first: number, last: number): boolean {
    if (first === this.#first && last === this.#last) return false
    if (first !== this.#first) this.#direction = first > this.#first ? 1 : -1
    this.#first = first
    this.#last = last
    this.#cancelSettle?.()
    this.#cancelSettle = null
    if (this.#pace.note(this.#clock.now(), first, last - first + 1)) {
      this.#cancelSettle = this.#clock.after(settleMs, () => {
        this.#cancelSettle = null
        this.#pace.settle()
        this.#onSettled()
      })
    }
    return true
  }

  /** The records that are seen have got other numbers: goes along. */
  follow(delta: number): void {
    this.#shift += delta
    this.#first = Math.max(0, this.#first + delta)
    this.#last = Math.max(0, this.#last + delta)
  }

  close(): void {
    this.#cancelSettle?.()
  }
}
