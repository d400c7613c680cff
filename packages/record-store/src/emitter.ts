/** A set of listeners; `subscribe` answers how to leave. */
export class Emitter<Args extends readonly unknown[] = []> {
  readonly #listeners = new Set<(...args: Args) => void>()

  readonly subscribe = (listener: (...args: Args) => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  emit(...args: Args): void {
    for (const listener of Array.from(this.#listeners)) listener(...args)
  }

  get size(): number {
    return this.#listeners.size
  }
}
