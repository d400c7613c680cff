/** What the order of a window says about changes: which of them can move rows, and where. */
import type { FieldId, RecordId, ViewQuery } from '@plinth/domain'
import type { Anchor } from './anchors.ts'
import type { RowEvent } from './change-feed.ts'

export class WindowOrder {
  readonly #sortFields: ReadonlySet<FieldId>

  constructor(query: ViewQuery) {
    this.#sortFields = new Set(query.sorts.map((sort) => sort.field))
  }

  /** Creation order: ids rise from row to row, so that an id tells about its place. */
  get isCreation(): boolean {
    return this.#sortFields.size === 0
  }

  /** Whether new values can give a record another place. */
  isMovedBy(values: Readonly<Record<FieldId, unknown>>): boolean {
    return Object.keys(values).some((field) => this.#sortFields.has(field as FieldId))
  }

  /** Whether changes of these fields can move rows; null: any field may have changed. */
  dependsOn(fields: readonly FieldId[] | null): boolean {
    if (this.isCreation) return false
    return fields === null || fields.some((field) => this.#sortFields.has(field))
  }

  /** In creation order nothing before the smallest id of a change can have moved; null: anything can. */
  firstMoved(event: RowEvent): RecordId | null {
    if (!this.isCreation || event.op === 'bulk') return null
    return event.items.reduce<RecordId | null>(
      (least, [id]) => (least === null || id < least ? id : least),
      null,
    )
  }

  /** The id in a key of creation order; null in other orders, where ids tell nothing about places. */
  idIn(anchor: Anchor): RecordId | null {
    const id = this.isCreation && anchor.isFirm ? anchor.key.at(-1) : null
    return typeof id === 'string' ? (id as RecordId) : null
  }
}
