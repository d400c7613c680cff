/**
 * One's own steps: each a few changes of records, many of them, or an act that is no change of records. They are taken back
 * and made again in the order in which they were done; what the server refused of them did not happen.
 */
import type { MutationId, RecordId } from '@plinth/domain'
import { BulkSteps, type BulkStepsOptions } from './bulk-steps.ts'
import type { Clock } from './clock.ts'
import { Emitter } from './emitter.ts'
import { type LongStepKind, LongSteps } from './long-steps.ts'
import type { Outbox } from './outbox.ts'
import type { OwnMutation } from './own-mutation.ts'
import { type Act, type Change, type Step, UndoStack } from './undo-stack.ts'

/** Acts of one series within this time are one. */
const seriesMs = 2_000

interface OwnStepsOptions {
  readonly clock: Clock
  readonly outbox: Pick<Outbox, 'hold' | 'resume' | 'drop'>
  /** Shows changes and sends them; answers their mutations. */
  make(changes: readonly Change[], atomic: boolean, kind: LongStepKind): readonly MutationId[]
  /** These were never sent, and will not be. */
  onGivenUp(mutations: readonly OwnMutation[]): void
  isOutOfSight(record: RecordId): boolean
  readonly table: BulkStepsOptions['table']
  readonly rows: BulkStepsOptions['rows']
  /** The server has worked off a part of a bulk. */
  onBulkStep(): void
}

export class OwnSteps {
  /** Steps of many changes, on their way and just over. */
  readonly long: LongSteps
  /** Those that the server works off by itself. */
  readonly bulks: BulkSteps
  readonly #options: OwnStepsOptions
  readonly #stack = new UndoStack()
  readonly #byJob = new Map<string, Step>()
  readonly #changed = new Emitter()
  readonly #refused = new Emitter()
  /** Acts are taken back one after the other. */
  #acts: Promise<void> = Promise.resolve()
  #lastActAt = Number.NEGATIVE_INFINITY

  constructor(options: OwnStepsOptions) {
    this.#options = options
    const { outbox } = options
    this.long = new LongSteps({
      hold: (job) => outbox.hold(job),
      resume: (job) => outbox.resume(job),
      drop: (job) => outbox.drop(job),
      onUndone: (mutations) => {
        this.#stack.narrow(mutations)
        this.#changed.emit()
      },
    })
    this.bulks = new BulkSteps({
      ...options,
      note: (step) => this.long.note(step),
      onBegun: (job, act) => this.#noteBulk(job, act),
      onStep: () => options.onBulkStep(),
    })
  }

  readonly subscribe = this.#changed.subscribe
  readonly canUndo = (): boolean => this.#stack.canUndo
  readonly canRedo = (): boolean => this.#stack.canRedo
  /** A step stays as it is, because a record of it is out of one's sight. */
  readonly onRefused = this.#refused.subscribe

  take(
    again: readonly Change[],
    back: readonly Change[],
    { atomic = false, kind = 'store' }: { atomic?: boolean; kind?: LongStepKind } = {},
  ): Step {
    const step: Step = { again, back, mutations: this.#options.make(again, atomic, kind) }
    if (again.length > 0) this.#stack.push(step)
    this.#noteJob(step)
    this.#changed.emit()
    return step
  }

  /** Notes a step whose changes are stored already. */
  note(step: Step): void {
    this.#stack.push(step)
    this.#changed.emit()
  }

  undo(): boolean {
    if (this.#stack.last?.back.some(({ record }) => this.#options.isOutOfSight(record))) {
      this.#stack.dropLast()
      this.#changed.emit()
      this.#refused.emit()
      return false
    }
    const { last } = this.#stack
    this.#stopJobOf(last)
    // Nothing of it was sent: to stop it was all.
    if (this.#stack.last !== last) return true
    const step = this.#stack.undo((changes) => this.#options.make(changes, true, 'undo'))
    this.#run(step, 'back')
    this.#changed.emit()
    return step !== null
  }

  redo(): boolean {
    const step = this.#stack.redo((changes) => this.#options.make(changes, true, 'redo'))
    step?.act?.stop?.()
    this.#run(step, 'again')
    this.#changed.emit()
    return step !== null
  }

  /** Is the step neither taken back nor refused? */
  stands(step: Step): boolean {
    return this.#stack.holds(step)
  }

  /** Takes one step back, whatever was done since. */
  takeBack(step: Step): void {
    this.#stopJobOf(step)
    const isBack = this.#stack.takeBack(step, (undone) => this.#options.make(undone, true, 'undo'))
    if (isBack) this.#run(step, 'back')
    this.#changed.emit()
  }

  /** A change was refused: its step did not happen. */
  forget(mutation: MutationId): void {
    this.#stack.forget(mutation)
    this.#changed.emit()
  }

  /** Notes a step that is no change of records, in the order of what the person does; or as one with the changes of a step. */
  noteAct(act: Act, step: Step | null = null): void {
    if (step) {
      step.act = act
      return
    }
    const now = this.#options.clock.now()
    this.#stack.pushAct(act, now - this.#lastActAt < seriesMs)
    this.#lastActAt = now
    this.#changed.emit()
  }

  /** Sends no more of a step of many changes. */
  stop(job: string): void {
    if (!this.bulks.stop(job)) this.#options.onGivenUp(this.long.stop(job))
  }

  /** Takes back what is stored of a step of many changes, whatever was done since. */
  takeBackLong(job: string): void {
    const step = this.#byJob.get(job)
    if (step) this.takeBack(step)
    this.dismissLong(job)
  }

  dismissLong(job: string): void {
    this.#byJob.delete(job)
    this.long.dismiss(job)
  }

  #noteBulk(job: string, act: Act): void {
    this.noteAct(act)
    const { last } = this.#stack
    if (last) this.#byJob.set(job, last)
  }

  #noteJob(step: Step): void {
    const job = this.long.of(step.mutations)
    if (job === null) return
    const known = new Set(this.long.list().map(({ id }) => id))
    for (const id of this.#byJob.keys()) if (!known.has(id)) this.#byJob.delete(id)
    this.#byJob.set(job, step)
  }

  #stopJobOf(step: Step | undefined): void {
    step?.act?.stop?.()
    const job = this.long.of(step?.mutations ?? [])
    if (job !== null) this.stop(job)
  }

  #run(step: Step | null, way: keyof Pick<Act, 'back' | 'again'>): void {
    if (!step?.act) return
    const { act } = step
    this.#lastActAt = Number.NEGATIVE_INFINITY
    const before = this.#acts
    const run = async () => {
      await before
      const isDone = await act[way]().catch(() => false)
      if (isDone) return
      this.#stack.remove(step)
      this.#changed.emit()
    }
    this.#acts = run()
  }
}
