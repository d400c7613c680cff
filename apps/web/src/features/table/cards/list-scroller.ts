/**
 * Draws lines from top to bottom over a native scroller: tells which of them to draw and where. Lives beside React, so
 * that scrolling draws lines and nothing else.
 */
import { type GroupRun, type LineLayout, placeAt, ScrollMap, yOfPlace } from '@plinth/grid'

/** When the scroll bar has been calm for this long it is put where it belongs. */
const settleMs = 150
/** Lines drawn beyond the edges of the view, as rows. */
const usualOverscan = 6

type Lines = LineLayout<GroupRun>

export interface ListView {
  /** Pixels of the content between which lines are drawn: the edges of lines. */
  readonly from: number
  readonly to: number
  /** Rows that are seen. */
  readonly seenFirst: number
  readonly seenLast: number
  /** Pixels of the content: the edges of the lines in sight, without a part of one at the top. */
  readonly seenFrom: number
  readonly seenTo: number
  /** The content's first pixel in the spacer; far negative in a very long list. */
  readonly origin: number
  readonly spacer: number
}

export class ListScroller {
  readonly #map = new ScrollMap()
  readonly #overscan: number
  readonly #listeners = new Set<() => void>()
  #lines: Lines | null = null
  /** Pixels below the lines. */
  #after = 0
  #element: HTMLElement | null = null
  #height = 600
  #timer = 0
  /** Where the bar is put as soon as it can be. */
  #owed: number | null = null
  #view: ListView = {
    from: 0,
    to: 0,
    seenFirst: 0,
    seenLast: 0,
    seenFrom: 0,
    seenTo: 0,
    origin: 0,
    spacer: 0,
  }

  constructor(overscan = usualOverscan) {
    this.#overscan = overscan
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }
  readonly view = (): ListView => this.#view

  /** Pixels of the content that are in sight. */
  get seen(): { readonly from: number; readonly to: number } {
    return { from: this.#map.y, to: this.#map.y + this.#height }
  }

  /** Follows an element's scrolling and size; answers how to stop. `covered`: pixels at its top that do not scroll along. */
  attach(element: HTMLElement, covered = 0): () => void {
    this.#element = element
    const onScroll = () => this.#onScroll(element.scrollTop)
    const observer = new ResizeObserver(() => this.#resize(element.clientHeight - covered))
    this.#resize(element.clientHeight - covered)
    observer.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
      window.clearTimeout(this.#timer)
      this.#element = null
    }
  }

  setLines(lines: Lines, after: number): void {
    this.#lines = lines
    this.#after = after
    this.#fit()
  }

  /** Other lines; the row at the top stays where it is, as number `shift` more. At the very top new lines are seen. */
  moveLines(lines: Lines, after: number, shift: number): void {
    const before = this.#lines
    const isMoved = before !== null && (shift !== 0 || this.#map.y > 0)
    const { topRow } = isMoved ? placeAt(before, this.#map.y) : { topRow: 0 }
    if (isMoved) this.layAnew(lines, after, topRow + shift)
    else this.setLines(lines, after)
  }

  /** Other lines, which may be of another height; the row at the top is `topRow` now, and as far below the edge as before. */
  layAnew(lines: Lines, after: number, topRow: number): void {
    const before = this.#lines
    const offsetPx = before ? placeAt(before, this.#map.y).offsetPx : 0
    const most = before?.rowHeight === lines.rowHeight ? offsetPx : lines.rowHeight - 1
    this.setLines(lines, after)
    this.#goTo(yOfPlace(lines, { topRow, offsetPx: Math.min(offsetPx, most) }))
  }

  /** The row at the top of the view. */
  topRow(): number {
    return this.#lines ? placeAt(this.#lines, this.#map.y).topRow : 0
  }

  toTop(): void {
    this.#goTo(0)
  }

  /** Brings a row into sight: where it is not, a third below the top. */
  bring(row: number): void {
    const lines = this.#lines
    if (!lines) return
    const top = lines.yOfRow(row)
    const { y } = this.#map
    if (top >= y && top + lines.rowHeight <= y + this.#height) return
    this.#goWithin(top - (this.#height - lines.rowHeight) / 3)
  }

  /** Scrolls no further than a line needs to be seen as a whole. */
  reveal(top: number, height: number): void {
    const { y } = this.#map
    if (top < y) this.#goWithin(top)
    else if (top + height > y + this.#height) this.#goWithin(top + height - this.#height)
  }

  #goWithin(y: number): void {
    const most = Math.max(0, (this.#lines?.height ?? 0) + this.#after - this.#height)
    this.#goTo(Math.min(Math.max(0, y), most))
  }

  #goTo(y: number): void {
    if (y === this.#map.y) return
    const top = this.#map.moveTo(y)
    this.#publish()
    this.#put(top)
  }

  #resize(clientHeight: number): void {
    this.#height = Math.max(1, clientHeight)
    this.#fit()
  }

  #fit(): void {
    const top = this.#map.resize((this.#lines?.height ?? 0) + this.#after, this.#height)
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
    const element = this.#element
    if (!element || element.scrollTop === top) return
    element.scrollTop = top
    this.#owed = null
    if (Math.abs(element.scrollTop - top) <= 1) return
    // Further than the spacer reaches until it is drawn as high as it was told to be.
    this.#owed = top
    queueMicrotask(() => {
      if (this.#owed !== null && this.#element) this.#element.scrollTop = this.#owed
      this.#owed = null
    })
  }

  #publish(): void {
    const lines = this.#lines
    if (!lines) return
    const { y, origin, spacer } = this.#map
    const beyond = this.#overscan * lines.rowHeight
    const first = lines.lineAt(Math.max(0, y - beyond))
    const last = lines.lineAt(Math.min(y + this.#height + beyond, lines.height - 1))
    const seen = lines.rowsBetween(y, y + this.#height)
    const [top, end] = [lines.lineAt(y), lines.lineAt(Math.min(y + this.#height, lines.height) - 1)]
    const next: ListView = {
      from: first?.y ?? 0,
      to: last ? last.y + last.height : 0,
      seenFirst: Math.max(0, seen.first),
      seenLast: Math.max(0, seen.last),
      seenFrom: top === null ? 0 : top.y < y ? top.y + top.height : top.y,
      seenTo: end === null ? 0 : end.y + end.height,
      origin,
      spacer,
    }
    const now = this.#view
    const keys = Object.keys(next) as (keyof ListView)[]
    if (keys.every((key) => now[key] === next[key])) return
    this.#view = next
    for (const listener of Array.from(this.#listeners)) listener()
  }
}
