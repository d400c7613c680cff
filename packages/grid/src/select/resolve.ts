/** What a selection covers at this moment, as places: for painting, for counting and for work. */
import type { ColumnKey, RowKey } from '../model/grid-source.ts'
import type { CellRange, GridSelection, RowRange } from '../model/selection.ts'
import { type ColumnIndex, columnIndex, type RowIndex, rowIndex } from '../units.ts'
import {
  type CellPlace,
  columnOf,
  type GridTable,
  isInside,
  placeOf,
  type Rectangle,
  type RowSpan,
  rectangleOf,
  rowOf,
} from './place.ts'

/** Null where an end is a hidden column, or no row is there. */
export function boundsOf(table: GridTable, range: CellRange): Rectangle | null {
  const anchor = placeOf(table, range.anchor)
  const focus = placeOf(table, range.focus)
  return anchor && focus ? rectangleOf(anchor, focus) : null
}

/** The rectangles of a selection, in the order in which they were made; ranges may lie over each other. */
export function rectangles(table: GridTable, selection: GridSelection): readonly Rectangle[] {
  const { chosen } = selection
  const lastRow = table.source.rowCount - 1
  const lastColumn = table.columns.length - 1
  if (lastRow < 0 || lastColumn < 0) return []
  if (chosen.kind === 'cells') {
    return chosen.ranges.map((range) => boundsOf(table, range)).filter((bounds) => bounds !== null)
  }
  if (chosen.kind === 'columns') {
    return columnRuns(table, chosen.columns).map(({ first, last }) => ({
      top: rowIndex(0),
      bottom: rowIndex(lastRow),
      left: columnIndex(first),
      right: columnIndex(last),
    }))
  }
  return wholeRows(table, chosen).map(({ first, last }) => ({
    top: first,
    bottom: last,
    left: columnIndex(0),
    right: columnIndex(lastColumn),
  }))
}

/** The rows that hold a selected cell: disjoint, in order. */
export function rowSpans(table: GridTable, selection: GridSelection): readonly RowSpan[] {
  return mergeSpans(rectangles(table, selection).map(({ top, bottom }) => ({ first: top, last: bottom })))
}

/** Rows chosen as a whole: disjoint, in order; none where cells or columns are chosen. */
export function selectedRows(table: GridTable, selection: GridSelection): readonly RowSpan[] {
  const { chosen } = selection
  return chosen.kind === 'rows' || chosen.kind === 'all' ? wholeRows(table, chosen) : []
}

/** How many rows are chosen as a whole, those of which only the key is known included. */
export function countRows(table: GridTable, selection: GridSelection): number {
  const { chosen } = selection
  if (chosen.kind !== 'rows' && chosen.kind !== 'all') return 0
  const isFar = (key: RowKey) => table.source.indexOf(key) === null
  const shown = wholeRows(table, chosen).reduce((sum, span) => sum + span.last - span.first + 1, 0)
  const plus = chosen.kind === 'rows' ? [...chosen.plus].filter(isFar).length : 0
  return Math.max(0, shown + plus - [...chosen.without].filter(isFar).length)
}

/** Cells, each counted once however many ranges lie over it. */
export function countCells(table: GridTable, selection: GridSelection): number {
  const { chosen } = selection
  if (chosen.kind === 'rows' || chosen.kind === 'all')
    return countRows(table, selection) * table.columns.length
  return disjoint(rectangles(table, selection)).reduce(
    (sum, { top, bottom, left, right }) => sum + (bottom - top + 1) * (right - left + 1),
    0,
  )
}

export function isCellSelected(table: GridTable, selection: GridSelection, place: CellPlace): boolean {
  return rectangles(table, selection).some((rectangle) => isInside(rectangle, place))
}

export function isRowSelected(table: GridTable, selection: GridSelection, row: RowIndex): boolean {
  return selectedRows(table, selection).some(({ first, last }) => row >= first && row <= last)
}

/** True where one cell at most is selected: nothing to move about in. */
export function isSingle(table: GridTable, selection: GridSelection): boolean {
  return countCells(table, selection) <= 1
}

