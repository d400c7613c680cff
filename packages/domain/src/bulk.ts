/** One change of many records of a view, which the server works off by itself. */
import type { AppError } from './errors.ts'
import type { FieldId, RecordId } from './ids.ts'
import type { CellValue, ViewQuery } from './rows.ts'

/** From one record to another in the order of the view, or from its first (null), to its last (null), without some. */
export interface BulkSelection {
  readonly from: RecordId | null
  readonly to: RecordId | null
  readonly minus: readonly RecordId[]
}

export type BulkChange =
  | { readonly kind: 'delete' }
  | { readonly kind: 'set'; readonly field: FieldId; readonly value: CellValue }

export interface BulkRequest {
  /** A new id, by which it goes on and is taken back. */
  readonly bulk: string
  readonly query: ViewQuery
  readonly selection: BulkSelection
  readonly change: BulkChange
  /** Records that the person was told of; at most `limits.recordsPerBulk`. */
  readonly count: number
  /** By so many there may be more or fewer. */
  readonly slack: number
}

export interface BulkStep {
  readonly done: number
  readonly refused: number
  /** Records that held something else by then, and were left as they are. */
  readonly changed: number
  /** The first of those that were refused. */
  readonly errors: readonly { readonly record: RecordId; readonly error: AppError }[]
  /** The part with which the next step begins. */
  readonly next: number
  readonly atEnd: boolean
}
