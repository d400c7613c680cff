/** Keeps the view with the records that are read, whatever numbers they get. */
import type { RecordId } from '@plinth/domain'
import type { PlacedRows } from './placed-rows.ts'
import type { Viewport } from './viewport.ts'

interface Placed {
  readonly id: RecordId
  readonly index: number
}

/** What somebody reads without scrolling, as it stood when they began to. */
interface Reading {
  readonly first: number
  readonly last: number
  rows: readonly Placed[]
  /** By so much the view has gone along since. */
  moved: number
}

export class ViewAnchor {
  readonly #viewport: Viewport
  readonly #placed: PlacedRows
  #reading: Reading | null = null

  constructor(viewport: Viewport, placed: PlacedRows) {
    this.#viewport = viewport
    this.#placed = placed
  }

  /** Places rows anew; the view goes along with most of what is read, but for records that the reader sends elsewhere. */
  during(place: () => void, sent: readonly RecordId[] = []): void {
    const reading = this.#whatIsRead()
    const ids = new Set(sent)
    reading.rows = reading.rows.filter(({ id }) => !ids.has(id))
    place()
    this.#follow(reading)
  }

  /** The same while nobody scrolls, and half of it is in view still: answers that come one by one are parts of one change. */
  #whatIsRead(): Reading {
    const { first, last } = this.#viewport
    const rows = this.#recordsInView()
    const known = this.#reading
    if (known && first === known.first + known.moved && last === known.last + known.moved) {
      const ids = new Set(known.rows.map(({ id }) => id))
      if (rows.filter(({ id }) => ids.has(id)).length * 2 >= rows.length) return known
    }
    this.#reading = { first, last, rows, moved: 0 }
    return this.#reading
  }

  #recordsInView(): Placed[] {
    const found: Placed[] = []
    // At the very top the reader watches the top, whatever comes in there.
    if (this.#viewport.first === 0) return found
    for (let index = this.#viewport.first; index <= this.#viewport.last; index++) {
      const id = this.#placed.blocks.idAt(index)
      if (id !== null) found.push({ id, index })
    }
    return found
  }

  /**
   * Goes as most of what was seen did; the uppermost decides between equals. One record alone may have been sent elsewhere by
   * somebody, or have been seen in a block that is not as new as the others.
   */
  #follow(reading: Reading): void {
    const { blocks, held } = this.#placed
    const votes = new Map<number, number>()
    for (const { id, index } of reading.rows) {
      const now = id === held.released ? null : blocks.indexOf(id)
      if (now !== null) votes.set(now - index, (votes.get(now - index) ?? 0) + 1)
    }
    const most = Math.max(0, ...votes.values())
    const wanted = [...votes].find(([, count]) => count === most)?.[0] ?? reading.moved
    if (wanted === reading.moved) return
    this.#viewport.follow(wanted - reading.moved)
    reading.moved = wanted
  }
}
