import type { AppError } from './errors.ts'
import type { AttachmentId, FieldId, MutationId, OptionId, RecordId, TableId, ViewId } from './ids.ts'
import type { FilterGroup } from './view/filter.ts'
import type { SummaryKind } from './view/view-config.ts'

export interface Attachment {
  readonly id: AttachmentId
  readonly name: string
  readonly mime: string
  readonly bytes: number
  /** Storage keys in bucket `plinth`. */
  readonly key: string
  readonly thumbKey: string | null
}

/** A linked record, with the value of its table's first field (null where that is empty, or a link itself). */
export type LinkItem = readonly [id: RecordId, value: CellValue]

/** The records that a cell links. */
export interface LinkValue {
  /** All of them, those too that the reader may not read. */
  readonly count: number
  /** The first `limits.linksPerCell` that the reader may read, in the order in which they were linked. */
  readonly items: readonly LinkItem[]
  /** Changed here and not told again since: others may be among those that the reader may read. Never sent. */
  readonly isPartial?: true
}

/** What is sent for a cell of links: a change, so that people who link at once do not undo each other's work. */
export interface LinkChange {
  /** Into a cell that holds one record, one: it takes the place of the one that is there. */
  readonly link?: readonly RecordId[]
  readonly unlink?: readonly RecordId[]
}

/**
 * A value as it travels: text, e-mail, URL, date (`YYYY-MM-DD`), date-time (ISO 8601, UTC, `Z`), ids of options and of
 * people as strings, sets of options as a list of ids in the order of their bytes, numbers as numbers, checkbox as boolean,
 * documents as their text, attachments as a list, links as a `LinkValue`, empty as null.
 */
export type CellValue =
  | string
  | number
  | boolean
  | readonly Attachment[]
  | readonly OptionId[]
  | LinkValue
  | null

/** What a cell is to become: of links a change, of all else the value. */
export type WrittenValue = CellValue | LinkChange

export interface Row {
  readonly id: RecordId
  /** Rises by one with each change of the record. */
  readonly ver: number
  readonly values: Readonly<Record<FieldId, CellValue>>
}

export interface Sort {
  readonly field: FieldId
  readonly direction: 'asc' | 'desc'
}

/** What is looked at; the last sort key is always the record's id (creation order). Empty values come last. */
export interface ViewQuery {
  readonly table: TableId
  readonly sorts: readonly Sort[]
  /** Projection, in this order; absent means all fields. */
  readonly fields?: readonly FieldId[]
  /** Absent: every record. */
  readonly filter?: FilterGroup
  /**
   * Words that all have to stand somewhere in a record: in texts, addresses, labels and names of people without regard to case, in
   * numbers as digits without separators, in dates as a whole day (`YYYY-MM-DD`). At most ten words, 200 characters.
   */
  readonly search?: string
  /**
   * At most three (`isGroupable`), outermost first: they come before the sorts, and records with an empty value come last. Date-times
   * are grouped by their days in the base's time zone, options and sets of them by their positions, people by their names, files and
   * links to several records by how many they are, a link to one by the record's name; an empty checkbox is false. A sort by such a
   * field too is left out.
   */
  readonly groups?: readonly Sort[]
  /** Groups whose records are left out: the values of the groupings from the outermost inwards. */
  readonly collapsed?: readonly GroupPath[]
  /** Only records linked to this one through this link, a field of this record's table. Nothing, where the record may not be read. */
  readonly linkedTo?: { readonly field: FieldId; readonly record: RecordId }
  /** Only records that may be linked through this field, by this record of its table: as both sides of the link have it. */
  readonly linkable?: { readonly field: FieldId; readonly record?: RecordId }
  /** A saved view of the table: where neither sorts nor groups order the records, they are as people have put them there. */
  readonly view?: ViewId
}

/**
 * Values of the groupings from the outermost inwards; null where records have none, a day for date-times, ids with spaces for sets, the
 * number of files and of linked records (`isCounted`), of a link to one record its id, or `restrictedRecord`.
 */
