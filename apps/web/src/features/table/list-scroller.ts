/**
 * Draws a window of rows of one height over a native scroller: tells which rows to draw and where, and moves the
 * scroller when a row is to be seen. Lives beside React, so that scrolling draws rows and nothing else.
 */
import { ScrollMap } from '@plinth/grid'

/** When the scroll bar has been calm for this long it is put where it belongs. */
const settleMs = 150
/** Rows drawn beyond the edges of the view. */
const overscan = 6

export interface ListShape {
  readonly rowHeight: number
  readonly rowCount: number
  /** Pixels above the rows inside of the scroller (a sticky header), and below them. */
  readonly before: number
  readonly after: number
}

export interface ListView {
  /** Rows to draw, inclusive; `last` is −1 when there are none. */
  readonly first: number
  readonly last: number
  /** Rows that are seen. */
  readonly seenFirst: number
  readonly seenLast: number
  /** Pixel of row 0 in the spacer; far negative in a very long list. */
  readonly origin: number
  readonly spacer: number
  /** Rows of a page for the keys. */
  readonly page: number
}

export class ListScroller {
  readonly #map = new ScrollMap()
  readonly #listeners = new Set<() => void>()
  #shape: ListShape = { rowHeight: 32, rowCount: 0, before: 0, after: 0 }
  #element: HTMLElement | null = null
  #height = 600
  #kept: number | null = null
  #timer = 0
  #view: ListView = { first: 0, last: -1, seenFirst: 0, seenLast: 0, origin: 0, spacer: 0, page: 10 }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }
  readonly view = (): ListView => this.#view

  /** Follows an element's scrolling and size; answers how to stop. */
  attach(element: HTMLElement): () => void {
    this.#element = element
    const onScroll = () => this.#onScroll(element.scrollTop)
    const observer = new ResizeObserver(() => this.#resize(element.clientHeight))
    this.#resize(element.clientHeight)
    observer.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
      window.clearTimeout(this.#timer)
      this.#element = null
    }
  }

  setShape(shape: ListShape): void {
    this.#shape = shape
    this.#fit()
  }

  /** Scrolls as little as needed for a row to be wholly seen. */
  reveal(index: number): void {
    const { rowHeight } = this.#shape
    const top = index * rowHeight
    if (top < this.#map.y) this.#goTo(top)
    else if (top + rowHeight > this.#map.y + this.#height) this.#goTo(top + rowHeight - this.#height)
  }

  /** This row stays in sight when the view gets smaller, as under a banner, or null. */
  keepInSight(index: number | null): void {
    this.#kept = index
  }

  /** The rows that are seen have got other numbers: stays with them. */
  shiftBy(rows: number): void {
    if (rows !== 0) this.#goTo(this.#map.y + rows * this.#shape.rowHeight)
  }

  toTop(): void {
    this.#goTo(0)
  }

  #goTo(y: number): void {
    this.#put(this.#map.moveTo(y))
    this.#publish()
  }

  #resize(clientHeight: number): void {
    const kept = this.#kept !== null && this.#isSeen(this.#kept) ? this.#kept : null
    this.#height = Math.max(this.#shape.rowHeight, clientHeight - this.#shape.before)
    this.#fit()
    if (kept !== null) this.reveal(kept)
  }

  #isSeen(index: number): boolean {
    const top = index * this.#shape.rowHeight
    return top >= this.#map.y && top + this.#shape.rowHeight <= this.#map.y + this.#height
  }

  #fit(): void {
    const { rowCount, rowHeight, after } = this.#shape
    const top = this.#map.resize(rowCount * rowHeight + after, this.#height)
    this.#publish()
    if (top !== null) this.#put(top)
  }

  #onScroll(top: number): void {
    this.#map.onScroll(top)
    this.#publish()
    window.clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => {
      const settled = this.#map.settle()
      if (settled === null) return
      this.#put(settled)
      this.#publish()
    }, settleMs)
  }

  #put(top: number): void {
    if (this.#element && this.#element.scrollTop !== top) this.#element.scrollTop = top
  }

  #publish(): void {
    const { rowHeight, rowCount } = this.#shape
    const { y, origin, spacer } = this.#map
    const seenFirst = Math.max(0, Math.min(Math.floor(y / rowHeight), rowCount - 1))
    const seenLast = Math.max(0, Math.min(rowCount - 1, Math.ceil((y + this.#height) / rowHeight) - 1))
    const next: ListView = {
      first: Math.max(0, seenFirst - overscan),
      last: Math.min(rowCount - 1, seenLast + overscan),
      seenFirst,
      seenLast,
      origin,
      spacer,
      page: Math.max(1, Math.floor(this.#height / rowHeight) - 1),
    }
    const now = this.#view
    const keys = Object.keys(next) as (keyof ListView)[]
    if (keys.every((key) => now[key] === next[key])) return
    this.#view = next
    for (const listener of Array.from(this.#listeners)) listener()
  }
}
