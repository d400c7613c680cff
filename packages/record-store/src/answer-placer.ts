/**
 * Puts the rows of an answer where they belong: blocks, keys, the number of rows.
 */
import type { RecordId, RowsWindow, Seq } from '@plinth/domain'
import type { FetchPlan } from './fetch-plan.ts'
import type { PlacedRows } from './placed-rows.ts'
import type { RecordStore } from './record-store.ts'
import { minSeq } from './seq.ts'
import type { ViewAnchor } from './view-anchor.ts'
import type { WindowOrder } from './window-order.ts'
import type { WindowTotal } from './window-total.ts'

/** When and under what a request for rows began. */
export interface RequestBegin {
  readonly began: number
  readonly generation: number
  readonly ticket: number
}

export interface AnswerPlacerOptions {
  readonly store: RecordStore
  readonly placed: PlacedRows
  readonly total: WindowTotal
  readonly anchor: ViewAnchor
  readonly order: WindowOrder
  /** Pause before rows are counted again whose number an answer has put in doubt. */
  readonly recountMs: number
}

export class AnswerPlacer {
  readonly #options: AnswerPlacerOptions

  constructor(options: AnswerPlacerOptions) {
    this.#options = options
  }

  /** Answers false when the answer shows that the known numbers of rows are wrong, and nothing was placed. */
  place(plan: FetchPlan, answer: RowsWindow, request: RequestBegin): boolean {
    // Fewer rows before this point than its number says.
    if (plan.direction === 'backward' && answer.rows.length < plan.take) return false
    this.#options.anchor.during(() => this.#put(plan, answer, request))
    return true
  }

  #put(plan: FetchPlan, answer: RowsWindow, request: RequestBegin): void {
    const { store, placed } = this.#options
    const ids = answer.rows.map((row) => row.id)
    // Kept until the blocks keep them: nothing on the way may forget what has just come.
    store.retain(ids)
    const taken = new Set(store.upsert(answer.rows, request.ticket, answer.atSeq))
    const claim = this.#claimOf(plan, answer, request.generation)
    const end = endOf(plan, answer)
    const shown = ids.flatMap((id) => {
      // A new record held at the end: it is one of the rows, and shown there alone.
      if (placed.held.has(id) && placed.newRows.has(id)) return []
      return taken.has(id) && !this.#isHeldElsewhere(id, plan, end) ? [id] : [null]
    })
    this.#noteEnd(plan, answer, claim, request.began)
    // A record deleted since the request began: the rows behind it have moved up, ask again.
    const isWhole = taken.size === ids.length
    placed.put(plan, shown, isWhole ? claim : { ...claim, generation: -1 })
    placed.noteKeys(plan, answer, claim)
    store.release(ids)
  }

  #claimOf(plan: FetchPlan, answer: RowsWindow, begun: number): { asOf: Seq; generation: number } {
    const { placed, order } = this.#options
    const asOf = plan.asOf === null ? answer.atSeq : minSeq(plan.asOf, answer.atSeq)
    const isOpenEnd = plan.direction === 'forward' && answer.atEnd
    const knowsEnd = order.isCreation && !isOpenEnd && plan.isFirm
    const lastId = knowsEnd ? (answer.rows.at(-1)?.id ?? null) : null
    return { asOf, generation: placed.structure.generationOf({ asOf, generation: begun, lastId }) }
  }

  /** Not where it stood beyond the `end`: no row is left there, so it is shown where it belongs. */
  #isHeldElsewhere(id: RecordId, plan: FetchPlan, end: number | null): boolean {
    const { held, blocks } = this.#options.placed
    if (!held.has(id)) return false
    const index = blocks.indexOf(id)
    if (index === null || (end !== null && index >= end)) return false
    return index < plan.first || index >= plan.first + plan.take
  }

  #noteEnd(
    plan: FetchPlan,
    answer: RowsWindow,
    claim: { asOf: Seq; generation: number },
    began: number,
  ): void {
    if (plan.direction !== 'forward' || plan.isDrifting) return
    const { placed, total, recountMs } = this.#options
    const end = endOf(plan, answer)
    const upTo = plan.first + answer.rows.length
    if (end !== null) {
      // Rows are counted again as soon as it is known of which they are.
      if (!placed.awaitsJudgement && total.note({ count: end, isExact: true, ...claim }))
        placed.onCount(claim.asOf, began)
      placed.dropNewRows((row) => row.ackedAt !== null && row.ackedAt <= began && !placed.held.has(row.id))
      placed.trim(end)
    } else if (answer.atEnd) {
      total.cap(plan.first)
      placed.trim(plan.first)
      total.askSoon(0)
    } else if ((total.value?.count ?? 0) <= upTo) {
      total.note({ count: upTo + 1, isExact: false, ...claim })
      total.askSoon(recountMs)
    }
  }
}

/** How many rows there are, where an answer tells. */
function endOf({ direction, isDrifting, first }: FetchPlan, { atEnd, rows }: RowsWindow): number | null {
  if (direction !== 'forward' || isDrifting || !atEnd) return null
  return rows.length > 0 || first === 0 ? first + rows.length : null
}
