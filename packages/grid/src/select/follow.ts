/**
 * A selection stays with its rows. A range is told by its two ends, and what others move or insert between them would
 * come to be selected: so the rows of a range are written down while they stand where they were chosen (`holdRows`), and
 * after each change of the order the selection is told anew, as the runs that hold those rows and no others
 * (`followRows`). Ranges too large to write down, or with rows not loaded, keep their ends.
 */
import type { ColumnKey, RowKey } from '../model/grid-source.ts'
import type { CellRange, CellRef, GridSelection, RowRange, RowRef } from '../model/selection.ts'
import type { RowIndex } from '../units.ts'
import { hasChosenRows, stopAt } from './choose.ts'
import {
  cellRefAt,
  columnOf,
  type GridTable,
  keysOf,
  placeOf,
  type RowSpan,
  rowOf,
  rowRefAt,
} from './place.ts'
import { boundsOf, spanOf } from './resolve.ts'

/** Above this a range keeps its ends: as many rows as a window keeps loaded. */
const heldRowsMost = 12_000

/** For each range of a selection its rows, or null where they cannot be told. */
export interface HeldRows {
  readonly ranges: readonly (readonly RowKey[] | null)[]
}

export function holdRows(table: GridTable, { chosen }: GridSelection): HeldRows {
  if (chosen.kind === 'cells') {
    return {
      ranges: chosen.ranges.map((range) => {
        const bounds = boundsOf(table, range)
        return bounds && heldKeys(table, { first: bounds.top, last: bounds.bottom })
      }),
    }
  }
  if (chosen.kind !== 'rows') return { ranges: [] }
  return {
    ranges: chosen.ranges.map((range) => {
      const span = spanOf(table, range)
      return span && heldKeys(table, span)
    }),
  }
}

function heldKeys(table: GridTable, span: RowSpan): readonly RowKey[] | null {
  if (span.last - span.first >= heldRowsMost) return null
  const keys = keysOf(table, span)
  return keys.every((key) => key !== null) ? keys : null
}

/**
 * The same rows after others have come, gone or moved; the same object where nothing has changed for them and all of them
 * are held. The cursor of a row that is gone goes to the row now there.
 */
export function followRows(table: GridTable, selection: GridSelection, held: HeldRows): GridSelection {
  const next = withStop(table, followed(table, selection, held))
  return held.ranges.every((keys) => keys !== null) && isSame(selection, next) ? selection : next
}

function followed(table: GridTable, selection: GridSelection, held: HeldRows): GridSelection {
  const cursor = followCursor(table, selection.cursor)
  const { chosen } = selection
  if (chosen.kind === 'rows') {
    const far: RowKey[] = []
    const ranges = chosen.ranges.flatMap((range, at) => {
      const keys = held.ranges[at]
      if (!keys) return [{ anchor: seenNow(table, range.anchor), focus: seenNow(table, range.focus) }]
      far.push(...keys.filter((key) => table.source.indexOf(key) === null))
      return rowRuns(table, keys, isUpwards(table, range))
    })
    const plus = far.length === 0 ? chosen.plus : new Set([...chosen.plus, ...far])
    return { ...selection, cursor, chosen: { ...chosen, ranges, plus } }
  }
  if (chosen.kind !== 'cells') return { ...selection, cursor }
  const ranges = chosen.ranges.flatMap((range, at) => {
    const keys = held.ranges[at]
    if (keys) return cellRuns(table, range, keys)
    return [{ anchor: seenNow(table, range.anchor), focus: seenNow(table, range.focus) }]
  })
  return settled({ ...selection, cursor, chosen: { kind: 'cells', ranges } })
}

/** A heading that is gone leaves the focus to the row of the cursor. */
function withStop({ source }: GridTable, selection: GridSelection): GridSelection {
  const { stop, chosen, cursor } = selection
  if (typeof stop !== 'object' || source.groups.some(({ key }) => key === stop.group)) return selection
  return stopAt(selection, hasChosenRows(chosen) ? 'gutter' : 'cell', cursor)
}

function isSame(one: GridSelection, other: GridSelection): boolean {
  if (one.stop !== other.stop || !isSameEnd(one.cursor, other.cursor)) return false
  if (one.chosen.kind === 'cells' && other.chosen.kind === 'cells') {
    return hasSameEnds(one.chosen.ranges, other.chosen.ranges)
  }
  if (one.chosen.kind === 'rows' && other.chosen.kind === 'rows') {
    return one.chosen.plus === other.chosen.plus && hasSameEnds(one.chosen.ranges, other.chosen.ranges)
  }
  return one.chosen === other.chosen
}

function hasSameEnds(some: readonly RowRange[], others: readonly RowRange[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ anchor, focus }, at) => {
      const other = others[at]
      return other !== undefined && isSameEnd(anchor, other.anchor) && isSameEnd(focus, other.focus)
    })
  )
}

function isSameEnd(one: RowRef | null, other: RowRef | null): boolean {
  return one?.row === other?.row && one?.hint === other?.hint
}

