/**
 * When one's own records came and went, and what of it the number of rows of a window includes already. A record that is
 * deleted and made again lives twice under one id, with the same versions: only the points of the commits tell its lives apart.
 * Answers to one's own changes and events name these points; each may come first, late or never.
 *
 * A count is taken as of a point. A change that was told since is in the number too, for events correct it.
 */
import type { Mutation, MutationId, RecordId, Seq } from '@plinth/domain'
import type { OwnMutation } from './own-mutation.ts'
import { compareSeq } from './seq.ts'

/** From this point on the record was there, or was not. */
interface Point {
  /** Null: the answer did not name it. */
  readonly seq: Seq | null
  readonly isThere: boolean
  /** Whose answer told of it, and when; null: none yet. */
  readonly answer: { readonly of: MutationId; readonly at: number } | null
  /** The number of rows includes what it did. */
  readonly isIn: boolean
}

interface Life {
  /** When the rows were counted, as far as is known. */
  readonly wasThere: boolean
  /** Changes without an answer. */
  readonly pending: readonly Lived[]
  /** Since then, in the order of commits. */
  readonly points: readonly Point[]
}

export type Lived = Extract<OwnMutation, { kind: 'insert' | 'delete' }>

export class OwnLives {
  readonly #lives = new Map<RecordId, Life>()
  /** What the rows were counted as of; null: they were not yet. */
  #asOf: Seq | null = null

  ids(): Iterable<RecordId> {
    return this.#lives.keys()
  }

  has(id: RecordId): boolean {
    return this.#lives.has(id)
  }

  /** The person makes or deletes a record. */
  begin(mutation: Lived): void {
    const { record, kind } = mutation
    const life = this.#lives.get(record) ?? { wasThere: kind === 'delete', pending: [], points: [] }
    this.#lives.set(record, { ...life, pending: [...life.pending, mutation] })
  }

  /** The server stored it, at this point if its answer tells. */
  answer(mutation: Lived, seq: Seq | null, at: number): void {
    const { record, id, kind } = mutation
    const isThere = kind === 'insert'
    this.#change(record, (known) => {
      if (!known.pending.some((one) => one.id === id)) return known
      const life = without(known, mutation)
      // The count has included what it could not know of.
      if (isBefore(seq, this.#asOf)) return { ...life, wasThere: isThere }
      const point = { seq, isThere, answer: { of: id, at }, isIn: false }
      return { ...life, points: withPoint(life.points, point) }
    })
  }

  /** The server refused it, or will never get it. */
  drop(mutation: Pick<Mutation, 'id' | 'record'>): void {
    this.#change(mutation.record, (life) => without(life, mutation))
  }

  /** An event told of a point; `isIn`: the number of rows is corrected by it. Answers by how many. */
  tell(record: RecordId, { seq, isThere }: { seq: Seq; isThere: boolean }, isIn: boolean): number {
    return this.#change(record, (life) => {
      // The count has included it, and what came after it.
      if (isBefore(seq, this.#asOf)) return life
      return { ...life, points: withPoint(life.points, { seq, isThere, answer: null, isIn }) }
    })
  }

