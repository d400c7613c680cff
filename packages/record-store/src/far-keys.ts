/**
 * Keys all along a long table, asked for once when somebody has looked at it quietly for a while: then a jump costs
 * the server a short way from the nearest of them.
 */
import type { RowsApi, Seq, ViewQuery } from '@plinth/domain'
import type { Cancel, Clock } from './clock.ts'
import type { PlacedRows } from './placed-rows.ts'

/** Fewer rows than this are passed over quickly without keys. */
export const manyRows = 50_000
const idleMs = 2_000
const stepRows = 5_000
const pauseMs = 30_000

export interface FarKeysOptions {
  readonly rows: Pick<RowsApi, 'anchors'>
  readonly query: ViewQuery
  readonly clock: Clock
  readonly placed: PlacedRows
  /** Number of rows as far as is known. */
  rowCount(): number
  noteAnswer(seq: Seq): void
  onKeys(): void
}

export class FarKeys {
  readonly #options: FarKeysOptions
  #cancelIdle: Cancel | null = null
  #askedAt = Number.NEGATIVE_INFINITY
  #generation = 0
  #isClosed = false

  constructor(options: FarKeysOptions) {
    this.#options = options
  }

  /** Generation of the rows that the keys belong to; 0: there are none. */
  get generation(): number {
    return this.#generation
  }

  /** Somebody did something: the quiet begins anew. */
  watch(): void {
    this.#askIn(idleMs)
  }

  /** Rows with doubtful numbers are on screen: keys are wanted even if nobody moves. */
  want(): void {
    if (!this.#cancelIdle) this.watch()
  }

  close(): void {
    this.#isClosed = true
    this.#cancelIdle?.()
  }

  #askIn(ms: number): void {
    this.#cancelIdle?.()
    this.#cancelIdle = this.#options.clock.after(ms, () => {
      this.#cancelIdle = null
      void this.#ask()
    })
  }

  async #ask(): Promise<void> {
    const { rows, query, clock, placed, noteAnswer, rowCount, onKeys } = this.#options
    const { generation } = placed.structure
    if (rowCount() <= manyRows || this.#generation === generation) return
    const pause = this.#askedAt + pauseMs - clock.now()
    if (pause > 0) return this.#askIn(pause)
    this.#askedAt = clock.now()
    const answer = await rows.anchors(query, stepRows)
    // Without them a jump costs more, nothing else.
    if (!answer.ok || this.#isClosed) return
    const { anchors, atSeq: asOf } = answer.value
    noteAnswer(asOf)
    const current = placed.structure.generationOf({ asOf, generation, lastId: null })
    placed.anchors.add(
      anchors.map(([index, key]) => ({ index, key, asOf, isFirm: true, generation: current })),
    )
    this.#generation = current
    if (current === placed.structure.generation) onKeys()
    else this.want()
  }
}
