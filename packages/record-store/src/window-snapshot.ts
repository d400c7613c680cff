import type { AppError, RecordId } from '@plinth/domain'
import type { HeldReason } from './window-order.ts'

/** What a window shows at a moment; a new object whenever anything in it changes. */
export interface WindowSnapshot {
  readonly rowCount: number
  /** False: the count is an estimate. */
  readonly isExact: boolean
  readonly status: 'loading' | 'ready' | 'failed'
  readonly error: AppError | null
  /** Rows by which the visible records have moved since the window was made; a view scrolls along. */
  readonly shift: number
  /** The window's own look-ups. New functions in each snapshot, so that what is derived from them is derived again. */
  idAt(index: number): RecordId | null
  indexOf(id: RecordId): number | null
  isHeld(id: RecordId): boolean
  /** Why a held record will leave its place; null: it is not held, or may stay. */
  heldBy(id: RecordId): HeldReason | null
}
