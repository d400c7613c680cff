/**
 * The person's changes on their way to the server: kept in durable storage first, sent in order, one batch at a
 * time, and sent again until the server has answered. Sending twice is harmless, because the mutation's id is
 * remembered by the server together with its first answer.
 */
import {
  type AppError,
  appError,
  type ErrorCode,
  err,
  type MutationId,
  type MutationResult,
  type RowsApi,
} from '@plinth/domain'
import type { Cancel, Clock } from './clock.ts'
import { Emitter } from './emitter.ts'
import { nextBatch, unsentOf } from './outbox-batch.ts'
import type { OutboxEntry, OutboxStorage } from './outbox-storage.ts'
import { type OwnMutation, wireMutation } from './own-mutation.ts'
import { toldTogether } from './refused-steps.ts'

export interface OutboxStatus {
  /** Changes not yet confirmed. */
  readonly pending: number
  /** `waiting`: the server could not be reached, it is tried again; `signed_out`: waits for a session. */
  readonly state: 'idle' | 'sending' | 'waiting' | 'signed_out'
  readonly error: AppError | null
}

/** Waits between tries while the server cannot be reached. */
const backOffMs = [1_000, 2_000, 5_000, 10_000, 30_000] as const
/** Tries of a change, or of a group, that the server itself calls passing (busy, timeout). */
const busyTries = 5

/**
 * Answers remembered, so that nothing is taken from storage again before it is removed there: more than the changes of the
 * largest step, for it may be given up whole.
 */
const rememberedAnswers = 60_000

const unreachable: ReadonlySet<ErrorCode> = new Set([
  'offline',
  'network',
  'timeout',
  'busy',
  'rate_limited',
  'project_unreachable',
])
const signedOut: ReadonlySet<ErrorCode> = new Set(['not_signed_in', 'session_expired'])
const passing: ReadonlySet<ErrorCode> = new Set(['busy', 'timeout'])

const isBusy = (result: MutationResult): boolean =>
  result.status === 'error' && passing.has(result.error.code)

export interface OutboxOptions {
  readonly rows: Pick<RowsApi, 'apply'>
  readonly storage: OutboxStorage
  readonly clock: Clock
  /** Runs once for each change that has its final answer, in the order of making within a record. */
  onSettled(mutation: OwnMutation, result: MutationResult): void
  /** Runs the answers of one batch: what they change is shown once. */
  together?(run: () => void): void
}

export class Outbox {
  readonly #options: OutboxOptions
  readonly #changed = new Emitter()
  #queue: OutboxEntry[] = []
  #no = 0
  #status: OutboxStatus = { pending: 0, state: 'idle', error: null }
  #isSending = false
  #failures = 0
  readonly #tries = new Map<string, number>()
  /** Answered of late: storage may still hold them. */
  readonly #settled = new Set<MutationId>()
  /** On their way, or sent without an answer: the server may have them. */
  readonly #sent = new Set<MutationId>()
  /** Steps of many changes that wait for a decision. */
  readonly #held = new Set<string>()
  #cancelTimer: Cancel | null = null
  #stored: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  readonly subscribe = this.#changed.subscribe
  readonly status = (): OutboxStatus => this.#status

