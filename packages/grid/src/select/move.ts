/** Where a move leads: a pure step from one selection to the next, or out of the grid. */
import type { GridMove } from '../input/grid-move.ts'
import type { Direction } from '../model/grid-command.ts'
import type { CellRef, GridSelection } from '../model/selection.ts'
import { columnIndex, rowIndex } from '../units.ts'
import {
  collapse,
  extendRows,
  extendTo,
  focusOf,
  hasChosenRows,
  selectAll,
  selectCell,
  selectColumns,
  selectColumnsOfSelection,
  selectRowsOfSelection,
  stopAt,
  toggleRow,
} from './choose.ts'
import { moveInside } from './cycle.ts'
import { edgeFrom } from './edge.ts'
import { type GridLine, lineAbove, lineBelow } from './lines.ts'
import { type CellPlace, cellRefAt, clampColumn, clampRow, type GridTable, placeOf, rowOf } from './place.ts'
import { isSingle } from './resolve.ts'

export interface MoveSetting {
  readonly table: GridTable
  /** Rows and columns that a page holds. */
  readonly pageRows: number
  readonly pageColumns: number
  /** Whether a line below the last row adds one. */
  readonly hasAddRow: boolean
}

export type Moved =
  | {
      readonly kind: 'moved'
      readonly selection: GridSelection
      /** What to bring into sight, if anything of it is a cell. */
      readonly reveal: CellPlace | null
    }
  /** To the header, or before and behind the grid, as Tab goes on from there. */
  | { readonly kind: 'left'; readonly to: 'header' | 'before' | 'behind' }

export function move(setting: MoveSetting, selection: GridSelection, how: GridMove): Moved {
  const { table } = setting
  switch (how.kind) {
    case 'arrow':
      return moveByArrow(setting, selection, how)
    case 'page':
      return movePage(setting, selection, how)
    case 'end':
      return moveToEnd(setting, selection, how)
    case 'next':
      return moveOn(setting, selection, how)
    case 'select-all':
      return stay(selectAll(table, selection))
    case 'select-rows':
      return stay(selectRowsOfSelection(table, selection))
    case 'select-columns':
      return stay(selectColumnsOfSelection(table, selection))
    case 'toggle-row': {
      const row = selection.cursor && rowOf(table, selection.cursor)
      return stay(row === null ? selection : toggleRow(table, selection, row))
    }
    case 'collapse':
      return stay(collapse(selection))
  }
}

type By<Kind extends GridMove['kind']> = Extract<GridMove, { kind: Kind }>

function moveByArrow(setting: MoveSetting, selection: GridSelection, how: By<'arrow'>): Moved {
  const { table } = setting
  const { direction, isExtending, isFar } = how
  const isUpright = direction === 'up' || direction === 'down'
  const line = lineOf(setting, selection)
  if (line.kind !== 'row')
    return isUpright ? goToLine(setting, selection, nextLine(setting, line, direction)) : stay(selection)
  if (isExtending) {
    const from = focusOf(table, selection)
    return from === null ? stay(selection) : extend(table, selection, stepFrom(table, from, how))
  }
  const at = placeOf(table, selection.cursor)
  if (at === null) return stay(selection)
  if (selection.stop === 'gutter') return moveInGutter(setting, selection, how, at)
  if (isFar) return go(table, edgeFrom(table, at, direction))
  if (isUpright) return goToLine(setting, selection, nextLine(setting, line, direction))
  if (direction === 'left' && at.column === 0)
    return arrive(stopAt(selection, 'gutter', selection.cursor), at)
  return go(table, stepFrom(table, at, how))
}

function moveInGutter(
  setting: MoveSetting,
  selection: GridSelection,
  how: By<'arrow'>,
  at: CellPlace,
): Moved {
  const { table } = setting
  const { direction, isFar } = how
  if (direction === 'left') return arrive(selection, at)
  if (direction === 'right') {
    return go(table, { row: at.row, column: columnIndex(isFar ? table.columns.length - 1 : 0) })
  }
  if (!isFar) return goToLine(setting, selection, nextLine(setting, { kind: 'row', row: at.row }, direction))
  const row = rowIndex(direction === 'up' ? 0 : table.source.rowCount - 1)
  return goToLine(setting, selection, { kind: 'row', row })
}

function movePage(
  { table, pageRows, pageColumns }: MoveSetting,
  selection: GridSelection,
  how: By<'page'>,
): Moved {
  const from = how.isExtending ? focusOf(table, selection) : placeOf(table, selection.cursor)
  if (from === null) return stay(selection)
  const rows = { up: -pageRows, down: pageRows, left: 0, right: 0 }[how.direction]
  const columns = { up: 0, down: 0, left: -pageColumns, right: pageColumns }[how.direction]
  const to = { row: clampRow(table, from.row + rows), column: clampColumn(table, from.column + columns) }
  if (how.isExtending) return extend(table, selection, to)
  return selection.stop === 'gutter' ? alongGutter(table, selection, to) : go(table, to)
}