  /** No event will tell of a stored change: the number of rows is corrected without. Answers by how many. */
  lose({ record, id }: Lived): number {
    return this.#change(record, (life) => {
      const points = life.points.map((point) => (point.answer?.of === id ? { ...point, isIn: true } : point))
      return { ...life, points }
    })
  }

  /** A count has included all before `asOf`, and what was answered before it began; what is over then is forgotten unless needed. */
  count(asOf: Seq, began: number, isNeeded: (record: RecordId) => boolean): void {
    this.#asOf = asOf
    for (const [record, life] of this.#lives) {
      const next = countedLife(life, asOf, began)
      const isOver = next.pending.length === 0 && next.points.length === 0
      if (isOver && !isNeeded(record)) this.#lives.delete(record)
      else this.#lives.set(record, next)
    }
  }

  /** The number of rows includes it. */
  isCounted(record: RecordId): boolean {
    const life = this.#lives.get(record)
    return life !== undefined && isCounted(life)
  }

  /** It is there as far as is known, or will be once it is stored. */
  isThere(record: RecordId): boolean {
    const life = this.#lives.get(record)
    return life !== undefined && isThere(life)
  }

  /** An insertion of it waits for its answer. */
  isMaking(record: RecordId): boolean {
    const life = this.#lives.get(record)
    return life !== undefined && isMaking(life)
  }

  /** It is there, and no answer as of this point needs to show it. */
  isLaterThan(record: RecordId, asOf: Seq): boolean {
    const life = this.#lives.get(record)
    if (!life || !isThere(life)) return false
    return isMaking(life) || life.points.some(({ seq }) => !isBefore(seq, asOf))
  }

  /** When the answer came that it is there; null: not yet. */
  answeredAt(record: RecordId): number | null {
    const life = this.#lives.get(record)
    return life && !isMaking(life) ? (life.points.at(-1)?.answer?.at ?? null) : null
  }

  /** Answers by how many the number of rows differs. */
  #change(record: RecordId, change: (life: Life) => Life): number {
    const life = this.#lives.get(record)
    if (!life) return 0
    const next = change(life)
    this.#lives.set(record, next)
    return Number(isCounted(next)) - Number(isCounted(life))
  }
}

const isBefore = (seq: Seq | null, asOf: Seq | null): boolean =>
  seq !== null && asOf !== null && compareSeq(seq, asOf) < 0

const isCounted = ({ wasThere, points }: Life): boolean =>
  points.findLast(({ isIn }) => isIn)?.isThere ?? wasThere

const isMaking = ({ pending }: Life): boolean => pending.some(({ kind }) => kind === 'insert')

const isThere = (life: Life): boolean => isMaking(life) || (life.points.at(-1)?.isThere ?? life.wasThere)

const without = (life: Life, mutation: Pick<Mutation, 'id'>): Life => ({
  ...life,
  pending: life.pending.filter(({ id }) => id !== mutation.id),
})

/** What the count has included is no point any more; later points were not told of to its number. */
function countedLife({ wasThere, pending, points }: Life, asOf: Seq, began: number): Life {
  const isKnown = ({ answer }: Point) => answer !== null && answer.at <= began
  const isOver = (point: Point) => isBefore(point.seq, asOf) || (point.seq === null && isKnown(point))
  return {
    wasThere: points.findLast(isOver)?.isThere ?? wasThere,
    pending,
    points: points.filter((point) => !isOver(point)).map((point) => ({ ...point, isIn: isKnown(point) })),
  }
}

/** In the order of commits; what is known already of the point stays. One without a name is taken for the latest, until it gets one. */
function withPoint(points: readonly Point[], point: Point): readonly Point[] {
  const known = points.find(({ seq }) => seq !== null && seq === point.seq) ?? unnamed(points, point)
  if (!known) return points.concat(point).toSorted(inOrder)
  const merged: Point = {
    seq: known.seq ?? point.seq,
    isThere: known.isThere,
    answer: known.answer ?? point.answer,
    isIn: known.isIn || point.isIn,
  }
  return points.map((one) => (one === known ? merged : one)).toSorted(inOrder)
}

/** The same point, as far as can be told where one of both has no name. */
function unnamed(points: readonly Point[], { seq, isThere }: Point): Point | undefined {
  if (seq !== null) return points.findLast((one) => one.seq === null && one.isThere === isThere)
  const last = points.at(-1)
  return last?.answer === null && last.isThere === isThere ? last : undefined
}

function inOrder(a: Point, b: Point): number {
  if (a.seq !== null && b.seq !== null) return compareSeq(a.seq, b.seq)
  // One's own changes of a record are stored, and answered, one after the other.
  const answers = a.answer && b.answer ? a.answer.at - b.answer.at : 0
  return answers || Number(a.seq === null) - Number(b.seq === null)
}