export type GroupPath = readonly (string | number | boolean | null)[]

/** Sort values of a row, then its id; opaque to clients, to be sent back unchanged. */
export type RowKey = readonly (string | number | boolean | null)[]

/** A point in the order of commits: a decimal string (`xid8`), compared as a number of 64 bits. */
export type Seq = string

export interface RowsWindow {
  readonly rows: readonly Row[]
  readonly firstKey: RowKey | null
  readonly lastKey: RowKey | null
  /** Everything committed before this point is in the answer. */
  readonly atSeq: Seq
  /** No more rows beyond the last one in the direction asked for. */
  readonly atEnd: boolean
}

export interface RowsById {
  readonly rows: readonly Row[]
  /** Of these rows: those that are not in the view, by its filter or search or because their group is collapsed. Absent: none. */
  readonly outside?: readonly RecordId[]
  readonly atSeq: Seq
}

export interface WindowRequest {
  readonly query: ViewQuery
  /** Start behind this key (exclusive); null starts at the beginning (forward) or the end (backward). */
  readonly anchor: RowKey | null
  /** Rows come in view order in both directions. */
  readonly direction: 'forward' | 'backward'
  /** Rows passed over from the anchor. */
  readonly skip: number
  readonly take: number
}

export interface ViewStats {
  /** Rows that are shown. */
  readonly total: number
  /** With those in collapsed groups; absent where no group is. */
  readonly all?: number
  /** False: the planner's estimate. */
  readonly exact: boolean
  readonly atSeq: Seq
}

/** Figures by field: numbers beyond ±(2^53 − 1) as texts of digits, days and moments as they travel, null of nothing. */
export type Figures = Readonly<Record<FieldId, string | number | null>>

export interface ViewGroup {
  readonly path: GroupPath
  /** Of its records, collapsed or not. */
  readonly count: number
  readonly collapsed: boolean
  readonly figures: Figures
}

export interface GroupsRequest {
  readonly query: ViewQuery
  /** Of at most `limits.figuresPerGroup` fields. */
  readonly figures: Readonly<Record<FieldId, SummaryKind>>
  /** Groups passed over. */
  readonly skip: number
  /** At most `limits.groupsPerRequest`. */
  readonly take: number
}

export interface ViewGroups {
  /** In view order: each before the groups within it; those within a collapsed one are left out. */
  readonly groups: readonly ViewGroup[]
  /** All records of the view, and those that stand in no collapsed group. */
  readonly total: number
  readonly shown: number
  readonly atEnd: boolean
  readonly atSeq: Seq
  /** Of the linked records by which the view is grouped, those that are told here and may be read; absent: it is by none. */
  readonly linked?: readonly LinkItem[]
}

/** Of all records of a view, in collapsed groups or not. */
export interface ViewSummary {
  readonly total: number
  readonly figures: Figures
  readonly atSeq: Seq
}

export interface RankRequest {
  readonly query: ViewQuery
  readonly record: RecordId
  /** An anchor of this view, from which counting is short; null counts from the beginning. */
  readonly near: readonly [index: number, key: RowKey] | null
}

/** Both null: the record is not in the view. */
export interface RowRank {
  readonly index: number | null
  readonly key: RowKey | null
  readonly atSeq: Seq
}

export interface FindRequest {
  readonly query: ViewQuery
  /** Looked for in one piece, as `ViewQuery.search` looks for a word. */
  readonly text: string
  /** From behind this key on; null: from the beginning, or backward from the end. */
  readonly after: RowKey | null
  readonly direction: 'forward' | 'backward'
  /** At most `limits.foundPerRequest`. */
  readonly take: number
}

export interface FoundRows {
  /** The nearest first, with the fields that hold the text. */
  readonly found: readonly {
    readonly id: RecordId
    readonly key: RowKey
    readonly fields: readonly FieldId[]
  }[]
  /** No more in this direction. */
  readonly atEnd: boolean
  readonly atSeq: Seq
}

