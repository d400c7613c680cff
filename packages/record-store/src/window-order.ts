/** What the query of a window says about changes: which of them can move rows, bring or take some, and where. */
import type { FieldId, FilterCondition, FilterGroup, RecordId, ViewQuery } from '@plinth/domain'
import type { Anchor } from './anchors.ts'
import type { RowEvent } from './change-feed.ts'

/** Why a record may leave its place: another one in the order, another group, or none in the view. */
export type HeldReason = 'sort' | 'filter' | 'group'

export class WindowOrder {
  readonly #sortFields: ReadonlySet<FieldId>
  readonly #groupFields: ReadonlySet<FieldId>
  readonly #filterFields: ReadonlySet<FieldId>
  readonly #searches: boolean
  readonly #collapses: boolean
  readonly #isByHand: boolean

  constructor({ sorts, groups = [], filter, search, collapsed = [], view }: ViewQuery) {
    this.#sortFields = new Set(sorts.map((sort) => sort.field))
    this.#groupFields = new Set(groups.map((group) => group.field))
    this.#filterFields = new Set(filter ? fieldsIn(filter) : [])
    this.#searches = (search ?? '').trim() !== ''
    this.#collapses = collapsed.length > 0
    this.#isByHand = view !== undefined
  }

  /** Creation order: ids rise from row to row, so that an id tells about its place. */
  get isCreation(): boolean {
    return !this.#isByHand && !this.#isByValues
  }

  get #isByValues(): boolean {
    return this.#sortFields.size > 0 || this.#groupFields.size > 0
  }

  /** Not every record of the table is a row. */
  get picks(): boolean {
    return this.#filterFields.size > 0 || this.#searches || this.#collapses
  }

  /** Every record is a row, and new ones come last: no value moves any. */
  get isPlain(): boolean {
    return !this.#isByValues && !this.picks
  }

  /** What a record that is no row any more has left. */
  get reasonOutside(): HeldReason {
    return this.#filterFields.size > 0 || this.#searches ? 'filter' : 'group'
  }

  /** Why a change of these fields (null: of any) may give a record another place; null: it may not, or only by leaving the view. */
  reasonFor(fields: readonly FieldId[] | null): HeldReason | null {
    const touches = (set: ReadonlySet<FieldId>) =>
      set.size > 0 && (fields === null || fields.some((field) => set.has(field)))
    return touches(this.#groupFields) ? 'group' : touches(this.#sortFields) ? 'sort' : null
  }

  /** Whether changes of these fields can move rows; null: any field may have changed. */
  dependsOn(fields: readonly FieldId[] | null): boolean {
    if (this.isPlain) return false
    if (fields === null || (this.#searches && fields.length > 0)) return true
    return this.reasonFor(fields) !== null || fields.some((field) => this.#filterFields.has(field))
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

function fieldsIn(node: FilterCondition | FilterGroup): FieldId[] {
  return 'items' in node ? node.items.flatMap(fieldsIn) : [node.field]
}
