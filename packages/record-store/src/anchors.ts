/**
 * Known keys by row index. An index is a claim: it holds as of a point in the order of commits, and a structural
 * change after that point makes it doubtful (`isCurrent` false). Doubtful anchors still name a true place among the
 * rows, only its number may be off.
 */
import type { RowKey, Seq } from '@plinth/domain'

export interface Anchor {
  readonly index: number
  readonly key: RowKey
  /** The index holds as of this point. */
  readonly asOf: Seq
  /** Counted from the beginning of the rows, not from their end. */
  readonly isFirm: boolean
  /** Number of the structure that the index belongs to. */
  readonly generation: number
}

export class AnchorList {
  #list: Anchor[] = []

  /** Adds anchors; one of an older generation never replaces a newer one at the same index. */
  add(anchors: readonly Anchor[]): void {
    const byIndex = new Map(this.#list.map((anchor) => [anchor.index, anchor]))
    for (const anchor of anchors) {
      const known = byIndex.get(anchor.index)
      if (!known || known.generation <= anchor.generation) byIndex.set(anchor.index, anchor)
    }
    this.#list = [...byIndex.values()].sort((a, b) => a.index - b.index)
  }

  /** Rewrites each anchor, or drops it where the answer is null. */
  rewrite(change: (anchor: Anchor) => Anchor | null): void {
    this.#list = this.#list.map(change).filter((anchor) => anchor !== null)
  }

  /** The last anchor at or before `index` with at least this generation; null when there is none. */
  before(index: number, minGeneration: number): Anchor | null {
    let at = this.#firstAfter(index) - 1
    while (at >= 0 && (this.#list[at]?.generation ?? 0) < minGeneration) at -= 1
    return this.#list[at] ?? null
  }

  /** The first anchor after `index` with at least this generation; null when there is none. */
  after(index: number, minGeneration: number): Anchor | null {
    let at = this.#firstAfter(index)
    while (at < this.#list.length && (this.#list[at]?.generation ?? 0) < minGeneration) at += 1
    return this.#list[at] ?? null
  }

  each(run: (anchor: Anchor) => void): void {
    for (const anchor of this.#list) run(anchor)
  }

  clear(): void {
    this.#list = []
  }

  get size(): number {
    return this.#list.length
  }

  /** Position of the first anchor whose index is greater than `index`. */
  #firstAfter(index: number): number {
    let low = 0
    let high = this.#list.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#list[middle]?.index ?? 0) <= index) low = middle + 1
      else high = middle
    }
    return low
  }
}
