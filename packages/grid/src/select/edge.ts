/** Ctrl and an arrow: to the edge of the filled block, else over the gap to the next one, else to the end of the table. */

import type { CellContent } from '../model/cell-content.ts'
import type { Direction } from '../model/grid-command.ts'
import { columnIndex, rowIndex } from '../units.ts'
import type { CellPlace, GridTable } from './place.ts'

/** So many cells are looked at; beyond them the end of the table is taken. A window keeps fewer rows than this. */
const looksMost = 20_000

const steps = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] } as const

export function edgeFrom(table: GridTable, from: CellPlace, direction: Direction): CellPlace {
  const [down, right] = steps[direction]
  const at = (by: number): CellPlace => ({
    row: rowIndex(from.row + down * by),
    column: columnIndex(from.column + right * by),
  })
  const most = roomTowards(table, from, direction)
  if (most === 0) return from
  const startsInBlock = isFilled(table, from) === true && isFilled(table, at(1)) === true
  for (let by = 1; by <= Math.min(most, looksMost); by += 1) {
    const filled = isFilled(table, at(by))
    if (filled === null) break
    if (startsInBlock && !filled) return at(by - 1)
    if (!startsInBlock && filled) return at(by)
  }
  return at(most)
}

/** How many cells next to each other are filled below one, as far as rows are loaded. */
export function filledBelow(table: GridTable, from: CellPlace): number {
  const most = Math.min(looksMost, roomTowards(table, from, 'down'))
  let count = 0
  while (count < most && isFilled(table, { row: rowIndex(from.row + count + 1), column: from.column }))
    count += 1
  return count
}

function roomTowards({ source, columns }: GridTable, from: CellPlace, direction: Direction): number {
  switch (direction) {
    case 'up':
      return from.row
    case 'down':
      return source.rowCount - 1 - from.row
    case 'left':
      return from.column
    case 'right':
      return columns.length - 1 - from.column
  }
}

/** Null where the row is not loaded. */
function isFilled({ source, columns }: GridTable, { row, column }: CellPlace): boolean | null {
  const key = columns[column]
  const there = source.rowAt(row)
  return there === null || key === undefined ? null : hasContent(there.cell(key))
}

function hasContent(content: CellContent): boolean {
  switch (content.kind) {
    case 'empty':
      return false
    case 'text':
    case 'link':
      return content.text !== ''
    case 'chips':
      return content.chips.length > 0
    case 'people':
      return content.people.length > 0
    case 'files':
      return content.files.length > 0
    case 'rating':
      return content.value > 0
    case 'check':
    case 'error':
      return true
  }
}