/** What a view costs on a large table. */
export interface ViewCost {
  /**
   * `small`: the table is, and nothing matters. `unknown`: the caller reads by rules, and is not told how much there is beyond. Else
   * `served` when an index gives the order and finds what the filter lets through, `unserved` when one of both is worked out from all records.
   */
  readonly state: 'small' | 'served' | 'unserved' | 'unknown'
  /** Null where nothing is said of it. */
  readonly order: boolean | null
  readonly filter: boolean | null
  /** Fields on which an index would help. */
  readonly indexes: readonly FieldId[]
}

/** An index that views have asked for. */
export interface ViewIndex {
  readonly field: FieldId
  readonly bytes: number
  /** How often it was read. */
  readonly used: number
}

export interface ViewAnchors {
  /** Row index and the key of the row at that index. */
  readonly anchors: readonly (readonly [index: number, key: RowKey])[]
  readonly atSeq: Seq
}

/** `Value`: what its cells are to become. */
export type Mutation<Value = WrittenValue> =
  | {
      readonly id: MutationId
      readonly kind: 'insert'
      readonly table: TableId
      readonly record: RecordId
      readonly values: Readonly<Record<FieldId, Value>>
      /** The own deletion that this takes back: what went along with the record comes back with it, and all are linked as they were. */
      readonly undoes?: MutationId
    }
  | {
      readonly id: MutationId
      readonly kind: 'update'
      readonly table: TableId
      readonly record: RecordId
      readonly values: Readonly<Record<FieldId, Value>>
      /** The values that the person saw; a differing stored value is a conflict of that field. Null for links, which never conflict. */
      readonly base: Readonly<Record<FieldId, CellValue>>
      /** The own change that this takes back: what it had unlinked, and this links, stands where it stood. */
      readonly undoes?: MutationId
    }
  | {
      readonly id: MutationId
      readonly kind: 'delete'
      readonly table: TableId
      readonly record: RecordId
    }

export type MutationResult =
  | {
      readonly id: MutationId
      readonly status: 'ok'
      readonly ver: number
      /** The point of its commit, which its event names too; an answer kept from before answers told it has none. */
      readonly seq?: Seq
      /** The record was handed over: it is out of the caller's sight now. */
      readonly left?: true
    }
  | {
      readonly id: MutationId
      readonly status: 'conflict'
      readonly ver: number
      /** What is stored now, for the fields in conflict. */
      readonly current: Readonly<Record<FieldId, CellValue>>
    }
  | { readonly id: MutationId; readonly status: 'error'; readonly error: AppError }

/** What a deletion would do to other records. */
export interface DeletionPreview {
  /** As far as the caller reads these records, the most first. */
  readonly along: readonly { readonly table: TableId; readonly count: number }[]
  /** Those that link the deleted ones and stay, in the same way; `keeps`: as long as they do, nothing is deleted. */
  readonly linked: readonly { readonly table: TableId; readonly count: number; readonly keeps: boolean }[]
  /** Nothing would be deleted, for this reason. */
  readonly refused?: 'along_refused' | 'record_linked' | 'limit_exceeded'
}

export interface MutationBatch {
  readonly mutations: readonly Mutation[]
  /** All or nothing: paste and undo. */
  readonly atomic: boolean
}

/** Sent on a table's data topic after commit; holds ids and versions, never values. */
export type ChangeEvent =
  | {
      readonly op: 'insert' | 'update' | 'delete' | 'mixed'
      readonly seq: Seq
      /** Version 0: the record was deleted. */
      readonly items: readonly (readonly [id: RecordId, ver: number])[]
      /** Fields that changed; null when unknown. */
      readonly fields: readonly FieldId[] | null
    }
  /** `count` is absent where row rules hide records of the table from somebody. */
  | { readonly op: 'bulk'; readonly seq: Seq; readonly count?: number }
  /** The base's schema (tables, fields, options, members) changed: load it again. */
  | { readonly op: 'schema' }

export interface ChangesSince {
  /** Ask from here the next time. */
  readonly seq: Seq
  /** True: too many or too old; everything held is stale. */
  readonly reset: boolean
  readonly events: readonly ChangeEvent[]
}
