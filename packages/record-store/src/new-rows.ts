/**
 * One's own new records at the end of a window, from the moment they are made until a fetched block shows them at
 * their place. In a sorted window they stay at the end until the cursor leaves them.
 */
import type { RecordId } from '@plinth/domain'

export interface NewRow {
  readonly id: RecordId
  /** When the server took it; null: not yet. */
  readonly ackedAt: number | null
  /** The window's total includes it already. */
  readonly isCounted: boolean
}

export class NewRows {
  #rows: NewRow[] = []

  get list(): readonly NewRow[] {
    return this.#rows
  }

  get uncounted(): number {
    return this.#rows.filter((row) => !row.isCounted).length
  }

  has(id: RecordId): boolean {
    return this.#rows.some((row) => row.id === id)
  }

  add(id: RecordId): void {
    if (!this.has(id)) this.#rows.push({ id, ackedAt: null, isCounted: false })
  }

  acknowledge(id: RecordId, at: number): void {
    this.#change(id, (row) => ({ ...row, ackedAt: at }))
  }

  /** Answers false when it is counted already, or not here. */
  count(id: RecordId): boolean {
    const isUncounted = this.#rows.some((row) => row.id === id && !row.isCounted)
    if (isUncounted) this.#change(id, (row) => ({ ...row, isCounted: true }))
    return isUncounted
  }

  /** A count that began at `began` has included everything acknowledged before. */
  countedSince(began: number): void {
    this.#rows = this.#rows.map((row) =>
      row.ackedAt !== null && row.ackedAt <= began ? { ...row, isCounted: true } : row,
    )
  }

  remove(test: (row: NewRow) => boolean): RecordId[] {
    const gone = this.#rows.filter(test).map((row) => row.id)
    if (gone.length > 0) this.#rows = this.#rows.filter((row) => !gone.includes(row.id))
    return gone
  }

  #change(id: RecordId, change: (row: NewRow) => NewRow): void {
    this.#rows = this.#rows.map((row) => (row.id === id ? change(row) : row))
  }
}
