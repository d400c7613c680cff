/** Where a dragged record would come is told with each move; where days are shown, a picture of it follows the pointer. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { dayOf } from '../../../lib/days/days.ts'
import { edgeSpeed } from '../drag/edge-speed.ts'
import { HandPicture } from '../drag/hand-picture.ts'
import { type Dragged, type Point, useHeldDrag } from '../drag/use-held-drag.ts'
import type { Grip, Spot } from './drag-times.ts'

const startPx = 5
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
  const begin = useHeldDrag(options.calendar, startPx)
  return {
    drag,
    begin(event, { kind, id }) {
      const element = event.currentTarget.closest<HTMLElement>('[data-event]') ?? event.currentTarget
      const at = spotAt(event.clientX, event.clientY) ?? { day: 0, minute: null }
      begin(event, () => new DraggedEvent(element, { kind, id, at }, () => newest.current, setDrag))
    },
  }
}

class DraggedEvent implements Dragged {
  readonly #element: HTMLElement
  readonly #grip: Grip
  readonly #options: () => DragOptions
  readonly #show: (drag: EventDrag | null) => void
  #picture: HandPicture | null = null
  #over: Spot | null = null

  constructor(
    element: HTMLElement,
    grip: Grip,
    options: () => DragOptions,
    show: (drag: EventDrag | null) => void,
  ) {
    this.#element = element
    this.#grip = grip
    this.#options = options
    this.#show = show
  }

  lift(start: Point, isTouch: boolean): boolean {
    if (!this.#options().mayDrag(this.#grip)) return false
    const isInHours = this.#grip.at.minute !== null && this.#grip.kind === 'move'
    if (this.#grip.kind !== 'end' && !isInHours) this.#picture = this.#draw(start, isTouch)
    return true
  }

  follow(at: Point): void {
    this.#picture?.follow(at)
    const over = spotAt(at.x, at.y)
    // Beside the calendar a record stays where it is; an end is where it was last over it.
    if (!over && this.#grip.kind === 'end') return
    if (over?.day === this.#over?.day && over?.minute === this.#over?.minute) return
    this.#over = over
    this.#show(over && { grip: this.#grip, over })
  }

  scroll({ y }: Point): boolean {
    let isScrolled = false
    for (const list of this.#options().calendar.current?.querySelectorAll('[data-scrolls]') ?? []) {
      const { top, bottom } = list.getBoundingClientRect()
      if (y < top || y > bottom) continue
      const up = edgeSpeed(y - top, edgePx, fastestPx)
      const by = up > 0 ? -up : edgeSpeed(bottom - y, edgePx, fastestPx)
      if (by === 0) continue
      list.scrollBy({ top: by, behavior: 'instant' })
      isScrolled = true
    }
    return isScrolled
  }

  drop(): void {
    if (this.#over) this.#options().onDrop({ grip: this.#grip, over: this.#over })
  }

  end(): void {
    this.#picture?.remove()
    this.#show(null)
  }

  #draw(start: Point, isTouch: boolean): HandPicture {
    const { width, height, left, top } = this.#element.getBoundingClientRect()
    return new HandPicture(this.#element, start, {
      width: `${Math.min(width, 220)}px`,
      height: `${height}px`,
      // A long bar is held where it was taken.
      left: `${Math.max(left, Math.min(start.x - 110, left + width - 220))}px`,
      // Above the finger, so that the day below it is seen.
      top: `${top - (isTouch ? height : 0)}px`,
      opacity: '1',
      background: 'var(--raised)',
      borderRadius: 'var(--radius-control)',
    })
  }
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
