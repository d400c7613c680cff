/** All tables of one person's session, and the outbox that they share. */
import {
  type AppError,
  appError,
  type LiveApi,
  type MutationResult,
  type RowsApi,
  type TableId,
  type ViewsApi,
} from '@plinth/domain'
import type { Cancel, Clock } from './clock.ts'
import { Emitter } from './emitter.ts'
import { Outbox } from './outbox.ts'
import type { OutboxStorage } from './outbox-storage.ts'
import type { Refusal } from './own-answers.ts'
import type { OwnMutation } from './own-mutation.ts'
import { emptyEntry, undecidedOf, withRejected } from './record-entry.ts'
import { TableSession } from './table-session.ts'
import type { UndecidedStorage } from './undecided-storage.ts'
import type { WindowSizes } from './window-fetcher.ts'

/** A table that nobody looks at any more is kept this long: going back is instant. */
const keptMs = 30_000

export interface RowStoresOptions {
  readonly rows: RowsApi
  readonly views: Pick<ViewsApi, 'moveRecords' | 'replacePlaces'>
  readonly live: Pick<LiveApi, 'table'>
  readonly clock: Clock
  readonly storage: OutboxStorage
  /** Where what was refused waits for a decision. */
  readonly undecided: UndecidedStorage
  readonly sizes?: WindowSizes
}

interface Kept {
  readonly session: TableSession
  users: number
  cancelClose: Cancel | null
}

export class RowStores {
  readonly outbox: Outbox
  readonly #options: RowStoresOptions
  readonly #sessions = new Map<TableId, Kept>()
  readonly #unsent = new Map<string, OwnMutation>()
  /** Refused while their table was not open: shown there when it is. */
  #refused: { mutation: OwnMutation; result: Refusal }[] = []
  readonly #onRefused = new Emitter<[OwnMutation, AppError]>()

  constructor(options: RowStoresOptions) {
    this.#options = options
    this.outbox = new Outbox({
      rows: options.rows,
      storage: options.storage,
      clock: options.clock,
      onSettled: (mutation, result) => this.#onSettled(mutation, result),
      together: (run) => this.#together(run),
    })
  }

  /** A change was refused where the person does not see it: its table is not open, or its record is gone. Tell them. */
  readonly onRefused = this.#onRefused.subscribe

  /** Takes up what other pages left unsent: an earlier one, or a tab that was closed meanwhile. */
  async restore(): Promise<void> {
    const left = await this.outbox.restore()
    for (const mutation of left) this.#unsent.set(mutation.id, mutation)
    for (const [table, { session }] of this.#sessions) {
      session.adopt(left.filter((mutation) => mutation.table === table))
    }
  }

  /** The session of a table, shared by all who ask; give it back with `leave`. */
  enter(table: TableId): TableSession {
    const known = this.#sessions.get(table)
    if (known) {
      known.users += 1
      known.cancelClose?.()
      known.cancelClose = null
      return known.session
    }
    const { rows, views, live, clock, sizes, undecided } = this.#options
    const session = new TableSession({
      table,
      rows,
      views,
      live,
      clock,
      ...(sizes ? { sizes } : {}),
      undecided,
      send: (mutations, atomic, job) => {
        for (const mutation of mutations) this.#unsent.set(mutation.id, mutation)
        this.outbox.add(mutations, atomic, job)
      },
      outbox: this.outbox,
      onGivenUp: (mutations) => {
        for (const { id } of mutations) this.#unsent.delete(id)
      },
    })
    this.#sessions.set(table, { session, users: 1, cancelClose: null })
    session.adopt([...this.#unsent.values()].filter((mutation) => mutation.table === table))
    this.#showRefused(session)
    return session
  }

  leave(session: TableSession): void {
    const known = this.#sessions.get(session.table)
    if (!known || known.session !== session) return
    known.users -= 1
    if (known.users <= 0) this.#closeLater(session.table, known)
  }

  /** The person may see more records of these tables than before. */
  refresh(tables: Iterable<TableId>): void {
    for (const table of tables) this.#sessions.get(table)?.session.refresh()
  }

  /** The tab is looked at again, or the network is back. */
  wake(): void {
    void this.restore()
    this.outbox.wake()
    for (const { session } of this.#sessions.values()) session.onFocus()
  }

  close(): void {
    this.outbox.close()
    for (const { session, cancelClose } of this.#sessions.values()) {
      cancelClose?.()
      session.close()
    }
    this.#sessions.clear()
  }

  #closeLater(table: TableId, kept: Kept): void {
    kept.cancelClose = this.#options.clock.after(keptMs, () => {
      // What waits for a decision there is nowhere else.
      if (kept.session.store.hasProblems) return this.#closeLater(table, kept)
      this.#sessions.delete(table)
      kept.session.close()
    })
  }

  /** Each open table shows once what the answers of a batch change in it. */
  #together(run: () => void): void {
    const sessions = Array.from(this.#sessions.values(), ({ session }) => session)
    sessions.reduce<() => void>((inner, session) => () => session.together(inner), run)()
  }

  #onSettled(mutation: OwnMutation, result: MutationResult): void {
    this.#unsent.delete(mutation.id)
    const kept = this.#sessions.get(mutation.table)
    const isSeen = kept?.session.onSettled(mutation, result) ?? result.status === 'ok'
    if (isSeen || result.status === 'ok') return
    if (!kept) {
      this.#refused.push({ mutation, result })
      this.#keepRefused(mutation)
    }
    this.#onRefused.emit(mutation, errorOf(result))
  }

  /** The page may be closed before its table is opened again. */
  #keepRefused({ table, record }: OwnMutation): void {
    const ofRecord = this.#refused.filter(({ mutation }) => mutation.record === record)
    const entry = ofRecord.reduce(
      (before, { mutation, result }) => withRejected(before, mutation, errorOf(result)),
      emptyEntry,
    )
    const left = undecidedOf(entry)
    // A full or refused storage stops nothing: then it is only as durable as the page.
    if (left) this.#options.undecided.put({ ...left, table, record }).catch(() => undefined)
  }

  #showRefused(session: TableSession): void {
    const here = this.#refused.filter(({ mutation }) => mutation.table === session.table)
    this.#refused = this.#refused.filter(({ mutation }) => mutation.table !== session.table)
    for (const { mutation, result } of here) {
      session.adopt([mutation])
      session.onSettled(mutation, result)
    }
  }
}

const errorOf = (refusal: Refusal): AppError =>
  refusal.status === 'conflict' ? appError('conflict') : refusal.error
