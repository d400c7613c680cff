/**
 * Something of a view is dragged with the pointer: after some pixels, on touch after a moment of holding still, so that a finger scrolls as
 * everywhere. Escape puts it back. What it means is each view's own (`Dragged`): boards, calendars and timelines drag by this.
 */
import { type PointerEvent as ReactPointerEvent, type RefObject, useCallback, useEffect, useRef } from 'react'

const holdMs = 280

export interface Point {
  readonly x: number
  readonly y: number
}

/** One thing from its press to its end. */
export interface Dragged {
  /** May it be dragged? Where not, it says so itself. What follows begins then. */
  lift(start: Point, isTouch: boolean): boolean
  /** The pointer is there, or what lies below it was scrolled. */
  follow(at: Point): void
  /** Frame by frame: scrolls where the pointer is near an edge; true: what lies below it is another now. */
  scroll(at: Point): boolean
  /** Let go there. */
  drop(): void
  /** It is over, however it ended. */
  end(): void
}

type Press = ReactPointerEvent<HTMLElement>

/** Begins a drag where the pointer was pressed. `root`: what everything that can be dragged stands in. */
export function useHeldDrag(
  root: RefObject<HTMLElement | null>,
  startPx: number,
): (event: Press, make: () => Dragged) => void {
  const held = useRef<Gesture | null>(null)
  useEffect(() => () => held.current?.end(), [])
  useEffect(() => {
    // While something is held the finger drags it, and scrolls nothing. Browsers ask for such a listener when the finger comes down.
    const hold = (touch: TouchEvent) => held.current?.isHeld && touch.preventDefault()
    const { current } = root
    current?.addEventListener('touchmove', hold, { passive: false })
    return () => current?.removeEventListener('touchmove', hold)
  }, [root])
  return useCallback(
    (event, make) => {
      if (event.button !== 0 || held.current) return
      held.current = new Gesture(event, make(), startPx, () => {
        held.current = null
      })
    },
    [startPx],
  )
}

function swallow(click: Event): void {
  click.preventDefault()
  click.stopPropagation()
}

/** One press of the pointer, until it is let go. */
class Gesture {
  readonly #dragged: Dragged
  readonly #startPx: number
  readonly #onEnd: () => void
  readonly #pointer: number
  readonly #isTouch: boolean
  readonly #start: Point
  readonly #listening = new AbortController()
  #at: Point
  #isHeld = false
  #timer = 0
  #frame = 0

  constructor(event: Press, dragged: Dragged, startPx: number, onEnd: () => void) {
    this.#dragged = dragged
    this.#startPx = startPx
    this.#onEnd = onEnd
    this.#pointer = event.pointerId
    this.#isTouch = event.pointerType === 'touch'
    this.#start = { x: event.clientX, y: event.clientY }
    this.#at = this.#start
    const { signal } = this.#listening
    window.addEventListener('pointermove', (move) => this.#onMove(move), { signal })
    window.addEventListener('pointerup', (up) => this.#onUp(up), { signal })
    window.addEventListener('pointercancel', () => this.end(), { signal })
    window.addEventListener('keydown', (key) => this.#onKey(key), { signal, capture: true })
    // What the finger came down on may go while it is shown elsewhere: what the finger does is told there all the same.
    const hold = (touch: Event) => this.#isHeld && touch.preventDefault()
    event.target.addEventListener('touchmove', hold, { signal, passive: false })
    if (this.#isTouch) this.#timer = window.setTimeout(() => this.#lift(), holdMs)
  }

  get isHeld(): boolean {
    return this.#isHeld
  }

  end(): void {
    if (this.#listening.signal.aborted) return
    this.#listening.abort()
    window.clearTimeout(this.#timer)
    cancelAnimationFrame(this.#frame)
    this.#onEnd()
    if (!this.#isHeld) return
    this.#dragged.end()
    // The press that ends here opens nothing.
    window.addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0)
  }

  #onMove(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer) return
    this.#at = { x: event.clientX, y: event.clientY }
    if (this.#isHeld) return this.#dragged.follow(this.#at)
    const far = Math.hypot(this.#at.x - this.#start.x, this.#at.y - this.#start.y)
    if (far < this.#startPx) return
    if (this.#isTouch) this.end()
    else this.#lift()
  }

  #onUp(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer) return
    // Stored before it is no more shown as dragged, so that it does not go back for a moment.
    if (this.#isHeld) this.#dragged.drop()
    this.end()
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !this.#isHeld) return
    event.preventDefault()
    event.stopPropagation()
    this.end()
    // The pointer is still down: nor does its end open anything.
    window.addEventListener('click', swallow, { capture: true, once: true })
    const forget = () => window.removeEventListener('click', swallow, { capture: true })
    window.addEventListener('pointerdown', forget, { capture: true, once: true })
  }

  #lift(): void {
    if (!this.#dragged.lift(this.#start, this.#isTouch)) return this.end()
    this.#isHeld = true
    if (this.#isTouch) navigator.vibrate?.(10)
    this.#dragged.follow(this.#at)
    this.#scroll()
  }

  #scroll(): void {
    if (this.#dragged.scroll(this.#at)) this.#dragged.follow(this.#at)
    this.#frame = requestAnimationFrame(() => this.#scroll())
  }
}