  /** Takes up what other pages left behind; answers it, so that it can be shown. Call first, and whenever one comes back. */
  async restore(): Promise<readonly OwnMutation[]> {
    const found = await this.#options.storage.load().catch((): readonly OutboxEntry[] => [])
    if (this.#isClosed) return []
    const known = new Set(this.#queue.map((entry) => entry.mutation.id))
    const left = found.filter(({ mutation: { id } }) => !known.has(id) && !this.#settled.has(id))
    this.#no = Math.max(this.#no, ...found.map((entry) => entry.no))
    if (left.length === 0) return []
    this.#queue = [...left, ...this.#queue]
    this.#publish(this.#status.state, this.#status.error)
    if (this.#status.state === 'idle') this.#schedule(0)
    return left.map((entry) => entry.mutation)
  }

  /** Queues changes; `atomic` stores all of them or none; `job` names a step of many, sent part by part. */
  add(mutations: readonly OwnMutation[], atomic = false, job?: string): void {
    const group = atomic && mutations.length > 1 ? (mutations[0]?.id ?? null) : null
    const entries = mutations.map((mutation): OutboxEntry => {
      this.#no += 1
      return { no: this.#no, mutation, group, ...(job === undefined ? {} : { job }) }
    })
    this.#queue = [...this.#queue, ...entries]
    // A full or refused storage must not stop the sending: then the change is only as durable as the page.
    this.#stored = this.#stored.then(() => this.#options.storage.put(entries)).catch(() => undefined)
    this.#publish(this.#status.state, this.#status.error)
    if (this.#status.state === 'idle') this.#schedule(0)
  }

  /** Tries at once: the network is back, or a session is. */
  wake(): void {
    if (this.#isSending || this.#queue.length === 0) return
    this.#failures = 0
    this.#schedule(0)
  }

  /** Lets a step of many changes wait, but for what is on its way. */
  hold(job: string): void {
    this.#held.add(job)
  }

  resume(job: string): void {
    this.#held.delete(job)
    this.wake()
  }

  /** Gives up what is left of a step of many changes, but for what the server may have; answers what is given up. */
  drop(job: string): readonly OwnMutation[] {
    this.#held.delete(job)
    const given = unsentOf(this.#queue, job, this.#sent)
    this.#forget(given.map(({ mutation }) => mutation.id))
    this.#publish(this.#status.state, this.#status.error)
    this.wake()
    return given.map(({ mutation }) => mutation)
  }

  close(): void {
    this.#isClosed = true
    this.#cancelTimer?.()
  }

  #schedule(ms: number): void {
    this.#cancelTimer?.()
    const run = () => {
      this.#cancelTimer = null
      void this.#send()
    }
    this.#cancelTimer = ms === 0 ? atOnce(run) : this.#options.clock.after(ms, run)
  }

  async #send(): Promise<void> {
    if (this.#isSending || this.#isClosed) return
    this.#isSending = true
    await this.#stored
    const { entries, atomic } = nextBatch(this.#queue, this.#held)
    if (entries.length === 0) {
      this.#isSending = false
      this.#publish('idle', null)
      return
    }
    if (this.#status.state === 'idle') this.#publish('sending', null)
    const mutations = entries.map((entry) => wireMutation(entry.mutation))
    for (const { id } of mutations) this.#sent.add(id)
    // Whatever breaks on the way, the changes are kept and tried again.
    const answer = await this.#options.rows.apply({ mutations, atomic }).catch(() => err(appError('network')))
    if (this.#isClosed) return
    this.#isSending = false
    if (answer.ok) this.#settleBatch(entries, answer.value, atomic)
    else this.#refuseBatch(entries, answer.error)
  }

  #settleBatch(entries: readonly OutboxEntry[], results: readonly MutationResult[], atomic: boolean): void {
    this.#failures = 0
    for (const { mutation } of entries) this.#sent.delete(mutation.id)
    const mutations = entries.map(({ mutation }) => mutation)
    const told = atomic ? toldTogether(mutations, results) : results
    const byId = new Map(told.map((result) => [result.id, result]))
    const group = (atomic && entries[0]?.group) || null
    const isGroupBusy = group !== null && results.some(isBusy) && this.#triesAgain(group)
    const done: [OutboxEntry, MutationResult][] = []
    for (const entry of isGroupBusy ? [] : entries) {
      const { id } = entry.mutation
      const result = byId.get(id) ?? { id, status: 'error', error: appError('unexpected') }
      if (atomic || !isBusy(result) || !this.#triesAgain(id)) done.push([entry, result])
    }
    this.#finish(done)
    const isWaiting = done.length < entries.length
    this.#publish(this.#queue.length > 0 ? 'sending' : 'idle', null)
    if (this.#queue.length > 0) this.#schedule(isWaiting ? backOffMs[0] : 0)
  }

  /** Counts the tries of a change or a group that met something busy. */
  #triesAgain(id: string): boolean {
    const tries = (this.#tries.get(id) ?? 0) + 1
    this.#tries.set(id, tries)
    return tries < busyTries
  }

  #refuseBatch(entries: readonly OutboxEntry[], error: AppError): void {
    if (signedOut.has(error.code)) {
      this.#publish('signed_out', error)
      return
    }
    if (unreachable.has(error.code)) {
      const wait = backOffMs[Math.min(this.#failures, backOffMs.length - 1)] ?? backOffMs[0]
      this.#failures += 1
      this.#publish('waiting', error)
      this.#schedule(wait)
      return
    }
    this.#finish(entries.map((entry) => [entry, { id: entry.mutation.id, status: 'error', error }]))
    this.#publish(this.#queue.length > 0 ? 'sending' : 'idle', null)
    if (this.#queue.length > 0) this.#schedule(0)
  }

  /** Takes entries out of the queue and tells their answers; changes of a record never created fall with it. */
  #finish(done: readonly (readonly [OutboxEntry, MutationResult])[]): void {
    const all = [...done, ...this.#fallenWith(done)]
    for (const [{ mutation, group }] of all) {
      this.#tries.delete(mutation.id)
      if (group !== null) this.#tries.delete(group)
    }
    this.#forget(all.map(([entry]) => entry.mutation.id))
    const { onSettled, together = (run: () => void) => run() } = this.#options
    together(() => {
      for (const [entry, result] of all) onSettled(entry.mutation, result)
    })
  }

  #fallenWith(done: readonly (readonly [OutboxEntry, MutationResult])[]): [OutboxEntry, MutationResult][] {
    const uncreated = new Map<string, AppError>()
    for (const [{ mutation }, result] of done) {
      if (mutation.kind === 'insert' && result.status === 'error')
        uncreated.set(mutation.record, result.error)
    }
    if (uncreated.size === 0) return []
    const settled = new Set(done.map(([entry]) => entry.mutation.id))
    return this.#queue.flatMap((entry): [OutboxEntry, MutationResult][] => {
      const { id, record } = entry.mutation
      const error = settled.has(id) ? undefined : uncreated.get(record)
      return error ? [[entry, { id, status: 'error', error }]] : []
    })
  }

  /** Takes entries out of the queue and out of storage. */
  #forget(ids: readonly MutationId[]): void {
    const gone = new Set(ids)
    this.#remember(ids)
    for (const id of ids) this.#sent.delete(id)
    this.#queue = this.#queue.filter((entry) => !gone.has(entry.mutation.id))
    this.#stored = this.#stored.then(() => this.#options.storage.remove(ids)).catch(() => undefined)
  }

  #remember(ids: readonly MutationId[]): void {
    for (const id of ids) this.#settled.add(id)
    for (const oldest of this.#settled) {
      if (this.#settled.size <= rememberedAnswers) break
      this.#settled.delete(oldest)
    }
  }

  #publish(state: OutboxStatus['state'], error: AppError | null): void {
    const pending = this.#queue.length
    const next = pending === 0 ? 'idle' : state
    const now = this.#status
    if (now.pending === pending && now.state === next && now.error === error) return
    this.#status = { pending, state: next, error }
    this.#changed.emit()
  }
}

/** When what is being done now is done: a timer would come a millisecond later, in a busy page four. */
function atOnce(run: () => void): Cancel {
  let isCancelled = false
  queueMicrotask(() => {
    if (!isCancelled) run()
  })
  return () => {
    isCancelled = true
  }
}
