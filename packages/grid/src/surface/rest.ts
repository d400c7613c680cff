/**
 * Runs something when nothing has happened for a while. What happens is noted in every frame, so the clock is not set anew
 * each time: where it rings too early it is set for what is left.
 */
export class Rest {
  readonly #ms: number
  readonly #run: () => void
  #timer: ReturnType<typeof setTimeout> | null = null
  #notedAt = 0

  constructor(ms: number, run: () => void) {
    this.#ms = ms
    this.#run = run
  }

  note(): void {
    this.#notedAt = performance.now()
    this.#timer ??= setTimeout(this.#ring, this.#ms)
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  readonly #ring = (): void => {
    const left = this.#notedAt + this.#ms - performance.now()
    this.#timer = left > 1 ? setTimeout(this.#ring, left) : null
    if (this.#timer === null) this.#run()
  }
}
