import type { AppError } from './errors.ts'
import type { AttachmentId, FieldId, MutationId, RecordId, TableId } from './ids.ts'

export interface Attachment {
  readonly id: AttachmentId
  readonly name: string
  readonly mime: string
  readonly bytes: number
  /** Storage keys in bucket `plinth`. */
  readonly key: string
  readonly thumbKey: string | null
}

/**
 * A value as it travels: text, e-mail, URL, date (`YYYY-MM-DD`), date-time (ISO 8601, UTC, `Z`), ids of options and of
 * people as strings, numbers as numbers, checkbox as boolean, attachments as a list, empty as null.
 */
export type CellValue = string | number | boolean | readonly Attachment[] | null

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
}

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
  readonly total: number
  /** False: the planner's estimate. */
  readonly exact: boolean
  readonly atSeq: Seq
}

export interface ViewAnchors {
  /** Row index and the key of the row at that index. */
  readonly anchors: readonly (readonly [index: number, key: RowKey])[]
  readonly atSeq: Seq
}

export type Mutation =
  | {
      readonly id: MutationId
      readonly kind: 'insert'
      readonly table: TableId
      readonly record: RecordId
      readonly values: Readonly<Record<FieldId, CellValue>>
    }
  | {
      readonly id: MutationId
      readonly kind: 'update'
      readonly table: TableId
      readonly record: RecordId
      readonly values: Readonly<Record<FieldId, CellValue>>
      /** The values that the person saw; a differing stored value is a conflict of that field. */
      readonly base: Readonly<Record<FieldId, CellValue>>
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
