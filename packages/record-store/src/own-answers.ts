/** What the server's answers to one's own changes mean for the records, for the windows, and for who waits for an event. */
import { appError, type Mutation, type MutationResult, type RecordId } from '@plinth/domain'
import type { ChangeFeed } from './change-feed.ts'
import { Emitter } from './emitter.ts'
import type { OpenWindows } from './open-windows.ts'
import type { OwnEvents } from './own-events.ts'
import type { RecordStore } from './record-store.ts'

export type Refusal = Exclude<MutationResult, { status: 'ok' }>

interface OwnAnswersOptions {
  readonly store: RecordStore
  readonly windows: OpenWindows
  readonly ownEvents: OwnEvents
  readonly feed: Pick<ChangeFeed, 'state' | 'want'>
  /** The server fills in more of each record than was sent. */
  computes(): boolean
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
  note(mutation: Mutation, result: MutationResult, isOneOfMany: boolean): boolean {
    if (result.status !== 'ok') return this.#noteRefused(mutation, result, isOneOfMany)
    if (result.left) this.#noteLeft(mutation, result.ver)
    else if (isOneOfMany) this.#noteStoredOfMany(mutation, result.ver)
    else this.#noteStored(mutation, result.ver)
    return true
  }

  /** The record was handed over: it leaves the screen, and what was done to it cannot be taken back. */
  #noteLeft(mutation: Mutation, ver: number): void {
    const { store, windows } = this.#options
    const { record } = mutation
    store.acknowledge(mutation, ver)
    this.#handedOver.add(record)
    this.#left.emit(record)
    store.markGone(record)
    windows.each((window) => window.onRemoved([record]))
  }

  #noteStored(mutation: Mutation, ver: number): void {
    const { store, windows, ownEvents, feed, computes, onChanged } = this.#options
    const isComplete = store.acknowledge(mutation, ver)
    if (!isComplete || (mutation.kind !== 'delete' && computes())) feed.want([mutation.record])
    onChanged()
    const isLive = feed.state === 'live'
    windows.each((window) => window.onAcknowledged(mutation, isLive))
    if (!isLive) return
    ownEvents.await(mutation.record, mutation.kind === 'delete' ? 0 : ver, () =>
      windows.each((window) => window.onAcknowledged(mutation, false)),
    )
  }

  #noteStoredOfMany(mutation: Mutation, ver: number): void {
    const { store, windows, feed, computes } = this.#options
    const { record } = mutation
    const isHeld = store.verOf(record) > 0
    if (store.acknowledge(mutation, ver)) {
      if (mutation.kind !== 'delete' && computes()) feed.want([record])
    } else {
      store.announce(record, ver)
      // A record of which nothing is known here is shown nowhere: it is read when somebody looks at it.
      if (isHeld) feed.want([record])
      else store.abandon(mutation)
    }
    windows.each((window) => window.onAcknowledged(mutation, true))
  }

  #noteRefused(mutation: Mutation, result: Refusal, isOneOfMany: boolean): boolean {
    const { store, windows, feed } = this.#options
    const { record, kind } = mutation
    const isGone = result.status === 'error' && goneCodes.has(result.error.code)
    if (kind === 'delete' && isGone) {
      // Somebody was faster: the record is gone, as wanted.
      store.acknowledge(mutation, 0)
      windows.each((window) => window.onAcknowledged(mutation, isOneOfMany))
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
