/**
 * Fetches spans of blocks: at most three requests at a time, what is looked at first; a request for what nobody
 * looks at any more is aborted.
 */
import type { AppError, ErrorCode, RowsApi, RowsWindow, ViewQuery } from '@plinth/domain'
import type { RequestBegin } from './answer-placer.ts'
import type { Cancel, Clock } from './clock.ts'
import type { FetchPlan } from './fetch-plan.ts'
import type { RecordStore } from './record-store.ts'

export interface Span {
  readonly firstBlock: number
  readonly lastBlock: number
}

export const concurrentFetches = 3

const retryMs = [2_000, 4_000, 8_000, 15_000, 30_000] as const
const passing: ReadonlySet<ErrorCode> = new Set([
  'offline',
  'network',
  'timeout',
  'busy',
  'rate_limited',
  'project_unreachable',
  'session_expired',
])

interface Request {
  readonly span: Span
  readonly generation: number
  readonly controller: AbortController
}

export interface BlockLoaderOptions {
  readonly rows: Pick<RowsApi, 'window'>
  readonly query: ViewQuery
  readonly clock: Clock
  readonly store: RecordStore
  plan(span: Span): FetchPlan
  generation(): number
  onRows(plan: FetchPlan, answer: RowsWindow, request: RequestBegin): void
  /** Something ended: spans may be asked for again. */
  onIdle(): void
}

export class BlockLoader {
  readonly #options: BlockLoaderOptions
  #requests: Request[] = []
  #error: AppError | null = null
  #failures = 0
  #cancelRetry: Cancel | null = null
  #isClosed = false

  constructor(options: BlockLoaderOptions) {
    this.#options = options
  }

  get error(): AppError | null {
    return this.#error
  }

  get isBusy(): boolean {
    return this.#requests.length > 0
  }

  /** A request of the present generation covers this block. */
  covers(block: number): boolean {
    const generation = this.#options.generation()
    return this.#requests.some(
      ({ span, generation: begun }) =>
        begun === generation && span.firstBlock <= block && block <= span.lastBlock,
    )
  }

  /** Starts what is wanted, most wanted first; aborts what `isUseful` denies. */
  want(spans: readonly Span[], isUseful: (span: Span) => boolean): void {
    for (const request of this.#requests) if (!isUseful(request.span)) this.#abort(request)
    if (this.#error !== null) return
    for (const span of spans) {
      if (this.#requests.length >= concurrentFetches) return
      void this.#fetch(span)
    }
  }

  /** Forgets the last failure, so that the next `want` tries again. */
  retry(): void {
    this.#cancelRetry?.()
    this.#cancelRetry = null
    this.#error = null
  }

  close(): void {
    this.#isClosed = true
    this.#cancelRetry?.()
    for (const request of this.#requests) request.controller.abort()
    this.#requests = []
  }

  async #fetch(span: Span): Promise<void> {
    const { rows, query, clock, store } = this.#options
    const plan = this.#options.plan(span)
    const request: Request = {
      span,
      generation: this.#options.generation(),
      controller: new AbortController(),
    }
    const began = clock.now()
    const ticket = store.ticket()
    this.#requests.push(request)
    const { anchor, direction, skip, take } = plan
    const answer = await rows.window({ query, anchor, direction, skip, take }, request.controller.signal)
    if (!this.#requests.includes(request)) return
    this.#requests = this.#requests.filter((other) => other !== request)
    if (answer.ok) {
      this.#failures = 0
      this.#options.onRows(plan, answer.value, { began, generation: request.generation, ticket })
    } else this.#fail(answer.error)
    this.#options.onIdle()
  }

  #abort(request: Request): void {
    this.#requests = this.#requests.filter((other) => other !== request)
    request.controller.abort()
  }

  #fail(error: AppError): void {
    this.#error = error
    if (!passing.has(error.code) || this.#isClosed) return
    const wait = retryMs[Math.min(this.#failures, retryMs.length - 1)] ?? retryMs[0]
    this.#failures += 1
    this.#cancelRetry?.()
    this.#cancelRetry = this.#options.clock.after(wait, () => {
      this.retry()
      this.#options.onIdle()
    })
  }
}
