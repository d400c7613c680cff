/**
 * Code that is loaded when it is needed first. What is drawn by `lazy` suspends, and React shows it no sooner than 300 ms after the skeleton
 * that stood there in the meantime, however quickly it came; what asks the database as it comes up would ask so much later.
 */
type Outcome<T> = { readonly code: T } | { readonly error: unknown }

export class LaterCode<T> {
  readonly #load: () => Promise<T>
  readonly #listeners = new Set<() => void>()
  #outcome: Outcome<T> | null = null
  #isAsked = false

  constructor(load: () => Promise<T>) {
    this.#load = load
  }

  /** Begins to load it where nobody has yet. */
  readonly ask = (): void => {
    if (this.#isAsked) return
    this.#isAsked = true
    this.#load().then(
      (code) => this.#end({ code }),
      (error: unknown) => this.#end({ error }),
    )
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    this.ask()
    return () => this.#listeners.delete(listener)
  }

  /** Null: it is not there yet. Throws why it did not come. */
  readonly current = (): T | null => {
    if (this.#outcome === null) return null
    if ('error' in this.#outcome) throw this.#outcome.error
    return this.#outcome.code
  }

  #end(outcome: Outcome<T>): void {
    this.#outcome = outcome
    for (const listener of this.#listeners) listener()
  }
}
