/**
 * Bars are dragged with the pointer: by the middle to move them, by an end to make them longer or shorter, and over an empty row to give a
 * record its first dates; on touch after a moment of holding still, so that a finger scrolls as everywhere. Near an edge time scrolls along.
 */
import type { RecordId } from '@plinth/domain'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import type { Dates, Edge } from './moves.ts'
import type { ShownDates } from './shown-dates.ts'
import type { TimeScroller } from './time-scroller.ts'

const startPx = 4
const holdMs = 280
/** From the edge of what scrolls, in pixels, and how fast at the edge itself, in pixels a frame. */
const edgePx = 48
const fastestPx = 16

/** What of a record is dragged. */
export type BarPart = Edge | 'whole' | 'new'

interface DragOptions {
  readonly element: RefObject<HTMLElement | null>
  readonly time: TimeScroller
  readonly shown: ShownDates
  /** May it be dragged? Where not, it says so itself. */
  mayDrag(id: RecordId, part: BarPart): boolean
  /** What becomes of its dates on the way from one instant to another. */
  plan(id: RecordId, part: BarPart, from: number, to: number): Dates
  onDrop(id: RecordId, dates: NonNullable<Dates>): void
}

export type BeginDrag = (event: React.PointerEvent<HTMLElement>, id: RecordId, part: BarPart) => void

export function useBarDrag(options: DragOptions): BeginDrag {
  const newest = useRef(options)
  useEffect(() => {
    newest.current = options
  })
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])
  return useMemo(
    () => (event, id, part) => {
      if (event.button !== 0 || stop.current) return
      const gesture = new BarGesture(event, { id, part }, () => newest.current)
      stop.current = () => {
        stop.current = null
        gesture.end()
      }
      gesture.onEnd = () => stop.current?.()
    },
    [],
  )
}

function swallow(click: Event): void {
  click.preventDefault()
  click.stopPropagation()
}

/** One press of the pointer, until it is let go. */
class BarGesture {
  onEnd: () => void = () => undefined
  readonly #begun: { readonly id: RecordId; readonly part: BarPart }
  readonly #options: () => DragOptions
  readonly #pointer: number
  readonly #isTouch: boolean
  readonly #start: { readonly x: number; readonly y: number }
  readonly #from: number
  readonly #listening = new AbortController()
  #x: number
  #isLifted = false
  #dates: Dates = null
  #timer = 0
  #frame = 0

  constructor(
    event: React.PointerEvent<HTMLElement>,
    begun: { id: RecordId; part: BarPart },
    options: () => DragOptions,
  ) {
    this.#begun = begun
    this.#options = options
    this.#pointer = event.pointerId
    this.#isTouch = event.pointerType === 'touch'
    this.#start = { x: event.clientX, y: event.clientY }
    this.#x = event.clientX
    this.#from = options().time.timeAt(event.clientX)
    const { signal } = this.#listening
    window.addEventListener('pointermove', (move) => this.#onMove(move), { signal })
    window.addEventListener('pointerup', (up) => this.#onUp(up), { signal })
    window.addEventListener('pointercancel', () => this.onEnd(), { signal })
    window.addEventListener('keydown', (key) => this.#onKey(key), { signal, capture: true })
    // While a bar is held the finger drags it, and scrolls nothing.
    const hold = (touch: TouchEvent) => this.#isLifted && touch.preventDefault()
    window.addEventListener('touchmove', hold, { signal, passive: false })
    if (this.#isTouch) this.#timer = window.setTimeout(() => this.#lift(), holdMs)
  }

  end(): void {
    this.#listening.abort()
    window.clearTimeout(this.#timer)
    cancelAnimationFrame(this.#frame)
    if (!this.#isLifted) return
    this.#options().shown.set(null)
    // The press that ends here opens nothing.
    window.addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0)
  }

  #onMove(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer) return
    this.#x = event.clientX
    if (this.#isLifted) return this.#follow()
    const far = Math.hypot(event.clientX - this.#start.x, event.clientY - this.#start.y)
    if (far < startPx) return
    if (this.#isTouch) this.onEnd()
    else this.#lift()
  }

  #onUp(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer) return
    const dates = this.#isLifted ? this.#dates : null
    const { id } = this.#begun
    // Stored before it is no more shown as dragged, so that the bar does not go back for a moment.
    if (dates) this.#options().onDrop(id, dates)
    this.onEnd()
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !this.#isLifted) return
    event.preventDefault()
    event.stopPropagation()
    this.onEnd()
    // The pointer is still down: nor does its end open anything.
    window.addEventListener('click', swallow, { capture: true, once: true })
    const forget = () => window.removeEventListener('click', swallow, { capture: true })
    window.addEventListener('pointerdown', forget, { capture: true, once: true })
  }

  #lift(): void {
    const { id, part } = this.#begun
    if (!this.#options().mayDrag(id, part)) return this.onEnd()
    this.#isLifted = true
    if (this.#isTouch) navigator.vibrate?.(10)
    this.#follow()
    this.#scroll()
  }

  #follow(): void {
    const { time, plan, shown } = this.#options()
    const { id, part } = this.#begun
    this.#dates = plan(id, part, this.#from, time.timeAt(this.#x))
    shown.set({ id, dates: this.#dates })
  }

  /** Frame by frame, as long as the pointer is near an edge. */
  #scroll(): void {
    const { element, time } = this.#options()
    const box = element.current?.getBoundingClientRect()
    if (box) {
      const right = box.right
      const left = right - time.area().width
      const by = edgeSpeed(this.#x, this.#start.x, left, right)
      if (by !== 0) {
        time.pan(by)
        this.#follow()
      }
    }
    this.#frame = requestAnimationFrame(() => this.#scroll())
  }
}

/** Who takes hold near an edge scrolls only by going nearer to it. */
function edgeSpeed(at: number, begun: number, low: number, high: number): number {
  const before = Math.max(1, Math.min(edgePx, begun - low - startPx))
  const behind = Math.max(1, Math.min(edgePx, high - begun - startPx))
  if (at - low < before) return -fastestPx * (1 - Math.max(0, at - low) / before)
  if (high - at < behind) return fastestPx * (1 - Math.max(0, high - at) / behind)
  return 0
}
