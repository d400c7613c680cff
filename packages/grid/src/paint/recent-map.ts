/**
 * A map that forgets what was not asked for lately. Two generations: what is asked for moves to the young one, and when
 * that is full the old one goes. As good as an exact order for this, without its price at each look.
 */
export class RecentMap<Value> {
  readonly #size: number
  #young = new Map<string, Value>()
  #old = new Map<string, Value>()

  /** Keeps between `size` and twice as many. */
  constructor(size: number) {
    this.#size = size
  }

  get(key: string): Value | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: string, value: Value): void {
    if (this.#young.size >= this.#size) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }

  clear(): void {
    this.#young.clear()
    this.#old.clear()
  }
}
