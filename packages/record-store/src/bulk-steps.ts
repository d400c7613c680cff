/**
 * Changes of more records than are sent one by one: the server notes what is selected and works it off, step by step, as long
 * as it is asked to. A step whose answer does not come is asked for again; it is done once.
 */
import {
  type BulkRequest,
  type BulkStep,
  type ErrorCode,
  type Mutation,
  type MutationId,
  ok,
  type Result,
  type RowsApi,
  type TableId,
  uuidV7,
} from '@plinth/domain'
import type { Clock } from './clock.ts'
import type { LongStep, LongStepKind, RefusedChange } from './long-steps.ts'
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
  readonly rows: Pick<RowsApi, 'beginBulk' | 'applyBulk' | 'undoBulk'>
  readonly clock: Clock
  /** How far a step is. */
  note(step: LongStep): void
  /** Notes it among one's own steps: job and act. */
  onBegun(job: string, act: Act): void
  /** Records have changed. */
  onStep(): void
}

interface Going {
  readonly request: BulkRequest
  readonly total: number
  isStopped: boolean
  /** Ends when nothing more is asked for. */
  ended: Promise<number>
}

export class BulkSteps {
  readonly #options: BulkStepsOptions
  readonly #going = new Map<string, Going>()

  constructor(options: BulkStepsOptions) {
    this.#options = options
  }

  /** Begins it; the rest goes on by itself. Nothing is changed when this is refused. */
  async begin(wanted: Omit<BulkRequest, 'bulk'>): Promise<Result<null>> {
    const request: BulkRequest = { ...wanted, bulk: uuidV7() }
    const begun = await this.#options.rows.beginBulk(request)
    if (!begun.ok) return begun
    const { total } = begun.value
    const going: Going = { request, total, isStopped: false, ended: Promise.resolve(0) }
    this.#going.set(request.bulk, going)
    const kind = request.change.kind === 'delete' ? 'delete' : 'store'
    going.ended = this.#run(going, kind, request.bulk, total)
    this.#options.onBegun(request.bulk, {
      back: () => this.#takeBack(going),
      // What was selected then may be something else now.
      again: async () => false,
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

  async #takeBack(going: Going): Promise<boolean> {
    going.isStopped = true
    const done = await going.ended
    if (done === 0) return true
    const back: Going = { ...going, isStopped: false }
    const job = uuidV7()
    this.#going.set(job, back)
    return (await this.#run(back, 'undo', job, done)) > 0
  }

  /** Asks for step after step; answers how many records are done. */
  async #run(going: Going, kind: LongStepKind, job: string, total: number): Promise<number> {
    const { note, onStep } = this.#options
    let step = begun(job, kind, total)
    note(step)
    for (let part = 0, isOver = total === 0; !isOver; ) {
      if (going.isStopped) break
      const answer = await this.#ask(going, kind, part)
      // The bulk is gone, or the person may not go on: what is done stays.
      if (!answer?.ok) break
      step = added(step, answer.value, this.#refusedOf(going.request, answer.value))
      note(step)
      onStep()
      part = answer.value.next
      isOver = answer.value.atEnd
    }
    this.#going.delete(job)
    const left = Math.max(0, total - step.stored - (step.byServer?.refused ?? 0))
    note({ ...step, state: 'done', givenUp: left })
    return step.stored
  }

  /** One step, asked for again until there is an answer; null: stopped before. */
  async #ask(going: Going, kind: LongStepKind, part: number): Promise<Result<BulkStep> | null> {
    const { rows, clock } = this.#options
    const { bulk } = going.request
    for (;;) {
      const answer = await (kind === 'undo' ? rows.undoBulk(bulk, part) : rows.applyBulk(bulk, part))
      if (answer.ok || !passing.has(answer.error.code)) return answer
      if (going.isStopped) return null
      await new Promise<void>((resolve) => {
        clock.after(againMs, resolve)
      })
    }
  }

  #refusedOf({ change }: BulkRequest, { errors }: BulkStep): RefusedChange[] {
    return errors.map(({ record, error }) => {
      const about = { id: uuidV7() as MutationId, table: this.#options.table, record }
      const mutation: Mutation =
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
