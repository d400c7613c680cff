/**
 * Scrolls sideways through time over a native scroller: tells which part of the line of time is seen, and lays the line anew around it when one
 * of its ends comes near, so that there is none. Lives beside React, so that scrolling draws what has to change and nothing else.
 */
import { axisPx, TimeAxis } from './time-axis.ts'

/** When the scroller has been calm for this long the line may be laid anew, and where one is gets remembered. */
const restMs = 150
/** What is brought into sight keeps so far from the edges, as a share of what is seen. */
const roomShare = 0.15
/** As far as dates go; beyond them there is nothing to see. */
const farthestMs = 8e15

/** What is seen: pixels of the line, and how high it stands on the screen. */
export interface TimeArea {
  readonly left: number
  readonly width: number
  readonly height: number
}

interface Measures {
  /** Of the names that cover the left of the scroller, and of the heading above. */
  readonly asidePx: number
  readonly headPx: number
}

export class TimeScroller {
  readonly #listeners = new Set<() => void>()
  readonly #restListeners = new Set<(left: number) => void>()
  #element: HTMLElement | null = null
  #axis: TimeAxis
  #area: TimeArea = { left: axisPx / 2, width: 1_000, height: 600 }
  #measures: Measures = { asidePx: 0, headPx: 0 }
  #timer = 0
  /** The pixel of what is seen that the next zoom keeps; null: the middle. */
  #aim: number | null = null

  constructor(left: number, msPerPx: number) {
    this.#axis = new TimeAxis(left, msPerPx)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }
  /** Tells the first instant that is seen whenever scrolling has come to rest; answers how to stop. */
  onRest(listener: (left: number) => void): () => void {
    this.#restListeners.add(listener)
    return () => {
      this.#restListeners.delete(listener)
    }
  }

  readonly axis = (): TimeAxis => this.#axis
  readonly area = (): TimeArea => this.#area

  /** Follows an element's scrolling and size; answers how to stop. */
  attach(element: HTMLElement, measures: Measures): () => void {
    this.#element = element
    this.#measures = measures
    const onScroll = () => this.#onScroll()
    const observer = new ResizeObserver(() => this.#measure())
    this.#measure()
    this.#put(this.#area.left)
    observer.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
      window.clearTimeout(this.#timer)
      this.#element = null
    }
  }

  /** The instant below a place of the screen. */
  timeAt(clientX: number): number {
    return this.#axis.timeAt(this.#area.left + this.inView(clientX))
  }

  /** The instants between which one sees. */
  seen(): readonly [from: number, to: number] {
    const { left, width } = this.#area
    return [this.#axis.timeAt(left), this.#axis.timeAt(left + width)]
  }

  /** The instant at this pixel of what is seen stays there when the scale becomes another. */
  aim(at: number): void {
    this.#aim = at
  }

  /** Another scale, around what was aimed at. */
  zoom(msPerPx: number): void {
    if (msPerPx === this.#axis.msPerPx) return
    const at = this.#aim ?? this.#area.width / 2
    this.#aim = null
    this.#lay(this.#axis.timeAt(this.#area.left + at), msPerPx, at)
  }

  /** Goes where an instant is; it comes to stand at this share of what is seen. */
  show(instant: number, share = 1 / 3): void {
    this.#lay(instant, this.#axis.msPerPx, this.#area.width * share)
  }

  /** Brings what lies between two instants into sight, its beginning where not all of it fits. */
  bring(from: number, to: number): void {
    const [first, last] = this.seen()
    if (from >= first && to <= last) return
    const room = (last - first) * roomShare
    if (from < first || to - from > last - first - room) this.show(from, roomShare)
    else this.show(to, 1 - roomShare)
  }

  pan(px: number): void {
    this.#element?.scrollBy({ left: px, behavior: 'instant' })
  }

  /** The pixel of what is seen at a place of the screen. */
  inView(clientX: number): number {
    const box = this.#element?.getBoundingClientRect()
    return clientX - (box?.left ?? 0) - this.#measures.asidePx
  }

  #lay(origin: number, msPerPx: number, at: number): void {
    this.#axis = new TimeAxis(Math.max(-farthestMs, Math.min(origin, farthestMs)), msPerPx)
    this.#put(axisPx / 2 - at)
    this.#publish()
    this.#awaitRest()
  }

  #put(left: number): void {
    this.#area = { ...this.#area, left }
    if (!this.#element) return
    this.#element.scrollLeft = left
    // Scrollers stand on pixels of the screen.
    this.#area = { ...this.#area, left: this.#element.scrollLeft }
  }

  #measure(): void {
    const { clientWidth, clientHeight } = this.#element!
    const { asidePx, headPx } = this.#measures
    const width = Math.max(1, clientWidth - asidePx)
    const height = Math.max(1, clientHeight - headPx)
    if (width === this.#area.width && height === this.#area.height) return
    this.#area = { ...this.#area, width, height }
    this.#publish()
  }

  #onScroll(): void {
    const left = this.#element!.scrollLeft
    if (left === this.#area.left) return
    this.#area = { ...this.#area, left }
    const isAtEnd = left < this.#area.width || left > axisPx - 2 * this.#area.width
    if (isAtEnd) return this.#layAround()
    this.#publish()
    this.#awaitRest()
  }

  #awaitRest(): void {
    window.clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => {
      const { left } = this.#area
      for (const tell of this.#restListeners) tell(this.#axis.timeAt(left))
      if (Math.abs(left - axisPx / 2) > axisPx / 4) this.#layAround()
    }, restMs)
  }

  /** What is seen stays, in the middle of a new line. */
  #layAround(): void {
    this.#lay(this.#axis.timeAt(this.#area.left), this.#axis.msPerPx, 0)
  }

  #publish(): void {
    for (const listener of Array.from(this.#listeners)) listener()
  }
}
