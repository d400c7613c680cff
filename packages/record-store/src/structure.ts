/**
 * Which rows stand where changes over time. Each change that can move rows raises the generation; what was fetched
 * before is doubtful from then on, unless its answer contained the change already, or the change lies wholly behind
 * it (new records in creation order stand at the end).
 */
import type { RecordId, Seq } from '@plinth/domain'
import { compareSeq } from './seq.ts'

export interface StructureChange {
  /** Point in the order of commits; null when not known: then only a later request contains it. */
  readonly seq: Seq | null
  /** Rows up to this id (creation order) are where they were; null: any row may have moved. */
  readonly behind: RecordId | null
}

/** What a piece of knowledge about rows rests on. */
export interface Claim {
  readonly asOf: Seq
  readonly generation: number
  /** The last row that the claim speaks of; null: it speaks of all rows. */
  readonly lastId: RecordId | null
}

/** Changes remembered for answers that were under way; an older answer counts as doubtful. */
const remembered = 500

export class Structure {
  #generation = 1
  #log: { generation: number; change: StructureChange }[] = []

  get generation(): number {
    return this.#generation
  }

  raise(change: StructureChange): void {
    this.#generation += 1
    this.#log.push({ generation: this.#generation, change })
    if (this.#log.length > remembered) this.#log.shift()
  }

  /** The newest generation in which the claim still holds. */
  generationOf(claim: Claim): number {
    let generation = claim.generation
    if (generation < 1) return generation
    for (const entry of this.#log) {
      if (entry.generation <= generation) continue
      if (entry.generation > generation + 1 || !contains(claim, entry.change)) return generation
      generation = entry.generation
    }
    return generation
  }
}

function contains(claim: Claim, change: StructureChange): boolean {
  if (change.seq !== null && compareSeq(claim.asOf, change.seq) > 0) return true
  return change.behind !== null && claim.lastId !== null && claim.lastId < change.behind
}