function moveToEnd({ table }: MoveSetting, selection: GridSelection, how: By<'end'>): Moved {
  const from = how.isExtending ? focusOf(table, selection) : placeOf(table, selection.cursor)
  if (from === null) return stay(selection)
  const column = clampColumn(table, how.isFirst ? 0 : table.columns.length)
  const row = how.of === 'row' ? from.row : clampRow(table, how.isFirst ? 0 : table.source.rowCount)
  return how.isExtending ? extend(table, selection, { row, column }) : go(table, { row, column })
}

/** Through the selection where it has several cells; else to the next cell, and by Tab out at the very ends. */
function moveOn({ table }: MoveSetting, selection: GridSelection, how: By<'next'>): Moved {
  const { by, along } = how
  const out: Moved = { kind: 'left', to: by > 0 ? 'behind' : 'before' }
  const at = placeOf(table, selection.cursor)
  const isLine = selection.stop === 'add-row' || typeof selection.stop === 'object'
  if (at === null || isLine) return out
  if (selection.stop === 'cell' && !isSingle(table, selection)) {
    const inside = moveInside(table, selection, { along, by })
    return arrive(inside, placeOf(table, inside.cursor))
  }
  if (along === 'columns') return go(table, { row: clampRow(table, at.row + by), column: at.column })
  const isGutter = selection.stop === 'gutter'
  // Whoever has chosen rows goes on to what can be done with them.
  if (isGutter && hasChosenRows(selection.chosen)) return out
  const column = (isGutter ? -1 : at.column) + by
  if (column >= 0 && column < table.columns.length)
    return go(table, { row: at.row, column: columnIndex(column) })
  const row = at.row + by
  if (row < 0 || row >= table.source.rowCount) return out
  return go(table, { row: rowIndex(row), column: columnIndex(by > 0 ? 0 : table.columns.length - 1) })
}

function stepFrom(table: GridTable, from: CellPlace, { direction, isFar }: By<'arrow'>): CellPlace {
  if (isFar) return edgeFrom(table, from, direction)
  const by = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] } as const
  const [rows, columns] = by[direction]
  return { row: clampRow(table, from.row + rows), column: clampColumn(table, from.column + columns) }
}

/** Rows are extended by rows, columns by columns; all there is stays all there is. */
function extend(table: GridTable, selection: GridSelection, to: CellPlace): Moved {
  const { chosen, cursor, stop } = selection
  if (chosen.kind === 'all') return stay(selection)
  if (chosen.kind === 'rows') return arrive(extendRows(table, selection, to.row), to)
  if (chosen.kind === 'columns') {
    const at = placeOf(table, cursor)
    if (at === null) return stay(selection)
    return arrive(
      { ...selectColumns(table, at.column, to.column), cursor, stop },
      { row: at.row, column: to.column },
    )
  }
  return arrive(extendTo(table, selection, to), to)
}

function lineOf({ table }: MoveSetting, { stop, cursor }: GridSelection): GridLine {
  if (typeof stop === 'object') return { kind: 'group', key: stop.group }
  const row = cursor && rowOf(table, cursor)
  return stop === 'add-row' || row === null ? { kind: 'add-row' } : { kind: 'row', row }
}

function nextLine({ table, hasAddRow }: MoveSetting, line: GridLine, direction: Direction): GridLine | null {
  return direction === 'up' ? lineAbove(table, line) : lineBelow(table, line, hasAddRow)
}

function goToLine({ table }: MoveSetting, selection: GridSelection, line: GridLine | null): Moved {
  const { cursor, stop } = selection
  if (line === null) return stay(selection)
  switch (line.kind) {
    case 'header':
      return { kind: 'left', to: 'header' }
    case 'group':
      return arrive(stopAt(selection, { group: line.key }, cursor), null)
    case 'add-row':
      return arrive(stopAt(selection, 'add-row', cursor), null)
    case 'row': {
      const column = cursor === null ? -1 : table.columns.indexOf(cursor.column)
      const to = { row: line.row, column: columnIndex(Math.max(0, column)) }
      return stop === 'gutter' ? alongGutter(table, selection, to) : go(table, to)
    }
  }
}

/** The rows that are chosen stay chosen. */
function alongGutter(table: GridTable, selection: GridSelection, to: CellPlace): Moved {
  const cursor: CellRef | null = cellRefAt(table, to)
  return arrive(stopAt(selection, 'gutter', cursor), to)
}

function go(table: GridTable, to: CellPlace): Moved {
  return arrive(selectCell(table, to), to)
}

function arrive(selection: GridSelection, reveal: CellPlace | null): Moved {
  return { kind: 'moved', selection, reveal }
}

function stay(selection: GridSelection): Moved {
  return arrive(selection, null)
}
