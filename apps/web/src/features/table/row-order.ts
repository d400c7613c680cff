/** Records of a view that are moved by hand: whether they can be, and before which one they come to lie. */
import { limits, type RecordId } from '@plinth/domain'
import { countOf } from '../../lib/count-of.ts'
import { mayKeep, type TableView } from './view/table-view.ts'

type Ordered = Pick<TableView, 'saved' | 'role' | 'isKept' | 'config'>

/** Why records of this view are not moved, as a sentence; null: they are. */
export function whyFixed({ saved, role, isKept, config }: Ordered): string | null {
  if (!isKept) return 'What others see is only looked at here.'
  if (config.groups.length > 0) return 'The view is grouped. Ungroup it to put its records in order by hand.'
  if (config.sorts.length > 0)
    return 'The view is sorted. Take its sorts away to put its records in order by hand.'
  if (!saved) return 'Save what you see as a view, then put its records in order.'
  if (!mayKeep(saved, role)) return 'Creators of the base put shared views in order. Save one of your own.'
  if (saved.isLocked) return 'The view is locked. Unlock it to put its records in order.'
  return null
}

/** The same for so many records at once. */
export const whyTooMany = (count: number): string | null =>
  count <= limits.recordsPerMove
    ? null
    : `${countOf(count, 'record')} are too many: at most ${limits.recordsPerMove.toLocaleString()} are moved at once.`

export interface RowSpan {
  readonly first: number
  readonly last: number
}

/** Before which row these come to lie after one step up (below 0) or down; null: they are at the end already. */
export function rowAfterStep(spans: readonly RowSpan[], by: -1 | 1, count: number): number | null {
  const [first, last] = [spans[0]?.first ?? 0, spans.at(-1)?.last ?? 0]
  if (spans.length === 0) return null
  if (by < 0) return first > 0 ? first - 1 : isOnePiece(spans) ? null : first
  return last < count - 1 ? last + 2 : isOnePiece(spans) ? null : count
}

const isOnePiece = (spans: readonly RowSpan[]): boolean => spans.length === 1

export interface Move {
  readonly records: readonly RecordId[]
  /** Null: they come to lie at the end. */
  readonly before: RecordId | null
  /** The first one's place then, from 0. */
  readonly to: number
}

/** A move of the rows of some spans before another row; null: nothing would change, or what would is not here. */
export function moveOf(
  spans: readonly RowSpan[],
  before: number,
  { count, idAt }: { count: number; idAt(row: number): RecordId | null },
): Move | null {
  const rows = spans.flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at),
  )
  const moved = new Set(rows)
  let next = before
  while (next < count && moved.has(next)) next += 1
  const to = before - rows.filter((row) => row < before).length
  const records = rows.map(idAt)
  const target = next < count ? idAt(next) : null
  const stays = isOnePiece(spans) && rows[0] === to
  if (stays || records.includes(null) || (next < count && target === null)) return null
  return { records: records as RecordId[], before: target, to }
}
