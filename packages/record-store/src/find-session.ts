/**
 * Going from match to match in a view, of which only a part is loaded: the server is asked for the next records that hold a
 * text, some at a time, from where one stands. What is known of their number is told as it is: a number of which only a part is
 * known is no number of all.
 */
import {
  type AppError,
  type FieldId,
  limits,
  ok,
  type RecordId,
  type Result,
  type RowKey,
  type RowsApi,
  type ViewQuery,
} from '@plinth/domain'
import type { Cancel, Clock } from './clock.ts'
import { Emitter } from './emitter.ts'
import { type FoundCell, type FoundPlace, FoundRun } from './found-run.ts'

/** Quiet after a change of the table before what was found is looked for again: at least this long, */
const refreshMs = 1_000
/** and so many times what the last answer took. */
const refreshShare = 5
/** Rows of the first request: of a text that is rare more of them would be looked for in the whole table before one is seen. */
const firstTake = 1
/** Rows before the end of what is known at which more is asked for. */
const nearEdge = 10

/** The record above the one where the search begins; null: at the beginning of the view. */
export type FindOrigin = { readonly record: RecordId } | null

export interface FindSnapshot {
  readonly text: string
  /** Somebody waits for an answer. */
  readonly isSearching: boolean
  readonly error: AppError | null
  readonly current: FoundCell | null
  /** From 1; null where it is not known how many come before. */
  readonly ordinal: number | null
  /** Cells that are known to hold the text. */
  readonly known: number
  /** There are no others. */
  readonly isAll: boolean
  /** Known records that hold it only in fields that are not shown. */
  readonly hidden: number
  /** The last step went on at the other end: from which one it started anew. */
  readonly wrapped: 'start' | 'end' | null
}

export interface FindSessionOptions {
  readonly rows: Pick<RowsApi, 'find' | 'rank'>
  readonly query: ViewQuery
  readonly clock: Clock
  /** In the order of the columns. */
  readonly shown: readonly FieldId[]
  /** Records of one request. */
  readonly take?: number
}

const start: FoundPlace = { at: 0, field: null }

export class FindSession {
  readonly #options: FindSessionOptions
  readonly #changed = new Emitter()
  #shown: readonly FieldId[]
  #text = ''
  #run = new FoundRun({ isAtStart: true, isAtEnd: true })
  #place = start
  #wrapped: FindSnapshot['wrapped'] = null
  #error: AppError | null = null
  #waiting = 0
  #steps = 0
  #abort = new AbortController()
  #last: Promise<unknown> = Promise.resolve()
  #asked: { run: FoundRun; by: 1 | -1; answer: Promise<boolean> }[] = []
  #costMs = 0
  #cancelRefresh: Cancel | null = null
  #ranked: readonly [index: number, key: RowKey] | null = null
  #snapshot: FindSnapshot

  constructor(options: FindSessionOptions) {
    this.#options = options
    this.#shown = options.shown
    this.#snapshot = this.#look()
  }

  readonly subscribe = this.#changed.subscribe
  readonly snapshot = (): FindSnapshot => this.#snapshot

  /** The columns are others, or stand in another order. */
  show(fields: readonly FieldId[]): void {
    if (fields.join(' ') === this.#shown.join(' ')) return
    const { current } = this.#snapshot
    this.#shown = fields
    if (current && !fields.includes(current.field)) this.#place = { at: this.#place.at, field: null }
    this.#publish()
  }

  /** Looks for a text from a place on, and goes to the first match; whatever was looked for before is given up. */
  search(text: string, origin: FindOrigin): Promise<FoundCell | null> {
    this.stop()
    this.#text = text.trim()
    this.#place = start
    this.#wrapped = this.#error = null
    this.#run = new FoundRun({ isAtStart: true, isAtEnd: true })
    this.#publish()
    if (this.#text === '') return Promise.resolve(null)
    return this.#wait(async (signal) => {
      const from = await this.#keyOf(origin, signal)
      if (signal.aborted) return
      this.#run = new FoundRun({ from, isAtStart: from === null })
      await this.#walk(1)
      this.#askBeside()
    })
  }

