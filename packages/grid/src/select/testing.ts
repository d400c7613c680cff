/** A table in memory for tests: rows are letters or numbers, columns too. */
import type { CellContent } from '../model/cell-content.ts'
import type { ColumnKey, GridGroup, GridRow, GridSource, RowKey } from '../model/grid-source.ts'
import { columnIndex, type RowIndex, rowIndex } from '../units.ts'
import type { CellPlace, GridTable } from './place.ts'

export const rowKey = (name: string): RowKey => name as RowKey
export const columnKey = (name: string): ColumnKey => name as ColumnKey
export const at = (row: number, column: number): CellPlace => ({
  row: rowIndex(row),
  column: columnIndex(column),
})

interface MadeTable {
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  readonly groups?: readonly GridGroup[]
  /** Names of rows whose place is not loaded. */
  readonly far?: ReadonlySet<string>
  /** What a cell holds; text where not told. */
  readonly content?: (row: number, column: string) => CellContent
}

export function makeTable({ rows, columns, groups = [], far, content }: MadeTable): GridTable {
  const isFar = (name: string | undefined) => name === undefined || (far?.has(name) ?? false)
  const source: GridSource = {
    rowCount: rows.length,
    groups,
    keyAt: (row) => {
      const name = rows[row]
      return isFar(name) ? null : rowKey(name as string)
    },
    indexOf: (key) => {
      const found = isFar(key) ? -1 : rows.indexOf(key)
      return found < 0 ? null : rowIndex(found)
    },
    rowAt: (row) => {
      const name = rows[row]
      return isFar(name) ? null : makeRow(row, rowKey(name as string), content)
    },
  }
  return { source, columns: columns.map(columnKey) }
}

function makeRow(row: RowIndex, key: RowKey, content: MadeTable['content']): GridRow {
  return {
    key,
    look: 'plain',
    mark: null,
    cell: (column) => content?.(row, column) ?? { kind: 'text', text: `${key}${column}` },
    markOf: () => undefined,
    color: null,
    colorOf: () => undefined,
  }
}

export function makeGroup(key: string, firstRow: number, isCollapsed = false): GridGroup {
  return {
    key,
    depth: 0,
    firstRow: rowIndex(firstRow),
    isCollapsed,
    by: 'Kind',
    label: { kind: 'text', text: key },
    count: 1,
    summaries: new Map(),
  }
}
