/**
 * Keeps what a table could not store where the next page finds it, and shows it again: values that were refused stay beside
 * their cells, and refused new records in their table, until the person has decided about them.
 */
import { type FieldId, limits, type RecordId, type RowsApi, type TableId } from '@plinth/domain'
import { Emitter } from './emitter.ts'
import type { OpenWindows } from './open-windows.ts'
import type { RecordStore } from './record-store.ts'
import type { UndecidedRecord, UndecidedStorage } from './undecided-storage.ts'

export interface UndecidedKeeperOptions {
  readonly table: TableId
  readonly rows: Pick<RowsApi, 'byId'>
  readonly store: RecordStore
  readonly windows: OpenWindows
  readonly storage: UndecidedStorage
  /** False: the table has no such field any more, or not for this person. */
  hasField(field: FieldId): boolean
}

export class UndecidedKeeper {
  readonly #options: UndecidedKeeperOptions
  readonly #recalled = new Emitter<[readonly RecordId[]]>()
  readonly #stop: () => void
  #isClosed = false

  constructor(options: UndecidedKeeperOptions) {
    this.#options = options
    this.#stop = options.store.onUndecided((record) => this.#keep(record))
  }

  /** Values of these records, which an earlier page could not store, are shown again. */
  readonly onRecalled = this.#recalled.subscribe

  /** Shows what an earlier page left, over what is stored now. */
  async recall(): Promise<void> {
    const { table, storage, store, windows } = this.#options
    // What cannot be read is lost; the table is not.
    const left = (await storage.load(table).catch(() => [])).map((one) => this.#ofFields(one))
    const gone = await this.#gone(left)
    if (this.#isClosed) return
    for (const record of gone) void storage.remove(table, record).catch(() => undefined)
    const shown = left.filter(({ record }) => {
      return !gone.has(record) && !store.hasChanges(record) && store.undecided(record) === null
    })
    if (shown.length === 0) return
    windows.quietly(() => {
      for (const one of shown) {
        store.recall(one.record, one)
        if (one.refused !== null) windows.each((window) => window.onRefusedRecord(one.record))
      }
    })
    this.#recalled.emit(shown.map(({ record }) => record))
  }

  close(): void {
    this.#isClosed = true
    this.#stop()
  }

  #keep(record: RecordId): void {
    const { table, store, storage } = this.#options
    const now = store.undecided(record)
    const kept = now ? storage.put({ ...now, table, record }) : storage.remove(table, record)
    // A full or refused storage stops nothing: then it is only as durable as the page.
    kept.catch(() => undefined)
  }

  #ofFields(left: UndecidedRecord): UndecidedRecord {
    return { ...left, problems: left.problems.filter(([field]) => this.#options.hasField(field)) }
  }

  /** Records of which nothing can be shown any more. Where the server cannot be asked, none of them is gone. */
  async #gone(left: readonly UndecidedRecord[]): Promise<ReadonlySet<RecordId>> {
    const { table, rows, store } = this.#options
    const gone = new Set(left.filter(isEmpty).map(({ record }) => record))
    const stored = left.filter((one) => one.refused === null && !isEmpty(one)).map(({ record }) => record)
    for (let from = 0; from < stored.length; from += limits.idsPerRequest) {
      const asked = stored.slice(from, from + limits.idsPerRequest)
      const ticket = store.ticket()
      const answer = await rows.byId({ table, sorts: [] }, asked)
      if (!answer.ok || this.#isClosed) continue
      store.upsert(answer.value.rows, ticket, answer.value.atSeq)
      const here = new Set(answer.value.rows.map(({ id }) => id))
      for (const id of asked) if (!here.has(id)) gone.add(id)
    }
    return gone
  }
}

const isEmpty = ({ problems, problem, refused }: UndecidedRecord): boolean =>
  problems.length === 0 && problem === null && refused === null
