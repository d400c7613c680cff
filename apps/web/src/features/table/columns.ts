import type { Field, FieldId, RowHeight } from '@plinth/domain'
import { withText } from '../../lib/text-size.ts'
import { widthOf } from './column-widths.ts'

export interface Column {
  readonly field: Field
  readonly width: number
  /** Pixels from the start of the row. */
  readonly left: number
  readonly isPrimary: boolean
}

/** Width of the first column with the row's number and its checkbox. */
export const gutterWidth = withText(72)
/** Width of the header's last cell, which adds a field. */
export const addFieldWidth = withText(120)
/** Pixels; the lowest shows one line of text, the others several. */
export const rowHeights: Readonly<Record<RowHeight, number>> = {
  short: withText(32),
  medium: withText(56),
  tall: withText(88),
  extra: withText(128),
}
export const headerHeight = withText(34)
export const groupHeight = withText(40)
export const addRowHeight = rowHeights.short

export function layOutColumns(
  fields: readonly Field[],
  widths: Readonly<Record<string, number>>,
): { columns: Column[]; width: number } {
  let left = gutterWidth
  const columns = fields.map((field, at): Column => {
    const width = withText(widthOf(field, at === 0, widths))
    const column = { field, width, left, isPrimary: at === 0 }
    left += width
    return column
  })
  return { columns, width: left }
}

/** Of the width of the grid this much may stay at most, the row's number included: the rest must have room to scroll. */
const mostFrozen = 0.55

/** How many of the first columns stay: as many as the view says, and as have room. */
export function frozenThatFit(columns: readonly Column[], wanted: number, room: number): number {
  const fitting = columns.findIndex(({ left, width }) => left + width > room * mostFrozen)
  return Math.min(wanted, fitting < 0 ? columns.length : fitting)
}

/** Where the columns begin that scroll. */
export const endOfFrozen = (columns: readonly Column[], frozen: number): number => {
  const last = columns[frozen - 1]
  return last ? last.left + last.width : gutterWidth
}

/**
 * Where the cursor stands, as a number of columns: on its field, wherever that is now; where the field has gone, or is not
 * known, at the place that it had, as far as there are columns.
 */
export function colOf(
  columns: readonly Pick<Column, 'field'>[],
  field: FieldId | null,
  place: number,
): number {
  const at = field === null ? -1 : columns.findIndex((column) => column.field.id === field)
  return at < 0 ? Math.min(place, columns.length) : at + 1
}
