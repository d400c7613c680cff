/**
 * Changes of more records than are sent one by one: the server notes what is selected and works it off, step by step, as long
 * as it is asked to. A step whose answer does not come is asked for again; it is done once.
 */
import {
  type BulkRequest,
  type BulkStep,
  type ErrorCode,
  type MutationId,
  ok,
  type Result,
  type RowsApi,
  type TableId,
  uuidV7,
} from '@plinth/domain'
import type { Clock } from './clock.ts'
import type { LongStep, LongStepKind, RefusedChange } from './long-steps.ts'
import type { OwnMutation } from './own-mutation.ts'
import type { Act } from './undo-stack.ts'

/** Between tries of a step, while the line is away. */
const againMs = 2_000
const passing: ReadonlySet<ErrorCode> = new Set([
  'offline',
  'network',
  'timeout',
  'busy',
  'rate_limited',
  'project_unreachable',
])
/** Refused records that are named. */
const named = 10

export interface BulkStepsOptions {
  readonly table: TableId
  readonly rows: Pick<RowsApi, 'beginBulk' | 'stepBulk'>
  readonly clock: Clock
  /** How far a step is. */
  note(step: LongStep): void
  /** Notes it among one's own steps: job and act. */
  onBegun(job: string, act: Act): void
  /** Records have changed. */
  onStep(): void
}

interface Bulk {
  readonly request: BulkRequest
  /** Even: it is done (again); odd: it is taken back. */
  pass: number
  /** Records that the pass is about, and those that another in the other direction would be about. */
  here: number
  there: number
  isStopped: boolean
  /** Ends when nothing more is asked for. */
  ended: Promise<void>
}

export class BulkSteps {
  readonly #options: BulkStepsOptions
  readonly #going = new Map<string, Bulk>()

  constructor(options: BulkStepsOptions) {
    this.#options = options
  }

  /** Begins it; the rest goes on by itself. Nothing is changed when this is refused. */
  async begin(wanted: Omit<BulkRequest, 'bulk'>): Promise<Result<null>> {
    const request: BulkRequest = { ...wanted, bulk: uuidV7() }
    const begun = await this.#options.rows.beginBulk(request)
    if (!begun.ok) return begun
    const counts = { here: begun.value.total, there: 0 }
    const bulk: Bulk = { request, pass: 0, ...counts, isStopped: false, ended: Promise.resolve() }
    const kind = request.change.kind === 'delete' ? 'delete' : 'store'
    this.#run(bulk, kind, request.bulk)
    this.#options.onBegun(request.bulk, {
      stop: () => {
        bulk.isStopped = true
      },
      back: () => this.#turn(bulk, 'undo'),
      again: () => this.#turn(bulk, 'redo'),
    })
    return ok(null)
  }

  /** Asks for no more of it; false: it is none of these. */
  stop(job: string): boolean {
    const going = this.#going.get(job)
    if (going) going.isStopped = true
    return going !== undefined
  }

  /** Ends everything that goes on: nobody is there to look at it. */
  close(): void {
    for (const going of this.#going.values()) going.isStopped = true
  }

  /** Goes the other way as far as it went; false: there is nothing to go back over. */
  async #turn(bulk: Bulk, kind: 'undo' | 'redo'): Promise<boolean> {
    await bulk.ended
    const { here, there } = bulk
    if (there === 0) return false
    Object.assign(bulk, { pass: bulk.pass + 1, here: there, there: here, isStopped: false })
    this.#run(bulk, kind, uuidV7())
    await bulk.ended
    return bulk.there > here
  }

  #run(bulk: Bulk, kind: LongStepKind, job: string): void {
    this.#going.set(job, bulk)
    bulk.ended = this.#work(bulk, kind, job).finally(() => this.#going.delete(job))
  }

  /** Asks for step after step, and counts in `bulk` which records stand where. */
  async #work(bulk: Bulk, kind: LongStepKind, job: string): Promise<void> {
    const { note, onStep } = this.#options
    const total = bulk.here
    let step = begun(job, kind, total)
    note(step)
    for (let part = 0, isOver = total === 0; !isOver; ) {
      if (bulk.isStopped) break
      const answer = await this.#ask(bulk, part)
      // The bulk is gone, or the person may not go on: what is done stays.
      if (!answer?.ok) break
      step = added(step, answer.value, this.#refusedOf(bulk.request, answer.value))
      bulk.there += answer.value.done
      bulk.here -= answer.value.done + answer.value.refused + answer.value.changed
      note(step)
      onStep()
      part = answer.value.next
      isOver = answer.value.atEnd
    }
    const left = Math.max(0, total - step.stored - (step.byServer?.refused ?? 0))
    note({ ...step, state: 'done', givenUp: left })
  }

  /** One step, asked for again until there is an answer; null: stopped before. */
  async #ask(bulk: Bulk, part: number): Promise<Result<BulkStep> | null> {
    const { rows, clock } = this.#options
    for (;;) {
      const answer = await rows.stepBulk(bulk.request.bulk, bulk.pass, part)
      if (answer.ok || !passing.has(answer.error.code)) return answer
      if (bulk.isStopped) return null
      await new Promise<void>((resolve) => {
        clock.after(againMs, resolve)
      })
    }
  }

  #refusedOf({ change }: BulkRequest, { errors }: BulkStep): RefusedChange[] {
    return errors.map(({ record, error }) => {
      const about = { id: uuidV7() as MutationId, table: this.#options.table, record }
      const mutation: OwnMutation =
        change.kind === 'delete'
          ? { ...about, kind: 'delete' }
          : { ...about, kind: 'update', values: { [change.field]: change.value }, base: {} }
      return { mutation, error }
    })
  }
}

function begun(id: string, kind: LongStepKind, total: number): LongStep {
  const none = { stored: 0, givenUp: 0, refused: [], byServer: { refused: 0 } }
  return { id, kind, total, ...none, state: 'running' }
}

function added(
  step: LongStep,
  { done, refused, changed }: BulkStep,
  errors: readonly RefusedChange[],
): LongStep {
  return {
    ...step,
    stored: step.stored + done,
    refused: [...step.refused, ...errors].slice(0, named),
    byServer: { refused: (step.byServer?.refused ?? 0) + refused + changed },
  }
}
