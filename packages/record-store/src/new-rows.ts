/**
 * One's own new records at the end of a window, from the moment they are made until a fetched block shows them at
 * their place. In a sorted window they stay at the end until the cursor leaves them.
 */
import type { RecordId, Seq } from '@plinth/domain'
import { compareSeq } from './seq.ts'

export interface NewRow {
  readonly id: RecordId
  /** When the server took it; null: not yet. */
  readonly ackedAt: number | null
  /** The point of its commit; null: not told yet. */
  readonly seq: Seq | null
  /** The window's total includes it already. */
  readonly isCounted: boolean
  /** It is no row of the view: no total includes it. */
  readonly isOutside: boolean
}

export class NewRows {
  readonly #rows = new Map<RecordId, NewRow>()
  /** In order; made anew when it is asked for after a change, for there may be thousands. */
  #list: readonly NewRow[] | null = []

  get list(): readonly NewRow[] {
    this.#list ??= [...this.#rows.values()]
    return this.#list
  }

  get uncounted(): number {
    return this.list.filter((row) => !row.isCounted).length
  }

  has(id: RecordId): boolean {
    return this.#rows.has(id)
  }

  add(id: RecordId): void {
    if (!this.has(id)) this.#set({ id, ackedAt: null, seq: null, isCounted: false, isOutside: false })
  }

  /** The view is with or without this record. */
  judge(id: RecordId, isOutside: boolean): void {
    this.#change(id, (row) => ({ ...row, isOutside, isCounted: row.isCounted && !isOutside }))
  }

  acknowledge(id: RecordId, at: number): void {
    this.#change(id, (row) => ({ ...row, ackedAt: at }))
  }

  /** An event told when it was stored. */
  told(id: RecordId, seq: Seq): void {
    this.#change(id, (row) => ({ ...row, seq: row.seq ?? seq }))
  }

  isCounted(id: RecordId): boolean {
    return this.#rows.get(id)?.isCounted ?? false
  }

  /** Answers false when it is counted already, or not here. */
  count(id: RecordId): boolean {
    const isUncounted = this.#rows.get(id)?.isCounted === false
    if (isUncounted) this.#change(id, (row) => ({ ...row, isCounted: true }))
    return isUncounted
  }

  /** An event told that it was deleted: made again since, it is in no total yet. */
  uncount(id: RecordId): void {
    this.#change(id, (row) => ({ ...row, seq: null, isCounted: false }))
  }

  /** A count that began at `began` has included everything acknowledged before. */
  countedSince(began: number): void {
    this.#countWhere(({ ackedAt }) => ackedAt !== null && ackedAt <= began)
  }

  /** A count as of a point has included everything committed before it. */
  countedAsOf(asOf: Seq): void {
    this.#countWhere(({ seq }) => seq !== null && compareSeq(asOf, seq) > 0)
  }

  remove(test: (row: NewRow) => boolean): RecordId[] {
    const gone = this.list.filter(test).map((row) => row.id)
    for (const id of gone) this.#rows.delete(id)
    if (gone.length > 0) this.#list = null
    return gone
  }

  #countWhere(test: (row: NewRow) => boolean): void {
    for (const row of this.list) {
      if (!row.isOutside && !row.isCounted && test(row)) this.#set({ ...row, isCounted: true })
    }
  }

  #change(id: RecordId, change: (row: NewRow) => NewRow): void {
    const row = this.#rows.get(id)
    if (row) this.#set(change(row))
  }

  #set(row: NewRow): void {
    this.#rows.set(row.id, row)
    this.#list = null
  }
}
