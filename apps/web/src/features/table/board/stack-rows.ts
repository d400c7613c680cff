/**
 * The rows of a stack as they will be: those that its window has, without records that were taken out a moment ago, with those that were
 * put in. Until the server has told of it, what was moved stands where it was dropped. Pure.
 */
import type { RecordId } from '@plinth/domain'

interface WindowRows {
  readonly count: number
  idAt(row: number): RecordId | null
  indexOf(id: RecordId): number | null
}

export interface Arrival {
  readonly id: RecordId
  /** Before which record; null: at the end. */
  readonly before: RecordId | null
}

export class StackRows {
  readonly count: number
  readonly #rows: WindowRows
  /** Places in the window, upwards. */
  readonly #gone: readonly number[]
  /** Places among all that is shown, upwards. */
  readonly #arrivals: readonly { readonly id: RecordId; readonly at: number }[]

  constructor(rows: WindowRows, gone: readonly RecordId[], arrivals: readonly Arrival[]) {
    this.#rows = rows
    this.#gone = gone
      .flatMap((id) => rows.indexOf(id) ?? [])
      .filter((row) => row < rows.count)
      .toSorted((a, b) => a - b)
    const stayed = rows.count - this.#gone.length
    const wanted = arrivals.map(({ id, before }) => ({ id, at: this.#placeBefore(before, stayed) }))
    this.#arrivals = wanted.toSorted((a, b) => a.at - b.at).map(({ id, at }, no) => ({ id, at: at + no }))
    this.count = stayed + arrivals.length
  }

  idAt(place: number): RecordId | null {
    const arrived = this.#arrivals.filter(({ at }) => at <= place)
    const last = arrived.at(-1)
    if (last?.at === place) return last.id
    return this.#rows.idAt(this.#windowRow(place - arrived.length))
  }

  placeOf(id: RecordId): number | null {
    const arrival = this.#arrivals.find((one) => one.id === id)
    if (arrival) return arrival.at
    const row = this.#rows.indexOf(id)
    if (row === null || this.#gone.includes(row)) return null
    const stayed = row - this.#gone.filter((gone) => gone < row).length
    return this.#arrivals.reduce((place, { at }) => (at <= place ? place + 1 : place), stayed)
  }

  /** Rows of the window around places, for asking for them. */
  windowSpan(first: number, last: number): readonly [first: number, last: number] {
    return [Math.max(0, first - this.#arrivals.length), last + this.#gone.length]
  }

  #placeBefore(before: RecordId | null, stayed: number): number {
    const row = before === null ? null : this.#rows.indexOf(before)
    if (row === null) return stayed
    return row - this.#gone.filter((gone) => gone < row).length
  }

  #windowRow(place: number): number {
    let row = place
    for (const gone of this.#gone) if (gone <= row) row += 1
    return row
  }
}