/** The same cells after columns were hidden, shown or moved. */
export function followColumns(
  table: GridTable,
  selection: GridSelection,
  before: readonly ColumnKey[],
): GridSelection {
  const shown = (key: ColumnKey) => columnOf(table, key) !== null
  const { cursor, chosen } = selection
  const column = cursor && nearestShown(before, cursor.column, shown, table.columns)
  const next = cursor && column !== null ? { ...cursor, column } : null
  if (chosen.kind === 'columns') {
    const columns = chosen.columns.filter(shown)
    const kept = { ...selection, cursor: next }
    return columns.length > 0 || next === null
      ? { ...kept, chosen: { kind: 'columns', columns } }
      : { ...kept, chosen: { kind: 'cells', ranges: [{ anchor: next, focus: next }] } }
  }
  if (chosen.kind !== 'cells') return { ...selection, cursor: next }
  const ranges = chosen.ranges
    .map((range) => shrinkRange(range, before, shown))
    .filter((range) => range !== null)
  return settled({ ...selection, cursor: next, chosen: { kind: 'cells', ranges } })
}

/** Where nothing is left of the ranges, the cell with the cursor is what is selected. */
function settled(selection: GridSelection): GridSelection {
  const { cursor, stop, chosen } = selection
  if (chosen.kind !== 'cells' || chosen.ranges.length > 0 || cursor === null || stop !== 'cell')
    return selection
  return { ...selection, chosen: { kind: 'cells', ranges: [{ anchor: cursor, focus: cursor }] } }
}

function followCursor(table: GridTable, cursor: CellRef | null): CellRef | null {
  const place = placeOf(table, cursor)
  if (cursor === null || place === null) return cursor
  // Not loaded or gone: only where another row is known to stand at its place does the cursor pass to it.
  const there = table.source.keyAt(place.row)
  return there === null ? { ...cursor, hint: place.row } : cellRefAt(table, place)
}

/** An end that is known stands where it does now; its place is needed again once it is out of reach. */
function seenNow<Ref extends RowRef>(table: GridTable, ref: Ref): Ref {
  const place = ref.row === null ? null : table.source.indexOf(ref.row)
  return place === null ? ref : { ...ref, hint: place }
}

/** Runs of rows that stand next to each other. */
function runsOf(table: GridTable, keys: readonly RowKey[]): readonly RowSpan[] {
  const places = keys
    .map((key) => table.source.indexOf(key))
    .filter((place) => place !== null)
    .sort((one, other) => one - other)
  const runs: { first: RowIndex; last: RowIndex }[] = []
  for (const place of places) {
    const run = runs.at(-1)
    if (run && place === run.last + 1) run.last = place
    else runs.push({ first: place, last: place })
  }
  return runs
}

function rowRuns(table: GridTable, keys: readonly RowKey[], upwards: boolean): readonly RowRange[] {
  return runsOf(table, keys).map(({ first, last }) => ({
    anchor: rowRefAt(table, upwards ? last : first),
    focus: rowRefAt(table, upwards ? first : last),
  }))
}

/** The run with the row where the range began comes last, and begins there where it can: extending goes on with it. */
function cellRuns(table: GridTable, range: CellRange, keys: readonly RowKey[]): readonly CellRange[] {
  const start = range.anchor.row === null ? null : table.source.indexOf(range.anchor.row)
  const upwards = keys.length > 1 && keys.at(-1) === range.anchor.row
  const ranges: CellRange[] = []
  let active: CellRange | null = null
  for (const { first, last } of runsOf(table, keys)) {
    const [from, to] = upwards ? [last, first] : [first, last]
    const run = {
      anchor: { ...rowRefAt(table, from), column: range.anchor.column },
      focus: { ...rowRefAt(table, to), column: range.focus.column },
    }
    if (start !== null && start >= first && start <= last) active = run
    else ranges.push(run)
  }
  return active === null ? ranges : [...ranges, active]
}

function isUpwards(table: GridTable, range: RowRange): boolean {
  const anchor = rowOf(table, range.anchor)
  const focus = rowOf(table, range.focus)
  return anchor !== null && focus !== null && anchor > focus
}

/** The column itself, else the next one that is shown to its right as the columns stood, else to its left. */
function nearestShown(
  before: readonly ColumnKey[],
  key: ColumnKey,
  shown: (key: ColumnKey) => boolean,
  now: readonly ColumnKey[],
): ColumnKey | null {
  if (shown(key)) return key
  const at = before.indexOf(key)
  if (at < 0) return now[0] ?? null
  return before.slice(at + 1).find(shown) ?? before.slice(0, at).findLast(shown) ?? now[0] ?? null
}

/** An end that was hidden moves inwards; null where nothing of the range is shown. */
function shrinkRange(
  range: CellRange,
  before: readonly ColumnKey[],
  shown: (key: ColumnKey) => boolean,
): CellRange | null {
  const { anchor, focus } = range
  if (shown(anchor.column) && shown(focus.column)) return range
  const from = before.indexOf(anchor.column)
  const to = before.indexOf(focus.column)
  if (from < 0 || to < 0) return null
  const inside = before.slice(Math.min(from, to), Math.max(from, to) + 1).filter(shown)
  const [first, last] = [inside[0], inside.at(-1)]
  if (first === undefined || last === undefined) return null
  return {
    anchor: { ...anchor, column: from <= to ? first : last },
    focus: { ...focus, column: from <= to ? last : first },
  }
}
