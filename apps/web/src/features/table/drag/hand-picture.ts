/** What is dragged, as a picture of itself that follows the pointer. */
import type { Point } from './use-held-drag.ts'

export class HandPicture {
  readonly #element: HTMLElement
  readonly #start: Point

  /** `style`: where it stands at first, and what else is different. */
  constructor(of: HTMLElement, start: Point, style: Partial<CSSStyleDeclaration>) {
    this.#start = start
    this.#element = of.cloneNode(true) as HTMLElement
    this.#element.setAttribute('aria-hidden', 'true')
    this.#element.removeAttribute('data-event')
    this.#element.className = `${of.className} card-in-hand`
    Object.assign(this.#element.style, style)
    document.body.append(this.#element)
  }

  follow({ x, y }: Point): void {
    this.#element.style.translate = `${x - this.#start.x}px ${y - this.#start.y}px`
  }

  remove(): void {
    this.#element.remove()
  }
}
