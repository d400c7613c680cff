/** The order of a view's columns after some of them were moved. */
import type { Field, FieldId } from '@plinth/domain'

export interface ColumnMove {
  /** All fields in the view's order, hidden ones too; the first names the records and stays. */
  readonly all: readonly Field[]
  /** Those that are shown, in the same order. */
  readonly shown: readonly Field[]
  readonly moved: ReadonlySet<FieldId>
  /** They come to lie before this one of the shown; their number: behind the last. */
  readonly before: number
}

/** The view's new order; null where every column stays where it is. Hidden fields stay before the shown one they stood before. */
export function orderAfterMove({ all, shown, moved, before }: ColumnMove): FieldId[] | null {
  const [primary] = all
  const isMoved = ({ id }: Field) => moved.has(id) && id !== primary?.id
  const pulled = shown.filter(isMoved)
  const next = shown.slice(Math.max(1, before)).find((field) => !isMoved(field))
  const rest = all.filter((field) => !isMoved(field) || !pulled.includes(field))
  const place = next ? rest.indexOf(next) : rest.length
  const order = rest.toSpliced(place, 0, ...pulled)
  const seen = order.filter((field) => shown.includes(field))
  if (seen.every((field, at) => field === shown[at])) return null
  return order.filter((field) => field !== primary).map(({ id }) => id)
}

/** Before which column the moved ones lie after one step; null: they are at the end already, or the first column is among them. */
export function boundaryAfterStep(places: readonly number[], by: -1 | 1, count: number): number | null {
  const [first, last] = [Math.min(...places), Math.max(...places)]
  if (places.length === 0 || first < 1) return null
  if (by < 0) return first > 1 ? first - 1 : null
  return last < count - 1 ? last + 2 : null
}
