/** How many rows a window has: an estimate at once, the exact number when it comes, kept true by events. */
import type { RowsApi, Seq, ViewQuery } from '@plinth/domain'
import type { Cancel, Clock } from './clock.ts'
import { compareSeq } from './seq.ts'
import type { Structure } from './structure.ts'

export interface Total {
  readonly count: number
  readonly isExact: boolean
  readonly asOf: Seq
  readonly generation: number
}

/** Counting takes at most one part in this many of the server's time, for one window. */
const shareOfTime = 20
const longestPauseMs = 5_000
const failedPauseMs = 5_000

export interface WindowTotalOptions {
  readonly rows: Pick<RowsApi, 'stats'>
  readonly query: ViewQuery
  readonly clock: Clock
  readonly structure: Structure
  /** An answer has come. `began`: when its request began, where the number was counted; null: it is another's, or an estimate. */
  onChange(began: number | null): void
  noteAnswer(seq: Seq): void
}

export class WindowTotal {
  readonly #options: WindowTotalOptions
  #total: Total | null = null
  #isAsking = false
  #cancelTimer: Cancel | null = null
  /** No exact count before this. */
  #notBefore = Number.NEGATIVE_INFINITY
  #isClosed = false

  constructor(options: WindowTotalOptions) {
    this.#options = options
  }

  get value(): Total | null {
    return this.#total
  }

  /** The point that the number was counted as of; null: it is an estimate. */
  get asOf(): Seq | null {
    return this.#total?.isExact ? this.#total.asOf : null
  }

  /** The number if it is exact and nothing has moved since. */
  get current(): Total | null {
    const total = this.#total
    if (!total?.isExact) return null
    const generation = this.#options.structure.generationOf({ ...total, lastId: null })
    return generation === this.#options.structure.generation ? total : null
  }

  /** Takes a number that an answer with rows has shown; false: a later one is known. */
  note(total: Total): boolean {
    const known = this.#total
    if (known?.isExact && compareSeq(total.asOf, known.asOf) < 0) return false
    this.#total = total
    return true
  }

  /** Corrects by records that came or went, until the next count. */
  adjust(delta: number, seq: Seq | null): void {
    const known = this.#total
    if (!known || delta === 0) return
    if (seq !== null && compareSeq(known.asOf, seq) > 0) return
    this.#total = { ...known, count: Math.max(0, known.count + delta) }
  }

  /** The number is known to be too high: rows end before it. */
  cap(count: number): void {
    const known = this.#total
    if (known && known.count > count) this.#total = { ...known, count, isExact: false }
  }

  async ask(mode: 'quick' | 'exact'): Promise<void> {
    if (this.#isAsking || this.#isClosed) return
    this.#isAsking = true
    const { rows, query, structure, clock } = this.#options
    const began = clock.now()
    const generation = structure.generation
    const answer = await rows.stats(query, mode)
    this.#isAsking = false
    if (this.#isClosed) return
    if (!answer.ok) {
      this.askSoon(failedPauseMs)
      return
    }
    const { total, exact, atSeq } = answer.value
    if (exact) {
      const now = clock.now()
      this.#notBefore = now + Math.min(longestPauseMs, (now - began) * shareOfTime)
    }
    const isWanted = exact || !this.#total?.isExact
    const isTaken = isWanted && this.note({ count: total, isExact: exact, asOf: atSeq, generation })
    this.#options.noteAnswer(atSeq)
    this.#options.onChange(exact && isTaken ? began : null)
    if (this.current === null) this.askSoon(exact ? 250 : 0)
  }

  /** Counts again in a while; sooner where that is quickly done. */
  askSoon(ms: number): void {
    if (this.#cancelTimer || this.#isClosed) return
    const { clock } = this.#options
    this.#cancelTimer = clock.after(Math.max(ms, this.#notBefore - clock.now()), () => {
      this.#cancelTimer = null
      if (this.current === null) void this.ask('exact')
    })
  }

  close(): void {
    this.#isClosed = true
    this.#cancelTimer?.()
  }
}
