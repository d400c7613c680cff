/**
 * Tells flinging from reading. While the view moves faster than three screens in 100 ms nothing is fetched until
 * it has been calm for 80 ms: one fetch where the thumb stops, none on the way.
 */
export const settleMs = 80
const spanMs = 100
const screensPerSpan = 3

export class ScrollPace {
  #samples: { at: number; first: number }[] = []

  /** Notes where the view is; answers whether it is flinging. `screen` is the number of rows on screen. */
  note(at: number, first: number, screen: number): boolean {
    this.#samples = this.#samples.filter((sample) => at - sample.at <= spanMs)
    this.#samples.push({ at, first })
    let way = 0
    for (let n = 1; n < this.#samples.length; n++) {
      way += Math.abs((this.#samples[n]?.first ?? 0) - (this.#samples[n - 1]?.first ?? 0))
    }
    // One leap (a key, a link, a click on the bar) is a place somebody wants to see, not a fling.
    return this.#samples.length > 2 && way > screensPerSpan * Math.max(1, screen)
  }

  settle(): void {
    this.#samples = []
  }
}
