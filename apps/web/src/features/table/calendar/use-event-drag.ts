/**
 * Records are dragged with the pointer; on touch after a moment of holding still, so that a finger scrolls as everywhere. Where they
 * would come is told with each move; where days are shown, a picture of the record follows the pointer.
 */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { dayOf } from './days.ts'
import type { Grip, Spot } from './drag-times.ts'

const startPx = 5
const holdMs = 280
/** From the edge of what scrolls, in pixels, and how fast at the edge itself, in pixels a frame. */
const edgePx = 48
const fastestPx = 16
const minutesPerDay = 1_440

export interface EventDrag {
  readonly grip: Grip
  readonly over: Spot
}

interface DragOptions {
  readonly calendar: RefObject<HTMLElement | null>
  /** May it be dragged? Where not, it says so itself. */
  mayDrag(grip: Grip): boolean
  onDrop(drag: EventDrag): void
}

export interface EventDragging {
  readonly drag: EventDrag | null
  begin(event: React.PointerEvent<HTMLElement>, grip: Pick<Grip, 'kind' | 'id'>): void
}

export function useEventDrag(options: DragOptions): EventDragging {
  const [drag, setDrag] = useState<EventDrag | null>(null)
  const newest = useRef(options)
  useEffect(() => {
    newest.current = options
  })
  const stop = useRef<(() => void) | null>(null)
  const held = useRef<Gesture | null>(null)
  useEffect(() => () => stop.current?.(), [])
  const { calendar } = options
  useEffect(() => {
    // While a record is held the finger drags it, and scrolls nothing. Browsers ask for such a listener when the finger comes down.
    const hold = (touch: TouchEvent) => held.current?.isHeld && touch.preventDefault()
    const { current } = calendar
    current?.addEventListener('touchmove', hold, { passive: false })
    return () => current?.removeEventListener('touchmove', hold)
  }, [calendar])
  return {
    drag,
    begin(event, { kind, id }) {
      if (event.button !== 0 || stop.current) return
      const at = spotAt(event.clientX, event.clientY) ?? { day: 0, minute: null }
      const gesture = new Gesture(event, { kind, id, at }, () => newest.current, setDrag)
      held.current = gesture
      stop.current = () => {
        stop.current = null
        held.current = null
        gesture.end()
      }
      gesture.onEnd = () => stop.current?.()
    },
  }
}

function swallow(click: Event): void {
  click.preventDefault()
  click.stopPropagation()
}

/** One press of the pointer on a record, until it is let go. */
class Gesture {
  onEnd: () => void = () => undefined
  readonly #element: HTMLElement
  readonly #grip: Grip
  readonly #options: () => DragOptions
  readonly #show: (drag: EventDrag | null) => void
  readonly #pointer: number
  readonly #isTouch: boolean
  readonly #start: { readonly x: number; readonly y: number }
  readonly #listening = new AbortController()
  #at: { x: number; y: number }
  #isHeld = false
  #picture: HTMLElement | null = null
  #over: Spot | null = null
  #timer = 0
  #frame = 0

