/**
 * Records are moved in a view that people put in order by hand. They are shown at their new places at once and stored in the order
 * in which they were moved. What is shown stays until none of the view is on its way any more; then the rows are fetched again.
 */
import {
  type AppError,
  ok,
  type PlaceChanges,
  type RecordId,
  type Result,
  type ViewId,
  type ViewsApi,
} from '@plinth/domain'
import { Emitter } from './emitter.ts'
import type { OpenWindows } from './open-windows.ts'
import type { Act, Step } from './undo-stack.ts'

interface RowMovesOptions {
  readonly views: Pick<ViewsApi, 'moveRecords' | 'replacePlaces'>
  readonly windows: Pick<OpenWindows, 'each'>
  noteAct(act: Act, step: Step | null): void
}

export class RowMoves {
  readonly #options: RowMovesOptions
  readonly #stayed = new Emitter<[AppError | null]>()
  #last: Promise<unknown> = Promise.resolve()
  /** Moves on their way, in views that have any. */
  readonly #waiting = new Map<ViewId, number>()

  constructor(options: RowMovesOptions) {
    this.#options = options
  }

  /** A move could not be taken back or made again: refused, or (null) because others have moved the records since. */
  readonly onStayed = this.#stayed.subscribe

  /** Puts records, in this order, before another one, or at the end. `step`: what is done to them besides. */
  async move(
    view: ViewId,
    records: readonly RecordId[],
    before: RecordId | null,
    step: Step | null = null,
  ): Promise<Result<null>> {
    const { views, windows, noteAct } = this.#options
    windows.each((window) => {
      if (window.query.view === view) window.showMoved(records, before)
    })
    const moved = this.#inTurn(view, () => views.moveRecords(view, records, before))
    // It is the last step at once: whoever takes it back before the server has it waits for the server.
    const act = {
      back: () => this.#replaceAll(view, moved, exchanged),
      again: () => this.#replaceAll(view, moved, (changes) => changes),
    }
    noteAct(act, step)
    const answer = await moved
    return answer.ok ? ok(null) : answer
  }

  /** What was not moved has nothing to take back: that was told already. */
  async #replaceAll(
    view: ViewId,
    moved: Promise<Result<PlaceChanges>>,
    how: (changes: PlaceChanges) => PlaceChanges,
  ): Promise<boolean> {
    const answer = await moved
    return answer.ok && this.#replace(view, how(answer.value))
  }

  async #replace(view: ViewId, changes: PlaceChanges): Promise<boolean> {
    const answer = await this.#inTurn(view, () => this.#options.views.replacePlaces(view, changes))
    const isMoved = answer.ok && answer.value > 0
    if (!isMoved) this.#stayed.emit(answer.ok ? null : answer.error)
    return isMoved
  }

  #inTurn<T>(view: ViewId, run: () => Promise<Result<T>>): Promise<Result<T>> {
    this.#count(view, 1)
    const done = this.#last.then(run).then((answer) => {
      if (this.#count(view, -1) === 0) this.#fetchAgain(view)
      return answer
    })
    this.#last = done
    return done
  }

  #count(view: ViewId, by: 1 | -1): number {
    const waiting = (this.#waiting.get(view) ?? 0) + by
    if (waiting === 0) this.#waiting.delete(view)
    else this.#waiting.set(view, waiting)
    return waiting
  }

  #fetchAgain(view: ViewId): void {
    this.#options.windows.each((window) => {
      if (window.query.view === view) window.onReordered()
    })
  }
}

const exchanged = (changes: PlaceChanges): PlaceChanges =>
  Object.fromEntries(
    Object.entries(changes).map(([id, { from, to }]) => [id as RecordId, { from: to, to: from }]),
  )
