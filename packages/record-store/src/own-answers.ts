/** What the server's answers to one's own changes mean for the records, for the windows, and for who waits for an event. */
import { appError, type MutationResult, type RecordId, type Seq } from '@plinth/domain'
import type { ChangeFeed } from './change-feed.ts'
import type { Computed } from './computed.ts'
import { Emitter } from './emitter.ts'
import type { OpenWindows } from './open-windows.ts'
import type { OwnEvents } from './own-events.ts'
import type { OwnMutation } from './own-mutation.ts'
import type { RecordStore } from './record-store.ts'

export type Refusal = Exclude<MutationResult, { status: 'ok' }>

/** As which version a change was stored, and at which point; null: not told. */
export interface Stored {
  readonly ver: number
  readonly seq: Seq | null
}

interface OwnAnswersOptions {
  readonly store: RecordStore
  readonly windows: OpenWindows
  readonly ownEvents: OwnEvents
  readonly feed: Pick<ChangeFeed, 'state' | 'want' | 'noteGone' | 'wantReadable'>
  readonly computed: Pick<Computed, 'follows'>
  /** A record has changed at the server. */
  onChanged(): void
}

export class OwnAnswers {
  readonly #options: OwnAnswersOptions
  readonly #handedOver = new Set<RecordId>()
  readonly #left = new Emitter<[RecordId]>()

  constructor(options: OwnAnswersOptions) {
    this.#options = options
  }

  /** A change of one's own took a record out of one's sight. */
  readonly onHandedOver = this.#left.subscribe

  /** Handed over, and not come back since. */
  isOutOfSight(record: RecordId): boolean {
    return this.#handedOver.has(record) && this.#options.store.isDeleted(record)
  }

  /**
   * `isOneOfMany`: what it means for the order and the count is asked once, when all of them have their answers. Answers
   * false when nothing on screen can tell of a refusal.
   */
  note(mutation: OwnMutation, result: MutationResult, isOneOfMany: boolean): boolean {
    if (result.status !== 'ok') return this.#noteRefused(mutation, result, isOneOfMany)
    const stored = { ver: result.ver, seq: result.seq ?? null }
    if (result.left) this.#noteLeft(mutation, stored)
    else if (isOneOfMany) this.#noteStoredOfMany(mutation, stored)
    else this.#noteStored(mutation, stored)
    return true
  }

  /** The record was handed over: it leaves the screen, and what was done to it cannot be taken back. */
  #noteLeft(mutation: OwnMutation, stored: Stored): void {
    const { store, windows } = this.#options
    const { record } = mutation
    store.acknowledge(mutation, stored)
    this.#handedOver.add(record)
    this.#left.emit(record)
    store.markGone(record)
    windows.each((window) => window.onRemoved([record]))
  }

  #noteStored(mutation: OwnMutation, stored: Stored): void {
    const { store, windows, ownEvents, feed, computed, onChanged } = this.#options
    const isComplete = store.acknowledge(mutation, stored)
    this.#noteGoneMeanwhile(mutation, stored)
    // What the server computes came with no answer.
    if (!isComplete || computed.follows(mutation)) feed.want([mutation.record])
    onChanged()
    const isLive = feed.state === 'live'
    windows.each((window) => window.onAcknowledged(mutation, stored.seq, isLive))
    if (!isLive) return
    const { kind, record } = mutation
    const event = { id: record, ver: kind === 'delete' ? 0 : stored.ver, seq: stored.seq }
    ownEvents.await(event, () => windows.each((window) => window.onAcknowledged(mutation, stored.seq, false)))
  }

  #noteStoredOfMany(mutation: OwnMutation, stored: Stored): void {
    const { store, windows, feed, computed } = this.#options
    const { record } = mutation
    const isHeld = store.verOf(record) > 0
    const isComplete = store.acknowledge(mutation, stored)
    this.#noteGoneMeanwhile(mutation, stored)
    if (isComplete) {
      if (computed.follows(mutation)) feed.want([record])
    } else {
      store.announce(record, stored.ver)
      // A record of which nothing is known here is shown nowhere: it is read when somebody looks at it.
      if (isHeld || mutation.kind === 'insert') feed.want([record])
      else store.abandon(mutation)
    }
    windows.each((window) => window.onAcknowledged(mutation, stored.seq, true))
  }

  /**
   * Somebody deleted a new record, which was told before the answer that it is stored. Where the answer names no point, only what is
   * read once the deletion can be read tells whether it came after.
   */
  #noteGoneMeanwhile({ kind, record }: OwnMutation, { seq }: Stored): void {
    const { store, feed } = this.#options
    const goneAt = kind === 'insert' ? store.takeToldGone(record) : null
    if (goneAt === null) return
    if (seq === null) feed.wantReadable(record)
    else feed.noteGone([record], goneAt)
  }

  #noteRefused(mutation: OwnMutation, result: Refusal, isOneOfMany: boolean): boolean {
    const { store, windows, feed } = this.#options
    const { record, kind } = mutation
    windows.each((window) => window.onRefused(mutation))
    const isGone = result.status === 'error' && goneCodes.has(result.error.code)
    if (kind === 'delete' && isGone) {
      // Somebody was faster: the record is gone, as wanted.
      store.acknowledge(mutation, { ver: 0, seq: null })
      windows.each((window) => window.onAcknowledged(mutation, null, isOneOfMany))
      return true
    }
    if (kind === 'update' || result.status === 'conflict') feed.want([record])
    if (kind === 'update' && isGone && store.get(record)?.state !== 'refused') {
      store.abandon(mutation)
      // A step of many tells what was refused of it by itself.
      return isOneOfMany
    }
    if (result.status === 'conflict') store.noteCurrent(record, result.ver, result.current)
    store.reject(mutation, result.status === 'conflict' ? appError('conflict') : result.error)
    return true
  }
}

const goneCodes: ReadonlySet<string> = new Set(['not_found', 'record_gone'])
