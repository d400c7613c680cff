/**
 * One's own new records at the end of a window, from the moment they are made until a fetched block shows them at
 * their place. In a sorted window they stay at the end until the cursor leaves them.
 */
import type { RecordId } from '@plinth/domain'

export interface NewRow {
  readonly id: RecordId
  /** When the server took it; null: not yet. */
  readonly ackedAt: number | null
  /** It is no row of the view. */
  readonly isOutside: boolean
  /** It is known whether it is a row of the view. */
  readonly isJudged: boolean
  /** It was no row of the view when the rows were counted, or may not have been. */
  readonly isLeftOut: boolean
}

export class NewRows {
  readonly #rows = new Map<RecordId, NewRow>()
  /** In order; made anew when it is asked for after a change, for there may be thousands. */
  #list: readonly NewRow[] | null = []

  get list(): readonly NewRow[] {
    this.#list ??= [...this.#rows.values()]
    return this.#list
  }

  has(id: RecordId): boolean {
    return this.#rows.has(id)
  }

  /** At the end; one that is there already stays where it is. */
  add(id: RecordId, ackedAt: number | null = null): void {
    const known = this.#rows.get(id)
    this.#set({ id, isOutside: false, isJudged: false, isLeftOut: false, ...known, ackedAt })
  }

  /** The view is with or without this record. */
  judge(id: RecordId, isOutside: boolean): void {
    this.#change(id, (row) => ({
      ...row,
      isOutside,
      isJudged: true,
      isLeftOut: row.isLeftOut || isOutside,
    }))
  }

  acknowledge(id: RecordId, at: number): void {
    this.#change(id, (row) => ({ ...row, ackedAt: at }))
  }

  /** The rows of the view were counted. */
  onCount(): void {
    for (const row of this.list) {
      if (row.isLeftOut !== row.isOutside) this.#set({ ...row, isLeftOut: row.isOutside })
    }
  }

  remove(test: (row: NewRow) => boolean): RecordId[] {
    const gone = this.list.filter(test).map((row) => row.id)
    for (const id of gone) this.#rows.delete(id)
    if (gone.length > 0) this.#list = null
    return gone
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
