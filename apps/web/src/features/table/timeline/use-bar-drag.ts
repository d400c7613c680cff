/**
 * Bars are dragged with the pointer: by the middle to move them, by an end to make them longer or shorter, and over an empty row to give a
 * record its first dates. Near an edge time scrolls along.
 */
import type { RecordId } from '@plinth/domain'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { edgeSpeed } from '../drag/edge-speed.ts'
import { type Dragged, type Point, useHeldDrag } from '../drag/use-held-drag.ts'
import type { Dates, Edge } from './moves.ts'
import type { ShownDates } from './shown-dates.ts'
import type { TimeScroller } from './time-scroller.ts'

const startPx = 4
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
  const begin = useHeldDrag(options.element, startPx)
  return useMemo(
    () => (event, id, part) => {
      const { clientX } = event
      begin(event, () => new DraggedBar(clientX, { id, part }, () => newest.current))
    },
    [begin],
  )
}

class DraggedBar implements Dragged {
  readonly #begun: { readonly id: RecordId; readonly part: BarPart }
  readonly #options: () => DragOptions
  readonly #startX: number
  readonly #from: number
  #dates: Dates = null

  constructor(startX: number, begun: { id: RecordId; part: BarPart }, options: () => DragOptions) {
    this.#begun = begun
    this.#options = options
    this.#startX = startX
    this.#from = options().time.timeAt(startX)
  }

  lift(): boolean {
    return this.#options().mayDrag(this.#begun.id, this.#begun.part)
  }

  follow({ x }: Point): void {
    const { time, plan, shown } = this.#options()
    const { id, part } = this.#begun
    this.#dates = plan(id, part, this.#from, time.timeAt(x))
    shown.set({ id, dates: this.#dates })
  }

  scroll({ x }: Point): boolean {
    const { element, time } = this.#options()
    const box = element.current?.getBoundingClientRect()
    if (!box) return false
    const by = speedWithin(x, this.#startX, box.right - time.area().width, box.right)
    if (by !== 0) time.pan(by)
    return by !== 0
  }

  drop(): void {
    if (this.#dates) this.#options().onDrop(this.#begun.id, this.#dates)
  }

  end(): void {
    this.#options().shown.set(null)
  }
}

/** Who takes hold near an edge scrolls only by going nearer to it. */
function speedWithin(at: number, begun: number, low: number, high: number): number {
  const before = Math.max(1, Math.min(edgePx, begun - low - startPx))
  const behind = Math.max(1, Math.min(edgePx, high - begun - startPx))
  const back = edgeSpeed(at - low, before, fastestPx)
  return back > 0 ? -back : edgeSpeed(high - at, behind, fastestPx)
}
