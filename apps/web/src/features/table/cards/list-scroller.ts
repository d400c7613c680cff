/**
 * Draws lines from top to bottom over a native scroller: tells which of them to draw and where. Lives beside React, so
 * that scrolling draws lines and nothing else.
 */
import { type GroupRun, type LineLayout, placeAt, ScrollMap, yOfPlace } from '@plinth/grid'

/** When the scroll bar has been calm for this long it is put where it belongs. */
const settleMs = 150
/** Lines drawn beyond the edges of the view, as rows. */
const overscan = 6

type Lines = LineLayout<GroupRun>

export interface ListView {
  /** Pixels of the content between which lines are drawn: the edges of lines. */
  readonly from: number
  readonly to: number
  /** Rows that are seen. */
  readonly seenFirst: number
  readonly seenLast: number
  /** The content's first pixel in the spacer; far negative in a very long list. */
  readonly origin: number
  readonly spacer: number
}

export class ListScroller {
  readonly #map = new ScrollMap()
  readonly #listeners = new Set<() => void>()
  #lines: Lines | null = null
  /** Pixels below the lines. */
  #after = 0
  #element: HTMLElement | null = null
  #height = 600
  #timer = 0
  #view: ListView = { from: 0, to: 0, seenFirst: 0, seenLast: 0, origin: 0, spacer: 0 }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }
  readonly view = (): ListView => this.#view

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
    const isMoved = this.#lines !== null && (shift !== 0 || this.#map.y > 0)
    const place = isMoved ? placeAt(this.#lines!, this.#map.y) : null
    this.setLines(lines, after)
    if (place) this.#goTo(yOfPlace(lines, { ...place, topRow: place.topRow + shift }))
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
    const wanted = top - (this.#height - lines.rowHeight) / 3
    this.#goTo(Math.min(Math.max(0, wanted), Math.max(0, lines.height + this.#after - this.#height)))
  }

  #goTo(y: number): void {
    if (y === this.#map.y) return
    this.#put(this.#map.moveTo(y))
    this.#publish()
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
    if (this.#element && this.#element.scrollTop !== top) this.#element.scrollTop = top
  }

  #publish(): void {
    const lines = this.#lines
    if (!lines) return
    const { y, origin, spacer } = this.#map
    const beyond = overscan * lines.rowHeight
    const first = lines.lineAt(Math.max(0, y - beyond))
    const last = lines.lineAt(Math.min(y + this.#height + beyond, lines.height - 1))
    const seen = lines.rowsBetween(y, y + this.#height)
    const next: ListView = {
      from: first?.y ?? 0,
      to: last ? last.y + last.height : 0,
      seenFirst: Math.max(0, seen.first),
      seenLast: Math.max(0, seen.last),
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
