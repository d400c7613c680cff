/**
 * Keeps the names of linked records as they are: a record that shows one does not change when the other is renamed, so no event of
 * its own table tells of it. The topics of the tables that are linked do: records here that show what changed there are fetched again.
 * So are all records with links where something changed there that is computed from when it is read. Where names order records here, or
 * find them, the order is asked for again.
 *
 * Each linked table costs one more topic, each event there a look through the records that are held, and where something is found one
 * request for up to 200 records. Names that come into sight or leave it by rules of the other table are not told, as nowhere.
 */
import {
  type ChangeEvent,
  type FieldId,
  type LiveApi,
  type RecordId,
  readableMs,
  type TableId,
} from '@plinth/domain'
import type { Cancel, Clock } from './clock.ts'
import type { RecordStore } from './record-store.ts'

/** A table whose records are shown here, and its field that names them. */
export interface LinkedTable {
  readonly table: TableId
  readonly label: FieldId
  /** Fields of it from which something is computed here when it is read; a change of one may be of any record here. */
  readonly reads?: readonly FieldId[]
  /** The field here that links it. */
  readonly link?: FieldId
}

export interface LinkedNamesOptions {
  readonly live: Pick<LiveApi, 'table'>
  readonly clock: Clock
  readonly store: RecordStore
  /** These show records whose names have changed. */
  onRenamed(ids: readonly RecordId[]): void
  /** Names have changed by which these fields order and find records. */
  onOrder(links: readonly FieldId[]): void
}

interface Topic {
  readonly epoch: number
  label: FieldId
  reads: readonly FieldId[]
  links: readonly FieldId[]
  readonly channel: { close(): void }
}

export class LinkedNames {
  readonly #options: LinkedNamesOptions
  readonly #topics = new Map<TableId, Topic>()
  readonly #renamed = new Set<RecordId>()
  readonly #links = new Set<FieldId>()
  #isAll = false
  #cancel: Cancel | null = null

  constructor(options: LinkedNamesOptions) {
    this.#options = options
  }

  /** Listens to these tables, at the base's access epoch, and to no others. */
  follow(epoch: number, linked: readonly LinkedTable[]): void {
    const wanted = new Map(linked.map(({ table, label }) => [table, label]))
    const readOf = (table: TableId) => linked.flatMap((one) => (one.table === table ? (one.reads ?? []) : []))
    for (const [table, topic] of this.#topics) {
      if (topic.epoch === epoch && wanted.has(table)) continue
      topic.channel.close()
      this.#topics.delete(table)
    }
    const linksTo = (table: TableId) =>
      linked.flatMap((one) => (one.table === table && one.link ? [one.link] : []))
    for (const [table, label] of wanted) {
      const [known, told] = [this.#topics.get(table), { label, reads: readOf(table), links: linksTo(table) }]
      if (known) Object.assign(known, told)
      else this.#topics.set(table, { epoch, ...told, channel: this.#listen(table, epoch) })
    }
  }

  close(): void {
    this.#cancel?.()
    for (const { channel } of this.#topics.values()) channel.close()
    this.#topics.clear()
  }

  #listen(table: TableId, epoch: number): { close(): void } {
    let wasLost = false
    return this.#options.live.table(table, epoch, {
      onEvent: (event) => this.#note(event, table),
      onState: (state) => {
        // What was told meanwhile is not told again.
        if (state === 'live' && wasLost) this.#want(table, null)
        wasLost = state === 'lost'
      },
    })
  }

  #note(event: ChangeEvent, table: TableId): void {
    switch (event.op) {
      case 'schema':
      case 'insert':
      // Records that linked a deleted one have changed themselves.
      case 'delete':
        return
      case 'bulk':
        return this.#want(table, null)
      default: {
        const { label, reads = [] } = this.#topics.get(table) ?? {}
        const isRead = (field: FieldId) => reads.includes(field)
        if (reads.length > 0 && (event.fields?.some(isRead) ?? true)) return this.#want(table, null)
        if (event.fields === null || event.fields.some((field) => field === label)) {
          this.#want(
            table,
            event.items.map(([id]) => id),
          )
        }
      }
    }
  }

  /** Null: any of them may have another name. A change is told a moment before it can be read. */
  #want(table: TableId, ids: readonly RecordId[] | null): void {
    for (const link of this.#topics.get(table)?.links ?? []) this.#links.add(link)
    if (ids === null) this.#isAll = true
    for (const id of ids ?? []) this.#renamed.add(id)
    this.#cancel ??= this.#options.clock.after(readableMs, () => this.#tell())
  }

  #tell(): void {
    const { store, onRenamed, onOrder } = this.#options
    const links = [...this.#links]
    const showing = store.linking(this.#isAll ? null : this.#renamed)
    this.#cancel = null
    this.#isAll = false
    this.#renamed.clear()
    this.#links.clear()
    if (links.length > 0) onOrder(links)
    if (showing.length > 0) onRenamed(showing)
  }
}
