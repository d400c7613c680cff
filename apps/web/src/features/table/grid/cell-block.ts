/** Blocks of cells between places and values: what is copied out of a selection, and what fills and clearings put into it. Pure. */
import type { CellValue, Field } from '@plinth/domain'
import { type Rectangle, type SeriesValue, seriesOf } from '@plinth/grid'
import type { RowView } from '@plinth/record-store'
import type { Incoming, IncomingCell } from './pasted-values.ts'

/** Rows that are there, by their place in the view. */
export type RowsAt = ReadonlyMap<number, RowView>

export interface BlockScope {
  readonly rows: RowsAt
  /** Of the columns that are shown, in their order. */
  readonly fields: readonly Field[]
}

export const sizeOf = ({ top, bottom, left, right }: Rectangle): number =>
  (bottom - top + 1) * (right - left + 1)

/** From the first to the last row of some rectangles; null where there are none. */
export function rowsOf(rectangles: readonly Rectangle[]): { first: number; last: number } | null {
  if (rectangles.length === 0) return null
  return {
    first: Math.min(...rectangles.map(({ top }) => top)),
    last: Math.max(...rectangles.map(({ bottom }) => bottom)),
  }
}

/** Each cell of the rectangles whose row is there, with what comes into it; null leaves it alone. */
export function cellsIn(
  rectangles: readonly Rectangle[],
  { rows, fields }: BlockScope,
  incomingAt: (row: number, column: number) => Incoming | null,
): IncomingCell[] {
  const cells: IncomingCell[] = []
  for (const { top, bottom, left, right } of rectangles) {
    for (let row = top as number; row <= bottom; row += 1) {
      const target = rows.get(row)
      if (!target) continue
      for (let column = left as number; column <= right; column += 1) {
        const field = fields[column]
        const incoming = field ? incomingAt(row, column) : null
        if (field && incoming) cells.push({ target, field, incoming, place: row })
      }
    }
  }
  return cells
}

/** Empties the cells. */
export const clearing = (rectangles: readonly Rectangle[], scope: BlockScope): IncomingCell[] =>
  cellsIn(rectangles, scope, () => ({ value: null }))

export function valueAt({ rows, fields }: BlockScope, row: number, column: number): CellValue {
  const field = fields[column]
  return field ? (rows.get(row)?.values[field.id] ?? null) : null
}

/**
 * The first row of each rectangle into its other rows, or its first column into its other columns; a rectangle of one row or
 * column takes what stands before it.
 */
export function filling(
  rectangles: readonly Rectangle[],
  scope: BlockScope,
  direction: 'down' | 'right',
): IncomingCell[] {
  return rectangles.flatMap((rectangle) => {
    const { top, bottom, left, right } = rectangle
    const isOne = direction === 'down' ? top === bottom : left === right
    const from = (direction === 'down' ? top : left) - (isOne ? 1 : 0)
    if (from < 0) return []
    return cellsIn([rectangle], scope, (row, column) => {
      if ((direction === 'down' ? row : column) === from) return null
      return direction === 'down' ? copied(scope, from, column, column) : copied(scope, row, from, column)
    })
  })
}

/** One cell's value into every cell of the rectangles. */
export const spreading = (
  rectangles: readonly Rectangle[],
  scope: BlockScope,
  from: { readonly row: number; readonly column: number },
): IncomingCell[] =>
  cellsIn(rectangles, scope, (row, column) =>
    row === from.row && column === from.column ? null : copied(scope, from.row, from.column, column),
  )

/**
 * What the fill handle does: the values of one range go on into the larger one around it, or what a smaller one leaves is
 * emptied. `isSeries` false repeats them.
 */
export function handleFilling(
  from: Rectangle,
  to: Rectangle,
  scope: BlockScope,
  isSeries: boolean,
): IncomingCell[] {
  const isDown = to.top !== from.top || to.bottom !== from.bottom
  const isSmaller = isDown
    ? to.bottom - to.top < from.bottom - from.top
    : to.right - to.left < from.right - from.left
  if (isSmaller)
    return cellsIn([from], scope, (row, column) => (isWithin(to, row, column) ? null : { value: null }))
  const lines = new Map<number, (place: number) => SeriesValue<CellValue>>()
  const lineOf = (line: number) => {
    const known = lines.get(line)
    if (known) return known
    const made = seriesOf(valuesAlong(from, line, isDown, scope), isSeries)
    lines.set(line, made)
    return made
  }
  return cellsIn([to], scope, (row, column) => {
    if (isWithin(from, row, column)) return null
    const { value } = isDown ? lineOf(column)(row - from.top) : lineOf(row)(column - from.left)
    const source = scope.fields[isDown ? column : from.left]
    return source && source.id !== scope.fields[column]?.id ? { from: source, value } : { value }
  })
}

const isWithin = ({ top, bottom, left, right }: Rectangle, row: number, column: number): boolean =>
  row >= top && row <= bottom && column >= left && column <= right

function valuesAlong(
  { top, bottom, left, right }: Rectangle,
  line: number,
  isDown: boolean,
  scope: BlockScope,
): SeriesValue<CellValue>[] {
  const count = isDown ? bottom - top + 1 : right - left + 1
  return Array.from({ length: count }, (_, at) => {
    const [row, column] = isDown ? [top + at, line] : [line, left + at]
    return seriesValue(scope.fields[column], valueAt(scope, row, column))
  })
}

/** Days go on by days, numbers by steps; ids of options and people are no text to count on. */
function seriesValue(field: Field | undefined, value: CellValue): SeriesValue<CellValue> {
  if (typeof value === 'number') return { kind: 'number', value }
  if (typeof value === 'string' && field?.type === 'date') return { kind: 'date', value }
  const isText = field?.type === 'text' || field?.type === 'long_text'
  return typeof value === 'string' && isText ? { kind: 'text', value } : { kind: 'other', value }
}

/** A value goes as it is into a field of its own kind, and as text into another; nothing where its row is not there. */
function copied(scope: BlockScope, row: number, from: number, to: number): Incoming | null {
  const { rows, fields } = scope
  const [source, target] = [fields[from], fields[to]]
  if (!source || !target || !rows.has(row)) return null
  const value = valueAt(scope, row, from)
  return source.id === target.id ? { value } : { from: source, value }
}
