/** Figures of all records of a view, kept true while they change. */
import {
  type AppError,
  type FieldId,
  type Figures,
  ok,
  type Result,
  type RowsApi,
  type Seq,
  type SummaryKind,
  type ViewQuery,
} from '@plinth/domain'
import type { Clock } from './clock.ts'
import { Emitter } from './emitter.ts'
import { Refresher } from './refresher.ts'

export interface SummarySnapshot {
  /** What each figure is of; a field that is not here is being asked for. */
  readonly kinds: Readonly<Record<FieldId, SummaryKind>>
  readonly figures: Figures
  /** Records of the view. */
  readonly total: number
  /** Why they could not be worked out the last time; what is here is from before. */
  readonly error: AppError | null
}

export interface WindowSummaryOptions {
  readonly query: ViewQuery
  readonly rows: Pick<RowsApi, 'summary'>
  readonly clock: Clock
  noteAnswer(seq: Seq): void
}

export class WindowSummary {
  readonly #options: WindowSummaryOptions
  readonly #query: ViewQuery
  readonly #changed = new Emitter()
  readonly #refresher: Refresher
  #wanted: Readonly<Record<FieldId, SummaryKind>> = {}
  #snapshot: SummarySnapshot = { kinds: {}, figures: {}, total: 0, error: null }

  constructor(options: WindowSummaryOptions) {
    this.#options = options
    const { collapsed: _, ...query } = options.query
    this.#query = query
    this.#refresher = new Refresher(
      options.clock,
      (signal) => this.#ask(signal),
      (error) => this.#publish({ ...this.#snapshot, error }),
    )
  }

  readonly subscribe = this.#changed.subscribe
  readonly snapshot = (): SummarySnapshot => this.#snapshot

  /** Begins with what a window of the same rows knows. */
  carryFrom(other: WindowSummary): void {
    this.#wanted = other.#wanted
    this.#snapshot = other.#snapshot
    if (this.#isWanted) this.#refresher.carryFrom(other.#refresher)
  }

  set(figures: Readonly<Record<FieldId, SummaryKind>>): void {
    if (JSON.stringify(figures) === JSON.stringify(this.#wanted)) return
    this.#wanted = figures
    if (this.#isWanted) this.#refresher.again()
  }

  retry(): void {
    if (this.#snapshot.error) this.#refresher.again()
  }

  hasFiguresOf(fields: readonly FieldId[] | null): boolean {
    return this.#isWanted && (fields === null || fields.some((field) => this.#wanted[field] !== undefined))
  }

  noteChange(seq: Seq | null, ms: number): void {
    if (this.#isWanted) this.#refresher.note(seq, ms)
  }

  close(): void {
    this.#refresher.close()
  }

  get #isWanted(): boolean {
    return Object.keys(this.#wanted).length > 0
  }

  async #ask(signal: AbortSignal): Promise<Result<Seq>> {
    const { rows, noteAnswer } = this.#options
    const kinds = this.#wanted
    const answer = await rows.summary(this.#query, kinds, signal)
    if (!answer.ok) return answer
    noteAnswer(answer.value.atSeq)
    const { figures, total, atSeq } = answer.value
    if (!this.#refresher.isClosed) this.#publish({ kinds, figures, total, error: null })
    return ok(atSeq)
  }

  #publish(snapshot: SummarySnapshot): void {
    this.#snapshot = snapshot
    this.#changed.emit()
  }
}