  constructor(
    event: React.PointerEvent<HTMLElement>,
    grip: Grip,
    options: () => DragOptions,
    show: (drag: EventDrag | null) => void,
  ) {
    this.#element = event.currentTarget.closest<HTMLElement>('[data-event]') ?? event.currentTarget
    this.#grip = grip
    this.#options = options
    this.#show = show
    this.#pointer = event.pointerId
    this.#isTouch = event.pointerType === 'touch'
    this.#start = { x: event.clientX, y: event.clientY }
    this.#at = this.#start
    const { signal } = this.#listening
    window.addEventListener('pointermove', (move) => this.#onMove(move), { signal })
    window.addEventListener('pointerup', (up) => this.#onUp(up), { signal })
    window.addEventListener('pointercancel', () => this.onEnd(), { signal })
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
    this.#listening.abort()
    window.clearTimeout(this.#timer)
    cancelAnimationFrame(this.#frame)
    this.#picture?.remove()
    if (!this.#isHeld) return
    this.#show(null)
    // The press that ends here opens nothing.
    window.addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0)
  }

  #onMove(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer) return
    this.#at = { x: event.clientX, y: event.clientY }
    if (this.#isHeld) return this.#follow()
    const far = Math.hypot(this.#at.x - this.#start.x, this.#at.y - this.#start.y)
    if (far < startPx) return
    if (this.#isTouch) this.onEnd()
    else this.#lift()
  }

  #onUp(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer) return
    const over = this.#isHeld ? this.#over : null
    this.onEnd()
    if (over) this.#options().onDrop({ grip: this.#grip, over })
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !this.#isHeld) return
    event.preventDefault()
    event.stopPropagation()
    this.onEnd()
  }

  #lift(): void {
    if (!this.#options().mayDrag(this.#grip)) return this.onEnd()
    this.#isHeld = true
    const isInHours = this.#grip.at.minute !== null && this.#grip.kind === 'move'
    if (this.#grip.kind !== 'end' && !isInHours) this.#draw()
    if (this.#isTouch) navigator.vibrate?.(10)
    this.#follow()
    this.#scroll()
  }

  #draw(): void {
    const { width, height, left, top } = this.#element.getBoundingClientRect()
    const picture = this.#element.cloneNode(true) as HTMLElement
    picture.removeAttribute('data-event')
    picture.setAttribute('aria-hidden', 'true')
    picture.className = `${this.#element.className} card-in-hand`
    Object.assign(picture.style, {
      width: `${Math.min(width, 220)}px`,
      height: `${height}px`,
      // A long bar is held where it was taken.
      left: `${Math.max(left, Math.min(this.#start.x - 110, left + width - 220))}px`,
      // Above the finger, so that the day below it is seen.
      top: `${top - (this.#isTouch ? height : 0)}px`,
      opacity: '1',
      background: 'var(--raised)',
      borderRadius: 'var(--radius-control)',
    })
    document.body.append(picture)
    this.#picture = picture
  }

  #follow(): void {
    const { x, y } = this.#at
    if (this.#picture) this.#picture.style.translate = `${x - this.#start.x}px ${y - this.#start.y}px`
    const over = spotAt(x, y)
    // Beside the calendar a record stays where it is; an end is where it was last over it.
    if (!over && this.#grip.kind === 'end') return
    if (over?.day === this.#over?.day && over?.minute === this.#over?.minute) return
    this.#over = over
    this.#show(over && { grip: this.#grip, over })
  }

  /** Frame by frame, as long as the pointer is near an edge. */
  #scroll(): void {
    const { y } = this.#at
    for (const list of this.#options().calendar.current?.querySelectorAll('[data-scrolls]') ?? []) {
      const { top, bottom } = list.getBoundingClientRect()
      if (y < top || y > bottom) continue
      const by = edgeSpeed(y, top, bottom)
      if (by === 0) continue
      list.scrollBy({ top: by, behavior: 'instant' })
      this.#follow()
    }
    this.#frame = requestAnimationFrame(() => this.#scroll())
  }
}

function edgeSpeed(at: number, top: number, bottom: number): number {
  const [before, behind] = [at - top, bottom - at]
  if (before < edgePx) return -fastestPx * (1 - Math.max(0, before) / edgePx)
  if (behind < edgePx) return fastestPx * (1 - Math.max(0, behind) / edgePx)
  return 0
}

/** The day below a point, and the minute where hours are shown. */
export function spotAt(x: number, y: number): Spot | null {
  // A bar over several days stands in the first of them: what lies below the point counts, not what it stands in.
  const element = document
    .elementsFromPoint(x, y)
    .find((one): one is HTMLElement => one instanceof HTMLElement && one.dataset['day'] !== undefined)
  const day = dayOf(element?.dataset['day'] ?? '')
  if (!element || day === null) return null
  if (element.dataset['hours'] === undefined) return { day, minute: null }
  const { top, height } = element.getBoundingClientRect()
  return { day, minute: Math.round(((y - top) / height) * minutesPerDay) }
}
