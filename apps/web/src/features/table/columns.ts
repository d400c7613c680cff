import type { Field } from '@plinth/domain'
import { widthOf } from './column-widths.ts'

export interface Column {
  readonly field: Field
  readonly width: number
  /** Pixels from the start of the row. */
  readonly left: number
  readonly isPrimary: boolean
}

/** Width of the first column with the row's number and its checkbox. */
export const gutterWidth = 72
/** Width of the header's last cell, which adds a field. */
export const addFieldWidth = 120
export const rowHeight = 32
export const headerHeight = 34

export function layOutColumns(
  fields: readonly Field[],
  widths: Readonly<Record<string, number>>,
): { columns: Column[]; width: number } {
  let left = gutterWidth
  const columns = fields.map((field, at): Column => {
    const width = widthOf(field, at === 0, widths)
    const column = { field, width, left, isPrimary: at === 0 }
    left += width
    return column
  })
  return { columns, width: left }
}
