/** All tables of one person's session, and the outbox that they share. */
import type { AppError, LiveApi, Mutation, MutationResult, RowsApi, TableId } from '@plinth/domain'
import type { Cancel, Clock } from './clock.ts'
import { Emitter } from './emitter.ts'
import { Outbox } from './outbox.ts'
import type { OutboxStorage } from './outbox-storage.ts'
import { TableSession } from './table-session.ts'
import type { WindowSizes } from './window-fetcher.ts'

/** A table that nobody looks at any more is kept this long: going back is instant. */
const keptMs = 30_000

export interface RowStoresOptions {
  readonly rows: RowsApi
  readonly live: Pick<LiveApi, 'table'>
  readonly clock: Clock
  readonly storage: OutboxStorage
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
  readonly #unsent = new Map<string, Mutation>()
  readonly #lost = new Emitter<[Mutation, AppError]>()

  constructor(options: RowStoresOptions) {
    this.#options = options
    this.outbox = new Outbox({
      rows: options.rows,
      storage: options.storage,
      clock: options.clock,
      onSettled: (mutation, result) => this.#onSettled(mutation, result),
    })
  }

  /** A change of a table that is not open was refused: tell the person. */
  readonly onRefusedElsewhere = this.#lost.subscribe

  /** Takes up what an earlier page left unsent. Call once. */
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
    const { rows, live, clock, sizes } = this.#options
    const session = new TableSession({
      table,
      rows,
      live,
      clock,
      ...(sizes ? { sizes } : {}),
      send: (mutations, atomic) => {
        for (const mutation of mutations) this.#unsent.set(mutation.id, mutation)
        this.outbox.add(mutations, atomic)
      },
    })
    this.#sessions.set(table, { session, users: 1, cancelClose: null })
    session.adopt([...this.#unsent.values()].filter((mutation) => mutation.table === table))
    return session
  }

  leave(session: TableSession): void {
    const known = this.#sessions.get(session.table)
    if (!known || known.session !== session) return
    known.users -= 1
    if (known.users <= 0) this.#closeLater(session.table, known)
  }

  /** The tab is looked at again, or the network is back. */
  wake(): void {
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
      this.#sessions.delete(table)
      kept.session.close()
    })
  }

  #onSettled(mutation: Mutation, result: MutationResult): void {
    this.#unsent.delete(mutation.id)
    const kept = this.#sessions.get(mutation.table)
    if (kept) kept.session.onSettled(mutation, result)
    else if (result.status === 'error') this.#lost.emit(mutation, result.error)
  }
}
