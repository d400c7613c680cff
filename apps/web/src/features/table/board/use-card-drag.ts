/** A dragged card follows the pointer as a picture of itself, the place where it would come is told, and edges scroll what is below it. */
import type { RecordId } from '@plinth/domain'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { edgeSpeed } from '../drag/edge-speed.ts'
import { HandPicture } from '../drag/hand-picture.ts'
import { type Dragged, type Point, useHeldDrag } from '../drag/use-held-drag.ts'

const startPx = 5
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
  const begin = useHeldDrag(options.board, startPx)
  return {
    drag,
    begin(event, id, from) {
      const card = event.currentTarget
      begin(event, () => new DraggedCard(card, { id, from }, () => newest.current, setDrag))
    },
  }
}

class DraggedCard implements Dragged {
  readonly #card: HTMLElement
  readonly #begun: { readonly id: RecordId; readonly from: StackPlace }
  readonly #options: () => DragOptions
  readonly #show: (drag: CardDrag | null) => void
  #picture: HandPicture | null = null
  #over: DropSpot | null = null

  constructor(
    card: HTMLElement,
    begun: { id: RecordId; from: StackPlace },
    options: () => DragOptions,
    show: (drag: CardDrag | null) => void,
  ) {
    this.#card = card
    this.#begun = begun
    this.#options = options
    this.#show = show
  }

  lift(start: Point): boolean {
    if (!this.#options().mayDrag(this.#begun.id)) return false
    const { width, height, left, top } = this.#card.getBoundingClientRect()
    this.#picture = new HandPicture(this.#card, start, {
      width: `${width}px`,
      height: `${height}px`,
      left: `${left}px`,
      top: `${top}px`,
    })
    return true
  }

  follow(at: Point): void {
    this.#picture?.follow(at)
    const over = spotAt(at.x, at.y)
    const isSame =
      over?.stack === this.#over?.stack && over?.lane === this.#over?.lane && over?.at === this.#over?.at
    if (isSame && this.#over) return
    this.#over = over
    this.#show({ ...this.#begun, over })
  }

  scroll({ x, y }: Point): boolean {
    const board = this.#options().board.current
    const list = elementAt(x, y, '[data-stack-list]')
    const byX = board ? speedWithin(x, board.getBoundingClientRect(), 'left', 'right') : 0
    const byY = list ? speedWithin(y, list.getBoundingClientRect(), 'top', 'bottom') : 0
    if (byX !== 0) board?.scrollBy({ left: byX, behavior: 'instant' })
    if (byY !== 0) list?.scrollBy({ top: byY, behavior: 'instant' })
    return byX !== 0 || byY !== 0
  }

  drop(): void {
    if (this.#over) this.#options().onDrop({ ...this.#begun, over: this.#over })
  }

  end(): void {
    this.#picture?.remove()
    this.#show(null)
  }
}

function speedWithin(at: number, box: DOMRect, low: 'left' | 'top', high: 'right' | 'bottom'): number {
  const [before, behind] = [at - box[low], box[high] - at]
  if (before < edgePx && before > -edgePx) return -edgeSpeed(before, edgePx, fastestPx)
  return behind > -edgePx ? edgeSpeed(behind, edgePx, fastestPx) : 0
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
