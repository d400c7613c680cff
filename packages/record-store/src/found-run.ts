/** A stretch of found rows in the order of the view, without gaps, and the cells of them that are shown. */
import type { FieldId, FoundRows, RecordId, RowKey } from '@plinth/domain'

type FoundRow = FoundRows['found'][number]

export interface FoundCell {
  readonly record: RecordId
  readonly field: FieldId
}

/** On a cell of the row at a place of the run; `field` null: before the first cell of that row. */
export interface FoundPlace {
  readonly at: number
  readonly field: FieldId | null
}

export interface FoundRunOptions {
  /** The run begins behind this key; null: where the view does, or ends. */
  readonly from?: RowKey | null
  readonly isAtStart: boolean
  readonly isAtEnd?: boolean
  /** What was found on the other side, to be joined when it is reached. */
  readonly beyond?: FoundRun | null
}

export class FoundRun {
  readonly from: RowKey | null
  rows: readonly FoundRow[] = []
  /** Nothing is found before the first row, behind the last one. */
  isAtStart: boolean
  isAtEnd: boolean
  #beyond: FoundRun | null

  constructor({ from = null, isAtStart, isAtEnd = false, beyond = null }: FoundRunOptions) {
    this.from = from
    this.isAtStart = isAtStart
    this.isAtEnd = isAtEnd
    this.#beyond = beyond
  }

  ends(by: 1 | -1): boolean {
    return by === 1 ? this.isAtEnd : this.isAtStart
  }

  /** From where to ask for more. */
  edge(by: 1 | -1): RowKey | null {
    if (by === -1) return this.rows[0]?.key ?? null
    return this.rows.at(-1)?.key ?? this.from
  }

  /** Takes an answer, the nearest row first; answers how many rows have come before the others. */
  add(by: 1 | -1, { found, atEnd }: Pick<FoundRows, 'found' | 'atEnd'>): number {
    const known = new Set(this.rows.map(({ id }) => id))
    // A row that has moved meanwhile may be met twice.
    let fresh = found.filter(({ id }) => !known.has(id))
    let isEnd = atEnd
    const beyond = this.#beyond?.rows ?? []
    const nearest = by === 1 ? beyond[0] : beyond.at(-1)
    const meets = nearest ? fresh.findIndex(({ id }) => id === nearest.id) : -1
    if (this.#beyond && meets >= 0) {
      const rest = by === 1 ? beyond : beyond.toReversed()
      fresh = [...fresh.slice(0, meets), ...rest.filter(({ id }) => !known.has(id))]
      isEnd = this.#beyond.ends(by)
      this.#beyond = null
    }
    this.rows = by === 1 ? [...this.rows, ...fresh] : [...fresh.toReversed(), ...this.rows]
    if (by === 1) this.isAtEnd = isEnd
    else this.isAtStart = isEnd
    return by === 1 ? 0 : fresh.length
  }

  /** The next cell among the fields that are shown, in their order; null: there is none in the run. */
  next(place: FoundPlace, by: 1 | -1, shown: readonly FieldId[]): FoundPlace | null {
    const cells = this.#cellsOf(place.at, shown)
    const column = place.field === null ? -1 : shown.indexOf(place.field)
    if (by === 1) {
      const here = cells.find((field) => shown.indexOf(field) > column)
      if (here !== undefined) return { at: place.at, field: here }
    } else if (place.field !== null) {
      const here = cells.findLast((field) => shown.indexOf(field) < column)
      if (here !== undefined) return { at: place.at, field: here }
    }
    for (let at = place.at + by; at >= 0 && at < this.rows.length; at += by) {
      const field = this.#cellsOf(at, shown).at(by === 1 ? 0 : -1)
      if (field !== undefined) return { at, field }
    }
    return null
  }

  /** Where a cell stands here; null: it was not found. */
  placeOf({ record, field }: FoundCell, shown: readonly FieldId[]): FoundPlace | null {
    const at = this.rows.findIndex(({ id }) => id === record)
    return at >= 0 && this.#cellsOf(at, shown).includes(field) ? { at, field } : null
  }

  /** Cells up to a place, with its own; all of them without one. */
  count(shown: readonly FieldId[], upTo?: FoundPlace): number {
    let count = 0
    for (const at of this.rows.keys()) {
      if (upTo && at > upTo.at) break
      const cells = this.#cellsOf(at, shown)
      const last = upTo?.at === at ? cells.indexOf(upTo.field ?? ('' as FieldId)) + 1 : cells.length
      count += last
    }
    return count
  }

  /** Records that hold the text in fields alone that are not shown. */
  hidden(shown: readonly FieldId[]): number {
    return this.rows.filter(({ fields }) => !fields.some((field) => shown.includes(field))).length
  }

  #cellsOf(at: number, shown: readonly FieldId[]): readonly FieldId[] {
    const fields = this.rows[at]?.fields ?? []
    return shown.filter((field) => fields.includes(field))
  }
}
