/**
 * Where tall lines stand, and where their scroll bar does. Browsers cap the height of an element (Chromium at 33.5
 * million pixels, fewer under zoom), so the bar is at most `spacerCap` tall and stands for a taller content. The
 * true place is `y`, the content's pixel at the top of the view; rows are drawn at `origin + index × height`.
 *
 * Small steps move the content as far as the bar; long ones, and both ends, go in proportion. When all is calm
 * `settle` puts the bar where it belongs without moving what is seen, so that small steps never run out of bar.
 */
export const spacerCap = 8_000_000

/** Steps up to this many views count as small. */
const smallSteps = 2

export class ScrollMap {
  #content = 0
  #view = 0
  #y = 0
  #top = 0

  /** Height of the element that makes the bar. */
  get spacer(): number {
    return Math.min(this.#content, spacerCap)
  }

  /** The content's pixel at the top of the view. */
  get y(): number {
    return this.#y
  }

  /** Where the content's first pixel lies in the spacer; 0 while the content fits. */
  get origin(): number {
    return this.#content <= spacerCap ? 0 : this.#top - this.#y
  }

  get #maxTop(): number {
    return Math.max(0, this.spacer - this.#view)
  }

  get #maxY(): number {
    return Math.max(0, this.#content - this.#view)
  }

  /** The content or the view has another size; answers where the bar must be put, or null. */
  resize(content: number, view: number): number | null {
    this.#content = content
    this.#view = view
    if (this.#y > this.#maxY) return this.moveTo(this.#maxY)
    return this.#content <= spacerCap && this.#top !== this.#y ? this.moveTo(this.#y) : null
  }

  /** The bar was moved to `top`. */
  onScroll(top: number): void {
    const before = this.#top
    const delta = top - before
    this.#top = top
    if (this.#content <= spacerCap) {
      this.#y = clamp(top, this.#maxY)
      return
    }
    if (delta === 0) return
    const isEnd = top <= 0 || top >= this.#maxTop - 1
    if (Math.abs(delta) <= smallSteps * this.#view && !isEnd) {
      this.#y = clamp(this.#y + delta, this.#maxY)
      return
    }
    const share = top >= this.#maxTop - 1 ? 1 : clamp(top, this.#maxTop) / Math.max(1, this.#maxTop)
    this.#y = share * this.#maxY
  }

  /** Goes to a pixel of the content; answers where the bar must be put. */
  moveTo(y: number): number {
    this.#y = clamp(y, this.#maxY)
    this.#top = this.#barFor(this.#y)
    return this.#top
  }

  /** All is calm: answers where the bar should be put without moving what is seen, or null when it is there. */
  settle(): number | null {
    const top = this.#barFor(this.#y)
    if (Math.abs(top - this.#top) < 1) return null
    this.#top = top
    return top
  }

  /** The bar came to rest at `top` and not quite where it was put: what is seen stays, but where a content fits its bar. */
  rest(top: number): void {
    this.#top = top
    if (this.#content <= spacerCap) this.#y = clamp(top, this.#maxY)
  }

  #barFor(y: number): number {
    if (this.#content <= spacerCap) return y
    return Math.round((y / Math.max(1, this.#maxY)) * this.#maxTop)
  }
}

function clamp(value: number, max: number): number {
  return Math.max(0, Math.min(value, max))
}
