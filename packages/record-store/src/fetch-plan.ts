/**
 * How to reach a span of rows: from the nearest known key, from either end, or by a cold jump. The cost of a
 * request is the number of rows that the server must pass over.
 */
import { limits, type RowKey, type Seq } from '@plinth/domain'
import type { Anchor, AnchorList } from './anchors.ts'

export interface FetchPlan {
  readonly anchor: RowKey | null
  readonly direction: 'forward' | 'backward'
  readonly skip: number
  readonly take: number
  readonly first: number
  /** The point as of which the index of the start holds; null: an end of the rows, which always holds. */
  readonly asOf: Seq | null
  /** Counted from the beginning: changes behind these rows leave their numbers alone. */
  readonly isFirm: boolean
  /** The start's index is doubtful: the rows follow each other truly, their numbers may be off. */
  readonly isDrifting: boolean
}

export interface PlanInput {
  readonly first: number
  readonly take: number
  readonly anchors: AnchorList
  readonly generation: number
  /** Exact number of rows as of now with its point; null when unknown or an estimate. */
  readonly total: { readonly count: number; readonly asOf: Seq } | null
  /** Whether a doubtful key nearby is better than passing over many rows. */
  readonly mayDrift: boolean
}

/** A cold jump over fewer rows than this costs the server next to nothing. */
const cheapSkip = 20_000

/** The cheapest request that fetches rows `first` … `first + take − 1`. */
export function planFetch(input: PlanInput): FetchPlan {
  const current = candidates(input, input.generation)
  const best = current.reduce((a, b) => (b.skip < a.skip ? b : a))
  if (best.skip <= limits.skipFromAnchor || !input.mayDrift || best.skip <= cheapSkip) return best
  const doubtful = candidates(input, 0).filter((plan) => plan.asOf !== null)
  const near = doubtful.reduce<FetchPlan | null>((a, b) => (a === null || b.skip < a.skip ? b : a), null)
  if (near && near.skip <= limits.skipFromAnchor) return { ...near, isDrifting: true }
  return best
}

function candidates(input: PlanInput, generation: number): FetchPlan[] {
  const { first, anchors, total } = input
  // From the front all rows are asked for, although some may not exist: there may be more than were counted.
  const { take } = input
  const existing = total ? Math.max(1, Math.min(take, total.count - first)) : take
  const last = first + existing - 1
  const plans: FetchPlan[] = [
    {
      anchor: null,
      direction: 'forward',
      skip: first,
      take,
      first,
      asOf: null,
      isFirm: true,
      isDrifting: false,
    },
  ]
  const before = first > 0 ? anchors.before(first - 1, generation) : null
  if (before) plans.push(fromAnchor(before, 'forward', first - before.index - 1, first, take))
  const after = anchors.after(last, generation)
  if (after) plans.push(fromAnchor(after, 'backward', after.index - 1 - last, first, existing))
  if (total && total.count > last) {
    plans.push({
      anchor: null,
      direction: 'backward',
      skip: total.count - 1 - last,
      take: existing,
      first,
      asOf: total.asOf,
      isFirm: false,
      isDrifting: false,
    })
  }
  return plans
}

function fromAnchor(
  anchor: Anchor,
  direction: FetchPlan['direction'],
  skip: number,
  first: number,
  take: number,
): FetchPlan {
  const { key, asOf } = anchor
  // Counted back from a key, rows have the key's number: what changed between them and the key moves them too.
  const isFirm = anchor.isFirm && direction === 'forward'
  return { anchor: key, direction, skip, take, first, asOf, isFirm, isDrifting: false }
}
