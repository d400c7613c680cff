/** Asks again for something that changes make out of date: gathered, one request at a time, and not all of the server's time. */
import type { AppError, Result, Seq } from '@plinth/domain'
import type { Cancel, Clock } from './clock.ts'
import { compareSeq, maxSeq } from './seq.ts'

/** What takes long is asked for at most so often: a pause of this many times its length. */
const pausePerTime = 5
const longestPauseMs = 5_000
/** What fails is asked for again after this pause, and after twice the last one each time that it fails again, */
const failedPauseMs = 5_000
/** up to this: what takes too long now will not be done in five seconds. A lost connection is no such failure. */
const longestFailedPauseMs = 5 * 60_000
/** A change was told a moment before it can be read. */
const tooEarlyMs = 100

export class Refresher {
  readonly #clock: Clock
  readonly #ask: (signal: AbortSignal) => Promise<Result<Seq>>
  readonly #onError: (error: AppError | null) => void
  readonly #end = new AbortController()
  #cancel: Cancel | null = null
  #at = 0
  #notBefore = Number.NEGATIVE_INFINITY
  #isAsking = false
  #isDue = false
  #failures = 0
  #hasFailed = false
  #isKnown = false
  /** Answers up to this point lack a change that was told. */
  #told: Seq | null = null

  /** `ask` answers the point before which everything is in what it has brought; `onError` is told what failed, and that it is over. */
  constructor(
    clock: Clock,
    ask: (signal: AbortSignal) => Promise<Result<Seq>>,
    onError: (error: AppError | null) => void,
  ) {
    this.#clock = clock
    this.#ask = ask
    this.#onError = onError
  }

  get isClosed(): boolean {
    return this.#end.signal.aborted
  }

  /** What is known holds, as far as was told: nothing is asked for or planned. */
  get isSettled(): boolean {
    return this.#isKnown && !this.#isAsking && this.#cancel === null
  }

  /** Begins with what another one has brought, and asks only where that one would. */
  carryFrom(other: Refresher): void {
    this.#isKnown = other.isSettled
    this.#told = other.#told
    if (!this.#isKnown) this.want(0)
  }

  /** A change at a point in the order of commits (null: not known) makes what is known out of date. */
  note(seq: Seq | null, ms: number): void {
    if (seq !== null) this.#told = this.#told === null ? seq : maxSeq(this.#told, seq)
    this.want(ms)
  }

  /** Asks in a while, sooner where that is planned already. */
  want(ms: number): void {
    if (this.isClosed) return
    if (this.#isAsking) {
      this.#isDue = true
      return
    }
    const at = Math.max(this.#clock.now() + ms, this.#notBefore)
    if (this.#cancel && this.#at <= at) return
    this.#cancel?.()
    this.#at = at
    this.#cancel = this.#clock.after(at - this.#clock.now(), () => void this.#run())
  }

  /** Something else is asked for, or somebody asks once more: now, whatever has failed before. */
  again(): void {
    this.#failures = 0
    this.#notBefore = Number.NEGATIVE_INFINITY
    this.want(0)
  }

  close(): void {
    this.#end.abort()
    this.#cancel?.()
  }

  async #run(): Promise<void> {
    this.#cancel = null
    this.#isAsking = true
    this.#isDue = false
    const began = this.#clock.now()
    const answer = await this.#ask(this.#end.signal)
    this.#isAsking = false
    if (this.isClosed) return
    const now = this.#clock.now()
    this.#notBefore = now + Math.min(longestPauseMs, (now - began) * pausePerTime)
    if (!answer.ok) return this.#putOff(answer.error)
    if (this.#hasFailed) this.#onError(null)
    this.#hasFailed = false
    this.#isKnown = true
    this.#failures = 0
    const isEarly = this.#told !== null && compareSeq(answer.value, this.#told) <= 0
    if (isEarly) this.want(tooEarlyMs)
    else if (this.#isDue) this.want(0)
  }

  /** Changes that are told meanwhile do not bring it nearer. */
  #putOff(error: AppError): void {
    const pause = failedPauseMs * 2 ** this.#failures
    if (error.code !== 'network') this.#failures += 1
    this.#hasFailed = true
    this.#notBefore = this.#clock.now() + Math.min(longestFailedPauseMs, pause)
    this.#onError(error)
    this.want(0)
  }
}