  /** To the next match, or the one before; at an end on at the other. Steps wait for one another. */
  step(by: 1 | -1): Promise<FoundCell | null> {
    if (this.#text === '') return Promise.resolve(null)
    return this.#wait(async () => {
      this.#error = null
      await this.#walk(by)
      this.#askBeside()
    })
  }

  /** Gives up what is asked for; what is known stays. */
  stop(): void {
    this.#abort.abort()
    this.#abort = new AbortController()
    this.#last = Promise.resolve()
    this.#asked = []
    this.#waiting = 0
    this.#cancelRefresh?.()
    this.#cancelRefresh = null
    this.#publish()
  }

  /** Records have changed: after some quiet, what is known around the current match is asked for again. */
  noteChange(): void {
    this.#ranked = null
    if (this.#text === '') return
    this.#cancelRefresh?.()
    const pause = Math.max(refreshMs, this.#costMs * refreshShare)
    this.#cancelRefresh = this.#options.clock.after(pause, () => {
      this.#cancelRefresh = null
      void this.#refresh()
    })
  }

  /** Where a record stands in the view now; null: it is not in it any more. */
  async rank(record: RecordId): Promise<Result<number | null>> {
    const { rows, query } = this.#options
    const { signal } = this.#abort
    const answer = await rows.rank({ query, record, near: this.#ranked }, signal)
    if (!answer.ok) return answer
    const { index, key } = answer.value
    if (index !== null && key !== null && !signal.aborted) this.#ranked = [index, key]
    return ok(index)
  }

  close(): void {
    this.#text = ''
    this.stop()
  }

  async #keyOf(origin: FindOrigin, signal: AbortSignal): Promise<RowKey | null> {
    if (origin === null) return null
    const answer = await this.#options.rows.rank(
      { query: this.#options.query, ...origin, near: null },
      signal,
    )
    return answer.ok ? answer.value.key : null
  }

  /** Runs after what was begun before, and tells that somebody waits. */
  #wait(run: (signal: AbortSignal) => Promise<void>): Promise<FoundCell | null> {
    const { signal } = this.#abort
    this.#waiting += 1
    this.#publish()
    const done = this.#last.then(async () => {
      if (signal.aborted) return null
      await run(signal)
      if (signal.aborted) return null
      this.#waiting -= 1
      this.#publish()
      return this.#snapshot.current
    })
    this.#last = done
    return done
  }

  async #walk(by: 1 | -1): Promise<void> {
    this.#wrapped = null
    this.#steps += 1
    let hasWrapped = false
    const { signal } = this.#abort
    for (;;) {
      const next = this.#run.next(this.#place, by, this.#shown)
      if (next !== null) {
        this.#place = next
        this.#wrapped = hasWrapped ? (by === 1 ? 'start' : 'end') : null
        return
      }
      if (!this.#run.ends(by)) {
        // Nothing is known yet: what lies before it has no place.
        const isEmpty = this.#run.rows.length === 0 && !this.#run.isAtEnd
        const isAnswered = await this.#ask(isEmpty ? 1 : by)
        if (!isAnswered || signal.aborted) return
      } else if (hasWrapped) return
      else {
        hasWrapped = true
        this.#turn(by)
      }
    }
  }

  /** On from the other end. */
  #turn(by: 1 | -1): void {
    const run = this.#run
    if (run.ends(by === 1 ? -1 : 1)) {
      this.#place = by === 1 ? start : { at: run.rows.length, field: null }
      return
    }
    this.#run = new FoundRun({ isAtStart: by === 1, isAtEnd: by === -1, beyond: run })
    this.#place = start
  }

  /** Asks for more on one side, once at a time; false: there is no answer, or nobody waits for it. */
  #ask(by: 1 | -1): Promise<boolean> {
    const run = this.#run
    const known = this.#asked.find((one) => one.run === run && one.by === by)
    if (known) return known.answer
    const answer = this.#fetch(run, by).finally(() => {
      this.#asked = this.#asked.filter((one) => one.answer !== answer)
    })
    this.#asked.push({ run, by, answer })
    return answer
  }

  async #fetch(run: FoundRun, by: 1 | -1): Promise<boolean> {
    const { signal } = this.#abort
    const answer = await this.#find(run, by, run.rows.length === 0 ? firstTake : undefined)
    if (signal.aborted || run !== this.#run) return false
    if (!answer.ok) {
      if (this.#waiting > 0) this.#error = answer.error
      this.#publish()
      return false
    }
    const before = run.add(by, answer.value)
    if (before > 0) this.#place = { ...this.#place, at: this.#place.at + before }
    this.#publish()
    return true
  }

  async #find(run: FoundRun, by: 1 | -1, most?: number) {
    const { rows, query, clock } = this.#options
    const take = most ?? this.#options.take ?? limits.foundPerRequest
    const began = clock.now()
    const direction = by === 1 ? 'forward' : 'backward'
    const request = { query, text: this.#text, after: run.edge(by), direction, take } as const
    const answer = await rows.find(request, this.#abort.signal)
    this.#costMs = clock.now() - began
    return answer
  }

  /** What lies near is there before one gets to it, and a number of all where it is small. Nobody waits. */
  #askBeside(): void {
    const { at } = this.#place
    if (this.#abort.signal.aborted || this.#error) return
    if (at >= this.#run.rows.length - nearEdge && !this.#run.isAtEnd) void this.#ask(1)
    if (at < nearEdge && !this.#run.isAtStart && (this.#run.rows.length > 0 || this.#run.isAtEnd)) {
      void this.#ask(-1)
    }
  }

  async #refresh(): Promise<void> {
    if (this.#waiting > 0) return this.noteChange()
    const { signal } = this.#abort
    // The key before the current match is needed.
    if (this.#place.at <= 0 && !this.#run.isAtStart && !(await this.#ask(-1))) return
    const old = this.#run
    const steps = this.#steps
    const { current } = this.#snapshot
    const from = old.rows[this.#place.at - 1]?.key ?? null
    const run = new FoundRun({ from, isAtStart: from === null })
    const answer = await this.#find(run, 1)
    if (signal.aborted) return
    // Somebody has gone on meanwhile: their steps count.
    if (!answer.ok || old !== this.#run || steps !== this.#steps) return this.noteChange()
    run.add(1, answer.value)
    this.#run = run
    this.#place = (current && run.placeOf(current, this.#shown)) ?? start
    this.#publish()
    this.#askBeside()
  }

  #look(): FindSnapshot {
    const { rows, isAtStart, isAtEnd } = this.#run
    const { at, field } = this.#place
    const record = rows[at]?.id
    const current = field !== null && record !== undefined ? { record, field } : null
    return {
      text: this.#text,
      isSearching: this.#waiting > 0,
      error: this.#error,
      current,
      ordinal: current && isAtStart ? this.#run.count(this.#shown, this.#place) : null,
      known: this.#run.count(this.#shown),
      isAll: isAtStart && isAtEnd,
      hidden: this.#run.hidden(this.#shown),
      wrapped: this.#wrapped,
    }
  }

  #publish(): void {
    this.#snapshot = this.#look()
    this.#changed.emit()
  }
}
