/** The lines of the body one after another, as arrows meet them: headings of groups, rows, the line that adds a row. */
import type { GridGroup } from '../model/grid-source.ts'
import { type RowIndex, rowIndex } from '../units.ts'
import type { GridTable } from './place.ts'

export type GridLine =
  | { readonly kind: 'header' }
  | { readonly kind: 'group'; readonly key: string }
  | { readonly kind: 'row'; readonly row: RowIndex }
  | { readonly kind: 'add-row' }

/** Null below the last line. */
export function lineBelow(table: GridTable, from: GridLine, hasAddRow: boolean): GridLine | null {
  if (from.kind === 'add-row') return null
  const { groups } = table.source
  const at = from.kind === 'group' ? groups.findIndex(({ key }) => key === from.key) : -1
  const group = groups[at]
  const row = from.kind === 'row' ? from.row + 1 : from.kind === 'header' || !group ? 0 : group.firstRow
  const heading = groups[group ? at + 1 : firstGroupFrom(groups, row)]
  if (heading?.firstRow === row) return { kind: 'group', key: heading.key }
  if (row < table.source.rowCount) return { kind: 'row', row: rowIndex(row) }
  return hasAddRow ? { kind: 'add-row' } : null
}

/** The header above the first line. */
export function lineAbove(table: GridTable, from: GridLine): GridLine {
  const { groups, rowCount } = table.source
  if (from.kind === 'header') return from
  if (from.kind === 'group') {
    const at = groups.findIndex(({ key }) => key === from.key)
    const group = groups[at]
    if (!group) return { kind: 'header' }
    const outer = groups[at - 1]
    if (outer?.firstRow === group.firstRow) return { kind: 'group', key: outer.key }
    return rowBefore(group.firstRow)
  }
  const row = from.kind === 'row' ? from.row : rowCount
  const heading = groups[firstGroupFrom(groups, row + 1) - 1]
  return heading?.firstRow === row ? { kind: 'group', key: heading.key } : rowBefore(row)
}

function rowBefore(row: number): GridLine {
  return row > 0 ? { kind: 'row', row: rowIndex(row - 1) } : { kind: 'header' }
}

/** Groups come in the order of their rows. */
function firstGroupFrom(groups: readonly GridGroup[], row: number): number {
  let low = 0
  let high = groups.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((groups[middle] as GridGroup).firstRow < row) low = middle + 1
    else high = middle
  }
  return low
}
