/**
 * Cards are dragged with the pointer; on touch after a moment of holding still, so that a finger scrolls as everywhere. The card follows
 * as a picture of itself, the place where it would come is told, and edges scroll what is below the pointer.
 */
import type { RecordId } from '@plinth/domain'
import { type RefObject, useEffect, useRef, useState } from 'react'

const startPx = 5
const holdMs = 280
/** From the edge of what scrolls, in pixels, and how fast at the edge itself, in pixels a frame. */
const edgePx = 56
const fastestPx = 18

/** A stack of the board: in its lane, where the board has lanes. */
export interface StackPlace {
  readonly stack: string
  readonly lane: string
}

export interface DropSpot extends StackPlace {
  /** Among the shown cards; the card comes to lie before the one that is there. */
  readonly at: number
}

export interface CardDrag {
  readonly id: RecordId
  readonly from: StackPlace
  readonly over: DropSpot | null
}

interface DragOptions {
  readonly board: RefObject<HTMLElement | null>
  /** May this card be dragged? Where not, it says so itself. */
  mayDrag(id: RecordId): boolean
  onDrop(drag: CardDrag & { over: DropSpot }): void
}

export interface CardDragging {
  readonly drag: CardDrag | null
  begin(event: React.PointerEvent<HTMLElement>, id: RecordId, from: StackPlace): void
}

export function useCardDrag(options: DragOptions): CardDragging {
  const [drag, setDrag] = useState<CardDrag | null>(null)
  const newest = useRef(options)
  useEffect(() => {
    newest.current = options
  })
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])
  return {
    drag,
    begin(event, id, from) {
      if (event.button !== 0 || stop.current) return
      const gesture = new Gesture(event, { id, from }, () => newest.current, setDrag)
      stop.current = () => {
        stop.current = null
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

/** One press of the pointer on a card, until it is let go. */
class Gesture {
  onEnd: () => void = () => undefined
  readonly #card: HTMLElement
  readonly #begun: { readonly id: RecordId; readonly from: StackPlace }
  readonly #options: () => DragOptions
  readonly #show: (drag: CardDrag | null) => void
  readonly #pointer: number
  readonly #isTouch: boolean
  readonly #start: { readonly x: number; readonly y: number }
  readonly #listening = new AbortController()
  #at: { x: number; y: number }
  #picture: HTMLElement | null = null
  #over: DropSpot | null = null
  #timer = 0
  #frame = 0

  constructor(
    event: React.PointerEvent<HTMLElement>,
    begun: { id: RecordId; from: StackPlace },
    options: () => DragOptions,
    show: (drag: CardDrag | null) => void,
  ) {
    this.#card = event.currentTarget
    this.#begun = begun
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
    // While a card is held the finger drags it, and scrolls nothing.
    const hold = (touch: TouchEvent) => this.#picture && touch.preventDefault()
    window.addEventListener('touchmove', hold, { signal, passive: false })
    if (this.#isTouch) this.#timer = window.setTimeout(() => this.#lift(), holdMs)
  }

  end(): void {
    this.#listening.abort()
    window.clearTimeout(this.#timer)
    cancelAnimationFrame(this.#frame)
    this.#picture?.remove()
    if (!this.#picture) return
    this.#show(null)
    // The press that ends here opens nothing.
    window.addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0)
  }

  #onMove(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer) return
    this.#at = { x: event.clientX, y: event.clientY }
    if (this.#picture) return this.#follow()
    const far = Math.hypot(this.#at.x - this.#start.x, this.#at.y - this.#start.y)
    if (far < startPx) return
    if (this.#isTouch) this.onEnd()
    else this.#lift()
  }

  #onUp(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer) return
    const over = this.#picture ? this.#over : null
    this.onEnd()
    if (over) this.#options().onDrop({ ...this.#begun, over })
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !this.#picture) return
    event.preventDefault()
    event.stopPropagation()
    this.onEnd()
  }

  #lift(): void {
    if (!this.#options().mayDrag(this.#begun.id)) return this.onEnd()
    const { width, height, left, top } = this.#card.getBoundingClientRect()
    const picture = this.#card.cloneNode(true) as HTMLElement
    picture.setAttribute('aria-hidden', 'true')
    picture.className = `${this.#card.className} card-in-hand`
    Object.assign(picture.style, {
      width: `${width}px`,
      height: `${height}px`,
      left: `${left}px`,
      top: `${top}px`,
    })
    document.body.append(picture)
    this.#picture = picture
    if (this.#isTouch) navigator.vibrate?.(10)
    this.#follow()
    this.#scroll()
  }

  #follow(): void {
    const { x, y } = this.#at
    if (this.#picture) this.#picture.style.translate = `${x - this.#start.x}px ${y - this.#start.y}px`
    const over = spotAt(x, y)
    const isSame =
      over?.stack === this.#over?.stack && over?.lane === this.#over?.lane && over?.at === this.#over?.at
    if (isSame && this.#over) return
    this.#over = over
    this.#show({ ...this.#begun, over })
  }

  /** Frame by frame, as long as the card is near an edge. */
  #scroll(): void {
    const { x, y } = this.#at
    const board = this.#options().board.current
    const list = elementAt(x, y, '[data-stack-list]')
    const byX = board ? edgeSpeed(x, board.getBoundingClientRect(), 'left', 'right') : 0
    const byY = list ? edgeSpeed(y, list.getBoundingClientRect(), 'top', 'bottom') : 0
    if (byX !== 0) board?.scrollBy({ left: byX, behavior: 'instant' })
    if (byY !== 0) list?.scrollBy({ top: byY, behavior: 'instant' })
    if (byX !== 0 || byY !== 0) this.#follow()
    this.#frame = requestAnimationFrame(() => this.#scroll())
  }
}

function edgeSpeed(at: number, box: DOMRect, low: 'left' | 'top', high: 'right' | 'bottom'): number {
  const [before, behind] = [at - box[low], box[high] - at]
  if (before < edgePx && before > -edgePx) return -fastestPx * (1 - Math.max(0, before) / edgePx)
  if (behind < edgePx && behind > -edgePx) return fastestPx * (1 - Math.max(0, behind) / edgePx)
  return 0
}

const elementAt = (x: number, y: number, selector: string): HTMLElement | null =>
  document.elementsFromPoint(x, y).flatMap((one) => one.closest<HTMLElement>(selector) ?? [])[0] ?? null

function spotAt(x: number, y: number): DropSpot | null {
  const stack = elementAt(x, y, '[data-stack]')
  if (!stack) return null
  const { stack: key = '', lane = '', count = '0' } = stack.dataset
  const card = elementAt(x, y, '[data-place]')
  if (card && stack.contains(card)) {
    const { top, height } = card.getBoundingClientRect()
    return { stack: key, lane, at: Number(card.dataset['place']) + (y > top + height / 2 ? 1 : 0) }
  }
  const list = stack.querySelector('[data-stack-list]')
  const isAbove = list !== null && y < list.getBoundingClientRect().top
  return { stack: key, lane, at: isAbove ? 0 : Number(count) }
}
