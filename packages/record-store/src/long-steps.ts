/**
 * Steps of so many changes that they are stored part by part: how far each of them is, what the server refused of it, and
 * whether the rest goes on. What is stored stays stored; what is given up was never sent, or its answer is waited for.
 */
import { type AppError, appError, type MutationId, type MutationResult } from '@plinth/domain'
import { Emitter } from './emitter.ts'
import type { OwnMutation } from './own-mutation.ts'

export interface RefusedChange {
  readonly mutation: OwnMutation
  readonly error: AppError
}

export type LongStepKind = 'store' | 'delete' | 'undo' | 'redo'

export interface LongStep {
  readonly id: string
  readonly kind: LongStepKind
  /** Records that it changes, given up or not. */
  readonly total: number
  readonly stored: number
  /** Records that were never sent, because the person stopped it. */
  readonly givenUp: number
  readonly refused: readonly RefusedChange[]
  /** The server works it off by itself, and names only the first of so many that it refused. */
  readonly byServer?: { readonly refused: number }
  /** `asks`: something was refused, and the rest waits; `stopping`: the last answers are waited for. */
  readonly state: 'running' | 'asks' | 'stopping' | 'done'
}

interface Going extends LongStep {
  readonly open: Set<MutationId>
  /** The person wants the rest stored whatever is refused of it. */
  readonly goesOn: boolean
}

export interface LongStepsOptions {
  hold(job: string): void
  resume(job: string): void
  drop(job: string): readonly OwnMutation[]
  /** These changes did not happen. */
  onUndone(mutations: ReadonlySet<MutationId>): void
}

export class LongSteps {
  readonly #options: LongStepsOptions
  readonly #changed = new Emitter()
  readonly #steps = new Map<string, Going>()
  readonly #byMutation = new Map<MutationId, string>()
  #refused = new Set<MutationId>()
  #list: readonly LongStep[] = []
  #isStale = false

  constructor(options: LongStepsOptions) {
    this.#options = options
  }

  readonly subscribe = this.#changed.subscribe
  readonly list = (): readonly LongStep[] => this.#list

  begin(id: string, kind: LongStepKind, mutations: readonly OwnMutation[]): void {
    this.#makeRoom()
    const open = new Set(mutations.map((mutation) => mutation.id))
    for (const mutation of open) this.#byMutation.set(mutation, id)
    const none = { stored: 0, givenUp: 0, refused: [] }
    this.#set({ id, kind, total: open.size, ...none, state: 'running', open, goesOn: false })
    this.#tell()
  }

  /** Notes how far a step is that the server works off by itself. */
  note(step: LongStep): void {
    if (!this.#steps.has(step.id)) this.#makeRoom()
    this.#set({ ...step, open: new Set(), goesOn: true })
    this.#tell()
  }

  /** Is this change part of one of them? */
  has(mutation: MutationId): boolean {
    return this.#byMutation.has(mutation)
  }

  /** One change has its answer; `tell` follows when all of its batch have. */
  settle(mutation: OwnMutation, result: MutationResult): void {
    const step = this.#stepOf(mutation.id)
    if (!step) return
    this.#byMutation.delete(mutation.id)
    step.open.delete(mutation.id)
    if (result.status === 'ok') {
      this.#set({ ...step, stored: step.stored + 1 })
      return
    }
    this.#refused.add(mutation.id)
    const error = result.status === 'conflict' ? appError('conflict') : result.error
    ;(step.refused as RefusedChange[]).push({ mutation, error })
    this.#set(step)
  }

  /** Shows what has been settled, and lets a step ask of which something was refused. */
  tell(): void {
    const refused = this.#refused
    this.#refused = new Set()
    if (refused.size > 0) this.#options.onUndone(refused)
    for (const step of this.#steps.values()) this.#judge(step)
    this.#tell()
  }

  /** Sends no more of it; answers what is given up. */
  stop(id: string): readonly OwnMutation[] {
    const step = this.#steps.get(id)
    if (!step || step.state === 'done') return []
    const given = this.#options.drop(id)
    const gone = new Set(given.map((mutation) => mutation.id))
    for (const mutation of gone) {
      this.#byMutation.delete(mutation)
      step.open.delete(mutation)
    }
    this.#options.onUndone(gone)
    this.#set({ ...step, givenUp: step.givenUp + gone.size, state: step.open.size > 0 ? 'stopping' : 'done' })
    this.#tell()
    return given
  }

  /** Stores the rest although something was refused. */
  goOn(id: string): void {
    const step = this.#steps.get(id)
    if (step?.state !== 'asks') return
    this.#set({ ...step, state: 'running', goesOn: true })
    this.#options.resume(id)
    this.#tell()
  }

  /** Forgets one that is over. */
  dismiss(id: string): void {
    if (this.#steps.get(id)?.state === 'done') this.#steps.delete(id)
    this.#isStale = true
    this.#tell()
  }

  /** The one that a change belongs to. */
  of(mutations: readonly MutationId[]): string | null {
    for (const id of mutations) {
      const job = this.#byMutation.get(id)
      if (job !== undefined) return job
    }
    return null
  }

  /** What is over and was told makes room for what begins. */
  #makeRoom(): void {
    for (const step of this.#steps.values()) {
      const refused = step.byServer?.refused ?? step.refused.length
      if (step.state === 'done' && refused === 0) this.#steps.delete(step.id)
    }
  }

  #judge(step: Going): void {
    if (step.state === 'done' || step.byServer) return
    if (step.open.size === 0) this.#set({ ...step, state: 'done' })
    else if (step.state === 'running' && !step.goesOn && step.refused.length > 0) {
      this.#options.hold(step.id)
      this.#set({ ...step, state: 'asks' })
    }
  }

  #stepOf(mutation: MutationId): Going | undefined {
    const id = this.#byMutation.get(mutation)
    return id === undefined ? undefined : this.#steps.get(id)
  }

  #set(step: Going): void {
    this.#steps.set(step.id, step)
    this.#isStale = true
  }

  #tell(): void {
    if (!this.#isStale) return
    this.#isStale = false
    this.#list = Array.from(this.#steps.values(), (step) => ({ ...step, refused: [...step.refused] }))
    this.#changed.emit()
  }
}
