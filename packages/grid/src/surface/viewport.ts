/**
 * The scroller, the element that makes its bar, and what of the content is seen. Reads the bar back after each change:
 * browsers round and clamp it.
 */
import { ScrollMap } from '../geometry/scroll-map.ts'
import { Rest } from './rest.ts'

/** So long without scrolling, and the bar is put where it belongs. */
const settleMs = 150

export interface ViewportSize {
  /** Of the part in which lines are seen, between what sticks above and below. */
  readonly width: number
  readonly height: number
}

export class Viewport {
  readonly scroller: HTMLElement
  readonly #body: HTMLElement
  readonly #map = new ScrollMap()
  readonly #onScroll: () => void
  #size: ViewportSize = { width: 0, height: 0 }
  #own = { width: 0, height: 0 }
  readonly #rest = new Rest(settleMs, () => this.#settle())
  #left = 0
  #height = ''
  #width = ''

  constructor(scroller: HTMLElement, body: HTMLElement, onScroll: () => void) {
    this.scroller = scroller
    this.#body = body
    this.#onScroll = onScroll
    scroller.addEventListener('scroll', this.#scrolled, { passive: true })
    // The browser tells of scrolling with the next frame; who presses before that means the cell that lies there by now.
    scroller.addEventListener('pointerdown', this.#scrolled, { capture: true, passive: true })
    this.measure()
  }

  get size(): ViewportSize {
    return this.#size
  }

  /** The content's pixel at the top. */
  get y(): number {
    return this.#map.y
  }

  get scrollLeft(): number {
    return this.#left
  }

  /** Where the content's first pixel lies in the body. */
  get origin(): number {
    return this.#map.origin
  }

  /** Asks the browser how large the scroller is: it works out the page's layout to answer, so only where that may have changed. */
  measure(): void {
    const { clientWidth: width, clientHeight: height } = this.scroller
    this.#own = { width, height }
  }

  /** The view or the content has another size. */
  resize(content: { readonly width: number; readonly height: number }, sticky: number): void {
    const { width, height } = this.#own
    this.#size = { width, height: Math.max(0, height - sticky) }
    const top = this.#map.resize(content.height, this.#size.height)
    this.#setBody(Math.max(content.width, width), Math.max(this.#map.spacer, this.#size.height))
    if (top !== null) this.#putBar(top)
  }

  moveTo(y: number): void {
    this.#putBar(this.#map.moveTo(y))
  }

  moveSideways(left: number): void {
    this.scroller.scrollLeft = left
    this.#left = this.scroller.scrollLeft
  }

  destroy(): void {
    this.scroller.removeEventListener('scroll', this.#scrolled)
    this.scroller.removeEventListener('pointerdown', this.#scrolled, { capture: true })
    this.#rest.stop()
    this.#body.style.height = ''
    this.#body.style.width = ''
  }

  readonly #scrolled = (): void => {
    this.#map.onScroll(this.scroller.scrollTop)
    this.#left = this.scroller.scrollLeft
    this.#rest.note()
    this.#onScroll()
  }

  #settle(): void {
    const top = this.#map.settle()
    if (top === null) return
    this.#putBar(top)
    this.#onScroll()
  }

  /** The bar may come to rest beside where it was put; what is seen stays. */
  #putBar(top: number): void {
    this.scroller.scrollTop = top
    this.#map.rest(this.scroller.scrollTop)
  }

  #setBody(width: number, height: number): void {
    const style = this.#body.style
    if (this.#height !== `${height}px`) style.height = this.#height = `${height}px`
    if (this.#width === `${width}px`) return
    style.width = this.#width = `${width}px`
    this.#left = this.scroller.scrollLeft
  }
}