/** The same cells as rectangles that do not touch the same cell twice, from top to bottom. */
export function disjoint(all: readonly Rectangle[]): readonly Rectangle[] {
  if (all.length < 2) return all
  const starts = [...all].sort((one, other) => one.top - other.top)
  const edges = [...new Set(all.flatMap(({ top, bottom }) => [top as number, bottom + 1]))].sort(
    (one, other) => one - other,
  )
  const found: Rectangle[] = []
  let active: Rectangle[] = []
  let next = 0
  edges.forEach((edge, index) => {
    active = active.filter(({ bottom }) => bottom >= edge)
    for (let start = starts[next]; start && start.top === edge; start = starts[next]) {
      active.push(start)
      next += 1
    }
    const bottom = rowIndex((edges[index + 1] ?? edge) - 1)
    const runs = mergeRuns(active.map(({ left, right }) => ({ first: left, last: right })))
    for (const { first, last } of runs) {
      found.push({ top: rowIndex(edge), bottom, left: columnIndex(first), right: columnIndex(last) })
    }
  })
  return found
}

/** Columns that hold a selected cell, in their order. */
export function selectedColumns(table: GridTable, selection: GridSelection): readonly ColumnIndex[] {
  const runs = rectangles(table, selection).map(({ left, right }) => ({ first: left, last: right }))
  return mergeRuns(runs).flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, by) => columnIndex(first + by)),
  )
}

type WholeRows = Extract<GridSelection['chosen'], { kind: 'rows' | 'all' }>

function wholeRows(table: GridTable, chosen: WholeRows): readonly RowSpan[] {
  const last = table.source.rowCount - 1
  if (last < 0) return []
  const ranges =
    chosen.kind === 'all'
      ? [{ first: rowIndex(0), last: rowIndex(last) }]
      : chosen.ranges.map((range) => spanOf(table, range)).filter((span) => span !== null)
  const kept = cutOut(mergeSpans(ranges), placesOf(table, chosen.without))
  if (chosen.kind === 'all' || chosen.plus.size === 0) return kept
  const plus = placesOf(table, chosen.plus).map((row) => ({ first: row, last: row }))
  return mergeSpans([...kept, ...plus])
}

export function spanOf(table: GridTable, range: RowRange): RowSpan | null {
  const anchor = rowOf(table, range.anchor)
  const focus = rowOf(table, range.focus)
  if (anchor === null || focus === null) return null
  return { first: rowIndex(Math.min(anchor, focus)), last: rowIndex(Math.max(anchor, focus)) }
}

function placesOf(table: GridTable, keys: ReadonlySet<RowKey>): readonly RowIndex[] {
  return [...keys]
    .map((key) => table.source.indexOf(key))
    .filter((row) => row !== null)
    .sort((one, other) => one - other)
}

/** Both in order. */
function cutOut(spans: readonly RowSpan[], holes: readonly RowIndex[]): readonly RowSpan[] {
  if (holes.length === 0) return spans
  const kept: RowSpan[] = []
  let at = 0
  for (const span of spans) {
    let first = span.first as number
    while (at < holes.length && (holes[at] as number) < first) at += 1
    for (let hole = holes[at]; hole !== undefined && hole <= span.last; hole = holes[at]) {
      if (hole > first) kept.push({ first: rowIndex(first), last: rowIndex(hole - 1) })
      first = hole + 1
      at += 1
    }
    if (first <= span.last) kept.push({ first: rowIndex(first), last: span.last })
  }
  return kept
}

interface Run {
  readonly first: number
  readonly last: number
}

function mergeSpans(spans: readonly RowSpan[]): readonly RowSpan[] {
  return mergeRuns(spans) as readonly RowSpan[]
}

function mergeRuns(runs: readonly Run[]): readonly Run[] {
  const merged: { first: number; last: number }[] = []
  for (const run of [...runs].sort((one, other) => one.first - other.first)) {
    const before = merged.at(-1)
    if (before && run.first <= before.last + 1) before.last = Math.max(before.last, run.last)
    else merged.push({ ...run })
  }
  return merged
}

function columnRuns(table: GridTable, columns: readonly ColumnKey[]): readonly Run[] {
  const places = columns.map((key) => columnOf(table, key)).filter((place) => place !== null)
  return mergeRuns(places.map((place) => ({ first: place, last: place })))
}
