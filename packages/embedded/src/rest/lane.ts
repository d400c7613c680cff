/** A way on which few go at a time, in the order in which they came, and before which not too many wait. */
export class Lane {
  readonly #width: number
  readonly #room: number
  readonly #waiting: (() => void)[] = []
  #under = 0

  /** So many go at a time, and so many wait. */
  constructor(width: number, room: number) {
    this.#width = width
    this.#room = room
  }

  /** Does the work when it is its turn; null at once where too many wait. */
  run<T>(work: () => Promise<T>): Promise<T> | null {
    if (this.#under >= this.#width && this.#waiting.length >= this.#room) return null
    return this.#take(work)
  }

  async #take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#under >= this.#width) await new Promise<void>((go) => this.#waiting.push(go))
    else this.#under += 1
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      // Who comes next takes the place that is given up.
      if (next) next()
      else this.#under -= 1
    }
  }
}
